"""Six Card Poker: ANTE and RAISE together, with the best play and rules of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, base_game, base_odds, decided_case, strategy_option
from pitboss.maths.counting import Counts
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ORDER = (
    "raise", "fold", "win", "unqualified_win", "unqualified_tie", "tie", "unqualified_loss", "loss",
)  # fmt: skip
STRATEGY = strategy_option("raise_by_shown", "raise_pairs", "raise_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the base game."""
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _case(paytable: Paytable, action: str, result: str, *, weight: int) -> Case:
    """RAISE whatever the dealer has, ANTE if he qualifies."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=1, net=-1)
    qualified = 1 if result.startswith("unqualified") else 2
    nets: dict[str, Fraction | int] = {"win": base_odds(paytable)["win"], "tie": 0, "loss": -1}
    net = qualified * nets[result.rpartition("_")[2]]
    return decided_case(f"raise, {result}", action, weight, staked=2, net=net)
