"""What a state withholds of a prize, beside the federal tax."""

from __future__ import annotations

from pitboss.money import Cents, share_down
from pitboss.rules.law import Law

FEDERAL, REPORTED, UNREAD = "federal", "reported", "unread"  # of the switch `state_tax`


def depends_on_residence(law: Law) -> bool:
    """Whether a state withholds something else from whoever lives in another one."""
    return law.state_withholding_percent.ppm != law.state_nonresident_percent.ppm


def state_withheld(
    law: Law, won_cents: Cents, *, is_taxed: bool, is_reported: bool, lives_elsewhere: bool
) -> Cents:
    """The state's part of winnings less the wager, rounded down to the cent: with the federal tax
    (`is_taxed`) or from every win that is reported, as its rule says."""
    is_due = {FEDERAL: is_taxed, REPORTED: is_reported}.get(law.state_tax.value, False)
    rate = law.state_nonresident_percent if lives_elsewhere else law.state_withholding_percent
    return share_down(won_cents, rate.ppm) if is_due else Cents(0)
