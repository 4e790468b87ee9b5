"""Stored decisions looked up by hand, beside the value of each action counted out on demand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from pitboss.maths.kernels.suits import RENAMED_CARDS, suit_classes
from pitboss.rules.cards import Card, parse_card


def row_and_renaming(cards: Sequence[int]) -> tuple[int, int]:
    """The row of some cards in a table, and the renaming of suits that leads there, by hand."""
    classes = suit_classes(len(cards))
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
