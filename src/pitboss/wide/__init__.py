"""Between a property and its hub: what is sent, and what each end does with it (docs/wide.md)."""
