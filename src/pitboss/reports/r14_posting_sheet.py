"""R14: what must be posted at the end of the period: limits and pays of each table, prizes with
envy and their effective dates, restrictions and notices. Everything is as the floor had it then, by
the record, except the notices in the house's own words. Differences from today's site file are
listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.floor.facts.values import SetTerms
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.approved import (
    AGGREGATE_ITEM,
    NOTHING,
    TITLE_ITEM,
    WAGER_ITEM,
    short,
    terms_items,
)
from pitboss.floor.state.floor import JackpotState
from pitboss.floor.view.labels import lines_of, pay_words
from pitboss.reports.posted_at import (
    bets_at,
    house_notices,
    jackpot_notices,
    limits_at,
    paytable_id,
)
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource
from pitboss.rules.paytable import PLAIN, Loses, Paytable
from pitboss.rules.posted import posted_lines

READERS = ("accounting", "executive", "supervisor", "technician", "auditor")
SIGNERS = ("supervisor",)

LIMITS = columns("table title bet least_wager:money wager_most:money pays_most:money?")
PAYS = columns("bet tables hands:count? hand pays:pay")
PRIZES = columns(
    "jackpot tables wager:money hand pays:pay shown_now:money envy:money valid_from:time",
)
METERS = columns("jackpot level:words shown_now:money seed:money maximum:money")
NOTICES = columns("about:titled tables notice:long")
UNLIKE = columns("posted_at item floor_had:long file_says:long")
TERMS = ("jackpot-opened", "change-applied")
POSTED = (TITLE_ITEM, WAGER_ITEM, AGGREGATE_ITEM)


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Limits by table, pays by bet; prizes and meters by jackpot; restrictions and notices."""
    meters = [
        (
            source.title(name),
            level,
            read_shown(found),
            found.setting.seed_cents,
            found.setting.maximum_cents,
        )
        for name, jackpot in _in_play(source)
        for level, found in jackpot.levels.items()
    ]
    return (
        source.sheet("posted_limits", LIMITS, _limits(source)),
        source.sheet("posted_pays", PAYS, _pays(source)),
        source.sheet("posted_prizes", PRIZES, _prizes(source)),
        source.sheet("posted_meters", METERS, meters),
        source.sheet("posted_notices", NOTICES, _notices(source)),
        source.sheet("posted_unlike", UNLIKE, _unlike(source)),
    )


def _in_play(source: ReportSource) -> Iterator[tuple[str, JackpotState]]:
    for name, jackpot in source.closing.jackpots.items():
        if jackpot.status != "retired" and name not in source.training and _tables(source, name):
            yield name, jackpot


def _tables(source: ReportSource, jackpot: str) -> str:
    return ", ".join(
        name
        for name, table in source.closing.tables.items()
        if jackpot in table.jackpots and not table.closed
    )


def _bets(source: ReportSource) -> dict[str, tuple[Paytable, str]]:
    """The bets that a paytable pays without a meter, each with the tables that had it, by id."""
    found: dict[str, tuple[Paytable, list[str]]] = {}
    for name, table in source.closing.tables.items():
        for paytable in () if table.closed else bets_at(source, table):
            found.setdefault(paytable.id, (paytable, []))[1].append(name)
    return {each: (paytable, ", ".join(tables)) for each, (paytable, tables) in found.items()}


def _pays(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """What each bet pays, best hand first; for each number of hands in the round if that
    matters."""
    for paytable, tables in _bets(source).values():
        for line in posted_lines(paytable):
            for column, prize in zip(paytable.columns, line.prizes, strict=True):
                if not isinstance(prize, Loses):
                    hands = None if column == PLAIN else int(column)
                    pay = pay_words(prize, paytable)
                    yield paytable.bet, tables, hands, line.label.long, pay


def _notices(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """What the law required to be posted beside the pays then: for each jackpot, for each bet, and
    for the house, in its own words."""
    for name, jackpot in _in_play(source):
        for notice in jackpot_notices(source, jackpot):
            yield source.title(name), _tables(source, name), notice
    for paytable, tables in _bets(source).values():
        for footnote in paytable.footnotes:
            yield paytable.bet, tables, footnote
    for about, notice in house_notices(source):
        yield about, "", notice


def _limits(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """The limits of every open table."""
    for name, table in source.closing.tables.items():
        for each in () if table.closed else limits_at(table):
            called = source.site.wagers.get(each.wager, each.wager)
            amounts = each.least_cents, each.most_cents, each.aggregate_cents
            yield (name, table.title, called, *amounts)


def _unlike(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """Every line that differs in today's site file; a jackpot's paytable is one of its terms."""
    bets = _bets(source)
    for name, table in source.closing.tables.items():
        if not table.closed:
            had = {each.item: each.value for each in table.plays if each.item.startswith(POSTED)}
            named = {each.item: paytable_id(each) for each in table.plays}
            had |= {item: value for item, value in named.items() if value in bets}
            yield from _compared(name, had, source.site.tables.get(name, {}))
    for name, jackpot in _in_play(source):
        said = source.site.terms.get(name, {})
        yield from _compared(source.title(name), dict(terms_items(jackpot.terms)), said)


def _compared(
    place: str, had: Mapping[str, str], said: Mapping[str, str]
) -> Iterator[tuple[Cell, ...]]:
    for item in dict.fromkeys((*had, *said)):
        if had.get(item) != said.get(item):
            yield place, item, *(short(each.get(item, NOTHING)) for each in (had, said))


def _prizes(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    since = _valid_from(source)
    for name, jackpot in _in_play(source):
        paytable = source.paytable(jackpot.terms.paytable)
        for line in lines_of(jackpot.terms, paytable):
            now = line.cents
            if line.takes_all_of:
                now = read_shown(jackpot.levels[line.takes_all_of])
            yield (
                source.title(name),
                _tables(source, name),
                jackpot.terms.wager_cents,
                line.label.long,
                line.pay,
                now,
                line.envy_cents,
                since.get(name),
            )


def _valid_from(source: ReportSource) -> dict[str, int]:
    """The effective date of each jackpot's terms."""
    found: dict[str, int] = {}
    for entry in source.before_end(*TERMS):
        event = entry.event
        if event.kind == "jackpot-opened":
            found[event.jackpot] = entry.at_ms
        elif isinstance(event.what, SetTerms):
            found[event.what.jackpot] = entry.at_ms
    return found
