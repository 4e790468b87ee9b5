"""A payout asks whether the same person won at another seat of the round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.facts import awards, people, rounds
from pitboss.floor.facts.values import Spot
from pitboss.web.access.issued import Secret

from .history import Past
from .office_support import exported, list_of_today, noted, played, signed_on
from .server_support import Site, Visitor, code_of
from .test_payout import KIM, kept_text, post

QUESTION = "Did this person win at another seat in this round?"


def share_a_coup(past: Past) -> None:
    """Seats 1, 2 and 3 share 100 % of the dragon: $10,000.60 is three times $3,333.53."""
    past.ask(people.SignIn, table="M1", badge="D101")
    spots = tuple(Spot(seat, 1) for seat in (1, 2, 3))
    past.ask(rounds.StartRound, table="M1", spots=spots)
    hand: dict[str, Any] = {"spot": Spot(3, 1), "outcome": "two_three_four_diamonds"}
    past.ask(rounds.PressHand, table="M1", sharers=(1, 2, 3), **hand)
    past.ask(awards.ConfirmAwards, table="M1", badge="E300")
    past.ask(rounds.EndRound, table="M1")


@pytest.fixture
def site(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    with played(tmp_path / "site", keys, then=share_a_coup) as running:
        yield running


def award_at(visitor: Visitor, seat: str) -> str:
    rows = exported(visitor, "/office/wins", "wins")
    (found,) = [row for row in rows if row["table"] == "M1" and row["seat"] == seat]
    return found["award"]


def shown(visitor: Visitor, address: str) -> str:
    """A page without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", visitor.request("GET", address).text))


def test_the_cashier_is_asked_before_the_winner_is_named(site: Site) -> None:
    clerk = signed_on(site, "A400")
    address = f"/office/payout/{award_at(clerk, '3')}"
    page = clerk.request("GET", address).text
    asked = re.search(r'<form method="get" action="[^"]*" class="plain">.*?</form>', page, re.S)
    assert asked is not None
    assert QUESTION in asked[0]
    seats = re.findall(r'name="seats" value="(\d)"', asked[0])
    assert seats == ["1", "2", "0"]  # the others that won, or none of them
    assert "data-post" not in page.partition(asked[0])[2].partition('data-step="exclusion"')[0]
    answered = clerk.request("GET", f"{address}?seats=0").text
    assert 'data-post="/api/people"' in answered
    assert "{person}&amp;seats=0" in answered  # the answer stays when the winner is recorded


def test_what_is_answered_is_reckoned_and_recorded(site: Site) -> None:
    """24 % of $6,667.06 less $2.00 is $1,599.61; the wager at one seat alone owes none."""
    clerk = signed_on(site, "A400")
    papers = [*KIM["identities"][:1], {"identity": "passport", "number": "P7654321"}]
    kim = post(clerk, "/api/people", {**KIM, "identities": papers}).json()["person"]
    award = award_at(clerk, "3")
    address = f"/office/payout/{award}?people={kim}"
    assert "Won on this wager: $3,333.53; wagered $1.00." in shown(clerk, f"{address}&seats=0")
    both = shown(clerk, f"{address}&seats=1")
    assert "Won on this wager and identical ones: $6,667.06; wagered $2.00." in both
    assert "withheld $1,599.61" in both
    page = clerk.request("GET", f"{address}&seats=1").text
    assert 'name="payment.identical_seats" data-kind="seats" value="1"' in page
    step = {"award": award, "step": "person"}
    named = clerk.press("note-payout-step", **step, payment={"person": kim})
    assert code_of(named) == (409, "SEATS_UNANSWERED")
    payment = {"person": kim, "identical_seats": [1]}
    named = clerk.press("note-payout-step", **step, payment=payment)
    assert named.status_code == 200, named.text
    assert "also at seat 1" in shown(clerk, f"/office/payout/{award}")
    looked = clerk.press(
        "verify-hand", award=award, cards="2d 3d 4d / Ks Qh Jh", deck_cards=416, camera="9",
        shown_at=list_of_today(site), witness="S200",
    )  # fmt: skip
    assert looked.status_code == 200, looked.text
    rest = noted(site, method="check", check_number="1001", identity="", tax_form="W-2G")
    paid = clerk.press("pay-prize", award=award, payment=rest)
    assert paid.status_code == 200, paid.text
    win = shown(clerk, f"/office/wins/{award}")
    assert "Tax withheld$1,599.61" in win
    assert "Also won at seat1" in win
    R13_has_the_form(site, clerk, kim)


def R13_has_the_form(site: Site, clerk: Visitor, kim: str) -> None:
    """With last fours for whoever reads it; with names and numbers for whoever may, on record."""
    address = "/office/reports/tax_and_cash?begin=2026-11-01T00:00&end=2099-01-01T00:00"
    now_ms = site.running_site.now_ms()
    page = clerk.request("GET", address).text
    for text in (kim, "***1120", "$3,333.53"):
        assert text in page
    assert "078-05-1120" not in page
    period = {"from_ms": "0", "to_ms": str(now_ms)}
    refused = signed_on(site, "S200").form("/office/tax-forms", **period, reason="W-2G")
    assert refused.status_code == 403, refused.text
    given = clerk.form("/office/tax-forms", **period, reason="Forms W-2G of the year")
    assert given.headers["content-type"].startswith("text/csv"), given.text
    assert 'Kimberly Example,"1 Cedar Street, Spokane",078-05-1120' in given.text
    assert "driver license WDL55ABC4711,passport P7654321" in given.text
    assert '"kind":"people-exported"' in kept_text(site)
    assert "Kimberly" not in kept_text(site)
