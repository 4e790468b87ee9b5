"""The palette of the office: what to do and where to look, by a few letters, within the reader's
rights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.web.access.issued import Secret
from pitboss.web.office.palette import forms_of_pages

from .office_support import played, signed_on
from .server_support import Site, Visitor

Found = dict[str, list[tuple[str, str]]]


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """The known history, in which the aces of C1 are still to be paid."""
    with played(tmp_path_factory.mktemp("palette") / "site", keys) as opened:
        yield opened


def found(visitor: Visitor, text: str) -> Found:
    answer = visitor.request("GET", "/office/palette", params={"q": text})
    assert answer.status_code == 200, answer.text
    return {
        group["title"]: [(hit["name"], hit["address"]) for hit in group["hits"]]
        for group in answer.json()
    }


def test_a_task_leads_to_its_form(site: Site) -> None:
    first, *_ = found(signed_on(site, "A400"), "record dep")["Do"]
    assert first == ("Record a deposit", "/office/bank#record-deposit")


def test_a_task_is_found_by_what_people_do_there(site: Site) -> None:
    names = [name for name, _ in found(signed_on(site, "A400"), "withdrawal")["Do"]]
    assert "Record a withdrawal" in names
    assert "Void a withdrawal" in names


def test_tasks_are_those_of_the_readers_role_alone(site: Site) -> None:
    """A supervisor may report a malfunction; deposits are for accounting and executives."""
    supervisor = signed_on(site, "S200")
    first, *_ = found(supervisor, "malfunction")["Do"]
    assert first == ("Report a malfunction", "/office/papers#report-malfunction")
    assert "Do" not in found(supervisor, "record a deposit")


@pytest.mark.parametrize("language", ["en", "es"])
def test_an_unpaid_prize_can_be_paid_from_the_palette(site: Site, language: str) -> None:
    """What the tray has paid needs no cashier."""
    site.access.choose_language("A400", language)
    do, *_ = found(signed_on(site, "A400"), "C1-").values()
    site.access.choose_language("A400", "")
    assert [address for _, address in do] == ["/office/payout/C1-6-36.1"]


def test_who_does_not_read_the_journal_finds_pages_and_tasks_only(site: Site) -> None:
    groups = found(signed_on(site, "S200"), "meter")
    assert set(groups) <= {"Do", "Pages of the office"}
    assert ("Meters", "/office/meters") in groups["Pages of the office"]


def test_no_text_finds_nothing(site: Site) -> None:
    assert found(signed_on(site, "E300"), "  ") == {}


def test_every_form_of_a_section_is_known_by_its_title() -> None:
    """Read off the templates; a form about one thing stands on the page of that thing."""
    known = {(form.section, form.command) for form in forms_of_pages()}
    assert {
        ("adjustments", "adjust-meter"),
        ("bank", "record-deposit"),
        ("bank", "record-statement"),
        ("badges", "revoke-badge"),
        ("jackpots", "suspend-jackpot"),
        ("papers", "open-dispute"),
    } <= known
    assert ("day", "close-day") not in known  # about one day


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("R19", "/office/reports/drawers"),
        ("quickbooks", "/office/ledger"),
        ("close the month", "/office/months"),
        ("theme", "/office/signs"),
        ("till", "/office/devices"),
    ],
)
def test_reports_and_pages_are_found_by_what_they_are_for(
    site: Site, typed: str, address: str
) -> None:
    pages = found(signed_on(site, "A400"), typed)["Pages of the office"]
    assert address in [each for _, each in pages]


def test_reports_are_those_of_the_readers_role_alone(site: Site) -> None:
    assert not any(
        address.startswith("/office/reports/access")
        for hits in found(signed_on(site, "S200"), "R11").values()
        for _, address in hits
    )
