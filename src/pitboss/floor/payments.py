"""The record a cashier makes of a payment: is it whole, and lawful for the amount?"""

from __future__ import annotations

from pitboss.floor.checks import need_short
from pitboss.floor.ledger import is_training
from pitboss.floor.state import AwardState, State
from pitboss.floor.values import PAYMENTS, TAX_FORMS, Payment
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refusal


def need_payment(state: State, found: AwardState, payment: Payment) -> None:
    """Refuse a record that contradicts itself, or what the jurisdiction decided."""
    for name in Payment.__struct_fields__:
        need_short(getattr(payment, name), where=name)
    if payment.method and payment.method not in PAYMENTS:
        raise Refusal("PAYMENT_WRONG", where="method", reason=f"only {', '.join(PAYMENTS)}")
    if payment.tax_form and payment.tax_form not in TAX_FORMS:
        raise Refusal("PAYMENT_WRONG", where="tax_form", reason=f"only {', '.join(TAX_FORMS)}")
    if bool(payment.cheque.strip()) != (payment.method == "cheque"):
        raise Refusal("PAYMENT_WRONG", where="cheque", reason="a cheque and its number go together")
    if not is_training(state, found.award.jackpot):
        _need_lawful(state, found, payment)


def _need_lawful(state: State, found: AwardState, payment: Payment) -> None:
    cents, most = found.award.owed_cents, state.switch("prize_cash_most")
    if payment.method != "cheque" and cents > parse_dollars(most.value):
        told = f"{dollars(cents)} is paid by cheque; above {most.value} no cash ({most.rule})"
        raise Refusal("CHEQUE_NEEDED", where="method", reason=told)
    excluded = state.switch("exclusion_check")
    if excluded.is_on and not payment.exclusion.strip():
        told = f"look the winner up in the list of the self-excluded first ({excluded.rule})"
        raise Refusal("EXCLUSION_UNCHECKED", where="exclusion", reason=told)
