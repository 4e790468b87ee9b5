"""The controller's pages: account codes and exports, months, the tax year."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from pitboss.floor.facts.reports import ReportRecorded
from pitboss.local_time import local_day
from pitboss.web.access.issued import Secret
from pitboss.web.office import fire_file, tax_year_pages

from . import history
from .fire_parser import read_fire
from .history import DAY_MS, Past
from .office_support import exported, list_of_today, noted, played, signed_on
from .server_support import Site, Visitor, by_pin, code_of
from .test_office_reports import recorded
from .test_payout import KIM, kept_text, post
from .test_payout_seats import award_at, share_a_coup

CODES = {
    "players": "1000", "bank": "1020", "cage": "1010", "meter": "2100", "reserve": "2110",
    "owed": "2200", "house": "4000", "rounding": "6999",
}  # fmt: skip
DAYS = {"first": "2026-09-28", "last": "2026-09-29"}
ADDRESS = "1 Cedar Street, Spokane, WA 99201"
PAYER = f"""
[payer]
name = "Cedar Card Room LLC"
ein = "91-1234567"
address = "{ADDRESS}"
phone = "509 555 0142"
state = "WA"
"""
SENDER = {"tcc": "ab12c", "contact": "Pat Lee", "email": "pat@example.com"}


@pytest.fixture
def site(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """The known history forty days earlier, and a dragon shared by three seats on the
    last day but one of a month."""
    earlier = partial(Past, begin_ms=history.BEGIN_MS - 40 * DAY_MS)
    monkeypatch.setattr(history, "Past", earlier)

    def then(past: Past) -> None:
        share_a_coup(past)
        past.end_day()
        past.end_day()
        with (tmp_path / "site" / "site.toml").open("a", encoding="utf-8") as file:
            file.write(PAYER)

    with played(tmp_path / "site", keys, then=then) as running:
        yield running


def map_accounts(clerk: Visitor) -> None:
    for account, code in CODES.items():
        said = {"account_code": code, "account_name": f"Ours {code}", "first_day": "2026-09-01"}
        asked = {"command_id": str(uuid4()), "account": account, "second_swipe": by_pin("E300")}
        answer = clerk.post("/api/commands/map-account", {**asked, **said})
        assert code_of(answer) == (200, ""), answer.text


def test_the_house_maps_its_accounts_and_saves_the_ledger(site: Site) -> None:
    clerk = signed_on(site, "A400")
    page = clerk.request("GET", "/office/ledger").text
    assert 'id="unmapped"' in page
    clerk.load("/office/ledger")
    refused = clerk.form("/office/ledger/export", **DAYS, by="day", format="csv")
    assert (refused.status_code, "ACCOUNT_UNMAPPED" in refused.text) == (409, True)
    map_accounts(clerk)
    page = clerk.request("GET", "/office/ledger").text
    assert 'id="all-mapped"' in page
    (row,) = [
        each
        for each in exported(clerk, "/office/ledger", "account_codes")
        if each["account"] == "meter"
    ]
    assert (row["account_code"], row["account_name"]) == ("2100", "Ours 2100")
    answer = clerk.form("/office/ledger/export", **DAYS, by="day", format="csv")
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert {each["date"] for each in rows} == {"2026-09-28", "2026-09-29"}
    last_row = rows[-1]["last_row"]
    name = f'filename="general-ledger-by-day-rows-1-{last_row}.csv"'
    assert name in answer.headers["content-disposition"]
    event = recorded(site)[-1]
    assert (event.report, event.copy, event.options) == ("general_ledger", 1, f"rows=1-{last_row}")
    assert event.sha256 == sha256(answer.content).hexdigest()
    again = clerk.form("/office/ledger/export", **DAYS, by="day", format="csv")
    assert again.content == answer.content
    iif = clerk.form("/office/ledger/export", **DAYS, by="day", format="iif")
    assert iif.text.startswith("!TRNS\t")


def test_a_month_is_closed_in_the_office(site: Site) -> None:
    clerk = signed_on(site, "A400")
    row = exported(clerk, "/office/months", "open_months")[0]  # later ones depend on today
    assert (row["month"], row["days_waiting"], row["drop_waiting"]) == ("2026-09", "", "")
    auditor = {"second_swipe": by_pin("U600")}
    map_accounts(clerk)
    whole = {"first": "2026-09-01", "last": "2026-09-30", "by": "month", "format": "csv"}
    early = clerk.form("/office/ledger/export", **whole)
    assert "PERIOD_WRONG" in early.text
    assert code_of(clerk.press("close-month", month="2026-09", **auditor)) == (200, "")
    assert code_of(clerk.press("close-month", month="2026-09", **auditor)) == (409, "MONTH_CLOSED")
    (row,) = exported(clerk, "/office/months", "closed_months")
    assert row["month"] == "2026-09"
    assert re.fullmatch("[0-9a-f]{64}", row["month_sha256"])
    page = clerk.request("GET", "/office/months").text
    address = re.findall(r'href="(/office/reports/month\?begin=2026-09[^"]*)"', page)[-1]
    report = clerk.request("GET", address.replace("&amp;", "&"))
    assert (report.status_code, "Ours 2100" in report.text) == (200, True)
    rows = list(csv.DictReader(io.StringIO(clerk.form("/office/ledger/export", **whole).text)))
    assert {each["entry"] for each in rows} == {"2026-09"}
    assert {each["last_row"] for each in rows} == {row["books_seq"]}


def test_only_the_roles_of_accounting_come_in(site: Site) -> None:
    supervisor, technician = signed_on(site, "S200"), signed_on(site, "T500")
    supervisor.load("/office/today")
    for visitor in (supervisor, technician):
        for page in ("ledger", "months", "tax_year"):
            assert visitor.request("GET", f"/office/{page}").status_code == 403
    sent = supervisor.form("/office/tax_year/file", year="2026", kind="tax_papers", reason="x")
    assert sent.status_code == 403
    assert supervisor.form("/office/ledger/export", **DAYS, by="day").status_code == 403


def pay(site: Site, clerk: Visitor, address: str = ADDRESS) -> tuple[str, str]:
    """Pay Kim her third of the dragon, $3,333.53, with a W-2G; the award and her id."""
    papers = [*KIM["identities"][:1], {"identity": "passport", "number": "P7654321"}]
    body = {**KIM, "identities": papers, "address": address}
    kim = post(clerk, "/api/people", body).json()["person"]
    award = award_at(clerk, "3")
    step: dict[str, Any] = {"award": award, "step": "person"}
    payment = {"person": kim, "identical_seats": []}
    assert clerk.press("note-payout-step", **step, payment=payment).status_code == 200
    looked = clerk.press(
        "verify-hand", award=award, cards="2d 3d 4d / Ks Qh Jh", deck_cards=416, camera="9",
        shown_at=list_of_today(site), witness="S200",
    )  # fmt: skip
    assert looked.status_code == 200, looked.text
    rest = noted(site, method="check", check_number="1001", identity="", tax_form="W-2G")
    paid = clerk.press("pay-prize", award=award, payment=rest)
    assert paid.status_code == 200, paid.text
    return award, kim


def file(site: Site, clerk: Visitor, kind: str, **fields: str) -> httpx.Response:
    year = str(local_day(site.running_site.now_ms(), "America/Los_Angeles")[:4])
    clerk.load("/office/tax_year")
    asked = {"year": year, "kind": kind, "reason": "the year's forms", **fields}
    return clerk.form("/office/tax_year/file", **asked)


def test_forms_and_statements_have_names_only_once_that_is_recorded(site: Site) -> None:
    clerk = signed_on(site, "A400")
    assert "TAX_FILE_WRONG" in file(site, clerk, "tax_papers", format="pdf").text
    award, kim = pay(site, clerk)
    page = clerk.request("GET", "/office/tax_year").text
    assert "$3,333.53" in page
    assert "Kimberly" not in page
    (row,) = [
        each
        for each in exported(clerk, "/office/tax_year", "year_forms")
        if each["tax_form"] == "W-2G"
    ]
    assert (row["forms"], row["reportable"]) == ("1", "3333.53")
    no_reason = file(site, clerk, "winner_statements", format="csv", reason="")
    assert "REASON_MISSING" in no_reason.text
    assert "Kimberly" not in no_reason.text
    given = file(site, clerk, "winner_statements", format="csv")
    (win,) = csv.DictReader(io.StringIO(given.text, newline=""))
    assert (win["winner_name"], win["winner_tin"]) == ("Kimberly Example", "078-05-1120")
    assert (win["person"], win["transaction"]) == (kim, award)
    assert (win["won"], win["reportable"], win["tax_form"]) == ("3333.53", "3333.53", "W-2G")
    assert "FORMAT_UNKNOWN" in file(site, clerk, "tax_papers", format="csv").text
    for kind in ("tax_papers", "winner_statements"):
        assert file(site, clerk, kind, format="pdf").content.startswith(b"%PDF")
    saved = [event for event in recorded(site) if event.report in tax_year_pages.KINDS]
    assert [(each.report, each.copy) for each in saved] == [
        ("winner_statements", 1), ("tax_papers", 1), ("winner_statements", 2),
    ]  # fmt: skip
    text = kept_text(site)
    assert (
        len(set(re.findall(r'"kind":"export-people","command_id":"([^"]*)"', text))) == 4
    )  # one refused
    assert "Kimberly" not in text
    assert "078051120" not in text


def test_the_electronic_file_and_its_correction(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    clerk = signed_on(site, "A400")
    award, _ = pay(site, clerk)
    assert "TAX_FILE_WRONG" in file(site, clerk, "w2g_file", **SENDER).text
    (_, _, payee, _, _) = read_fire(file(site, clerk, "w2g_file", test="on", **SENDER).text)
    assert (payee["name"], payee["tin"]) == ("KIMBERLY EXAMPLE", "078051120")
    assert (payee["amount 1"], payee["account"]) == ("000000333353", award)
    assert (payee["cashier"], payee["city"], payee["zip"]) == ("A400", "SPOKANE", "99201")
    # As if the year were over and its layout read.
    monkeypatch.setattr(fire_file, "LAYOUT_YEAR", 2190)
    monkeypatch.setattr(tax_year_pages, "_this_year", lambda desk: 2190)
    correct = {**SENDER, "correction": "on"}
    assert "TAX_FILE_WRONG" in file(site, clerk, "w2g_file", **correct).text  # a test isn't filed
    (sender, *_) = read_fire(file(site, clerk, "w2g_file", **SENDER).text)
    assert (sender["test"], sender["prior"]) == ("", "P")
    assert "TAX_FILE_WRONG" in file(site, clerk, "w2g_file", **correct).text  # nothing changed
    voided = signed_on(site, "E300").press(
        "void-payment", award=award, reason="check came back", second_swipe=by_pin("S200")
    )
    assert code_of(voided) == (200, ""), voided.text
    (_, _, payee, _, _) = read_fire(file(site, clerk, "w2g_file", **correct).text)
    assert (payee["corrected"], payee["account"]) == ("G", award)
    assert int(payee["amount 1"]) == 0
    files = [event for event in recorded(site) if event.report == "w2g_file"]
    assert [each.options.partition(" ")[2] for each in files] == [
        "original test", "original", "corrects=2",
    ]  # fmt: skip
    assert isinstance(files[-1], ReportRecorded)


def test_an_address_that_cannot_be_told_apart_is_named(site: Site) -> None:
    clerk = signed_on(site, "A400")
    _, kim = pay(site, clerk, address="1 Cedar Street, Spokane")
    refused = file(site, clerk, "w2g_file", test="on", **SENDER)
    assert refused.status_code == 409
    assert kim in refused.text
    assert "Cedar Street" not in refused.text
