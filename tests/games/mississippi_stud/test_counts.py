"""Mississippi Stud: the counts beside published figures, hands counted one by one, dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from games.dealt import assert_same, deals, simulate
from games.decided import best, row_and_renaming
from pitboss.games.mississippi_stud.by_points import bet_by_points
from pitboss.games.mississippi_stud.odds import COUNTED
from pitboss.games.mississippi_stud.rules import stud_outcome
from pitboss.games.mississippi_stud.solve import BETS, count, find_best, rows, values
from pitboss.maths.analysis import analyze
from pitboss.maths.cases import find_counted
from pitboss.maths.counting import leaves, read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import best_five, three_cards
from pitboss.rules.shared_prizes import three_card_outcome

PAYTABLES = Paytables()
USUAL_PAYS = "500-100-40-10-6-4"
USUAL = PAYTABLES.get(f"mississippi_stud/base/{USUAL_PAYS}")
# Known numbers of five-card hands; each is dealt as two cards and three more in order in 60 ways.
HANDS = {
    "sixes_to_tens": 422_400, "jacks_or_better": 337_920, "two_pair": 123_552,
    "three_of_a_kind": 54_912, "straight": 10_200, "flush": 5_108, "full_house": 3_744,
    "four_of_a_kind": 624, "straight_flush": 36, "royal_flush": 4,
}  # fmt: skip


def after(third: int = 1, fourth: int = 1) -> dict[str, int]:
    """The bets made on earlier streets."""
    return {"third_street": third, "fourth_street": fourth}


def test_the_whole_count_is_as_stored() -> None:
    assert count(lambda _share: None) == read_stored("mississippi_stud")


def test_every_strategy_deals_every_hand() -> None:
    counts: Any = read_stored("mississippi_stud")
    strategies = (counts["base"], *counts["strategies"].values())
    assert all(sorted(by_pays) == sorted(COUNTED) for by_pays in strategies)
    for played in (played for by_pays in strategies for played in by_pays.values()):
        seen: Counter[str] = Counter()
        for (_, kind), dealt in leaves(played):
            seen[kind] += dealt
        assert seen.total() == 60 * 2_598_960
        assert {kind: seen[kind] for kind in HANDS} == {kind: 60 * n for kind, n in HANDS.items()}


@pytest.mark.parametrize(
    ("name", "strategy", "edge", "percent"),
    [
        ("500-100-40-10-6-4", "best", "53223/1082900", "4.9149"),  # published: 4.91 %
        ("500-100-40-10-6-4", "bet_ties", "53223/1082900", "4.9149"),
        ("500-100-40-10-6-4", "bet_by_points", "53307/1082900", "4.9226"),
        ("500-100-40-10-6-4", "bet_one_always", "187813/162435", "115.6235"),
        ("500-100-40-10-6-5", "best", "671/17850", "3.7591"),  # published: 3.7591 %
    ],
)
def test_house_edges(name: str, strategy: str, edge: str, percent: str) -> None:
    paytable = PAYTABLES.get(f"mississippi_stud/base/{name}")
    found = analyze(paytable, {"strategy": strategy}).house_edge
    assert found == Fraction(edge)
    assert f"{100 * float(found):.4f}" == percent


def test_who_never_folds_or_raises_loses_what_known_hands_lose() -> None:
    """Four antes at the pays of each hand, of 2,598,960."""
    pays = dict(zip(HANDS, COUNTED[USUAL_PAYS][1:], strict=True))
    lost = 2_598_960 - sum(HANDS.values())
    won = sum(number * pays[hand] for hand, number in HANDS.items())
    found = analyze(USUAL, {"strategy": "bet_one_always"})
    assert found.house_edge == Fraction(4 * (lost - won), 2_598_960)


@pytest.mark.parametrize(
    ("cards", "down", "pays"),
    [
        # 40 keep the pair of jacks, 6 make two pair, 2 three jacks: 40 + 12 + 6 of 48.
        ("Js Jh 4d 2c", (1, 1), 58),
        # 6 make a high pair, 3 push, 39 lose.
        ("Ks Qd 8h 3c", (1, 1), -33), ("Ks Qd 8h 3c", (3, 3), -33),
        # 9 make a flush, 3 a pair of kings, 9 push, 27 lose.
        ("Ks 9s 8s 7s", (1, 3), 54 + 3 - 27),
        # 2 make three fives, 6 two pair, 40 lose.
        ("5s 5h 9d Kc", (3, 1), 6 + 12 - 40),
    ],
)  # fmt: skip
def test_values_on_5th_street_by_hand(cards: str, down: tuple[int, int], pays: int) -> None:
    """Counted by hand: what the 48 last cards pay an ante."""
    staked = 1 + sum(down)
    found = {f"bet_{bet}": Fraction((staked + bet) * pays, 48) for bet in (1, 2, 3)}
    assert values(parse_cards(cards), USUAL, after(*down)) == {"fold": Fraction(-staked), **found}


@pytest.mark.proof
@pytest.mark.parametrize(
    ("cards", "earlier"),
    [
        ("2s 2h", ()), ("6s 5s", ()), ("7s 2h", ()), ("Jc 3d", ()), ("Tc 7d", ()),
        ("Ks 7d 4h", (1,)), ("8s 7s 6s", (1,)), ("9s 8d 2c", (3,)), ("5s 5d 2c", (1,)),
        ("Ts 9d 8h 7c", (1, 1)), ("Ks 9d 8h 4c", (1, 1)), ("9s 7d 6h 2c", (3, 3)),
        ("9s 7d 6h 2c", (1, 1)), ("Js 9d 3h 2c", (1, 3)),
    ],
)  # fmt: skip
def test_the_best_bet_is_that_of_the_values(cards: str, earlier: tuple[int, ...]) -> None:
    hand = parse_cards(cards)
    worth = values(hand, USUAL, after(*earlier))
    street = find_best(COUNTED[USUAL_PAYS]).streets[len(hand) - 2]
    bet = BETS[street[row_and_renaming(hand)[0], sum(bet == 3 for bet in earlier)]]
    assert best(worth, "fold") == (f"bet_{bet}" if bet else "fold")


def test_no_bet_of_two_is_ever_best() -> None:
    table = list(rows({"pays": USUAL_PAYS}, lambda _share: None))
    assert len(table) == 1 + 169 + 2 * 1_755 + 3 * 16_432
    assert {row[3] for row in table[1:]} == {0, 1, 3}
    pairs = [row for row in table[1:170] if str(row[0])[0] == str(row[0])[3]]
    assert [row[3] for row in pairs] == [3] * 13


def test_pays_without_a_counted_best_play_are_refused() -> None:
    others = {name: pays for name, pays in COUNTED.items() if name != USUAL_PAYS}
    assert find_counted(USUAL, COUNTED) == USUAL_PAYS
    with pytest.raises(Refusal, match="COUNTS_MISSING"):
        find_counted(USUAL, others)


def test_impossible_cards_are_refused() -> None:
    for cards in ("As", "As As", "As Ks Qs Js Ts"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, after())


def is_paid(cards: list[Card]) -> bool:
    """A pair of sixes or better, two pair or three of a kind."""
    held = Counter(card // 4 for card in cards)
    pairs = [rank for rank, number in held.items() if number > 1]
    return len(pairs) > 1 or any(rank >= 4 or held[rank] > 2 for rank in pairs)


@pytest.mark.proof
def test_dealt_rounds_end_as_the_rules_say() -> None:
    base: Counter[tuple[str, ...]] = Counter()
    three: Counter[tuple[str, ...]] = Counter()
    for cards in deals(5):
        done: list[str] = []
        for seen in (2, 3, 4):
            hand, raised = cards[:seen], "bet 3" in done
            bet = bet_by_points(hand, paid=is_paid(hand), raised=raised)
            done.append(f"bet {bet}" if bet else "fold")
            if not bet:
                break
        base[", ".join(done), stud_outcome(best_five(cards))] += 1
        three[(three_card_outcome(three_cards(cards[2:])),)] += 1
    played = simulate("mississippi_stud", strategy="bet_by_points")
    assert_same(played["strategies"]["bet_by_points"][USUAL_PAYS], base)
    assert_same(played["three_card_bonus"], three)
