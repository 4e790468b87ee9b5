"""Where the page of each thing is."""

from __future__ import annotations

from urllib.parse import quote

from pitboss.books import things as of
from pitboss.evidence.lookup import ENTRY

PAGES = {of.PAPER: "/office/papers", ENTRY: "/office/journal"}  # of what has another page


def story_address(kind: str, name: str) -> str:
    """The page of a thing: its story; of a paper and of an entry, the page that it has."""
    return f"{PAGES.get(kind) or f'/office/story/{kind}'}/{quote(name)}"
