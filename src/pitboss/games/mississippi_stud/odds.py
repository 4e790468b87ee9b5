"""Mississippi Stud: ante and bets by the best play, 3 CARD BONUS and the five-card progressive
(PS-42).

The best play is counted for the pays of our own paytables; a house that pays otherwise is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    count_qualifying,
    decided_case,
    find_counted,
    five_cards,
    odds,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, branch, leaves, tally
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Table

# What ante and bets win to one, from the worst outcome to the best: the pays that the best play is
# counted for.
COUNTED = {
    "500-100-40-10-6-4": (-1, 0, 1, 2, 3, 4, 6, 10, 40, 100, 500),
    "500-100-40-10-6-5": (-1, 0, 1, 2, 3, 5, 6, 10, 40, 100, 500),
}
USUAL = next(iter(COUNTED))
PAYS = Option("pays", tuple(COUNTED), "What the bets pay; it decides which hands are folded.")
FOLD = "fold"
ANTES = ("1", "3")  # no best play bets two
# The bets on each street until the hand is over, in antes.
ACTIONS = tuple(
    ", ".join((*(f"bet {antes}" for antes in bets), *end))
    for streets, end in ((0, (FOLD,)), (1, (FOLD,)), (2, (FOLD,)), (3, ()))
    for bets in product(ANTES, repeat=streets)
)
STRATEGY = strategy_option("bet_ties", "bet_by_points", "bet_one_always")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return {"base": (STRATEGY,), "five_card": (FOLDED_QUALIFY, PAYS)}.get(slot, ())


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "base":
        below = (find_counted(paytable, COUNTED),)
        return base_game(paytable, counts, settings, _case, order=ACTIONS[::-1], below=below)
    if paytable.slot == "three_card_bonus":
        return single(paytable, tally(counts, "three_card_bonus"))
    dealt = list(leaves(branch(counts, "base", str(settings["pays"]))))
    everything = five_cards((kind, deals) for (_, kind), deals in dealt)
    played = five_cards((kind, deals) for (way, kind), deals in dealt if not way.endswith(FOLD))
    folded_qualify = settings["folded_qualify"] == "yes"
    return single(paytable, count_qualifying(everything, played, folded_qualify=folded_qualify))


def ways_at(table: Table, slot: str) -> tuple[dict[str, Setting], ...]:
    """The pays of the bets decide which hands to fold, if folded hands can't win."""
    base = table.paytables.get("base")
    if slot == "five_card" and table.options["folded_qualify"] == "no" and base:
        return ({"pays": find_counted(base, COUNTED)},)
    return ({},)


def _case(paytable: Paytable, action: str, kind: str, *, weight: int) -> Case:
    """ANTE and bets together."""
    staked = 1 + sum(int(bet.removeprefix("bet ")) for bet in action.split(", ") if bet != FOLD)
    if action.endswith(FOLD):
        return decided_case(action, action, weight, staked=staked, net=-staked)
    net = staked * odds(paytable.prize(kind), paytable)
    return decided_case(f"{action}, {kind}", action, weight, staked=staked, net=net)
