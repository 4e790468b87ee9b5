"""What a house calls the things that its record names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitboss.books import ALWAYS, Books
from pitboss.floor.facts.values import Award
from pitboss.refusal import Refusal
from pitboss.reports.sheet import plain_words
from pitboss.reports.source import ReportSource, SiteFacts


class KnownNames(NamedTuple):
    """The house's names: for a hand of a jackpot, a jackpot, a level, a paytable; the owner of a
    badge (empty: unknown, or not to be shown); an award by number, and a table's device by id, if
    known."""

    hand: Callable[[str, str], str]
    title: Callable[[str], str]
    level: Callable[[str, str], str] = lambda _, level: level
    paytable: Callable[[str], str] = str
    person: Callable[[str], str] = lambda _: ""
    award: Callable[[str], Award | None] = lambda _: None
    device: Callable[[str], tuple[str, str] | None] = lambda _: None  # its kind and its table
    tells_payments: bool = False  # how a prize was paid stays in the house


def names_in_books(books: Books, site: SiteFacts) -> KnownNames:
    """Names as the books have them."""
    source = ReportSource(books, ALWAYS, site)

    def hand(jackpot: str, outcome: str) -> str:
        try:
            return source.hand(jackpot, outcome)
        except Refusal:  # the books don't have this jackpot yet
            return plain_words(outcome)

    def device(name: str) -> tuple[str, str] | None:
        found = source.closing.devices.get(name)
        return (found.kind, found.table) if found is not None else None

    return KnownNames(
        hand,
        source.title,
        source.level,
        source.paytable_title,
        source.name_of,
        source.award,
        device,
        tells_payments=site.names_staff,
    )
