"""Three Card Poker: the base game with the best play, PAIR PLUS and SIX CARD BONUS."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, bonus, net_text, single, together
from pitboss.maths.counting import Counts, leaves, of_strategy, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

STRATEGY = Option(
    "strategy",
    ("best", "play_queen_high", "play_everything"),
    "How the player decides: the best play, or a rule of thumb.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot != "base":
        return single(paytable, tally(counts, paytable.slot))
    played = of_strategy(counts, str(settings["strategy"]))
    found = (_case(paytable, *path, weight=weight) for path, weight in leaves(played))
    return Cases(unit="ante", cases=together(found))


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE with its bonus, and PLAY."""
    if action == "fold":
        return Case("fold", "loses 1", weight, Fraction(1), Fraction(0), action=action)
    net = Fraction({"unqualified": 1, "win": 2, "tie": 0, "loss": -2}[result])
    if kind != "below_straight":
        net += bonus(paytable, kind)
    outcome = f"play, {kind}, {result}"
    return Case(outcome, net_text(net), weight, Fraction(2), 2 + net, action=action)
