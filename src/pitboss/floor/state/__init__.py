"""The floor as it stands, by subject."""
