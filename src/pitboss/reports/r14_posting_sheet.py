"""R14: what must be posted at each table at the end of the period: limits, prizes with envy and
notices, and since when they hold. All of it is what the floor had then, by the record; where the
site's file says something else today, that is listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.floor.approved import (
    AGGREGATE_ITEM,
    LIMITS_BETWEEN,
    NOTHING,
    TITLE_ITEM,
    WAGER_ITEM,
    short,
    terms_items,
)
from pitboss.floor.facts.values import SetTerms
from pitboss.floor.meter import shown
from pitboss.floor.state import JackpotState
from pitboss.floor.view.labels import lines_of
from pitboss.floor.view.removal import removal_notice
from pitboss.money import parse_dollars
from pitboss.reports.sheet import LONG, MONEY, PAY, TIME, TOLD, WORDS, Cell, Column, Sheet
from pitboss.reports.source import ReportSource
from pitboss.rules import catalog
from pitboss.rules.game import Equal

READERS = ("accounting", "executive", "supervisor", "technician", "auditor")
SIGNERS = ("supervisor",)

LIMITS = (
    Column("table"), Column("title"), Column("bet"), Column("least_wager", MONEY),
    Column("wager_most", MONEY), Column("pays_most", MONEY),
)  # fmt: skip
PRIZES = (
    Column("jackpot"), Column("tables"), Column("wager", MONEY), Column("hand"),
    Column("pays", PAY), Column("shown_now", MONEY), Column("envy", MONEY),
    Column("valid_from", TIME),
)  # fmt: skip
METERS = (
    Column("jackpot"), Column("level", WORDS), Column("shown_now", MONEY), Column("seed", MONEY),
    Column("maximum", MONEY),
)  # fmt: skip
NOTICES = (Column("jackpot"), Column("tables"), Column("notice", TOLD))
UNLIKE = (
    Column("posted_at"), Column("item"), Column("floor_had", LONG), Column("file_says", LONG),
)  # fmt: skip
TERMS = ("jackpot-opened", "change-applied")
HOUSE = "house"
POSTED = (TITLE_ITEM, WAGER_ITEM, AGGREGATE_ITEM)


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Limits by table; prizes, meters and notices by jackpot."""
    notices = [
        (source.title(name), _tables(source, name), notice)
        for name, jackpot in _in_play(source)
        for notice in _notices(source, jackpot)
    ]
    meters = [
        (
            source.title(name),
            level,
            shown(found),
            found.setting.seed_cents,
            found.setting.maximum_cents,
        )
        for name, jackpot in _in_play(source)
        for level, found in jackpot.levels.items()
    ]
    return (
        source.sheet("posted_limits", LIMITS, _limits(source), optional=("pays_most",)),
        source.sheet("posted_prizes", PRIZES, _prizes(source)),
        source.sheet("posted_meters", METERS, meters),
        source.sheet("posted_notices", NOTICES, notices),
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


def _notices(source: ReportSource, jackpot: JackpotState) -> Iterator[str]:
    """What had to stand beside a jackpot: by the law of that time, of the terms of that time."""
    site = source.closing.site
    profile = source.site.profile if site is None else catalog.profile(site.profile)
    if jackpot.terms.kind == HOUSE:
        yield from profile.house_jackpot_notices.value
    elif any(level.reserve_ppm for level in jackpot.terms.levels):
        yield from [source.site.reserve] if profile.reserve_disclosure.value == "sign" else []
    yield from removal_notice(jackpot, source.site.removal)


def _limits(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """The limits of every table that was open; a wager that equals another has that one's, and a
    line only where all that it pays in a round is limited."""
    for name, table in source.closing.tables.items():
        if table.closed:
            continue
        posted = {each.item: each.value for each in table.plays}
        for wager in catalog.game(table.game).wagers:
            equals = wager.relation.to if isinstance(wager.relation, Equal) else ""
            limits = posted.get(WAGER_ITEM + (equals or wager.name))
            aggregate = posted.get(AGGREGATE_ITEM + wager.name)
            if limits is None or (equals and aggregate is None):
                continue
            yield (
                name,
                table.title,
                source.site.wagers.get(wager.name, wager.name),
                *map(parse_dollars, limits.split(LIMITS_BETWEEN)),
                None if aggregate is None else parse_dollars(aggregate),
            )


def _unlike(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """Every line that the site's file has otherwise today."""
    tables = {
        name: {each.item: each.value for each in table.plays if each.item.startswith(POSTED)}
        for name, table in source.closing.tables.items()
        if not table.closed
    }
    for name, had in tables.items():
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
                now = shown(jackpot.levels[line.takes_all_of])
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
    """Since when the terms of each jackpot hold."""
    found: dict[str, int] = {}
    for entry in source.before_end(*TERMS):
        event = entry.event
        if event.kind == "jackpot-opened":
            found[event.jackpot] = entry.at_ms
        elif isinstance(event.what, SetTerms):
            found[event.what.jackpot] = entry.at_ms
    return found
