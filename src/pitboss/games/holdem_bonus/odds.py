"""Texas Hold'em Bonus: the base game with the best play, and every side bet (TH-2 to TH-5)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.maths.cases import (
    Case,
    Cases,
    base_game,
    count_qualifying,
    decided_case,
    single,
    strategy_option,
)
from pitboss.maths.counting import Counts, tally
from pitboss.refusal import Refusal
from pitboss.rules.game import FOLDED_QUALIFY, Option, Setting
from pitboss.rules.paytable import EVEN_MONEY, PUSH, Paytable
from pitboss.rules.round import Table

CRITERIA = {"flush": "flush", "straight": "straight", "three_tens": "three_tens_or_better"}
BETS = {"check_check": 2, "bet_check": 3, "check_bet": 3, "bet_bet": 4}
CRITERION = Option(
    "criterion", tuple(CRITERIA), "What the ante is paid from; it decides which hands are folded."
)
ORDER = (
    "bet_bet", "bet_check", "check_bet", "check_check", "fold",
    "win_ante_paid", "win_ante_pushed", "tie", "loss",
)  # fmt: skip
STRATEGY = strategy_option("published", "pairs", "never_bet")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return {"base": (STRATEGY,), "bonus": ()}.get(slot, (FOLDED_QUALIFY, CRITERION))


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    slot = paytable.slot
    if slot == "base":
        below = (criterion_of(paytable),)
        return base_game(paytable, counts, settings, _case, order=ORDER, below=below)
    if slot == "bonus":
        return single(paytable, tally(counts, "bonus"))
    everything = tally(counts, slot, "all")
    played = tally(counts, slot, "played", str(settings["criterion"]))
    folded_qualify = settings["folded_qualify"] == "yes"
    return single(paytable, count_qualifying(everything, played, folded_qualify=folded_qualify))


def ways_at(table: Table, slot: str) -> tuple[dict[str, Setting], ...]:
    """The ante's pay decides which hands to fold, if folded hands can't win."""
    base = table.paytables.get("base")
    if table.options["folded_qualify"] == "no" and base:
        return ({"criterion": criterion_of(base)},)
    return ({},)


def criterion_of(paytable: Paytable) -> str:
    """Which of the three criteria an ante paytable is; the best play is counted for no other."""
    outcomes = paytable.outcomes
    for criterion, first in CRITERIA.items():
        start = outcomes.index(first)
        if all(
            paytable.prize(outcome) == (EVEN_MONEY if place >= start else PUSH)
            for place, outcome in enumerate(outcomes)
        ):
            return criterion
    raise Refusal("COUNTS_MISSING", "best_play_counted_ante", where=paytable.id)


def _case(_: Paytable, action: str, result: str, *, weight: int) -> Case:
    """ANTE and the bets made with it (TH-3, TH-4)."""
    if action == "fold":
        return decided_case("fold", action, weight, staked=1, net=-1)
    bets = BETS[action]
    nets = {"win_ante_paid": bets + 1, "win_ante_pushed": bets, "tie": 0, "loss": -bets - 1}
    return decided_case(f"{action}, {result}", action, weight, staked=bets + 1, net=nets[result])
