"""The bets beside blackjack: counts by closed forms, settled rounds (TI-1)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest

from pitboss.maths.counting import read_stored as stored
from pitboss.maths.counting import tally
from pitboss.rules.cards import RANK_OF, SUIT_OF, shoe
from rules.support import record, told

DECKS = (1, 2, 4, 6, 8)


def counts(bet: str, decks: int) -> dict[str, int]:
    return tally(stored(f"blackjack/bets/{bet}"), str(decks))


def field_gold(ranks: list[int], suits: set[int]) -> str:
    """The bet as its maker says it; an ace is rank 12, a jack 9."""
    points = sum(min(rank + 2, 10) if rank < 12 else 1 for rank in ranks)
    if sorted(ranks) == [9, 12] and len(suits) == 1:
        return "ace_jack"
    if points == 2:
        return "aces"
    for name, totals in (("three_or_four", (3, 4)), ("nine_or_ten", (9, 10))):
        if points in totals:
            return name
    if 12 in ranks and points == 11:
        return "blackjack"
    return "eleven_or_twelve" if points in (11, 12) else "nothing"


@pytest.mark.parametrize("decks", [1, 2])
def test_field_gold_is_counted_pair_by_pair(decks: int) -> None:
    found = Counter(
        field_gold([RANK_OF[card] for card in two], {SUIT_OF[card] for card in two})
        for two in combinations(shoe(decks), 2)
    )
    assert {**found, "total": found.total()} == counts("field_gold", decks)


@pytest.mark.parametrize("n", DECKS)
def test_royal_match_with_pairs_is_a_closed_form(n: int) -> None:
    assert counts("royal_match_pairs", n) == {
        "royal_match": 4 * n * n,
        "suited_pair": 52 * comb(n, 2),
        "straight_flush": 4 * 12 * n * n,  # ace-two up to ace-king, but king-queen
        "suited": 4 * (78 - 13) * n * n,
        "nothing": 6 * (13 * n) ** 2,
        "total": comb(52 * n, 2),
    }


@pytest.mark.parametrize("n", DECKS)
def test_trilux_bonus_is_21_plus_3_with_one_three_of_a_kind(n: int) -> None:
    merged = counts("twenty_one_plus_three", n)
    merged["three_of_a_kind"] += merged.pop("suited_three_of_a_kind")
    assert counts("trilux_bonus", n) == merged


@pytest.mark.parametrize(("bet", "ranks"), [("aces", 1), ("aces_kings", 2), ("aces_to_queens", 3)])
def test_the_21_plus_3_progressives_split_the_suited_threes(bet: str, ranks: int) -> None:
    """In 3 n (n - 1) (n - 2) / 6 orders each: two cards in any order, then the dealer's."""
    for n in DECKS:
        found, plain = counts(f"twenty_one_plus_three_{bet}", n), counts("twenty_one_plus_three", n)
        threes = 3 * comb(n, 3)
        assert found.pop("declared_suit") == ranks * threes
        assert found.pop("suited_top") == 3 * ranks * threes
        assert found.pop("suited_three_of_a_kind") == (52 - 4 * ranks) * threes
        plain.pop("suited_three_of_a_kind")
        assert found == plain


def test_fortune_blackjack_has_the_hands_of_lucky_lucky() -> None:
    assert stored("blackjack/bets/fortune_blackjack") == stored("blackjack/bets/lucky_lucky")


def settled(cards: dict[Any, str], wagers: dict[str, int], **rest: Any) -> list[str]:
    """A round of one seat that stands."""
    return told(
        record(
            "blackjack",
            cards=cards,
            wagers={1: {"blackjack": 1000, **wagers}},
            actions=["1 stand"],
            **rest,
        )
    )


def test_field_gold_counts_every_ace_as_one() -> None:
    paytables = {"field_gold": "blackjack/field_gold/1"}
    for hand, won in (("Ac 9d", 1000), ("Ac 2d", 1500), ("Ac Ad", 5000), ("Tc 9d", -500)):
        lines = settled({1: hand, "dealer": "Ts 7h"}, {"field_gold": 500}, paytables=paytables)
        assert lines[0].endswith(f"field_gold {'wins' if won > 0 else 'loses'} {won:+d}")


def test_three_aces_of_spades_take_the_21_plus_3_meter() -> None:
    slot = "twenty_one_plus_three_aces"
    lines = settled(
        {1: "As As", "dealer": "As 7h"},
        {slot: 100},
        paytables={slot: f"blackjack/{slot}/3"},
        meters={slot: {"main": 345_600}},
        options={"insurance": "no"},
    )
    assert f"1 {slot} wins +345500" in lines
