"""Blackjack: exact values against a slow table, published figures and seeded play."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import numba
import pytest

from pitboss.games.blackjack.odds import BASE
from pitboss.games.blackjack.solve import PLAY
from pitboss.maths.blackjack_solution import SIX_TO_FIVE, THREE_TO_TWO, Solution, stored_solution
from pitboss.maths.counting import as_text, branch, read_stored
from pitboss.maths.kernels.best_play import action_values, solve
from pitboss.maths.kernels.chance import Session
from pitboss.maths.kernels.hand_values import limbs_of, number_of
from pitboss.maths.kernels.playing import Simulated, play_base
from pitboss.maths.kernels.up_card import UpCard
from pitboss.maths.point_hands import (
    BlackjackRules,
    all_hands,
    dealer_ends,
    full_shoe,
    hand_of,
    rules_of,
    split_terms,
)
from pitboss.maths.strategy_tables import (
    BY_TOTAL,
    SPLIT,
    Tables,
    TotalsPlay,
    plays_of,
    rule_in_words,
    strategy_rows,
    tables_of,
)
from pitboss.refusal import Refusal
from pitboss.rules.cards import parse_card, parse_cards

from .twin import Cards, SlowTable, small_shoe, total_of

USUAL = BlackjackRules()


def silent(share: float) -> None:
    assert 0 < share <= 1


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rules", "shoe"),
    [
        (USUAL, small_shoe(p4=4, p8=7, p10=9)),
        (USUAL, small_shoe(p1=5, p7=5, p10=8)),
        (replace(USUAL, split_hands=3, double_after_split="no"), small_shoe(p3=6, p8=6, p10=8)),
        (replace(USUAL, split_hands=2, surrender="late"), small_shoe(p6=5, p9=5, p10=8)),
        (
            replace(
                USUAL, soft_17="hit", resplit_aces="yes", hit_split_aces="yes", surrender="late"
            ),
            small_shoe(p1=5, p6=4, p10=9),
        ),
        (replace(USUAL, double="9-11", soft_17="hit"), small_shoe(p1=3, p5=5, p6=5, p10=9)),
    ],
)
def test_bj_1_small_shoes_agree_with_a_slow_table(rules: BlackjackRules, shoe: Cards) -> None:
    solution = solve(rules, shoe=shoe, report=silent)
    slow = SlowTable(solution.tables, rules).game(shoe)
    assert solution.first_actions[SPLIT] > 0
    assert solution.return_without_naturals == slow["win"]
    assert solution.average_stake == slow["stake"]
    assert solution.naturals_paid == slow["naturals"]
    assert solution.dealer_blackjack == slow["blackjacks"]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("hand", "up"), [((10, 6), 10), ((9, 7), 10), ((1, 7), 9), ((10, 5), 1), ((10, 2), 4)]
)
def test_bj_1_a_whole_deck_agrees_with_a_slow_table(hand: Cards, up: int) -> None:
    rules = replace(USUAL, soft_17="hit")
    solution = stored_solution(rules, decks=1, known=BASE.named, counts=read_stored("blackjack"))
    assert solution is not None
    table = SlowTable(solution.tables, rules)
    shoe = [4] * 9 + [16]
    for points in (*hand, up):
        shoe[points - 1] -= 1
    # The hole card is dealt first and known to be no blackjack.
    holes = [
        (hole, after)
        for hole, _, after in table.draws(tuple(shoe))
        if total_of((up, hole))[0] != 21
    ]
    ways = sum(shoe[hole - 1] for hole, _ in holes)

    def slow(action: str) -> Fraction:
        total = Fraction(0)
        for hole, after in holes:
            result = (total_of(hand)[0], 1, 0)
            if action == "stand":
                win = table.settle(after, (up, hole), (result,))[0]
            elif action == "double":
                win = table.average(
                    after,
                    lambda points, left, hole=hole: table.settle(
                        left, (up, hole), ((total_of((*hand, points))[0], 2, 0),)
                    ),
                )[0]
            else:
                win = table.average(
                    after,
                    lambda points, left, hole=hole: table.play(
                        left,
                        (*hand, points),
                        (up, hole),
                        lambda rest, end: table.settle(rest, (up, hole), (end,)),
                        double=False,
                    ),
                )[0]
            total += Fraction(shoe[hole - 1], ways) * win
        return total

    names = "A23456789T"
    cards = parse_cards(f"{names[hand[0] - 1]}c {names[hand[1] - 1]}d")
    exact = action_values(cards, parse_card(f"{names[up - 1]}h"), rules=rules, decks=1)
    assert exact == {action: slow(action) for action in ("stand", "hit", "double")}


def changed(play: TotalsPlay, cell: int, *, field: str) -> TotalsPlay:
    flags = list(getattr(play, field))
    flags[cell] = not flags[cell]
    return replace(play, **{field: tuple(flags)})


@pytest.mark.proof
@pytest.mark.parametrize("up", [8, 9])
def test_bj_1_no_change_of_one_line_improves_the_play(up: int) -> None:
    solver = UpCard(shoe=full_shoe(1), up=up, rules=USUAL)
    play = solver.best_play()
    best = solver.totals(play).value
    lines = [*range(5, 21), *range(22 + 13, 22 + 21)]
    others = [changed(play, cell, field="hit") for cell in lines]
    others += [changed(play, cell, field="double") for cell in lines]
    for kind, choice in enumerate(play.pairs):
        pairs = list(play.pairs)
        pairs[kind] = BY_TOTAL if choice == SPLIT else SPLIT
        others.append(replace(play, pairs=tuple(pairs)))
    assert [other for other in others if solver.totals(other).value > best] == []


# Public strategy cards for six decks with these rules; any difference would be a mistake here.
SIX_DECKS = """
hard 8  H  H  H  H  H  H  H  H  H  H
hard 9  H  Dh Dh Dh Dh H  H  H  H  H
hard 10 Dh Dh Dh Dh Dh Dh Dh Dh H  H
hard 11 Dh Dh Dh Dh Dh Dh Dh Dh Dh H
hard 12 H  H  S  S  S  H  H  H  H  H
hard 13 S  S  S  S  S  H  H  H  H  H
hard 16 S  S  S  S  S  H  H  H  H  H
hard 17 S  S  S  S  S  S  S  S  S  S
soft 13 H  H  H  Dh Dh H  H  H  H  H
soft 14 H  H  H  Dh Dh H  H  H  H  H
soft 15 H  H  Dh Dh Dh H  H  H  H  H
soft 16 H  H  Dh Dh Dh H  H  H  H  H
soft 17 H  Dh Dh Dh Dh H  H  H  H  H
soft 18 S  Ds Ds Ds Ds S  S  H  H  H
soft 19 S  S  S  S  S  S  S  S  S  S
pairs A P  P  P  P  P  P  P  P  P  P
pairs 2 P  P  P  P  P  P  H  H  H  H
pairs 3 P  P  P  P  P  P  H  H  H  H
pairs 4 H  H  H  P  P  H  H  H  H  H
pairs 5 Dh Dh Dh Dh Dh Dh Dh Dh H  H
pairs 6 P  P  P  P  P  H  H  H  H  H
pairs 7 P  P  P  P  P  P  H  H  H  H
pairs 8 P  P  P  P  P  P  P  P  P  P
pairs 9 P  P  P  P  P  S  P  P  S  S
pairs T S  S  S  S  S  S  S  S  S  S
"""


def simulate(
    tables: Tables, rules: BlackjackRules, *, decks: int, rounds: int, rng_seed: int
) -> Simulated:
    session = Session(rounds, rng_seed, silent)
    return play_base(tables, rules, decks=decks, session=session)


def kept(decks: int, soft_17: str = "stand") -> Solution:
    solution = stored_solution(
        replace(USUAL, soft_17=soft_17),
        decks=decks,
        known=BASE.named,
        counts=read_stored("blackjack"),
    )
    assert solution is not None
    return solution


def test_bj_1_six_decks_give_the_public_strategy() -> None:
    tables = kept(6).tables
    for row in SIX_DECKS.strip().splitlines():
        section, line, *letters = row.split()
        assert tables[section][line] == tuple(letters), row


def test_bj_1_a_dealer_who_hits_changes_three_lines() -> None:
    standing, hitting = strategy_rows(kept(6).tables), strategy_rows(kept(6, "hit").tables)
    differences = [
        (old[0], standing[0][column], old[column], new[column])
        for old, new in zip(standing, hitting, strict=True)
        for column in range(1, 11)
        if old[column] != new[column]
    ]
    assert differences == [
        ("hard 11", "A", "H", "Dh"),
        ("soft 18", "2", "S", "Ds"),
        ("soft 19", "6", "S", "Ds"),
    ]


@pytest.mark.proof
def test_bj_1_soft_18_against_an_ace_is_judged_over_all_its_hands() -> None:
    """With two decks ace-seven alone would hit, by 0.0001; three cards and more would not."""
    two = action_values(parse_cards("7c Ac"), parse_card("Ah"), rules=USUAL, decks=2)
    assert f"{float(two['stand']):.6f} {float(two['hit']):.6f}" == "-0.100502 -0.100359"
    assert [kept(decks).tables["soft"]["18"][9] for decks in (1, 2, 4, 6, 8)] == list("SSHHH")


@pytest.mark.parametrize(
    ("decks", "soft_17", "percent"),
    [
        (1, "stand", "-0.14326"),
        (1, "hit", "0.04478"),
        (2, "stand", "0.19250"),
        (2, "hit", "0.39159"),
        (4, "stand", "0.35301"),
        (4, "hit", "0.56173"),
        (6, "stand", "0.40592"),
        (6, "hit", "0.61815"),
        (8, "stand", "0.43248"),
        (8, "hit", "0.64645"),
    ],
)
def test_bj_1_house_edges(decks: int, soft_17: str, percent: str) -> None:
    """Public tables say about -0.14, 0.19, 0.35, 0.41, 0.43 %, and 0.2 more where he hits."""
    edge = kept(decks, soft_17).house_edge(THREE_TO_TWO)
    assert f"{float(100 * edge):.5f}" == percent


def test_bj_1_the_usual_house_edge_as_a_fraction() -> None:
    assert kept(6).house_edge(THREE_TO_TWO) == Fraction(
        2075045073970572183779121822111224974726, 511192529285291170406123273341139095183125
    )


# Published expected returns by first two cards and up card, dealer without blackjack.
PUBLISHED = [
    (1, "stand", "2c Ac", "Ah", "-0.661732 -0.067808 -0.593281"),
    (1, "stand", "6c Ac", "Ah", "-0.482815 -0.199899 -0.527213"),
    (1, "stand", "7c Ac", "Ah", "-0.101015 -0.108386 -0.357778"),
    (1, "stand", "6c 5c", "Ah", "-0.634013 0.172946 0.240259"),
    (1, "hit", "2c Ac", "Ah", "-0.589084 -0.107929 -0.552040"),
    (1, "hit", "5c 4c", "Ah", "-0.581270 -0.121173 -0.419143"),
    (2, "hit", "6c 4c", "Ah", "-0.587412 0.038312 -0.003909"),
    (2, "hit", "7c Ac", "Ah", "-0.224703 -0.165428 -0.416886"),
]


def hit_card_by_card(solver: UpCard, hand: int) -> int:
    """The value of a hit against an ace if the player then does what is best for his cards."""
    values, tens = solver.base, 9
    left = values.count_left(hand)
    after, total = sum(left) - 1, 0
    for kind, child in enumerate(all_hands().children[hand]):
        if child < 0:
            no_blackjack = after - (left[tens] - (kind == tens))
            total -= left[kind] * no_blackjack * values.scale[after - 1]
        elif left[kind]:
            best = max(values.stand(child), hit_card_by_card(solver, child))
            total += left[kind] * best
    return total


@pytest.mark.parametrize(("decks", "soft_17", "cards", "up", "returns"), PUBLISHED)
def test_bj_1_published_returns(
    decks: int, soft_17: str, cards: str, up: str, returns: str
) -> None:
    rules = replace(USUAL, soft_17=soft_17)
    exact = action_values(parse_cards(cards), parse_card(up), rules=rules, decks=decks)
    stand, hit, double = returns.split()
    assert f"{float(exact['stand']):.6f}" == stand
    assert f"{float(exact['double']):.6f}" == double
    # The published player looks at his cards, not only at their total, after the first hit.
    kinds = ["A23456789T".index(card[0]) for card in cards.split()]
    solver = UpCard(shoe=full_shoe(decks), up=0, rules=rules)
    hand = hand_of(*kinds)
    solver.follow(solver.best_play())
    best = Fraction(hit_card_by_card(solver, hand), solver.base.sum_played(hand))
    assert f"{float(best):.6f}" == hit
    assert exact["hit"] <= best


def test_bj_1_stored_solutions_are_consistent() -> None:
    for decks in (1, 2, 4, 6, 8):
        cards, aces, tens = 52 * decks, 4 * decks, 16 * decks
        blackjack = Fraction(2 * aces * tens, cards * (cards - 1))
        both = blackjack * Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
        for soft_17 in ("stand", "hit"):
            solution = kept(decks, soft_17)
            assert solution.dealer_blackjack == blackjack
            assert solution.naturals_paid == blackjack - both
            played = sum(solution.first_actions.values())
            assert played + solution.naturals_paid + solution.dealer_blackjack == 1
            assert solution.insurance_return == Fraction(3 * tens, cards - 1) - 1
            dearer = solution.house_edge(SIX_TO_FIVE) - solution.house_edge(THREE_TO_TWO)
            assert dearer == Fraction(3, 10) * solution.naturals_paid


@pytest.mark.proof
def test_bj_1_a_recount_gives_what_is_stored() -> None:
    for decks, soft_17 in ((1, "hit"), (6, "stand")):
        solution = solve(replace(USUAL, soft_17=soft_17), shoe=full_shoe(decks), report=silent)
        assert solution == kept(decks, soft_17)


@pytest.mark.proof
def test_bj_1_the_whole_count_is_as_stored() -> None:
    assert as_text(PLAY.count_base(silent)) == as_text(branch(read_stored("blackjack"), "base"))


HOUSES = [
    (6, USUAL),
    (1, replace(USUAL, soft_17="hit", surrender="late", hit_split_aces="yes", resplit_aces="yes")),
    (2, replace(USUAL, double="10-11", double_after_split="no", split_hands=2)),
]


@pytest.mark.proof
@pytest.mark.parametrize("rounds", [700_000, pytest.param(2_000_000, marks=pytest.mark.proof)])
@pytest.mark.parametrize(("decks", "rules"), HOUSES)
def test_bj_1_simulation_agrees_within_four_standard_errors(
    decks: int, rules: BlackjackRules, rounds: int
) -> None:
    solution = solve(rules, shoe=full_shoe(decks), report=silent)
    played = simulate(solution.tables, rules, decks=decks, rounds=rounds, rng_seed=20_240_601)
    off = float(played.mean(THREE_TO_TWO) + solution.house_edge(THREE_TO_TWO))
    assert abs(off) < 4 * played.standard_error(THREE_TO_TWO)
    assert played.standard_error(THREE_TO_TWO) < 1.41 / rounds**0.5


@pytest.mark.proof
def test_bj_1_simulation_is_the_same_on_any_number_of_threads() -> None:
    tables, threads = kept(6).tables, numba.get_num_threads()
    several = simulate(tables, USUAL, decks=6, rounds=10_001, rng_seed=7)
    numba.set_num_threads(1)
    alone = simulate(tables, USUAL, decks=6, rounds=10_001, rng_seed=7)
    numba.set_num_threads(threads)
    assert several == alone
    assert several.rounds == 10_001
    assert several != simulate(tables, USUAL, decks=6, rounds=10_001, rng_seed=8)


@pytest.mark.proof
def test_bj_1_surrender_and_other_settings_move_the_edge_as_published() -> None:
    """Six decks, effects in percent; the first three are in every book."""
    usual = float(100 * kept(6).house_edge(THREE_TO_TWO))
    for settings, effect in [
        ({"surrender": "late"}, "-0.07"),
        ({"double_after_split": "no"}, "0.14"),
        ({"double": "10-11"}, "0.19"),
        ({"hit_split_aces": "yes"}, "-0.19"),
    ]:
        solution = solve(rules_of(settings), shoe=full_shoe(6), report=silent)
        edge = float(100 * solution.house_edge(THREE_TO_TWO))
        assert f"{edge - usual:.2f}" == effect, settings


@pytest.mark.proof
def test_bj_1_surrender_against_a_dealer_who_hits() -> None:
    """The public card: 15 against ten and ace, 16 against nine to ace, 17 and 8-8 against ace."""
    solution = solve(
        replace(USUAL, soft_17="hit", surrender="late"), shoe=full_shoe(6), report=silent
    )
    rows = strategy_rows(solution.tables)
    given_up = {
        (row[0], rows[0][column])
        for row in rows[1:]
        for column in range(1, 11)
        if row[column][0] == "R"
    }
    assert given_up == {
        ("hard 15", "T"),
        ("hard 15", "A"),
        ("hard 16", "9"),
        ("hard 16", "T"),
        ("hard 16", "A"),
        ("hard 17", "A"),
        ("8-8", "A"),
    }
    assert tables_of(plays_of(solution.tables)) == solution.tables
    exact = action_values(
        parse_cards("8c 8d"),
        parse_card("Ah"),
        rules=replace(USUAL, soft_17="hit", surrender="late"),
        decks=6,
    )
    assert max(exact, key=lambda action: exact[action]) == "surrender"


def test_bj_1_values_name_the_actions_that_cards_allow() -> None:
    rules = replace(USUAL, double="9-11")
    up = parse_card("Td")
    assert set(action_values(parse_cards("8c 8d"), up, rules=rules, decks=6)) == {
        "stand",
        "hit",
        "split",
    }
    assert set(action_values(parse_cards("5c 4d"), up, rules=rules, decks=6)) == {
        "stand",
        "hit",
        "double",
    }
    assert set(action_values(parse_cards("5c 4d 2c"), up, rules=rules, decks=6)) == {"stand", "hit"}
    natural = action_values(
        parse_cards("Ac Kd"), up, rules=rules, decks=6, blackjack_pays=SIX_TO_FIVE
    )
    assert natural == {"stand": Fraction(6, 5)}


@pytest.mark.parametrize(
    ("cards", "code"),
    [("Tc", "CARDS_WRONG_NUMBER"), ("Tc 9d 5h", "CARDS_IMPOSSIBLE"), ("Tc Tc", "CARD_DUPLICATED")],
)
def test_bj_1_impossible_cards_are_refused(cards: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        action_values(parse_cards(cards), parse_card("6h"), rules=USUAL, decks=1)
    assert refused.value.code == code


def test_bj_1_impossible_settings_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        rules_of({"soft_17": "maybe"})
    assert (refused.value.code, refused.value.where) == ("OPTION_UNKNOWN", "soft_17")
    with pytest.raises(Refusal) as refused:
        rules_of({"split_hands": "many"})
    assert (refused.value.code, refused.value.where) == ("OPTION_UNKNOWN", "split_hands")
    with pytest.raises(Refusal) as refused:
        full_shoe(3)
    assert refused.value.code == "OPTION_UNKNOWN"


def test_bj_1_settings_that_play_does_not_depend_on_are_passed_over() -> None:
    settings: dict[str, str | int] = {
        "decks": 6,
        "insurance": "no",
        "split_hands": 3,
        "soft_17": "hit",
    }
    assert rules_of(settings) == BlackjackRules(soft_17="hit", split_hands=3)
    assert (
        stored_solution(
            rules_of(settings), decks=6, known=BASE.named, counts=read_stored("blackjack")
        )
        is None
    )


def test_bj_1_the_strategy_in_words_and_rows() -> None:
    tables = kept(6).tables
    words = rule_in_words(tables)
    assert "Hard 13 to 16: stand against 2 to 6; hit against 7 to ace." in words
    assert "Soft 19 to 21: always stand." in words
    assert "Pairs of aces: always split." in words
    assert "Pairs of 2s and 3s: split against 2 to 7; else play the total." in words
    assert "Pairs of tens: play the total." in words
    rows = strategy_rows(tables)
    assert rows[0] == ["hand", "2", "3", "4", "5", "6", "7", "8", "9", "T", "A"]
    assert ["hard 16", *"SSSSSHHHHH"] in rows
    assert ["8-8", *"PPPPPPPPPP"] in rows
    assert len(rows) == 1 + 18 + 10 + 10


def test_bj_1_hands_and_dealer_draws_are_complete() -> None:
    """Partitions into parts of one to ten; the chances of all draws add up to one."""
    ways = [1] + [0] * 21
    for part in range(1, 11):
        for points in range(part, 22):
            ways[points] += ways[points - part]
    assert len(all_hands().counts) == sum(ways) == 3083
    shoe = full_shoe(1)
    left = [count - (kind == 4) for kind, count in enumerate(shoe)]
    whole = Fraction(0)
    for drawn, (_, orders) in dealer_ends(up=4, soft_17="hit").items():
        sets = 1
        for count, there in zip(drawn, left, strict=True):
            sets *= comb(there, count)
        orderings = Fraction(1)
        placed = 0
        for count in drawn:
            placed += count
            orderings *= comb(placed, count)
        whole += orders * sets / orderings / comb(51, sum(drawn))
    assert whole == 1


def test_bj_1_the_terms_of_a_split_add_up_to_the_expected_hands() -> None:
    """With every card a pair card all hands are split; with no further one there are two."""
    for most in (2, 3, 4):
        terms = split_terms(most)
        assert sum(term.same for term in terms) == most
        assert terms[0].removed == 0
        assert terms[0].other == 2


@pytest.mark.parametrize("number", [0, 1, -1, 2**28, -(2**28), 7 * 416**40, -7 * 416**40])
def test_bj_1_numbers_survive_as_limbs(number: int) -> None:
    assert number_of(limbs_of(number)) == number
