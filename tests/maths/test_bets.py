"""The counts of bets that are files, against slow and obvious twins."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from examples import quick
from pitboss.maths import counting, parts
from pitboss.maths.analysis import analyze
from pitboss.rules.cards import RANKS, card_text, shoe
from pitboss.rules.catalog import Paytables

BETS = [source for source in parts.sources_with_solve() if "/" in source]
VALUES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1]


@pytest.mark.parametrize("source", quick(BETS, lambda each: each in BETS[::20]))
def test_a_recount_is_what_is_stored(source: str) -> None:
    counted = counting.as_text(parts.solve_part(source).count(lambda _done: None))
    assert counted == counting.counts_path(source).read_text("utf-8")


def lucky_lucky(two: list[str], up: str) -> str:
    cards = [*two, up]
    ranks = "".join(sorted((card[0] for card in cards), key=RANKS.index))
    suited = len({card[1] for card in cards}) == 1
    if ranks in ("777", "678"):
        name = {"777": "sevens", "678": "six_seven_eight"}[ranks]
        return (
            {"sevens": "suited_sevens", "six_seven_eight": "suited_678"}[name] if suited else name
        )
    points = sum(VALUES[RANKS.index(rank)] for rank in ranks)
    points += 10 * ("A" in ranks and points <= 11)
    if points == 21:
        return "suited_21" if suited else "any_21"
    return f"any_{points}" if points in (19, 20) else "nothing"


@pytest.mark.parametrize("decks", quick((1, 2), lambda decks: decks == 1))
def test_hands_dealt_one_by_one_are_counted_alike(decks: int) -> None:
    found: Counter[str] = Counter()
    cards = [card_text(card) for card in shoe(decks)]
    for two in combinations(range(len(cards)), 2):
        texts = [cards[place] for place in two]
        for place, up in enumerate(cards):
            if place not in two:
                found[lucky_lucky(texts, up)] += 1
    stored: Any = counting.read_stored("blackjack/bets/lucky_lucky")[str(decks)]
    assert {**dict.fromkeys(stored, 0), **found, "total": found.total()} == stored


def final_hands(left: list[int], points: int, aces: int, count: int) -> dict[str, Fraction]:
    """The chance of each bust, by drawing ranks one after the other from one deck."""
    best = points + 10 * (aces > 0 and points <= 11)
    if count >= 2 and best >= 17:
        return {f"bust_{min(count, 8)}" if best > 21 else "nothing": Fraction(1)}
    found: dict[str, Fraction] = {}
    size = sum(left)
    for rank, number in enumerate(left):
        if number:
            fewer = [*left]
            fewer[rank] -= 1
            below = final_hands(fewer, points + VALUES[rank], aces + (rank == 12), count + 1)
            for name, chance in below.items():
                found[name] = found.get(name, Fraction(0)) + Fraction(number, size) * chance
    return found


def test_a_drawn_hand_is_counted_as_card_after_card() -> None:
    tens_as_one = [4] * 8 + [16, 0, 0, 0, 4]
    chances = final_hands(tens_as_one, 0, 0, 0)
    stored = counting.tally(counting.read_stored("blackjack/bets/buster"), "1", "stand")
    for name, number in stored.items():
        if name != "total":
            assert chances.get(name, 0) == Fraction(number, stored["total"])


def test_a_bet_at_another_game_has_the_same_counts() -> None:
    paytable = Paytables().get("blackjack/match_the_dealer/1")
    edges = {analyze(paytable, {"game": game, "decks": "6"}).house_edge for game in paytable.games}
    assert paytable.games == ("blackjack", "free_bet", "zappit")
    assert len(edges) == 1
