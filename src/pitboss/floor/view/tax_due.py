"""What the tax office wants of a win that nobody has reported yet, by the reckoning that pays it:
whoever reads a page before the payment finds there what the payment will say."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import Payment
from pitboss.floor.payout_state import RoundWins, round_name
from pitboss.floor.retention import local_year
from pitboss.floor.state import AwardState, State
from pitboss.floor.tax import (
    NRA,
    TaxedWin,
    envy_win_of,
    is_reported,
    live_awards,
    paid_cents,
    people_of,
    withheld_from,
    withholding,
)
from pitboss.money import Cents

UNPAID = ("recorded", "moved")


class TaxDue(Struct, frozen=True, gc=False):
    """A form that is due for a win of a round, and what is withheld of a payment for it."""

    win: TaxedWin
    year: int
    cents: Cents  # that are paid
    withheld_cents: Cents
    rule: str = ""  # that withholds


def award_tax_due(
    state: State, found: AwardState, payment: Payment, *, at_ms: int
) -> TaxDue | None:
    """What is due with an award; none where no form is, or where it was paid: the payment says."""
    if found.status not in UNPAID or state.awards.get(found.award.award) is None:
        return None
    year = local_year(state, at_ms)
    tax = withholding(state, found, payment, year=year)
    if not tax.is_due:
        return None
    cents, rule = paid_cents(found.award), _rule_withholding(state, payment, tax.win, year)
    if rule is None:
        return TaxDue(tax.win, year, cents, Cents(0))
    return TaxDue(tax.win, year, cents, tax.withheld_cents, rule)


def envy_tax_due(state: State, table: str, number: int, seat: int, *, at_ms: int) -> TaxDue | None:
    """What is due with the envy of a seat; none where no form is, or it is noted, or where the
    seat won an award too: envy is added up with that."""
    wins = state.round_wins.get(round_name(table, number)) or RoundWins()
    noted = {each.seat for each in wins.forms}
    noted |= {state.award(name).award.seat for name in live_awards(state, wins)}
    if seat in noted:
        return None
    year, win = local_year(state, at_ms), envy_win_of(state, table, number, seat)
    if not is_reported(state.law, win, year=year):
        return None
    withheld = withheld_from(state.law, win, year=year)
    return TaxDue(win, year, win.total_cents, withheld, state.law.withholding_above.rule)


def _rule_withholding(state: State, payment: Payment, win: TaxedWin, year: int) -> str | None:
    """Why tax is withheld; none before a person is named of whom it depends on his number."""
    law = state.law
    if payment.tax_form == NRA:
        return law.nra_percent.rule
    if withheld_from(law, win, year=year):
        return law.withholding_above.rule
    return law.backup_percent.rule if people_of(payment) else None
