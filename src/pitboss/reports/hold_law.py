"""What the house should keep of a jackpot's wagers, and how far chance moves it: exact fractions.

A wager keeps what its rates don't give to meters, less what its hand costs the house: a pay from
the tray or a posted amount, the seed of a level that it takes whole, and envy for each other wager
of the round. What meters pay is the players' own money and costs nothing here. The moments hold for
wagers that win or lose on their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from pitboss.books.play_sums import BASE_ITEM, Played, PlayOffer, plus
from pitboss.floor.facts.values import JackpotTerms
from pitboss.floor.state.approved import OPTION_ITEM
from pitboss.maths import parts
from pitboss.maths.analysis import Analysis, analyze, options_for
from pitboss.maths.cases import Case, Cases
from pitboss.money import PPM_WHOLE, Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.envy import envy_cents
from pitboss.rules.game import Setting
from pitboss.rules.house_jackpot import with_posted
from pitboss.rules.paytable import PLAIN, Fixed, Odds, Paytable
from pitboss.rules.round import Table
from pitboss.rules.scaling import at_wager

DEVIATIONS = Fraction(49, 25)  # 1.96 standard deviations: 95 % of results, both sides
FIRM = 25  # Cochran's rule: 95 % needs more than 25 times the skewness squared in wagers
KEPT = 512  # offers of a house, now and before
HOUSE = "house"  # the kind of jackpot whose amounts are posted
Polynomial: TypeAlias = tuple[Fraction, ...]  # by powers of the other wagers in the round


class WagerLaw(Struct, frozen=True):
    """One wager, in cents: what the house keeps on average, and the variance and third central
    moment of that, each as a polynomial in the number of other wagers of its round."""

    mean: Polynomial
    variance: Polynomial
    third: Polynomial


class HoldLimits(Struct, frozen=True):
    """What the house should have kept of some wagers, in cents, and between which whole cents 95 %
    of results lie. The two means differ where players choose between ways that differ."""

    least_mean: Fraction
    most_mean: Fraction
    low_cents: Cents
    high_cents: Cents
    is_firm: bool  # enough wagers for 95 % to be right

    @property
    def mean(self) -> Fraction | None:
        """The theory, where there is one figure."""
        return self.least_mean if self.least_mean == self.most_mean else None


def limits_of(played: Iterable[tuple[PlayOffer, Played]], own_paytables: str) -> HoldLimits | None:
    """The limits of wagers on several offers; None if one of them has no exact law."""
    least = most = variance = third = Fraction(0)
    alike: dict[tuple[str, str], Played] = {}
    for offer, each in played:
        if each.bets:
            key = offer.plays, offer.terms
            alike[key] = plus(alike.get(key, Played()), each)
    for (plays, terms), each in alike.items():
        laws = laws_of(plays, terms, own_paytables)
        if not laws:
            return None
        means = [_total(law.mean, each) for law in laws]
        least, most = least + min(means), most + max(means)
        variance += max(_total(law.variance, each) for law in laws)
        third += max(abs(_total(law.third, each)) for law in laws)
    if variance < 0:  # more voids than wagers: no result to judge
        return None
    reach = variance * DEVIATIONS**2
    low = _floor(least) - _root_up(reach)
    high = -_floor(-most) + _root_up(reach)
    return HoldLimits(least, most, Cents(low), Cents(high), FIRM * third**2 < variance**3)


class OfferedWager(NamedTuple):
    """A wager as it was offered: its file, the paytable as played, its terms, and the exact figures
    of each way a table plays it."""

    file: Paytable
    paytable: Paytable
    terms: JackpotTerms
    analyses: tuple[Analysis, ...]


@lru_cache(maxsize=KEPT)
def offered_wager(plays: str, terms: str, own_paytables: str) -> OfferedWager | None:
    """A wager from the journal's record of an offer; None if nobody knows its chances: a hub has
    the jackpot, winners share an award, the paytable's file isn't the one that was played, or the
    game has no exact counts."""
    played = terms_of(terms)
    items: dict[str, str] = msgspec.json.decode(plays, type=dict[str, str])
    known = _paytables(own_paytables)
    try:
        file = known.get(played.paytable)
        paytable = at_wager(file, played.wager_cents)
        if played.kind == HOUSE:
            paytable = with_posted(paytable, dict(played.house_prizes))
        if played.wide or paytable.splits_awards or file.sha256 != played.paytable_sha256:
            return None
        found = tuple(analyze(paytable, way) for way in _ways(paytable, items, known))
    except Refusal:
        return None
    if any(each.cases.averaged for each in found):
        return None
    return OfferedWager(file, paytable, played, found)


def terms_of(terms: str) -> JackpotTerms:
    """A jackpot's terms, from the journal's record of an offer."""
    return msgspec.json.decode(terms, type=JackpotTerms)


@lru_cache(maxsize=KEPT)
def laws_of(plays: str, terms: str, own_paytables: str) -> tuple[WagerLaw, ...]:
    """The law of a wager, one for each way a table plays it; none if nobody knows it."""
    wager = offered_wager(plays, terms, own_paytables)
    if wager is None:
        return ()
    cents = wager.terms.wager_cents
    envy = {
        outcome: Fraction(envy_cents(wager.file, outcome, wager_cents=cents) or 0)
        for outcome in wager.file.envy
    }
    laws = (_law(each.cases, wager.paytable, wager.terms, envy) for each in wager.analyses)
    return tuple(dict.fromkeys(laws))


@lru_cache(maxsize=2)
def _paytables(own: str) -> Paytables:
    return Paytables(Path(own) if own else None)


def _ways(
    paytable: Paytable, items: Mapping[str, str], paytables: Paytables
) -> list[dict[str, str]]:
    """The options of each way the table plays the wager, as the journal has them."""
    options: dict[str, Setting] = {
        name.removeprefix(OPTION_ITEM): value
        for name, value in items.items()
        if name.startswith(OPTION_ITEM)
    }
    base, _, _ = items.get(BASE_ITEM, "").partition(" ")
    chosen = {"base": paytables.get(base)} if base else {}
    table = Table(catalog.game(items["game"]), options, chosen, {}, Cents(0))
    known = {option.name for option in options_for(paytable.id, paytable)}
    settings = {**options, "game": items["game"]}
    ways = parts.ways_at(table, paytable.slot) if options else ({},)
    return [
        {name: str(value) for name, value in {**settings, **way}.items() if name in known}
        for way in ways
    ]


def _law(
    cases: Cases, paytable: Paytable, terms: JackpotTerms, envy: Mapping[str, Fraction]
) -> WagerLaw:
    given_ppm = sum(level.rate_ppm + level.reserve_ppm for level in terms.levels)
    kept = Fraction(terms.wager_cents * (PPM_WHOLE - given_ppm), PPM_WHOLE)
    nothing = Fraction(0)
    costs = [
        (
            Fraction(case.weight, cases.total),
            _cost(case, paytable, terms),
            envy.get(case.outcome, nothing),
        )
        for case in cases.cases
    ]
    own = sum((chance * cost for chance, cost, _ in costs), nothing)
    others = sum((chance * each for chance, _, each in costs), nothing)

    def moment(of_own: int, of_others: int) -> Fraction:
        parts = (
            chance * (cost - own) ** of_own * (each - others) ** of_others
            for chance, cost, each in costs
        )
        return sum(parts, nothing)

    return WagerLaw(
        (kept - own, -others),
        (moment(2, 0), 2 * moment(1, 1), moment(0, 2)),
        (moment(3, 0), 3 * moment(2, 1), 3 * moment(1, 2), moment(0, 3)),
    )


def _cost(case: Case, paytable: Paytable, terms: JackpotTerms) -> Fraction:
    """What a case costs the house before envy, in cents."""
    if case.share:
        seeds = {level.level: level.seed_cents for level in terms.levels}
        return Fraction(seeds[case.level] if case.share == 1 else 0)
    prize = paytable.columns.get(PLAIN, {}).get(case.outcome)
    if isinstance(prize, Odds | Fixed) and terms.pays_fixed_from(prize.level):
        return Fraction(terms.wager_cents if prize.returns_stake else 0)
    return case.back * terms.wager_cents


def _total(polynomial: Polynomial, played: Played) -> Fraction:
    powers = (played.bets, played.others, played.others_2, played.others_3)
    return sum(
        (factor * power for factor, power in zip(polynomial, powers, strict=False)), Fraction(0)
    )


def _floor(amount: Fraction) -> int:
    return amount.numerator // amount.denominator


def _root_up(amount: Fraction) -> int:
    """The smallest whole number whose square is at least this."""
    whole = -_floor(-amount)
    root = isqrt(whole)
    return root + (root * root < whole)
