"""What a house chooses from, with exact figures: paytables with their edge, jackpots with their
cost and return. Everything comes from the stored counts."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from pitboss.maths.analysis import Analysis, analyze, nearest_cents
from pitboss.maths.verdicts import verdicts
from pitboss.money import PPM_WHOLE, Cents
from pitboss.notation import percentage
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Table
from pitboss.site.check import tables_of
from pitboss.site.draft import Draft
from pitboss.site.jackpot_figures import analyses_of, under_maximum, ways_at, with_players
from pitboss.site.model import PROGRESSIVE, Site, SiteJackpot, SiteTable
from pitboss.site.terms import PlayedJackpot, as_played
from pitboss.web.office.figure_words import setting_said
from pitboss.web.office.figures import ByContent, known_paytable

KEPT = 512
USUAL_ZONES = (
    "America/Los_Angeles", "America/Denver", "America/Phoenix", "America/Chicago",
    "America/Detroit", "America/New_York", "America/Anchorage", "Pacific/Honolulu",
)  # fmt: skip
# Regions where people live: any other zone is an old name or a clock without a place.
AREAS = (
    "Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/",
)  # fmt: skip


class PaytableOffer(Struct, frozen=True):
    """A paytable for a table, with the house's share of a wager on it."""

    paytable: str
    title: str
    edge: str


class SlotOffer(Struct, frozen=True):
    """A bet on the layout and the paytables that may pay it; `chosen` is none if it is left out."""

    slot: str
    is_needed: bool
    chosen: str
    paytables: tuple[PaytableOffer, ...]

    @property
    def edge(self) -> str:
        """The edge of the chosen one."""
        return next((each.edge for each in self.paytables if each.paytable == self.chosen), "")


class TemplateOffer(Struct, frozen=True):
    """A game as a house usually opens it."""

    name: str
    title: str
    seats: int
    bets: tuple[SlotOffer, ...]
    jackpot: str


class AssumedPace(Struct, frozen=True, kw_only=True):
    """How much play a house expects, until it knows."""

    rounds_an_hour: int = 40
    wagers_a_round: int = 4
    hours_a_day: int = 12

    @property
    def query(self) -> str:
        """The same as an address query."""
        return f"rounds={self.rounds_an_hour}&wagers={self.wagers_a_round}&hours={self.hours_a_day}"

    def wagers_a_day(self, tables: int) -> int:
        """Wagers per day on a jackpot with so many tables."""
        return self.rounds_an_hour * self.wagers_a_round * self.hours_a_day * tables


class LevelOffer(Struct, frozen=True):
    """One meter: its settings and its figures."""

    level: str
    label: str
    seed_cents: Cents
    rate_ppm: int
    reserve_ppm: int
    maximum_cents: Cents | None
    average_cents: Cents | None
    is_exact: bool
    held_back: Fraction
    days: str


class WagerParts(Struct, frozen=True, kw_only=True):
    """Where a wager goes in the long run; the parts add up to all of it."""

    fixed: str
    envy: str
    meters: str
    reserve: str  # the share that goes through the meters
    held_back: str
    house: str


class OwnSide(Struct, frozen=True, kw_only=True):
    """A jackpot that wins with each player's own base bet, when its letter's house edge is for
    other settings: those settings, and the house's share with them."""

    printed: str
    settings: str
    edge: str


class JackpotOffer(Struct, frozen=True):
    """A jackpot with its expected cost and return."""

    jackpot: str
    title: str
    paytable: str
    is_progressive: bool
    wager_cents: Cents
    usual_cents: Cents  # the paytable's own wager
    levels: tuple[LevelOffer, ...]
    parts: WagerParts
    cash_cents: Cents
    tables: tuple[str, ...]
    may_have: tuple[SiteTable, ...]
    hub: str  # the keeper of its meters; empty: this house
    own_side: OwnSide | None

    @property
    def is_exact(self) -> bool:
        """Whether every figure is exact with the current maximums."""
        return all(level.is_exact for level in self.levels)


# ---- the house ----------------------------------------------------------------------------------


def zones() -> tuple[Sequence[str], Sequence[str]]:
    """The time zones most houses use, and all others."""
    others = {zone for zone in zoneinfo.available_timezones() if zone.startswith(AREAS)}
    return USUAL_ZONES, sorted(others - set(USUAL_ZONES))


# ---- tables -------------------------------------------------------------------------------------


def templates(paytables: Paytables) -> list[TemplateOffer]:
    """Every game."""
    found = []
    for name in catalog.game_names():
        draft = Draft()
        draft.add_table(name)
        site = draft.site()
        opened = tables_of(site, paytables)
        (table,) = site.tables
        title = next((jackpot.title for jackpot in site.jackpots), "")
        bets = slots(table, opened[table.table], paytables)
        chosen = tuple(bet for bet in bets if bet.chosen)
        game = opened[table.table].game.title
        found.append(TemplateOffer(name, game, table.seats, chosen, title))
    return found


def settable(site: Site, table: SiteTable, paytables: Paytables) -> Table | None:
    """A table as the rules play it; without its jackpots if they conflict, so the rest can be
    set."""
    alone = replace(site, tables=(replace(table, jackpots=()),))
    opened = tables_of(site, paytables)
    return opened.get(table.table) or tables_of(alone, paytables).get(table.table)


def slots(table: SiteTable, opened: Table, paytables: Paytables) -> list[SlotOffer]:
    """A table's bets that aren't jackpots, each with the paytables that may pay it."""
    offers = []
    for slot in opened.game.slots:
        ids = paytables.ids_for(opened.game.name, slot)
        if found := [each for each in map(paytables.get, ids) if not each.levels]:
            chosen = table.paytables.get(slot.name, "")
            offered = tuple(
                PaytableOffer(each.id, each.title, edge_text(each, opened)) for each in found
            )
            offers.append(SlotOffer(slot.name, slot.name == "base", chosen, offered))
    return offers


def edge_text(paytable: Paytable, table: Table) -> str:
    """The house's share of a wager at a table, over all the ways to play it."""
    edges = []
    for way in ways_at(paytable, table):
        found = _edge(known_paytable(paytable), tuple(sorted(way.items())))
        if found is None:
            return ""
        edges.append(found)
    least, most = min(edges), max(edges)
    return percent(least) if least == most else f"{percent(least)} – {percent(most)}"


@lru_cache(KEPT)
def _edge(asked: ByContent[Paytable], way: tuple[tuple[str, str], ...]) -> Fraction | None:
    try:
        return analyze(asked.value, dict(way)).house_edge
    except Refusal:
        return None  # a house's own game may have no counts yet


def percent(value: Fraction) -> str:
    """A part of a wager, as a person reads it."""
    return percentage(f"{float(100 * value):.2f} %")


# ---- jackpots -----------------------------------------------------------------------------------


def jackpots(site: Site, paytables: Paytables, pace: AssumedPace) -> list[JackpotOffer]:
    """Every jackpot in a draft; the site check handles unreadable ones."""
    profile = catalog.profile(
        site.profile if site.profile in catalog.profile_names() else catalog.PROFILE_DEFAULT
    )
    opened = tables_of(site, paytables)
    found = []
    for jackpot in site.jackpots:
        try:
            played = as_played(jackpot, paytables, profile)
            found.append(_jackpot(site, jackpot, played, opened, pace))
        except Refusal:
            continue
    return found


def _jackpot(
    site: Site,
    jackpot: SiteJackpot,
    played: PlayedJackpot,
    opened: Mapping[str, Table],
    pace: AssumedPace,
) -> JackpotOffer:
    sharing = [table.table for table in site.tables_of(jackpot.jackpot)]
    at = [
        opened[name]
        for name in sharing
        if name in opened and played.paytable.slot in opened[name].paytables
    ]
    is_progressive = jackpot.kind == PROGRESSIVE

    def edge(each: Analysis) -> Fraction:
        return each.long_run_edge if is_progressive else each.house_edge or Fraction(0)

    analysis = min(analyses_of(played, at, players=pace.wagers_a_round), key=edge)
    wagers = pace.wagers_a_day(max(1, len(sharing)))
    levels = _levels(played, analysis, wagers)
    return JackpotOffer(
        jackpot.jackpot,
        jackpot.title or played.paytable.title,
        played.paytable.title,
        is_progressive,
        played.terms.wager_cents,
        played.paytable.wager_cents or played.terms.wager_cents,
        levels,
        _parts(played, analysis, levels, edge(analysis)),
        Cents(sum(level.seed_cents for level in played.terms.levels)),
        tuple(sharing),
        tuple(table for table in site.tables if table.game in played.paytable.games),
        jackpot.wide,
        _own_side(played, analysis),
    )


def _own_side(played: PlayedJackpot, analysis: Analysis) -> OwnSide | None:
    """Why the house keeps so much when one side wins and the letter assumes either (MB-5)."""
    if analysis.options.get("side") in (None, "either"):
        return None
    paytable = played.paytable
    found = _printed_edge(known_paytable(paytable))
    if found is None or found.reading.get("side") != "either":
        return None
    # The table sets the shoe.
    changed = {name: value for name, value in found.reading.items() if name != "decks"}
    options = {name: str(value) for name, value in analysis.options.items()} | changed
    return OwnSide(
        printed=found.printed,
        settings=", ".join(setting_said(name, value) for name, value in changed.items()),
        edge=percent(analyze(played.own_paytable(), options).long_run_edge),
    )


class _PrintedEdge(NamedTuple):
    """A letter's house edge, and the settings that match it exactly or most closely."""

    printed: str
    reading: Mapping[str, str]


@lru_cache(KEPT)
def _printed_edge(asked: ByContent[Paytable]) -> _PrintedEdge | None:
    for each in verdicts(asked.value):
        if each.figure == "house_edge":
            parts = (part.partition(" ") for part in each.reading.split(", "))
            return _PrintedEdge(each.printed, {name: value for name, _, value in parts})
    return None


def _parts(
    played: PlayedJackpot, analysis: Analysis, levels: Sequence[LevelOffer], edge: Fraction
) -> WagerParts:
    """A fixed pay from a meter counts toward the meter. Money held back by a maximum belongs to the
    players, never the house; nobody wins it while the maximum applies."""
    envy = analysis.envy_return
    fixed, meters, held_back = 1 - edge - envy, Fraction(0), Fraction(0)
    if played.terms.levels:
        fixed = analysis.fixed_return - analysis.fixed_from_meter
        held_back = sum((level.held_back for level in levels), Fraction(0))
        meters = 1 - edge - envy - fixed - held_back
    reserve_ppm = sum(level.reserve_ppm for level in levels)
    return WagerParts(
        fixed=percent(fixed),
        envy=percent(envy) if played.paytable.envy else "",
        meters=percent(meters) if played.terms.levels else "",
        reserve=percent(Fraction(reserve_ppm, PPM_WHOLE)) if reserve_ppm else "",
        held_back=percent(held_back) if held_back else "",
        house=percent(edge),
    )


def _levels(played: PlayedJackpot, analysis: Analysis, wagers: int) -> tuple[LevelOffer, ...]:
    figures = {each.level.name: each for each in analysis.levels}
    offers = []
    for level in played.terms.levels:
        found = figures[level.level]
        run = under_maximum(found, analysis, level.maximum_cents)
        offers.append(
            LevelOffer(
                level.level,
                played.paytable.level_label(level.level) or level.level,
                level.seed_cents,
                level.rate_ppm,
                level.reserve_ppm,
                level.maximum_cents,
                None if run.average_cents is None else nearest_cents(run.average_cents),
                run.is_exact,
                run.held_back,
                _days(found.rounds_between_hits, wagers),
            )
        )
    return tuple(offers)


def _days(wagers_between: Fraction | None, wagers_a_day: int) -> str:
    """Average days between two hits of a meter."""
    if wagers_between is None or not wagers_a_day:
        return ""
    days = wagers_between / wagers_a_day
    return f"{float(days):,.1f}" if days < 10 else f"{float(days):,.0f}"


def new_jackpots(site: Site, paytables: Paytables, pace: AssumedPace) -> list[PaytableOffer]:
    """The paytables with meters for any table in a draft, at an assumed pace."""
    games = {table.game for table in site.tables}
    found = []
    for each in paytables.ids():
        paytable = paytables.get(each)
        at = next((game for game in paytable.games if game in games), "")
        if not paytable.levels or not at:
            continue
        try:
            options = {"game": at} if len(paytable.games) > 1 else {}
            options |= with_players(paytable, pace.wagers_a_round)
            edge = percent(analyze(paytable, options).long_run_edge)
        except Refusal:
            edge = ""
        found.append(PaytableOffer(each, paytable.title, edge))
    return found


def only_table(site: Site, jackpot: str, paytables: Paytables) -> str:
    """The only table that could have a jackpot beside its others; none if there are several or no
    such tables."""
    games = next(
        paytables.get(each.paytable).games for each in site.jackpots if each.jackpot == jackpot
    )
    fitting = []
    for table in site.tables:
        alone = replace(site, tables=(replace(table, jackpots=(*table.jackpots, jackpot)),))
        if table.game in games and tables_of(alone, paytables):
            fitting.append(table.table)
    return fitting[0] if len(fitting) == 1 else ""


def cash_cents(offers: Iterable[JackpotOffer]) -> Cents:
    """The money that must be in the bank before the first round for money."""
    return Cents(sum(offer.cash_cents for offer in offers))
