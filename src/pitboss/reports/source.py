"""What a report is made from: the books, a period, and what the site's file adds to the record.

The site is described as plain data, so that another process can make the report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from pitboss.books import Books, Entry, Period, Sums
from pitboss.books.period import ALWAYS
from pitboss.books.won import WON_AT_TABLE, WonAtTable
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.jackpots import MeterAdjusted
from pitboss.floor.facts.values import Award
from pitboss.floor.fold.jackpots import award_of
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.view.labels import hand_label
from pitboss.money import Cents, Micros, shown_down
from pitboss.notation import apart
from pitboss.refusal import Refusal
from pitboss.reports.report_options import ChosenOptions
from pitboss.reports.sheet import Cell, Column, Linked, Sheet, plain_words, sheet
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.profile import Profile

BOTH = ("badges", "by")  # if an event names two people
WHOLE: ChosenOptions = MappingProxyType({})  # nothing is summed up
BY_HAND = "meter-adjusted"  # a prize that somebody took off a meter by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFacts:
    """What the site's file says: names, law, and the folder of its own paytables; also what its
    tables post and its jackpots play for, to compare with the record; and the words on signs."""

    house: str
    time_zone: str
    profile: Profile
    tables: Mapping[str, Mapping[str, str]]  # title and limits of each, by item
    jackpots: Mapping[str, str]
    terms: Mapping[str, Mapping[str, str]]  # of each jackpot, by item
    wagers: Mapping[str, str]  # what each wager is called
    reserve: str  # that wagers feed a reserve
    removal: str  # the last day of a jackpot
    notices: Mapping[str, str]  # of the house, by subject
    own_paytables: str  # a folder; empty: the house has none of its own
    properties: Mapping[str, str] = field(default_factory=dict)  # of a hub, by their titles
    payer: Mapping[str, str] = field(default_factory=dict)  # the house, as tax forms name it
    names_staff: bool = True  # whether a report shows who owns a badge


class EndedShift(Struct, frozen=True):
    """A finished shift: the rows where it began and ended, and what was recorded then."""

    began_seq: int
    ended_seq: int
    event: Any


class ReportSource:
    """One report in the making. Only real money counts: training is in no report."""

    def __init__(
        self, books: Books, period: Period, site: SiteFacts, options: ChosenOptions = WHOLE
    ) -> None:
        self.books = books
        self.period = period
        self.site = site
        self.options = options
        self._paytables: dict[str, Paytable] = {}  # cached: reading a file takes time

    @cached_property
    def sums(self) -> Sums:
        """Everything that moved in the period."""
        return self.books.sums(self.period)

    @cached_property
    def closing(self) -> State:
        """The floor at the end of the period."""
        return self.books.state_at(self.period.to_ms)

    def of(self, period: Period) -> ReportSource:
        """The same report of another period."""
        return ReportSource(self.books, period, self.site, self.options)

    def profile_on(self, day: str) -> Profile:
        """What the jurisdiction required on a day, with the figures entered by then."""
        site = self.closing.site
        return self.site.profile.on(day, site.entered if site is not None else ())

    @cached_property
    def training(self) -> frozenset[str]:
        """The jackpots in training."""
        return frozenset(
            name for name, jackpot in self.closing.jackpots.items() if jackpot.terms.training
        )

    def find_entries(self, *kinds: str, **wanted: Any) -> list[Entry]:
        """The events of these kinds in the period."""
        return self.books.find_entries(*kinds, period=self.period, **wanted)

    def before_end(self, *kinds: str, **wanted: Any) -> list[Entry]:
        """The events of these kinds from the first row to the end of the period."""
        return self.books.find_entries(*kinds, period=Period(0, self.period.to_ms), **wanted)

    def since_beginning(self, *kinds: str) -> list[Entry]:
        """The events of these kinds from the start of the period to now: a shift is read and
        counted after its end."""
        return self.books.find_entries(*kinds, period=Period(self.period.from_ms, ALWAYS.to_ms))

    def shifts(self) -> list[EndedShift]:
        """The finished shifts of the period. A shift belongs to the period it began in, with
        everything read and counted for it later. So a gambling day has all of its own, though its
        last one ends when the next day begins."""
        began = {
            (each.event.day, each.event.shift): each for each in self.find_entries("shift-began")
        }
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
        """A jackpot's title on its sign, with its tables if others share the title; its paytable's
        title if the site file has none."""
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
        """Each jackpot's title: from the site file, or else its paytable; its id if the house no
        longer has that paytable."""
        named = {name: title for name, title in self.site.jackpots.items() if title}
        for name, jackpot in self.closing.jackpots.items():
            if name not in named:
                title = self.paytable_title(jackpot.terms.paytable)
                named[name] = name if title == jackpot.terms.paytable else title
        return named

    def hand(self, jackpot: str, outcome: str) -> str:
        """A hand as its jackpot's paytable prints it; its own name if the house no longer has that
        paytable."""
        terms = self.closing.kept_jackpot(jackpot).terms
        try:
            return hand_label(self.paytable(terms.paytable), outcome).long
        except Refusal:
            return plain_words(outcome)

    def level(self, jackpot: str, level: str) -> str:
        """A level as its jackpot's paytable names it; its id if that is unknown."""
        found = self.closing.jackpots.get(jackpot)
        try:
            return self.paytable(found.terms.paytable).level_label(level) if found else level
        except Refusal:
            return level

    def meter_title(self, jackpot: str, level: str) -> str:
        """A meter by its jackpot, and by its level if the jackpot has several."""
        found = self.closing.jackpots.get(jackpot)
        return meter_text(
            self.title(jackpot), self.level(jackpot, level), found.levels if found else ()
        )

    def paytable_title(self, paytable: str) -> str:
        """A paytable's title; its id if the house no longer has it."""
        try:
            return self.paytable(paytable).title
        except Refusal:
            return paytable

    def award(self, award: str) -> AwardState:
        """An award at the end of the period; its final state if it has left the floor by then."""
        found = self.closing.awards.get(award) or self.books.settled_award(award)
        return found or self.closing.award(award)

    def find_won(self, award: str) -> Entry:
        """How an award was won, in the period or before it."""
        state = self.award(award)
        if not state.table:
            return self.before_end(BY_HAND, award=award)[0]
        rounds = self.before_end(*WON_AT_TABLE, table=state.table, round_number=state.round)
        return next(entry for entry in rounds if award in awards_of(entry))

    def name_of(self, badge: str) -> str:
        """The owner of a badge; empty if unknown, or not to be shown."""
        found = self.closing.badges.get(badge)
        return found.name if found and self.site.names_staff else ""

    def person(self, badge: str) -> str:
        """A badge's person."""
        name = self.name_of(badge)
        return f"{badge} {name}" if name else badge

    def people(self, event: Any) -> str:
        """The owners of an event's badges, or of the badge that was shown and turned away."""
        for name in BOTH:
            if badges := getattr(event, name, None):
                return ", ".join(self.person(badge) for badge in badges if badge)
        return self.person(getattr(event, "badge", "") or getattr(event, "who", ""))

    # ---- sheets -------------------------------------------------------------------------------

    def sheet(self, name: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> Sheet:
        return sheet(name, columns, rows, time_zone=self.site.time_zone)


def awards_in(event: Event) -> tuple[Award, ...]:
    """The prizes that an event records: won at a table, or taken off a meter by hand."""
    if isinstance(event, MeterAdjusted):
        return (award_of(event),) if event.award else ()
    return event.awards if isinstance(event, WonAtTable) else ()


def awards_of(entry: Entry) -> list[str]:
    """The same for an entry, by name."""
    return [award.award for award in awards_in(entry.event)]


def camera_text(event: Any) -> str:
    """The camera that saw an award, and when to look, as somebody verified or noted it."""
    return ", ".join(part for part in (event.camera, event.shown_at) if part)


def prize_text(called: str, hand: str, table: str, seat: int) -> str:
    """A prize as people call it: Four Aces at C1, seat 3."""
    return called.format(hand=hand, table=table, seat=seat) if table and seat else hand


def meter_text(jackpot: str, level: str, levels: Collection[object]) -> str:
    """A meter as people call it: its jackpot's title alone if that has one level."""
    return jackpot if len(levels) == 1 else f"{jackpot}, {level}"


def row_link(seq: int) -> Linked:
    """A row of the journal, with a link to its page."""
    return Linked(seq, f"/office/journal/{seq}")


def award_link(award: str, *, shown: str = "") -> Linked:
    """An award, with a link to its page, which shows its hand or its id."""
    return Linked(award, f"/office/wins/{award}", shown=shown)


def level_link(jackpot: str, level: str) -> Linked:
    """A level, with a link to its meter's page."""
    return Linked(level, f"/office/meters/{jackpot}/{level}")


def cents_of(amount_micros: int) -> Cents:
    """An amount of the ledger in whole cents, rounded down; the rest goes to its own column where
    it matters."""
    return shown_down(Micros(amount_micros))
