"""Caribbean Stud Poker with the best play, and Cover All (CS-1 to CS-3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.caribbean_stud.decisions import decisions_hold
from pitboss.maths.cases import Case, Cases, base_odds, net_text, odds, single, together
from pitboss.maths.counting import Counts, leaves, of_strategy, tally
from pitboss.refusal import Refusal
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

HANDS = Option("hands", (8, 7, 6, 5, 4, 3, 2), "Hands in the round, the dealer's included.")
STRATEGY = Option(
    "strategy",
    (
        "best",
        "raise_ace_king",
        "raise_ace_king_jack_eight_three",
        "raise_by_three_rules",
        "raise_everything",
        "raise_pairs",
    ),
    "How the player decides: the best play, or a rule of thumb.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    return (HANDS,) if slot == "cover_all" else (STRATEGY,)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "cover_all":
        hands = str(settings["hands"])
        return single(paytable, tally(counts, "cover_all", hands), column=hands)
    strategy = str(settings["strategy"])
    if strategy == "best" and not decisions_hold(base_odds(paytable)):
        raise Refusal(
            "COUNTS_MISSING",
            where=paytable.id,
            reason="the best play is counted for even money on a high card, and no loss on a pair "
            "or better; this paytable pays otherwise",
        )
    return _base(paytable, of_strategy(counts, strategy))


def _base(paytable: Paytable, played: Counts) -> Cases:
    found = (_case(paytable, *path, weight=weight) for path, weight in leaves(played))
    return Cases(unit="ante", cases=together(found))


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE and RAISE together (CS-1)."""
    if action == "fold":
        return Case("fold", "loses 1", weight, Fraction(1), Fraction(0), action=action)
    net = {
        "unqualified": Fraction(1),
        "win": 1 + 2 * odds(paytable.prize(kind), paytable),
        "tie": Fraction(0),
        "loss": Fraction(-3),
    }[result]
    outcome = f"raise, {kind}, {result}"
    return Case(outcome, net_text(net), weight, Fraction(3), 3 + net, action=action)
