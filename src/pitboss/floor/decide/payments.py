"""Decisions about payments: a prize paid, voided, held, released, forfeited, canceled; a form for
envy."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide import payout_tax, payouts
from pitboss.floor.decide.checks import need_here, need_no_badge, need_reason, need_text
from pitboss.floor.decide.drawers import need_cash, need_own_drawer
from pitboss.floor.decide.papers import open_forfeiture
from pitboss.floor.decide.pending import need_not_pending
from pitboss.floor.facts import payments
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import Movement, PaidPart, Payment
from pitboss.floor.money import tax
from pitboss.floor.money.check_numbers import check_numbers_of
from pitboss.floor.money.ledger import is_training
from pitboss.floor.money.meter import micros, put_in
from pitboss.floor.money.reversal import is_remembered
from pitboss.floor.state.drawers import is_open
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.state.payouts import round_name
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.retention import DAY_MS, keep_until, local_today, unclaimed_term
from pitboss.local_time import local_day
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.cited_law import NO_LIMIT, Law

EXCLUDED, UNDER_AGE = "excluded", "under_age"
FORFEITED = (EXCLUDED, UNDER_AGE)  # their prize isn't paid to the winner
GROUNDS = (EXCLUDED, UNDER_AGE, "dispute", "no_identity", "malfunction")


def pay_prize(state: State, command: payments.PayPrize) -> Sequence[Event]:
    found = state.award(command.award)
    payment = payouts.payment_of(found, command.payment)
    payouts.need_open(state, found)
    payouts.need_something(found, payment)
    payouts.need_readable(payment)
    parts = _split_untaxed(found, payment)
    if not is_training(state, found.award.jackpot):
        for check in payouts.CHECKS.values():
            check(state, found, payment, command.at_ms)
        taxed = tax.find_withholding(state, found, payment, tax.tax_rules(state, command.at_ms))
        payout_tax.need_form_person(payment, is_due=taxed.is_due)
        payout_tax.need_borne_signed(state, payment, badge=command.badge)
        parts = taxed.parts
        payouts.need_steps(state, found, payment, badge=command.badge, at_ms=command.at_ms)
    drawer, drawer_cents = _draw(state, command, found, payment, parts)
    return [
        payments.PrizePaid(
            award=command.award,
            cents=found.award.owed_cents,
            withheld_cents=Cents(sum(part.withheld_cents for part in parts)),
            collected_cents=Cents(sum(part.collected_cents for part in parts)),
            borne_cents=Cents(sum(part.borne_cents for part in parts)),
            parts=parts,
            keep_until=keep_until(state, command.at_ms),
            payment=payment,
            badge=command.badge,
            at_ms=command.at_ms,
            till=command.till if drawer else "",
            drawer=drawer,
            drawer_cents=drawer_cents,
        )
    ]


def _draw(
    state: State,
    command: payments.PayPrize,
    found: AwardState,
    payment: Payment,
    parts: Sequence[PaidPart],
) -> tuple[int, Cents]:
    """The drawer that pays at a till, and what leaves it; no drawer holds play money."""
    if not command.till or is_training(state, found.award.jackpot):
        return 0, Cents(0)
    drawer = need_own_drawer(state, command.till, command.badge)
    tax_cents = sum(part.withheld_cents + part.collected_cents for part in parts)
    collected = sum(part.collected_cents for part in parts)
    out = Cents(-collected if payment.method == "check" else found.award.owed_cents - tax_cents)
    need_cash(drawer, out)
    return drawer.opened, out


def _split_untaxed(found: AwardState, payment: Payment) -> tuple[PaidPart, ...]:
    """Split play money, which nobody taxes."""
    if not payment.group:
        return (PaidPart(payment.person, tax.paid_cents(found.award), Cents(0)),)
    return tuple(PaidPart(each.person, each.cents, Cents(0)) for each in payment.group)


def void_payment(state: State, command: payments.VoidPayment) -> Sequence[Event]:
    need_reason(command.reason)
    found = state.award(command.award)
    if found.status != "paid" or found.payment is None:
        raise Refusal("NOT_PAID", where=command.award)
    drawer = state.drawers.get(found.till)
    is_there = False
    if is_open(drawer) and drawer.opened == found.drawer:
        is_there = True
        need_cash(drawer, Cents(-found.drawer_cents))
    return [
        payments.PaymentVoided(
            award=command.award,
            cents=found.award.owed_cents,
            withheld_cents=found.withheld_cents,
            collected_cents=found.collected_cents,
            borne_cents=found.borne_cents,
            check_number=", ".join(check_numbers_of(found.payment)),
            reason=command.reason,
            badges=command.badges,
            till=found.till if is_there else "",
            drawer=found.drawer if is_there else 0,
            drawer_cents=found.drawer_cents,
        )
    ]


def hold_payment(state: State, command: payments.HoldPayment) -> Sequence[Event]:
    need_reason(command.reason)
    found = state.award(command.award)
    payouts.need_open(state, found)
    if not found.award.owed_cents:
        raise Refusal("NOT_OWED", "nothing_owed_award", where=command.award)
    if command.ground not in GROUNDS:
        raise Refusal("PAYMENT_WRONG", "only", where="ground", known=GROUNDS)
    named = tax.people_of(found.draft or Payment())
    person = command.person or (named[0] if len(named) == 1 else "")
    if person:
        state.person(person)
    return [event_from(payments.PaymentHeld, command, person=person)]


def release_payment(state: State, command: payments.ReleasePayment) -> Sequence[Event]:
    need_reason(command.reason)
    ground = _need_held(state, state.award(command.award))
    return [event_from(payments.PaymentReleased, command, ground=ground)]


def _need_held(state: State, found: AwardState) -> str:
    """Require a hold on the payment; nobody is owed an award that was backed out since."""
    if found.status != "moved":
        raise payouts.refuse_settled(state, found)
    if not found.payment_hold:
        raise Refusal("NOT_HELD", where=found.award.award)
    return found.payment_hold


def forfeit_prize(state: State, command: payments.ForfeitPrize) -> Sequence[Event]:
    need_reason(command.reason)
    law, found = state.law_at(command.at_ms), state.award(command.award)
    ground, hours = _need_held(state, found), law.forfeit_notice_hours
    if ground not in FORFEITED:
        raise Refusal("NOT_HELD", "other", where=command.award, ground=ground, rule=hours.rule)
    if not may_forfeit(law, ground):
        rule = law.under_age_prize.rule
        raise Refusal("NOT_HELD", "returned", where=command.award, rule=rule)
    _need_payee(state, command.to, law, ground)
    forfeited = event_from(
        payments.PrizeForfeited,
        command,
        cents=found.award.owed_cents,
        notice_due_ms=command.at_ms + hours.value * payouts.HOUR_MS if hours.value else 0,
        keep_until=keep_until(state, command.at_ms),
    )
    return [forfeited, *open_forfeiture(state, forfeited, at_ms=command.at_ms)]


def may_forfeit(law: Law, ground: str) -> bool:
    """Whether a prize held for this reason is forfeited: a minor's may have to go back instead."""
    is_returned = ground == UNDER_AGE and law.under_age_prize.value == "returned"
    return ground in FORFEITED and not is_returned


def payees_named(law: Law, ground: str) -> tuple[str, ...]:
    """The payees the rule names for a forfeited prize; empty if people enter them."""
    is_unread = ground == UNDER_AGE and law.under_age_prize.value == "unread"
    return () if is_unread else law.forfeit_to.value


def _need_payee(state: State, to: str, law: Law, ground: str) -> None:
    """Require the payee that the rule names, and never anyone of the house."""
    need_text(to, where="to")
    named = payees_named(law, ground)
    if named and to not in named:
        rule = law.forfeit_to.rule
        raise Refusal("PAYMENT_WRONG", "choose_whom_rule", where="to", named=named, rule=rule)
    need_no_badge(state, to, where="to")


def hand_over_prize(state: State, command: payments.HandOverPrize) -> Sequence[Event]:
    need_text(command.reference, where="reference")
    found = state.award(command.award)
    days = unclaimed_term(state, won_ms=command.won_ms, now_ms=command.at_ms)
    payouts.need_open(state, found)
    if not found.award.owed_cents:
        raise Refusal("NOT_OWED", "nothing_owed_award", where=command.award)
    if days.value == NO_LIMIT:
        raise Refusal("NOT_UNCLAIMED", "no_rule", where=command.award, rule=days.rule)
    first_day = local_day(command.won_ms + days.value * DAY_MS, state.time_zone)
    if local_today(state, command.at_ms) < first_day:
        raise Refusal("NOT_UNCLAIMED", where=command.award, first_day=first_day, rule=days.rule)
    return [
        event_from(
            payments.PrizeHandedOver,
            command,
            cents=found.award.owed_cents,
            keep_until=keep_until(state, command.at_ms),
        )
    ]


def cancel_prize(
    state: State, command: payments.CancelPrize, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    need_text(command.evidence, where="evidence")
    found = state.award(command.award)
    if found.status == "paid":
        raise Refusal("NOT_OWED", "paid", where=command.award)
    if found.status not in ("recorded", "moved") or not found.award.owed_cents:
        case = "already" if found.award.owed_cents else "nothing_owed_award"
        raise Refusal("NOT_OWED", case, where=command.award, status=found.status)
    need_here(state, found.award)
    if found.is_reversible and is_remembered(state, found):
        raise Refusal("AWARD_REVERSIBLE", where=command.award)
    return [
        event_from(
            payments.PrizeCanceled,
            command,
            cents=found.award.owed_cents,
            movements=_given_back(state, command, found, paytables),
        )
    ]


def _given_back(
    state: State, command: payments.CancelPrize, found: AwardState, paytables: PaytableLookup
) -> tuple[Movement, ...]:
    """Return what came off a meter, or put it on another if its jackpot is retired."""
    award = found.award
    name, level_name = award.jackpot, award.level
    if state.kept_jackpot(name).status == "retired":
        if not command.jackpot:
            raise Refusal("JACKPOT_RETIRED", "jackpot_retired", where=name)
        name, level_name = command.jackpot, command.level
    elif command.jackpot or command.level:
        raise Refusal("PAYMENT_WRONG", "own_meter_gets", where="jackpot")
    jackpot = state.jackpot(name)
    level = jackpot.levels.get(level_name)
    if level is None or jackpot.terms.training != is_training(state, award.jackpot):
        raise Refusal("LEVEL_UNKNOWN", "it_has", where=level_name, known=jackpot.levels)
    need_not_pending(state, jackpot, level_name, paytables)
    return (put_in(name, level, meter=micros(award.meter_cents), reserve=0, overflow=0),)


def note_envy_form(state: State, command: payments.NoteEnvyForm) -> Sequence[Event]:
    wager = tax.SeatWager(command.table, command.round, command.seat, command.jackpot)
    payment, place = command.payment, round_name(command.table, command.round)
    if state.tables.get(command.table) is None:
        raise Refusal("TABLE_UNKNOWN", "no_such_table", where=command.table)
    wins, rules = tax.wins_of(state, wager), tax.tax_rules(state, command.at_ms)
    cents = tax.envy_cents(wins, wager)
    if not cents:
        raise Refusal(
            "NOT_OWED",
            "no_envy_paid",
            where=place,
            seat=wager.seat,
            jackpot=wager.jackpot,
            round=wager.round,
        )
    win = tax.envy_win_of(state, wager, payment.identical_seats or ())
    if not tax.left_for_envy(state, wager, win, rules):
        raise Refusal("PAYMENT_WRONG", "form_wager_prize", where="seat")
    _need_paid_by_tray(payment)
    payout_tax.need_seats_answered(state, wager, payment, rules)
    is_due = tax.is_reported(rules, win)
    payout_tax.need_form(payment, win, rules, is_due=is_due)
    got = [(payment.person, cents)]
    (due,) = tax.tax_left(state, payment, win, got, rules)
    borne = payment.tax_borne_cents
    payout_tax.need_borne(payment, min(borne, due))
    payout_tax.need_borne_signed(state, payment, badge=command.badge)
    short = Cents(max(0, due - cents - borne))
    payout_tax.need_tax_covered(payment, short, may_void=bool(short) and win.has_payment)
    before = tax.form_of(wins, wager)
    need_envy_person(state, payment, is_due=is_due, withheld_cents=due, at_ms=command.at_ms)
    return [
        payments.EnvyFormNoted(
            table=command.table,
            round=command.round,
            seat=command.seat,
            jackpot=command.jackpot,
            cents=cents,
            withheld_cents=Cents(due - borne),
            before_cents=before.withheld_cents if before else Cents(0),
            borne_cents=borne,
            borne_before_cents=before.borne_cents if before else Cents(0),
            reported_cents=tax.left_for_envy(state, wager, win, rules, payment.tax_form),
            identical_cents=tax.reported_of(rules, win, payment.tax_form)[1],
            state_cents=tax.state_left(state, payment, win, got, rules)[0],
            keep_until=keep_until(state, command.at_ms),
            payment=payment,
            badge=command.badge,
        )
    ]


def _need_paid_by_tray(payment: Payment) -> None:
    """Check a form for envy: it names its recipient and itself, and pays nothing a second time."""
    stray = payment.method not in ("", "tray") or check_numbers_of(payment) or payment.group
    if stray or payment.tax_form in ("", tax.GROUP):
        raise Refusal("PAYMENT_WRONG", "tray_paid", where="payment")
    payouts.need_readable(payment)


def need_envy_person(
    state: State, payment: Payment, *, is_due: bool, withheld_cents: Cents, at_ms: int
) -> None:
    """Check the person on the form: known, old enough, checked against the list."""
    payout_tax.need_form_person(payment, is_due=is_due)
    payout_tax.need_identities(state, [PaidPart(payment.person, withheld_cents, withheld_cents)])
    for name in tax.people_of(payment):
        payouts.need_of_age(state, state.person(name), at_ms=at_ms)
    payouts.need_excluded_checked(state, payment, at_ms)
