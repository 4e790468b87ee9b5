"""Decisions about payments: a prize paid, voided, held, released, forfeited."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason, need_short, need_text
from pitboss.floor.decide.papers import forfeiture
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.payments import (
    ForfeitPrize,
    HandVerified,
    HoldPayment,
    PaymentHeld,
    PaymentReleased,
    PaymentVoided,
    PayPrize,
    PrizeForfeited,
    PrizePaid,
    ReleasePayment,
    VerifyHand,
    VoidPayment,
)
from pitboss.floor.facts.values import PAYMENTS, TAX_FORMS, Payment
from pitboss.floor.ledger import is_training
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.retention import keep_until, local_year
from pitboss.floor.state import AwardState, PersonState, State
from pitboss.floor.tax import GROUP, NRA, is_reported, people_of, win_of, withheld_now
from pitboss.local_time import instant
from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal

HOUR_MS = 3_600_000
EXCLUDED = "excluded"
GROUNDS = (EXCLUDED, "dispute", "no_identity", "malfunction")
DECK_CARDS_MOST = 8 * 54
IDENTITIES_LEAST = 2  # where tax is withheld


def verify_hand(state: State, command: VerifyHand, paytables: PaytableLookup) -> Sequence[Event]:
    found = state.award(command.award)
    need_text(command.cards, where="cards")
    need_text(command.camera, where="camera")
    if not 0 <= command.deck_cards <= DECK_CARDS_MOST:
        raise Refusal("PAYMENT_WRONG", where="deck_cards", reason="count the deck, or write 0")
    if found.status not in ("recorded", "moved"):
        raise Refusal("NOT_OWED", where=command.award, reason=f"already {found.status}")
    if command.found and command.found != found.award.outcome:
        reason = (
            f"the cards make {command.found}, the award is for {found.award.outcome}; look at the "
            "cards again, or back the award out"
        )
        raise Refusal("HAND_NOT_SO", where=command.award, reason=reason)
    return [
        HandVerified(
            award=command.award,
            cards=command.cards,
            deck_cards=command.deck_cards,
            camera=command.camera,
            found=command.found,
            badge=command.badge,
        )
    ]


def pay_prize(state: State, command: PayPrize, paytables: PaytableLookup) -> Sequence[Event]:
    found, payment = state.award(command.award), command.payment
    _need_open(found)
    cents = found.award.owed_cents
    _need_something(found, payment)
    _need_readable(payment)
    withheld = Cents(0)
    if not is_training(state, found.award.jackpot):
        year = local_year(state, command.at_ms)
        withheld = withheld_now(state, found, payment, year=year)
        _need_lawful(state, found, payment, at_ms=command.at_ms)
        _need_taxed(state, found, payment, year=year, withheld=withheld)
    return [
        PrizePaid(
            award=command.award,
            cents=cents,
            withheld_cents=withheld,
            keep_until=keep_until(state, command.at_ms),
            payment=payment,
            badge=command.badge,
        )
    ]


def _need_open(found: AwardState) -> None:
    """Whether something is owed for this award, and nobody holds it back."""
    award = found.award.award
    if found.status == "recorded":
        raise Refusal("AWARD_PENDING", where=award, reason="turn the key back to RUN")
    if found.status != "moved":
        raise Refusal("NOT_OWED", where=award, reason=f"already {found.status}")
    if found.payment_hold:
        reason = f"payment is held ({found.payment_hold}); two people release it first"
        raise Refusal("PAYMENT_HELD", where=award, reason=reason)


def _need_something(found: AwardState, payment: Payment) -> None:
    """The tray has paid its part at the table; who got it is noted as paid by the tray."""
    award = found.award
    if award.owed_cents and payment.method == "tray":
        reason = f"{dollars(award.owed_cents)} is owed; pay it in cash, chips or by check"
        raise Refusal("PAYMENT_WRONG", where="method", reason=reason)
    if award.owed_cents or (payment.method == "tray" and award.tray_cents):
        return
    paid = "the award is $0.00" if award.level else "the tray has paid it at the table"
    raise Refusal("NOT_OWED", where=award.award, reason=f"{paid}; nothing is owed")


def _need_readable(payment: Payment) -> None:
    """Refuse a record that contradicts itself."""
    for name in Payment.__struct_fields__:
        if isinstance(text := getattr(payment, name), str):
            need_short(text, where=name)
    if payment.method and payment.method not in PAYMENTS:
        raise Refusal("PAYMENT_WRONG", where="method", reason=f"only {', '.join(PAYMENTS)}")
    if payment.tax_form and payment.tax_form not in TAX_FORMS:
        raise Refusal("PAYMENT_WRONG", where="tax_form", reason=f"only {', '.join(TAX_FORMS)}")
    if bool(payment.check_number.strip()) != (payment.method == "check"):
        reason = "a check and its number go together"
        raise Refusal("PAYMENT_WRONG", where="check_number", reason=reason)
    if bool(payment.group) != (payment.tax_form == GROUP):
        reason = "a group of winners and Form 5754 go together"
        raise Refusal("PAYMENT_WRONG", where="group", reason=reason)
    if payment.tax_form == NRA:
        need_text(payment.tax_reason, where="tax_reason")


def _need_lawful(state: State, found: AwardState, payment: Payment, *, at_ms: int) -> None:
    cents, most = found.award.owed_cents, state.law.prize_cash_most
    if payment.method != "check" and cents > most.cents:
        reason = (
            f"{dollars(cents)} is paid by check; above {dollars(most.cents)} no cash ({most.rule})"
        )
        raise Refusal("CHECK_NEEDED", where="method", reason=reason)
    used = state.check_numbers.get(payment.check_number.strip()) if payment.check_number else None
    if used is not None:
        reason = f"it was written for {used}; a check number is used once, voided or not"
        raise Refusal("CHECK_NUMBER_TWICE", where=payment.check_number, reason=reason)
    excluded = state.law.exclusion_check
    if excluded.value and not payment.exclusion.strip():
        reason = f"look the winner up on the self-exclusion list first ({excluded.rule})"
        raise Refusal("EXCLUSION_UNCHECKED", where="exclusion", reason=reason)
    if excluded.value:
        _need_fresh_list(state, payment, at_ms)


def _need_fresh_list(state: State, payment: Payment, at_ms: int) -> None:
    hours = state.law.exclusion_list_hours
    if not hours.value:
        return
    zone = state.time_zone
    listed_ms = instant(payment.exclusion_list, zone)
    if listed_ms is None:
        reason = f"write of when the list is, such as 2026-11-14 09:00 ({hours.rule})"
        raise Refusal("EXCLUSION_LIST_OLD", where="exclusion_list", reason=reason)
    if not 0 <= at_ms - listed_ms <= hours.value * HOUR_MS:
        reason = (
            f"the list is of {payment.exclusion_list}; get one that is at most {hours.value} hours "
            f"old ({hours.rule})"
        )
        raise Refusal("EXCLUSION_LIST_OLD", where="exclusion_list", reason=reason)


def _need_taxed(
    state: State, found: AwardState, payment: Payment, *, year: int, withheld: Cents
) -> None:
    """Whether the form that is due is named, and the people it is about."""
    win, law = win_of(state, found, payment.person), state.law
    is_due = is_reported(law, win, year=year)
    if is_due and payment.tax_form in ("", "none"):
        reason = (
            f"{dollars(win.total_cents)} won in this round on {dollars(win.wager_cents)}; name the "
            f"form ({law.tax_threshold.rule})"
        )
        raise Refusal("FORM_DUE", where="tax_form", reason=reason)
    _need_shares(found, payment)
    people = [state.person(name) for name in people_of(payment)]
    if (is_due or payment.tax_form in (NRA, GROUP)) and not people:
        reason = "a tax form names a person: record who is paid first"
        raise Refusal("PERSON_MISSING", where="person", reason=reason)
    for each in people:
        _need_person(state, each, withheld=withheld)


def _need_shares(found: AwardState, payment: Payment) -> None:
    if not payment.group:
        return
    total = sum(each.cents for each in payment.group)
    cents = found.award.owed_cents or found.award.tray_cents
    if total != cents or min(each.cents for each in payment.group) <= 0:
        reason = f"the shares add up to {dollars(total)}, the prize is {dollars(cents)}"
        raise Refusal("PAYMENT_WRONG", where="group", reason=reason)


def _need_person(state: State, person: PersonState, *, withheld: Cents) -> None:
    age = state.law.age_least
    if not person.is_of_age:
        reason = f"not {age.value} years old; hold the payment and call a supervisor ({age.rule})"
        raise Refusal("UNDER_AGE", where=person.person, reason=reason)
    if withheld and len(person.identities) < IDENTITIES_LEAST:
        reason = f"{dollars(withheld)} of tax is withheld: note two identities (Form W-2G)"
        raise Refusal("IDENTITY_MISSING", where=person.person, reason=reason)


def void_payment(state: State, command: VoidPayment, paytables: PaytableLookup) -> Sequence[Event]:
    need_reason(command.reason)
    found = state.award(command.award)
    if found.status != "paid" or found.payment is None:
        raise Refusal("NOT_PAID", where=command.award, reason="there is no payment to void")
    return [
        PaymentVoided(
            award=command.award,
            cents=found.award.owed_cents,
            withheld_cents=found.withheld_cents,
            check_number=found.payment.check_number,
            reason=command.reason,
            badges=command.badges,
        )
    ]


def hold_payment(state: State, command: HoldPayment, paytables: PaytableLookup) -> Sequence[Event]:
    need_reason(command.reason)
    found = state.award(command.award)
    _need_open(found)
    if not found.award.owed_cents:
        raise Refusal("NOT_OWED", where=command.award, reason="nothing is owed for this award")
    if command.ground not in GROUNDS:
        raise Refusal("PAYMENT_WRONG", where="ground", reason=f"only {', '.join(GROUNDS)}")
    return [
        PaymentHeld(
            award=command.award, ground=command.ground, reason=command.reason, badge=command.badge
        )
    ]


def release_payment(
    state: State, command: ReleasePayment, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    ground = _need_held(state.award(command.award))
    return [
        PaymentReleased(
            award=command.award, ground=ground, reason=command.reason, badges=command.badges
        )
    ]


def _need_held(found: AwardState) -> str:
    """Why payment is held; an award that was backed out meanwhile is owed to nobody."""
    if found.status != "moved":
        raise Refusal("NOT_OWED", where=found.award.award, reason=f"already {found.status}")
    if not found.payment_hold:
        raise Refusal("NOT_HELD", where=found.award.award, reason="its payment is not held")
    return found.payment_hold


def forfeit_prize(
    state: State, command: ForfeitPrize, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    need_text(command.to, where="to")
    found, hours = state.award(command.award), state.law.forfeit_notice_hours
    if _need_held(found) != EXCLUDED:
        reason = f"held for {found.payment_hold}; only an excluded person's prize is forfeited"
        raise Refusal("NOT_HELD", where=command.award, reason=f"{reason} ({hours.rule})")
    forfeited = PrizeForfeited(
        award=command.award,
        cents=found.award.owed_cents,
        to=command.to,
        reason=command.reason,
        notice_due_ms=command.at_ms + hours.value * HOUR_MS if hours.value else 0,
        keep_until=keep_until(state, command.at_ms),
        badges=command.badges,
    )
    return [forfeited, *forfeiture(state, forfeited, at_ms=command.at_ms)]
