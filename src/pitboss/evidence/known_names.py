"""What a house calls the things that its record names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.books import ALWAYS, Books
from pitboss.floor.state.floor import AwardState
from pitboss.refusal import Refusal, Told, ToldValue
from pitboss.reports.sheet import plain_words
from pitboss.reports.source import ReportSource, SiteFacts

PROPERTIES = ("property", "others")  # values of sentences that name houses of a hub


class KnownNames(NamedTuple):
    """The house's names: for a hand of a jackpot, a jackpot, a level, a paytable, a property of the
    hub; the owner of a badge (empty: unknown, or not to be shown); an award by number, and a
    table's device by id, if known; a meter by its jackpot and level."""

    hand: Callable[[str, str], str]
    title: Callable[[str], str]
    level: Callable[[str, str], str] = lambda _, level: level
    paytable: Callable[[str], str] = str
    person: Callable[[str], str] = lambda _: ""
    award: Callable[[str], AwardState | None] = lambda _: None
    device: Callable[[str], tuple[str, str] | None] = lambda _: (
        None
    )  # its kind, and its table or number
    tells_payments: bool = False  # how a prize was paid stays in the house
    property: Callable[[str], str] = str
    meter: Callable[[str, str], str] = "{}, {}".format  # a jackpot and its level


def names_in_books(books: Books, site: SiteFacts) -> KnownNames:
    source = ReportSource(books, ALWAYS, site)

    def hand(jackpot: str, outcome: str) -> str:
        try:
            return source.hand(jackpot, outcome)
        except Refusal:  # the books don't have this jackpot yet
            return plain_words(outcome)

    def device(name: str) -> tuple[str, str] | None:
        found = source.closing.devices.get(name)
        return (found.kind, found.place) if found else None

    def award(name: str) -> AwardState | None:
        return source.closing.awards.get(name) or books.settled_award(name)

    return KnownNames(
        hand,
        source.title,
        source.level,
        source.paytable_title,
        source.name_of,
        award,
        device,
        tells_payments=site.names_staff,
        property=source.property_title,
        meter=source.meter_title,
    )


def with_titles(told: Told, title: Callable[[str], str]) -> Told:
    """A sentence whose values name houses of a hub, with their titles."""

    def titled(value: ToldValue) -> ToldValue:
        if isinstance(value, tuple):
            return tuple(title(each) if isinstance(each, str) else each for each in value)
        return title(value) if isinstance(value, str) else value

    named = {name: titled(told.values[name]) for name in PROPERTIES if name in told.values}
    return replace(told, values={**told.values, **named}) if named else told
