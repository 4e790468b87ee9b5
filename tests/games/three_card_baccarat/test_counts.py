"""The counts of Three Card Baccarat: published figures, a count card by card, a simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from games.dealt import far_off, simulate
from pitboss.games.three_card_baccarat.solve import count
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import as_text, counts_path, read_stored, tally
from pitboss.rules.catalog import Paytables

STORED = read_stored("three_card_baccarat")
VALUES = {**{str(pip): pip for pip in range(2, 10)}, "A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}
RANKS = "23456789TJQKA"


@pytest.mark.proof
def test_a_recount_is_what_is_stored() -> None:
    path = counts_path("three_card_baccarat")
    assert as_text(count(lambda _done: None)) == path.read_text("utf-8")


def test_published_counts_have_fewer_ties() -> None:
    """wizardofodds.com, as copied by user-casino.com, has 15,356,240 ties and 195,907,080 wins; the
    slow twin below finds 17,680 ties more. Everything else agrees."""
    base = tally(STORED, "base")
    assert base["win"] + base["win_six"] == base["loss"] == 195_907_080 - 17_680 // 2
    assert base["tie"] == tally(STORED, "tie")["tie"] == 15_356_240 + 17_680
    assert sum(base.values()) == sum(tally(STORED, "tie").values()) == 407_170_400
    assert tally(STORED, "three_faces") == {"three_faces": comb(12, 3), "nothing": 22_100 - 220}
    odd = {str(total): 2_212 for total in (1, 3, 5, 7, 9)}
    even = {str(total): 2_164 for total in (2, 4, 6, 8)}
    assert tally(STORED, "dealer_total") == {"0": 2_384, **odd, **even}


@pytest.mark.parametrize(
    ("paytable", "edge"),
    [("commission", Fraction(5, 100)), ("commission-3", Fraction(3, 100))],
)
def test_the_commission_is_all_that_the_house_wins(paytable: str, edge: Fraction) -> None:
    """The player's hand and the dealer's are alike."""
    found = analyze(Paytables().get(f"three_card_baccarat/base/{paytable}"), {}).house_edge
    assert found == edge * Fraction(195_898_240, 407_170_400)


@pytest.mark.proof
def test_every_deal_card_by_card() -> None:
    """22,100 hands of the player, each with the 18,424 of the dealer that share no card."""
    cards = [rank + suit for rank in RANKS for suit in "cdhs"]
    hands = list(combinations(range(52), 3))
    bits = np.array([sum(1 << card for card in hand) for hand in hands])
    points = np.array([sum(VALUES[cards[card][0]] for card in hand) % 10 for hand in hands])
    faces = np.array([sum(cards[card][0] in "JQK" for card in hand) for hand in hands])
    worth = np.where(faces == 3, 1_000, 10 * points + faces)
    base: Counter[str] = Counter()
    ties: Counter[str] = Counter()
    for player in range(len(hands)):
        apart = bits & bits[player] == 0
        gap = worth[player] - worth[apart]
        base["win_six" if worth[player] // 10 == 6 else "win"] += int((gap > 0).sum())
        base["tie"] += int((gap == 0).sum())
        base["loss"] += int((gap < 0).sum())
        alike = points[apart] == points[player]
        same = alike & (faces[apart] == faces[player])
        ties["tie"] += int(same.sum())
        ties["points_alike"] += int((alike & ~same).sum())
        ties["nothing"] += int((~alike).sum())
    assert base == tally(STORED, "base")
    assert ties == tally(STORED, "tie")


@pytest.mark.proof
def test_every_probability_lies_within_four_standard_errors() -> None:
    played = simulate("three_card_baccarat")
    for slot, counts in played.items():
        exact = {slot: STORED[slot], "total": sum(tally(STORED, slot).values())}
        assert far_off({slot: counts, "total": sum(counts.values())}, exact) == []
