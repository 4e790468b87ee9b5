"""Counts Free Bet Blackjack and gives its basic strategy.

The counts are "base", as `blackjack.solve` says, for the usual settings here: the dealer hits a
soft 17, four hands, aces too split again, split aces get one card each, fours split free. The
strategy has lines of its own for hands that play for a free bet, "free hard" and "free soft".
"average_stake" is the player's own money. "sides" are the jackpots, as `blackjack_sides` says.
"""

from __future__ import annotations

from pitboss.games.free_bet.odds import BASE
from pitboss.maths import blackjack_sides
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.blackjack_play import BlackjackPlay
from pitboss.progress import TellProgress

PLAY = BlackjackPlay(BASE)
OPTIONS = BASE.settings
in_words, rows, values = PLAY.in_words, PLAY.rows, PLAY.values


def count(report: TellProgress) -> Counts:
    """Solve the game and count the jackpots beside it."""
    return {"base": PLAY.count_base(report), "sides": blackjack_sides.count_jackpots()}
