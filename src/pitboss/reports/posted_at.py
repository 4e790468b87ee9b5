"""What a table posts, as the floor has it: limits, bets and their pays, notices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.floor.facts.values import BundleItem
from pitboss.floor.state.approved import AGGREGATE_ITEM, LIMITS_BETWEEN, PAYTABLE_ITEM, WAGER_ITEM
from pitboss.floor.state.floor import JackpotState, TableState
from pitboss.floor.view.removal import removal_notice
from pitboss.money import Cents, parse_dollars
from pitboss.reports.source import ReportSource
from pitboss.rules import catalog
from pitboss.rules.game import Equal
from pitboss.rules.paytable import Paytable
from pitboss.rules.profile import Profile

HOUSE = "house"


class PostedLimit(NamedTuple):
    """The limits of a wager, and the most its pays may add up to in a round, if there is one."""

    wager: str
    least_cents: Cents
    most_cents: Cents
    aggregate_cents: Cents | None


def limits_at(table: TableState) -> Iterator[PostedLimit]:
    """The limits of a table. A wager that equals another has the other's limits; a wager with only
    an aggregate limit has one line for it."""
    posted = {each.item: each.value for each in table.plays}
    for wager in catalog.game(table.game).wagers:
        equals = wager.relation.to if isinstance(wager.relation, Equal) else ""
        limits = posted.get(WAGER_ITEM + (equals or wager.name))
        aggregate = posted.get(AGGREGATE_ITEM + wager.name)
        if limits is None or (equals and aggregate is None):
            continue
        least, most = map(parse_dollars, limits.split(LIMITS_BETWEEN))
        known = None if aggregate is None else parse_dollars(aggregate)
        yield PostedLimit(wager.name, least, most, known)


def bets_at(source: ReportSource, table: TableState) -> Iterator[Paytable]:
    """The paytables of a table's bets that no meter pays."""
    for each in table.plays:
        if each.item.startswith(PAYTABLE_ITEM):
            found = source.paytable(paytable_id(each))
            if not found.levels:
                yield found


def paytable_id(item: BundleItem) -> str:
    """The paytable that an item names, without its digest."""
    return item.value.partition(" ")[0]


def profile_at(source: ReportSource) -> Profile:
    """The law of the house then."""
    site = source.closing.site
    return source.site.profile if site is None else catalog.profile(site.profile)


def jackpot_notices(source: ReportSource, jackpot: JackpotState) -> Iterator[str]:
    """What a jackpot's letter prints below its pays, and what the law requires beside it."""
    profile = profile_at(source)
    yield from source.paytable(jackpot.terms.paytable).footnotes
    if jackpot.terms.kind == HOUSE:
        yield from profile.house_jackpot_notices.value
    elif any(level.reserve_ppm for level in jackpot.terms.levels):
        yield from [source.site.reserve] if profile.reserve_disclosure.value == "sign" else []
    yield from removal_notice(jackpot, source.site.removal)


def house_notices(source: ReportSource) -> Iterator[tuple[str, str]]:
    """What the law requires a house to post in its own words, by subject."""
    profile = profile_at(source)
    for about in profile.posted_notices.value:
        yield about, source.site.notices[about]
