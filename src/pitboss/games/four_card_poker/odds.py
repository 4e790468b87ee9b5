"""Four Card Poker: the base game with the best play, Aces Up and the progressive (PS-40)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, net_text, premium, qualifying, single, together
from pitboss.maths.counting import Counts, leaves, of_strategy, tally
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import Paytable

BELOW_BONUS = "below_three_of_a_kind"
PLAY = {"fold": 0, "play_1": 1, "play_3": 3}
STRATEGY = Option(
    "strategy",
    ("best", "play_by_up_card", "play_threes_raise_tens", "play_everything"),
    "How the player decides: the best play, or a rule of thumb.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    return {"base": (STRATEGY,), "progressive": (FOLDED_QUALIFY,)}.get(slot, ())


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "aces_up":
        return single(paytable, tally(counts, "dealt"))
    if paytable.slot == "progressive":
        everything, played = (premium(tally(counts, name)) for name in ("dealt", "dealt_played"))
        folded_qualify = settings["folded_qualify"] == "yes"
        return single(paytable, qualifying(everything, played, folded_qualify=folded_qualify))
    base = of_strategy(counts, str(settings["strategy"]))
    found = (_case(paytable, *path, weight=weight) for path, weight in leaves(base))
    return Cases(unit="ante", cases=together(found))


def bonus(paytable: Paytable, kind: str) -> Fraction:
    """What the AUTOMATIC BONUS adds to an ante of one."""
    if kind == BELOW_BONUS:
        return Fraction(0)
    return Fraction(*paytable.prize(kind).ratio(paytable.wager_cents))


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE with its bonus, and PLAY; a tie wins."""
    if action == "fold":
        return Case("fold", "loses 1", weight, Fraction(1), Fraction(0), action=action)
    staked = Fraction(1 + PLAY[action])
    net = bonus(paytable, kind) + (-staked if result == "loss" else staked)
    outcome = f"{action}, {kind}, {result}"
    return Case(outcome, net_text(net), weight, staked, staked + net, action=action)
