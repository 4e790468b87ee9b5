"""Pai gow poker: the base game set the house way or looking at the dealer, and the bonuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.games.pai_gow.rules import FACE_UP, FORTUNE_OUTCOMES, THREE_FIRST
from pitboss.maths.cases import Cases, decided_case, odds, single
from pitboss.maths.counting import Counts, branch, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

BOTH = "three_of_a_kind_and_straight"
HIGHS = (
    "pair_or_better", "nine_high", "ten_high", "jack_high", "queen_high", "king_high", "ace_high",
)  # fmt: skip
LOWS = ("other_low", "nine_high_low")
# The dealer's hand that pushes, by the scheme of the base paytable.
PUSHING = {"queen_high": "queen_high", FACE_UP: "ace_high", "nine_high_low": "nine_high_low"}
SIMULATED = "simulated: 4,000,000 rounds, standard error 0.04 % of the wager"
STRATEGY = Option(
    "strategy",
    ("looking", "house_way"),
    "How the player sets: to beat the dealer's hand where it is face up and the house way where "
    "it isn't, or always the house way.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,) if slot == "base" else (THREE_FIRST,)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "base":
        looks = settings["strategy"] == "looking" and paytable.scheme == FACE_UP
        found = _base(paytable, branch(counts, "base", "looking" if looks else "house_way"))
        return replace(found, method=SIMULATED) if looks else found
    weights = tally(counts, "fortune")
    both = weights.pop(BOTH)
    three = settings[THREE_FIRST.name] == "yes"
    weights["three_of_a_kind" if three else "straight"] += both
    return single(paytable, {name: weights[name] for name in FORTUNE_OUTCOMES})


def _base(paytable: Paytable, counts: Counts) -> Cases:
    """Wins, pushes and losses, with those of the dealer's pushing hand apart."""
    pushing = PUSHING.get(paytable.scheme, "")
    found = dict.fromkeys(("win", "dealer_pushes", "push", "loss"), 0)
    for high in HIGHS:
        for low in LOWS:
            for result, weight in tally(counts, high, low).items():
                found["dealer_pushes" if pushing in (high, low) else result] += weight
    nets: dict[str, Fraction | int] = {"win": odds(paytable.prize("win"), paytable), "loss": -1}
    return Cases(
        "wager",
        tuple(
            decided_case(result, "", weight, staked=1, net=nets.get(result, 0))
            for result, weight in found.items()
            if weight
        ),
    )
