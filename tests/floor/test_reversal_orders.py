"""PS-17: whatever the order in which awards are backed out and rounds voided, the books end the
same; and no display ever exceeds its maximum.

A random history on meters with narrow maximums leaves awards unpaid and rounds open. Then all of
them, or some, are reversed in two orders. And a small history is played in every order there is,
beside the auditor's book, which never sees what is reversed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import third
from pitboss.floor.decide import decide
from pitboss.floor.facts import jackpots, rounds
from pitboss.floor.facts.awards import BackOutAward, ConfirmAwards, PressJackpot, TurnKey
from pitboss.floor.facts.values import Contribution, LevelSetting, Reading, Spot
from pitboss.floor.fold import record
from pitboss.floor.money import meter
from pitboss.floor.money.reversal import (
    remember_amounts,
    remember_award,
    reverse_award,
    reverse_wagers,
    without_award,
    without_wagers,
)
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Micros
from pitboss.refusal import Told
from proof.sim.level_book import LevelBook

from .support import BOOK, DRAGON, FROM_METER, Floor, hired_floor, level, spots

SEATS = (1, 2, 3)
TABLES = {"B1": "dragon", "B2": "dragon", "B3": "dragon", "T1": "own", "T2": "own", "T3": "own"}
KEYED = ("B3", "T3")
HANDS = {
    "dragon": ("two_three_four_diamonds", "two_three_four_suited", "nine_over_zero"),
    "own": ("four_aces", "straight_flush", "three_of_a_kind", "four_of_a_kind"),
}
Move: TypeAlias = tuple[str, str, int]
Asked: TypeAlias = tuple[type[Any], dict[str, object]]
Books: TypeAlias = tuple[dict[str, Reading], dict[str, int]]


def _level(seed_cents: int, rate_ppm: int, reserve_ppm: int, room_cents: int) -> LevelSetting:
    return level(
        seed_cents=seed_cents,
        rate_ppm=rate_ppm,
        reserve_ppm=reserve_ppm,
        maximum_cents=seed_cents + room_cents,
    )


LEVELS = st.builds(
    _level,
    st.sampled_from((0, 7, 500, 100_000)),
    st.sampled_from((3_333, 200_000, 900_000)),
    st.sampled_from((0, 7, 100_000)),
    st.sampled_from((0, 1, 30, 100, 400)),
)
HOUSES = st.fixed_dictionaries(
    {
        "dragon": LEVELS,
        "own": LEVELS,
        "lock_at_mark": st.booleans(),
        "fixed_from": st.sampled_from(("", "main")),
    }
)
MOVES = st.lists(
    st.tuples(
        st.sampled_from(("start", "start", "hit", "hit", "hit", "end", "adjust")),
        st.sampled_from(tuple(TABLES)),
        st.integers(0, 63),
    ),
    min_size=5,
    max_size=40,
)


def a_floor(house: dict[str, Any]) -> Floor:
    floor = hired_floor(replays=False)
    chosen = {name: house[name] for name in ("lock_at_mark", "fixed_from")}
    for name, paytable in (("dragon", DRAGON), ("own", FROM_METER)):
        floor.open_jackpot(name, paytable, levels=(house[name],), **chosen)
    for table, jackpot in TABLES.items():
        game = "baccarat" if jackpot == "dragon" else "crazy4"
        keypad = "aquarius" if table in KEYED else "atlas"
        floor.open_table(table, jackpot, seats=len(SEATS), game=game, keypad=keypad)
    return floor


def play(floor: Floor, moves: list[Move]) -> None:
    """What may be refused is refused; what remains is a history."""
    for verb, table, number in moves:
        if verb == "start":
            floor.ask(rounds.StartRound, table=table, spots=spots(*SEATS[: 1 + number % 3]))
        elif verb == "hit":
            _hit(floor, table, number)
        elif verb == "end":
            floor.ask(rounds.EndRound, table=table)
        else:
            _adjust(floor, table, number)
        check_shown(floor.state)
    _unmark(floor)


def _unmark(floor: Floor) -> None:
    """Take back what is marked and not held: nobody backs out an award under it."""
    for name, table in floor.state.tables.items():
        opened = table.round
        held = [hold.mark for hold in opened.holds] if opened else []
        for mark in opened.marks if opened else ():
            if mark not in held:
                seats, hand = mark.sharers, mark.outcome
                floor.must(
                    rounds.PressHand, table=name, spot=mark.spot, outcome=hand, sharers=seats
                )


def _hit(floor: Floor, table: str, number: int) -> None:
    """Mark a hand, and mostly confirm it; one of eight stays marked, or recorded and not moved."""
    hands = HANDS[TABLES[table]]
    outcome = hands[number % len(hands)]
    shared = outcome.startswith("two_three_four")
    opened = floor.state.table(table).round
    seats = sorted({spot.seat for spot in opened.spots}) if opened else [1]
    floor.ask(
        rounds.PressHand,
        table=table,
        spot=Spot(seats[0], 1),
        outcome=outcome,
        sharers=tuple(seats) if shared else (),
    )
    if table not in KEYED:
        if number % 8:
            floor.ask(ConfirmAwards, table=table, badge="eve")
        return
    floor.ask(TurnKey, table=table, position="JPH", badge="eve")
    floor.ask(PressJackpot, table=table, spot=Spot(seats[0], 1))
    if number % 8:
        floor.ask(TurnKey, table=table, position="RUN", badge="eve")


def _adjust(floor: Floor, table: str, number: int) -> None:
    jackpot = TABLES[table]
    kinds = ("faulty_display", "won", "gross_receipts")
    kind = kinds[number % 3]
    up = kind == "faulty_display" and number % 2
    hand = HANDS[jackpot][number % len(HANDS[jackpot])]
    won = floor.won_on(table, 1 + number % 3, hand) if kind == "won" else {}
    amount_reason = "by hand" if kind == "won" else ""
    floor.ask(
        jackpots.AdjustMeter,
        jackpot=jackpot,
        level="main",
        adjustment=kind,
        cents=Cents(1 + number // 8 if up else -1 - number // 8),
        amount_reason=amount_reason,
        **won,
        reason="by hand",
        badges=("eve", "ann"),
    )


def reversals(state: State) -> list[Asked]:
    """All that can be undone: unpaid awards, and rounds that are open."""
    found: list[Asked] = [
        (BackOutAward, {"award": name, "reason": "misread", "badges": ("sam", "ann")})
        for name, award in state.awards.items()
        if award.is_reversible
    ]
    found += [
        (rounds.VoidRound, {"table": name, "badge": "sam", "reason": "misdeal"})
        for name, table in state.tables.items()
        if table.round is not None
    ]
    return found


def undone(floor: Floor, order: list[Asked]) -> Books:
    """The books after all of this; a round waits until its own awards are backed out."""
    state, waiting, number = floor.state.draft(), list(order), 0
    while waiting:
        kind, fields = waiting.pop(0)
        number += 1
        assert number < 1000, "it waits for ever"
        decision = decide(state, kind(command_id=f"u{number}", at_ms=0, **fields), BOOK)
        if isinstance(decision, Told):
            assert decision.code == "AWARD_RECORDED", decision
            waiting.append((kind, fields))
            continue
        record(state, decision)
        check_shown(state)
    return books(state)


def books(state: State) -> Books:
    readings = {name: state.jackpot(name).levels["main"].reading for name in ("dragon", "own")}
    return readings, {name: amount for name, amount in state.balances.items() if amount}


def check_shown(state: State) -> None:
    for name in ("dragon", "own"):
        found = state.jackpot(name).levels["main"]
        assert found.setting.maximum_cents is not None
        assert found.reading.meter_micros <= found.setting.maximum_cents * 1_000_000
        assert found.reading.overflow_micros >= 0


@settings(max_examples=third(60), deadline=None)
@given(HOUSES, MOVES, st.data())
def test_PS_17_every_order_of_reversals_ends_in_the_same_books(
    house: dict[str, Any], moves: list[Move], data: st.DataObject
) -> None:
    floor = a_floor(house)
    play(floor, moves)
    every = reversals(floor.state)
    first = data.draw(st.permutations(every), label="first order")
    second = data.draw(st.permutations(every), label="second order")
    assert undone(floor, first) == undone(floor, second)


@settings(max_examples=third(60), deadline=None)
@given(HOUSES, MOVES, st.data())
def test_PS_17_every_order_of_some_back_outs_ends_in_the_same_books(
    house: dict[str, Any], moves: list[Move], data: st.DataObject
) -> None:
    """Voids only of rounds without an award, so that none has to wait."""
    floor = a_floor(house)
    play(floor, moves)
    tables = floor.state.tables
    free = [name for name, each in tables.items() if each.round and not each.round.awards]
    every = [
        (kind, fields)
        for kind, fields in reversals(floor.state)
        if kind is BackOutAward or fields["table"] in free
    ]
    some = [each for each in every if data.draw(st.booleans())]
    second = data.draw(st.permutations(some), label="second order")
    assert undone(floor, some) == undone(floor, second)


def test_PS_17_every_order_of_all_reversals_leads_back_to_the_opening() -> None:
    """Three linked tables at a narrow maximum: a fixed pay off the meter, all of it, and a third
    round between them."""
    narrow = _level(500, 900_000, 100_000, 100)
    house = {"dragon": narrow, "own": narrow, "lock_at_mark": False, "fixed_from": ""}
    floor = a_floor(house)
    opening = books(floor.state)
    for table, hand in (("T1", "three_of_a_kind"), ("T2", ""), ("T3", "four_aces")):
        floor.must(rounds.StartRound, table=table, spots=spots(*SEATS))
        if hand:
            _hit(floor, table, 4 + HANDS["own"].index(hand))
    every = reversals(floor.state)
    assert len(every) == 5
    for order in permutations(every):
        assert undone(floor, list(order)) == opening


# ---- every order of everything ------------------------------------------------------------------

# Amounts in cents; what comes after another thing names it.
STEPS = {
    "bet": (),
    "other bet": (),
    "void": ("other bet",),
    "share": (),
    "back out share": ("share",),
    "full": (),
    "back out full": ("full",),
    "transfer": (),
}
REVERSES = {"void": "other bet", "back out share": "share", "back out full": "full"}
CENT = 1_000_000


def legal_orders() -> Iterator[tuple[str, ...]]:
    for order in permutations(STEPS):
        if all(order.index(need) < order.index(step) for step in STEPS for need in STEPS[step]):
            yield order


class Both:
    """A level of the floor, and the auditor's book of it, which never sees what is reversed."""

    def __init__(self, setting: LevelSetting) -> None:
        seed = Micros(setting.seed_cents * CENT)
        self.level = meter.open_level(setting, Reading("main", seed, Micros(0), Micros(0)))
        self.standing: dict[str, Callable[[LevelBook], object]] = {}
        self.bets: dict[str, tuple[Contribution, int]] = {}
        self.paid: dict[str, int] = {}
        self.row = 0
        self.others_micros = -seed  # house, players and winners together
        self.top_ups_micros = 0

    def do(self, step: str) -> None:
        self.row += 1
        if step in REVERSES:
            self._reverse(step, REVERSES[step])
        elif "bet" in step:
            self._bet(step, Cents(70 if step == "bet" else 130))
        elif step == "transfer":
            self._transfer()
        else:
            self._pay(step)
        self._check()

    def _bet(self, step: str, cents: Cents) -> None:
        given = meter.contribute("J", self.level, wagers_cents=cents)
        self.level = meter.move_level(self.level, given.after)
        self.bets[step] = (given, self.row)
        self.others_micros -= _in_all(given)
        self.standing[step] = lambda book: book.feed(cents, of=step)

    def _pay(self, step: str) -> None:
        restarts, shown = step == "full", meter.read_shown(self.level)
        cents = shown if restarts else Cents(shown * 4 // 10)
        moved = meter.pay(step, "J", self.level, cents, restarts=restarts)
        amounts = {"paid_micros": cents * CENT, "restarts": restarts}
        self.level = remember_award(self.level, moved.after, self.row, award=step, **amounts)  # type: ignore[arg-type]
        self.paid[step] = cents
        self.others_micros += cents * CENT - moved.house_micros
        self.top_ups_micros += moved.top_up_micros
        self.standing[step] = lambda book: book.pay(cents, restarts=restarts)

    def _transfer(self) -> None:
        reading = self.level.reading
        kept = min(reading.meter_micros, self.level.setting.seed_cents * CENT)
        moved = meter.take_out("J", self.level, left=kept)
        self.level = remember_amounts(self.level, moved.after, self.row)
        amounts = (moved.meter_micros, moved.reserve_micros, moved.overflow_micros)
        self.others_micros -= sum(amounts)
        self.standing["transfer"] = lambda book: book.shift(*amounts, keeps_seed=True)

    def _reverse(self, step: str, undone: str) -> None:
        if step == "void":
            moved = reverse_wagers(self.level, *self.bets[undone])
            self.level = without_wagers(self.level, *self.bets[undone])
            given = -_in_all(self.bets[undone][0])
            assert 0 <= moved.house_micros <= -given  # at most what the round had brought
        else:
            given = self.paid[undone] * CENT
            moved = reverse_award("J", self.level, undone, given)
            self.level = without_award(self.level, undone)
        self.others_micros -= given + moved.house_micros
        self.top_ups_micros += moved.top_up_micros
        del self.standing[undone]

    def _check(self) -> None:
        book = LevelBook.open(self.level.setting)
        for act in self.standing.values():
            act(book)
        assert self.level.reading == book.to_reading()
        assert self.top_ups_micros == book.top_up_micros
        assert meter.held_micros(self.level.reading) + self.others_micros == 0
        awards = [step for step in self.standing if step in ("share", "full")]
        if awards[-1:] != ["share"]:  # a part of it that was won since may have taken of the seed
            assert self.level.reading.meter_micros >= self.level.setting.seed_cents * CENT


def _in_all(given: Contribution) -> int:
    return given.meter_micros + given.reserve_micros + given.overflow_micros


@pytest.mark.parametrize(("seed_cents", "room_cents"), [(0, 60), (200, 0)])
def test_PS_17_every_order_of_everything_ends_as_if_what_is_reversed_had_never_been(
    seed_cents: int, room_cents: int
) -> None:
    """Two rounds, a share, a full award, a transfer, and the reversals, in each of 5,040 orders;
    after every step money is neither made nor lost, the house has added what the lines that stand
    lack and nothing else, and no correction has taken the meter below its seed."""
    setting = _level(seed_cents, 900_000, 100_000, room_cents)
    for order in legal_orders():
        both = Both(setting)
        for step in order:
            both.do(step)
