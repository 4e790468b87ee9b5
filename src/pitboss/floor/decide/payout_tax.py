"""What a payment must hold to for the tax office: which wagers are the same bettor's, that the tax
is covered, who bears what a winner does not bring, and whom a form names.

The house owes the tax whether it was withheld or not. Whether tax that it bears is a further prize
is for counsel: the record says what was withheld and what was borne."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_text
from pitboss.floor.facts.values import PaidPart, Payment
from pitboss.floor.state import State
from pitboss.floor.tax import (
    GROUP,
    NO_FORM,
    NRA,
    SeatWager,
    TaxedWin,
    TaxRules,
    other_seats,
    payees_beside,
    people_of,
    seats_asked,
)
from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal

IDENTITIES_LEAST = 2  # where tax is withheld


def need_seats_answered(state: State, wager: SeatWager, payment: Payment, rules: TaxRules) -> None:
    """Somebody has said at which other seats of the round the same person bet on the same jackpot,
    and nobody else was paid there."""
    said, asked = payment.identical_seats, seats_asked(state, wager, rules)
    if said is None and asked:
        reason = (
            f"other seats won on this jackpot in this round: {', '.join(map(str, asked))}. Ask the "
            "winner, and check each that was this person's, or No other seat "
            f"({rules.law.withholding_above.rule})"
        )
        raise Refusal("SEATS_UNANSWERED", where="identical_seats", reason=reason)
    if stray := {*(said or ())} - {*other_seats(state, wager)}:
        reason = f"seat {min(stray)} won nothing else on this jackpot in this round; uncheck it"
        raise Refusal("PAYMENT_WRONG", where="identical_seats", reason=reason)
    people = {*people_of(payment)}
    for seat, paid in payees_beside(state, wager, said or ()):
        if people and people != paid:
            mend = "uncheck it, or" if seat in (said or ()) else "this one is on record as theirs;"
            reason = (
                f"seat {seat} was paid to somebody else; {mend} void that payment if it was wrong"
            )
            raise Refusal("PAYMENT_WRONG", where="identical_seats", reason=reason)


def need_tax_covered(payment: Payment, short_cents: Cents, *, may_void: bool) -> None:
    """A payment covers the tax on what its wager won, or the rest was collected to the cent, and
    somebody says how."""
    collected = payment.tax_collected_cents
    if collected == short_cents and (not short_cents or payment.tax_reason.strip()):
        return
    if not short_cents:
        reason = f"no tax is due beyond this payment; {dollars(collected)} was not to be collected"
        raise Refusal("PAYMENT_WRONG", where="tax_collected_cents", reason=reason)
    other = "void the other payment of this winner and pay this one first, or " if may_void else ""
    reason = (
        f"{dollars(short_cents)} more of tax is due than is paid now: {other}collect it, enter the "
        "amount as collected and write how. If the winner will not bring it the house owes it all "
        "the same: enter it as borne by the house, and an executive signs beside you"
    )
    raise Refusal("TAX_SHORT", where="tax_collected_cents", reason=reason)


def need_borne(payment: Payment, most_cents: Cents) -> None:
    """The house bears no more of the tax than a winner would have to bring, and somebody says
    why."""
    borne = payment.tax_borne_cents
    if borne != most_cents:
        reason = (
            f"{dollars(borne)} cannot be borne: the winner has to bring {dollars(most_cents)}; "
            "what is kept of a payment is not the house's to bear"
        )
        raise Refusal("PAYMENT_WRONG", where="tax_borne_cents", reason=reason)
    if borne:
        need_text(payment.tax_reason, where="tax_reason")


def need_borne_signed(state: State, payment: Payment, *, badge: str) -> None:
    """It is the house's money: an executive, who is not the cashier, signs for it."""
    if not payment.tax_borne_cents:
        return
    witness = payment.witness
    if not witness or witness == badge or state.badge(witness).role != "executive":
        reason = (
            f"the house bears {dollars(payment.tax_borne_cents)} of tax: name an executive's "
            "badge, not the cashier's own, as the second who signs"
        )
        raise Refusal("SIGNATURE_MISSING", where="witness", reason=reason)


def need_form(payment: Payment, win: TaxedWin, rules: TaxRules, *, is_due: bool) -> None:
    """The form that is due is named."""
    if is_due and payment.tax_form in NO_FORM:
        reason = (
            f"{dollars(win.total_cents)} won on {dollars(win.wagered_cents)}; name the form "
            f"({rules.law.tax_threshold.rule})"
        )
        raise Refusal("FORM_DUE", where="tax_form", reason=reason)


def need_form_person(payment: Payment, *, is_due: bool) -> None:
    """A form names its people."""
    if (is_due or payment.tax_form in (NRA, GROUP)) and not people_of(payment):
        reason = "a tax form names a person: record who is paid first"
        raise Refusal("PERSON_MISSING", where="person", reason=reason)


def need_identities(state: State, parts: Sequence[PaidPart]) -> None:
    """Whoever tax is withheld from shows two forms of identity: two papers of one kind, such as a
    license and the one before it, are one form."""
    for place, part in enumerate(parts, start=1):
        if not part.withheld_cents or not part.person:
            continue
        shown = [each.identity for each in state.person(part.person).identities]
        if len(set(shown)) >= IDENTITIES_LEAST:
            continue
        whose = f" of person {place}" if len(parts) > 1 else ""
        reason = (
            f"{dollars(part.withheld_cents)} of tax is withheld: note two identities{whose}; "
            "record the person again with the second one (Form W-2G)"
        )
        if len(shown) >= IDENTITIES_LEAST:
            reason = (
                f"{dollars(part.withheld_cents)} of tax is withheld: note two kinds of identity"
                f"{whose}, as two of one kind ({shown[0]}) count as one; record the person again "
                "with another kind (Form W-2G)"
            )
        raise Refusal("IDENTITY_MISSING", where="second_identity", reason=reason)
