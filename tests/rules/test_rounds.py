"""What holds for every game that is found: hypothesis plays random legal rounds of each.

A failure prints the game and the seed; `play_random(seed, game, PAYTABLES)` plays it again."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import cards_text
from pitboss.rules.game import (
    Act,
    Action,
    Choice,
    Deal,
    Draw,
    Line,
    Mandatory,
    Misdeal,
    Optional,
    Turn,
)
from pitboss.rules.record import make_record, play_record, seed_meters
from pitboss.rules.round import Round
from pitboss.rules.table import open_table

from .random_rounds import Played, play_random, shuffled
from .support import PAYTABLES, replay

GAMES = catalog.game_names()
SEEDS = st.integers(0, 2**32 - 1)
every_game = pytest.mark.parametrize("name", GAMES)
few = settings(max_examples=25, deadline=None)


# ---- money --------------------------------------------------------------------------------------


@every_game
@few
@given(seed=SEEDS)
def test_every_wager_is_resolved_exactly_once(name: str, seed: int) -> None:
    played = play_random(seed, name, PAYTABLES)
    lines = played.round.settle()
    staked: Counter[tuple[int, str]] = Counter()
    for line in lines:
        staked[line.seat, line.wager] += line.stake_cents
    put_down = played.put_down()
    # House Money that a winner leaves joins the wager beside it; nothing else moves.
    assert sum(staked.values()) == sum(put_down.values()) + played.left_from_winnings()
    assert all(staked[place] >= cents for place, cents in put_down.items())
    once = Counter((at.seat, at.wager) for at in lines if at.hand == 0 and at.result != "envy")
    assert set(once.values()) <= {1}


@every_game
@few
@given(seed=SEEDS)
def test_each_line_balances(name: str, seed: int) -> None:
    for line in play_random(seed, name, PAYTABLES).round.settle():
        check_line(line)


def check_line(line: Line) -> None:
    """No negative amount; what comes back and is paid fits the result."""
    stake, back, paid = line.stake_cents, line.back_cents, line.paid_cents
    assert min(stake, back, paid) >= 0
    assert line.net_cents == paid + back - stake
    assert line.rule
    match line.result:
        case "loses":
            assert (back, paid) == (0, 0)
        case "pushes":
            assert (back, paid) == (stake, 0)
        case "surrendered":
            assert (back, paid) == (stake // 2, 0)
        case "envy":
            assert (stake, back) == (0, 0)
        case "wins":
            check_win(line)
        case _:
            raise AssertionError(line)


def check_win(line: Line) -> None:
    """Odds are on the stake; to 1 gives it back, all else keeps it."""
    words = line.pays.replace(",", "").split()
    assert line.source
    assert line.back_cents == (line.stake_cents if "to" in words else 0)
    if {"to", "for"} & set(words) and not line.wager.endswith("_bonus"):
        odds, unit = int(words[0]), int(words[2])
        assert line.paid_cents == line.stake_cents * odds // unit


@every_game
@few
@given(seed=SEEDS, part=st.floats(0, 1, exclude_max=True))
def test_ALL_1_a_misdeal_at_any_moment_returns_what_was_put_down(
    name: str, seed: int, part: float
) -> None:
    played = play_random(seed, name, PAYTABLES)
    actions = int(part * len(played.round.history))
    again = Round(played.table, played.bets, seed_meters(played.table))
    for action in played.round.history[:actions]:
        again.step(action)
    again.step(Misdeal("a hand has six cards"))
    back = {(line.seat, line.wager): line.back_cents for line in again.settle()}
    assert back == played.put_down(actions)
    assert {line.result for line in again.lines} == {"void"}
    assert all(line.net_cents == 0 for line in again.lines)


# ---- replay -------------------------------------------------------------------------------------


@every_game
@few
@given(seed=SEEDS)
def test_ALL_3_the_list_of_actions_replays_the_round(name: str, seed: int) -> None:
    played = play_random(seed, name, PAYTABLES)
    again = replay(played.table, played.bets, played.round.history, seed_meters(played.table))
    assert again.settle() == played.round.settle()
    assert again.history == played.round.history
    assert again.cards == played.round.cards


@every_game
@few
@given(seed=SEEDS)
def test_ALL_3_a_record_comes_back_through_json(name: str, seed: int) -> None:
    played = play_random(seed, name, PAYTABLES)
    written = json.loads(json.dumps(as_record(played)))
    assert play_record(written, PAYTABLES).settle() == played.round.settle()


def as_record(played: Played) -> dict[str, Any]:
    """A round record, written independently of the product's own."""
    dealt: dict[str, list[str]] = {}
    actions = []
    for action in played.round.history:
        if isinstance(action, Deal):
            dealt.setdefault(action.to, []).append(cards_text(action.cards))
        elif isinstance(action, Act):
            actions.append({"seat": action.seat, "action": action.name, "cents": action.cents})
    return {
        "game": played.table.game.name,
        "options": dict(played.table.options),
        "paytables": {slot: table.id for slot, table in played.table.paytables.items()},
        "meters": {
            slot: {level.name: level.seed_cents for level in table.levels}
            for slot, table in played.table.paytables.items()
            if table.levels
        },
        "cards": {to: " ".join(cards) for to, cards in dealt.items()},
        "wagers": {str(seat): dict(placed) for seat, placed in played.bets.items()},
        "actions": actions,
    }


@every_game
@few
@given(seed=SEEDS)
def test_a_record_made_by_the_simple_player_settles(name: str, seed: int) -> None:
    played = play_random(seed, name, PAYTABLES)
    cards = shuffled(random.Random(seed), played.table)
    made = make_record(played.table, played.bets, cards, played.table.game.simple)
    lines = play_record(json.loads(json.dumps(made)), PAYTABLES).settle()
    assert {line.seat for line in lines} == set(played.bets)


# ---- legal and illegal --------------------------------------------------------------------------


@every_game
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_every_legal_choice_is_taken_and_nothing_else(name: str, seed: int) -> None:
    played = play_random(seed, name, PAYTABLES)
    again = Round(played.table, played.bets, seed_meters(played.table))
    for index, action in enumerate(played.round.history):
        waiting = again.waiting
        assert waiting is not None
        for wrong in illegal(again, played.table.decks):
            check_refused(again, wrong)
        if isinstance(waiting, Turn):
            check_choices(played, index, waiting)
        again.step(action)
    with pytest.raises(Refusal):
        again.step(Deal("dealer", ()))


def illegal(waiting_round: Round, decks: int) -> list[Action]:
    """Actions that nobody may take now."""
    waiting = waiting_round.waiting
    if isinstance(waiting, Draw):
        used = [card for hand in waiting_round.cards.values() for card in hand]
        gone = [card for card, count in Counter(used).items() if count == decks]
        fresh = tuple(card for card in range(52) if card not in used)[: waiting.count + 1]
        wrong: list[Action] = [
            Deal(waiting.to, fresh[: waiting.count - 1]),  # type: ignore[arg-type]
            Deal(waiting.to, fresh),  # type: ignore[arg-type]
            Deal("nobody", fresh[: waiting.count]),  # type: ignore[arg-type]
            Act(1, "fold"),
        ]
        if gone:
            hand = (gone[0], *fresh)[: waiting.count]
            wrong.append(Deal(waiting.to, hand))  # type: ignore[arg-type]
        return wrong
    assert isinstance(waiting, Turn)
    seat = waiting.seat
    wrong = [Act(seat, "cheat"), Act(seat + 1, waiting.choices[0].name), Deal(str(seat), ())]
    for choice in waiting.choices:
        wrong.append(Act(seat, choice.name, Cents(choice.most_cents + 1)))
        if choice.least_cents > 1:
            wrong.append(Act(seat, choice.name, Cents(choice.least_cents - 1)))
    return wrong


def check_refused(waiting_round: Round, action: Action) -> None:
    before = state(waiting_round)
    with pytest.raises(Refusal):
        waiting_round.step(action)
    assert state(waiting_round) == before


def state(waiting_round: Round) -> object:
    """All that a refused action must leave alone."""
    stakes = {
        (seat, wager.name): waiting_round.stake(seat, wager.name)
        for seat in waiting_round.seats
        for wager in waiting_round.table.game.wagers
    }
    return (
        waiting_round.waiting,
        list(waiting_round.history),
        list(waiting_round.lines),
        dict(waiting_round.cards),
        dict(waiting_round.face_down),
        stakes,
    )


def check_choices(played: Played, index: int, turn: Turn) -> None:
    """Each choice is taken, with its least and its most amount."""
    actions = played.round.history[:index]
    for choice in turn.choices:
        for cents in {choice.least_cents, choice.most_cents}:
            copy = replay(played.table, played.bets, actions, seed_meters(played.table))
            copy.step(Act(turn.seat, choice.name, cents))
            assert len(copy.history) == index + 1


def test_a_missing_meter_leaves_the_round_as_it_was() -> None:
    table = open_table(
        catalog.game("crazy4"),
        options={},
        paytables={
            "base": PAYTABLES.get("crazy4/base/c4p"),
            "progressive": PAYTABLES.get("crazy4/progressive/pays-1"),
        },
        limits={},
        profile=catalog.profile(),
    )
    placed = {"ante": Cents(100), "super_bonus": Cents(100), "progressive": Cents(100)}
    try:
        waiting_round = Round(table, {1: placed})
    except Refusal:
        return  # to ask for the meters first is as good
    waiting_round.step(Deal("1", (48, 49, 50, 51, 0)))  # type: ignore[arg-type]
    waiting_round.step(Deal("dealer", (1, 5, 9, 14, 30)))  # type: ignore[arg-type]
    check_refused(waiting_round, Act(1, "play", Cents(100)))


# ---- the shape of a game ------------------------------------------------------------------------


@every_game
def test_a_game_says_what_it_is(name: str) -> None:
    game = catalog.game(name)
    assert game.name == name
    assert game.title
    assert game.summary
    assert game.card
    assert {wager.slot for wager in game.wagers} <= {slot.name for slot in game.slots}
    assert any(isinstance(wager.relation, Mandatory | Optional) for wager in game.wagers)


@every_game
def test_every_slot_has_its_usual_paytable(name: str) -> None:
    game = catalog.game(name)
    for slot in game.slots:
        usual = f"{slot.shared or name}/{slot.name}/{slot.usual}"
        assert usual in PAYTABLES.ids_for(name, slot)
        assert name in PAYTABLES.get(usual).games


@every_game
def test_a_choice_that_stakes_names_a_wager_of_the_game(name: str) -> None:
    during = {at.name for at in catalog.game(name).wagers if not at.before_the_deal}
    before = {at.name for at in catalog.game(name).wagers if at.before_the_deal}
    for seed in range(15):
        taken: list[Choice] = [at for at in play_random(seed, name, PAYTABLES).taken if at]
        assert {choice.wager for choice in taken} <= during | before | {""}
