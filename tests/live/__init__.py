"""A site that runs."""
