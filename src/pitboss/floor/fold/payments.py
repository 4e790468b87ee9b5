"""What the events of payments make of the floor."""

from __future__ import annotations

from pitboss.floor.facts.payments import (
    HandVerified,
    PaymentHeld,
    PaymentReleased,
    PaymentVoided,
    PrizeForfeited,
    PrizePaid,
)
from pitboss.floor.fold.bank import prize_left
from pitboss.floor.fold.settling import owe, settle
from pitboss.floor.ledger import is_training
from pitboss.floor.state import State, changed
from pitboss.floor.tax import people_of
from pitboss.money import Cents


def hand_verified(state: State, event: HandVerified) -> None:
    found = state.award(event.award)
    assert event.found in ("", found.award.outcome)
    state.awards[event.award] = changed(found, verified_by=event.badge)


def prize_paid(state: State, event: PrizePaid) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    assert not found.payment_hold
    assert found.award.owed_cents == event.cents
    assert 0 <= event.withheld_cents <= (event.cents or found.award.tray_cents)
    state.awards[event.award] = changed(
        found, status="paid", payment=event.payment, withheld_cents=event.withheld_cents
    )
    settle(state, found.award)
    if is_training(state, found.award.jackpot):
        return
    prize_left(state, event.cents)
    if number := event.payment.check_number.strip():
        assert state.check_numbers.get(number) is None
        state.check_numbers[number] = event.award
    for name in people_of(event.payment):
        person = state.person(name)
        kept = max(person.keep_until, event.keep_until)
        state.people[name] = changed(person, keep_until=kept)


def payment_voided(state: State, event: PaymentVoided) -> None:
    found = state.award(event.award)
    assert found.status == "paid"
    assert (found.award.owed_cents, found.withheld_cents) == (event.cents, event.withheld_cents)
    state.awards[event.award] = changed(
        found, status="moved", payment=None, withheld_cents=Cents(0)
    )
    owe(state, found.award)
    if not is_training(state, found.award.jackpot):
        prize_left(state, Cents(-event.cents))


def payment_held(state: State, event: PaymentHeld) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    state.awards[event.award] = changed(found, payment_hold=event.ground)


def payment_released(state: State, event: PaymentReleased) -> None:
    found = state.award(event.award)
    assert found.payment_hold == event.ground
    state.awards[event.award] = changed(found, payment_hold="")


def prize_forfeited(state: State, event: PrizeForfeited) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    assert found.award.owed_cents == event.cents
    state.awards[event.award] = changed(found, status="forfeited", payment_hold="")
    settle(state, found.award)
    if not is_training(state, found.award.jackpot):
        prize_left(state, event.cents)
