"""A pocket card for a dealer or supervisor: one sheet, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from pitboss.reports.typeset import typeset


@dataclass(frozen=True, slots=True, kw_only=True)
class PocketCard:
    """A card's contents: numbered lines in parts, and the hands with their pays, best first."""

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
    return typeset("card.typ", asdict(card), paper=paper)
