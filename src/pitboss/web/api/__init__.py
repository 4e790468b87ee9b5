"""The API: commands, event streams, the outbox, and its description."""
