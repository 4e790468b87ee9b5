"""Screens and API of a running site: consoles, signs, pit, office; one event stream per page."""
