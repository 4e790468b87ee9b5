"""The house as the floor knows it: its name, and its jurisdiction's law."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.values import DAY_BEGINS, WHOLE
from pitboss.money import CENTS_MOST
from pitboss.rules.cited_law import (
    FREE,
    CitedAmount,
    CitedFlag,
    CitedNumber,
    CitedText,
    CitedTexts,
    DatedFigure,
    EnteredFigure,
    Law,
    in_force,
)

NO_SITE = "no site is opened"
# A floor opened without a site, as in small tests, follows the strictest reading of who may do
# what, and has none of a house's duties: bank, papers and payments are unrestricted.
LAW_WITHOUT_SITE = Law(
    bank_shortfall=CitedText("warn", NO_SITE),
    terms_drift=CitedText("warn", NO_SITE),
    software_check=CitedText("warn", NO_SITE),
    device_inventory=CitedFlag(value=False, rule=NO_SITE),
    approval_needs=CitedTexts((), NO_SITE),
    close_needs=CitedTexts((), NO_SITE),
    prize_cash_most=CitedAmount(CENTS_MOST, NO_SITE),
    exclusion_check=CitedFlag(value=False, rule=NO_SITE),
    payout_verify=CitedText(FREE, NO_SITE),
    payout_identity=CitedText(FREE, NO_SITE),
    payout_signatures=CitedText(FREE, NO_SITE),
    payout_seal=CitedText(FREE, NO_SITE),
    tax_threshold=CitedAmount(CENTS_MOST, NO_SITE),
    removal_notice_days=CitedNumber(0, NO_SITE),
    cover_second_prize_above=CitedAmount(CENTS_MOST, NO_SITE),
)


class SiteState(Struct, frozen=True, gc=False):
    """The house's identity and its jurisdiction's law."""

    name: str
    currency: str
    time_zone: str
    profile: str
    law: Law
    day_begins: str = DAY_BEGINS
    shifts: tuple[str, ...] = ()  # when the later shifts of a day begin
    winnings_reported: str = WHOLE  # or less the wager
    opened_ms: int = 0  # when the floor was first opened
    reviewed_ms: int = 0  # up to when independent staff have reviewed access
    dated: tuple[DatedFigure, ...] = ()  # the profile's dated figures
    entered: tuple[EnteredFigure, ...] = ()  # what two people have entered besides

    def law_on(self, day: str) -> Law:
        """The law with the figures that hold on a day."""
        return in_force(self.law, (*self.dated, *self.entered), day)
