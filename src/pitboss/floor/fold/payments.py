"""Applies events of payments to the floor."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.floor.facts import paying_over, payments
from pitboss.floor.facts.values import STEP_FIELDS, Payment
from pitboss.floor.fold.bank import prize_left
from pitboss.floor.fold.drawers import change_cash
from pitboss.floor.fold.paying_over import keep_forfeited
from pitboss.floor.fold.settling import owe, settle
from pitboss.floor.fold.shared import count_win, forget_final, level_of, put_moved
from pitboss.floor.money.check_numbers import check_key, check_numbers_of
from pitboss.floor.money.ledger import is_training
from pitboss.floor.money.meter import micros
from pitboss.floor.money.reversal import remember_amounts
from pitboss.floor.money.tax import SeatWager, envy_cents, form_of, paid_cents, people_of, wins_of
from pitboss.floor.state.floor import AwardState, State, changed
from pitboss.floor.state.payouts import EnvyForm, StepNote, round_name
from pitboss.floor.state.seals import seal_key
from pitboss.money import Cents

AGAIN = ("exclusion", "method", "signatures", "seal")  # the steps of a second payment


def hand_verified(state: State, event: payments.HandVerified) -> None:
    found = state.award(event.award)
    note = StepNote("verify", event.badge, event.at_ms)
    for name in found.shares or (event.award,):
        share = state.award(name)
        state.awards[name] = changed(share, steps=_with(share.steps, note))


def payout_step_noted(state: State, event: payments.PayoutStepNoted) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    fields = {name: getattr(event.payment, name) for name in STEP_FIELDS[event.step]}
    state.awards[event.award] = changed(
        found,
        draft=changed(found.draft or Payment(), **fields),
        steps=_with(found.steps, StepNote(event.step, event.badge, event.at_ms)),
    )


def payout_step_skipped(state: State, event: payments.PayoutStepSkipped) -> None:
    found = state.award(event.award)
    note = StepNote(event.step, event.badge, event.at_ms, event.reason)
    state.awards[event.award] = changed(
        found, draft=_without(found.draft, (event.step,)), steps=_with(found.steps, note)
    )


def _with(steps: tuple[StepNote, ...], note: StepNote) -> tuple[StepNote, ...]:
    return (*(each for each in steps if each.step != note.step), note)


def _without(draft: Payment | None, steps: tuple[str, ...]) -> Payment | None:
    """A draft without what some steps noted."""
    if draft is None:
        return None
    empty = Payment()
    fields = {name: getattr(empty, name) for step in steps for name in STEP_FIELDS[step]}
    return changed(draft, **fields)


def prize_paid(state: State, event: payments.PrizePaid) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    assert not found.payment_hold
    assert found.award.owed_cents == event.cents
    assert sum(part.cents for part in event.parts) == paid_cents(found.award)
    assert sum(part.withheld_cents for part in event.parts) == event.withheld_cents
    assert sum(part.collected_cents for part in event.parts) == event.collected_cents
    assert sum(part.borne_cents for part in event.parts) == event.borne_cents
    assert all(0 <= part.withheld_cents <= part.cents for part in event.parts)
    assert all(part.collected_cents >= 0 <= part.borne_cents for part in event.parts)
    state.awards[event.award] = changed(
        found,
        status="paid",
        payment=event.payment,
        paid_by=tuple(dict.fromkeys((*found.paid_by, event.badge))),
        paid_ms=event.at_ms,
        draft=None,
        withheld_cents=event.withheld_cents,
        collected_cents=event.collected_cents,
        borne_cents=event.borne_cents,
        parts=event.parts,
        till=event.till,
        drawer=event.drawer,
        drawer_cents=event.drawer_cents,
    )
    if event.till:
        change_cash(state, event.till, -event.drawer_cents)
    settle(state, found.award)
    if is_training(state, found.award.jackpot):
        return
    prize_left(state, found.award)
    for number in map(check_key, check_numbers_of(event.payment)):
        assert state.check_numbers.get(number) is None
        state.check_numbers[number] = event.award
    if seal := seal_key(event.payment.seal):
        state.seals[seal] = event.award
    _keep_people(state, people_of(event.payment), event.keep_until)


def _keep_people(state: State, people: Iterable[str], keep_until: str) -> None:
    """Keep everyone a payment, a form or a forfeited prize names, unless their data is gone
    already."""
    for name in people:
        person = state.people.get(name)
        assert person is not None
        if not person.purged:
            kept = max(person.keep_until, keep_until)
            state.people[name] = changed(person, keep_until=kept, on_record=True)


def payment_voided(state: State, event: payments.PaymentVoided) -> None:
    """The hand stays verified, and the winner known; the rest is done again."""
    found = state.award(event.award)
    assert found.status == "paid"
    assert (found.award.owed_cents, found.withheld_cents) == (event.cents, event.withheld_cents)
    said = (event.collected_cents, event.borne_cents)
    assert (found.collected_cents, found.borne_cents) == said
    assert found.drawer_cents == event.drawer_cents
    state.awards[event.award] = changed(
        found,
        status="moved",
        payment=None,
        draft=_without(found.payment, AGAIN),
        steps=tuple(each for each in found.steps if each.step not in AGAIN),
        withheld_cents=Cents(0),
        collected_cents=Cents(0),
        borne_cents=Cents(0),
        parts=(),
        till="",
        drawer=0,
        drawer_cents=Cents(0),
    )
    if event.till:
        change_cash(state, event.till, event.drawer_cents)
    owe(state, found.award)
    if not is_training(state, found.award.jackpot):
        prize_left(state, found.award, sign=-1)


def payment_held(state: State, event: payments.PaymentHeld) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    state.awards[event.award] = changed(found, payment_hold=event.ground, held_person=event.person)
    if event.person:
        _keep_people(state, (event.person,), "")


def payment_released(state: State, event: payments.PaymentReleased) -> None:
    found = state.award(event.award)
    assert found.payment_hold == event.ground
    state.awards[event.award] = changed(found, payment_hold="", held_person="")


def prize_forfeited(state: State, event: payments.PrizeForfeited) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    assert found.award.owed_cents == event.cents
    _give_away(state, found, paying_over.FORFEITED, event.keep_until)
    if not is_training(state, found.award.jackpot):
        keep_forfeited(state, event.to, event.cents)


def prize_handed_over(state: State, event: payments.PrizeHandedOver) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    assert not found.payment_hold
    assert found.award.owed_cents == event.cents
    _give_away(state, found, "unclaimed", event.keep_until)


def _give_away(state: State, found: AwardState, status: str, keep_until: str) -> None:
    """Keep a prize for someone other than its winner, who stays on record."""
    state.awards[found.award.award] = changed(found, status=status, payment_hold="", held_person="")
    known = (*people_of(found.draft or Payment()), found.held_person)
    _keep_people(state, filter(None, known), keep_until)
    settle(state, found.award)
    if not is_training(state, found.award.jackpot):
        prize_left(state, found.award)


def prize_canceled(state: State, event: payments.PrizeCanceled) -> None:
    """Money that goes back to a meter belongs to the players from then on, whoever put it up."""
    found = state.award(event.award)
    assert found.status == "moved"
    assert found.award.owed_cents == event.cents
    given = micros(found.award.meter_cents)
    assert sum(each.meter_micros + each.overflow_micros for each in event.movements) == given
    for each in event.movements:
        level = remember_amounts(
            level_of(state, each), each.after, state.seq, brought=(given, 0, 0)
        )
        put_moved(state, each, level)
        forget_final(state, each.jackpot, each.after.level)
    state.awards[event.award] = changed(
        found, status="canceled", payment_hold="", held_person="", draft=None
    )
    settle(state, found.award)
    if found.table:
        count_win(state, found.award, sign=-1)


def envy_form_noted(state: State, event: payments.EnvyFormNoted) -> None:
    wager = SeatWager(event.table, event.round, event.seat, event.jackpot)
    wins = wins_of(state, wager)
    before = form_of(wins, wager)
    kept = (before.withheld_cents, before.borne_cents) if before is not None else (0, 0)
    assert (event.before_cents, event.borne_before_cents) == kept
    assert event.cents == envy_cents(wins, wager)
    form = EnvyForm(
        event.seat,
        event.jackpot,
        event.payment.person,
        event.withheld_cents,
        event.borne_cents,
        event.reported_cents,
        event.payment.identical_seats or (),
        event.state_cents,
    )
    others = tuple(each for each in wins.forms if each is not before)
    state.round_wins[round_name(event.table, event.round)] = changed(wins, forms=(*others, form))
    _keep_people(state, people_of(event.payment), event.keep_until)
