"""High Card Flush: the base game with the best play, FLUSH and STRAIGHT FLUSH."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.high_card_flush.rules import ACE_LOW, FLUSHES
from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    base_odds,
    decided_case,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

RAISE = {"raise_3": 3, "raise_2": 2, "raise_1": 1}
ORDER = (*RAISE, "fold", *reversed(FLUSHES), "win", "unqualified", "tie", "loss")
STRATEGY = strategy_option("raise_ten_eight_six", "raise_nine_high", "raise_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return {"base": (STRATEGY,), "straight_flush": (ACE_LOW,)}.get(slot, ())


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "base":
        return base_game(paytable, counts, settings, _case, order=ORDER)
    below = (str(settings["ace_low"]),) if paytable.slot == "straight_flush" else ()
    return single(paytable, tally(counts, paytable.slot, *below))


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE and RAISE."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=1, net=-1)
    staked, pays = 1 + RAISE[action], base_odds(paytable)["win"]
    nets: dict[str, Fraction | int] = {
        "win": pays * staked,
        "unqualified": pays,
        "tie": Fraction(0),
        "loss": -staked,
    }
    return decided_case(
        f"{action}, {kind}, {result}", action, weight, staked=staked, net=nets[result]
    )
