"""A floor on whose last day everything happened that gives a report another column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from browser.played_floor import play_days
from pitboss.floor.facts import awards, jackpots, payments, rounds
from pitboss.floor.facts.values import Payment, Spot
from pitboss.money import Cents
from pitboss.web.office.prize_pages import owed_awards
from reports.played import SIGNED
from reports.test_group_payments import record
from web.history import Past

NOW = "2026-11-10 05:00"  # when a list came, and a recording was looked at
TWO = ("A400", "E300")
PAID: dict[str, Any] = {
    "exclusion": "clear, 08:10", "exclusion_list": NOW, "identical_seats": (), **SIGNED,
}  # fmt: skip


def write_busy_past(folder: Path) -> None:
    """Three days, and one on which prizes are paid in every way, voided, held and backed out, and
    meters are adjusted for every reason."""
    past = Past(folder)
    play_days(past)
    _pay_and_void(past)
    _take_back(past)
    past.round("H1", [1, 4], hands={4: "royal_flush"})  # a check is due
    past.close()


def _pay_and_void(past: Past) -> None:
    """A check with tax withheld, made out a second time; cash that is taken back; a prize that is
    held."""
    aces, cash, held, *_ = _owed(past)
    record(past, "ada", None)
    check = Payment(
        method="check", check_number="104277", seal="S-70031", tax_form="W-2G",
        person="ada", **PAID,
    )  # fmt: skip
    _verify(past, aces, "four_aces")
    past.ask(payments.PayPrize, award=aces, payment=check, badge="A400")
    past.ask(
        payments.VoidPayment, award=aces, reason="the check was spoiled", badges=("S200", "E300")
    )
    past.ask(
        payments.PayPrize, award=aces, payment=replace(check, check_number="104278"), badge="A400"
    )
    noted = Payment(method="cash", identity="driver license", of_age=True, seal="S-70032", **PAID)
    _verify(past, cash, "four_of_a_kind")
    past.ask(payments.PayPrize, award=cash, payment=noted, badge="A400")
    said = "two players claim the same seat; the recording is looked at"
    past.ask(payments.HoldPayment, award=held, ground="dispute", reason=said, badge="A400")


def _take_back(past: Past) -> None:
    """An award is backed out, a round voided, a meter adjusted."""
    past.round("C1", [1, 4, 6], hands={4: "four_of_a_kind"})
    tray = max(past.state.awards, key=lambda name: past.state.award(name).seq)
    past.ask(
        awards.BackOutAward, award=tray, reason="the hand was misread", badges=("A400", "S200")
    )
    past.round("H1", [1, 4], hands={4: "full_house", 1: "straight_flush"})
    from_meter = _owed(past)[0]
    past.ask(
        awards.BackOutAward, award=from_meter, reason="a card was exposed", badges=("A400", "S200")
    )
    past.ask(rounds.StartRound, table="H1", spots=(Spot(1, 1), Spot(6, 1)))
    past.ask(rounds.VoidRound, table="H1", badge="S200", reason="misdeal")
    past.ask(
        jackpots.AdjustMeter, jackpot="fours", level="main", adjustment="faulty_display",
        cents=Cents(7_500), reason="the sign showed $75 too little", badges=("A400", "S200"),
    )  # fmt: skip


def _owed(past: Past) -> list[str]:
    """What is to be paid, the largest first; play money is owed to nobody."""
    ordered = sorted(owed_awards(past.state), key=lambda each: -each.award.owed_cents)
    return [each.award.award for each in ordered]


def _verify(past: Past, award: str, found: str) -> None:
    past.ask(
        payments.VerifyHand, award=award, cards="as dealt", deck_cards=52, camera="Cedar pit 7",
        shown_at=NOW, witness="S200", found=found, badge="A400",
    )  # fmt: skip
