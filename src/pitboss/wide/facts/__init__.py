"""Commands and events between a property and its hub."""
