"""The pay-out guide and the people in the vault, as a cashier meets them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.web.access import Secret

from .office_support import award_of, list_of_today, played, signed_on
from .server_support import Site, Visitor, by_pin, code_of

KIM = {
    "name": "Kimberly Example",
    "address": "1 Cedar Street, Spokane",
    "birth_date": "1970-12-31",
    "identities": [
        {"identity": "driver license", "number": "WDL55ABC4711"},
        {"identity": "", "number": ""},
    ],
    "tax_number": "078-05-1120",
}
SECRETS = ("Kimberly", "Cedar Street", "1970-12-31", "WDL55ABC4711", "078-05-1120", "078051120")


@pytest.fixture
def site(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A site that has been played on."""
    with played(tmp_path / "site", keys) as running:
        yield running


def post(visitor: Visitor, address: str, body: dict[str, Any]) -> httpx.Response:
    """What a form of the office sends."""
    visitor.load("/office/wins")
    headers = {"X-CSRF-Token": visitor.csrf}
    return visitor.request("POST", address, json=body, headers=headers)


def kept_text(site: Site) -> str:
    """Everything that the journal's files hold, byte by byte."""
    files = sorted(site.running_site.folder.glob("floor.db*"))
    return "".join(file.read_bytes().decode("latin-1") for file in files)


def test_a_winners_data_go_into_the_vault_and_never_into_the_journal(site: Site) -> None:
    clerk = signed_on(site, "A400")
    recorded = post(clerk, "/api/people", KIM)
    assert recorded.status_code == 200, recorded.text
    person = recorded.json()["person"]
    assert recorded.json()["shown"]["name"] == "K. E."
    award = award_of(clerk, "Four Aces")
    page = clerk.request("GET", f"/office/payout/{award}?person={person}").text
    assert "***4711" in page
    payment = {
        "method": "check", "check_number": "1001", "person": person, "exclusion": "A400",
        "exclusion_list": list_of_today(site), "tax_form": "none",
    }  # fmt: skip
    paid = clerk.press("pay-prize", award=award, payment=payment)
    assert paid.status_code == 200, paid.text
    text = kept_text(site)
    for secret in SECRETS:
        assert secret not in text
        assert secret not in page
    assert person in text
    assert '"last_four":"1120"' in text


def test_a_clear_read_is_on_the_record_and_not_for_everybody(site: Site) -> None:
    clerk = signed_on(site, "A400")
    person = post(clerk, "/api/people", KIM).json()["person"]
    supervisor = signed_on(site, "S200")
    refused = post(supervisor, f"/api/people/{person}/read", {"reason": "curious"})
    assert code_of(refused)[1] == "ROLE_TOO_LOW"
    read = post(clerk, f"/api/people/{person}/read", {"reason": "Form W-2G"})
    assert read.json()["data"]["tax_number"] == "078-05-1120"
    assert '"kind":"person-read"' in kept_text(site)


def test_an_export_holds_people_only_when_asked_and_says_so(site: Site) -> None:
    clerk = signed_on(site, "A400")
    person = post(clerk, "/api/people", KIM).json()["person"]
    asked = {"people": [person], "reason": "the agency's request 12"}
    refused = post(signed_on(site, "S200"), "/api/people/export", asked)
    assert code_of(refused)[1] == "ROLE_TOO_LOW"
    given = post(clerk, "/api/people/export", asked)
    assert given.json()["people"][person]["name"] == "Kimberly Example"
    text = kept_text(site)
    assert '"kind":"people-exported"' in text
    assert "Kimberly" not in text


def test_a_purge_takes_two_people_and_comes_not_too_early(site: Site) -> None:
    clerk = signed_on(site, "A400")
    person = post(clerk, "/api/people", KIM).json()["person"]
    alone = post(clerk, f"/api/people/{person}/purge", {"reason": "asked for"})
    assert code_of(alone)[1] == "SWIPE_MISSING"
    both = {"reason": "asked for", "second_swipe": by_pin("E300")}
    early = post(clerk, f"/api/people/{person}/purge", both)
    assert code_of(early)[1] == "PURGE_TOO_EARLY"


def test_a_number_in_a_payment_is_refused_and_kept_nowhere(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    payment = {"method": "cash", "identity": "SSN 078-05-1120", "exclusion": "A400"}
    refused = clerk.press("pay-prize", award=award, payment=payment)
    assert code_of(refused) == (409, "IDENTITY_IN_CLEAR")
    assert "078-05-1120" not in refused.text
    assert "078-05-1120" not in kept_text(site)


def test_a_payment_is_held_and_released_on_the_guide(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    address = f"/office/payout/{award}"
    assert 'data-command="pay-prize"' in clerk.request("GET", address).text
    held = clerk.press("hold-payment", award=award, ground="dispute", reason="two claim it")
    assert held.status_code == 200, held.text
    page = clerk.request("GET", address).text
    assert 'data-command="pay-prize"' not in page
    assert 'data-command="release-payment"' in page
    assert 'data-command="forfeit-prize"' not in page
    released = clerk.press(
        "release-payment", award=award, reason="settled", second_swipe=by_pin("S200")
    )
    assert released.status_code == 200, released.text
    assert 'data-command="pay-prize"' in clerk.request("GET", address).text
