"""What a state withholds from a prize, besides the federal tax."""

from __future__ import annotations

from pitboss.money import Cents, share_down
from pitboss.rules.cited_law import ENTERED, Law

FEDERAL, UNREAD = "federal", "unread"  # of the switch `state_tax`


def depends_on_residence(law: Law) -> bool:
    """Whether a state withholds a different amount from residents of other states."""
    return law.state_withholding_percent.ppm != law.state_nonresident_percent.ppm


def is_unread(law: Law) -> bool:
    """Whether no rule was read, and nobody has entered a rate since."""
    return law.state_tax.value == UNREAD and not _rule_of_rate(law)


def state_rule(law: Law) -> str:
    """The rule behind the withholding: the rate's, if two people have entered one."""
    return _rule_of_rate(law) or law.state_tax.rule


def _rule_of_rate(law: Law) -> str:
    rates = (law.state_withholding_percent, law.state_nonresident_percent)
    return next((each.rule for each in rates if each.ppm and each.confidence == ENTERED), "")


def state_withheld(
    law: Law, won_cents: Cents, *, is_taxed: bool, is_reported: bool, lives_elsewhere: bool
) -> Cents:
    """The state's part of winnings less the wager, rounded down to the cent: with the federal tax
    (`is_taxed`) if its rule says so, otherwise from every reported win. The rate decides whether
    there is a tax; without a rule it is 0, until two people enter another."""
    is_due = is_taxed if law.state_tax.value == FEDERAL else is_reported
    rate = law.state_nonresident_percent if lives_elsewhere else law.state_withholding_percent
    return share_down(won_cents, rate.ppm) if is_due else Cents(0)
