"""Plays Texas Hold'em Bonus and its side bets by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.games.holdem_bonus.play import LOSS, PATHS, PLAYS, RESULTS, TIE, river_bets, turn_bets
from pitboss.games.holdem_bonus.rules import PROGRESSIVE_HANDS
from pitboss.games.holdem_bonus.showdown import HANDS, hand_of
from pitboss.games.holdem_bonus.solve import DECISIONS, PAID_FROM
from pitboss.games.holdem_bonus.strategy import CRITERIA, PUBLISHED_FOLDS, best_folds
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import ROYAL_FLUSH, five_card_outcome, mask_of, strength_of_mask
from pitboss.maths.kernels.holdings import RENAMED_HOLDINGS, holding_bits, starting_hand
from pitboss.maths.kernels.suits import place, sort_few, suit_classes
from pitboss.maths.starting_hands import STARTING_HANDS
from pitboss.rules.cards import ACE, JACK, KING, TEN
from pitboss.rules.game import Setting
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

# The classes and renamings of flops and of flops with turn, and the holdings that bet on each.
BetTables: TypeAlias = tuple[Any, ...]
Group: TypeAlias = dict[str, int]

BONUS = (
    "nothing", "low_pair", "high_pair", "aces", "aces_against_aces", "ace_king_suited",
    "ace_king_offsuit", "ace_queen_or_jack_suited", "ace_queen_or_jack_offsuit",
)  # fmt: skip
BEST = PLAYS.index("optimal")
NEVER_BET = PLAYS.index("never_bet")

# Rounds are tallied by the criteria that fold the starting hand, a bit for each.
GROUPS = 1 << len(CRITERIA)
BONUS_AT = GROUPS * len(PATHS) * RESULTS
SEVEN_AT = BONUS_AT + len(BONUS)
FIVE_AT = SEVEN_AT + GROUPS * 8
OUTCOMES = FIVE_AT + GROUPS * 8


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up. Bets after the flop matter only to the base
    game, so other wagers skip them."""
    strategy = str(settings.get("strategy", "best"))
    chosen = BEST if strategy == "best" else PLAYS.index(strategy)
    if wanted != "base":
        chosen = NEVER_BET
    tally = session.play(_play_block, chosen, _folds(strategy), _bet_tables())
    names = (*HANDS, "tie", "loss")
    played = [{path: tally.take_named(names) for path in PATHS} for _ in range(GROUPS)]
    bonus = tally.take_named(BONUS)
    seven = [tally.take_named(PROGRESSIVE_HANDS) for _ in range(GROUPS)]
    five = [tally.take_named(FIVE_CARD_OUTCOMES) for _ in range(GROUPS)]
    base: Counts = {criterion: _settled(played, criterion) for criterion in CRITERIA}
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "bonus": {**bonus},
        "progressive": _split(seven),
        "five_card": _split(five),
    }


def _folds(strategy: str) -> NDArray[np.uint8]:
    """For each starting hand, the criteria under which a strategy folds it."""
    folded: Mapping[str, Collection[str]] = {}
    if strategy == "best":
        hands = cast(
            "Mapping[str, Mapping[str, Group]]", read_stored("holdem_bonus")["starting_hands"]
        )
        folded = {criterion: best_folds(hands, criterion) for criterion in CRITERIA}
    elif strategy == "published":
        folded = dict.fromkeys(CRITERIA, PUBLISHED_FOLDS)
    groups = [
        sum((name in folded.get(c, ())) << bit for bit, c in enumerate(CRITERIA))
        for name in STARTING_HANDS
    ]
    return np.array(groups, np.uint8)


def _bet_tables() -> BetTables:
    """The lookup tables for bets: after the flop, then after the turn."""
    tables: list[Any] = []
    for bets in DECISIONS:
        classes = suit_classes(bets.cards)
        tables += [classes.class_of, classes.renaming_of, holding_bits(bets)]
    return tuple(tables)


def _kept_groups(criterion: str) -> list[int]:
    """The groups that a criterion doesn't fold."""
    bit = CRITERIA.index(criterion)
    return [group for group in range(GROUPS) if not group >> bit & 1]


def _settled(played: list[dict[str, Group]], criterion: str) -> Counts:
    """path -> result under one criterion."""
    kept = _kept_groups(criterion)
    folded = [played[group] for group in range(GROUPS) if group not in kept]
    settled: Counts = {
        "fold": {"loss": sum(sum(results.values()) for g in folded for results in g.values())}
    }
    for path in PATHS:
        results = _added([played[group][path] for group in kept])
        wins = [results[hand] for hand in HANDS]
        first = PAID_FROM[criterion]
        settled[path] = {
            "win_ante_paid": sum(wins[first:]),
            "win_ante_pushed": sum(wins[:first]),
            "tie": results["tie"],
            "loss": results["loss"],
        }
    return settled


def _split(groups: list[Group]) -> Counts:
    """All starting hands together, and those played under each criterion."""
    played: Counts = {
        criterion: {**_added([groups[group] for group in _kept_groups(criterion)])}
        for criterion in CRITERIA
    }
    return {"all": {**_added(groups)}, "played": played}


def _added(parts: list[Group]) -> Group:
    return {name: sum(part[name] for part in parts) for name in parts[0]}


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, chosen: int, folds: NDArray[np.uint8], bet_tables: BetTables
) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(9, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        sort_few(dealt[:2])
        group = np.int64(folds[starting_hand(dealt[0], dealt[1])])
        path = _path(dealt, chosen, bet_tables)
        tally[(group * 4 + path) * RESULTS + _result(dealt)] += 1
        tally[BONUS_AT + _bonus(dealt)] += 1
        tally[SEVEN_AT + group * 8 + _seven_card_outcome(dealt)] += 1
        flop = mask_of(dealt, 0, 2) | mask_of(dealt, 4, 7)
        five = five_card_outcome(strength_of_mask(flop))
        tally[FIVE_AT + group * 8 + five] += 1
    return tally


# Of the nine cards dealt, the player has the first two, ascending, the dealer the next two; then
# come the flop, the turn and the river.


@njit(cache=True)
def _path(dealt: Tally, chosen: int, bet_tables: BetTables) -> int:
    """Twice the TURN bet plus the RIVER bet."""
    if chosen == NEVER_BET:
        return 0
    if chosen != BEST:
        own = mask_of(dealt, 0, 2)
        turn = turn_bets(own, mask_of(dealt, 4, 7)) >> chosen & 1
        river = river_bets(own, mask_of(dealt, 4, 8)) >> chosen & 1
        return int(2 * turn + river)
    flop_class, flop_renaming, on_turn, turn_class, turn_renaming, on_river = bet_tables
    holding = dealt[1] * (dealt[1] - 1) // 2 + dealt[0]
    seen = dealt[4:8].copy()
    sort_few(seen[:3])
    at_flop = place(seen[:3])
    sort_few(seen)
    at_turn = place(seen)
    turn = on_turn[flop_class[at_flop], RENAMED_HOLDINGS[flop_renaming[at_flop], holding]]
    river = on_river[turn_class[at_turn], RENAMED_HOLDINGS[turn_renaming[at_turn], holding]]
    return int(2 * np.int64(turn) + np.int64(river))


@njit(cache=True)
def _result(dealt: Tally) -> int:
    board = mask_of(dealt, 4, 9)
    own = strength_of_mask(board | mask_of(dealt, 0, 2))
    other = strength_of_mask(board | mask_of(dealt, 2, 4))
    if own == other:
        return TIE
    return hand_of(own) if own > other else LOSS


@njit(cache=True)
def _bonus(dealt: Tally) -> int:
    """The place in BONUS."""
    low, high = dealt[0] >> 2, dealt[1] >> 2
    if low == high:
        if low == ACE:
            return 4 if dealt[2] >> 2 == ACE and dealt[3] >> 2 == ACE else 3
        return 1 if low <= TEN else 2
    if high != ACE or low < JACK:
        return 0
    return (5 if low == KING else 7) + int(dealt[0] & 3 != dealt[1] & 3)


@njit(cache=True)
def _seven_card_outcome(dealt: Tally) -> int:
    """The place in PROGRESSIVE_HANDS."""
    own = mask_of(dealt, 0, 2)
    strength = strength_of_mask(own | mask_of(dealt, 4, 9))
    if strength != ROYAL_FLUSH:
        return max(0, five_card_outcome(strength) - 3)
    if strength_of_mask(mask_of(dealt, 4, 9)) == ROYAL_FLUSH:
        return 4
    if strength_of_mask(own | mask_of(dealt, 4, 7)) == ROYAL_FLUSH:
        return 7
    return 6 if strength_of_mask(own | mask_of(dealt, 4, 8)) == ROYAL_FLUSH else 5
