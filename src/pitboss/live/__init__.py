"""A running site: its folder, journal and engine, and the newest picture of everything on it."""
