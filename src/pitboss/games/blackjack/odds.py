"""Blackjack's side bets, and the game itself by basic strategy (BJ-1 to BJ-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cache

from pitboss.games.blackjack.point_hands import BlackjackRules, full_shoe, rules_of
from pitboss.games.blackjack.rules import GAME
from pitboss.games.blackjack.solution import Solution, stored_solution
from pitboss.maths.cases import Case, Cases, odds, single
from pitboss.maths.counting import Counts, tally
from pitboss.maths.threads import need_numba
from pitboss.rules.game import YES_NO, Option, Setting
from pitboss.rules.paytable import Paytable

DECKS = Option("decks", (6, 8, 4, 2, 1), "Decks in the shoe.")
JACKPOT_DECKS = Option("decks", (6, 8), "Decks in the shoe.")
ACE_TWO = Option("ace_two", YES_NO, "Whether ace-two is a straight.")
THIRD_CARD = Option(
    "third_card",
    ("player", "dealer"),
    "Whose card is the third; a pair of sevens always takes one, so both are alike.",
)

# The game's settings that the best play depends on.
PLAYED_BY = ("decks", *(field.name for field in fields(BlackjackRules)))


def house_settings() -> tuple[Option, ...]:
    """The game's own options that change the best play."""
    known = {option.name: option for option in GAME.options}
    return tuple(known[name] for name in PLAYED_BY)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    if slot == "base":
        return house_settings()
    return {
        "house_money": (DECKS, ACE_TWO),
        "blazing_7s": (JACKPOT_DECKS, THIRD_CARD),
        "trilux": (JACKPOT_DECKS,),
    }[slot]


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "base":
        return _base(paytable, solution(settings, counts))
    weights = tally(counts, "sides", str(settings["decks"]), paytable.slot)
    total = weights.pop("total")
    assert total == sum(weights.values())
    if paytable.slot == "house_money":
        weights = _house_money(weights, ace_two=settings["ace_two"] == "yes")
    return single(paytable, weights)


def _house_money(weights: dict[str, int], *, ace_two: bool) -> dict[str, int]:
    """Ace-two counts as a straight, or as nothing."""
    for name in ("straight_flush", "straight"):
        weights[name if ace_two else "nothing"] += weights.pop(f"{name}_ace_two")
    return weights


def solution(settings: Mapping[str, Setting], counts: Counts) -> Solution:
    """The stored solution for these settings, or a new one: that takes numba and seconds."""
    rules, decks = rules_of(settings), int(settings["decks"])
    return stored_solution(rules, decks=decks, counts=counts) or _solved(rules, decks)


@cache
def _solved(rules: BlackjackRules, decks: int) -> Solution:
    need_numba()
    from pitboss.games.blackjack.best_play import solve

    return solve(rules, shoe=full_shoe(decks), report=lambda _done: None)


def _base(paytable: Paytable, solved: Solution) -> Cases:
    """The naturals paid, and the mean of all other hands; never takes insurance."""
    natural = solved.naturals_paid
    others = 1 - natural
    total = natural.denominator
    staked = (solved.average_stake - natural) / others
    back = staked + solved.return_without_naturals / others
    pays = odds(paytable.prize("blackjack"), paytable)
    return Cases(
        unit="wager",
        cases=(
            Case(
                "blackjack",
                str(paytable.prize("blackjack")),
                int(natural * total),
                Fraction(1),
                1 + pays,
            ),
            Case("all other hands", "on average", int(others * total), staked, back),
        ),
        method="basic strategy by totals from a full shoe, its value exact",
        averaged=True,
        first_actions={
            "blackjack": natural,
            "dealer blackjack": solved.dealer_blackjack,
            **solved.first_actions,
        },
    )
