"""Crazy 4 Poker: the base game with the best play, and every side bet (C4-3 to C4-9, PS-40)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    decided_case,
    four_card_jackpot,
    odds,
    queens_up,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import Paytable

PLAY = {"play_1": 1, "play_3": 3}
ORDER = (
    "play_3", "play_1", "fold", "qualified_win", "unqualified_win", "unqualified_tie",
    "unqualified_loss", "qualified_tie", "qualified_loss",
)  # fmt: skip
STRATEGY = strategy_option("play_king_queen_eight_four", "play_king_high", "play_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    if slot == "base":
        return (STRATEGY,)
    return (FOLDED_QUALIFY,) if slot in ("progressive", "five_card") else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    match paytable.slot:
        case "base":
            return base_game(paytable, counts, settings, _case, order=ORDER)
        case "queens_up":
            return single(paytable, queens_up(tally(counts, "dealt")))
        case "bad_beat":
            return single(paytable, tally(counts, "bad_beat"))
        case _:
            return four_card_jackpot(paytable, settings, counts)


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE, SUPER BONUS and PLAY together (C4-4, C4-5)."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=2, net=-2)
    play = PLAY[action]
    qualified, _, compared = result.partition("_")
    won = {"win": 1, "tie": 0, "loss": -1}[compared]
    net = Fraction(play if qualified == "unqualified" else won * (play + 1))
    if kind != "below_straight":
        net += odds(paytable.prize(kind), paytable)
    elif won < 0:
        net -= 1
    return decided_case(f"{action}, {kind}, {result}", action, weight, staked=2 + play, net=net)
