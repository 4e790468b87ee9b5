"""Ultimate Three Card Poker (Face Up): ANTE, BLIND and PLAY together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, base_game, decided_case, odds, strategy_option
from pitboss.maths.counting import Counts
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

PLAY = {"play_1": 1, "play_3": 3}
ORDER = (
    "play_3", "play_1", "fold", "qualified_win", "unqualified_win", "unqualified_tie",
    "qualified_tie", "unqualified_loss", "qualified_loss",
)  # fmt: skip
STRATEGY = strategy_option("published", "play_queen_high", "play_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the base game."""
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """PLAY whatever the dealer has, ANTE if he qualifies, BLIND by its table."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=2, net=-2)
    play = PLAY[action]
    qualified, _, compared = result.partition("_")
    won = {"win": 1, "tie": 0, "loss": -1}[compared]
    net = Fraction(won * (play + (qualified == "qualified")))
    if won < 0:
        net -= 1
    elif won > 0 and kind != "below_flush":
        net += odds(paytable.prize(kind), paytable)
    return decided_case(f"{action}, {kind}, {result}", action, weight, staked=2 + play, net=net)
