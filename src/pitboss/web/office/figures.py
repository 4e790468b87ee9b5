"""The exact math of a running jackpot: with its floor's settings, at its meters' current values.

Everything comes from the stored counts, so a server never has to count.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct

from pitboss.books.history import PlayPace
from pitboss.books.period import HOUR_MS
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import JackpotState
from pitboss.live.running_site import RunningSite
from pitboss.maths.analysis import Analysis, analyze, own_settings
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.jackpot_figures import edges_of, ways_at
from pitboss.site.model import Site
from pitboss.site.table_check import TableCheck
from pitboss.site.terms import PlayedJackpot, as_played
from pitboss.web.office.figure_words import setting_said

PACE_LEAST_MS = 60_000  # a pace of less time is none
KEPT, TABLES_KEPT = 64, 256
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class ByContent(Generic[_Value]):
    """A cache key compared by content, such as a digest or terms."""

    content: Hashable
    value: _Value = field(compare=False)


class Way(Struct, frozen=True):
    """One way to play a jackpot, with its figures at the current meters."""

    options: str
    edge_now: Fraction | None
    edge_long_run: Fraction
    break_even_cents: Cents | None
    top_level: str
    wagers_between: Mapping[str, Fraction | None]
    average_award_cents: Mapping[str, Fraction | None]


def ways_of(
    running_site: RunningSite, jackpot: JackpotState, tables: Sequence[str]
) -> tuple[Way, ...]:
    """A progressive jackpot's figures, one for each way to play it; slow the first time."""
    played = _played(running_site, jackpot)
    opened = [table for name in tables if (table := _table(running_site, name)) is not None]
    ways = [way for table in opened for way in ways_at(played.paytable, table)] or [{}]
    distinct = {tuple(sorted(way.items())): way for way in ways}
    meters = {name: read_shown(level) for name, level in jackpot.levels.items()}
    found = []
    for key in distinct:
        try:
            found.append(
                _way(replace(_analysis(ByContent(played.terms, played), key), meters_cents=meters))
            )
        except Refusal:
            continue  # a house's own game may have no counts yet
    return tuple(found)


class PastBreakEven(NamedTuple):
    """A top meter at which the house has no edge left."""

    level: str
    shown_cents: Cents
    break_even_cents: Cents


def past_break_even(jackpot: JackpotState, ways: Sequence[Way]) -> PastBreakEven | None:
    """The jackpot's top meter where it has reached its break-even, the lowest of all ways."""
    found = [
        PastBreakEven(
            way.top_level, read_shown(jackpot.levels[way.top_level]), way.break_even_cents
        )
        for way in ways
        if way.break_even_cents is not None
    ]
    lowest = min(found, key=lambda each: each.break_even_cents, default=None)
    return lowest if lowest and lowest.shown_cents >= lowest.break_even_cents else None


def house_edge(
    running_site: RunningSite, jackpot: JackpotState, tables: Sequence[str]
) -> Fraction | None:
    """A house jackpot's smallest edge at the amounts posted now, before envy; none if a house's own
    game has no counts."""
    opened = [table for name in tables if (table := _table(running_site, name)) is not None]
    try:
        return min(edges_of(_played(running_site, jackpot), opened).values())
    except Refusal:
        return None


def hours_to(wagers: Fraction | None, play: PlayPace | None, *, now_ms: int) -> Fraction | None:
    """How long so many wagers take at the recent pace; none while nobody plays."""
    pace = wagers_per_hour(play, now_ms=now_ms)
    return None if wagers is None or not pace else wagers / pace


def wagers_per_hour(play: PlayPace | None, *, now_ms: int) -> Fraction | None:
    """Wagers in an hour, over the last days or since the first wager."""
    if play is None or now_ms - play.since_ms < PACE_LEAST_MS:
        return None
    return Fraction(play.bets * HOUR_MS, now_ms - play.since_ms)


def known_paytable(paytable: Paytable) -> ByContent[Paytable]:
    """A paytable, told apart by its file."""
    return ByContent((paytable.id, paytable.sha256), paytable)


# ---- inside -------------------------------------------------------------------------------------


def _played(running_site: RunningSite, jackpot: JackpotState) -> PlayedJackpot:
    """The jackpot as the floor plays it now."""
    paytable = running_site.paytable_lookup[jackpot.terms.paytable]
    return PlayedJackpot(jackpot.jackpot, jackpot.terms, paytable)


@lru_cache(maxsize=KEPT)
def _analysis(asked: ByContent[PlayedJackpot], options: tuple[tuple[str, str], ...]) -> Analysis:
    return analyze(asked.value.own_paytable(), dict(options))


def _way(analysis: Analysis) -> Way:
    lines = analysis.meter_lines
    return Way(
        options=", ".join(
            setting_said(name, str(value))
            for name, value in own_settings(analysis.paytable, analysis.options).items()
        ),
        edge_now=analysis.house_edge,
        edge_long_run=analysis.long_run_edge,
        break_even_cents=analysis.break_even_cents,
        top_level=lines[0].level if lines else "",
        wagers_between={each.level.name: each.rounds_between_hits for each in analysis.levels},
        average_award_cents={each.level.name: each.average_award_cents for each in analysis.levels},
    )


class _SiteFile(NamedTuple):
    """What a site file's tables are built from; what is read again is another object."""

    site: Site
    paytables: Paytables
    profile: Profile


def _table(running_site: RunningSite, name: str) -> Table | None:
    """A table from the site file with its settings; none if it was opened another way."""
    file = _SiteFile(running_site.site, running_site.paytables, running_site.profile)
    return _built_table(ByContent((id(file.site), id(file.paytables), file.profile), file), name)


@lru_cache(maxsize=TABLES_KEPT)
def _built_table(asked: ByContent[_SiteFile], name: str) -> Table | None:
    site, paytables, profile = asked.value
    for table in site.tables:
        if table.table == name:
            played = {each.jackpot: as_played(each, paytables, profile) for each in site.jackpots}
            check = TableCheck(table, profile, Faults(site.file))
            return check.build_table(played, frozenset(played), paytables)
    return None
