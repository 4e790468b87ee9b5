"""Blackjack Switch by basic strategy and the best switch, or a simpler one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from pitboss.games.blackjack_switch.rules import GAME
from pitboss.games.blackjack_switch.switches import STRATEGIES, Switching, naturals, ties
from pitboss.maths.blackjack_odds import BlackjackOdds
from pitboss.maths.cases import Case, Cases, odds
from pitboss.maths.counting import Counts, branch
from pitboss.maths.point_hands import BlackjackRules, full_shoe
from pitboss.maths.threads import need_numba
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

USUAL = BlackjackRules(soft_17="hit", dealer_22="pushes")
BASE = BlackjackOdds(GAME, USUAL)
HOUSE = tuple(
    option for option in GAME.options if option.name in ("switched_blackjack", "blackjack_tie")
)
STRATEGY = Option(
    "strategy",
    STRATEGIES,
    "When to switch: by exact values, by the table's values added up, or never.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (*BASE.settings, *HOUSE, STRATEGY)


def find_switching(settings: Mapping[str, Setting], counts: Counts) -> Switching:
    """The stored solution for these settings, or a new one: that takes numba and half a minute."""
    rules, decks = BASE.rules(settings), int(settings["decks"])
    kept = branch(counts, "base", str(decks))
    name = next((name for name, each in BASE.named.items() if each == rules), "")
    return Switching.of_counts(branch(kept, name)) if name in kept else _solved(rules, decks)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The blackjacks paid, and the mean of all other hands; never takes insurance. A unit is the
    wager of one hand, and every figure is by hand."""
    found = find_switching(settings, counts)
    way = found.ways[str(settings["switched_blackjack"])][str(settings["strategy"])]
    shoe = full_shoe(int(settings["decks"]))
    blackjack, tie = naturals(shoe), ties(shoe)
    natural = way.naturals + (tie if settings["blackjack_tie"] == "wins" else 0)
    others = 1 - natural
    staked = (way.stake - natural) / others
    pays = odds(paytable.prize("blackjack"), paytable)
    paid = str(paytable.prize("blackjack"))
    total = natural.denominator
    return Cases(
        unit="wager",
        cases=(
            Case("blackjack", paid, int(natural * total), Fraction(1), 1 + pays),
            Case("all other hands", "on average", int(others * total), staked,
                 staked + way.win / others),
        ),
        method="basic strategy by totals from a full shoe, with a switch by exact values",
        averaged=True,
        first_actions={
            "dealer blackjack": blackjack,
            "keep": 1 - blackjack - way.switched,
            "switch": way.switched,
        },
    )  # fmt: skip


@cache
def _solved(rules: BlackjackRules, decks: int) -> Switching:
    need_numba()
    from pitboss.games.blackjack_switch.best_switch import solve

    return solve(rules, shoe=full_shoe(decks), report=lambda _done: None)
