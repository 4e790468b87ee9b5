"""Every sentence that a person reads, by language: `en/`, `es/`, and how they are read."""
