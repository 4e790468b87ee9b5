"""What people look at: console, sign, pit, win pages, help."""
