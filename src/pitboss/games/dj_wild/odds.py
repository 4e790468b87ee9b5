"""DJ Wild Stud Poker: the base game with the best play, and TRIPS."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, base_game, decided_case, odds, single, strategy_option
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ORDER = ("play", "fold", "win", "tie", "loss")
STRATEGY = strategy_option("play_fours", "play_pairs", "play_everything")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "trips":
        return single(paytable, tally(counts, "trips"))
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE, BLIND and PLAY together."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=2, net=-2)
    net = Fraction({"win": 3, "tie": 0, "loss": -4}[result])
    if result == "win" and kind != "below_straight":
        net += odds(paytable.prize(kind), paytable)
    return decided_case(f"play, {kind}, {result}", action, weight, staked=4, net=net)
