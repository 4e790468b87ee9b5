"""Ultimate Texas Hold'em: the base game with the best play, and every side bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.ultimate_holdem.rules import BLIND_OUTCOMES, GAME
from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    count_qualifying,
    decided_case,
    odds,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, tally
from pitboss.refusal import Refusal
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import Paytable

# BLIND's odds for four of a kind, the only hand it pays that the best play ever folds.
FOUR_ODDS = 10
PLAY = {"play_4": 4, "play_2": 2, "play_1": 1}
# What the ANTE and each ante of PLAY win; BLIND is lost with PLAY.
RESULTS = {
    "win": (1, 1), "win_unqualified": (0, 1), "tie": (0, 0), "loss_unqualified": (0, -1),
    "loss": (-1, -1),
}  # fmt: skip
ORDER = (*PLAY, "fold", *RESULTS)
STRATEGY = strategy_option("published", "check_to_river", "raise_everything")
(_, FOLDED_SIDE_BETS) = GAME.options


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return {"base": (STRATEGY,), "five_card": (FOLDED_QUALIFY,)}.get(slot, (FOLDED_SIDE_BETS,))


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    slot = paytable.slot
    if slot == "base":
        if odds(paytable.prize("four_of_a_kind"), paytable) != FOUR_ODDS:
            raise Refusal("COUNTS_MISSING", "best_play_counted_pays", where=paytable.id)
        return base_game(paytable, counts, settings, _case, order=ORDER)
    (setting,) = options(slot)
    everything, played = tally(counts, slot, "all"), tally(counts, slot, "played")
    kept = settings[setting.name] == "yes"
    return single(paytable, count_qualifying(everything, played, folded_qualify=kept))


def _case(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    """ANTE, BLIND and PLAY together."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=2, net=-2)
    ante, won = RESULTS[result]
    net = Fraction(ante + won * PLAY[action] - (won < 0))
    if won > 0 and kind in BLIND_OUTCOMES:
        net += odds(paytable.prize(kind), paytable)
    name = f"{action}, {kind}, {result}"
    return decided_case(name, action, weight, staked=2 + PLAY[action], net=net)
