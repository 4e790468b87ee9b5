"""A table's prizes by odds: its limits and paytables, as the floor keeps them, and the aggregate
limits that cap them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pitboss.floor.facts.values import OddsPrize
from pitboss.floor.money.exposure import cover_cents
from pitboss.money import Cents, percent_down
from pitboss.rules.game import Equal, Multiple, Range, Wager
from pitboss.rules.paytable import Odds, Paytable
from pitboss.rules.posted import posted_lines
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.model import Site, SiteTable


def odds_prizes_of(table: SiteTable, opened: Table, profile: Profile) -> tuple[OddsPrize, ...]:
    """The best line of every bet that pays by odds, and every line above the law's amount, largest
    first; the same file makes the same list."""
    above = profile.law.cover_second_prize_above.cents
    found = sorted(_prizes(table, opened), key=lambda each: (-each.cents, each.bet, each.hand))
    best = {each.bet: each for each in reversed(found)}
    return tuple(each for each in found if each.cents > above or best[each.bet] is each)


def check_exposure(
    site: Site,
    opened: Mapping[str, Table],
    for_money: Collection[str],
    profile: Profile,
    faults: Faults,
) -> None:
    """Large prizes by odds that need cover, reported before START refuses anybody."""
    above = profile.law.cover_second_prize_above
    prizes = [
        prize.cents
        for table in site.tables
        if table.table in for_money
        for prize in odds_prizes_of(table, opened[table.table], profile)
        if prize.cents > above.cents
    ]
    if needed := cover_cents(prizes):
        faults.warning(
            "COVER_SHORT",
            "table",
            "prizes_odds_above",
            rule=above.rule,
            count=len(prizes),
            amount=above.cents,
            prizes=max(prizes),
            needed=needed,
        )


def check_aggregate(table: SiteTable, opened: Table, profile: Profile, faults: Faults) -> None:
    """Check that the rule allows an aggregate limit."""
    times = profile.aggregate_odds_least
    known = {wager.name: wager for wager in opened.game.wagers}
    for name, limit_cents in table.aggregate.items():
        key = f"aggregate.{name}"
        paytable = opened.paytables.get(known[name].slot) if name in known else None
        if paytable is None:
            faults.error("WAGER_UNKNOWN", key, "table_no_wager", name=name)
            continue
        lines = [each for each in _lines(opened, paytable) if each[0].name == name]
        top = max((odds.numerator // odds.denominator for _, _, odds in lines), default=0)
        least = Cents(_most_cents(opened, known[name]) * times.value)
        if top < max(times.value, 1):
            faults.error(
                "AGGREGATE_WRONG",
                key,
                "odds_too_low",
                rule=times.rule,
                top=top,
                value=max(times.value, 1),
            )
        elif limit_cents < least:
            faults.error(
                "AGGREGATE_WRONG",
                key,
                "less_than_x",
                rule=times.rule,
                limit=limit_cents,
                value=times.value,
                least=least,
            )


def _prizes(table: SiteTable, opened: Table) -> Iterator[OddsPrize]:
    paytables = [*opened.paytables.values(), *filter(None, (opened.second_sensor,))]
    for paytable in paytables:
        for wager, hand, odds in _lines(opened, paytable):
            most = _most_cents(opened, wager)
            pays = odds.pays_cents(most, paytable.wager_cents)
            limit = table.aggregate.get(wager.name)
            cents = pays if limit is None else Cents(min(pays, limit))
            yield OddsPrize(paytable.bet, hand, most, str(odds), cents)


def _lines(opened: Table, paytable: Paytable) -> Iterator[tuple[Wager, str, Odds]]:
    """The lines of a paytable that pay by odds from the house's own money, each with its wager."""
    for line in posted_lines(paytable):
        wager = _wager_of(opened, paytable, line.outcome)
        for prize in dict.fromkeys(line.prizes):
            if isinstance(prize, Odds) and not prize.level:
                yield wager, line.label.long, prize


def _wager_of(opened: Table, paytable: Paytable, outcome: str) -> Wager:
    """The wager that a line pays. If a paytable pays several, it is the one the line is named
    after; otherwise the one the bet is named after; otherwise the largest before the deal."""
    wagers = {each.name: each for each in opened.game.wagers if each.slot == paytable.slot}
    called = paytable.bet.lower().replace(" ", "_")
    named = wagers.get(outcome) or wagers.get(called)
    if named is not None:
        return named
    first = [each for each in wagers.values() if each.before_the_deal]
    return max(first or wagers.values(), key=lambda each: _most_cents(opened, each))


def _most_cents(opened: Table, wager: Wager) -> Cents:
    """The maximum wager: its limit, or what follows from another's, but never above the ceiling."""
    match wager.relation:
        case Equal(to):
            most = _most_cents(opened, opened.game.wager(to))
        case Multiple(of, times):
            most = Cents(_most_cents(opened, opened.game.wager(of)) * times)
        case Range(of, _, most_percent):
            most = percent_down(_most_cents(opened, opened.game.wager(of)), most_percent)
        case _:
            most = opened.limits[wager.name][1]
    return Cents(min(most, opened.ceiling_cents))
