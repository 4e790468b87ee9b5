"""Caribbean Stud Poker with the best play, and Cover All (CS-1 to CS-3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, odds, single, together
from pitboss.maths.counting import Counts, CountsOf, branch, stored, tally
from pitboss.maths.games.shared import net_text
from pitboss.maths.kernels.caribbean_odds import decisions_hold
from pitboss.refusal import Refusal
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

HANDS = Option("hands", (8, 7, 6, 5, 4, 3, 2), "Hands in the round, the dealer's included.")


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    if slot == "cover_all":
        return (HANDS,)
    rules = tuple(branch(stored("caribbean_stud"), "strategies"))
    text = "How the player decides: the best play, or a rule of thumb."
    return (Option("strategy", ("best", *rules), text),)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts_of: CountsOf) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "cover_all":
        hands = str(settings["hands"])
        return single(paytable, tally(counts_of("cover_all"), hands), column=hands)
    counts, strategy = counts_of("caribbean_stud"), str(settings["strategy"])
    raise_odds = {name: odds(paytable.prize(name), paytable) for name in paytable.outcomes}
    if strategy == "best" and not decisions_hold(raise_odds):
        raise Refusal(
            "COUNTS_MISSING",
            where=paytable.id,
            reason="the best play is counted for even money on a high card, and no loss on a pair "
            "or better; this paytable pays otherwise",
        )
    played = (
        branch(counts, "base") if strategy == "best" else branch(counts, "strategies", strategy)
    )
    return _base(paytable, played)


def _base(paytable: Paytable, played: Counts) -> Cases:
    found = [
        _case(paytable, action, kind, result, weight)
        for action in branch(played)
        for kind in branch(played, action)
        for result, weight in tally(played, action, kind).items()
        if weight
    ]
    return Cases(unit="ante", cases=together(found))


def _case(paytable: Paytable, action: str, kind: str, result: str, weight: int) -> Case:
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
