"""6-5-4 Poker: the stored counts, a recount, and the figures that follow."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from maths.fours_twin import all_hands, best_keys, own_key, without
from pitboss.games.six_five_four import solve as six_five_four
from pitboss.games.six_five_four.exposed import FIVE, FOUR, SIX, Exposed, make_tables, solve_hands
from pitboss.games.six_five_four.solve import action_values, solution
from pitboss.maths.counting import as_text, read_stored
from pitboss.maths.kernels import fours
from pitboss.maths.kernels.card_sets import hands_by_strength
from pitboss.maths.kernels.comparing import compare
from pitboss.refusal import Refusal
from pitboss.rules.cards import ACE, DECK, RANK_OF, TEN, Card, parse_cards
from pitboss.rules.hands import Four, Strength, best_four

GOLDEN = Path(__file__).parents[2] / "golden"
FIFTY = 50
ROUNDS = 2_598_960 * 47 * 46 * 148_995
ANTE_BONUS = {
    "straight_flush": Fraction(10),
    "four_of_a_kind": Fraction(20),
    "four_aces": Fraction(100),
}
COUNTS: Any = read_stored("six_five_four")


def leaves(tree: Any) -> Iterator[int]:
    if isinstance(tree, int):
        yield tree
    else:
        for branch in tree.values():
            yield from leaves(branch)


def player_result(joint: Any) -> Fraction:
    """What a round is worth to the player, in antes, straight from the rules."""
    total = Fraction(0)
    for case in joint.values():
        total -= sum(leaves(case["fold"]))
        for name, results in case["play"].items():
            total += 2 * (results["win"] - results["loss"])
            total += ANTE_BONUS.get(name, 0) * sum(results.values())
    return total / ROUNDS


@pytest.fixture(scope="module")
def tables() -> Any:
    return make_tables()


@pytest.fixture(scope="module")
def fiftieth(tables: Any) -> Exposed:
    """Every fiftieth hand, from the weakest on, solved."""
    parts = (np.ascontiguousarray(part[::FIFTY]) for part in hands_by_strength())
    cards, members, strengths = parts
    sums, plays = solve_hands(tables, cards, strengths)
    return Exposed(cards, members, strengths, sums, plays)


def solve_one(tables: Any, cards: tuple[Card, ...]) -> tuple[Any, Any]:
    """The sums and plays of one hand."""
    hands = np.array([sorted(cards)], dtype=np.int64)
    sums, plays = solve_hands(tables, hands, fours.strengths_of(hands))
    return sums[0], plays[0]


@pytest.mark.proof
def test_a_recount_gives_the_stored_counts() -> None:
    assert as_text(six_five_four.counts_of(solution())) == as_text(COUNTS)


@pytest.mark.proof
def test_every_fiftieth_hand_counts_as_in_the_whole_recount(fiftieth: Exposed) -> None:
    """Of every strength: what changes a kind of hand changes one of these. Hands, decisions and
    results as `pitboss recount` had them when its counts were stored."""
    counts = six_five_four.counts_of(fiftieth)
    assert as_text(counts) == (GOLDEN / "six_five_four_every_fiftieth.json").read_text("utf-8")


def test_sf_1_every_round_is_counted_once() -> None:
    assert comb(45, 4) == 148_995
    assert sum(leaves(COUNTS["dealt"])) == 2_598_960
    assert sum(leaves(COUNTS["base"])) == ROUNDS
    for joint in COUNTS["strategies"].values():
        assert sum(leaves(joint)) == ROUNDS
    for outcome, deals in COUNTS["dealt"].items():
        parts = COUNTS["dealt_folded"][outcome] + COUNTS["dealt_played"][outcome]
        assert parts == deals * 47 * 46 * 148_995


@pytest.mark.parametrize("joint", [COUNTS["base"], *COUNTS["strategies"].values()])
def test_sf_2_the_dealer_plays_six_five_or_four_as_often_as_cards_turn(joint: Any) -> None:
    shares = {case: Fraction(sum(leaves(part)), ROUNDS) for case, part in joint.items()}
    assert shares == {
        "six": Fraction(32, 52),
        "five": Fraction(20 * 32, 52 * 51),
        "four": Fraction(20 * 19, 52 * 51),
    }


def test_sf_3_house_edge_of_optimal_play() -> None:
    edge = -player_result(COUNTS["base"])
    assert edge == Fraction(661_947_225_857, 19_027_174_584_600)
    assert round(100 * edge, 3) == Fraction("3.479")


@pytest.mark.parametrize(
    ("rule", "edge"),
    [
        ("play_everything", Fraction(1_065_963_954_431, 4_756_793_646_150)),
        ("play_pair_king_queen", Fraction(155_777_835_571, 4_024_979_239_050)),
        ("play_threes_king_queen_queen_ten", Fraction(3_737_707_660_559, 104_649_460_215_300)),
    ],
)
def test_a_rule_of_thumb_costs_something(rule: str, edge: Fraction) -> None:
    assert -player_result(COUNTS["strategies"][rule]) == edge
    assert edge > -player_result(COUNTS["base"])


def test_sf_4_the_ante_bonus_never_decides() -> None:
    for case in COUNTS["base"].values():
        assert sum(leaves(case["fold"])) == sum(case["fold"]["below_straight_flush"].values())


# Hands near the limit of each case, where the turned cards decide, and hands far from it.
BORDERLINE = {SIX: "3c 3d 7h 5s 2c", FIVE: "Kh Qd 6c 4s 2h", FOUR: "Qc Jd 5h 3s 2d"}
CLEAR = ("Kh Kd 8c 7s 2h", "9h 8d 6c 4s 2h")


@pytest.mark.proof
@pytest.mark.parametrize("text", [*BORDERLINE.values(), *CLEAR])
def test_sf_2_sums_agree_with_weighed_plain_counting(tables: Any, text: str) -> None:
    own = parse_cards(text)
    sums, _ = solve_one(tables, own)
    deck, mine = without(*own), own_key(own)
    high_cards = sum(card >= 32 for card in deck)
    for case, size in ((FIVE, 5), (FOUR, 4)):
        hands = all_hands(deck, size)
        keys, high = best_keys(hands), (hands >= 32).sum(axis=1)
        unseen = high_cards - high
        # Five cards: one of the low ones was kept, after any high card that is not in the hand.
        # Four: two high cards that are not in the hand went before, in either order.
        orders = (size - high) * unseen if case == FIVE else unseen * (unseen - 1)
        expected = [int(orders[part].sum()) for part in (keys < mine, keys == mine, keys > mine)]
        assert sums[case].sum(axis=0).tolist() == expected


@pytest.mark.proof
@pytest.mark.parametrize("case", BORDERLINE)
def test_sf_3_decisions_agree_with_enumeration(tables: Any, case: int) -> None:
    own = parse_cards(BORDERLINE[case])
    sums, plays = solve_one(tables, own)
    expected = np.zeros((2, 3), dtype=np.int64)
    for up, word, bit in situations(case, without(*own)):
        kept, dead = [c for c in up if c < 32], [c for c in up if c >= 32]
        seen = compare(own, kept=kept, dead=dead, drawn=6 - len(up))
        action = int(Fraction(2 * (seen.wins - seen.losses), seen.hands) > -1)
        assert plays[word] >> bit & 1 == action
        weight = 5 if case == SIX else 1
        expected[action] += weight * np.array([seen.wins, seen.ties, seen.losses])
    assert sums[case].tolist() == expected.tolist()
    assert (expected.sum(axis=1) > 0).all()


def situations(case: int, free: list[int]) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """The turned cards of a case, and the word and bit of the decision."""
    for first in free:
        if first < 32 and case == SIX:
            yield (first,), 0, first
        for second in free:
            if first >= 32 > second and case == FIVE:
                yield (first, second), 1 + first - 32, second
            if first >= 32 and second >= 32 and first != second and case == FOUR:
                yield (first, second), 21 + first - 32, second - 32


@pytest.mark.proof
@pytest.mark.parametrize(
    ("cards", "up"),
    [
        ("3c 3d 7h 5s 2c", "9h"),
        ("Kh Qd 6c 4s 2h", "Ts 5d"),
        ("Qc Jd 5h 3s 2d", "Jc Jh"),
        ("Ah Kh Qh Jh 2c", "2d"),
    ],
)
def test_sf_3_values_agree_with_plain_counting(cards: str, up: str) -> None:
    own, turned = parse_cards(cards), parse_cards(up)
    kept = [card for card in turned if card < 32]
    drawn = all_hands(without(*own, *turned), 6 - len(turned))
    hands = np.sort(np.hstack([np.tile(kept, (len(drawn), 1)).astype(np.int64), drawn]), axis=1)
    keys = best_keys(hands)
    margin = int((keys < own_key(own)).sum()) - int((keys > own_key(own)).sum())
    bonus = 10 if fours.strength_of(own) >= fours.STRAIGHT_FLUSH else 0
    assert action_values(own, turned, ANTE_BONUS) == {
        "fold": Fraction(-1),
        "play": Fraction(2 * margin, len(keys)) + bonus,
    }


@pytest.mark.proof
def test_equal_values_fold(tables: Any) -> None:
    own, up = parse_cards("3c 3d 6h 8d Ac"), parse_cards("7s")
    assert action_values(own, up, ANTE_BONUS) == {"fold": -1, "play": -1}
    assert solve_one(tables, own)[1][0] >> up[0] & 1 == 0


def test_a_simulation_of_the_rules_agrees_with_the_count() -> None:
    rng, rounds = random.Random(654), 30_000
    lowest = [
        best_four(parse_cards(text)) for text in ("3c 3d 4h 2s", "Kc Qd 3h 2s", "Qc Td 3h 2s")
    ]
    results = []
    for _ in range(rounds):
        cards = rng.sample(DECK, 11)
        own, dealer = best_four(cards[:5]), cards[5:]
        gone = 0 if RANK_OF[dealer[0]] < TEN else 1 if RANK_OF[dealer[1]] < TEN else 2
        other = best_four(dealer[gone:])
        won = 2 * ((own > other) - (own < other)) if own >= lowest[gone] else -1
        results.append(won + simulated_bonus(own))
    exact = player_result(COUNTS["strategies"]["play_threes_king_queen_queen_ten"])
    mean, error = np.mean(results), np.std(results) / np.sqrt(rounds)
    assert abs(mean - float(exact)) < 4 * error


def simulated_bonus(own: Strength) -> int:
    if own[0] == Four.FOUR_OF_A_KIND:
        return 100 if own[1] == ACE else 20
    return 10 if own[0] == Four.STRAIGHT_FLUSH else 0


@pytest.mark.proof
def test_the_strategy_says_when_to_play(fiftieth: Exposed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(six_five_four, "solution", lambda: fiftieth)
    rows = list(islice(six_five_four.rows({}, lambda _: None), 2))
    assert rows[0] == six_five_four.STRATEGY_COLUMNS
    assert rows[1][2:] == ("7-6-4-3", "any", "any", "none")


def test_a_decision_is_written_as_shortly_as_it_can() -> None:
    free = sum(1 << card for card in without(*parse_cards("Kh Qd 6c 4s 2h")))
    low = free % (1 << 32)
    never = [0] * 41
    assert six_five_four._decisions(never, free) == [("any", "any", "none")]
    kept_deuce = [1, *never[1:]]
    assert six_five_four._decisions(kept_deuce, free) == [
        ("six", "", "2c"), ("five", "any", "none"), ("four", "any", "none"),
    ]  # fmt: skip
    after_ten = [low, low, *never[2:]]
    rows = six_five_four._decisions(after_ten, free)
    assert rows[:3] == [("six", "", "all"), ("five", "Tc", "all"), ("five", "Td", "none")]
    assert rows[-1] == ("four", "any", "none")


@pytest.mark.parametrize("up", ["", "Ts", "9c 8c", "2c Ts", "Ts Js Qs"])
def test_sf_2_the_dealer_turns_cards_by_the_rules(up: str) -> None:
    with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
        action_values(parse_cards("Ah Kd 7c 5d 3s"), parse_cards(up), ANTE_BONUS)
