"""Casino War: the base game, always at war or always surrendering, and TIE."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.casino_war.rules import GAME
from pitboss.maths.cases import Case, Cases, base_odds, decided_case, single, strategy_option
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

(DECKS,) = GAME.options
STRATEGY = strategy_option("surrender_ties")
WAR = {"war_win": "war_win", "war_tie": "war_tie", "war_loss": "war, loss"}


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (DECKS, STRATEGY) if slot == "base" else (DECKS,)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    decks = str(settings["decks"])
    if paytable.slot == "tie":
        return single(paytable, tally(counts, decks, "tie"))
    weights = tally(counts, decks, "base")
    pays = base_odds(paytable)
    # After a war that isn't lost, INITIAL pushes.
    nets = {"war_win": pays["war_win"], "war_tie": pays["war_tie"], "war_loss": Fraction(-2)}
    war = [decided_case(WAR[name], "war", weights[name], staked=2, net=nets[name]) for name in WAR]
    ties = sum(case.weight for case in war)
    worth = sum((case.weight * (case.back - case.staked) for case in war), Fraction(0))
    at_war = settings["strategy"] == "best" and worth >= Fraction(-ties, 2)
    half = Case("surrender", "loses 1/2", ties, Fraction(1), Fraction(1, 2), action="surrender")
    return Cases(
        "wager",
        (
            decided_case("win", "", weights["win"], staked=1, net=pays["win"]),
            *(war if at_war else (half,)),
            decided_case("loss", "", weights["loss"], staked=1, net=-1),
        ),
    )
