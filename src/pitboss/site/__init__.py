"""The site file: what a house has on its floor, read, checked, and turned into first commands."""
