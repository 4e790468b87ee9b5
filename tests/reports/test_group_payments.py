"""What a group was paid and taxed stands in the reports as it was paid."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.facts import payments, persons
from pitboss.floor.facts.values import GroupShare, IdentityNote, Payment
from pitboss.money import Cents
from web.history import Past

from .played import LISTED, SIGNED, CsvSheets, award_of, command, make_house, sheets_of, whole
from .test_reports import SHEETS, WHOLE

PAPERS = tuple(IdentityNote(kind, "0815", "0" * 64) for kind in ("passport", "driver license"))
NUMBER = IdentityNote("tax number", "6789", "0" * 64)
GROUP = (GroupShare("ada", Cents(100_000)), GroupShare("bob", Cents(150_000)))


def record(past: Past, person: str, number: IdentityNote | None) -> None:
    """A person with two identities."""
    past.ask(
        persons.RecordPerson, person=person, identities=PAPERS, tax_number=number, is_of_age=True,
        badge="A400",
    )  # fmt: skip


def share(past: Past) -> None:
    """The royal's $2,500.00 is paid to two instead; bob brings his tax number afterward."""
    royal = award_of(past, "royal_after_7")
    past.ask(payments.VoidPayment, award=royal, reason="wrong person", badges=("S200", "E300"))
    record(past, "ada", NUMBER)
    record(past, "bob", None)
    shares = Payment(group=GROUP)
    past.ask(payments.NotePayoutStep, award=royal, step="person", payment=shares, badge="A400")
    cash = Payment(
        method="cash", exclusion="clear", exclusion_list=LISTED, tax_form="5754", seal="S-9",
        **SIGNED,
    )  # fmt: skip
    past.ask(payments.PayPrize, award=royal, payment=cash, badge="A400")
    record(past, "bob", NUMBER)


def test_R6_R13_tax_of_a_group_stays_as_it_was_withheld(tmp_path: Path) -> None:
    """24 % of bob's $1,500.00 less his $0.60 of the wager is $359.85: he had given no tax number
    when he was paid."""
    make_house(tmp_path / "site", then=share)

    def made(name: str) -> CsvSheets:
        text = command(
            "report", name, *whole(name), str(tmp_path / "site"), "--format", "csv", *WHOLE
        )
        return sheets_of(text, SHEETS[name])

    *_, royal = made("prize_register")["register"]
    assert (royal["person"], royal["withheld"]) == ("ada, bob", "359.85")
    *_, ada, bob = made("tax_and_cash")["payments"]
    assert (ada["person"], ada["paid"], ada["withheld"]) == ("ada", "1000.00", "0.00")
    assert (bob["person"], bob["paid"], bob["withheld"]) == ("bob", "1500.00", "359.85")
