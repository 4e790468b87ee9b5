"""The line between a property and its hub."""
