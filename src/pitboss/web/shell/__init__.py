"""The server's outer shell: connections, limits, logs, health, and how answers are made."""
