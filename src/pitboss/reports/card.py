"""A card for the pocket of a dealer or a supervisor: one sheet, in its reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any

from pitboss.reports.typeset import typeset


@dataclass(frozen=True, slots=True, kw_only=True)
class PocketCard:
    """What a card says: numbered lines in parts, and the hands with their pays, best first."""

    title: str
    about: str
    day: str
    printed: str
    language: str
    parts: Sequence[tuple[str, Sequence[str]]]
    refused: tuple[str, str]
    pays: Sequence[tuple[str, str, str]] = ()  # hand, what it pays, envy
    keys: Sequence[Sequence[str]] = field(default_factory=tuple)
    heads: Mapping[str, str] = field(default_factory=dict)


def card_page(card: PocketCard, *, paper: str) -> bytes:
    """The card as a PDF."""
    data: dict[str, Any] = {
        "title": card.title,
        "about": card.about,
        "date": card.day,
        "printed": card.printed,
        "language": card.language,
        "parts": [{"head": head, "lines": list(lines)} for head, lines in card.parts],
        "pays": [list(each) for each in card.pays],
        "pays_head": card.heads.get("pays", ""),
        "others_head": card.heads.get("others", ""),
        "keys": [list(each) for each in card.keys],
        "keys_head": card.heads.get("keys", ""),
        "refused": list(card.refused),
        "version": f"pitboss {metadata.version('pitboss')}",
    }
    return typeset("card.typ", data, paper=paper)
