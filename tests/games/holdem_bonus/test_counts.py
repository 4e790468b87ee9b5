"""Texas Hold'em Bonus: the counting kernels against plain twins, and the stored counts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.games.holdem_bonus import ahead as holdem_ahead
from pitboss.games.holdem_bonus import play as holdem_play
from pitboss.games.holdem_bonus import showdown as holdem_showdown
from pitboss.games.holdem_bonus import solve as holdem_bonus
from pitboss.games.holdem_bonus.showdown import HANDS
from pitboss.games.holdem_bonus.strategy import CRITERIA, action_values, preflop_rows, rule_in_words
from pitboss.maths.counting import read_stored
from pitboss.maths.kernels.fives import CARD_BITS
from pitboss.maths.kernels.holdings import list_holdings
from pitboss.maths.kernels.suits import RENAMED_CARDS, SuitClasses, place, suit_classes
from pitboss.maths.starting_hands import STARTING_HANDS, starting_hand_name
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANK_OF, SUIT_OF, Card, cards_text, parse_cards
from pitboss.rules.hands import Five, Strength, best_five

ALL_DEALS = 1326 * 1225 * 17296 * 45 * 44
PATHS = ("check_check", "check_bet", "bet_check", "bet_bet")
Path = dict[str, int]


@pytest.fixture(scope="module")
def counts() -> Any:
    return read_stored("holdem_bonus")


@pytest.fixture(scope="module")
def boards() -> SuitClasses:
    return suit_classes(5)


@cache
def rows_with(seen: tuple[Card, ...]) -> tuple[SuitClasses, Any]:
    """Showdowns of only those boards that contain the cards seen, and the classes to find them."""
    boards = suit_classes(5)
    rest = [card for card in DECK if card not in seen]
    places = [place(np.array(sorted([*seen, *more]))) for more in combinations(rest, 5 - len(seen))]
    needed = np.unique(boards.class_of[places])
    compact = np.full(len(boards.firsts), -1, dtype=np.int32)
    compact[needed] = np.arange(len(needed))
    rows = holdem_showdown.showdowns(boards.firsts[needed], lambda _share: None)
    return replace(boards, class_of=compact[boards.class_of]), rows


def holding_index(hole: tuple[Card, ...]) -> int:
    low, high = sorted(hole)
    return high * (high - 1) // 2 + low


def hand_name(strength: Strength) -> str:
    kind = Five(strength[0])
    if kind == Five.THREE_OF_A_KIND:
        return "three_tens_or_higher" if strength[1] >= 8 else "three_nines_or_lower"
    if kind == Five.STRAIGHT_FLUSH and strength[1] == 12:
        return "royal_flush"
    return kind.name.lower()


def plain_rivers(hole: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, int]:
    """Wins by hand, ties and losses over all rivers and dealer's cards, the slow way."""
    tally = dict.fromkeys((*HANDS, "tie", "loss"), 0)
    for river in DECK:
        full = (*board, river)
        if river in hole or river in board:
            continue
        mine = best_five([*hole, *full])
        rest = [card for card in DECK if card not in hole and card not in full]
        for theirs in combinations(rest, 2):
            other = best_five([*theirs, *full])
            tally["tie" if mine == other else "loss" if mine < other else hand_name(mine)] += 1
    return tally


def graded(tally: dict[str, int]) -> dict[str, int]:
    """A plain tally in the four grades of wins that matter for the ANTE."""
    wins = [tally[name] for name in HANDS]
    return {
        "win_lower": sum(wins[:4]), "win_three_tens": wins[4], "win_straight": wins[5],
        "win_flush": sum(wins[6:]), "tie": tally["tie"], "loss": tally["loss"],
    }  # fmt: skip


def test_suit_classes_hold_every_set_once(boards: SuitClasses) -> None:
    rng = Random(5)
    assert int(boards.sizes.sum()) == comb(52, 5)
    assert int(suit_classes(3).sizes.sum()) == comb(52, 3)
    for _ in range(300):
        cards = sorted(rng.sample(range(52), 5))
        index = sum(comb(card, k + 1) for k, card in enumerate(cards))
        renaming = RENAMED_CARDS[boards.renaming_of[index]]
        renamed = sorted(int(renaming[card]) for card in cards)
        assert renamed == boards.firsts[boards.class_of[index]].tolist()
        assert [card // 4 for card in renamed] == [card // 4 for card in cards]


@pytest.mark.proof
@pytest.mark.parametrize(
    "text",
    ["2c 3c 4c 5c 9c", "As Ks Qs Js Ts", "7c 7d 7h 7s 2d", "Td Th 4s 4c 9d", "6h 7h 8h Kd 2c"],
)
def test_TH_3_showdowns_equal_plain_comparison_of_all_holdings(text: str) -> None:
    board = parse_cards(text)
    row = holdem_showdown.showdowns(np.array([sorted(board)], dtype=np.uint8), lambda _share: None)[
        0
    ]
    rest = [card for card in DECK if card not in board]
    strengths = {hole: best_five([*hole, *board]) for hole in combinations(rest, 2)}
    for hole in list(strengths)[::23]:
        free = [other for pair, other in strengths.items() if not set(pair) & set(hole)]
        mine = strengths[hole]
        packed = int(row[holding_index(hole)])
        assert packed & 1023 == sum(mine > other for other in free)
        assert packed >> 10 & 1023 == sum(mine == other for other in free)
        assert HANDS[packed >> 20] == hand_name(mine)
        assert len(free) == 990
    assert int((2 * (row & 1023) + (row >> 10 & 1023)).sum()) == 1081 * 990


@pytest.mark.proof
@pytest.mark.parametrize(
    ("hole_text", "flop_text", "turn_text"),
    [("As Ks", "Qs Js 4d", "2c"), ("7c 7d", "7h 2s 2d", "Kh"), ("9h 3c", "Th Jh Qh", "8h")],
)
def test_TH_2_sums_over_rivers_are_plain(hole_text: str, flop_text: str, turn_text: str) -> None:
    hole, flop, (turn,) = map(parse_cards, (hole_text, flop_text, turn_text))
    some, rows = rows_with(tuple(sorted(flop)))
    sums = np.zeros((52, 3, 1), dtype=np.uint64)
    holdings = np.array([holding_index(hole)])
    flop_cards = np.array(sorted(flop))
    holdem_play._sum_rivers(flop_cards, holdings, rows, some.class_of, some.renaming_of, sums)
    words = [int(word) for word in sums[turn, :, 0]]
    fields = [words[field // 4] >> 16 * (field % 4) & 0xFFFF for field in range(12)]
    plain = plain_rivers(hole, (*flop, turn))
    assert dict(zip((*HANDS, "tie"), fields, strict=True)) == {
        name: count for name, count in plain.items() if name != "loss"
    }
    assert holdem_ahead.results_ahead(hole, (*flop, turn)) == [graded(plain)]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("flop_text", "name"),
    [("Qs Js 4d", "AKs"), ("7h 2s 2d", "99"), ("Th Jh Qh", "76s"), ("2c 7d Kh", "76s")],
)
def test_TH_2_best_play_on_one_flop_equals_counting_each_holding(flop_text: str, name: str) -> None:
    """Suit classes of holdings, decisions, paths and weights: against one holding at a time."""
    flop = tuple(sorted(parse_cards(flop_text)))
    some, rows = rows_with(tuple(sorted(flop)))
    one = SuitClasses(
        some.class_of, some.renaming_of, np.array([flop], dtype=np.uint8), np.array([7])
    )
    tallies = holdem_play.play(one, some, rows, lambda _share: None)
    expected: dict[str, list[int]] = {path: [0] * 6 for path in PATHS}
    for hole in combinations([card for card in DECK if card not in flop], 2):
        if starting_hand_name(hole) != name:
            continue
        by_turn = holdem_ahead.results_ahead(hole, flop)
        leads = [sum(list(results.values())[:4]) - results["loss"] for results in by_turn]
        first = "bet" if sum(leads) > 0 else "check"
        for lead, results in zip(leads, by_turn, strict=True):
            path = f"{first}_{'bet' if lead > 0 else 'check'}"
            expected[path] = [
                a + 7 * b for a, b in zip(expected[path], results.values(), strict=True)
            ]
    optimal = tallies[STARTING_HANDS.index(name), 0]
    found = {
        path: [
            int(row[:4].sum()), int(row[4]), int(row[5]), int(row[6:11].sum()), *row[11:].tolist()
        ]
        for path, row in zip(holdem_play.PATHS, optimal, strict=True)
    }  # fmt: skip
    assert found == expected
    assert int(tallies[:, 0].sum()) == 7 * 1176 * 47 * 46 * 990


def in_a_row(ranks: set[int], length: int) -> bool:
    low_ace = {rank + 1 for rank in ranks} | ({0} if 12 in ranks else set())
    return any(all(low + k in low_ace for k in range(length)) for low in range(11))


def plain_turn_bet(strategy: str, hole: tuple[Card, ...], flop: tuple[Card, ...]) -> bool:
    ranks = [RANK_OF[card] for card in (*hole, *flop)]
    suits = [SUIT_OF[card] for card in (*hole, *flop)]
    if any(ranks.count(RANK_OF[card]) > 1 for card in hole):
        return True
    if best_five([*hole, *flop])[0] >= Five.STRAIGHT:
        return True
    draw = max(suits.count(suit) for suit in range(4)) >= 4 or in_a_row(set(ranks), 4)
    return strategy == "published" and draw


def plain_river_bet(strategy: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    seen = (*hole, *board)
    ranks = [RANK_OF[card] for card in seen]
    pairs = [RANK_OF[card] for card in hole if ranks.count(RANK_OF[card]) > 1]
    kind = best_five(seen)[0]
    if kind >= Five.STRAIGHT or (strategy == "pairs" and pairs):
        return True
    if strategy == "pairs":
        return False
    if any(rank >= 4 for rank in pairs) or (pairs and kind >= Five.TWO_PAIR):
        return True
    return any(
        set(four) & set(hole)
        and len({SUIT_OF[card] for card in four}) == 1
        and in_a_row({RANK_OF[card] for card in four}, 4)
        for four in combinations(seen, 4)
    )


@pytest.mark.proof
@pytest.mark.parametrize(("number", "strategy"), [(1, "pairs"), (2, "published")])
def test_rules_of_thumb_equal_the_plain_rules(number: int, strategy: str) -> None:
    assert holdem_play.PLAYS[number] == strategy
    rng = Random(number)
    for trial in range(6_000):
        # Every other deal from two suits, so that draws are frequent.
        deck = DECK if trial % 2 else [card for card in DECK if SUIT_OF[card] < 2]
        cards = tuple(rng.sample(deck, 6))
        hole, board = cards[:2], cards[2:]
        own, four = (sum(int(CARD_BITS[card]) for card in part) for part in (hole, board))
        flop = sum(int(CARD_BITS[card]) for card in board[:3])
        turn_bet = holdem_play.turn_bets(own, flop) >> number & 1
        river_bet = holdem_play.river_bets(own, four) >> number & 1
        assert turn_bet == plain_turn_bet(strategy, hole, board[:3])
        assert river_bet == plain_river_bet(strategy, hole, board)


def path_antes(path: str) -> int:
    return 0 if path == "fold" else 2 + path.count("bet")


def edge(paths: dict[str, Path]) -> Fraction:
    """What the house keeps of one ANTE."""
    net = sum(
        path_antes(path) * (results.get("win_ante_paid", 0) + results.get("win_ante_pushed", 0))
        + results.get("win_ante_paid", 0)
        - (path_antes(path) + 1) * results["loss"]
        for path, results in paths.items()
    )
    return Fraction(-net, ALL_DEALS)


def average_wager(paths: dict[str, Path]) -> Fraction:
    total = sum((path_antes(path) + 1) * sum(results.values()) for path, results in paths.items())
    return Fraction(total, ALL_DEALS)


def test_TH_4_every_deal_is_counted_once(counts: Any) -> None:
    for table in (counts["base"], *counts["strategies"].values()):
        assert set(table) == set(CRITERIA)
        for paths in table.values():
            assert set(paths) == {"fold", *PATHS}
            assert sum(sum(results.values()) for results in paths.values()) == ALL_DEALS
    hands = counts["starting_hands"]
    assert set(hands) == set(STARTING_HANDS)
    for name, paths in hands.items():
        holdings = {2: 6, 3: 4 if name.endswith("s") else 12}[len(name)]
        deals = sum(sum(results.values()) for results in paths.values())
        assert deals * 1326 == ALL_DEALS * holdings


def test_TH_4_wins_by_hand_add_up_to_the_wins(counts: Any) -> None:
    first_paid = {"three_tens": 4, "straight": 5, "flush": 6}
    for criterion, paths in counts["wins"].items():
        for path, wins in paths.items():
            ordered = [wins[name] for name in HANDS]
            base = counts["base"][criterion][path]
            assert sum(ordered[first_paid[criterion] :]) == base["win_ante_paid"]
            assert sum(ordered[: first_paid[criterion]]) == base["win_ante_pushed"]


@pytest.mark.parametrize(
    ("criterion", "exact"),
    [
        ("three_tens", Fraction(3149881957, 463563500400)),
        ("straight", Fraction(578107733, 28381438800)),
        ("flush", Fraction(19447087313, 347672625300)),
    ],
)
def test_TH_4_house_edge_of_the_best_play(counts: Any, criterion: str, exact: Fraction) -> None:
    assert edge(counts["base"][criterion]) == exact
    # It is what the starting hands are worth, each played or folded.
    worth = sum(
        max(Fraction(-1), action_values(hole, criterion=criterion)["bet"])
        for hole in combinations(DECK, 2)
    )
    assert Fraction(worth, 1326) == -exact


def test_TH_4_published_figures_with_straight_or_better(counts: Any) -> None:
    """2.04 % of the ANTE, 0.53 % of all that is bet; published for the same rules."""
    base = counts["base"]["straight"]
    assert round(100 * float(edge(base)), 2) == 2.04
    assert round(100 * float(edge(base) / average_wager(base)), 2) == 0.53


def test_no_rule_of_thumb_beats_the_best_play(counts: Any) -> None:
    for paths_by_criterion in counts["strategies"].values():
        for criterion, paths in paths_by_criterion.items():
            assert edge(paths) > edge(counts["base"][criterion])


def simulated_net(strategy: str, deck: list[Card]) -> int:
    """The result in antes of one round with straight or better, by the plain rules."""
    hole, theirs, board = tuple(deck[:2]), tuple(deck[2:4]), tuple(deck[4:9])
    name = starting_hand_name(hole)
    if strategy == "published" and name in ("32o", "42o", "52o", "62o", "72o"):
        return -1
    bets = 2
    if strategy != "never_bet":
        bets += plain_turn_bet(strategy, hole, board[:3])
        bets += plain_river_bet(strategy, hole, board[:4])
    mine, other = best_five([*hole, *board]), best_five([*theirs, *board])
    if mine == other:
        return 0
    return bets + (mine[0] >= Five.STRAIGHT) if mine > other else -bets - 1


@pytest.mark.proof
@pytest.mark.parametrize("strategy", ["pairs", "published", "never_bet"])
def test_rules_of_thumb_are_worth_what_a_simulation_says(counts: Any, strategy: str) -> None:
    rng = Random(2024)
    nets = [simulated_net(strategy, rng.sample(DECK, 9)) for _ in range(20_000)]
    mean = sum(nets) / len(nets)
    error = (sum((net - mean) ** 2 for net in nets) / len(nets) ** 2) ** 0.5
    assert abs(mean + float(edge(counts["strategies"][strategy]["straight"]))) < 4 * error


def bonus_name(hole: tuple[Card, ...]) -> str:
    high, low = sorted((RANK_OF[card] for card in hole), reverse=True)
    suited = "suited" if SUIT_OF[hole[0]] == SUIT_OF[hole[1]] else "offsuit"
    if high == low:
        return "aces" if high == 12 else "high_pair" if high > 8 else "low_pair"
    if high == 12 and low in (9, 10):
        return f"ace_queen_or_jack_{suited}"
    return f"ace_king_{suited}" if (high, low) == (12, 11) else "nothing"


def test_TH_5_bonus_outcomes(counts: Any) -> None:
    expected: dict[str, int] = {}
    for hole in combinations(DECK, 2):
        name = bonus_name(hole)
        rest = [card for card in DECK if card not in hole]
        aces = sum(RANK_OF[a] == RANK_OF[b] == 12 for a, b in combinations(rest, 2))
        if name == "aces":
            expected["aces_against_aces"] = expected.get("aces_against_aces", 0) + aces
        expected[name] = expected.get(name, 0) + 1225 - (aces if name == "aces" else 0)
    assert counts["bonus"] == expected == holdem_bonus.bonus_counts()
    assert sum(expected.values()) == 1326 * 1225
    assert (expected["aces"], expected["aces_against_aces"]) == (7344, 6)


def royal_deals() -> dict[str, int]:
    """Deals with a royal flush by the card that completes it: one suit's five cards by place."""
    found: dict[str, int] = {}
    sizes = {"hole": 2, "flop": 3, "turn": 1, "river": 1}
    for places in product(sizes, repeat=5):
        if any(places.count(place) > size for place, size in sizes.items()):
            continue
        free = [size - places.count(place) for place, size in sizes.items()]
        left = [47 - sum(free[:k]) for k in range(4)]
        ways = prod(comb(n, k) for n, k in zip(left, free, strict=True))
        last = max((*sizes,).index(place) for place in places)
        name = f"royal_after_{(5, 5, 6, 7)[last]}" if "hole" in places else "community_royal"
        found[name] = found.get(name, 0) + 4 * ways
    return found


def test_PS_41_seven_card_outcomes(counts: Any) -> None:
    """Two of seven cards are the hole cards, three the flop, one the turn: 420 deals a set."""
    seven = counts["progressive"]["all"]
    assert sum(seven.values()) == 1326 * 19600 * 47 * 46
    assert seven["full_house"] == 3473184 * 420
    assert seven["four_of_a_kind"] == 224848 * 420
    assert seven["straight_flush"] == 37260 * 420
    royals = {name: count for name, count in seven.items() if "royal" in name}
    assert royals == royal_deals()
    assert royals == {
        "community_royal": 86480, "royal_after_5": 86480,
        "royal_after_6": 432400, "royal_after_7": 1210720,
    }  # fmt: skip


def test_PS_42_five_card_outcomes(counts: Any) -> None:
    """Each five-card hand is ten pairs of hole cards and flop."""
    assert counts["five_card"]["all"] == {
        "nothing": 25243320, "three_of_a_kind": 549120, "straight": 102000, "flush": 51080,
        "full_house": 37440, "four_of_a_kind": 6240, "straight_flush": 360, "royal_flush": 40,
    }  # fmt: skip


def test_PS_35_played_and_folded_are_all(counts: Any) -> None:
    for wager in ("progressive", "five_card"):
        split = counts[wager]
        for criterion in CRITERIA:
            for outcome, count in split["all"].items():
                parts = split["played"][criterion][outcome] + split["folded"][criterion][outcome]
                assert parts == count


@pytest.mark.proof
def test_PS_35_folded_five_card_hands_equal_the_plain_ones(counts: Any) -> None:
    """The 72 holdings folded under "flush or better", one of each starting hand by twelve."""
    names = {Five.THREE_OF_A_KIND, Five.STRAIGHT, Five.FLUSH, Five.FULL_HOUSE}
    names |= {Five.FOUR_OF_A_KIND, Five.STRAIGHT_FLUSH}
    expected = dict.fromkeys(counts["five_card"]["all"], 0)
    for text in ("2c 3d", "2c 4d", "2c 5d", "2c 6d", "2c 7d", "3c 4d"):
        hole = parse_cards(text)
        for flop in combinations([card for card in DECK if card not in hole], 3):
            kind = Five(best_five([*hole, *flop])[0])
            expected[kind.name.lower() if kind in names else "nothing"] += 12
    assert counts["five_card"]["folded"]["flush"] == expected


@pytest.mark.proof
def test_values_after_the_turn_equal_the_plain_ones() -> None:
    hole, board = parse_cards("Ks 7d"), parse_cards("Kh 9d 2c Ac")
    tally = graded(plain_rivers(hole, board))
    wins = sum(tally[name] for name in tally if name.startswith("win"))
    paid = tally["win_straight"] + tally["win_flush"]
    for turn_bet in (0, 1):
        check = (2 + turn_bet) * wins + paid - (3 + turn_bet) * tally["loss"]
        found = action_values(hole, board, criterion="straight", turn_bet_antes=turn_bet)
        assert found["check"] == Fraction(check, 46 * 990)
        assert found["bet"] == Fraction(check + wins - tally["loss"], 46 * 990)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_values_after_the_flop_are_the_mean_of_those_after_the_turn(criterion: str) -> None:
    hole, flop = parse_cards("Jh Th"), parse_cards("9h 2h 9c")
    for turn_bet, action in ((0, "check"), (1, "bet")):
        best = [
            max(
                action_values(
                    hole, (*flop, turn), criterion=criterion, turn_bet_antes=turn_bet
                ).values()
            )
            for turn in DECK
            if turn not in (*hole, *flop)
        ]
        assert action_values(hole, flop, criterion=criterion)[action] == sum(best) / 47


@pytest.mark.proof
@pytest.mark.parametrize("flops", [20, pytest.param(200, marks=pytest.mark.proof)])
@pytest.mark.parametrize("text", ["Ac Ad", "Kh 9h", "7c 2d", "6s 5d"])
def test_values_before_the_flop_agree_with_random_flops(text: str, flops: int) -> None:
    hole = parse_cards(text)
    rng = Random(text)
    rest = [card for card in DECK if card not in hole]
    best = [
        float(max(action_values(hole, rng.sample(rest, 3), criterion="straight").values()))
        for _ in range(flops)
    ]
    mean = sum(best) / len(best)
    error = (sum((value - mean) ** 2 for value in best) / len(best) ** 2) ** 0.5
    found = action_values(hole, criterion="straight")
    assert found["fold"] == -1
    assert abs(float(found["bet"]) - mean) < 4 * error


def test_starting_hands_that_fold() -> None:
    rows = list(preflop_rows())
    assert rows[0] == (
        "hand", "combinations", "three_tens_play", "three_tens_bet",
        "straight_play", "straight_bet", "flush_play", "flush_bet",
    )  # fmt: skip
    assert sorted(row[0] for row in rows[1:]) == sorted(STARTING_HANDS)
    assert sum(int(row[1]) for row in rows[1:]) == 1326
    for column, folds in ((2, 5), (4, 5), (6, 6)):
        names = [row[0] for row in rows[1:] if row[column] == "fold"]
        assert names == ["72o", "62o", "52o", *["43o"] * (folds - 5), "42o", "32o"]


def test_the_rule_in_words() -> None:
    assert rule_in_words("straight").startswith(
        "Before the flop fold a deuce with a three, four, five, six or seven of another suit; "
    )
    assert " and a three with a four of another suit; " in rule_in_words("flush")


def expanded(words: str, board: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """The holdings that a list of bets names."""
    found: set[tuple[Card, ...]] = set()
    for hole in combinations([card for card in DECK if card not in board], 2):
        name = starting_hand_name(hole)
        exact = cards_text(sorted(hole, reverse=True)).replace(" ", "")
        if {name, name[:2], exact} & set(words.split()):
            found.add(hole)
    return found


@pytest.mark.proof
@pytest.mark.parametrize("text", ["Qs Js 4d", "8c 8d 3h Kc"])
def test_bet_lists_name_exactly_the_holdings_that_lead(text: str) -> None:
    board = tuple(sorted(parse_cards(text)))
    some, rows = rows_with(board)
    one = SuitClasses(
        some.class_of, some.renaming_of, np.array([board], dtype=np.uint8), np.array([1])
    )
    results = 1081 * 990 if len(board) == 3 else 46 * 990
    bets = holdem_ahead.bets(one, some, rows, results=results)[0]
    named = expanded(list_holdings(board, bets), board)
    assert {holding_index(hole) for hole in named} == set(np.flatnonzero(bets).tolist())
    for hole in list(combinations([card for card in DECK if card not in board], 2))[::41]:
        worth = action_values(hole, board, criterion="flush")
        assert (hole in named) == (worth["bet"] > worth["check"])


@pytest.mark.parametrize(
    ("hole", "board", "criterion", "turn_bet", "code"),
    [
        ("As Ks", "", "pair", 0, "CRITERION_UNKNOWN"),
        ("As", "", "flush", 0, "CARDS_WRONG_NUMBER"),
        ("As Ks", "2c 3c", "flush", 0, "CARDS_WRONG_NUMBER"),
        ("As Ks", "2c 3c 4c 5c 6c", "flush", 0, "CARDS_WRONG_NUMBER"),
        ("As Ks", "2c 3c As", "flush", 0, "CARD_DUPLICATED"),
        ("As Ks", "2c 3c 4c", "flush", 1, "TURN_BET_WRONG"),
        ("As Ks", "2c 3c 4c 5c", "flush", 2, "TURN_BET_WRONG"),
    ],
)
def test_what_is_no_decision_is_refused(
    hole: str, board: str, criterion: str, turn_bet: int, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        action_values(
            parse_cards(hole), parse_cards(board), criterion=criterion, turn_bet_antes=turn_bet
        )
    assert refused.value.code == code
