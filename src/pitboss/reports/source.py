"""What a report is made from: the books, a period, and what the site's file adds to the record.

All that is said of the site is plain data, so that another process can make the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss.books import Books, Entry, Period, Sums
from pitboss.books.period import ALWAYS
from pitboss.books.won import WON_AT_TABLE, WonAtTable
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.jackpots import MeterAdjusted
from pitboss.floor.facts.values import Award
from pitboss.floor.fold.jackpots import award_of
from pitboss.floor.state.floor import State
from pitboss.floor.view.labels import hand_label
from pitboss.money import Cents, Micros, shown_down
from pitboss.notation import apart
from pitboss.refusal import Refusal
from pitboss.reports.report_options import ChosenOptions
from pitboss.reports.sheet import Cell, Column, Linked, Sheet, plain_words, sheet
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.profile import Profile

BOTH = ("badges", "by")  # where an event names two people
WHOLE: ChosenOptions = MappingProxyType({})  # nothing is in sums
BY_HAND = "meter-adjusted"  # a prize that was taken off a meter by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFacts:
    """What the site's file says: names, law, where its own paytables are; and, to be compared with
    the record, what it has tables post and jackpots play for. Words that a sign tells go along."""

    house: str
    time_zone: str
    profile: Profile
    tables: Mapping[str, Mapping[str, str]]  # title and limits of each, by item
    jackpots: Mapping[str, str]
    terms: Mapping[str, Mapping[str, str]]  # of each jackpot, by item
    wagers: Mapping[str, str]  # what each wager is called
    reserve: str  # that a reserve is fed
    removal: str  # the last day of a jackpot
    notices: Mapping[str, str]  # of the house, by what they are about
    own_paytables: str  # a folder; empty: the house has none of its own
    properties: Mapping[str, str] = field(default_factory=dict)  # of a hub, by their titles
    payer: Mapping[str, str] = field(default_factory=dict)  # the house, as tax forms name it
    names_staff: bool = True  # whether a report says whose badge it is


@dataclass(frozen=True, slots=True)
class EndedShift:
    """A shift that is over: the rows in which it began and ended, and what was recorded then."""

    began_seq: int
    ended_seq: int
    event: Any


class ReportSource:
    """One report in the making. Money is money: what trains is in no report."""

    def __init__(
        self, books: Books, period: Period, site: SiteFacts, options: ChosenOptions = WHOLE
    ) -> None:
        self.books = books
        self.period = period
        self.site = site
        self.options = options
        self._paytables: dict[str, Paytable] = {}  # to read a file takes its time

    @cached_property
    def sums(self) -> Sums:
        """All that moved in the period."""
        return self.books.sums(self.period)

    @cached_property
    def closing(self) -> State:
        """The floor as it stood at the end of the period."""
        return self.books.state_at(self.period.to_ms)

    def profile_on(self, day: str) -> Profile:
        """What the jurisdiction asked on a day, with the figures entered by then."""
        site = self.closing.site
        return self.site.profile.on(day, site.entered if site is not None else ())

    @cached_property
    def training(self) -> frozenset[str]:
        """The jackpots that play for no money."""
        return frozenset(
            name for name, jackpot in self.closing.jackpots.items() if jackpot.terms.training
        )

    def entries(self, *kinds: str, **wanted: Any) -> list[Entry]:
        """The events of these kinds in the period."""
        return self.books.entries(*kinds, period=self.period, **wanted)

    def before_end(self, *kinds: str, **wanted: Any) -> list[Entry]:
        """The events of these kinds from the first row to the end of the period."""
        return self.books.entries(*kinds, period=Period(0, self.period.to_ms), **wanted)

    def since_beginning(self, *kinds: str) -> list[Entry]:
        """The events of these kinds from the beginning of the period to now: a shift is read and
        counted after its end."""
        return self.books.entries(*kinds, period=Period(self.period.from_ms, ALWAYS.to_ms))

    def shifts(self) -> list[EndedShift]:
        """The shifts of the period that are over. A shift belongs to the period in which it began,
        with all that was read and counted for it later: a gambling day has all of its own, though
        its last one ends when the next day begins."""
        began = {(each.event.day, each.event.shift): each for each in self.entries("shift-began")}
        return [
            EndedShift(began[key].seq, each.seq, each.event)
            for each in self.since_beginning("shift-ended")
            if (key := (each.event.day, each.event.shift)) in began
        ]

    # ---- words --------------------------------------------------------------------------------

    def paytable(self, paytable: str) -> Paytable:
        """A paytable of the catalog, or of the house's own."""
        found = self._paytables.get(paytable)
        if found is None:
            own = self.site.own_paytables
            found = Paytables(Path(own) if own else None).get(paytable)
            self._paytables[paytable] = found
        return found

    def title(self, jackpot: str) -> str:
        """What a jackpot is called on its sign, with its tables where others are called the same;
        as its paytable where the site file has no title."""
        title = self._titles.get(jackpot) or jackpot
        is_shared = sum(other == title for other in self._titles.values()) > 1
        found = self.closing.tables.items()
        tables = [name for name, table in found if jackpot in table.jackpots]
        return apart(title, jackpot, tables) if is_shared else title

    def property_title(self, name: str) -> str:
        """What a house of a hub is called; by its id where the site file has no title."""
        return self.site.properties.get(name, name)

    @cached_property
    def _titles(self) -> dict[str, str]:
        """What each jackpot is called: as the site file says, else by its paytable; by its id where
        the house does not have that paytable any more."""
        named = {name: title for name, title in self.site.jackpots.items() if title}
        for name, jackpot in self.closing.jackpots.items():
            if name not in named:
                title = self.paytable_title(jackpot.terms.paytable)
                named[name] = name if title == jackpot.terms.paytable else title
        return named

    def hand(self, jackpot: str, outcome: str) -> str:
        """A hand as the paytable of its jackpot prints it; by its own name where the house no
        longer has that paytable."""
        terms = self.closing.kept_jackpot(jackpot).terms
        try:
            return hand_label(self.paytable(terms.paytable), outcome).long
        except Refusal:
            return plain_words(outcome)

    def level(self, jackpot: str, level: str) -> str:
        """A level as the paytable of its jackpot names it; by its id where that is not known."""
        found = self.closing.jackpots.get(jackpot)
        try:
            return self.paytable(found.terms.paytable).level_label(level) if found else level
        except Refusal:
            return level

    def paytable_title(self, paytable: str) -> str:
        """What a paytable is called; by its id where the house does not have it any more."""
        try:
            return self.paytable(paytable).title
        except Refusal:
            return paytable

    def award(self, award: str) -> Award | None:
        """An award by its number; nothing where the books do not have it."""
        found = self.closing.awards.get(award)
        return found.award if found else None

    def find_won(self, award: str) -> Entry:
        """How an award was won, in the period or before it."""
        state = self.closing.award(award)
        if not state.table:
            return self.before_end(BY_HAND, award=award)[0]
        rounds = self.before_end(*WON_AT_TABLE, table=state.table, round_number=state.round)
        return next(entry for entry in rounds if award in awards_of(entry))

    def name_of(self, badge: str) -> str:
        """Whose badge it is; nothing where that is not known, or not to be said."""
        found = self.closing.badges.get(badge)
        return found.name if found and self.site.names_staff else ""

    def person(self, badge: str) -> str:
        """Who a badge is."""
        name = self.name_of(badge)
        return f"{badge} {name}" if name else badge

    def people(self, event: Any) -> str:
        """Whose badge or badges an event names; of who was turned away the one that was shown."""
        for name in BOTH:
            if badges := getattr(event, name, None):
                return ", ".join(self.person(badge) for badge in badges if badge)
        return self.person(getattr(event, "badge", "") or getattr(event, "who", ""))

    # ---- sheets -------------------------------------------------------------------------------

    def sheet(self, name: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> Sheet:
        """A table of the report."""
        return sheet(name, columns, rows, time_zone=self.site.time_zone)


def awards_in(event: Event) -> tuple[Award, ...]:
    """The prizes that an event puts on the record: won at a table, or taken off a meter by hand."""
    if isinstance(event, MeterAdjusted):
        return (award_of(event),) if event.award else ()
    return event.awards if isinstance(event, WonAtTable) else ()


def awards_of(entry: Entry) -> list[str]:
    """The same of an entry, by name."""
    return [award.award for award in awards_in(entry.event)]


def camera_text(event: Any) -> str:
    """Which camera saw an award, and when to look, as somebody who verified or noted it says."""
    return ", ".join(part for part in (event.camera, event.shown_at) if part)


def row_link(seq: int) -> Linked:
    """A row of the journal, and the page that shows it."""
    return Linked(seq, f"/office/journal/{seq}")


def award_link(award: str) -> Linked:
    """An award, and the page that shows it."""
    return Linked(award, f"/office/wins/{award}")


def level_link(jackpot: str, level: str) -> Linked:
    """A level, and the page of its meter."""
    return Linked(level, f"/office/meters/{jackpot}/{level}")


def cents_of(amount_micros: int) -> Cents:
    """An amount of the ledger in whole cents, rounded down: what is below goes to a column of its
    own where it matters."""
    return shown_down(Micros(amount_micros))
