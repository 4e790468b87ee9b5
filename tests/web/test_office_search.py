"""The search in the head of the office: whatever a person would type leads to what is meant."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from pitboss.web.access.issued import Secret

from .office_support import list_of_today, paid_by_check, played, signed_on, written
from .server_support import Site, Visitor, by_pin


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """The known history, and a prize paid by check 77801."""
    with played(tmp_path_factory.mktemp("search") / "site", keys) as opened:
        paid_by_check(opened, "77801")
        yield opened


def found(visitor: Visitor, text: str) -> dict[str, list[str]]:
    """Where each group of a page leads."""
    answer = visitor.request("GET", f"/office/search?q={quote_plus(text)}")
    assert answer.status_code == 200, answer.text
    sections = re.findall(r'id="hits-(\w+)">.*?<ul>(.*?)</ul>', answer.text, re.S)
    return {name: re.findall(r'<a href="([^"]+)"', each) for name, each in sections}


def lines(visitor: Visitor, text: str, group: str) -> dict[str, str]:
    """What a group of a page says about each hit, by where it leads."""
    page = visitor.request("GET", f"/office/search?q={quote_plus(text)}").text
    section = re.search(rf'id="hits-{group}">.*?<ul>(.*?)</ul>', page, re.S)
    assert section, page
    found = re.findall(r'<a href="([^"]+)">.*?</a><span>(.*?)</span>', section[1])
    return {address: html.unescape(line) for address, line in found}


def _awards(addresses: list[str]) -> list[str]:
    return [each for each in addresses if each.startswith(f"{STORY}/award/")]


STORY = "/office/story"
APPROVED = ("B1", "C1", "C2", "H1", "H2", "M1")
MAIN = ("dragon", "fours", "sevens")
ACES, FOURS = f"{STORY}/award/C1-6-36.1", f"{STORY}/award/C1-7-45.1"


@pytest.mark.parametrize(
    ("typed", "group", "addresses"),
    [
        ("C1", "table", [f"{STORY}/table/C1"]),
        ("c1", "table", [f"{STORY}/table/C1"]),
        ("table 1", "table", [f"{STORY}/table/{name}" for name in ("B1", "C1", "H1", "M1")]),
        ("baccarat", "table", [f"{STORY}/table/M1"]),
        ("seat 4", "seat", [f"{STORY}/seat/C1/4"] * 2),
        ("C1 seat 2", "seat", [f"{STORY}/seat/C1/2"] * 2),
        ("S200", "badge", [f"{STORY}/badge/S200"]),
        ("clerk", "badge", [f"{STORY}/badge/A400"]),
        ("floor supervisor", "badge", [f"{STORY}/badge/S200"]),
        ("$1,003.60", "amount", [ACES]),
        ("$1,003", "amount", [ACES]),  # whole dollars, as people remember them
        ("1003", "amount", [ACES]),
        ("1003.60", "amount", [ACES]),
        ("300", "amount", [FOURS]),
        ("$25", "amount", ["/office/journal/38"]),
        ("$1,026.10", "meter", [f"{STORY}/meter/fours/main"]),
        ("2026-11-07", "time", [ACES]),
        ("11/7/2026 8:00", "time", [ACES]),
        ("2026-11-08 06:00:07", "time", [FOURS]),
        ("C1-6-36.1", "award", [ACES]),
        ("c1-7", "award", [FOURS]),
        ("C1-", "award", [FOURS, ACES]),  # the newest first
        ("C1 round 6", "round", [f"{STORY}/round/C1/6"]),
        ("C1 2", "round", [f"{STORY}/round/C1/2"]),
        # As pages call them.
        ("Round 6 at table C1", "round", [f"{STORY}/round/C1/6"]),
        ("Seat 2 at table C1", "seat", [f"{STORY}/seat/C1/2"] * 2),
        ("U600 House Auditor", "badge", [f"{STORY}/badge/U600"]),
        ("Four-card progressive, Pays 3", "meter", [f"{STORY}/meter/fours/main"]),
        ("main meter", "meter", [f"{STORY}/meter/{each}/main" for each in MAIN]),
        ("meter four", "meter", [f"{STORY}/meter/fours/main"]),
        ("four card meter", "meter", [f"{STORY}/meter/fours/main"]),
        # As pages say it in another language than the reader's.
        ("acumulado four", "meter", [f"{STORY}/meter/fours/main"]),
        ("técnico", "badge", [f"{STORY}/badge/T500"]),
        ("depósito cuenta", "page", ["/office/bank"]),
        ("ronda 6 mesa C1", "round", [f"{STORY}/round/C1/6"]),
        ("36", "entry", ["/office/journal/36"]),
        ("entry 45", "entry", ["/office/journal/45"]),
        ("check 77801", "check", [ACES]),
        ("77801", "check", [ACES]),
        ("s-77", "award", [ACES]),  # the seal of its envelope
        ("IC-1", "table", [f"{STORY}/table/{name}" for name in APPROVED]),  # a paper
        ("fours", "jackpot", [f"{STORY}/jackpot/fours"]),
        ("award C1-6-36.1", "award", [ACES]),
        ("four aces", "award", [ACES]),
        ("mega", "meter", [f"{STORY}/meter/rooms/mega"]),
        ("technician", "badge", [f"{STORY}/badge/T500"]),
        ("holdem", "table", [f"{STORY}/table/H1", f"{STORY}/table/H2"]),
        ("bank", "page", ["/office/bank", "/office/reports/bank_reconciliation"]),
        ("deposit", "page", ["/office/bank", "/office/reports/deposit_sheet"]),
        ("nov 7", "time", [ACES]),
        ("November 7, 2026", "time", [ACES]),
        ("7 nov 2026 8:00", "time", [ACES]),
        ("misdeal", "round", [f"{STORY}/round/C1/8"]),  # why it was voided
        ("sign showed", "entry", ["/office/journal/38"]),  # why it was adjusted
        ("camera 7", "award", [ACES]),
        ("W-2G", "page", ["/office/prizes"]),
        ("form 1042-s", "page", ["/office/prizes"]),
        ("cedar bank", "page", ["/office/bank"]),
        ("stop-", "paper", []),
    ],
)
def test_what_a_person_types_leads_to_what_is_meant(
    site: Site, typed: str, group: str, addresses: list[str]
) -> None:
    hits = found(signed_on(site, "U600"), typed)
    if group == "paper":
        assert hits[group][0].startswith("/office/papers/stop-")
    elif group == "time":
        assert _awards(hits[group]) == addresses, hits  # beside rounds and refused presses
    else:
        assert hits[group] == addresses, hits


def test_the_time_on_a_camera_leads_to_the_award_that_it_saw(site: Site) -> None:
    """The cards of four aces were shown to a camera today, days after the hand was won."""
    today, _, _ = list_of_today(site).partition(" ")
    visitor = signed_on(site, "U600")
    assert _awards(found(visitor, today)["time"]) == [ACES]
    assert _awards(found(visitor, "2026-11-07")["time"]) == [ACES]  # the day on which it was won


def test_a_time_leads_to_the_rounds_and_the_refused_presses_in_it(site: Site) -> None:
    visitor = signed_on(site, "U600")
    listed = found(visitor, "2026-11-07 8 am")["time"]
    assert listed[0] == ACES
    assert f"{STORY}/round/C1/6" in listed


def test_a_code_leads_to_where_it_was_refused_and_to_what_it_means(site: Site) -> None:
    refused = signed_on(site, "S200").press("suspend-jackpot", jackpot="j99", reason="dark")
    assert refused.json()["code"] == "JACKPOT_UNKNOWN"
    entry = f"/office/journal/{site.running_site.seq}"
    inspector = signed_on(site, "U600")
    for typed in ("JACKPOT_UNKNOWN", "jackpot unknown"):
        assert found(inspector, typed)["refusal"] == [entry]
    page = inspector.load("/office/search?q=JOURNAL_UNAVAILABLE").text
    assert '<a href="/help/refusals/JOURNAL_UNAVAILABLE">' in page


def test_a_hand_is_told_by_what_it_pays_and_not_by_meters_that_it_does_not_pay(site: Site) -> None:
    visitor = signed_on(site, "U600")
    fixed = lines(visitor, "four of a kind", "jackpot")
    assert fixed["/office/story/jackpot/fours"] == "Four of a Kind: 300 for 1"
    assert not any("Main" in each for each in fixed.values())
    site.access.choose_language("U600", "es")
    spanish = lines(visitor, "four of a kind", "jackpot")
    assert spanish["/office/story/jackpot/fours"] == "Four of a Kind: 300 por 1"
    site.access.choose_language("U600", "en")
    whole = lines(visitor, "four aces", "jackpot")["/office/story/jackpot/fours"]
    assert whole == "Four Aces: 100%, $1,026.10"  # what its one meter shows
    house = lines(visitor, "royal", "jackpot")["/office/story/jackpot/royals"]
    assert house.startswith("Royal Flush: $2,500; ")  # it has no meter to show


def test_what_leads_to_an_award_says_how_it_stands(site: Site) -> None:
    visitor = signed_on(site, "U600")
    assert lines(visitor, "C1-", "award") == {
        FOURS: "Four of a Kind at seat 4, $300.00 · Paid at the table",
        ACES: "Four Aces at seat 2, $1,003.60 · Paid",
    }


def test_every_hit_has_one_line_and_every_search_goes_on_in_the_journal(site: Site) -> None:
    text = signed_on(site, "U600").request("GET", "/office/search?q=2026-11-07").text
    plain, day = html.unescape(text), written("2026-11-07")
    assert "Four Aces at seat 2, $1,003.60" in plain
    assert f"All entries, {day}, 12:00 AM to {day}, 11:59 PM" in plain
    assert (
        "/office/journal?since=2026-11-07T00%3A00%3A00.000&until=2026-11-07T23%3A59%3A59.999"
        in (plain)
    )
    assert "/office/journal?text=2026-11-07" in plain


def test_a_time_with_nothing_in_the_books_leads_to_the_journal(site: Site) -> None:
    page = signed_on(site, "U600").request("GET", "/office/search?q=2026-11-01").text
    day = written("2026-11-01")
    link = r'<p class="found"[^>]*><a href="/office/journal\?since=2026-11-01[^"]*">'
    assert re.search(f"{link}All entries, {day}", html.unescape(page))
    assert ">No matches" not in page


@pytest.mark.parametrize(
    "typed",
    ["", " ", "zzz", "25:99", "2026-13-40", "2/30", "9" * 90, "%_'\"<script>", "seat x", "$"],
)
def test_what_means_nothing_finds_nothing_and_breaks_nothing(site: Site, typed: str) -> None:
    visitor = signed_on(site, "U600")
    assert found(visitor, typed) == {}
    assert (
        "<script>"
        not in visitor.request("GET", f"/office/search?q={quote_plus(typed)}").text.split(
            "<main", 1
        )[1]
    )


def test_the_box_is_in_the_head_of_every_page_for_who_may_search(site: Site) -> None:
    assert 'role="search"' in signed_on(site, "U600").request("GET", "/office/wins").text
    assert 'role="search"' not in signed_on(site, "S200").request("GET", "/office/wins").text
    assert 'role="search"' not in signed_on(site, "U600").request("GET", "/inspect/journal").text


def test_a_check_that_was_voided_leads_to_its_award_once(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    """By what was done last, beside how the award stands now."""
    with played(tmp_path / "site", keys) as opened:
        paid_by_check(opened, "77801")
        clerk = signed_on(opened, "A400")
        void = {"award": "C1-6-36.1", "reason": "misprinted", "second_swipe": by_pin("S200")}
        assert signed_on(opened, "E300").press("void-payment", **void).json()["accepted"]
        for typed in ("check 77801", "77801"):
            assert found(clerk, typed)["check"] == [ACES]
            assert "misprinted" in lines(clerk, typed, "check")[ACES]
