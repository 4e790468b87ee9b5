"""R13 has every box of Forms W-2G, 5754 and 1042-S: a row for each form, and sums that agree with
what was paid; cash without a recorded person is listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.books import Period
from pitboss.cli.report import opened_books
from pitboss.floor.facts import payments, people
from pitboss.floor.facts.values import GroupShare, Payment
from pitboss.floor.state.floor import State
from pitboss.live.folder import read_folder
from pitboss.local_time import local_day
from pitboss.money import Cents, Ppm
from pitboss.reports.source import ReportSource
from pitboss.reports.tax_form_sheets import FiledForm, filed_forms
from pitboss.reports.tax_year import corrections, make_year
from pitboss.rules.cited_law import CitedRate, CitedText, Law
from web.history import Past

from .played import LISTED, SIGNED, CsvSheets, award_of, command, make_house, sheets_of, verify
from .test_group_payments import NUMBER, record
from .test_reports import SHEETS, WHOLE

DAY_MS = 86_400_000
JANUARY_MS = 1_799_000_000_000  # 3 January 2027
PAYER = """
[payer]
name = "Cedar Card Room LLC"
ein = "91-1234567"
address = "1 Cedar Street, Spokane, WA 99201"
state = "WA"
state_number = "601 234 567"
"""
CHECKED: dict[str, Any] = {
    "exclusion": "clear", "exclusion_list": LISTED, "identical_seats": (), **SIGNED,
}  # fmt: skip


def two_royals(past: Past) -> None:
    """Table H1, $1 each on `rooms`. Seat 2 has a royal flush of $5,000.48, seat 1 one of $5,000.04,
    and each $1,000.00 of envy for the other; seat 3 has four of a kind, $300.00 from the tray, and
    $2,000.00 of envy; seat 4 has $2,000.00 of envy alone."""
    past.ask(people.SignIn, table="H1", badge="D101")
    hands = {1: "royal_flush", 2: "royal_flush", 3: "four_of_a_kind"}
    past.round("H1", [1, 2, 3, 4], hands=hands)
    for person, number in (("ann", NUMBER), ("bob", None), ("cy", NUMBER), ("dee", NUMBER)):
        record(past, person, number)


def pay(past: Past, seat: int, **payment: Any) -> None:
    """Pay the award of a seat at H1."""
    found = past.state.awards.items()
    name, won = next((n, a) for n, a in found if a.table == "H1" and a.award.seat == seat)
    looked = {"cards": "as dealt", "deck_cards": 52, "camera": "7", "shown_at": LISTED}
    past.ask(
        payments.VerifyHand,
        award=name,
        found=won.award.outcome,
        witness="S200",
        badge="A400",
        **looked,
    )
    noted = Payment(**{**CHECKED, "seal": f"S-{seat}", **payment})
    past.ask(payments.PayPrize, award=name, payment=noted, badge="A400")


def pay_all(past: Past) -> None:
    """Seat 2 to ann and cy in a group, seat 1 to dee on Form 1042-S, seat 3 to bob, who gave no
    number, and seat 4, envy alone, to cy."""
    two_royals(past)
    group = (GroupShare("ann", Cents(300_048)), GroupShare("cy", Cents(200_000)))
    pay(past, 2, group=group, tax_form="5754", method="check", group_checks=("71", "72"))
    alien = {"tax_form": "1042-S", "tax_reason": "a passport of Norway"}
    pay(past, 1, person="dee", method="check", check_number="73", **alien)
    short = {"tax_collected_cents": Cents(25_176), "tax_reason": "receipt 12"}
    pay(past, 3, person="bob", tax_form="W-2G", method="tray", **short)
    envy = Payment(person="cy", tax_form="W-2G", **CHECKED)
    place = {"table": "H1", "round": 1, "seat": 4, "jackpot": "rooms"}
    past.ask(payments.NoteEnvyForm, payment=envy, badge="A400", **place)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> CsvSheets:
    return reported(tmp_path_factory.mktemp("house") / "site", pay_all)


def reported(folder: Path, then: Callable[[Past], None]) -> CsvSheets:
    make_house(folder, then=then, more=PAYER)
    text = command("report", "tax_and_cash", str(folder), "--format", "csv", *WHOLE)
    return sheets_of(text, SHEETS["tax_and_cash"])


def test_each_winner_has_a_form_W_2G_with_what_the_tray_paid_and_envy(report: CsvSheets) -> None:
    """24 % of $6,000.48 less $1 is $1,439.87, of ann's $4,000.48 and cy's $2,000.00; of bob's
    $2,299.00 $551.76."""
    told = [
        (row["person"], row["reportable"], row["federal_withheld"], row["window"])
        for row in report["form_w2g"]
    ]
    assert told == [
        ("ada", "2500.00", "0.00", ""),
        ("ann", "4000.48", "959.96", ""),
        ("cy", "2000.00", "479.91", ""),
        ("bob", "2300.00", "551.76", "H1"),
        ("cy", "2000.00", "0.00", "H1"),
    ]
    assert [row["person"] for row in report["form_5754"]] == ["ann", "cy"]


def test_every_box_is_filled_or_says_what_to_enter(report: CsvSheets) -> None:
    form = report["form_w2g"][1]
    boxes = {
        "day_won": "2026-11-08", "wager_type": "rooms", "race": "",
        "identical_winnings": "0.00", "cashier": "A400 Accounting Clerk", "winner_tin": "***6789",
        "first_identity": "passport ***0815", "second_identity": "driver license ***0815",
        "state_number": "WA 601 234 567", "state_winnings": "4000.48", "state_withheld": "0.00",
        "local_winnings": "0.00", "local_withheld": "0.00", "locality": "",
        "winner_name": "in_vault", "winner_address": "in_vault",
        "payer_name": "Cedar Card Room LLC", "payer_ein": "91-1234567",
        "payer_address": "1 Cedar Street, Spokane, WA 99201", "payer_phone": "not_in_file",
    }  # fmt: skip
    assert {name: form[name] for name in boxes} == boxes
    assert form["transaction"].startswith("H1-1-")
    assert report["form_w2g"][-1]["transaction"] == "H1-1-4"  # envy alone


def test_a_foreign_winner_has_a_form_1042_S(report: CsvSheets) -> None:
    """30 % of $5,000.04 and $1,000.00 of envy is $1,800.01, rounded down."""
    (form,) = report["form_1042_s"]
    boxes = {
        "person": "dee", "income_code": "28", "gross_income": "6000.04", "chapter_code": "3",
        "exemption_code": "00", "tax_rate": "30.00", "federal_withheld": "1800.01",
        "winner_tin": "***6789", "payer_ein": "91-1234567",
    }  # fmt: skip
    assert {name: form[name] for name in boxes} == boxes


def test_the_states_part_has_its_own_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """3 % of what each won less the wager, $3,999.82 and $1,999.66; the federal tax stays."""
    found = State.law_at

    def law_at(state: State, at_ms: int) -> Law:
        tax = {"state_tax": CitedText("reported", "a rule")}
        return replace(
            found(state, at_ms), state_withholding_percent=CitedRate(Ppm(30_000), "a rule"), **tax
        )

    def pay_group(past: Past) -> None:
        monkeypatch.setattr(State, "law_at", law_at)
        two_royals(past)
        group = (GroupShare("ann", Cents(300_048)), GroupShare("cy", Cents(200_000)))
        pay(past, 2, group=group, tax_form="5754", method="check", group_checks=("71", "72"))

    report = reported(tmp_path / "site", pay_group)
    told = [
        (row["person"], row["federal_withheld"], row["state_withheld"])
        for row in report["form_w2g"]
    ]
    assert told[1:] == [("ann", "959.96", "119.99"), ("cy", "479.91", "59.98")]


def test_sums_by_form_are_what_was_paid_at_the_cage_and_at_the_table(report: CsvSheets) -> None:
    """W-2G: $7,500.48 at the cage, $300.00 from the tray and $5,000.00 of envy."""
    told = {
        row["tax_form"]: (row["forms"], row["reportable"], row["paid"], row["withheld"])
        for row in report["tax_forms"]
    }
    assert told == {
        "W-2G": ("5", "12800.48", "7500.48", "1991.63"),
        "1042-S": ("1", "6000.04", "5000.04", "1800.01"),
        "none": ("0", "0.00", "1040.60", "0.00"),
    }


# ---- cash ---------------------------------------------------------------------------------------


def pay_in_cash(count: int) -> Callable[[Past], None]:
    """So many prizes of the seed of $1,000 and a few cents, at C1, to somebody who shows a license
    and is not recorded."""

    def then(past: Past) -> None:
        for number in range(count):
            past.round("C1", [3], hands={3: "four_aces"})
            verify(past, "four_aces")
            noted = Payment(
                method="cash", identity="driver license", of_age=True, exclusion="clear",
                exclusion_list=LISTED, tax_form="none", seal=f"C-{number}", **SIGNED,
            )  # fmt: skip
            award = award_of(past, "four_aces")
            past.ask(payments.PayPrize, award=award, payment=noted, badge="A400")

    return then


@pytest.mark.parametrize(("count", "mark"), [(7, ""), (8, "yes")])
def test_cash_without_recorded_people_may_be_ones(count: int, mark: str, tmp_path: Path) -> None:
    """ada got $2,500.00 in cash that day: with seven times $1,000 it is below $10,000, with eight
    above it, if she is the one who got them."""
    found = reported(tmp_path / "site", pay_in_cash(count))
    (day,) = found["cash_by_day"]
    assert (day["payments"], day["cash_possible"]) == (str(count + 1), mark)
    rows = found["cash_unnamed"]
    assert len(rows) == count
    cents = sum(round(float(row["cash_paid"]) * 100) for row in rows)
    assert day["cash_unnamed"] == f"{cents / 100:.2f}"
    row = rows[0]
    assert (row["day"], row["table"], row["seat"]) == ("2026-11-08", "C1", "3")
    assert (row["identity_shown"], row["who"]) == ("driver license", "A400 Accounting Clerk")
    assert not [each for each in found["people_by_day"] if each["cash_report"]]


def test_an_envy_form_for_somebody_else_takes_the_earlier_one_back(tmp_path: Path) -> None:
    """One win of $2,000.00, recorded for cy, for dee and then for bob: bob's alone, of 2026, though
    the last was recorded in January."""

    def notes(past: Past) -> None:
        two_royals(past)
        place = {"table": "H1", "round": 1, "seat": 4, "jackpot": "rooms"}
        for person in ("cy", "dee"):
            envy = Payment(person=person, tax_form="W-2G", **CHECKED)
            past.ask(payments.NoteEnvyForm, payment=envy, badge="A400", **place)
        while past.at_ms < JANUARY_MS:
            past.end_day(closes=False)
        today = local_day(past.at_ms, "America/Los_Angeles")
        looked_up = {**CHECKED, "exclusion_list": f"{today} 00:00"}
        envy = Payment(person="bob", tax_form="W-2G", **looked_up)
        past.ask(payments.NoteEnvyForm, payment=envy, badge="A400", **place)

    make_house(tmp_path / "site", then=notes, more=PAYER)
    with opened_books(read_folder(tmp_path / "site"), "") as (books, site):
        years = {year: make_year(books, year, site) for year in (2026, 2027)}
        before = make_year(books, 2026, site, last_seq=books.end.seq - 1)
        periods = (Period(0, JANUARY_MS - DAY_MS), Period(JANUARY_MS - DAY_MS, 2**60))
        old, new = (filed_forms(ReportSource(books, each, site)) for each in periods)
    forms = [(each.transaction, each.person) for each in years[2026].of("W-2G")]
    assert forms[1:] == [("H1-1-4", "bob")]  # the first is of another win
    assert not years[2027].forms
    added, wrong = corrections(before, years[2026])
    assert [(each.person, each.reported_cents) for each in added] == [("bob", 200_000)]
    assert [(each.person, each.reported_cents) for each in wrong] == [("dee", 0)]
    assert filed(old)[1:] == [("dee", 200_000, False)]
    assert filed(new) == [("dee", -200_000, True), ("bob", 200_000, False)]


def filed(forms: Sequence[FiledForm]) -> list[tuple[str, int, bool]]:
    return [(each.person, each.reported_cents, each.is_corrected) for each in forms]
