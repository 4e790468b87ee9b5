"""The tax on a win that nobody has reported yet, worked out as the payment will do it: a page shows
before the payment what the payment will say."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import Payment
from pitboss.floor.money import tax
from pitboss.floor.money.ledger import is_training
from pitboss.floor.money.state_tax import state_rule
from pitboss.floor.state.floor import AwardState, State
from pitboss.money import Cents

UNPAID = ("recorded", "moved")


class TaxDue(Struct, frozen=True, gc=False):
    """A form due for a win, and what a payment for it withholds."""

    win: tax.TaxedWin
    least_cents: Cents  # the smallest reported win
    cents: Cents  # that are paid
    withheld_cents: Cents
    short_cents: Cents = Cents(0)  # more than is paid
    rule: str = ""  # that withholds
    at_table: bool = False  # the tray pays it
    state_cents: Cents = Cents(0)  # of what is withheld, for the state


def award_tax_due(
    state: State, found: AwardState, payment: Payment, *, at_ms: int
) -> TaxDue | None:
    """What is due with an award; None if no form is, or if it was paid: the payment says."""
    if found.status not in UNPAID or state.awards.get(found.award.award) is None:
        return None
    rules = tax.tax_rules(state, at_ms)
    taxed = tax.find_withholding(state, found, payment, rules)
    if not taxed.is_due or is_training(state, found.award.jackpot):
        return None
    cents, rule = tax.paid_cents(found.award), _rule_withholding(rules, payment, taxed.win)
    at_table = not found.award.owed_cents
    for_state = Cents(sum(part.state_cents for part in taxed.parts))
    if rule is None:
        return TaxDue(
            taxed.win, rules.least_cents, cents, for_state, rule=state_rule(rules.law),
            at_table=at_table, state_cents=for_state,
        )  # fmt: skip
    return TaxDue(
        taxed.win, rules.least_cents, cents, taxed.withheld_cents, taxed.short_cents, rule,
        at_table, for_state,
    )  # fmt: skip


def envy_tax_due(state: State, wager: tax.SeatWager, *, at_ms: int) -> TaxDue | None:
    """What is due with a wager's envy; None if no form is, or it is on record, or the same wager
    won a prize, whose form includes the envy."""
    rules = tax.tax_rules(state, at_ms)
    win = tax.envy_win_of(state, wager)
    if tax.form_of(tax.wins_of(state, wager), wager) is not None or is_training(
        state, wager.jackpot
    ):
        return None
    if not tax.is_reported(rules, win) or not tax.left_for_envy(state, wager, win, rules):
        return None
    rule, got = rules.law.withholding_above.rule, [("", win.own_cents)]
    (for_state,) = tax.state_left(state, Payment(), win, got, rules)
    withheld = Cents(tax.withheld_from(rules, win) + for_state)
    return TaxDue(
        win, rules.least_cents, win.own_cents, withheld, rule=rule, at_table=True,
        state_cents=for_state,
    )  # fmt: skip


def _rule_withholding(rules: tax.TaxRules, payment: Payment, win: tax.TaxedWin) -> str | None:
    """Why tax is withheld; None if that depends on the tax number of a person not named yet."""
    if payment.tax_form == tax.NRA:
        return rules.law.nra_percent.rule
    if tax.withheld_from(rules, win):
        return rules.law.withholding_above.rule
    return rules.law.backup_percent.rule if tax.people_of(payment) else None
