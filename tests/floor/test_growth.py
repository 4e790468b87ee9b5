"""Years of settled awards weigh nothing: what the floor holds is counted, not timed."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from pitboss.books import open_books
from pitboss.engine import Core, Reply
from pitboss.floor.facts import awards, jackpots, payments, people, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.rounds import EndRound, PressHand, StartRound
from pitboss.floor.facts.values import JackpotTerms, Payment, Spot
from pitboss.floor.fold import settling
from pitboss.floor.fold.settling import Stay
from pitboss.floor.state.floor import PARTS, State
from pitboss.floor.state.snapshot import read_snapshot, write_snapshot
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents

from .support import BOOK, FOUR_CARD, STAFF, level

TRAY, CASHIER = Stay("tray", 64, 8), Stay("cashier", 256, 32)


class Play:
    """A table at which somebody wins in every round: three of a kind from the tray, or four aces
    from the meter, which a cashier pays."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.core = Core(MemoryJournal(self.store), BOOK)
        self._ids = count(1)
        for badge, role in STAFF.items():
            self.ask(people.IssueBadge, badge=badge, name=badge, role=role)
        terms = JackpotTerms(
            kind="progressive",
            paytable=FOUR_CARD,
            paytable_sha256=BOOK[FOUR_CARD].sha256,
            wager_cents=Cents(100),
            levels=(level(seed_cents=100_000),),
            executive_above_cents=Cents(100_000_000),
        )
        self.ask(jackpots.OpenJackpot, jackpot="J", terms=terms, badges=("eve", "ann"))
        table = {"table": "T1", "game": "crazy4", "seats": 6, "jackpots": ("J",)}
        self.ask(tables.OpenTable, **table, badges=("eve", "ann"))
        self.ask(people.SignIn, table="T1", badge="dora")

    @property
    def state(self) -> State:
        return self.core.state

    def ask(self, kind: type[Command], **fields: Any) -> Reply:
        number = next(self._ids)
        command = kind(command_id=f"c{number}", at_ms=number * 60_000, **fields)
        (reply,) = self.core.handle([command])
        return reply

    def begin(self, hand: str) -> str:
        """A round with an award, still open; the award's name."""
        assert self.ask(StartRound, table="T1", spots=(Spot(1, 1),)).accepted
        assert self.ask(PressHand, table="T1", spot=Spot(1, 1), outcome=hand).accepted
        (recorded, *_) = self.ask(awards.ConfirmAwards, table="T1", badge="sam").events
        name: str = recorded.awards[0].award  # type: ignore[attr-defined]
        return name

    def win(self, hand: str = "three_of_a_kind") -> str:
        """A round with an award, to its end."""
        name = self.begin(hand)
        assert self.ask(EndRound, table="T1").accepted
        return name

    def pay(self, award: str, check: str) -> None:
        payment = Payment(method="check", check_number=check)
        assert self.ask(payments.PayPrize, award=award, payment=payment, badge="ann").accepted

    def year(self, rounds: int) -> dict[str, int]:
        """So many rounds, every tenth from the meter and paid; how much of each part there is."""
        for number in range(rounds):
            name = self.win("three_of_a_kind" if number % 10 else "four_aces")
            if number % 10 == 0:
                self.pay(name, str(1000 + self.state.seq))
        return {part: len(dict(getattr(self.state, part).items())) for part in PARTS}


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """A floor on which awards leave soon."""
    monkeypatch.setattr(settling, "TRAY", TRAY)
    monkeypatch.setattr(settling, "CASHIER", CASHIER)
    return Play()


def test_four_years_hold_no_more_than_one(play: Play) -> None:
    one, size = play.year(200), len(write_snapshot(play.state))
    four = play.year(600)
    del one["check_numbers"], four["check_numbers"]  # a number is used once, for good
    del one["seals"], four["seals"]
    assert one.keys() == four.keys()
    assert all(abs(four[part] - one[part]) <= 2 for part in one), (one, four)
    assert four["awards"] <= 30
    numbers = 80 * len('"check 2000":"T1-800-1999.1",')
    assert len(write_snapshot(play.state)) <= size + numbers + 500
    assert sum(dict(play.state.let_go.items()).values()) + four["awards"] == 800


def test_what_is_owed_stays_for_years_and_a_paid_prize_until_its_check_is_stale(play: Play) -> None:
    owed, paid, tray = play.win("four_aces"), play.win("four_aces"), play.win()
    play.pay(paid, "7")
    for _ in range(30):  # more rows than a prize from the tray stays
        play.win()
    assert play.state.awards.get(tray) is None
    assert play.ask(awards.BackOutAward, award=tray, reason="x", badges=("eve", "ann")).code == (
        "AWARD_UNKNOWN"
    )
    void = {"award": paid, "reason": "lost", "badges": ("eve", "sam")}
    assert play.ask(payments.VoidPayment, **void).accepted
    assert dict(play.state.owed.items()).keys() == {owed, paid}
    play.pay(paid, "8")
    for _ in range(120):
        play.win()
    assert dict(play.state.owed.items()).keys() == {owed}
    assert play.state.award(owed).status == "moved"
    play.pay(owed, "9")
    assert play.state.award(owed).status == "paid"


def test_awards_of_an_open_round_and_of_one_with_something_owed_stay_together(play: Play) -> None:
    name = play.begin("three_of_a_kind")
    for number in range(100):  # rows that are no rounds
        play.ask(people.IssueBadge, badge=f"b{number}", name="B", role="dealer", by=("eve", "ann"))
    assert play.state.award(name).status == "moved"
    assert play.ask(EndRound, table="T1").accepted
    for _ in range(40):
        play.win()
    assert play.state.awards.get(name) is None


def test_a_draft_and_a_snapshot_forget_what_has_left(play: Play) -> None:
    play.year(60)
    text = write_snapshot(play.state)
    assert write_snapshot(read_snapshot(text)) == text
    draft = play.state.draft()
    name = next(iter(dict(draft.awards.items())))
    draft.awards.drop(name)
    assert draft.awards.get(name) is None
    assert name not in dict(draft.awards.items())
    assert play.state.awards.get(name) is not None
    play.state.adopt(draft)
    assert name not in play.state.awards


def test_the_books_have_what_has_left(play: Play) -> None:
    first = play.win()
    play.year(2_000 // 4)
    assert play.state.awards.get(first) is None
    books = open_books(MemoryJournal(play.store, read_only=True), None)
    assert books.catch_up() == 0
    found = books.settled_award(first)
    assert found is not None
    assert found.status == "moved"
    assert books.state_after(books.end.seq).award(first) == found
    assert dict(books.state_after(books.end.seq).owed.items()) == {}
