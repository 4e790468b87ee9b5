"""Plays Zappit Blackjack: the jackpots, and the game itself by its basic strategy."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.zappit.odds import BASE
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.blackjack_play import BlackjackPlay
from pitboss.maths.kernels.chance import Session
from pitboss.maths.kernels.simulate_sides import simulate_sides
from pitboss.rules.game import Setting

PLAY = BlackjackPlay(BASE)
compare_averages = PLAY.compare_averages


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of the jackpots came up."""
    decks = int(settings["decks"])
    return {"sides": {str(decks): simulate_sides(decks, session)}}
