"""6-5-4 Poker, counted under optimal play (SF-1 to SF-5).

The player decides after the dealer's cards are turned: he sees his own five and the kept up card,
or the discarded ones, or both.

dealt
    outcome -> deals of five cards by the best four: high_card, low_pair (below queens), high_pair
    (queens or better), two_pair, straight, flush, three_of_a_kind, straight_flush, four_of_a_kind
    (not aces), four_aces; C(52, 5) in all.
dealt_folded, dealt_played
    outcome -> rounds with such a deal that optimal play folds or plays.
base
    case -> action -> class -> result -> rounds.
    Cases: six, five, four: the number of cards the dealer plays. Actions: fold, play. Classes of
    the player: below_straight_flush, straight_flush, four_of_a_kind (not aces), four_aces. Results:
    win, tie, loss: how the player's hand truly compares, folded hands included.
strategies
    rule -> as base: play_everything; play_pair_king_queen (against six cards any pair or better,
    five king-high or better, four queen-high or better); play_threes_king_queen_queen_ten (a pair
    of threes, K-Q high, Q-T high or better).

All rounds have one denominator, ROUNDS = C(52, 5) x 47 x 46 x C(45, 4): the player's cards, the
dealer's first card up, the one he turns next or would turn next, and his other four. Where he keeps
the first card, the next one may be any of the other five, so each six-card hand counts five times.

Where both actions are worth the same, as in one suit class of situations against six cards, the
player folds. The decisions need no pay schedule: the ANTE BONUS begins at a straight flush, such a
hand is always worth playing without it, and a pay that is not negative does not change that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.games.six_five_four.exposed import FIVE_WORD, FOUR_WORD, HIGH, WORDS, Exposed, solve
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fours
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.comparing import compare
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.fours import classify, tally
from pitboss.maths.kernels.suits import (
    RENAMED_CARDS,
    fill_blanks,
    own_bits,
    renamed_words,
    rows_and_renamings,
)
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANKS, Card, card_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import Four, best_four, describe_four
from pitboss.rules.paytable import Paytable

ORDERS: Final = 47 * 46 * comb(45, 4)
ROUNDS: Final = comb(52, 5) * ORDERS
CASES: Final = ("six", "five", "four")
ACTIONS: Final = ("fold", "play")
RESULTS: Final = ("win", "tie", "loss")
CLASSES: Final = {"below_straight_flush": fours.HIGH_CARD, **fours.outcomes_from("straight_flush")}
# The weakest strength that a rule of thumb plays, by case.
RULES: Final = {
    "play_everything": (fours.HIGH_CARD, fours.HIGH_CARD, fours.HIGH_CARD),
    "play_pair_king_queen": (fours.PAIR, fours.KING_HIGH, fours.QUEEN_HIGH),
    "play_threes_king_queen_queen_ten": (
        fours.PAIR_OF_THREES, fours.KING_QUEEN_HIGH, fours.QUEEN_TEN_HIGH,
    ),
}  # fmt: skip


def count(report: TellProgress) -> Counts:
    """Count from scratch, on the threads numba is set to."""
    return counts_of(solve(report))


@cache
def solution() -> Exposed:
    """The decisions and their results, solved once."""
    return solve(lambda _share: None)


def counts_of(exposed: Exposed) -> Counts:
    """The counts of solved hands."""
    # At most ROUNDS, 50 bits, in each sum.
    rounds = exposed.members[:, None, None, None] * exposed.sums
    by_action = rounds.sum(axis=(1, 3))
    names, outcomes = tuple(fours.OUTCOMES), classify(fours.OUTCOMES, exposed.strengths)
    return {
        "dealt": tally(names, outcomes, exposed.members),
        "dealt_folded": tally(names, outcomes, by_action[:, 0]),
        "dealt_played": tally(names, outcomes, by_action[:, 1]),
        "base": _joint(exposed.strengths, rounds),
        "strategies": {
            name: _joint(exposed.strengths, _follow(exposed.strengths, rounds, lowest))
            for name, lowest in RULES.items()
        },
    }


def _follow(strengths: Ints, rounds: Ints, lowest: Sequence[int]) -> Ints:
    """The same rounds with the actions of a rule of thumb."""
    followed = np.zeros_like(rounds)
    everything = rounds.sum(axis=2)
    for case, low in enumerate(lowest):
        plays = strengths >= low
        followed[plays, case, 1] = everything[plays, case]
        followed[~plays, case, 0] = everything[~plays, case]
    return followed


def _joint(strengths: Ints, rounds: Ints) -> Counts:
    """case -> action -> class -> result -> rounds."""
    classes = classify(CLASSES, strengths)
    added = np.stack(
        [rounds[classes == place].sum(axis=0) for place in range(len(CLASSES))], axis=2
    )
    return Reader(added.ravel()).counts(CASES, ACTIONS, tuple(CLASSES), RESULTS)


# Which turned cards each hand plays against, 41 words per row as in `exposed.Exposed.plays`.
DECISIONS: Final = (StoredDecisions(__package__, "decisions", cards=5, columns=WORDS, word="<u4"),)


def decide(report: TellProgress) -> tuple[NDArray[Any], ...]:
    """The tables of DECISIONS."""
    exposed = solve(report)
    own = own_bits(exposed.cards)
    rows, renamings = rows_and_renamings(exposed.cards)
    plays = exposed.plays.astype(np.uint64)
    low_half, high = np.uint64(0xFFFFFFFF), np.uint64(HIGH)
    table = np.zeros(DECISIONS[0].shape, np.uint32)
    table[rows, 0] = renamed_words(fill_blanks(plays[:, 0], own), renamings) & low_half
    for gone in range(HIGH, 52):
        # The word of a discarded card moves to the card it is renamed to.
        there = RENAMED_CARDS[renamings, gone].astype(np.int64) - HIGH
        five = renamed_words(fill_blanks(plays[:, FIVE_WORD + gone - HIGH], own), renamings)
        table[rows, FIVE_WORD + there] = five & low_half
        seconds = plays[:, FOUR_WORD + gone - HIGH] << high
        blank = own | np.uint64(1) << np.uint64(gone)
        table[rows, FOUR_WORD + there] = (
            renamed_words(fill_blanks(seconds, blank), renamings) >> high
        )
    return (table,)


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, ANTE and ANTE BONUS included."""
    return action_values(cards[:5], cards[5:], base_odds(paytable))


def action_values(
    cards: Sequence[int], up: Sequence[int], ante_bonus: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """The same by enumeration.

    `up` are the dealer's turned cards in their order; `ante_bonus` maps the classes from a
    straight flush on to their odds to one.
    """
    pattern = tuple(card >= HIGH for card in up)
    if len(cards) != 5 or pattern not in ((False,), (True, False), (True, True)):
        raise Refusal("CARDS_IMPOSSIBLE", "player_five_cards")
    kept = [card for card in up if card < HIGH]
    dead = [card for card in up if card >= HIGH]
    seen = compare(cards, kept=kept, dead=dead, drawn=6 - len(up))
    name = [name for name, first in CLASSES.items() if first <= fours.strength_of(cards)][-1]
    bonus = Fraction(0) if name == "below_straight_flush" else ante_bonus[name]
    return {
        "fold": Fraction(-1),
        "play": Fraction(2 * (seen.wins - seen.losses), seen.hands) + bonus,
    }


_ALL_CARDS: Final = (1 << 52) - 1
_CARD_TEXTS: Final = tuple(card_text(card) for card in DECK)
STRATEGY_COLUMNS: Final = ("cards", "deals", "hand", "dealer", "discarded", "play_with")


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole optimal strategy, columns as STRATEGY_COLUMNS, weakest hands first.

    A suit class of the player's cards has one row if its decision never changes, else one for each
    number of dealer's cards, else one for each first card discarded. `play_with` says for which
    cards turned last the player plays: all, none, or these.
    """
    yield STRATEGY_COLUMNS
    exposed = solution()
    names = _strength_names(exposed)
    columns = (exposed.cards, exposed.members, exposed.strengths, exposed.plays)
    for cards, deals, strength, plays in zip(*(c.tolist() for c in columns), strict=True):
        text = " ".join(_CARD_TEXTS[card] for card in reversed(cards))
        for ending in _decisions(plays, _ALL_CARDS - sum(1 << card for card in cards)):
            yield (text, deals, names[strength], *ending)


def _decisions(plays: Sequence[int], free: int) -> list[tuple[str, str, str]]:
    """The dealer's number of cards, the first discard and when to play, as short as possible.

    `free` has a bit for each card that is not the player's.
    """
    low, high = free & ((1 << HIGH) - 1), free >> HIGH
    rows = [("six", "", _play_with(plays[0], low, 0))]
    five, four = [], []
    for bit in range(52 - HIGH):
        if high >> bit & 1:
            text = _CARD_TEXTS[HIGH + bit]
            five.append(("five", text, _play_with(plays[FIVE_WORD + bit], low, 0)))
            others = high ^ (1 << bit)
            four.append(("four", text, _play_with(plays[FOUR_WORD + bit], others, HIGH)))
    for part in (five, four):
        where = _everywhere(part)
        rows += [(part[0][0], "any", where)] if where else part
    where = _everywhere(rows)
    return [("any", "any", where)] if where else rows


def _everywhere(rows: Sequence[tuple[str, str, str]]) -> str:
    """All or none if every row says so, otherwise empty."""
    answers = {where for _, _, where in rows}
    return answers.pop() if answers in ({"all"}, {"none"}) else ""


def _play_with(word: int, free: int, first_card: int) -> str:
    """The cards of a word of decisions, whose lowest bit is the first card."""
    if word in (0, free):
        return "all" if word else "none"
    return " ".join(_CARD_TEXTS[first_card + bit] for bit in range(HIGH) if word >> bit & 1)


def _strength_names(exposed: Exposed) -> dict[int, str]:
    places, rows = np.unique(exposed.strengths, return_index=True)
    return {
        int(place): _four_text([Card(int(card)) for card in exposed.cards[row]])
        for place, row in zip(places, rows, strict=True)
    }


def _four_text(cards: Sequence[Card]) -> str:
    """The hand in words, with every kicker if kickers decide: K-Q-9-5, 3-3-7-4."""
    kind, *ranks = best_four(cards)
    if kind == Four.PAIR:
        ranks = [ranks[0], *ranks]
    if kind in (Four.HIGH_CARD, Four.PAIR):
        return "-".join(RANKS[rank] for rank in ranks)
    return describe_four((kind, *ranks))


def in_words(settings: Mapping[str, Setting]) -> str:
    """The strategy in words a player can remember; the exact one depends on every card seen."""
    return (
        "Against six cards PLAY with a pair of threes or better, against five with K-Q high or "
        "better, against four with Q-T high or better; fold the rest. The exact decision depends "
        "on every card seen: near these limits the suits, the turned cards and the player's own "
        "other cards matter, and the table has each case."
    )
