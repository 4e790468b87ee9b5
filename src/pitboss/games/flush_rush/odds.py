"""Flush Rush: ANTE and both PLAY bets together."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.maths.cases import Case, Cases, base_game, decided_case, odds, strategy_option
from pitboss.maths.counting import Counts
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

STAKED = {"fold": 1, "play_fold": 2, "play_play": 3}
ORDER = ("play_play", "play_fold", "fold")
STRATEGY = strategy_option("play_three_suited", "play_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the base game."""
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _case(paytable: Paytable, action: str, outcome: str, *, weight: int) -> Case:
    """All of it lost, or both PLAY bets even and the ANTE by its table."""
    staked = STAKED[action]
    if action != "play_play":
        return decided_case(action, action, weight, staked=staked, net=-staked)
    lost = outcome == "nothing"
    net = -staked if lost else 2 + odds(paytable.prize(outcome), paytable)
    return decided_case(f"{action}, {outcome}", action, weight, staked=staked, net=net)
