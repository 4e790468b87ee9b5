"""The running floor, pure: its commands, its events, and what follows from them."""
