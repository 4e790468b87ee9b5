"""The multi-game progressive: five cards of Crazy 4, or hole cards and flop of Hold'em (PS-42)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.maths.cases import Cases, single
from pitboss.maths.counting import CountsOf, tally
from pitboss.maths.games import holdem_bonus
from pitboss.maths.games.shared import FOLDED, merged
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

GAME = Option("game", ("crazy4", "holdem_bonus"), "At which game the wager is made.")


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    assert slot == "five_card"
    return (GAME, FOLDED, holdem_bonus.CRITERION)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts_of: CountsOf) -> Cases:
    """The cases of the wager that a paytable pays."""
    if settings["game"] == "holdem_bonus":
        return single(paytable, holdem_bonus.qualifying("five_card", settings, counts_of))
    everything = tally(counts_of("crazy4"), "five_card")
    if settings["folded_qualify"] == "yes":
        return single(paytable, everything)
    played = tally(counts_of("crazy4"), "five_card_played")
    wanted = tuple(name for name in everything if name != "nothing")
    return single(paytable, merged(played, wanted, total=sum(everything.values())))
