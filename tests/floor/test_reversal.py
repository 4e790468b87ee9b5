"""What a level holds once something is reversed: levels.txt says it with written amounts."""

from __future__ import annotations

import shlex
from itertools import permutations
from pathlib import Path

import pytest

from pitboss.floor.facts import awards, payments
from pitboss.floor.facts.rounds import EndRound, VoidRound
from pitboss.floor.facts.values import Contribution, LevelSetting, Movement, Reading
from pitboss.floor.money import meter, reversal
from pitboss.floor.state.floor import LevelState
from pitboss.money import Cents, Micros, Ppm

from .scenario import cases_in, lines_of
from .support import FROM_METER, hired_floor, level, micros
from .words import Words, Wrong, amount_cents, amount_micros, rate_ppm

LEVELS = Path(__file__).parent / "levels.txt"


def held(meter_cents: int, reserve_cents: int = 0, overflow_cents: int = 0) -> Reading:
    parts = (meter_cents, reserve_cents, overflow_cents)
    return Reading("main", *(Micros(micros(part)) for part in parts))


class Level:
    """A level with what happens to it, row by row; the rate is the whole wager."""

    def __init__(self, setting: LevelSetting, reading: Reading) -> None:
        self.found = meter.open_level(setting, reading)
        self.row = 0
        self.house_micros = 0
        self.bets: list[tuple[Contribution, int]] = []
        self.paid: dict[str, Cents] = {}
        self.last_micros = (
            0,
            0,
        )  # put in by the house with the last reversal, and how much for the seed

    def bet(self, cents: Cents) -> tuple[Contribution, int]:
        self.row += 1
        given = meter.contribute("J", self.found, wagers_cents=cents)
        self.found = meter.move_level(self.found, given.after)
        self.bets.append((given, self.row))
        return self.bets[-1]

    def pay(self, award: str, cents: Cents, *, restarts: bool = False) -> None:
        self.row += 1
        moved = meter.pay(award, "J", self.found, cents, restarts=restarts)
        self.house_micros += moved.house_micros
        self.paid[award] = cents
        self.found = reversal.remember_award(
            self.found, moved.after, self.row, award=award, paid_micros=micros(cents),
            restarts=restarts,
        )  # fmt: skip

    def adjust(self, moved: Movement) -> None:
        self.row += 1
        self.house_micros += moved.house_micros
        self.found = reversal.remember_amounts(self.found, moved.after, self.row)

    def change(self, setting: LevelSetting) -> None:
        self.row += 1
        self.found = reversal.remember_terms(self.found, setting, self.row)

    def void(self, started: tuple[Contribution, int]) -> None:
        moved = reversal.reverse_wagers(self.found, *started)
        self._put(moved, reversal.without_wagers(self.found, *started))

    def back_out(self, award: str, successor: str = "") -> None:
        paid = micros(self.paid[award])
        moved = reversal.reverse_award("J", self.found, award, paid, successor=successor)
        self._put(moved, reversal.without_award(self.found, award, successor=successor))

    def _put(self, moved: Movement, found: LevelState) -> None:
        assert found.reading == moved.after
        self.house_micros += moved.house_micros
        self.last_micros = (moved.house_micros, moved.top_up_micros)
        self.found = found


# ---- levels.txt ---------------------------------------------------------------------------------


def a_level(words: Words) -> Level:
    """meter $9.50  reserve $0.03  overflow $0.00  seed $0.00  to-reserve 5%  maximum $10.00"""
    parts = [
        amount_cents(words.take()) if words.after(part) else Cents(0)
        for part in ("meter", "reserve", "overflow")
    ]
    return Level(setting_of(words), held(*parts))


def setting_of(words: Words) -> LevelSetting:
    """seed $5.00  to-reserve 5%  maximum $8.00, each of them or not"""
    seed = amount_cents(words.take()) if words.after("seed") else 0
    reserve = rate_ppm(words.take()) if words.after("to-reserve") else Ppm(0)
    maximum = amount_cents(words.take()) if words.after("maximum") else None
    rate = 1_000_000 - reserve
    return level(seed_cents=seed, rate_ppm=rate, reserve_ppm=reserve, maximum_cents=maximum)


def act(found: Level, verb: str, words: Words) -> None:
    """What happens to a level."""
    match verb:
        case "BET":
            found.bet(amount_cents(words.take()))
        case "PAY":
            found.pay(words.take(), amount_cents(words.take()), restarts=words.after("restarts"))
        case "CORRECT":
            part, micros_more = words.take(), amount_micros(words.take())
            found.adjust(meter.correct("J", found.found, **{part: micros_more}))
        case "TAKE-OUT":
            words.skip("all", "but")
            found.adjust(meter.take_out("J", found.found, left=amount_micros(words.take())))
        case "TERMS":
            found.change(setting_of(words))
        case "VOID":
            words.skip("bet")
            found.void(found.bets[int(words.take()) - 1])
        case "BACK-OUT":
            award = words.take()
            found.back_out(award, words.take() if words.after("restart", "passes", "to") else "")
        case _:
            raise Wrong(f"{verb!r} happens to no level")


def figures_of(found: Level, noun: str) -> list[int]:
    """What a level holds; what the house has put in, in all or with the last reversal."""
    reading = found.found.reading
    figures: dict[str, list[int]] = {
        "holds": [reading.meter_micros, reading.reserve_micros, reading.overflow_micros],
        "house": [found.house_micros],
        "added": [found.last_micros[0]],
        "top-up": [found.last_micros[1]],
    }
    return figures[noun]


@pytest.mark.parametrize("case", cases_in(LEVELS))
def test_what_a_level_holds(case: str) -> None:
    found: Level
    for number, line in lines_of(LEVELS, case):
        first, *rest = shlex.split(line, comments=True) or ("",)
        words = Words(rest)
        if first == "LEVEL":
            found = a_level(words)
        elif first.isupper():
            act(found, first, words)
        elif first:
            assert figures_of(found, first) == [*map(amount_micros, words.rest())], f"line {number}"
        assert not words.are_left, f"line {number}"


# ---- every order, and what a level remembers ----------------------------------------------------


def test_PS_17_every_order_of_voids_and_back_outs_ends_the_same() -> None:
    """Two rounds, a share, a full award and another share, all reversed: only the round between
    them stays."""
    paid = 1_000 + 90 - 300 + 180 + 45
    setting = level(seed_cents=1_000, rate_ppm=900_000, reserve_ppm=100_000, maximum_cents=1_100)
    for order in permutations(("first", "A", "second", "B", "C")):
        found = Level(setting, held(1_000, 5, 20))
        rounds = {"first": found.bet(Cents(100))}
        found.pay("A", Cents(300))
        rounds["second"] = found.bet(Cents(200))
        found.bet(Cents(50))
        found.pay("B", Cents(paid), restarts=True)
        found.pay("C", Cents(500))
        for name in order:
            if name in rounds:
                found.void(rounds[name])
            else:
                found.back_out(name)
        assert found.found.reading == held(1_045, 10, 20), order
        assert found.house_micros == 0


def test_a_level_forgets_what_nothing_can_reverse() -> None:
    found = Level(level(seed_cents=0, rate_ppm=1_000_000), held(1_000))
    found.pay("A", Cents(100))
    found.bet(Cents(50))
    found.pay("B", Cents(200))
    found.bet(Cents(30))
    before = found.found
    left = reversal.forget(before, lambda each: each.award == "A")
    assert [each.award for each in left.history.changes] == ["B"]
    assert left.history.first == held(900)
    assert reversal.without_award(left, "B").reading == held(980)
    assert reversal.without_award(before, "B").reading == held(980)
    assert reversal.forget(before, lambda each: each.award == "B") == before


def test_a_floor_forgets_paid_awards_and_remembers_for_open_rounds() -> None:
    floor = hired_floor(replays=False)
    floor.open_jackpot("own", FROM_METER, levels=(level(seed_cents=100_000),))
    for table in ("T1", "T2"):
        floor.open_table(table, "own", game="crazy4")

    def remembered() -> int:
        return len(floor.state.jackpot("own").levels["main"].history.changes)

    def win_and_pay() -> None:
        floor.start("T1", 1)
        floor.press("T1", 1, "three_of_a_kind")
        floor.must(awards.ConfirmAwards, table="T1", badge="eve")
        (award,) = [name for name, each in floor.state.awards.items() if each.status == "moved"]
        floor.must(EndRound, table="T1")
        floor.must(payments.PayPrize, award=award, badge="ann")

    for _ in range(3):
        win_and_pay()
    assert remembered() == 1  # the last, until the next award
    floor.start("T2", 1)
    for _ in range(3):
        win_and_pay()
    assert remembered() == 3  # since the round at T2 began
    floor.must(VoidRound, table="T2", badge="sam", reason="misdeal")
    win_and_pay()
    assert remembered() == 1
