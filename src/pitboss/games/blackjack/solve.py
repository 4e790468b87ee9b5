"""Counts blackjack and the wagers beside it, and gives the basic strategy.

The counts are "sides", as `sides.count` says, and "base". That has the usual settings (double any
two cards and after a split, four hands, aces split once with one card each, no surrender), by
number of decks ("1", "2", "4", "6", "8") and then by what the dealer does on a soft 17 ("stand",
"hit"); six decks also with one other setting changed, under its name ("surrender late"); the rest:
`BlackjackPlay`. There:

- "house_edge_3_to_2", "house_edge_6_to_5": the house's share of the first wager, as "p/q";
- "return_without_naturals": expected win of all rounds in which no natural is paid;
- "naturals_paid": probability of a player's natural that no dealer's blackjack ties. With a pay of
  b to 1 the edge is -(return_without_naturals + b * naturals_paid);
- "dealer_blackjack": its probability;
- "average_stake": expected sum of wagers, doubles and splits included;
- "first_actions": probability of each first decision ("stand", "hit", "double", "split",
  "surrender"); with "naturals_paid" and "dealer_blackjack" they add up to one;
- "insurance_return": expected win of one unit of insurance at 2 to 1, not looking at own cards;
- "strategy": "hard" and "soft" by total, "pairs" by card ("A", "2", ... "9", "T"): ten letters for
  the dealer's 2, 3, ... 9, ten, ace, as in `tables`.
"""

from __future__ import annotations

from pitboss.games.blackjack.odds import BASE
from pitboss.maths import blackjack_sides
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.blackjack_play import BlackjackPlay
from pitboss.progress import TellProgress

PLAY = BlackjackPlay(BASE)
OPTIONS = BASE.settings
in_words, rows, values = PLAY.in_words, PLAY.rows, PLAY.values


def count(report: TellProgress) -> Counts:
    """Solve the game and count the wagers beside it."""
    return {"base": PLAY.count_base(report), "sides": blackjack_sides.count(report)}
