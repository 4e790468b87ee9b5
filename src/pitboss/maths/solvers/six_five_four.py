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
from typing import TYPE_CHECKING, Final

import numpy as np

from pitboss.maths.kernels import fours
from pitboss.maths.kernels.fours import classify, tally
from pitboss.maths.kernels.fours_compare import compare
from pitboss.maths.kernels.fours_exposed import FIVE_WORD, FOUR_WORD, HIGH, Exposed, solve
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANKS, Card, card_text
from pitboss.rules.hands import Four, best_four, describe_four

if TYPE_CHECKING:
    from pitboss.maths.counting import Counts, Report
    from pitboss.maths.kernels.fours import Ints

ORDERS: Final = 47 * 46 * comb(45, 4)
ROUNDS: Final = comb(52, 5) * ORDERS
CASES: Final = ("six", "five", "four")
ACTIONS: Final = ("fold", "play")
RESULTS: Final = ("win", "tie", "loss")
CLASSES: Final = {
    "below_straight_flush": fours.HIGH_CARD,
    "straight_flush": fours.STRAIGHT_FLUSH,
    "four_of_a_kind": fours.FOUR_OF_A_KIND,
    "four_aces": fours.FOUR_ACES,
}
# The weakest strength that a rule of thumb plays, by case.
RULES: Final = {
    "play_everything": (fours.HIGH_CARD, fours.HIGH_CARD, fours.HIGH_CARD),
    "play_pair_king_queen": (fours.PAIR, fours.KING_HIGH, fours.QUEEN_HIGH),
    "play_threes_king_queen_queen_ten": (
        fours.PAIR_OF_THREES, fours.KING_QUEEN_HIGH, fours.QUEEN_TEN_HIGH,
    ),
}  # fmt: skip


def count(report: Report) -> Counts:
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
    return {
        case_name: {
            action_name: {
                class_name: {
                    result_name: int(rounds[classes == place, case, action, result].sum())
                    for result, result_name in enumerate(RESULTS)
                }
                for place, class_name in enumerate(CLASSES)
            }
            for action, action_name in enumerate(ACTIONS)
        }
        for case, case_name in enumerate(CASES)
    }


def values(
    cards: Sequence[int], up: Sequence[int], ante_bonus: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """What each action is worth in antes, ANTE and ANTE BONUS included, by enumeration.

    `up` are the dealer's turned cards in their order; `ante_bonus` maps the classes from a
    straight flush on to their odds to one.
    """
    pattern = tuple(card >= HIGH for card in up)
    if len(cards) != 5 or pattern not in ((False,), (True, False), (True, True)):
        raise Refusal(
            "CARDS_IMPOSSIBLE",
            reason="the player has five cards; the dealer turns one up to the nine, or one from "
            "the ten on and then exactly one more",
        )
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
SUMMARY_COLUMNS: Final = (
    "dealer", "discarded", "kept", "fold_below", "play_from", "limit", "exceptions", "situations",
)  # fmt: skip


def strategy_rows() -> Iterator[tuple[str | int, ...]]:
    """The whole optimal strategy, columns as STRATEGY_COLUMNS, weakest hands first.

    A suit class of the player's cards has one row if its decision never changes, else one for each
    number of dealer's cards, else one for each first card discarded. `play_with` says for which
    cards turned last the player plays: all, none, or these.
    """
    exposed = solution()
    names = _strength_names(exposed)
    columns = (exposed.cards, exposed.members, exposed.strengths, exposed.plays)
    for cards, deals, strength, plays in zip(*(c.tolist() for c in columns), strict=True):
        text = " ".join(_CARD_TEXTS[card] for card in reversed(cards))
        for ending in _decisions(plays, _ALL_CARDS - sum(1 << card for card in cards)):
            yield (text, deals, names[strength], *ending)


def _decisions(plays: Sequence[int], free: int) -> list[tuple[str, str, str]]:
    """Dealer's number of cards, discarded first card and where to play, as few as will do.

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
    """All or none if every row says so, else nothing."""
    answers = {where for _, _, where in rows}
    return answers.pop() if answers in ({"all"}, {"none"}) else ""


def _play_with(word: int, free: int, first_card: int) -> str:
    """The cards of a word of decisions, its lowest bit being the first card."""
    if word in (0, free):
        return "all" if word else "none"
    return " ".join(_CARD_TEXTS[first_card + bit] for bit in range(HIGH) if word >> bit & 1)


def summary_rows() -> Iterator[tuple[str | int, ...]]:
    """The strategy by the ranks of the dealer's turned cards, columns as SUMMARY_COLUMNS.

    Every hand below `fold_below` folds, every hand from `play_from` on plays; in between the suits
    and the other cards matter, and playing from `limit` on is wrong in the fewest situations: in
    `exceptions` of all `situations` (player's cards and turned cards).
    """
    exposed = solution()
    names = _strength_names(exposed)
    seen = np.array([sum(1 << int(card) for card in cards) for cards in exposed.cards])
    for dealer, discarded, kept, spots in _rank_situations():
        folds, plays = (np.zeros(fours.STRENGTHS + 1, dtype=np.int64) for _ in range(2))
        for word, bit, turned in spots:
            open_rows = seen & turned == 0
            played = (exposed.plays[:, word] >> bit & 1).astype(bool)
            for tallied, rows in ((folds, open_rows & ~played), (plays, open_rows & played)):
                np.add.at(tallied, exposed.strengths[rows], exposed.members[rows])
        wrong = plays.cumsum() - plays + folds[::-1].cumsum()[::-1]
        dealt = np.unique(exposed.strengths)
        limit = int(dealt[wrong[dealt].argmin()])
        last_fold = int(folds.nonzero()[0][-1])
        yield (
            dealer, discarded, kept,
            names[int(plays.nonzero()[0][0])],
            names[int(dealt[dealt > last_fold][0])],
            names[limit],
            int(wrong[limit]),
            int((folds + plays).sum()),
        )  # fmt: skip


def _rank_situations() -> Iterator[tuple[str, str, str, list[tuple[int, int, int]]]]:
    """Dealer's cards, ranks discarded and kept, and where the decisions are: word, bit, cards."""
    lows = [(RANKS[card // 4], range(card, card + 4)) for card in range(0, HIGH, 4)]
    highs = [(RANKS[card // 4], range(card, card + 4)) for card in range(HIGH, 52, 4)]
    for kept, cards in lows:
        yield "six", "", kept, [(0, card, 1 << card) for card in cards]
    for gone, firsts in highs:
        for kept, cards in lows:
            pairs = [(first, card) for first in firsts for card in cards]
            spots = [(FIVE_WORD + a - HIGH, b, 1 << a | 1 << b) for a, b in pairs]
            yield "five", gone, kept, spots
    for place, (gone, firsts) in enumerate(highs):
        for other, seconds in highs[: place + 1]:
            pairs = [(a, b) for a in firsts for b in seconds if a != b]
            spots = [(FOUR_WORD + a - HIGH, b - HIGH, 1 << a | 1 << b) for a, b in pairs]
            yield "four", f"{gone} {other}", "", spots


def _strength_names(exposed: Exposed) -> dict[int, str]:
    places, rows = np.unique(exposed.strengths, return_index=True)
    return {
        int(place): _four_text([Card(int(card)) for card in exposed.cards[row]])
        for place, row in zip(places, rows, strict=True)
    }


def _four_text(cards: Sequence[Card]) -> str:
    """The hand in words, with every kicker where kickers decide: K-Q-9-5, 3-3-7-4."""
    kind, *ranks = best_four(cards)
    if kind == Four.PAIR:
        ranks = [ranks[0], *ranks]
    if kind in (Four.HIGH_CARD, Four.PAIR):
        return "-".join(RANKS[rank] for rank in ranks)
    return describe_four((kind, *ranks))


def rule_in_words() -> str:
    """The strategy as a player remembers it; the exact one depends on every card seen."""
    return (
        "Against six cards PLAY with a pair of threes or better, against five with K-Q high or "
        "better, against four with Q-T high or better; fold the rest. The exact decision depends "
        "on every card seen: near these limits the suits, the turned cards and the player's own "
        "other cards matter, and the table has each case."
    )
