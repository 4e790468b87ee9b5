"""Three Card Poker: the base game with the best play, its two bonus bets and the progressive."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, base_game, bonus, decided_case, single, strategy_option
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ORDER = ("play", "fold", "win", "unqualified", "tie", "loss")
STRATEGY = strategy_option("play_queen_high", "play_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot != "base":
        return single(paytable, tally(counts, paytable.slot))
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE with its bonus, and PLAY."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=1, net=-1)
    net = Fraction({"unqualified": 1, "win": 2, "tie": 0, "loss": -2}[result])
    if kind != "below_straight":
        net += bonus(paytable, kind)
    return decided_case(f"play, {kind}, {result}", action, weight, staked=2, net=net)
