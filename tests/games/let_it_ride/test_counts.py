"""Let It Ride: the counts beside published figures, hands counted one by one, and dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from games.dealt import assert_same, deals, simulate
from pitboss.games.let_it_ride.odds import COUNTED
from pitboss.games.let_it_ride.rules import TENS, is_paid
from pitboss.games.let_it_ride.solve import FIRSTS, count, rows, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import leaves, read_stored
from pitboss.maths.kernels.later_cards import endings
from pitboss.maths.kernels.suits import suit_classes
from pitboss.refusal import Refusal
from pitboss.rules.cards import ACE, TEN, THREE, Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import best_five, three_cards
from pitboss.rules.shared_prizes import three_card_outcome

PAYTABLES = Paytables()
USUAL = PAYTABLES.get("let_it_ride/base/1000-200-50-11-8-5")
# Known numbers of five-card hands; each is dealt as three cards and two more in order in 20 ways.
HANDS = {
    "tens_or_better": 422_400, "two_pair": 123_552, "three_of_a_kind": 54_912, "straight": 10_200,
    "flush": 5_108, "full_house": 3_744, "four_of_a_kind": 624, "straight_flush": 36,
    "royal_flush": 4,
}  # fmt: skip


def test_the_whole_count_is_as_stored() -> None:
    assert count(lambda _share: None) == read_stored("let_it_ride")


def test_every_strategy_deals_every_hand() -> None:
    counts: Any = read_stored("let_it_ride")
    strategies = (counts["base"], *counts["strategies"].values())
    assert all(sorted(by_pays) == sorted(COUNTED) for by_pays in strategies)
    for played in (played for by_pays in strategies for played in by_pays.values()):
        seen: Counter[str] = Counter()
        for (_, kind), dealt in leaves(played):
            seen[kind] += dealt
        assert seen.total() == 20 * 2_598_960
        assert {kind: seen[kind] for kind in HANDS} == {kind: 20 * n for kind, n in HANDS.items()}


@pytest.mark.parametrize(
    ("paytable", "strategy", "edge", "percent"),
    [
        ("base/1000-200-50-11-8-5", "best", "37963/1082900", "3.506"),
        ("base/1000-200-50-11-8-5", "ride_ties", "37963/1082900", "3.506"),
        ("base/1000-200-50-11-8-5", "ride_when_paid", "24503/464100", "5.280"),
        ("base/500-200-50-11-8-5", "best", "40463/1082900", "3.737"),
        ("base/500-100-25-15-10-5", "best", "1427/41650", "3.426"),
        ("three_card_bonus/50-40-30-6-3-1", "", "392/5525", "7.095"),
        ("three_card_bonus/50-40-30-6-4-1", "", "118/5525", "2.136"),
        ("three_card_bonus/40-30-5-4-1", "", "308/5525", "5.575"),
    ],
)
def test_house_edges(paytable: str, strategy: str, edge: str, percent: str) -> None:
    options = {"strategy": strategy} if strategy else {}
    found = analyze(PAYTABLES.get(f"let_it_ride/{paytable}"), options).house_edge
    assert found == Fraction(edge)
    assert f"{100 * float(found):.3f}" == percent


def test_one_bet_or_three_lose_what_known_hands_lose() -> None:
    """At the pays of each hand, of 2,598,960."""
    pays = dict(zip(HANDS, COUNTED["1000-200-50-11-8-5"][1:], strict=True))
    lost = 2_598_960 - sum(HANDS.values())
    won = sum(number * pays[hand] for hand, number in HANDS.items())
    for strategy, bets in (("take_back_everything", 1), ("ride_everything", 3)):
        found = analyze(USUAL, {"strategy": strategy})
        assert found.house_edge == Fraction(bets * (lost - won), 2_598_960)
        assert found.average_stake == bets


@pytest.mark.parametrize(
    ("cards", "won", "ways"),
    [
        # Donald Catlin, Calculating the House Edge in Let It Ride: of 1,176 pairs of cards.
        ("As Qs Ts", 1172, 1176), ("Ks Qs Js", 1454, 1176), ("Qs Js Ts", 1736, 1176),
        ("7h 6h 5h", 252, 1176), ("Td 9d 8d", 480, 1176), ("Jc Tc 9c", 708, 1176),
        ("Jc 9c 8c", 198, 1176),
        # The Wizard of Odds: a low pair loses 45.83 % with four cards.
        ("9s 9h 3d 2c", -22, 48),
        # By hand: eight cards make a straight, 40 lose; or four do, twelve make a high pair.
        ("8s 7h 6d 5c", 0, 48), ("As Kh Qd Tc", 0, 48), ("9s 8h 7d 6c", 0, 48),
        ("Ts 9h 8d 7c", 6, 48),
        # 9-9-2: 50 + 9 x 11 + 88 x 3 + 198 x 2 - 880.
        ("9s 9h 2d", -71, 1176),
    ],
)  # fmt: skip
def test_values_of_single_hands(cards: str, won: int, ways: int) -> None:
    ride = Fraction(won, ways)
    assert values(parse_cards(cards), USUAL, {}) == {"take_back": Fraction(0), "ride": ride}


def rides_in_words(cards: tuple[Card, ...]) -> bool:
    """What `in_words` says, in plain Python."""
    ranks = sorted(card // 4 for card in cards)
    suited, high = len({card % 4 for card in cards}) == 1, sum(rank >= TEN for rank in ranks)
    gaps = ranks[-1] - ranks[0] - len(cards) + 1
    if len(cards) == 3:
        return is_paid(cards) or (suited and gaps <= 2 and high >= gaps and ranks[0] >= THREE)
    in_a_row = len({*ranks}) == 4 and gaps == 0 and high > 0 and ranks[-1] < ACE
    return is_paid(cards) or suited or in_a_row


def test_the_table_rides_what_the_words_say() -> None:
    table = list(rows({}, lambda _share: None))[1:]
    assert len(table) == 1_755 + 16_432
    for cards, _, action, _ in table:
        assert (action == "ride") == rides_in_words(parse_cards(str(cards))), cards


def test_a_paid_hand_is_one_that_can_not_lose() -> None:
    paid = endings(FIRSTS, 4)[:, 0] == 0
    hands = suit_classes(4).firsts.tolist()
    assert [is_paid(cards) for cards in hands] == paid.tolist()


def test_impossible_cards_and_pays_are_refused() -> None:
    for cards in ("As Ks", "As As Ks", "As Ks Qs Js Ts"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


@pytest.mark.proof
def test_dealt_rounds_end_as_the_rules_say() -> None:
    base: Counter[tuple[str, ...]] = Counter()
    three: Counter[tuple[str, ...]] = Counter()
    for cards in deals(5):
        done = ("ride" if is_paid(cards[:seen]) else "take back" for seen in (3, 4))
        base[", ".join(done), TENS.outcome(best_five(cards))] += 1
        three[(three_card_outcome(three_cards(cards[:3])),)] += 1
    played = simulate("let_it_ride", strategy="ride_when_paid")
    assert_same(played["strategies"]["ride_when_paid"][USUAL.id.rpartition("/")[2]], base)
    assert_same(played["three_card_bonus"], three)
