"""Four Card Poker: the stored counts, a recount, a slow twin, and the figures that follow."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from games.decided import best, hands, row_and_renaming, suited_at_random
from maths.fours_twin import all_hands, best_keys, own_key, without
from pitboss.games.four_card_poker import solve
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import as_text, read_stored
from pitboss.maths.kernels.card_sets import hands_by_strength
from pitboss.maths.kernels.suits import RENAMED_CARDS, suit_classes
from pitboss.maths.linking import may_link, members_of
from pitboss.rules.cards import parse_cards
from pitboss.rules.catalog import Paytables

COUNTS: Any = read_stored("four_card_poker")
BASE = Paytables().get("four_card_poker/base/standard")


@pytest.mark.proof
def test_a_recount_gives_the_stored_counts() -> None:
    assert as_text(solve.count(lambda _share: None)) == as_text(COUNTS)


def only(patch: pytest.MonkeyPatch, cards: Any) -> None:
    """Solve no other hands than these, each the first of its suit class: all take ten seconds."""
    every = hands_by_strength()
    places = [int(np.flatnonzero((every[0] == hand).all(axis=1))[0]) for hand in cards]
    parts = tuple(np.ascontiguousarray(part[places]) for part in every)
    patch.setattr(solve, "hands_by_strength", lambda: parts)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("player", "up"),
    [("Th Td 7c 5s 2h", "Js"), ("2c 2d Qh 9s 4h", "2s"), ("Ah Ks Qd Tc 5h", "Kd")],
)
def test_results_as_plainly_counted(player: str, up: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own, [turned] = parse_cards(player), parse_cards(up)
    drawn = all_hands(without(*own, turned), 5)
    dealer = np.sort(np.hstack([np.full((len(drawn), 1), turned), drawn]), axis=1)
    keys, mine = best_keys(dealer), own_key(own)
    expected = [int((keys < mine).sum()), int((keys == mine).sum()), int((keys > mine).sum())]
    row, way = row_and_renaming(own)
    only(monkeypatch, [suit_classes(5).firsts[row]])
    solved = solve.solve(lambda _: None)
    assert solved.results[:, 0, RENAMED_CARDS[way, turned]].tolist() == expected
    edge = Fraction(expected[0] + expected[1] - expected[2], 1_370_754)
    assert solve.values([*own, turned], BASE, {}) == {
        "fold": -1, "play_1": 2 * edge, "play_3": 4 * edge,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("strategy", "edge", "percent"),
    [
        ("best", Fraction(8_840_827_253, 317_119_576_410), "2.788"),
        ("play_by_up_card", Fraction(2_079_112_319, 71_190_108_990), "2.921"),
        ("play_threes_raise_tens", Fraction(6_583_447_951, 193_795_296_695), "3.397"),
        ("play_everything", Fraction(50_307_198_289, 166_110_254_310), "30.285"),
    ],
)
def test_house_edge_of_each_strategy(strategy: str, edge: Fraction, percent: str) -> None:
    assert analyze(BASE, {"strategy": strategy}).house_edge == edge
    assert round(100 * edge, 3) == Fraction(percent)


@pytest.mark.parametrize(
    ("name", "edge"), [("1", "3214/162435"), ("2", "12643/324870"), ("3", "8366/324870")]
)
def test_house_edge_of_aces_up(name: str, edge: str) -> None:
    paytable = Paytables().get(f"four_card_poker/aces_up/{name}")
    assert analyze(paytable).house_edge == Fraction(edge)


@pytest.mark.proof
def test_stored_decisions_are_those_of_the_values() -> None:
    chance, table = random.Random(6), solve.DECISIONS[0].table()
    near = ("TT952", "KKQ87", "99743", "33AK6", "22KQ7", "88642", "AKQ95")
    for cards in hands(near, each=2, rng_seed=7):
        [up] = suited_at_random(chance.choice("29TQA"), chance, without=cards)
        row, way = row_and_renaming(cards)
        bits = table[row] >> np.uint64(RENAMED_CARDS[way, up]) & np.uint64(1)
        worth = solve.values([*cards, up], BASE, {})
        assert solve.ACTIONS[int(bits.sum())] == best(worth, "fold"), (cards, up)


@pytest.mark.parametrize("folded_qualify", ["yes", "no"])
@pytest.mark.parametrize("name", ["pays-1", "pays-2", "pays-3"])
def test_PS_40_the_progressive_is_as_likely_as_at_crazy_4(name: str, folded_qualify: str) -> None:
    # Three of a kind or better is folded at neither game, so that the setting does not matter.
    paytable = Paytables().get(f"crazy4/progressive/{name}")
    answer = may_link(members_of(paytable, {"folded_qualify": folded_qualify}))
    assert answer.allowed
    crazy4, four_card = (member.hands for member in answer.members)
    assert crazy4 == four_card
    assert four_card["four_aces"].probability == Fraction(1, 54_145)
    assert four_card["three_of_a_kind"].probability == Fraction(94, 4_165)


@pytest.mark.parametrize("folded_qualify", ["yes", "no"])
def test_PS_30_all_five_cards_are_as_likely_as_at_crazy_4(folded_qualify: str) -> None:
    paytable = Paytables().get("multi_game/five_card/01")
    options = {"folded_qualify": folded_qualify}
    games = ("crazy4", "four_card_poker")
    answer = may_link(
        [each for game in games for each in members_of(paytable, {**options, "game": game})]
    )
    assert answer.allowed
    four_card = answer.members[1].hands
    assert four_card["royal_flush"].probability == Fraction(4, 2_598_960)
    assert four_card["three_of_a_kind"].probability == Fraction(54_912, 2_598_960)


@pytest.mark.proof
def test_the_strategy_names_the_up_cards_of_each_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    every = hands_by_strength()[0]
    only(monkeypatch, [every[0], every[-1]])
    _, weakest, best_hand = solve.rows({}, lambda _: None)
    assert weakest[2:] == ("seven-six high", "all", "none")
    assert best_hand[2:] == ("four aces", "none", "all")
