"""Every sentence people read, by language (`en/`, `es/`), and the code that reads them."""
