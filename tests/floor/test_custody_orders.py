"""PS-62: whatever the order of deposits, checks, prizes and statements, the account stands the
same; and it is never taken to hold more than a bank that plays along really has.

The bank of these tests knows what lies in its vault. It names what it posts as the house does, in
other letters, or by a number of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from examples import third
from pitboss.floor.facts import payments, rounds
from pitboss.floor.facts.bank import (
    CheckBank,
    NameBankAccount,
    RecordDeposit,
    RecordStatement,
    RecordWithdrawal,
)
from pitboss.floor.facts.values import BankAccount, StatementLine
from pitboss.floor.money.custody import bank_holds, for_players
from pitboss.floor.money.ledger import required_micros
from pitboss.local_time import days_before
from pitboss.money import Cents
from pitboss.refusal import Told

from .laws import EASY
from .support import FROM_METER, MULTI_GAME, Floor, hired_floor, micros, spots
from .test_custody import STOPS, under

BOTH = ("ann", "eve")
FIRST, LAST = "2025-12-01", "2026-01-01"  # the floor's clock shows the last day


def a_floor() -> Floor:
    floor = hired_floor(replays=False)
    account = BankAccount("Cedar Bank", "WA", "4821")
    floor.must(NameBankAccount, account=account, badges=BOTH)
    return floor


def deposit(floor: Floor, reference: str, cents: int, day: str) -> None:
    floor.must(RecordDeposit, cents=Cents(cents), reference=reference, day=day, badge="ann")


def withdraw(floor: Floor, reference: str, cents: int, day: str, purpose: str) -> bool:
    asked = {"cents": Cents(cents), "reference": reference, "day": day, "purpose": purpose}
    return not isinstance(floor.ask(RecordWithdrawal, **asked, badges=BOTH), Told)


def state(floor: Floor, to_day: str, cents: int, *lines: StatementLine) -> None:
    fields = floor.with_shown(
        last_four="4821", from_day=FIRST, to_day=to_day, closing_cents=Cents(cents), lines=lines,
        badges=BOTH,
    )  # fmt: skip
    floor.must(RecordStatement, **fields)


# ---- one statement among entries, in every order ------------------------------------------------

# Deposits and checks with their days, and the lines of a statement of December 20, which opened
# with nothing: what the account is taken to hold at the end, in cents.
CASES = {
    "in transit under another name": (
        [("slip 7", 950_000, "2025-12-18")],
        [("F1", 950_000)],
        950_000,
    ),
    "a lost deposit and one under another name": (
        [("lost", 50_000, "2025-12-10"), ("slip 7", 950_000, "2025-12-18")],
        [("F1", 950_000)],
        950_000,
    ),
    "letters and zeros": (
        [("Slip 07", 500_000, "2025-12-11"), ("501", -20_000, "2025-12-12")],
        [("SLIP 7", 500_000), ("0501", -20_000)],
        480_000,
    ),
    "a check nobody has cashed, and a deposit of the next day": (
        [("a", 500_000, "2025-12-11"), ("c", -20_000, "2025-12-12"), ("b", 700, "2025-12-21")],
        [("a", 500_000)],
        480_700,
    ),
    "a credit that nobody knows": (
        [("a", 500_000, "2025-12-11")],
        [("a", 500_000), ("x", 900)],
        500_000,
    ),
    "a fee": ([("a", 500_000, "2025-12-11")], [("a", 500_000), ("fee", -1_500)], 498_500),
    "a balance that somebody read": (
        [("a", 500_000, "2025-12-11"), ("b", 9, "2025-12-12")],
        [],
        500_000,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_PS_62_an_entry_before_the_statement_or_after_it_is_the_same(case: str) -> None:
    entries, lines, wanted = CASES[case]
    closing = sum(cents for _, cents in lines) or 500_000
    stated = [StatementLine("2025-12-20", Cents(cents), name) for name, cents in lines]
    for order in permutations([*entries, None]):
        if _overdraws(order):
            continue
        floor = a_floor()
        for each in order:
            if each is None:
                state(floor, "2025-12-20", closing, *stated)
            elif each[1] > 0:
                deposit(floor, *each)
            else:
                assert withdraw(floor, each[0], -each[1], each[2], "seizure")
        assert bank_holds(floor.state) == micros(wanted), order
        floor.check_replay()


def _overdraws(order: tuple[tuple[str, int, str] | None, ...]) -> bool:
    """Whether more is drawn than was recorded before."""
    sums = [sum(each[1] for each in order[: n + 1] if each) for n in range(len(order))]
    return min(sums) < 0


# ---- a bank that plays along --------------------------------------------------------------------


@dataclass
class PlainBank:
    """What really lies at the bank, what is on its way there, and the checks that are out."""

    cents: int = 0
    on_the_way: dict[str, int] = field(default_factory=dict)
    lines: list[StatementLine] = field(default_factory=list)
    posted: int = 0

    def post(self, reference: str, named: int, day: str) -> None:
        cents = self.on_the_way.pop(reference)
        self.posted += 1
        told = (reference, reference.upper(), f"F{self.posted}00")[named]
        self.cents += cents
        self.lines.append(StatementLine(day, Cents(cents), told))

    def will_have(self) -> int:
        return self.cents + sum(self.on_the_way.values())


MOVES = st.lists(
    st.tuples(st.sampled_from(("in", "out", "post", "gift", "fee", "state", "read")),
              st.integers(1, 900), st.integers(0, 2), st.integers(0, 9)),
    min_size=4, max_size=25,
)  # fmt: skip


@given(MOVES)
@example([("in", 1, 0, 0), ("in", 1, 0, 0), ("post", 1, 0, 0), ("out", 2, 0, 0), ("fee", 1, 0, 0),
          ("read", 1, 0, 0)])  # fmt: skip
@settings(max_examples=third(150), deadline=None)
def test_PS_62_the_account_is_never_taken_to_hold_more_than_there_is(
    moves: list[tuple[str, int, int, int]],
) -> None:
    floor, bank, day = a_floor(), PlainBank(), "2025-12-05"
    for number, (move, cents, named, which) in enumerate(moves):
        today = min(days_before(day, -(number // 3)), LAST)
        waiting = sorted(bank.on_the_way)
        if move == "in":
            deposit(floor, f"slip {number}", cents, today)
            bank.on_the_way[f"slip {number}"] = cents
        elif move == "out" and withdraw(floor, f"check {number}", cents, today, "seizure"):
            bank.on_the_way[f"check {number}"] = -cents
        elif move == "post" and waiting:
            bank.post(waiting[which % len(waiting)], named, today)
        elif move in ("gift", "fee"):
            bank.on_the_way[f"{move} {number}"] = cents if move == "gift" else -cents
            bank.post(f"{move} {number}", 0, today)
            if move == "fee":
                _state(floor, bank, today)  # nobody knows of a fee before
        elif move == "state" and bank.lines:
            _state(floor, bank, today)
        elif move == "read":
            state(floor, today, bank.cents)
        assert bank_holds(floor.state) <= micros(bank.will_have())
    floor.check_replay()


def _state(floor: Floor, bank: PlainBank, day: str) -> None:
    lines, bank.lines = bank.lines, []
    state(floor, day, bank.cents, *lines)


# ---- prizes, surplus, looks ---------------------------------------------------------------------

ACTS = st.lists(
    st.tuples(
        st.sampled_from(("win", "house", "draw", "surplus", "deposit", "look")),
        st.integers(1, 60_000),
    ),
    min_size=3,
    max_size=12,
)


@given(ACTS)
@settings(max_examples=third(60), deadline=None)
def test_PS_62_no_draw_and_no_surplus_takes_what_players_are_owed(
    acts: list[tuple[str, int]],
) -> None:
    """A look in between changes nothing of what may leave, or of whether a round starts."""
    looked, unseen = _played(acts, looks=True), _played(acts, looks=False)
    assert looked == unseen


def _win(floor: Floor, table: str, outcome: str) -> None:
    """A prize is won, and paid by the cage; not where no round starts."""
    if isinstance(floor.ask(rounds.StartRound, table=table, spots=spots(1)), Told):
        return
    floor.press(table, 1, outcome)
    recorded, _ = floor.confirm(table)
    floor.must(rounds.EndRound, table=table)
    floor.must(payments.PayPrize, award=recorded.awards[0].award, badge="ann")


def _played(acts: list[tuple[str, int]], *, looks: bool) -> list[object]:
    floor = a_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    floor.open_jackpot("own", FROM_METER)
    floor.open_table("T2", "own")
    under(floor, replace(EASY, bank_shortfall=STOPS))
    deposit(floor, "first", 600_000, LAST)
    found: list[object] = []
    for number, (act, cents) in enumerate(acts):
        before = for_players(floor.state) - required_micros(floor.state)
        if act == "win":
            _win(floor, "T1", "royal_flush" if cents % 2 else "straight_flush")
        elif act == "house":
            _win(floor, "T2", "straight_flush")  # $100 of a meter of $50: the house adds the rest
        elif act == "deposit":
            deposit(floor, f"d{number}", cents, LAST)
        elif act == "look" and looks:
            floor.must(CheckBank)
        elif act in ("draw", "surplus"):
            purpose = "prize" if act == "draw" else act
            found.append(withdraw(floor, f"w{number}", cents, LAST, purpose))
            after = for_players(floor.state) - required_micros(floor.state)
            assert after == before if purpose == "prize" else after >= min(0, before)
        found.append((bank_holds(floor.state), for_players(floor.state)))
        decision = floor.ask(rounds.StartRound, table="T1", spots=())
        found.append(decision.code if isinstance(decision, Told) else "")
        if not found[-1]:
            floor.must(rounds.EndRound, table="T1")
    return found
