"""R14: what must be posted at each table at the end of the period: limits, prizes with envy and
notices, and since when they hold."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.facts.values import SetTerms
from pitboss.floor.meter import shown
from pitboss.floor.state import JackpotState
from pitboss.floor.view.labels import lines_of
from pitboss.floor.view.removal import removal_notice
from pitboss.reports.sheet import LONG, MONEY, TIME, WORDS, Cell, Column, Sheet
from pitboss.reports.source import ReportSource

READERS = ("accounting", "executive", "supervisor", "technician", "auditor")
SIGNERS = ("supervisor",)

LIMITS = (
    Column("table"), Column("title"), Column("bet"), Column("least_wager", MONEY),
    Column("wager_most", MONEY), Column("pays_most", MONEY),
)  # fmt: skip
PRIZES = (
    Column("jackpot"), Column("tables"), Column("wager", MONEY), Column("hand"), Column("pays"),
    Column("shown_now", MONEY), Column("envy", MONEY), Column("valid_from", TIME),
)  # fmt: skip
METERS = (
    Column("jackpot"), Column("level", WORDS), Column("shown_now", MONEY), Column("seed", MONEY),
    Column("maximum", MONEY),
)  # fmt: skip
NOTICES = (Column("jackpot"), Column("tables"), Column("notice", LONG))
TERMS = ("jackpot-opened", "change-applied")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Limits by table; prizes, meters and notices by jackpot."""
    notices = [
        (source.title(name), _tables(source, name), notice)
        for name, jackpot in _in_play(source)
        for notice in (
            *source.site.notices.get(name, ()),
            *removal_notice(jackpot, source.site.removal),
        )
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


def _limits(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    for name, table in source.closing.tables.items():
        facts = source.site.tables.get(name)
        if table.closed or facts is None:
            continue
        for each in facts.limits:
            yield (
                name,
                facts.title,
                each.words,
                each.least_cents,
                each.most_cents,
                each.aggregate_cents,
            )


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
