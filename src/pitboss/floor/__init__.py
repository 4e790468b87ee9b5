"""The running floor, pure: what may be asked, what has happened, and what follows from it."""
