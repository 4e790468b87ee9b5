"""Decisions about the steps of a payout: verifying the hand, noting or skipping a step; and which
of them a payment needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pitboss.floor.decide import payout_tax
from pitboss.floor.decide.checks import need_reason, need_short, need_text
from pitboss.floor.facts import payments
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import PAYMENTS, STEP_FIELDS, TAX_FORMS, Payment
from pitboss.floor.money import tax
from pitboss.floor.money.check_numbers import check_key, check_numbers_of
from pitboss.floor.money.ledger import is_training
from pitboss.floor.state.approved import DECK_CARDS, decks_of, shoe_cards_of
from pitboss.floor.state.floor import AwardState, State, changed
from pitboss.floor.state.payouts import PersonState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.seals import award_sealed
from pitboss.local_time import WRITTEN, instant, instants, local, local_time
from pitboss.refusal import Refusal, say
from pitboss.rules.cited_law import FREE, NAMED, CitedText
from pitboss.rules.game import SEATS_MOST
from pitboss.rules.paytable import Paytable

HOUR_MS = 3_600_000
CLOCKS_DIFFER_MS = 600_000  # how far off a camera's clock, and how early a hand shown, may be
DECK_CARDS_MOST = 8 * DECK_CARDS
GROUP_LEAST = 2
EMPTY = Payment()


# ---- the hand -----------------------------------------------------------------------------------


def verify_hand(
    state: State, command: payments.VerifyHand, paytables: PaytableLookup
) -> Sequence[Event]:
    found = state.award(command.award)
    for name in ("cards", "camera", "shown_at"):
        need_text(getattr(command, name), where=name)
    need_short(command.witness, where="witness")
    if found.status not in ("recorded", "moved"):
        raise refuse_settled(state, found)
    _need_replaced(state, found, command.instead_of_ms)
    _need_whole_deck(state, found, command.deck_cards, at_ms=command.at_ms)
    if command.found:
        paytable = paytables[state.kept_jackpot(found.award.jackpot).terms.paytable]
        _need_hand_of_line(command.found, found.award.outcome, paytable)
    if is_asked(state, found, "verify", at_ms=command.at_ms):
        _need_onlooker(state, command)
    return [event_from(payments.HandVerified, command)]


def _need_hand_of_line(made: str, marked: str, paytable: Paytable) -> None:
    """Require cards that make a hand of the pressed button's line, which may cover several
    hands."""
    words = {each: label.long for each, label in paytable.labels.items()}
    says, due = words.get(made), words.get(marked)
    if says != due:
        none = say("PART", "no_hand")
        raise Refusal("HAND_NOT_SO", where="cards", made=says or none, marked=due or none)


def _need_replaced(state: State, found: AwardState, instead_of_ms: int) -> None:
    """Refuse to replace a verification the person hasn't seen."""
    before = found.step("verify")
    if before is not None and not before.skipped and before.at_ms != instead_of_ms:
        at = local_time(before.at_ms, state.time_zone)
        raise Refusal("HAND_VERIFIED", where=found.award.award, badge=before.badge, at=at)


def refuse_settled(state: State, found: AwardState) -> Refusal:
    """Why nothing is owed for an award any more."""
    name, status = found.award.award, found.status
    if status == "paid":
        at = local_time(found.paid_ms, state.time_zone)
        return Refusal("NOT_OWED", "paid_by", where=name, badge=found.paid_by[-1], at=at)
    case = status if status == "unclaimed" else "already"
    return Refusal("NOT_OWED", case, where=name, status=status)


def _need_whole_deck(state: State, found: AwardState, cards: int, *, at_ms: int) -> None:
    table = state.tables.get(found.table)
    decks = decks_of(table.plays) if table is not None else 0
    whole = shoe_cards_of(table.plays) if table is not None else 0
    if cards and whole and cards != whole:
        case = "one_deck" if decks == 1 else "decks"
        raise Refusal("DECK_WRONG", case, where="deck_cards", cards=cards, decks=decks, whole=whole)
    if cards and not whole and (not 0 < cards <= DECK_CARDS_MOST or cards % DECK_CARDS):
        raise Refusal(
            "DECK_WRONG", "cards_counted", where="deck_cards", cards=cards, deck_cards=DECK_CARDS
        )
    if not cards and is_asked(state, found, "verify", at_ms=at_ms):
        rule = state.law_at(at_ms).deck_counted_from.rule
        raise Refusal("DECK_WRONG", "count_deck_hand", where="deck_cards", rule=rule)


def _need_onlooker(state: State, command: payments.VerifyHand) -> None:
    """Require a second person as witness, and a time at which to search a camera."""
    need_text(command.witness, where="witness")
    if state.badge(command.witness).badge == command.badge:
        raise Refusal("BADGE_TWICE", "whoever_verifies_hand", where="witness")
    shown = instants(command.shown_at, state.time_zone)
    if not shown or min(shown) > command.at_ms + CLOCKS_DIFFER_MS:
        raise Refusal("DAY_WRONG", "write_when_cards", where="shown_at")
    if max(shown) < command.won_ms - CLOCKS_DIFFER_MS:
        won = local(command.won_ms, state.time_zone).strftime(WRITTEN)
        raise Refusal("DAY_WRONG", "prize_won_at", where="shown_at", won=won)


# ---- steps noted and skipped --------------------------------------------------------------------


def note_payout_step(state: State, command: payments.NotePayoutStep) -> Sequence[Event]:
    found, step = state.award(command.award), command.step
    need_open(state, found)
    fields = STEP_FIELDS.get(step, ())
    if not fields:
        steps = [name for name, held in STEP_FIELDS.items() if held]
        raise Refusal("PAYMENT_WRONG", "only", where="step", known=steps)
    filled = [each for each in Payment.__struct_fields__ if _is_filled(command.payment, each)]
    if stray := [each for each in filled if each not in fields]:
        raise Refusal(
            "PAYMENT_WRONG", "no_part_step", where=stray[0], stray=stray[0], fields=fields
        )
    if not filled:
        raise Refusal("TEXT_MISSING", where=fields[0])
    part = {name: getattr(command.payment, name) for name in fields}
    merged = changed(found.draft or EMPTY, **part)
    need_readable(merged)
    if not is_training(state, found.award.jackpot):
        CHECKS[step](state, found, merged, command.at_ms)
    return [event_from(payments.PayoutStepNoted, command, step=step)]


def _is_filled(payment: Payment, name: str) -> bool:
    return bool(getattr(payment, name) != getattr(EMPTY, name))


def skip_payout_step(state: State, command: payments.SkipPayoutStep) -> Sequence[Event]:
    found, step = state.award(command.award), command.step
    need_reason(command.reason)
    need_open(state, found)
    if step not in STEP_FIELDS:
        raise Refusal("PAYMENT_WRONG", "only", where="step", known=STEP_FIELDS)
    rule = step_rule(state, step)
    if rule is None or rule.value not in (NAMED, FREE):
        if rule is None:
            raise Refusal("STEP_REQUIRED", "depends", where=step)
        raise Refusal("STEP_REQUIRED", where=step, rule=rule.rule)
    return [event_from(payments.PayoutStepSkipped, command, step=step)]


def step_rule(state: State, step: str) -> CitedText | None:
    """Who may skip a step; None if the amount and the person decide it."""
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
    """Whether a payment of this award needs a step: cards and seal only from a certain amount."""
    if is_training(state, found.award.jackpot):
        return False
    rule = step_rule(state, step)
    if rule is not None and rule.value == FREE:
        return False
    is_small = found.award.total_cents < state.law_at(at_ms).deck_counted_from.cents
    return not (step in ("verify", "seal") and is_small)


# ---- steps a payment needs ----------------------------------------------------------------------


def payment_of(found: AwardState, payment: Payment) -> Payment:
    """What the steps noted, overridden by what the payment itself says."""
    if found.draft is None:
        return payment
    said = [name for name in Payment.__struct_fields__ if _is_filled(payment, name)]
    return changed(found.draft, **{name: getattr(payment, name) for name in said})


def need_steps(
    state: State, found: AwardState, payment: Payment, *, badge: str, at_ms: int
) -> None:
    """Require every step the jurisdiction asks for, done or skipped by name."""
    for step, (code, case) in _MISSING.items():
        is_due = is_asked(state, found, step, at_ms=at_ms)
        if is_due and not is_taken(found, step, payment):
            rule = step_rule(state, step)
            assert rule is not None
            note = found.step(step)
            if rule.value != NAMED or note is None or not note.skipped:
                raise Refusal(code, case, where=step, rule=rule.rule)
    if payment.witness and payment.witness == badge:
        raise Refusal("BADGE_TWICE", "whoever_pays_not", where="witness")


def is_taken(found: AwardState, step: str, payment: Payment) -> bool:
    """Whether a step was done, in its own command or with the payment."""
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
    "verify": ("HAND_UNVERIFIED", ""),
    "person": ("IDENTITY_MISSING", ""),
    "signatures": ("SIGNATURE_MISSING", "both"),
    "seal": ("SEAL_MISSING", ""),
}


def need_open(state: State, found: AwardState) -> None:
    """Refuse a payment if nothing is owed for this award, or someone holds it."""
    award = found.award.award
    if found.status == "recorded":
        raise Refusal("AWARD_PENDING", "turn_key_back", where=award)
    if found.status != "moved":
        raise refuse_settled(state, found)
    if found.payment_hold:
        raise Refusal("PAYMENT_HELD", where=award, ground=found.payment_hold)


def need_readable(payment: Payment) -> None:
    """Refuse a record that contradicts itself."""
    for name in Payment.__struct_fields__:
        if isinstance(text := getattr(payment, name), str):
            need_short(text, where=name)
    if payment.method and payment.method not in PAYMENTS:
        raise Refusal("PAYMENT_WRONG", "only", where="method", known=PAYMENTS)
    if payment.tax_form and payment.tax_form not in TAX_FORMS:
        raise Refusal("PAYMENT_WRONG", "only", where="tax_form", known=TAX_FORMS)
    numbers = check_numbers_of(payment)
    for number in numbers:
        check_key(number)
    if bool(numbers) != (payment.method == "check"):
        raise Refusal("PAYMENT_WRONG", "check_number_go", where="check_number")
    if payment.person and payment.group:
        raise Refusal("PAYMENT_WRONG", "person_group_not", where="group")
    if len(payment.identical_seats or ()) > SEATS_MOST:
        raise Refusal("PAYMENT_WRONG", "no_table_so", where="identical_seats")
    if payment.tax_form == tax.NRA:
        need_text(payment.tax_reason, where="tax_reason")


# ---- checks of each step ------------------------------------------------------------------------


def _need_payees(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """Require known payees who are old enough, shares that add up to the prize, and as much
    identification as the withheld tax requires."""
    if payment.group:
        _need_shares(found, payment)
    for name in tax.people_of(payment):
        need_of_age(state, state.person(name), at_ms=at_ms)
    rules = tax.tax_rules(state, at_ms)
    payout_tax.need_seats_answered(state, tax.wager_of(found), payment, rules)
    payout_tax.need_identities(state, tax.find_withholding(state, found, payment, rules).parts)
    is_seen = payment.identity.strip() and not tax.people_of(payment)
    if is_seen and not payment.of_age and is_asked(state, found, "person", at_ms=at_ms):
        age = state.law_at(at_ms).age_least
        raise Refusal("AGE_UNSEEN", where="of_age", value=age.value, rule=age.rule)


def _need_shares(found: AwardState, payment: Payment) -> None:
    total = sum(each.cents for each in payment.group)
    cents = tax.paid_cents(found.award)
    if min(each.cents for each in payment.group) <= 0:
        raise Refusal("PAYMENT_WRONG", "share_nothing", where="group")
    if total != cents:
        raise Refusal("PAYMENT_WRONG", "shares_add_up", where="group", total=total, amount=cents)
    if len(tax.people_of(payment)) != len(payment.group) or len(payment.group) < GROUP_LEAST:
        raise Refusal("PAYMENT_WRONG", "group_two_people", where="group")


def need_of_age(state: State, person: PersonState, *, at_ms: int) -> None:
    """Refuse an underage payee."""
    age = state.law_at(at_ms).age_least
    if not person.is_of_age:
        raise Refusal("UNDER_AGE", where="birth_date", value=age.value, rule=age.rule)


def _need_list(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    need_excluded_checked(state, payment, at_ms)


def need_excluded_checked(state: State, payment: Payment, at_ms: int) -> None:
    """Require a check of the winner against a recent enough list."""
    excluded = state.law.exclusion_check
    if not excluded.value:
        return
    if not payment.exclusion.strip():
        raise Refusal("EXCLUSION_UNCHECKED", where="exclusion", rule=excluded.rule)
    hours = state.law_at(at_ms).exclusion_list_hours
    if not hours.value:
        return
    listed_ms = instant(payment.exclusion_list, state.time_zone)
    if listed_ms is None:
        raise Refusal(
            "EXCLUSION_LIST_OLD", "write_when_list", where="exclusion_list", rule=hours.rule
        )
    if not 0 <= at_ms - listed_ms <= hours.value * HOUR_MS:
        raise Refusal(
            "EXCLUSION_LIST_OLD",
            "list",
            where="exclusion_list",
            exclusion_list=payment.exclusion_list,
            value=hours.value,
            rule=hours.rule,
        )


def _need_form(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """Require the name of the form that is due."""
    rules = tax.tax_rules(state, at_ms)
    taxed = tax.find_withholding(state, found, payment, rules)
    payout_tax.need_form(payment, taxed.win, rules, is_due=taxed.is_due)
    payout_tax.need_tax_covered(payment, taxed.short_cents, may_void=taxed.may_void)
    payout_tax.need_borne(payment, taxed.borne_cents)
    payout_tax.need_identities(state, taxed.parts)
    if payment.tax_form and bool(payment.group) != (payment.tax_form == tax.GROUP):
        raise Refusal("PAYMENT_WRONG", "group_winners_form", where="group")


def _need_method(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """Limit cash to an amount, check numbers to one use, and the tray to what the tray has paid."""
    cents, most = found.award.owed_cents, state.law_at(at_ms).prize_cash_most
    need_something(found, payment)
    if payment.method != "check" and cents > most.cents:
        raise Refusal(
            "CHECK_NEEDED", where="method", amount=cents, most_amount=most.cents, rule=most.rule
        )
    if payment.method == "check":
        _need_new_checks(state, payment)


def _need_new_checks(state: State, payment: Payment) -> None:
    """Require a check for each person, with a number no other check has."""
    numbers = check_numbers_of(payment)
    is_one = bool(payment.check_number.strip())
    if is_one == bool(payment.group) or len(numbers) != (len(payment.group) or 1):
        raise Refusal("PAYMENT_WRONG", "person_check_number", where="group_checks")
    written: set[str] = set()
    for number in numbers:
        key = check_key(number)
        if key in written:
            raise Refusal("CHECK_NUMBER_TWICE", "group", where=number)
        if (used := state.check_numbers.get(key)) is not None:
            raise Refusal("CHECK_NUMBER_TWICE", where=number, used=used)
        written.add(key)


def need_something(found: AwardState, payment: Payment) -> None:
    """Require something to pay. The tray has paid its part at the table; who got it is noted as
    paid by the tray."""
    award = found.award
    if award.owed_cents and payment.method == "tray":
        raise Refusal("PAYMENT_WRONG", "owed", where="method", owed=award.owed_cents)
    if award.owed_cents or (payment.method == "tray" and award.tray_cents):
        return
    raise Refusal("NOT_OWED", "zero" if award.level else "tray", where=award.award)


def _need_signers(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    if payment.witness:
        state.badge(payment.witness)


def _need_seal(state: State, found: AwardState, payment: Payment, at_ms: int) -> None:
    """Require a seal that closes no other envelope."""
    if sealed := award_sealed(state, payment.seal, found):
        raise Refusal("SEAL_TWICE", where=payment.seal, sealed=sealed)


# Each step's check, when it is noted and again when the prize is paid.
CHECKS: Mapping[str, Callable[[State, AwardState, Payment, int], None]] = {
    "person": _need_payees,
    "exclusion": _need_list,
    "tax": _need_form,
    "method": _need_method,
    "signatures": _need_signers,
    "seal": _need_seal,
}
