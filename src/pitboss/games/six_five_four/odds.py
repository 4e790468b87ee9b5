"""6-5-4 Poker: the base game with the best play, and Queens Up (SF-3 to SF-6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import (
    Case,
    Cases,
    bonus,
    decided,
    queens_up,
    single,
    strategy_option,
    together,
)
from pitboss.maths.counting import Counts, branch, leaves, of_strategy, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

STRATEGY = strategy_option(
    "play_threes_king_queen_queen_ten", "play_pair_king_queen", "play_everything"
)


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "queens_up":
        return single(paytable, queens_up(tally(counts, "dealt")))
    return _base(paytable, of_strategy(counts, str(settings["strategy"])))


def _base(paytable: Paytable, played: Counts) -> Cases:
    found = (
        _case(paytable, path, weight)
        for dealer in ("six", "five", "four")
        for path, weight in leaves(branch(played, dealer), dealer)
    )
    return Cases(unit="ante", cases=together(found))


def _case(paytable: Paytable, path: tuple[str, ...], weight: int) -> Case:
    """ANTE with its bonus, and PLAY (SF-3, SF-4)."""
    dealer, action, kind, result = path
    if action == "fold":
        return decided(f"dealer {dealer}, fold", action, weight, staked=1, net=-1)
    net = Fraction({"win": 2, "tie": 0, "loss": -2}[result])
    if kind != "below_straight_flush":
        net += bonus(paytable, kind)
    outcome = f"dealer {dealer}, play, {kind}, {result}"
    return decided(outcome, action, weight, staked=2, net=net)
