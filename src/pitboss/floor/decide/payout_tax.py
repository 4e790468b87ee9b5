"""What a payment must satisfy for the tax office: which wagers are the same bettor's, that the tax
is covered, who pays what a winner doesn't bring, and whom a form names.

The house owes the tax whether it was withheld or not. Whether tax that it pays is a further prize
is a question for counsel: the record says what was withheld and what the house absorbed."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_text
from pitboss.floor.facts.values import PaidPart, Payment
from pitboss.floor.money import tax
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.refusal import Refusal, say

IDENTITIES_LEAST = 2  # if tax is withheld


def need_seats_answered(
    state: State, wager: tax.SeatWager, payment: Payment, rules: tax.TaxRules
) -> None:
    """Require someone to say at which other seats of the round the same person bet on the same
    jackpot, with nobody else paid there."""
    said, asked = payment.identical_seats, tax.seats_asked(state, wager, rules)
    if said is None and asked:
        raise Refusal(
            "SEATS_UNANSWERED",
            where="identical_seats",
            asked=tuple(map(str, asked)),
            rule=rules.law.withholding_above.rule,
        )
    if stray := {*(said or ())} - {*tax.other_seats(state, wager)}:
        raise Refusal(
            "PAYMENT_WRONG", "seat_won_nothing", where="identical_seats", stray=min(stray)
        )
    people = {*tax.people_of(payment)}
    for seat, paid in tax.payees_beside(state, wager, said or ()):
        if people and people != paid:
            case = "seat_checked" if seat in (said or ()) else "seat_on_record"
            raise Refusal("PAYMENT_WRONG", case, where="identical_seats", seat=seat)


def need_tax_covered(payment: Payment, short_cents: Cents, *, may_void: bool) -> None:
    """Require the payment to cover the tax on what its wager won, or the rest to be collected to
    the cent, with a note of how."""
    collected = payment.tax_collected_cents
    if collected == short_cents and (not short_cents or payment.tax_reason.strip()):
        return
    if not short_cents:
        raise Refusal(
            "PAYMENT_WRONG", "no_tax_due", where="tax_collected_cents", collected=collected
        )
    case = "may_void" if may_void else ""
    raise Refusal("TAX_SHORT", case, where="tax_collected_cents", short=short_cents)


def need_borne(payment: Payment, most_cents: Cents) -> None:
    """Let the house absorb no more tax than a winner would have to bring, and only with a
    reason."""
    borne = payment.tax_borne_cents
    if borne != most_cents:
        raise Refusal(
            "PAYMENT_WRONG", "cannot_borne", where="tax_borne_cents", borne=borne, most=most_cents
        )
    if borne:
        need_text(payment.tax_reason, where="tax_reason")


def need_borne_signed(state: State, payment: Payment, *, badge: str) -> None:
    """Require an executive who isn't the cashier to sign, because it is the house's money."""
    if not payment.tax_borne_cents:
        return
    witness = payment.witness
    if not witness or witness == badge or state.badge(witness).role != "executive":
        raise Refusal("SIGNATURE_MISSING", where="witness", tax_borne=payment.tax_borne_cents)


def need_form(payment: Payment, win: tax.TaxedWin, rules: tax.TaxRules, *, is_due: bool) -> None:
    """Require the name of the form that is due."""
    if is_due and payment.tax_form in tax.NO_FORM:
        raise Refusal(
            "FORM_DUE",
            where="tax_form",
            total=win.total_cents,
            wagered=win.wagered_cents,
            rule=rules.law.tax_threshold.rule,
        )


def need_form_person(payment: Payment, *, is_due: bool) -> None:
    """Require people on a form."""
    if (is_due or payment.tax_form in (tax.NRA, tax.GROUP)) and not tax.people_of(payment):
        raise Refusal("PERSON_MISSING", where="person")


def need_identities(state: State, parts: Sequence[PaidPart]) -> None:
    """Require two forms of identification for withheld tax: two documents of one kind, such as a
    license and its predecessor, count as one."""
    for place, part in enumerate(parts, start=1):
        if not part.withheld_cents or not part.person:
            continue
        shown = [each.identity for each in state.person(part.person).identities]
        if len(set(shown)) >= IDENTITIES_LEAST:
            continue
        raise Refusal(
            "IDENTITY_MISSING",
            "one_kind" if len(shown) >= IDENTITIES_LEAST else "second",
            where="second_identity",
            withheld=part.withheld_cents,
            whose=say("PART", "of_person", place=place) if len(parts) > 1 else "",
            shown=shown[0] if shown else "",
        )
