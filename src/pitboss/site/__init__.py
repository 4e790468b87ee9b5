"""The site file: a house's floor, read, checked, and turned into first commands."""
