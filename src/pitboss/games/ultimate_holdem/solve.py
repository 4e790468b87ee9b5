"""Ultimate Texas Hold'em, counted under the best play.

base
    action -> class -> result -> deals of the player's two cards, the flop, the two cards after it
    and the dealer's two: 1326 x 19600 x 1081 x 990 in all. Actions: play_4, play_2, play_1, fold.
    (PLAY of three antes is never best: its value is linear between one and four, and a check is
    worth no less than one.) Classes of the player: below_straight, straight, flush, full_house,
    four_of_a_kind, straight_flush, royal_flush. Results: win, win_unqualified, tie,
    loss_unqualified, loss: how the hands truly compare, folded ones included, and whether the
    dealer lacks a pair.
strategies
    rule -> as base: "published", in words in `one_hand` and `rules.is_raised`; "check_to_river",
    which never bets before the whole board and plays it best; "raise_everything", four antes at
    once with every hand.
starting_hands
    hand ("AA", "AKs", "AKo") -> what play_4, play_3 and the best play after a check are worth
    without the odds on BLIND, in antes over all deals; and the deals it wins with each class from
    a straight up. (What a folded four of a kind would win is taken off the check.)
trips, bad_beat
    outcome -> the same deals; "all", and those that the best play doesn't fold.
five_card
    outcome of the player's two cards and the flop -> 1326 x 19600 x 1081; split the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.games.ultimate_holdem import every_flop
from pitboss.games.ultimate_holdem.every_board import board_rows, folded_holdings
from pitboss.games.ultimate_holdem.every_flop import DEALS_EACH, play_flops
from pitboss.games.ultimate_holdem.odds import FOUR_ODDS
from pitboss.games.ultimate_holdem.one_hand import (
    FOLDED,
    FOUR,
    LEAD,
    ONCE,
    RESULTS,
    add_flop,
    add_results,
)
from pitboss.games.ultimate_holdem.rules import BAD_BEAT_OUTCOMES, BLIND_OUTCOMES, is_raised
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.arrays import Choices, Ints
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.fives import CARD_BITS, five_card_outcome, strength_of_mask
from pitboss.maths.kernels.holdem_boards import DEALER_HOLDINGS
from pitboss.maths.kernels.holdings import (
    HOLDING_BYTES,
    HOLDING_CARDS,
    list_holdings,
    starting_hand,
)
from pitboss.maths.kernels.suits import suit_classes
from pitboss.maths.starting_hands import STARTING_HANDS, by_rank, combinations, starting_hand_name
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

ACTIONS: Final = ("play_4", "play_2", "play_1", "fold")
CLASSES: Final = ("below_straight", *BLIND_OUTCOMES)
_STRAIGHT: Final = FIVE_CARD_OUTCOMES.index("straight")


def _solve(report: TellProgress) -> tuple[Ints, Ints, Choices]:
    """The tallies of `play_flops`."""
    boards = suit_classes(5)
    rows, thumb = board_rows(boards.firsts, lambda share: report(0.5 * share))
    return play_flops(suit_classes(3), boards, rows, thumb, lambda share: report(0.5 + 0.5 * share))


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    tallies, fives, _ = _solve(report)
    worth = _worth(tallies)
    raised = worth[:, 0] > worth[:, 2]
    never = np.zeros_like(raised)
    best = _actions(tallies, raised, every_flop.BEST_FLOP, every_flop.BEST_FOLD)
    strategies = {
        "published": (published_raises(), every_flop.THUMB_FLOP, every_flop.THUMB_FOLD),
        "check_to_river": (never, every_flop.NONE, every_flop.RIVER_FOLD),
        "raise_everything": (~never, every_flop.NONE, every_flop.NONE),
    }
    deals, folded = tallies[:, every_flop.ALL].sum(axis=0), best[-1]
    # Why decisions need no other odds on BLIND.
    assert not np.delete(folded, FOUR, axis=0)[_STRAIGHT:].any(), "a straight is folded"
    five = fives[:, 0].sum(axis=0)
    return {
        "base": _named(best),
        "strategies": {
            name: _named(_actions(tallies, *played)) for name, played in strategies.items()
        },
        "starting_hands": _starting_hands(tallies, worth),
        "trips": _split(FIVE_CARD_OUTCOMES, deals.sum(axis=1), folded.sum(axis=1)),
        "bad_beat": _bad_beat(deals, folded),
        "five_card": _split(FIVE_CARD_OUTCOMES, five, fives[~raised, 1].sum(axis=0)),
    }


def _worth(tallies: Ints) -> Ints:
    """[starting hand]: what play_4, play_3 and the best play after a check are worth over all its
    deals, without the odds on BLIND; below 2^43."""
    everything, bet = tallies[:, every_flop.ALL], tallies[:, every_flop.BEST_FLOP]
    folded = tallies[:, every_flop.BEST_FOLD]
    lead, once = everything @ LEAD, everything @ ONCE
    # What a bet on the flop adds, and what a fold saves.
    gained = bet @ LEAD - folded @ (ONCE + 2)
    gained[:, FOUR] -= FOUR_ODDS * folded[:, FOUR, :2].sum(axis=1)
    worth: Ints = np.stack([once + 3 * lead, once + 2 * lead, once + gained], axis=2).sum(axis=1)
    return worth


def _actions(tallies: Ints, raised: Choices, bets: int, folds: int) -> Ints:
    """[action][class][result] of a way to play: the starting hands it raises, and its groups."""
    everything, checked = tallies[:, every_flop.ALL], tallies[~raised].sum(axis=0)
    bet, folded = checked[bets], checked[folds]
    once = checked[every_flop.ALL] - bet - folded
    return np.stack([everything[raised].sum(axis=0), bet, once, folded])


def _named(actions: Ints) -> Counts:
    """action -> class -> result, all classes below a straight together."""
    below = actions[:, :_STRAIGHT].sum(axis=1, keepdims=True)
    together = np.concatenate([below, actions[:, _STRAIGHT:]], axis=1)
    return Reader(together.ravel()).counts(ACTIONS, CLASSES, RESULTS)


def published_raises() -> Choices:
    """The starting hands that are usually raised."""
    raised = np.zeros(len(STARTING_HANDS), np.bool_)
    for low, high in HOLDING_CARDS.tolist():
        raised[starting_hand(low, high)] = is_raised((Card(low), Card(high)))
    return raised


def _starting_hands(tallies: Ints, worth: Ints) -> Counts:
    wins = tallies[:, every_flop.ALL, _STRAIGHT:, :2].sum(axis=2)
    numbers = np.concatenate([worth, wins], axis=1)
    return Reader(numbers.ravel()).counts(STARTING_HANDS, (*_FIRST_ACTIONS, *BLIND_OUTCOMES))


def _split(outcomes: Sequence[str], deals: Ints, folded: Ints) -> Counts:
    return {
        "all": Reader(deals).counts(outcomes),
        "played": Reader(deals - folded).counts(outcomes),
    }


def _bad_beat(deals: Ints, folded: Ints) -> Counts:
    """By the class of the beaten hand: it is as often the dealer's as the player's. Three or four
    of a kind are folded only if they lie on the board, so that the dealer has them too."""
    beaten = 2 * deals[:-1, 3:].sum(axis=1)
    beaten[0] = deals.sum() - beaten[1:].sum()
    beaten_folded = folded[:-1, [0, 1, 3, 4]].sum(axis=1)
    beaten_folded[0] = folded.sum() - beaten_folded[1:].sum()
    return _split(BAD_BEAT_OUTCOMES, beaten, beaten_folded)


# A bit for each holding that bets, by flop.
DECISIONS: Final = (
    StoredDecisions(__package__, "flop_bets", cards=3, columns=HOLDING_BYTES, word="u1"),
)


def decide(report: TellProgress) -> tuple[NDArray[np.uint8], ...]:
    """The tables of DECISIONS."""
    _, _, bets = _solve(report)
    return (np.packbits(bets, axis=1),)


# ---- strategy -----------------------------------------------------------------------------------

_FIRST_ACTIONS: Final = ("play_4", "play_3", "check")
OPTIONS: Final = (
    Option("part", ("preflop", "flop", "river"), "Which part of the table is written."),
)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, with two cards, on the flop or on the whole board,
    ANTE and BLIND included and the best play after it."""
    if len(cards) not in (2, 5, 7):
        raise Refusal("CARDS_WRONG_NUMBER", "decision_taken_ultimate")
    if len({*cards}) != len(cards):
        raise Refusal("CARD_DUPLICATED", "among", cards=cards_text(cards))
    pays = base_odds(paytable)
    if len(cards) == 2:
        name = starting_hand_name(cards)
        stored = _stored_hand(name)
        blind = sum(stored[outcome] * pays[outcome] for outcome in BLIND_OUTCOMES)
        total = combinations(name) * DEALS_EACH
        return {action: Fraction(stored[action] + blind, total) for action in _FIRST_ACTIONS}
    own, board = (sum(int(CARD_BITS[card]) for card in part) for part in (cards[:2], cards[2:]))
    worth, wins = np.zeros(2, np.int64), np.zeros((2, len(FIVE_CARD_OUTCOMES)), np.int64)
    if len(cards) == 5:
        unseen = np.array([CARD_BITS[card] for card in DECK if card not in cards])
        add_flop(own, board, unseen, worth, wins)
        total, actions = 1081 * DEALER_HOLDINGS, ("check", "play_2")
    else:
        results = np.zeros(len(RESULTS), np.int64)
        add_results(own, board, results)
        wins[1, five_card_outcome(strength_of_mask(own | board))] = results[:2].sum()
        worth[:] = FOLDED, results @ ONCE
        total, actions = DEALER_HOLDINGS, ("fold", "play_1")
    odds = (Fraction(0), Fraction(0), *(pays[outcome] for outcome in BLIND_OUTCOMES))
    return {
        action: (value + sum(map(mul, won, odds))) / total
        for action, value, won in zip(actions, worth.tolist(), wins.tolist(), strict=True)
    }


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str, ...]]:
    """One part of the best play. Before the flop, each starting hand with the value of its actions
    in antes, without the odds on BLIND, which are the same for all. On the flop, the holdings that
    PLAY two times the ANTE. On the whole board, those that fold. One flop or board for all that
    differ in the names of the suits only, in the words of `list_holdings`."""
    part = settings["part"]
    if part == "preflop":
        yield ("hand", "combinations", "action", *_FIRST_ACTIONS)
        for name in by_rank(STARTING_HANDS):
            total = combinations(name) * DEALS_EACH
            worth = [Fraction(_stored_hand(name)[action], total) for action in _FIRST_ACTIONS]
            action = "play_4" if worth[0] > worth[2] else "check"
            yield (name, str(combinations(name)), action, *map(str, worth))
    elif part == "flop":
        _, _, bets = _solve(report)
        yield ("flop", "holdings", "play_2")
        for cards, chosen in zip(suit_classes(3).firsts.tolist(), bets, strict=True):
            yield (cards_text(cards), str(int(chosen.sum())), list_holdings(cards, chosen))
    else:
        boards = suit_classes(5).firsts
        packed, _ = board_rows(boards, report)
        yield ("board", "holdings", "fold")
        for cards, row in zip(boards.tolist(), packed, strict=True):
            chosen = folded_holdings(row)
            yield (cards_text(cards), str(int(chosen.sum())), list_holdings(cards, chosen))


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return (
        "Before the flop PLAY four times the ANTE, never three times, with any pair but deuces, "
        "any ace, a suited king, king-five, queen-six suited, queen-eight, jack-eight suited or "
        "jack-ten, or better of that kind. On the flop PLAY twice the ANTE with two pair or "
        "better, with a pair that has one of your cards but isn't pocket deuces, or with four "
        "cards of a suit of which you hold a ten or better. On the whole board PLAY with a pair "
        "that has one of your cards, or if fewer than 21 of the cards you don't see would each "
        "give the dealer a better hand; otherwise fold. Before the flop that is the best play; "
        "after it there are exceptions, which cost 0.27 % of the ANTE. The table has each one."
    )


def best_raises() -> Choices:
    """The starting hands that the best play raises."""
    hands = [_stored_hand(name) for name in STARTING_HANDS]
    return np.array([hand["play_4"] > hand["check"] for hand in hands])


def _stored_hand(name: str) -> Mapping[str, int]:
    stored = read_stored("ultimate_holdem")["starting_hands"]
    return cast("Mapping[str, Mapping[str, int]]", stored)[name]
