"""Ultimate Texas Hold'em: kernels beside plain twins, the stored counts, and published figures."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.dealt import assert_same, compared, deals, simulate
from games.decided import row_and_renaming
from pitboss.games.ultimate_holdem import every_board, every_flop, one_hand
from pitboss.games.ultimate_holdem.one_hand import LEAD, ONCE, RESULTS
from pitboss.games.ultimate_holdem.rules import bad_beat, blind_outcome, is_raised
from pitboss.games.ultimate_holdem.solve import DECISIONS, count, rows, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.maths.kernels.fives import CARD_BITS
from pitboss.maths.kernels.holdings import RENAMED_HOLDINGS, holding_bits
from pitboss.maths.kernels.suits import SuitClasses, place, suit_classes
from pitboss.maths.starting_hands import STARTING_HANDS, starting_hand_name
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANK_OF, SUIT_OF, Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import Five, best_five
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES, five_card_outcome

PAYTABLES = Paytables()
USUAL = PAYTABLES.get("ultimate_holdem/base/straight")
ALL_DEALS = 1326 * 19600 * 1081 * 990


@pytest.fixture(scope="module")
def counts() -> Any:
    return read_stored("ultimate_holdem")


def mask(cards: Any) -> int:
    return sum(int(CARD_BITS[card]) for card in cards)


def holding_of(hole: Any) -> int:
    low, high = sorted(hole)
    return int(high * (high - 1) // 2 + low)


@cache
def plain_results(hole: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, int]:
    """Against every holding of the dealer, the slow way."""
    tally = dict.fromkeys(RESULTS, 0)
    mine = best_five([*hole, *board])
    for theirs in combinations([card for card in DECK if card not in (*hole, *board)], 2):
        other = best_five([*theirs, *board])
        name = compared(mine, other)
        tally[name if name == "tie" or other[0] >= Five.PAIR else f"{name}_unqualified"] += 1
    return tally


def plain_bets(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """The rule of thumb on the whole board."""
    ranks = [RANK_OF[card] for card in (*hole, *board)]
    if any(ranks.count(RANK_OF[card]) > 1 for card in hole):
        return True
    mine = best_five([*hole, *board])
    unseen = [card for card in DECK if card not in (*hole, *board)]
    return sum(best_five([card, *board]) > mine for card in unseen) < 21


def plain_flop_bet(hole: tuple[Card, ...], flop: tuple[Card, ...]) -> bool:
    ranks = [RANK_OF[card] for card in (*hole, *flop)]
    if best_five([*hole, *flop])[0] >= Five.TWO_PAIR:
        return True
    paired = [rank for rank in ranks[:2] if ranks.count(rank) > 1]
    if paired:
        return ranks[:2] != [0, 0]
    return any(
        sum(SUIT_OF[card] == suit for card in (*hole, *flop)) >= 4
        and any(SUIT_OF[card] == suit and RANK_OF[card] >= 8 for card in hole)
        for suit in range(4)
    )


BOARDS = ("Ah Kd 9s 7c 4h", "9c 9d 9h 4s 2c", "As Ks Qs Js 9s", "Td Th 4s 4c 9d", "6h 7h 8h 9h Tc")


@pytest.mark.proof
@pytest.mark.parametrize("text", BOARDS)
def test_every_board_is_as_plain_comparison_says(text: str) -> None:
    board = tuple(sorted(parse_cards(text)))
    packed, thumb = every_board.board_rows(np.array([board], np.uint8), lambda _share: None)
    folded = every_board.folded_holdings(packed[0])
    free = [card for card in DECK if card not in board]
    for hole in list(combinations(free, 2))[::97]:
        at, found = holding_of(hole), np.empty(5, np.int64)
        kind = every_board.unpack(int(packed[0, at]), found)
        plain = plain_results(hole, board)
        assert dict(zip(RESULTS, found.tolist(), strict=True)) == plain
        assert FIVE_CARD_OUTCOMES[kind] == five_card_outcome(best_five([*hole, *board]))
        once = sum(int(ONCE[place]) * plain[name] for place, name in enumerate(RESULTS))
        assert folded[at] == (once <= -1980) == one_hand.folds_river(mask(hole), mask(board))
        bets = bool(thumb[0, at >> 3] >> (at & 7) & 1)
        assert bets == plain_bets(hole, board) == one_hand.bets_river(mask(hole), mask(board))
    assert (packed[0] == every_board.ABSENT).sum() == 1326 - 1081


@cache
def rows_with(flop: tuple[Card, ...]) -> tuple[SuitClasses, Any, Any]:
    """The rows of only those boards that contain a flop, and the classes to find them."""
    boards = suit_classes(5)
    rest = [card for card in DECK if card not in flop]
    places = [place(np.array(sorted([*flop, *more]))) for more in combinations(rest, 2)]
    needed = np.unique(boards.class_of[places])
    compact = np.full(len(boards.firsts), -1, dtype=np.int32)
    compact[needed] = np.arange(len(needed))
    packed, thumb = every_board.board_rows(boards.firsts[needed], lambda _share: None)
    return replace(boards, class_of=compact[boards.class_of]), packed, thumb


@pytest.mark.proof
@pytest.mark.parametrize(
    ("text", "name"), [("Qs Js 4d", "T9s"), ("7h 2s 2d", "J4o"), ("Th Jh Qh", "76s")]
)
def test_a_flop_equals_counting_each_holding(text: str, name: str) -> None:
    """Classes of holdings, weights, decisions and groups, against one holding at a time."""
    flop = tuple(sorted(parse_cards(text)))
    boards, packed, thumb = rows_with(flop)
    one = SuitClasses(
        boards.class_of, boards.renaming_of, np.array([flop], np.uint8), np.array([7])
    )
    tallies, fives, bets = every_flop.play_flops(one, boards, packed, thumb, lambda _share: None)
    expected, folds, chosen = Counter[str](), 0, set[bool]()
    for hole in combinations([card for card in DECK if card not in flop], 2):
        if starting_hand_name(hole) != name:
            continue
        everything, folded = np.zeros(5, np.int64), np.zeros(5, np.int64)
        for more in combinations([card for card in DECK if card not in (*hole, *flop)], 2):
            found = np.zeros(5, np.int64)
            one_hand.add_results(mask(hole), mask((*flop, *more)), found)
            everything += found
            if found @ ONCE <= -1980:
                folded += found
        # A check loses two antes with every folded deal.
        check = everything @ ONCE - folded @ ONCE - 2 * folded.sum()
        bet = bool(everything @ (ONCE + LEAD) > check)
        assert bets[0, holding_of(hole)] == bet
        chosen.add(bet)
        for place_, result in enumerate(RESULTS):
            expected[result] += 7 * int(everything[place_])
        folds += 0 if bet else 7 * int(folded.sum())
    hand = STARTING_HANDS.index(name)
    found = tallies[hand, every_flop.ALL].sum(axis=0).tolist()
    assert dict(zip(RESULTS, found, strict=True)) == expected
    assert tallies[hand, every_flop.BEST_FOLD].sum() == folds == 990 * fives[hand, 1].sum()
    assert tallies[:, every_flop.ALL].sum() == 7 * 1176 * 1081 * 990


# ---- dealt rounds ------------------------------------------------------------------------------


@cache
def bets_on(hole: tuple[Card, ...], flop: tuple[Card, ...]) -> bool:
    """What is stored for a holding on a flop."""
    row, way = row_and_renaming(flop)
    at = int(RENAMED_HOLDINGS[way, holding_of(hole)])
    return bool(holding_bits(DECISIONS[0])[row, at])


def action(strategy: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    if is_raised(hole):
        return "play_4"
    published = strategy == "published"
    flop = board[:3]
    if plain_flop_bet(hole, flop) if published else bets_on(hole, flop):
        return "play_2"
    if plain_bets(hole, board) if published else not one_hand.folds_river(mask(hole), mask(board)):
        return "play_1"
    return "fold"


@pytest.mark.proof
@pytest.mark.parametrize("strategy", ["best", "published"])
def test_rounds_end_as_plain_python_says(strategy: str) -> None:
    base: Counter[tuple[str, ...]] = Counter()
    sides = {name: Counter[tuple[str, ...]]() for name in ("trips", "bad_beat", "five_card")}
    for cards in deals(9):
        hole, board = tuple(cards[:2]), tuple(cards[4:])
        mine, other = (best_five([*pair, *board]) for pair in (cards[:2], cards[2:4]))
        chosen = action(strategy, hole, board)
        result = compared(mine, other)
        if result != "tie" and other[0] < Five.PAIR:
            result += "_unqualified"
        kind = blind_outcome(mine)
        base[chosen, "below_straight" if kind == "nothing" else kind, result] += 1
        outcomes = (
            five_card_outcome(mine),
            bad_beat(mine, other),
            five_card_outcome(best_five([*hole, *board[:3]])),
        )
        for outcome, seen in zip(outcomes, sides.values(), strict=True):
            seen["all", outcome] += 1
            seen["played", outcome] += chosen != "fold"
    played = simulate("ultimate_holdem", strategy=strategy)
    assert_same(played["base"] if strategy == "best" else played["strategies"][strategy], base)
    for name, seen in sides.items():
        assert_same(played[name], +seen)


@pytest.mark.proof
def test_the_stored_bets_are_worth_more_than_a_check() -> None:
    chance = random.Random(6)
    for _ in range(20):
        cards = chance.sample(DECK, 5)
        worth = values(cards, USUAL, {})
        assert bets_on(tuple(cards[:2]), tuple(cards[2:])) == (worth["play_2"] > worth["check"])


# ---- the whole count ----------------------------------------------------------------------------


def test_every_deal_is_counted_once(counts: Any) -> None:
    for played in (counts["base"], *counts["strategies"].values()):
        assert sum(_numbers(played)) == ALL_DEALS
    for slot in ("trips", "bad_beat"):
        assert sum(_numbers(counts[slot]["all"])) == ALL_DEALS
    assert sum(_numbers(counts["five_card"]["all"])) == 1326 * 19600 * 1081


def _numbers(counts: Any) -> list[int]:
    if isinstance(counts, int):
        return [counts]
    return [number for inner in counts.values() for number in _numbers(inner)]


def test_trips_are_all_sets_of_seven_cards(counts: Any) -> None:
    """C(52, 7) = 133,784,560, by class as published everywhere; below them 6,461,620 threes."""
    sevens = {
        "three_of_a_kind": 6461620, "straight": 6180020, "flush": 4047644, "full_house": 3473184,
        "four_of_a_kind": 224848, "straight_flush": 37260, "royal_flush": 4324,
    }  # fmt: skip
    found = counts["trips"]["all"]
    for name, sets in sevens.items():
        assert Fraction(found[name], ALL_DEALS) == Fraction(sets, 133784560), name


@pytest.mark.proof
def test_only_three_of_a_kind_on_the_board_is_folded() -> None:
    """With a pair on the board and a third of one's own, no holding folds."""
    chance = random.Random(5)
    boards = suit_classes(5).firsts
    paired = [
        row
        for row in boards.tolist()
        if Counter(RANK_OF[card] for card in row).most_common(1)[0][1] == 2
    ]
    some = np.array(chance.sample(paired, 200), np.uint8)
    packed, _ = every_board.board_rows(some, lambda _share: None)
    for row in packed:
        for at in np.flatnonzero(every_board.folded_holdings(row)):
            assert every_board.unpack(int(row[at]), np.empty(5, np.int64)) == 0


# ---- figures ------------------------------------------------------------------------------------


def figures(paytable: str, **options: str) -> Any:
    return analyze(PAYTABLES.get(f"ultimate_holdem/{paytable}"), options)


def percent(value: Fraction | None, digits: int) -> str:
    assert value is not None
    return f"{float(100 * value):.{digits}f}"


def test_the_edge_is_the_published_one() -> None:
    """2.185 % of the ante, 0.526 % of all that is bet, 4.152 antes a round: known everywhere."""
    best = figures("base/straight")
    assert percent(best.house_edge, 3) == "2.185"
    assert percent(best.element_of_risk, 3) == "0.526"
    assert f"{float(best.average_stake):.3f}" == "4.152"


@pytest.mark.parametrize(
    ("name", "edge"),
    [
        ("50-40-30-9-7-4-3", "0.90"),
        ("50-40-30-8-6-5-3", "1.90"),
        ("50-40-30-8-7-4-3", "3.50"),
        ("50-40-20-7-6-5-3", "6.18"),
    ],
)
def test_the_edges_of_trips_are_those_of_all_sevens(name: str, edge: str) -> None:
    assert percent(figures(f"trips/{name}").house_edge, 2) == edge
    assert (
        figures(f"trips/{name}", folded_side_bets="no").house_edge
        > figures(f"trips/{name}").house_edge
    )


def test_every_rule_of_thumb_costs_something() -> None:
    best = figures("base/straight").house_edge
    edges = [
        figures("base/straight", strategy=rule).house_edge
        for rule in ("published", "check_to_river", "raise_everything")
    ]
    assert best < edges[0] < edges[1] < edges[2]
    assert edges[0] - best < Fraction(1, 300)


def test_a_paytable_that_pays_four_of_a_kind_otherwise_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "ultimate_holdem" / "base" / "own.toml"
    own.parent.mkdir(parents=True)
    own.write_text(PAYTABLES.text("ultimate_holdem/base/straight").replace("10 to 1", "20 to 1"))
    with pytest.raises(Refusal, match="COUNTS_MISSING"):
        analyze(Paytables(tmp_path).get("ultimate_holdem/base/own"))


# ---- values -------------------------------------------------------------------------------------


def test_the_value_of_a_flop_is_the_mean_of_the_boards_after_it() -> None:
    hole, flop = parse_cards("9c 8c"), parse_cards("Tc 7d 2c")
    found = values((*hole, *flop), USUAL, {})
    best, played = Fraction(0), Fraction(0)
    more = list(combinations([card for card in DECK if card not in (*hole, *flop)], 2))
    for two in more:
        worth = values((*hole, *flop, *two), USUAL, {})
        results = np.zeros(5, np.int64)
        one_hand.add_results(mask(hole), mask((*flop, *two)), results)
        best += max(worth.values())
        played += worth["play_1"] + Fraction(int(results @ LEAD), 990)
    assert found == {"check": best / len(more), "play_2": played / len(more)}


def test_the_value_of_a_whole_board_is_plain_arithmetic() -> None:
    hole, board = parse_cards("9c 8c"), parse_cards("Tc 7d 2c Jh 3c")
    plain = plain_results(hole, board)  # a flush, 3 to 2 on the blind
    net = 2 * plain["win"] + plain["win_unqualified"] - 2 * plain["loss_unqualified"]
    net += -3 * plain["loss"]
    blind = Fraction(3, 2) * (plain["win"] + plain["win_unqualified"])
    found = values((*hole, *board), USUAL, {})
    assert found == {"fold": Fraction(-2), "play_1": (net + blind) / 990}


def test_four_of_a_kind_on_the_board_is_folded_with_a_six() -> None:
    board = parse_cards("2c 2d 2h 2s 3c")
    for kicker, action in (("6c 4d", "fold"), ("7c 4d", "play_1")):
        worth = values((*parse_cards(kicker), *board), USUAL, {})
        assert max(worth, key=lambda name: worth[name]) == action


@pytest.mark.proof
@pytest.mark.parametrize("text", ["Ac Ad", "Qh 8d", "Qh 7d", "7c 2d"])
def test_values_before_the_flop_agree_with_random_flops(text: str) -> None:
    hole, chance = parse_cards(text), random.Random(text)
    rest = [card for card in DECK if card not in hole]
    found = values(hole, USUAL, {})
    best = [
        float(max(values((*hole, *chance.sample(rest, 3)), USUAL, {}).values())) for _ in range(80)
    ]
    mean = sum(best) / len(best)
    error = (sum((value - mean) ** 2 for value in best) / len(best) ** 2) ** 0.5
    assert abs(float(found["check"]) - mean) < 4 * error
    assert (found["play_4"] > found["check"]) == (text in ("Ac Ad", "Qh 8d"))
    assert found["play_3"] < max(found.values())


def test_the_starting_hands_that_are_raised() -> None:
    table = list(rows({"part": "preflop"}, lambda _share: None))
    assert table[0] == ("hand", "combinations", "action", "play_4", "play_3", "check")
    assert sorted(row[0] for row in table[1:]) == sorted(STARTING_HANDS)
    raised = {row[0] for row in table[1:] if row[2] == "play_4"}
    lowest = {"K": ("K2s", "K5o"), "Q": ("Q6s", "Q8o"), "J": ("J8s", "JTo")}
    order = "23456789TJQKA"
    for name in STARTING_HANDS:
        least = next((low for low in lowest.get(name[0], ()) if low[2:] == name[2:]), None)
        expected = name[0] == "A" or (len(name) == 2 and name != "22")
        expected |= least is not None and order.index(name[1]) >= order.index(least[1])
        assert (name in raised) == expected, name


@pytest.mark.parametrize(
    ("cards", "code"), [("As Ks 2c", "CARDS_WRONG_NUMBER"), ("As Ks 2c 3c As", "CARD_DUPLICATED")]
)
def test_what_is_no_decision_is_refused(cards: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        values(parse_cards(cards), USUAL, {})
    assert refused.value.code == code


@pytest.mark.proof
def test_the_whole_count_is_as_stored(counts: Any) -> None:
    assert count(lambda _share: None) == counts
