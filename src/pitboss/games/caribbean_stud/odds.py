"""Caribbean Stud Poker with the best play, Cover All (CS-1 to CS-3) and the progressives."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.caribbean_stud.raise_decisions import decisions_hold
from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    base_odds,
    count_qualifying,
    decided_case,
    five_cards,
    odds,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, branch, leaves, tally
from pitboss.refusal import Refusal
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import Paytable

HANDS = Option("hands", (8, 7, 6, 5, 4, 3, 2), "Hands in the round, the dealer's included.")
ORDER = ("raise", "fold", "win", "unqualified", "tie", "loss")
STRATEGY = strategy_option(
    "raise_ace_king", "raise_ace_king_jack_eight_three", "raise_by_three_rules",
    "raise_everything", "raise_pairs",
)  # fmt: skip


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    if slot == "base":
        return (STRATEGY,)
    return (HANDS,) if slot == "cover_all" else (FOLDED_QUALIFY,)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "cover_all":
        hands = str(settings["hands"])
        return single(paytable, tally(counts, "cover_all", hands), column=hands)
    if paytable.slot in ("progressive", "five_card"):
        folded_qualify = settings["folded_qualify"] == "yes"
        everything, played = _own_hands(counts, "fold", "raise"), _own_hands(counts, "raise")
        return single(paytable, count_qualifying(everything, played, folded_qualify=folded_qualify))
    if settings["strategy"] == "best" and not decisions_hold(base_odds(paytable)):
        raise Refusal("COUNTS_MISSING", "best_play_counted", where=paytable.id)
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _own_hands(counts: Counts, *actions: str) -> dict[str, int]:
    """The player's own five cards as the progressive classes them, by these actions."""
    return five_cards(
        (kind, deals)
        for action in actions
        for (kind, _), deals in leaves(branch(counts, "base", action))
    )


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE and RAISE together (CS-1)."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=1, net=-1)
    net = {
        "unqualified": Fraction(1),
        "win": 1 + 2 * odds(paytable.prize(kind), paytable),
        "tie": Fraction(0),
        "loss": Fraction(-3),
    }[result]
    return decided_case(f"raise, {kind}, {result}", action, weight, staked=3, net=net)
