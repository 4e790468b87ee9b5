"""Three Card Draw Poker: the base game with the best play, and FIRST 3 BONUS."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.three_card_draw.rules import BONUS_OUTCOMES
from pitboss.maths.cases import Case, Cases, base_game, bonus, decided_case, single, strategy_option
from pitboss.maths.counting import Counts, tally
from pitboss.refusal import Refusal
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

ORDER = ("stand", "draw", "fold", "win", "tie", "loss")
STRATEGY = strategy_option("never_draw", "never_fold")
# What the bonus pays where the best play is counted: it decides who draws and who stands.
COUNTED_PAYS = dict(zip(BONUS_OUTCOMES, (1, 5, 10, 20), strict=True))


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (STRATEGY,) if slot == "base" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "first_three":
        return single(paytable, tally(counts, "first_three"))
    if {name: bonus(paytable, name) for name in BONUS_OUTCOMES} != COUNTED_PAYS:
        raise Refusal("COUNTS_MISSING", "best_play_counted_pays", where=paytable.id)
    return base_game(paytable, counts, settings, _case, order=ORDER)


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE and PLAY with its bonus."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=1, net=-1)
    net = Fraction({"win": 2, "tie": 0, "loss": -2}[result])
    if kind != "below_straight":
        net += bonus(paytable, kind)
    return decided_case(f"{action}, {kind}, {result}", action, weight, staked=2, net=net)
