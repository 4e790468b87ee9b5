"""The outer shell of the server: connections, limits, logs, health, and how each answer is made."""
