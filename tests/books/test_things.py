"""What an event names: by it the books are asked, and by it a page leads on."""

from __future__ import annotations

from pitboss.books.things import Thing, things_of
from pitboss.floor.facts import awards, bank, payments, people, rounds
from pitboss.floor.facts.values import Award, Payment, Spot
from pitboss.money import Cents

ACES = Award(
    "C1-6-36.1",
    2,
    1,
    "fours",
    "four_aces",
    "main",
    Cents(90_000),
    Cents(10_000),
    Cents(360),
    restarts=True,
)


def test_an_award_names_its_place_its_meter_its_amount_and_who_confirmed_it() -> None:
    event = awards.AwardsRecorded(table="C1", round=6, badge="E300", awards=(ACES,))
    assert things_of(event) == {
        Thing("table", "C1"), Thing("round", "C1/6"), Thing("seat", "C1/2"),
        Thing("badge", "E300"), Thing("award", "C1-6-36.1"), Thing("jackpot", "fours"),
        Thing("meter", "fours/main"), Thing("amount", "100360"),
    }  # fmt: skip


def test_awards_of_one_round_name_what_they_come_to_together() -> None:
    event = awards.AwardsRecorded(table="C1", round=6, badge="E300", awards=(ACES, ACES))
    amounts = {each.name for each in things_of(event) if each.kind == "amount"}
    assert amounts == {"100360", "200720"}


def test_a_payment_names_its_check_its_witness_what_was_withheld_and_handed_out() -> None:
    payment = Payment(method="check", check_number="501", witness="S200")
    event = payments.PrizePaid(
        award="C1-6-36.1", cents=Cents(1_000_400), withheld_cents=Cents(240_072), parts=(),
        keep_until="", payment=payment, badge="A400",
    )  # fmt: skip
    assert things_of(event) == {
        Thing("award", "C1-6-36.1"), Thing("check", "501"), Thing("badge", "S200"),
        Thing("badge", "A400"), Thing("amount", "1000400"), Thing("amount", "760328"),
        Thing("amount", "240072"),
    }  # fmt: skip


def test_a_badge_is_named_by_what_it_does_and_what_is_done_to_it() -> None:
    event = people.BadgeRevoked(badge="D100", reason="lost", by=("S200", "A400"))
    assert things_of(event) == {Thing("badge", each) for each in ("D100", "S200", "A400")}


def test_the_seats_that_were_lit_at_start_are_not_named() -> None:
    event = rounds.RoundStarted(
        table="C1", round=6, badge="D100", spots=(Spot(1, 1), Spot(2, 1)), contributions=(),
        takings=(),
    )  # fmt: skip
    assert things_of(event) == {
        Thing("table", "C1"), Thing("round", "C1/6"), Thing("badge", "D100"),
    }  # fmt: skip


def test_a_deposit_is_found_by_its_amount() -> None:
    event = bank.DepositRecorded(
        cents=Cents(2_100_000),
        reference="R-1",
        day="2026-11-07",
        purpose="deposit",
        badge="A400",
        at_ms=1,
    )
    assert things_of(event) == {Thing("badge", "A400"), Thing("amount", "2100000")}
