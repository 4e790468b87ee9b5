"""What the winner kept, and tax that was more than the prize, as R6 and R13 have them."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.facts import payments, people
from pitboss.floor.facts.values import Payment
from pitboss.money import Cents
from web.history import Past

from .played import LISTED, SIGNED, CsvSheets, command, make_house, sheets_of, whole
from .test_group_payments import record
from .test_reports import SHEETS, WHOLE


def note_tray(past: Past) -> None:
    """Seat 3 has four of a kind beside two royal flushes: $300.00 from the tray and $2,000.00 of
    envy. bob gave no tax number: 24 % of $2,299.00 is $551.76, of which $251.76 are collected.
    Seat 4 has envy alone."""
    past.ask(people.SignIn, table="H1", badge="D101")
    hands = {1: "royal_flush", 2: "royal_flush", 3: "four_of_a_kind"}
    past.round("H1", [1, 2, 3, 4], hands=hands)
    record(past, "bob", None)
    tray = next(
        name
        for name, each in past.state.awards.items()
        if each.award.outcome == "four_of_a_kind" and each.table == "H1" and each.award.tray_cents
    )
    noted = Payment(
        method="tray", person="bob", exclusion="clear", exclusion_list=LISTED, tax_form="W-2G",
        tax_collected_cents=Cents(25_176), tax_reason="receipt 12", seal="S-12",
        identical_seats=(), **SIGNED,
    )  # fmt: skip
    past.ask(payments.PayPrize, award=tray, payment=noted, badge="A400")


def test_R6_R13_tax_beyond_a_prize_is_collected(tmp_path: Path) -> None:
    make_house(tmp_path / "site", then=note_tray)

    def made(name: str) -> CsvSheets:
        text = command(
            "report", name, *whole(name), str(tmp_path / "site"), "--format", "csv", *WHOLE
        )
        return sheets_of(text, SHEETS[name])

    (row,) = (row for row in made("prize_register")["register"] if row["person"] == "bob")
    assert (row["from_tray"], row["paid"], row["withheld"]) == ("300.00", "0.00", "300.00")
    assert (row["to_winner"], row["tax_collected"]) == ("0.00", "251.76")
    tax = made("tax_and_cash")
    (paid,) = (row for row in tax["payments"] if row["person"] == "bob")
    assert (paid["paid"], paid["withheld"], paid["to_winner"]) == ("0.00", "551.76", "-551.76")
    (person,) = (row for row in tax["people_by_day"] if row["person"] == "bob")
    assert person["withheld"] == "551.76"
    (form,) = (row for row in tax["form_w2g"] if row["person"] == "bob")
    assert (form["reportable"], form["federal_withheld"]) == ("2300.00", "551.76")
    assert (form["window"], form["winner_tin"]) == ("H1", "")


def test_R6_the_winner_kept_what_the_tray_paid(tmp_path: Path) -> None:
    def four_of_a_kind(past: Past) -> None:
        past.ask(people.SignIn, table="H1", badge="D101")
        past.round("H1", [3], hands={3: "four_of_a_kind"})

    make_house(tmp_path / "site", then=four_of_a_kind)
    text = command(
        "report",
        "prize_register",
        *whole("prize_register"),
        str(tmp_path / "site"),
        "--format",
        "csv",
        *WHOLE,
    )
    *_, row = sheets_of(text, SHEETS["prize_register"])["register"]
    assert (row["from_tray"], row["withheld"], row["to_winner"]) == ("300.00", "0.00", "300.00")
