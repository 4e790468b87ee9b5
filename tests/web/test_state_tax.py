"""State income tax at the payout: what the state gets, who lives elsewhere, and whom to ask where
no rule was read."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from pitboss.floor.state.floor import State
from pitboss.money import Cents, Ppm
from pitboss.rules.cited_law import CitedAmount, CitedRate, CitedText, Law

from .office_support import award_of, signed_on
from .office_support import played_site as site
from .server_support import Site
from .test_payout import KIM, post

__all__ = ["site"]

ASK = "The system has no state income tax rule for this state. Ask accounting before you pay."


def under(site: Site, monkeypatch: pytest.MonkeyPatch, **switches: CitedText | CitedRate) -> None:
    """The same house in a state with other rules, where a form is due from $600 on."""
    found, reported = State.law_at, CitedAmount(Cents(60_000), "Form W-2G")

    def law_at(state: State, at_ms: int) -> Law:
        return replace(found(state, at_ms), tax_threshold=reported, **switches)

    monkeypatch.setattr(State, "law_at", law_at)
    stated = site.running_site.law.stated
    site.running_site.law.stated = replace(stated, law=replace(stated.law, **switches))


def test_where_no_rule_was_read_the_cashier_asks_accounting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    clerk = signed_on(site, "A400")
    page = f"/office/payout/{award_of(clerk, 'Four Aces')}"
    assert ASK not in clerk.request("GET", page).text
    under(site, monkeypatch, state_tax=CitedText("unread", "no rule found: ask"))
    assert ASK in clerk.request("GET", page).text


def test_who_lives_elsewhere_is_asked_where_it_counts_and_the_states_part_is_shown(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in Michigan: 4.25 % of reported winnings of whoever lives elsewhere. Of about
    $1,000 that is about $42."""
    clerk = signed_on(site, "A400")
    page = f"/office/payout/{award_of(clerk, 'Four Aces')}"
    assert "Lives in another state" not in clerk.request("GET", "/office/winners").text
    under(
        site,
        monkeypatch,
        state_tax=CitedText("reported", "MCL 206.703"),
        state_nonresident_percent=CitedRate(Ppm(42_500), "MCL 206.703"),
    )
    assert "Lives in another state" in clerk.request("GET", "/office/winners").text
    kept = post(clerk, "/api/people", {**KIM, "lives_elsewhere": True})
    assert kept.status_code == 200, kept.text
    shown = clerk.request("GET", f"{page}?people={kept.json()['person']}").text
    assert re.search(r"Of this tax, \$42\.\d\d is state tax\. \(MCL 206\.703\)", shown)


def test_an_entered_rate_is_on_the_payout_page_with_its_own_rule(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.07 % of about $1,000 is about $30; nobody needs to ask accounting any more."""
    clerk = signed_on(site, "A400")
    page = f"/office/payout/{award_of(clerk, 'Four Aces')}"
    under(
        site,
        monkeypatch,
        state_tax=CitedText("unread", "no rule found: ask"),
        state_withholding_percent=CitedRate(Ppm(30_700), "72 P.S. 7302", "entered"),
    )
    kept = post(clerk, "/api/people", {**KIM, "lives_elsewhere": False})
    assert kept.status_code == 200, kept.text
    shown = clerk.request("GET", f"{page}?people={kept.json()['person']}").text
    assert re.search(r"Of this tax, \$30\.\d\d is state tax\. \(72 P\.S\. 7302\)", shown)
    assert ASK not in shown
