"""Let It Ride: the three bets by the best play, 3 CARD BONUS and the five-card progressive (PS-42).

The best play is counted for the pays of our own paytables; a house that pays otherwise is refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    decided_case,
    find_counted,
    five_cards,
    odds,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, branch, leaves, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

# What a bet wins to one, from the worst outcome to the best: the pays that the best play is
# counted for.
COUNTED = {
    "1000-200-50-11-8-5": (-1, 1, 2, 3, 5, 8, 11, 50, 200, 1000),
    "500-200-50-11-8-5": (-1, 1, 2, 3, 5, 8, 11, 50, 200, 500),
    "500-100-25-15-10-5": (-1, 1, 2, 3, 5, 10, 15, 25, 100, 500),
}
USUAL = next(iter(COUNTED))
# What is done with bets 1 and 2, and how many bets then ride.
ACTIONS = {
    "take back, take back": 1, "take back, ride": 2, "ride, take back": 2, "ride, ride": 3,
}  # fmt: skip
ORDER = tuple(reversed(ACTIONS))
STRATEGY = strategy_option("ride_ties", "ride_when_paid", "ride_everything", "take_back_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "base":
        below = (find_counted(paytable, COUNTED),)
        return base_game(paytable, counts, settings, _case, order=ORDER, below=below)
    if paytable.slot == "three_card_bonus":
        return single(paytable, tally(counts, "three_card_bonus"))
    dealt = leaves(branch(counts, "base", USUAL))
    return single(paytable, five_cards((kind, deals) for (_, kind), deals in dealt))


def _case(paytable: Paytable, action: str, kind: str, *, weight: int) -> Case:
    """The bets that ride; a bet taken back isn't staked."""
    staked = ACTIONS[action]
    net = staked * odds(paytable.prize(kind), paytable)
    return decided_case(f"{action}, {kind}", action, weight, staked=staked, net=net)
