"""Four Card Poker: the base game with the best play, Aces Up, progressives (PS-40, PS-42)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    bonus,
    decided_case,
    four_card_jackpot,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import Paytable

BELOW_BONUS = "below_three_of_a_kind"
PLAY = {"fold": 0, "play_1": 1, "play_3": 3}
ORDER = ("play_3", "play_1", "fold", "win", "tie", "loss")
STRATEGY = strategy_option("play_by_up_card", "play_threes_raise_tens", "play_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    if slot == "base":
        return (STRATEGY,)
    return (FOLDED_QUALIFY,) if slot in ("progressive", "five_card") else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "aces_up":
        return single(paytable, tally(counts, "dealt"))
    if paytable.slot != "base":
        return four_card_jackpot(paytable, settings, counts)
    return base_game(paytable, counts, settings, _case, order=ORDER)


def automatic_bonus(paytable: Paytable, kind: str) -> Fraction:
    """What the AUTOMATIC BONUS adds to an ante of one."""
    return Fraction(0) if kind == BELOW_BONUS else bonus(paytable, kind)


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE with its bonus, and PLAY; a tie wins."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=1, net=-1)
    staked = 1 + PLAY[action]
    net = automatic_bonus(paytable, kind) + (-staked if result == "loss" else staked)
    return decided_case(f"{action}, {kind}, {result}", action, weight, staked=staked, net=net)
