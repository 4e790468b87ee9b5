"""Casino War: the base game, always at war or always surrendering, and TIE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from pitboss.games.casino_war.rules import GAME, tie_outcome
from pitboss.maths.card_use import DealtHands, DealtWager
from pitboss.maths.cases import Case, Cases, base_odds, decided_case, single, strategy_option
from pitboss.maths.counting import Counts, tally
from pitboss.rules.cards import RANK_OF, Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.typed_hand import TypedGroup

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


def describe_cards(paytable: Paytable, settings: Mapping[str, Setting]) -> DealtWager:
    """The wager by its cards: one each, and one more each for a war."""
    most = 2 if paytable.slot == "base" and settings["strategy"] == "best" else 1
    hands = {to: TypedGroup(f"the {to}'s cards", 1, most) for to in ("player", "dealer")}

    def draws(held: DealtHands) -> int | None:
        if most == 1 or tie_outcome(*held) == "nothing" or len(held[1]) == most:
            return None
        return 0 if len(held[0]) == 1 else 1

    def end(held: DealtHands) -> str:
        own, other = ([RANK_OF[card] for card in hand] for hand in held)
        result = "win" if own > other else "loss" if own < other else "tie"
        if paytable.slot == "tie":
            return "tie" if own == other else "nothing"
        if own[0] != other[0]:
            return result
        return WAR[f"war_{result}"] if most == 2 else "surrender"

    ranks = tuple(partial(_rank, place) for place in range(most))
    return DealtWager(hands, end, draws, ranks, sees_whole_round=True)


def _rank(place: int, hand: Sequence[Card]) -> int:
    """The rank of a hand's first or second card."""
    return RANK_OF[hand[place]] if place < len(hand) else -1
