"""6-5-4 Poker: the base game with the best play, and Queens Up (SF-3 to SF-6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    bonus,
    decided_case,
    queens_up,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ORDER = ("six", "five", "four", "play", "fold", "win", "tie", "loss")
STRATEGY = strategy_option(
    "play_threes_king_queen_queen_ten", "play_pair_king_queen", "play_everything"
)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "queens_up":
        return single(paytable, queens_up(tally(counts, "dealt")))
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _case(
    paytable: Paytable, dealer: str, action: str, kind: str, result: str, *, weight: int
) -> Case:
    """ANTE with its bonus, and PLAY (SF-3, SF-4)."""
    if action == "fold":
        return decided_case(f"dealer {dealer}, fold", action, weight, staked=1, net=-1)
    net = Fraction({"win": 2, "tie": 0, "loss": -2}[result])
    if kind != "below_straight_flush":
        net += bonus(paytable, kind)
    outcome = f"dealer {dealer}, play, {kind}, {result}"
    return decided_case(outcome, action, weight, staked=2, net=net)
