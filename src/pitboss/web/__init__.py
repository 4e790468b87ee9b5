"""Screens and API of a running site: consoles, signs, pit, office, over one event stream a page."""
