"""Drills: the answers are worked out here by other means."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.floor.view.next_step import next_step
from pitboss.lab.drills import (
    CONSOLE,
    LEVELS,
    QUESTIONS,
    AskedEnvy,
    AskedPay,
    drills_of,
    make_question,
)
from pitboss.lab.seating import choose_table
from pitboss.money import Cents
from pitboss.rules import catalog
from pitboss.rules.cards import RANK_OF, SUIT_OF, Card
from pitboss.rules.round import Table
from pitboss.words.language import texts


def table_of(game: str) -> Table:
    return choose_table(catalog.game(game), catalog.Paytables(), options={}, chosen={})


def name_of_five_or_more(cards: tuple[Card, ...]) -> str:
    """The best poker hand by counting ranks and suits, without the engine."""

    def has_straight(ranks: set[int]) -> bool:
        low = {rank + 1 for rank in ranks} | ({0} if 12 in ranks else set())
        return any(set(range(first, first + 5)) <= low for first in range(10))

    ranks = Counter(RANK_OF[card] for card in cards)
    counts = sorted(ranks.values(), reverse=True)
    suited = [{RANK_OF[c] for c in cards if SUIT_OF[c] == suit} for suit in range(4)]
    if any({8, 9, 10, 11, 12} <= each for each in suited):
        return "Royal Flush"
    if any(map(has_straight, suited)):
        return "Straight Flush"
    if counts[0] == 4:
        return "Four of a Kind"
    if counts[0] == 3 and counts[1] >= 2:
        return "Full House"
    if any(len(each) >= 5 for each in suited):
        return "Flush"
    if has_straight(set(ranks)):
        return "Straight"
    return "Three of a Kind" if counts[0] == 3 else "All Other Hands"


def test_hands_are_read_as_by_counting() -> None:
    table, asked = table_of("ultimate_holdem"), 0
    for number in range(60):
        q = make_question(table, "hand", level=2, rng_seed=number // 10, number=number % 10)
        if q.paytable is not None and q.paytable.slot == "trips":
            asked += 1
            (_, cards) = q.cards[0]
            assert len(cards) == 7
            assert q.answer == name_of_five_or_more(cards)
    assert asked > 5


def test_pays_at_fifteen_dollars() -> None:
    """Super Bonus pays a flush 3 to 2 and a straight flush 15 to 1; the progressive pays three of a
    kind 9 for 1."""
    get = catalog.Paytables().get
    bonus, jackpot = get("crazy4/base/c4p"), get("crazy4/progressive/pays-1")
    assert AskedPay(bonus, "flush", Cents(1500), "").pays_cents == 2250
    assert AskedPay(bonus, "straight_flush", Cents(1500), "").pays_cents == 22500
    assert AskedPay(jackpot, "three_of_a_kind", Cents(100), "").pays_cents == 900


def test_envy_goes_to_every_other_bettor() -> None:
    """Four of a kind pays $10 envy to each of the other three."""
    paytable = catalog.Paytables().get("crazy4/progressive/pays-1")
    wagers = {seat: Cents(100) for seat in (2, 4, 5, 7)}
    asked = AskedEnvy(paytable, "four_of_a_kind", 4, wagers)
    assert [(each.seat, each.cents) for each in asked.envied] == [(7, 1000), (5, 1000), (2, 1000)]


@pytest.mark.parametrize("game", catalog.game_names())
def test_every_question_can_be_answered_and_is_asked_again_by_its_seed(game: str) -> None:
    table = table_of(game)
    for drill in drills_of(table):
        for level in LEVELS:
            q = make_question(table, drill, level=level, rng_seed=level, number=level)
            assert q == make_question(table, drill, level=level, rng_seed=level, number=level)
            if q.choices:
                assert q.answer in q.choices
                assert q.is_answered_by(q.answer)
            else:
                cents = int(q.answer)
                assert q.is_answered_by(f"{cents // 100}.{cents % 100:02}")
                assert not q.is_answered_by(f"{cents // 100 + 1}")
            assert not q.is_answered_by("nonsense")


@pytest.mark.parametrize("game", catalog.game_names())
def test_every_question_has_answers_to_choose_between(game: str) -> None:
    """At least two that differ as a dealer reads them, or an amount that isn't nothing."""
    table = table_of(game)
    for drill in drills_of(table):
        for level in LEVELS:
            for number in range(QUESTIONS):
                q = make_question(table, drill, level=level, rng_seed=2, number=number)
                lines = [q.lines[int(each)] for each in q.choices if q.lines]
                shown = [(each.seat, each.wager, each.result) for each in lines] or q.choices
                assert len({*shown}) == len(shown) != 1
                assert q.choices or int(q.answer)


def test_a_game_without_envy_has_no_envy_drill() -> None:
    assert "envy" in drills_of(table_of("crazy4"))
    assert "envy" not in drills_of(table_of("casino_war"))
    assert "hand" not in drills_of(table_of("super_fun_21"))


def test_levels_show_more() -> None:
    table = table_of("three_card_poker")  # bets on three cards, and one on six
    for number in range(QUESTIONS):
        least, most = (
            make_question(table, "hand", level=level, rng_seed=3, number=number) for level in (1, 3)
        )
        assert len(least.cards[0][1]) == 3
        assert len(most.cards[0][1]) == 6
        assert len(least.choices) == 4
        assert len(make_question(table, "pay", level=3, rng_seed=3, number=number).pays) == 2


def test_the_first_line_of_a_settlement_is_settled_first() -> None:
    table = table_of("three_card_poker")
    q = make_question(table, "order", level=2, rng_seed=4, number=0)
    places = [int(each) for each in q.choices]
    assert q.answer == str(min(places))
    assert {line.seat for line in q.lines} == {1, 2}


def test_the_console_says_the_steps_that_the_drill_wants() -> None:
    """As a board decides them; what waits for bets or winners has its step by name."""
    board: Any = SimpleNamespace(key="RUN")
    steps = {pair for each in CONSOLE for pair in each}
    for phase, step in steps:
        if phase in ("no_dealer", "paused", "recorded", "open", "awarded"):
            said, _ = next_step(board, board, phase, None, str, lambda *_: "")
            assert said == step
    words = texts("en")
    assert {step for _, step in steps} <= words["console"]["hint"].keys()
    assert {phase for phase, _ in steps} <= words["phase"].keys()
