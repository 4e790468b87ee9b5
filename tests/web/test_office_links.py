"""Lists lead to the stories of what they name, for who reads the journal; files stay plain."""

from __future__ import annotations

import re

import pytest

from .office_support import exported, signed_on
from .office_support import seen_site as known
from .server_support import Site

__all__ = ["known"]

# Of the known history: Four Aces at C1, round 6, seat 2; $25 put on the meter of fours by hand.
LED_TO = {
    "wins": ("table/C1", "seat/C1/2", "jackpot/fours", "meter/fours/main", "badge/E300"),
    "prizes": ("table/C1", "seat/C1/2", "jackpot/fours"),
    "meters": ("jackpot/fours", "table/C1", "table/B1"),
    "jackpots": ("jackpot/fours", "table/C1", "badge/D100"),
    "badges": ("badge/D100", "table/C1"),
    "adjustments": ("jackpot/fours", "meter/fours/main", "badge/A400"),
    "today": ("table/C1", "jackpot/fours"),
}


def stories_of(page: str) -> set[str]:
    """The stories that a page leads to."""
    return set(re.findall(r'href="/office/story/([^"]+)"', page))


@pytest.mark.parametrize("section", LED_TO)
def test_a_list_leads_to_the_stories_of_what_it_names(known: Site, section: str) -> None:
    page = signed_on(known, "A400").request("GET", f"/office/{section}").text
    assert set(LED_TO[section]) <= stories_of(page)


@pytest.mark.parametrize("section", ["wins", "prizes", "meters", "jackpots", "today"])
def test_who_does_not_read_the_journal_gets_plain_text(known: Site, section: str) -> None:
    page = signed_on(known, "S200").request("GET", f"/office/{section}").text
    assert not stories_of(page)


def test_every_story_that_a_list_leads_to_is_there(known: Site) -> None:
    visitor = signed_on(known, "A400")
    led = {
        story
        for section in LED_TO
        for story in stories_of(visitor.request("GET", f"/office/{section}").text)
    }
    for story in sorted(led):
        assert visitor.request("GET", f"/office/story/{story}").status_code == 200, story


def test_a_file_has_the_text_without_the_way(known: Site) -> None:
    visitor = signed_on(known, "A400")
    (aces,) = [
        row for row in exported(visitor, "/office/wins", "wins") if row["hand"] == "Four Aces"
    ]
    assert (aces["table"], aces["seat"]) == ("C1", "2")
    assert "story" not in "".join(aces.values())
    tables = {row["tables"] for row in exported(visitor, "/office/meters", "meters")}
    assert all("/" not in each for each in tables)


def test_a_device_and_its_table_lead_to_their_stories(known: Site) -> None:
    known.visitor().enroll("console", "C1")
    page = signed_on(known, "E300").request("GET", "/office/devices").text
    devices = [
        row["device"] for row in exported(signed_on(known, "E300"), "/office/devices", "devices")
    ]
    assert {f"device/{devices[-1]}", "table/C1"} <= stories_of(page)
    assert not stories_of(signed_on(known, "T500").request("GET", "/office/devices").text)


def test_a_round_in_the_pit_leads_to_its_story_for_who_reads_stories(known: Site) -> None:
    assert "round/C1/3" in stories_of(signed_on(known, "A400").request("GET", "/pit/C1").text)
    assert not stories_of(signed_on(known, "S200").request("GET", "/pit/C1").text)


def test_a_change_leads_to_its_story_and_to_what_it_is_about(known: Site) -> None:
    visitor = signed_on(known, "E300")
    what = {"action": "set", "jackpot": "fours", "executive_above_cents": 400_000}
    answer = visitor.press("request-change", what=what, reason="the new limit")
    assert answer.status_code == 200, answer.text
    change = f"change-{exported(visitor, '/office/changes', 'changes')[0]['change'].split()[-1]}"
    led = stories_of(visitor.request("GET", "/office/changes").text)
    assert {f"change/{change}", "jackpot/fours", "badge/E300"} <= led
    told = visitor.request("GET", f"/office/story/change/{change}").text
    assert "jackpot/fours" in stories_of(told)
