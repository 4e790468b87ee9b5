"""DJ Wild Stud Poker: the count beside a slow twin, published figures and dealt rounds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import pytest

from games.dealt import RNG_SEED, ROUNDS, assert_same, compared, shoe_deals, simulate
from pitboss.games.dj_wild.rules import HANDS, blind, dj_hand, trips
from pitboss.games.dj_wild.solve import RULES, count, plays, rows, solve, values
from pitboss.maths.analysis import analyze
from pitboss.maths.cases import odds
from pitboss.maths.counting import read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import JOKER_DECK, Card, parse_cards
from pitboss.rules.catalog import Paytables

PAYTABLES = Paytables()
USUAL = PAYTABLES.get("dj_wild/base/1000-50-10")
OWN_HANDS, DEALER_HANDS = comb(53, 5), comb(48, 5)
# The ranks of every straight; 14 is the ace, which is also low.
WINDOWS = [{top - step for step in range(5)} for top in range(6, 15)] + [{14, 2, 3, 4, 5}]


def twin_kind(ranks: tuple[int, ...], wild: int, *, one_suit: bool) -> str:
    """What ranks from 3 to 14 and wild cards make, by asking for each hand from the top."""
    alike = sorted(Counter(ranks).values(), reverse=True)
    is_run = len(alike) == len(ranks) and any(set(ranks) <= window for window in WINDOWS)
    if wild == 5:
        return "five_wilds"
    for kind, made in (
        ("royal_flush", one_suit and len(alike) == len(ranks) and min(ranks) >= 10),
        ("five_of_a_kind", alike[0] + wild == 5),
        ("straight_flush", one_suit and is_run),
        ("four_of_a_kind", alike[0] + wild == 4),
        ("full_house", len(alike) == 2),
        ("flush", one_suit),
        ("straight", is_run),
        ("three_of_a_kind", alike[0] + wild == 3),
        ("two_pair", len(alike) == 3),
        ("pair", alike[0] + wild == 2),
    ):
        if made:
            return kind
    return "high_card"


def twin_hands() -> Counter[str]:
    """How many hands make each kind."""
    seen: Counter[str] = Counter()
    for held in range(6):
        for ranks in combinations_with_replacement(range(3, 15), held):
            wild = comb(5, held)
            ways = prod(comb(4, times) for times in Counter(ranks).values())
            suited = 4 if held and len(set(ranks)) == held else 0
            for one_suit, hands in ((True, suited), (False, ways - suited)):
                if hands:
                    seen[twin_kind(ranks, 5 - held, one_suit=one_suit)] += wild * hands
    return seen


def test_the_slow_twin_classes_every_hand_alike() -> None:
    seen = twin_hands()
    assert sum(seen.values()) == OWN_HANDS
    # By hand: four suits times the sum of C(5, w)^2, w from 0 to 4; twelve ranks and their 105
    # hands with one to four wild cards, of which 20 are royal from the ten up.
    assert (seen["five_wilds"], seen["royal_flush"]) == (1, 4 * 251)
    assert seen["five_of_a_kind"] == 12 * (5 * 1 + 10 * 4 + 10 * 6 + 5 * 4) - 5 * 20
    base: Any = read_stored("dj_wild")["base"]
    for kind in HANDS[4:]:
        dealt = sum(sum(base[action][kind].values()) for action in ("fold", "play"))
        assert dealt == seen[kind] * DEALER_HANDS, kind


@pytest.mark.proof
def test_the_whole_count_is_as_stored() -> None:
    shares: list[float] = []
    assert count(shares.append) == read_stored("dj_wild")
    assert shares[-1] == 1


def test_player_and_dealer_win_equally_often() -> None:
    counts: Any = read_stored("dj_wild")
    for played in (counts["base"], *counts["strategies"].values()):
        total: Counter[str] = Counter()
        for classes in played.values():
            for results in classes.values():
                total.update(results)
        assert total["win"] == total["loss"]
        assert sum(total.values()) == OWN_HANDS * DEALER_HANDS


def test_trips_are_counted_like_the_rule_classes_a_part_of_all_hands() -> None:
    """A tenth of the deck's hands by chance, every class within five standard errors, and sums."""
    counted: Any = read_stored("dj_wild")["trips"]
    seen = twin_hands()
    assert sum(counted.values()) == OWN_HANDS
    assert counted["five_wilds"] == 1
    assert counted["royal_flush"] + counted["royal_flush_wild"] == seen["royal_flush"]
    assert counted["five_of_a_kind"] == seen["five_of_a_kind"]
    weak = sum(seen[kind] for kind in ("high_card", "pair", "two_pair"))
    assert counted["nothing"] == weak  # a natural hand that pays is never weaker with wild cards
    rng, tries = random.Random(RNG_SEED), 20_000
    dealt = Counter(trips(rng.sample(JOKER_DECK, 5)) for _ in range(tries))
    for outcome, hands in counted.items():
        share = hands / OWN_HANDS
        assert abs(dealt[outcome] - tries * share) <= 5 * (tries * share) ** 0.5 + 1, outcome


def test_the_published_edge_and_the_published_rule() -> None:
    """A public program quotes 1.73 % of ANTE and BLIND, with a pair of fours or better played."""
    best, fours = (analyze(USUAL, {"strategy": rule}).house_edge for rule in ("best", "play_fours"))
    assert best is not None
    assert fours is not None
    assert f"{50 * float(best):.2f}" == "1.73"
    assert best < fours < best + Fraction(1, 1000)


@pytest.mark.proof
def test_the_best_play_is_fours_without_a_three_or_better() -> None:
    hands = solve()
    assert hands.played.tolist() == plays("best")[hands.strengths].tolist()


@pytest.mark.proof
def test_values_by_dealing_every_hand_agree_with_the_count() -> None:
    table = list(rows({}, lambda _share: None))[1:]
    assert sum(int(row[1]) for row in table) == OWN_HANDS
    rng = random.Random(RNG_SEED)
    for row in rng.sample(table, 6):
        cards = parse_cards(str(row[0]))
        won, _, lost = (int(number) for number in row[4:])
        blind_pays = Fraction(0)
        if (outcome := blind(dj_hand(cards))) != "nothing":
            blind_pays = odds(USUAL.prize(outcome), USUAL)
        play = (won * (3 + blind_pays) - 4 * lost) / DEALER_HANDS
        assert values(cards, USUAL, {}) == {"fold": Fraction(-2), "play": play}


def test_impossible_cards_are_refused() -> None:
    for cards in ("As Ks", "As As Ks Qs Js"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


@pytest.mark.proof
@pytest.mark.parametrize("rule", RULES)
def test_dealt_rounds_end_as_the_rules_say(rule: str) -> None:
    base: Counter[tuple[str, ...]] = Counter()
    bonus: Counter[tuple[str, ...]] = Counter()
    for dealt in shoe_deals(RNG_SEED, ROUNDS, cards=53, size=10, deck=53):
        cards = [Card(card) for card in dealt]
        own, other = dj_hand(cards[:5]), dj_hand(cards[5:])
        kind = blind(own).replace("nothing", "below_straight")
        base["play" if RULES[rule](own) else "fold", kind, compared(own, other)] += 1
        bonus[(trips(cards[:5]),)] += 1
    played = simulate("dj_wild", strategy=rule)
    assert_same(played["base"] if rule == "best" else played["strategies"][rule], base)
    assert_same(played["trips"], bonus)
