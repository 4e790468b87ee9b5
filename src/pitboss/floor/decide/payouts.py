"""Decisions about the steps of a pay-out: the hand verified, a step noted or left out; and what of
them a payment needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pitboss.floor.approved import decks_of
from pitboss.floor.check_numbers import check_key, check_numbers_of
from pitboss.floor.decide.checks import need_reason, need_short, need_text
from pitboss.floor.decide.payout_tax import (
    need_borne,
    need_form,
    need_identities,
    need_seats_answered,
    need_tax_covered,
)
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.payments import (
    HandVerified,
    NotePayoutStep,
    PayoutStepNoted,
    PayoutStepSkipped,
    SkipPayoutStep,
    VerifyHand,
)
from pitboss.floor.facts.values import PAYMENTS, STEP_FIELDS, TAX_FORMS, Payment
from pitboss.floor.ledger import is_training
from pitboss.floor.payout_state import PersonState
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.seals import award_sealed
from pitboss.floor.state import AwardState, State, changed
from pitboss.floor.tax import GROUP, NRA, paid_cents, people_of, tax_rules, wager_of, withholding
from pitboss.local_time import WRITTEN, instant, instants, local, local_time
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.rules.game import SEATS_MOST
from pitboss.rules.law import FREE, NAMED, CitedText
from pitboss.rules.paytable import Paytable

HOUR_MS = 3_600_000
CLOCKS_DIFFER_MS = (
    600_000  # how far a camera's clock may be off, and a hand shown before the record
)
DECK_CARDS = 52
DECK_CARDS_MOST = 8 * DECK_CARDS
GROUP_LEAST = 2
EMPTY = Payment()


# ---- the hand -----------------------------------------------------------------------------------


def verify_hand(state: State, command: VerifyHand, paytables: PaytableLookup) -> Sequence[Event]:
    found = state.award(command.award)
    for name in ("cards", "camera", "shown_at"):
        need_text(getattr(command, name), where=name)
    need_short(command.witness, where="witness")
    if found.status not in ("recorded", "moved"):
        raise settled(state, found)
    _need_replaced(state, found, command.instead_of_ms)
    _need_whole_deck(state, found, command.deck_cards, at_ms=command.at_ms)
    if command.found:
        paytable = paytables[state.kept_jackpot(found.award.jackpot).terms.paytable]
        _need_hand_of_line(command.found, found.award.outcome, paytable)
    if is_asked(state, found, "verify", at_ms=command.at_ms):
        _need_onlooker(state, command)
    return [event_from(HandVerified, command)]


def _need_hand_of_line(made: str, marked: str, paytable: Paytable) -> None:
    """The cards make a hand of the line whose button was pressed: a line may be printed for
    several."""
    words = {each: label.long for each, label in paytable.labels.items()}
    made, marked = (words.get(each, "no winning hand") for each in (made, marked))
    if made != marked:
        reason = (
            f"the cards make {made}, the award is for {marked}; look at the cards again, or back "
            "the award out"
        )
        raise Refusal("HAND_NOT_SO", where="cards", reason=reason)


def _need_replaced(state: State, found: AwardState, instead_of_ms: int) -> None:
    """Nobody replaces a verification that he has not seen."""
    before = found.step("verify")
    if before is not None and not before.skipped and before.at_ms != instead_of_ms:
        at = local_time(before.at_ms, state.time_zone)
        reason = (
            f"{before.badge} verified this hand, {at}; reload the page to see it, and verify it "
            "again only if it is wrong"
        )
        raise Refusal("HAND_VERIFIED", where=found.award.award, reason=reason)


def settled(state: State, found: AwardState) -> Refusal:
    """Why nothing is owed for an award any more."""
    reason = f"already {found.status}"
    if found.status == "paid":
        reason = (
            f"already paid by {found.paid_by[-1]}, {local_time(found.paid_ms, state.time_zone)}"
        )
    if found.status == "unclaimed":
        reason = "handed over as unclaimed property; send the winner to the state"
    return Refusal("NOT_OWED", where=found.award.award, reason=reason)


def _need_whole_deck(state: State, found: AwardState, cards: int, *, at_ms: int) -> None:
    table = state.tables.get(found.table)
    decks = decks_of(table.plays) if table is not None else 0
    if cards and decks and cards != decks * DECK_CARDS:
        dealt = "1 deck has" if decks == 1 else f"{decks} decks have"
        reason = (
            f"cards counted: {cards:,}; the {dealt} {decks * DECK_CARDS}, the hand included. "
            "Count again, and hold the payment if a card is missing or too many"
        )
        raise Refusal("DECK_WRONG", where="deck_cards", reason=reason)
    if cards and (not 0 < cards <= DECK_CARDS_MOST or cards % DECK_CARDS):
        reason = (
            f"cards counted: {cards:,}; that is no whole deck of {DECK_CARDS}, the hand included; "
            "count again, and hold the payment if a card is missing"
        )
        raise Refusal("DECK_WRONG", where="deck_cards", reason=reason)
    if not cards and is_asked(state, found, "verify", at_ms=at_ms):
        rule = state.law_at(at_ms).deck_counted_from.rule
        reason = f"count the deck, the hand included, and write how many cards ({rule})"
        raise Refusal("DECK_WRONG", where="deck_cards", reason=reason)


def _need_onlooker(state: State, command: VerifyHand) -> None:
    """Somebody else looked on, and the time is one that a camera can be searched for."""
    need_text(command.witness, where="witness")
    if state.badge(command.witness).badge == command.badge:
        reason = "whoever verifies a hand is not the one who looks on; name another badge"
        raise Refusal("BADGE_TWICE", where="witness", reason=reason)
    shown = instants(command.shown_at, state.time_zone)
    if not shown or min(shown) > command.at_ms + CLOCKS_DIFFER_MS:
        reason = "write when the cards were shown, such as 2026-11-14 21:10, and not ahead of time"
        raise Refusal("DAY_WRONG", where="shown_at", reason=reason)
    if max(shown) < command.won_ms - CLOCKS_DIFFER_MS:
        won = local(command.won_ms, state.time_zone).strftime(WRITTEN)
        reason = f"the prize was won at {won}; write when its cards were shown after that"
        raise Refusal("DAY_WRONG", where="shown_at", reason=reason)


# ---- a step noted, a step left out --------------------------------------------------------------


def note_payout_step(state: State, command: NotePayoutStep) -> Sequence[Event]:
    found, step = state.award(command.award), command.step
    need_open(state, found)
    fields = STEP_FIELDS.get(step, ())
    if not fields:
        steps = ", ".join(name for name, held in STEP_FIELDS.items() if held)
        raise Refusal("PAYMENT_WRONG", where="step", reason=f"only {steps}")
    filled = [each for each in Payment.__struct_fields__ if _is_filled(command.payment, each)]
    if stray := [each for each in filled if each not in fields]:
        reason = f"{stray[0]} is no part of this step; only {', '.join(fields)}"
        raise Refusal("PAYMENT_WRONG", where=stray[0], reason=reason)
    if not filled:
        raise Refusal("TEXT_MISSING", where=fields[0], reason="write something here")
    part = {name: getattr(command.payment, name) for name in fields}
    merged = changed(found.draft or EMPTY, **part)
    need_readable(merged)
    if not is_training(state, found.award.jackpot):
        CHECKS[step](state, found, merged, command.at_ms)
    return [event_from(PayoutStepNoted, command, step=step)]


def _is_filled(payment: Payment, name: str) -> bool:
    return bool(getattr(payment, name) != getattr(EMPTY, name))


def skip_payout_step(state: State, command: SkipPayoutStep) -> Sequence[Event]:
    found, step = state.award(command.award), command.step
    need_reason(command.reason)
    need_open(state, found)
    if step not in STEP_FIELDS:
        raise Refusal("PAYMENT_WRONG", where="step", reason=f"only {', '.join(STEP_FIELDS)}")
    rule = step_rule(state, step)
    if rule is None or rule.value not in (NAMED, FREE):
        cited = rule.rule if rule is not None else "it depends on the amount and the person"
        reason = f"nobody leaves this step out; do it, or hold the payment ({cited})"
        raise Refusal("STEP_REQUIRED", where=step, reason=reason)
    return [event_from(PayoutStepSkipped, command, step=step)]


def step_rule(state: State, step: str) -> CitedText | None:
    """Who may leave a step out; none where the amount and the person decide it."""
    if step == "exclusion":
        check = state.law.exclusion_check
        return None if check.value else CitedText(FREE, check.rule, check.confidence)
    return {
        "verify": state.law.payout_verify,
        "person": state.law.payout_identity,
        "signatures": state.law.payout_signatures,
        "seal": state.law.payout_seal,
    }.get(step)


def is_asked(state: State, found: AwardState, step: str, *, at_ms: int) -> bool:
    """Whether a payment of this award waits for a step: cards and seal from an amount on."""
    if is_training(state, found.award.jackpot):
        return False
    rule = step_rule(state, step)
    if rule is not None and rule.value == FREE:
        return False
    is_small = found.award.total_cents < state.law_at(at_ms).deck_counted_from.cents
    return not (step in ("verify", "seal") and is_small)


# ---- what a payment needs of them ---------------------------------------------------------------


def payment_of(found: AwardState, payment: Payment) -> Payment:
    """What the steps have noted, and on top of it what the payment itself says."""
    if found.draft is None:
        return payment
    said = [name for name in Payment.__struct_fields__ if _is_filled(payment, name)]
    return changed(found.draft, **{name: getattr(payment, name) for name in said})


def need_steps(
    state: State, found: AwardState, payment: Payment, *, badge: str, at_ms: int
) -> None:
    """Whether every step that the jurisdiction asks for was taken, or left out by a name."""
    for step, (code, reason) in _MISSING.items():
        is_due = is_asked(state, found, step, at_ms=at_ms)
        if is_due and not is_taken(found, step, payment):
            rule = step_rule(state, step)
            assert rule is not None
            note = found.step(step)
            if rule.value != NAMED or note is None or not note.skipped:
                raise Refusal(code, where=step, reason=f"{reason} ({rule.rule})")
    if payment.witness and payment.witness == badge:
        reason = "whoever pays is not the one who signs beside him; name another badge"
        raise Refusal("BADGE_TWICE", where="witness", reason=reason)


def is_taken(found: AwardState, step: str, payment: Payment) -> bool:
    """Whether a step was done, by its own command or with the payment."""
    if step == "verify":
        note = found.step("verify")
        return note is not None and not note.skipped
    if step == "person":
        is_known = bool(payment.person or payment.group)
        return is_known or bool(payment.identity.strip() and payment.of_age)
    if step == "signatures":
        return payment.winner_signed and bool(payment.witness.strip())
    name = {"exclusion": "exclusion", "tax": "tax_form", "method": "method"}.get(step, "seal")
    return bool(getattr(payment, name).strip())


_MISSING: Mapping[str, tuple[str, str]] = {
    "verify": ("HAND_UNVERIFIED", "type the winning cards first: verify the hand"),
    "person": (
        "IDENTITY_MISSING",
        "note what the winner has shown and that he is old enough, or record the person",
    ),
    "signatures": (
        "SIGNATURE_MISSING",
        "winner and a second employee sign the form; note both",
    ),
    "seal": ("SEAL_MISSING", "seal hand and form, and note the number of the seal"),
}


def need_open(state: State, found: AwardState) -> None:
    """Whether something may be paid for this award, and nobody holds it back."""
    award = found.award.award
    if found.status == "recorded":
        raise Refusal("AWARD_PENDING", where=award, reason="turn the key back to RUN")
    if found.status != "moved":
        raise settled(state, found)
    if found.payment_hold:
        ground = found.payment_hold.replace("_", " ")
        reason = f"payment is held ({ground}); two people release it first"
        raise Refusal("PAYMENT_HELD", where=award, reason=reason)


def need_readable(payment: Payment) -> None:
    """Refuse a record that contradicts itself."""
    for name in Payment.__struct_fields__:
        if isinstance(text := getattr(payment, name), str):
            need_short(text, where=name)
    if payment.method and payment.method not in PAYMENTS:
        raise Refusal("PAYMENT_WRONG", where="method", reason=f"only {', '.join(PAYMENTS)}")
    if payment.tax_form and payment.tax_form not in TAX_FORMS:
        raise Refusal("PAYMENT_WRONG", where="tax_form", reason=f"only {', '.join(TAX_FORMS)}")
    numbers = check_numbers_of(payment)
    for number in numbers:
        check_key(number)
    if bool(numbers) != (payment.method == "check"):
        reason = "a check and its number go together"
        raise Refusal("PAYMENT_WRONG", where="check_number", reason=reason)
    if payment.person and payment.group:
        reason = "one person or a group, not both"
        raise Refusal("PAYMENT_WRONG", where="group", reason=reason)
    if len(payment.identical_seats or ()) > SEATS_MOST:
        reason = "no table has so many seats"
        raise Refusal("PAYMENT_WRONG", where="identical_seats", reason=reason)
    if payment.tax_form == NRA:
        need_text(payment.tax_reason, where="tax_reason")


# ---- each step by itself ------------------------------------------------------------------------


def _need_payees(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """The people are known and old enough, their shares are the prize, and they have shown as many
    identities as the tax asks for that is withheld from them."""
    if payment.group:
        _need_shares(found, payment)
    for name in people_of(payment):
        need_of_age(state, state.person(name), at_ms=at_ms)
    rules = tax_rules(state, at_ms)
    need_seats_answered(state, wager_of(found), payment, rules)
    need_identities(state, withholding(state, found, payment, rules).parts)
    is_seen = payment.identity.strip() and not people_of(payment)
    if is_seen and not payment.of_age and is_asked(state, found, "person", at_ms=at_ms):
        age = state.law_at(at_ms).age_least
        reason = (
            f"look at the date of birth and note that the winner is {age.value} or older; hold the "
            f"payment if not ({age.rule})"
        )
        raise Refusal("AGE_UNSEEN", where="of_age", reason=reason)


def _need_shares(found: AwardState, payment: Payment) -> None:
    total = sum(each.cents for each in payment.group)
    cents = paid_cents(found.award)
    if min(each.cents for each in payment.group) <= 0:
        reason = "a share is above $0.00; leave out whoever gets nothing"
        raise Refusal("PAYMENT_WRONG", where="group", reason=reason)
    if total != cents:
        reason = f"the shares add up to {dollars(total)}, the prize is {dollars(cents)}"
        raise Refusal("PAYMENT_WRONG", where="group", reason=reason)
    if len(people_of(payment)) != len(payment.group) or len(payment.group) < GROUP_LEAST:
        reason = "a group is two people or more, each of them once"
        raise Refusal("PAYMENT_WRONG", where="group", reason=reason)


def need_of_age(state: State, person: PersonState, *, at_ms: int) -> None:
    """Refuse a person who is too young to be paid."""
    age = state.law_at(at_ms).age_least
    if not person.is_of_age:
        reason = (
            f"not {age.value} years old by the date of birth on record. Hold the payment and call "
            "a supervisor; if the date was typed wrong, two people correct it under Winners' data "
            f"({age.rule})"
        )
        raise Refusal("UNDER_AGE", where="birth_date", reason=reason)


def _need_list(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    need_excluded_checked(state, payment, at_ms)


def need_excluded_checked(state: State, payment: Payment, at_ms: int) -> None:
    """The winner was looked up, in a list that is new enough."""
    excluded = state.law.exclusion_check
    if not excluded.value:
        return
    if not payment.exclusion.strip():
        reason = f"look the winner up on the self-exclusion list first ({excluded.rule})"
        raise Refusal("EXCLUSION_UNCHECKED", where="exclusion", reason=reason)
    hours = state.law_at(at_ms).exclusion_list_hours
    if not hours.value:
        return
    listed_ms = instant(payment.exclusion_list, state.time_zone)
    if listed_ms is None:
        reason = f"write of when the list is, such as 2026-11-14 09:00 ({hours.rule})"
        raise Refusal("EXCLUSION_LIST_OLD", where="exclusion_list", reason=reason)
    if not 0 <= at_ms - listed_ms <= hours.value * HOUR_MS:
        reason = (
            f"the list is of {payment.exclusion_list}; get one that is at most {hours.value} hours "
            f"old ({hours.rule})"
        )
        raise Refusal("EXCLUSION_LIST_OLD", where="exclusion_list", reason=reason)


def _need_form(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """The form that is due is named."""
    rules = tax_rules(state, at_ms)
    tax = withholding(state, found, payment, rules)
    need_form(payment, tax.win, rules, is_due=tax.is_due)
    need_tax_covered(payment, tax.short_cents, may_void=tax.may_void)
    need_borne(payment, tax.borne_cents)
    need_identities(state, tax.parts)
    if payment.tax_form and bool(payment.group) != (payment.tax_form == GROUP):
        reason = "a group of winners and Form 5754 go together"
        raise Refusal("PAYMENT_WRONG", where="group", reason=reason)


def _need_method(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """Cash up to an amount, a check number once, the tray for what the tray has paid."""
    cents, most = found.award.owed_cents, state.law_at(at_ms).prize_cash_most
    need_something(found, payment)
    if payment.method != "check" and cents > most.cents:
        reason = (
            f"{dollars(cents)} is paid by check; above {dollars(most.cents)} no cash ({most.rule})"
        )
        raise Refusal("CHECK_NEEDED", where="method", reason=reason)
    if payment.method == "check":
        _need_new_checks(state, payment)


def _need_new_checks(state: State, payment: Payment) -> None:
    """A check for each person, with a number that no other check has."""
    numbers = check_numbers_of(payment)
    is_one = bool(payment.check_number.strip())
    if is_one == bool(payment.group) or len(numbers) != (len(payment.group) or 1):
        reason = "one person has one check number, a group one for each of its people"
        raise Refusal("PAYMENT_WRONG", where="group_checks", reason=reason)
    written: dict[str, str] = {}
    for number in numbers:
        key = check_key(number)
        used = written.get(key) or state.check_numbers.get(key)
        if used is not None:
            reason = f"it was written for {used}; a check number is used once, voided or not"
            raise Refusal("CHECK_NUMBER_TWICE", where=number, reason=reason)
        written[key] = "another of this group"


def need_something(found: AwardState, payment: Payment) -> None:
    """The tray has paid its part at the table; who got it is noted as paid by the tray."""
    award = found.award
    if award.owed_cents and payment.method == "tray":
        reason = f"{dollars(award.owed_cents)} is owed; pay it in cash, chips or by check"
        raise Refusal("PAYMENT_WRONG", where="method", reason=reason)
    if award.owed_cents or (payment.method == "tray" and award.tray_cents):
        return
    paid = "the award is $0.00" if award.level else "the tray has paid it at the table"
    raise Refusal("NOT_OWED", where=award.award, reason=f"{paid}; nothing is owed")


def _need_signers(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    if payment.witness:
        state.badge(payment.witness)


def _need_seal(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """One that closes no other envelope."""
    if sealed := award_sealed(state, payment.seal, found):
        reason = f"it closes the envelope of {sealed}; look at the number of the seal again"
        raise Refusal("SEAL_TWICE", where=payment.seal, reason=reason)


# What each step must hold to, when it is noted and once more when the prize is paid.
CHECKS: Mapping[str, Callable[[State, AwardState, Payment, int], None]] = {
    "person": _need_payees,
    "exclusion": _need_list,
    "tax": _need_form,
    "method": _need_method,
    "signatures": _need_signers,
    "seal": _need_seal,
}
