"""The decisions kept for simulations, beside the value of each action counted out on demand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pitboss.games.caribbean_stud import solve as caribbean_stud
from pitboss.games.crazy4 import solve as crazy4
from pitboss.games.holdem_bonus import strategy as holdem_strategy
from pitboss.games.holdem_bonus.showdown import RENAMED_CARDS, RENAMED_HOLDINGS
from pitboss.games.six_five_four import solve as six_five_four
from pitboss.games.six_five_four.exposed import FIVE_WORD, FOUR_WORD, HIGH
from pitboss.maths.kernels import decisions as best_play
from pitboss.maths.simulators import best_play_solving
from pitboss.rules.cards import DECK, Card, parse_card

SUPER_BONUS = dict.fromkeys(
    ("straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces"),
    Fraction(2),
)
EVEN_MONEY = dict.fromkeys(
    ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
     "four_of_a_kind", "straight_flush", "royal_flush"),
    Fraction(1),
)  # fmt: skip


def row_and_renaming(cards: Sequence[int]) -> tuple[int, int]:
    """The row of some cards in a table, and the renaming of suits that leads there, by hand."""
    classes = best_play.classes(len(cards))
    for way in range(24):
        image = sorted(int(RENAMED_CARDS[way, card]) for card in cards)
        rows = np.flatnonzero((classes.firsts == image).all(axis=1))
        if len(rows):
            return int(rows[0]), way
    raise AssertionError(f"{cards} have no class")


def suited_at_random(
    ranks: str, chance: random.Random, *, without: Sequence[Card] = ()
) -> list[Card]:
    """A card for each rank, of any suit that is still there."""
    cards: list[Card] = []
    for rank in ranks:
        suits = [suit for suit in "cdhs" if parse_card(rank + suit) not in (*cards, *without)]
        cards.append(parse_card(rank + chance.choice(suits)))
    return cards


def hands(ranks: Sequence[str], *, each: int, rng_seed: int) -> Iterator[list[Card]]:
    chance = random.Random(rng_seed)
    for text in ranks:
        for _ in range(each):
            yield suited_at_random(text, chance)


def best(worth: dict[str, Fraction], cautious: str) -> str:
    """The most valuable action; where none is worth more than the cautious one, that."""
    action = max(worth, key=lambda name: worth[name])
    return action if worth[action] > worth[cautious] else cautious


def test_crazy4_decides_as_the_values_say() -> None:
    table = best_play.kept("crazy4")
    near = ("KQ842", "KQ843", "KQ762", "KQ763", "KQ764", "KQ765", "KQ832", "KQ852", "AAQ87")
    for cards in hands(near, each=2, rng_seed=1):
        row, _ = row_and_renaming(cards)
        worth = crazy4.values(cards, SUPER_BONUS)
        assert crazy4.ACTIONS[table[row, 0]] == best(worth, "fold"), cards


def test_caribbean_stud_decides_as_the_values_say() -> None:
    table = best_play.kept("caribbean_stud")
    chance = random.Random(2)
    near = ("AKQ52", "AKQT4", "AKJ83", "AKJT9", "AK987", "AKQ87", "AQJT8", "22345")
    for cards in hands(near, each=4, rng_seed=3):
        row, way = row_and_renaming(cards)
        up = chance.choice([card for card in DECK if card not in cards])
        raises = int(table[row, 0]) >> int(RENAMED_CARDS[way, up]) & 1
        worth = caribbean_stud.values(cards, up, raise_odds=EVEN_MONEY)
        assert ("fold", "raise")[raises] == best(worth, "fold"), (cards, up)


def plays_six_five_four(cards: Sequence[Card], up: Sequence[Card]) -> bool:
    """What the table says, given the cards that the dealer has turned."""
    row, way = row_and_renaming(cards)
    words = best_play.kept("six_five_four")[row].tolist()
    first, *others = (int(RENAMED_CARDS[way, card]) for card in up)
    if not others:
        return bool(words[0] >> first & 1)
    if others[0] < HIGH:
        return bool(words[FIVE_WORD + first - HIGH] >> others[0] & 1)
    return bool(words[FOUR_WORD + first - HIGH] >> (others[0] - HIGH) & 1)


@pytest.mark.parametrize(
    ("near", "up_ranks"),
    [
        (("22QJ9", "22KT5", "3374A", "2245K", "AKQ75"), ("2", "5", "9")),
        (("KQ752", "KQJ84", "KJT85", "KQ943"), ("T3", "A9", "Q6")),
        (("QT742", "QT853", "Q9732", "QJ842"), ("TK", "AJ", "QA")),
    ],
)
def test_six_five_four_decides_as_the_values_say(near: tuple[str, ...], up_ranks: Any) -> None:
    chance = random.Random(4)
    for cards in hands(near, each=3, rng_seed=5):
        up = suited_at_random(chance.choice(up_ranks), chance, without=cards)
        worth = six_five_four.values(cards, up, SUPER_BONUS)
        expected = best(worth, "fold") == "play"
        assert plays_six_five_four(cards, up) == expected, (cards, up)


def bets_holdem(name: str, hole: Sequence[Card], board: Sequence[Card]) -> bool:
    row, way = row_and_renaming(board)
    low, high = sorted(hole)
    holding = int(RENAMED_HOLDINGS[way, high * (high - 1) // 2 + low])
    return bool(best_play.holding_bits(name)[row, holding])


@pytest.mark.parametrize(
    ("name", "seen", "deals"), [("holdem_turn", 3, 12), ("holdem_river", 4, 40)]
)
def test_holdem_bets_as_the_values_say(name: str, seen: int, deals: int) -> None:
    chance = random.Random(6)
    for _ in range(deals):
        cards = chance.sample(DECK, 2 + seen)
        hole, board = cards[:2], cards[2:]
        worth = holdem_strategy.values(hole, board, criterion="straight")
        assert bets_holdem(name, hole, board) == (best(worth, "check") == "bet"), cards


def test_a_table_read_back_is_the_one_kept(monkeypatch: Any, tmp_path: Any) -> None:
    table = best_play.kept("crazy4").copy()
    monkeypatch.setattr(best_play, "_folder", lambda: tmp_path)
    assert not best_play.is_kept("crazy4", table)
    best_play.kept.cache_clear()
    try:
        best_play.keep("crazy4", table)
        assert best_play.is_kept("crazy4", table)
        table[0, 0] ^= 1
        assert not best_play.is_kept("crazy4", table)
    finally:
        best_play.kept.cache_clear()


def test_every_game_with_decisions_can_be_solved_again() -> None:
    """The quickest of them is; all are by `pitboss decisions`."""
    assert set(best_play_solving.SOLVERS) == {
        "crazy4", "caribbean_stud", "six_five_four", "holdem_bonus",
    }  # fmt: skip
    shares: list[float] = []
    [(name, table)] = best_play_solving.solve_crazy4(shares.append).items()
    assert best_play.is_kept(name, table)
    assert shares[-1] == 1
