"""Crazy 4 Poker: the base game with the best play, and every side bet (C4-3 to C4-9, PS-40)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import (
    Case,
    Cases,
    net_text,
    odds,
    premium,
    qualifying,
    queens_up,
    single,
    together,
)
from pitboss.maths.counting import Counts, leaves, of_strategy, tally
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import Paytable

PLAY = {"play_1": 1, "play_3": 3}
STRATEGY = Option(
    "strategy",
    ("best", "play_king_queen_eight_four", "play_king_high", "play_everything"),
    "How the player decides: the best play, or a rule of thumb.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    if slot == "base":
        return (STRATEGY,)
    return (FOLDED_QUALIFY,) if slot in ("progressive", "five_card") else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    match paytable.slot:
        case "base":
            return _base(paytable, counts, str(settings["strategy"]))
        case "queens_up":
            return single(paytable, queens_up(tally(counts, "dealt")))
        case "bad_beat":
            return single(paytable, tally(counts, "bad_beat"))
        case slot:
            key = "five_card" if slot == "five_card" else "dealt"
            everything, played = tally(counts, key), tally(counts, f"{key}_played")
            if slot == "progressive":
                everything, played = premium(everything), premium(played)
            folded_qualify = settings["folded_qualify"] == "yes"
            return single(paytable, qualifying(everything, played, folded_qualify=folded_qualify))


def _base(paytable: Paytable, counts: Counts, strategy: str) -> Cases:
    played = of_strategy(counts, strategy)
    found = (_case(paytable, *path, weight=weight) for path, weight in leaves(played))
    return Cases(unit="ante", cases=together(found))


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE, SUPER BONUS and PLAY together (C4-4, C4-5)."""
    if action == "fold":
        return Case("fold", "loses 2", weight, Fraction(2), Fraction(0), action=action)
    play = PLAY[action]
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
