"""pitboss: an open table-game progressive system."""
