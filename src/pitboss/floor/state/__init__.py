"""The floor's current state, by subject."""
