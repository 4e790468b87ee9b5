"""Crazy 4 Poker: the base game with the best play, and every side bet (C4-3 to C4-9, PS-40)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, odds, single, together
from pitboss.maths.counting import Counts, CountsOf, branch, tally
from pitboss.maths.games.shared import FOLDED, merged, net_text, queens_up
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

PREMIUM = ("three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces")
PLAY = {"fold": 0, "play_1": 1, "play_3": 3}
STRATEGY = Option(
    "strategy",
    ("best", "play_king_queen_eight_four", "play_king_high", "play_everything"),
    "How the player decides: the best play, or a rule of thumb.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    return {"base": (STRATEGY,), "progressive": (FOLDED,)}.get(slot, ())


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts_of: CountsOf) -> Cases:
    """The cases of the wager that a paytable pays."""
    counts = counts_of("crazy4")
    match paytable.slot:
        case "base":
            return _base(paytable, counts, str(settings["strategy"]))
        case "queens_up":
            return single(paytable, queens_up(tally(counts, "dealt")))
        case "bad_beat":
            return single(paytable, tally(counts, "bad_beat"))
        case _:
            dealt = tally(counts, "dealt")
            counted = (
                dealt if settings["folded_qualify"] == "yes" else tally(counts, "dealt_played")
            )
            return single(paytable, merged(counted, PREMIUM, total=sum(dealt.values())))


def _base(paytable: Paytable, counts: Counts, strategy: str) -> Cases:
    played = (
        branch(counts, "base") if strategy == "best" else branch(counts, "strategies", strategy)
    )
    found = [
        _case(paytable, action, kind, result, weight, play)
        for action, play in PLAY.items()
        for kind in branch(played, action)
        for result, weight in tally(played, action, kind).items()
        if weight
    ]
    return Cases(unit="ante", cases=together(found))


def _case(paytable: Paytable, action: str, kind: str, result: str, weight: int, play: int) -> Case:
    """ANTE, SUPER BONUS and PLAY together (C4-4, C4-5)."""
    if action == "fold":
        return Case("fold", "loses 2", weight, Fraction(2), Fraction(0), action=action)
    qualified, _, compared = result.partition("_")
    won = {"win": 1, "tie": 0, "loss": -1}[compared]
    net = Fraction(play if qualified == "unqualified" else won * (play + 1))
    if kind != "below_straight":
        net += odds(paytable.prize(kind), paytable)
    elif won < 0:
        net -= 1
    staked = Fraction(2 + play)
    outcome = f"{action}, {kind}, {result}"
    return Case(outcome, net_text(net), weight, staked, staked + net, action=action)
