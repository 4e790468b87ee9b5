"""Plays mini-baccarat and its Dragon Bonus wagers; every round is dealt from a full shoe."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.games.baccarat.solve import (
    BANKER_WINS,
    DRAGON_BONUS,
    NINE_OVER_ZERO,
    SIDES,
    SUITED_NINE,
)
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_shoe
from pitboss.rules.game import Setting

# Where each wager's outcomes begin in a tally, in the order of the solver's names.
DRAGON_BONUS_AT = 3
NINE_OVER_ZERO_AT = 21
SUITED_NINE_AT = 37
BANKER_WINS_AT = 45
OUTCOMES = 48


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up."""
    decks = int(settings["decks"])
    tally = session.play(_play_block, 52 * decks)
    return {
        str(decks): {
            "total": session.rounds,
            "base": tally.counts(("player", "banker", "tie")),
            "dragon_bonus": tally.counts(SIDES, (*DRAGON_BONUS, "nothing")),
            "dragon_progressive": {
                "nine_over_zero": tally.counts(SIDES, (*NINE_OVER_ZERO, "nothing")),
                "suited_nine": tally.counts(SIDES, (*SUITED_NINE, "nothing")),
            },
            "banker_wins": tally.counts(BANKER_WINS),
        }
    }


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, shoe_cards: int) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(6, np.int64)
    for _ in range(rounds):
        state = deal_shoe(state, shoe_cards, dealt)
        _tally_round(dealt, tally)
    return tally


@njit(cache=True)
def _points(card: int) -> int:
    rank = card // 4
    if rank == 12:
        return 1
    return rank + 2 if rank < 8 else 0


@njit(cache=True)
def _tally_round(dealt: Tally, tally: Tally) -> None:
    """Cards go to the player, the banker, the player, the banker, then as the rules say."""
    player = (_points(dealt[0]) + _points(dealt[2])) % 10
    banker = (_points(dealt[1]) + _points(dealt[3])) % 10
    player_third = banker_third = -1
    natural = player >= 8 or banker >= 8
    if not natural and player <= 5:
        player_third = 4
        third = _points(dealt[4])
        player = (player + third) % 10
        banker_third = 5 if _banker_draws(banker, third) else -1
    elif not natural and banker <= 5:
        banker_third = 4
    if banker_third >= 0:
        banker = (banker + _points(dealt[banker_third])) % 10

    tally[0 if player > banker else 1 if banker > player else 2] += 1
    if banker > player:
        seven = banker == 7 and banker_third >= 0
        tally[BANKER_WINS_AT + (0 if seven else 1 if banker == 6 else 2)] += 1
    cards = 4 + (player_third >= 0) + (banker_third >= 0)
    suited = cards != 5 and _one_suit(dealt, cards)
    for side in range(2):
        own, other = (player, banker) if side == 0 else (banker, player)
        third = player_third if side == 0 else banker_third
        kind = _two_three_four(dealt, side, third) if third >= 0 else 0
        tally[DRAGON_BONUS_AT + 9 * side + _dragon_bonus(own - other, natural)] += 1
        tally[NINE_OVER_ZERO_AT + 8 * side + _nine_over_zero(own, other, natural, kind)] += 1
        tally[SUITED_NINE_AT + 4 * side + _suited_nine(own - other, cards, suited)] += 1


@njit(cache=True)
def _banker_draws(total: int, third: int) -> bool:
    if total < 3:
        return True
    if total == 3:
        return third != 8
    return 2 * (total - 3) <= third <= 7


@njit(cache=True)
def _one_suit(dealt: Tally, cards: int) -> bool:
    alike = True
    for index in range(1, cards):
        alike &= dealt[index] % 4 == dealt[0] % 4
    return alike


@njit(cache=True)
def _two_three_four(dealt: Tally, side: int, third: int) -> int:
    """0 for another hand; 1, 2 and 3 for a 2, a 3 and a 4: diamonds, another suit, mixed suits."""
    first, second, last = dealt[side], dealt[side + 2], dealt[third]
    if (1 << first // 4 | 1 << second // 4 | 1 << last // 4) != 0b111:
        return 0
    if first % 4 != second % 4 or first % 4 != last % 4:
        return 3
    return 1 if first % 4 == 1 else 2


@njit(cache=True)
def _dragon_bonus(margin: int, natural: bool) -> int:  # noqa: FBT001
    if natural and margin >= 0:
        return 0 if margin > 0 else 1
    return margin - 2 if margin >= 4 else 8


@njit(cache=True)
def _nine_over_zero(own: int, other: int, natural: bool, kind: int) -> int:  # noqa: FBT001
    if own <= other:
        return 7
    if natural:
        return 4 if own - other == 9 else 6
    if own - other == 9:
        return kind - 1 if kind else 3
    return 5 if own == 8 and other == 0 else 7


@njit(cache=True)
def _suited_nine(margin: int, cards: int, suited: bool) -> int:  # noqa: FBT001
    if margin != 9:
        return 3
    if not suited:
        return 2
    return 0 if cards == 6 else 1
