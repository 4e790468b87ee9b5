"""Triple Shot: WAR, BLACKJACK by the best play of each hand's cards, and POKER."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.cases import Case, Cases, base_game, base_odds, single, strategy_option
from pitboss.maths.cases import decided_case as decided
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ORDER = ("dealt", "stand", "hit", "double", "split")
STAKED = {"double": 2, "split": 2}
# What a blackjack hand wins or loses; a result of two units is a double, or both split aces.
NETS = {"blackjack": 0, "win_2": 2, "win": 1, "push": 0, "loss": -1, "loss_2": -2}
STRATEGY = strategy_option("by_totals", "mimic_dealer")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot != "base":
        return single(paytable, tally(counts, paytable.slot))
    return base_game(paytable, counts, settings, _case, order=(*ORDER, *NETS))


def _case(paytable: Paytable, action: str, result: str, *, weight: int) -> Case:
    """BLACKJACK with what a double or a split adds."""
    pays = base_odds(paytable)
    net = Fraction(NETS[result])
    if net > 0:
        net *= pays["win"]
    elif result == "blackjack":
        net = pays["blackjack"]
    return decided(f"{action}, {result}", action, weight, staked=STAKED.get(action, 1), net=net)
