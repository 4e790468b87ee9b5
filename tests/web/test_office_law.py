"""Figures of the law in the office: two people enter one, the page of the rules shows it, and no
software is altered by it."""

from __future__ import annotations

from .office_support import exported, signed_on
from .office_support import played_site as site
from .server_support import Site, by_pin, code_of

__all__ = ["site"]

FIGURE = {
    "figure": "tax_threshold", "value": "$2,300", "first_day": "2050-01-01",
    "citation": "IRS, instructions of 2050",
}  # fmt: skip
BOTH = {"second_swipe": by_pin("E300")}


def test_two_people_enter_a_figure_and_everybody_reads_who_when_and_why(site: Site) -> None:
    clerk = signed_on(site, "A400")
    assert code_of(clerk.press("enter-figure", **FIGURE)) == (401, "SWIPE_MISSING")
    entered = clerk.press("enter-figure", **FIGURE, **BOTH)
    assert entered.status_code == 200, entered.text
    rows = {row["switch"]: row for row in exported(clerk, "/office/rules", "switches")}
    row = rows["Tax form: starting at"]
    assert row["value"] == "January 1, 2025: $600.00, January 1, 2026: $2,000.00"
    assert row["entered"].startswith(
        "$2,300.00 from January 1, 2050 (IRS, instructions of 2050); entered by A400 "
    )
    assert row["does"].endswith("without a tax form ($2,000.00).")  # it does not hold yet
    page = clerk.request("GET", "/office/rules").text
    assert "Withdraw before it applies: Tax form: starting at, Jan 1, 2050" in page
    story = clerk.request("GET", "/office/journal").text
    assert "from Jan 1, 2050, $2,300.00 (IRS, instructions of 2050)." in story
    assert "Software not approved" not in clerk.request("GET", "/office/today").text
    looks = signed_on(site, "S200").request("GET", "/office/rules").text
    assert "ENTER FIGURE" not in looks
    assert "$2,300.00 from January 1, 2050 (" in looks


def test_what_was_typed_wrong_is_named_at_its_field(site: Site) -> None:
    clerk = signed_on(site, "A400")
    for changes, wrong in (
        ({"value": "lots"}, "AMOUNT_UNREADABLE"),
        ({"first_day": "2001-01-01"}, "DAY_WRONG"),
        ({"figure": "exclusion_check", "value": "no"}, "LAW_FIGURE_UNKNOWN"),
    ):
        assert code_of(clerk.press("enter-figure", **{**FIGURE, **changes}, **BOTH))[1] == wrong


def test_a_mistake_is_withdrawn_by_two_people(site: Site) -> None:
    clerk = signed_on(site, "A400")
    assert clerk.press("enter-figure", **FIGURE, **BOTH).status_code == 200
    asked = {"figure": "tax_threshold", "first_day": "2050-01-01", "reason": "typed wrong"}
    assert clerk.press("withdraw-figure", **asked, **BOTH).status_code == 200
    rows = exported(clerk, "/office/rules", "switches")
    assert {row["entered"] for row in rows} == {""}


def test_a_ceiling_below_the_posted_limits_is_told_before_its_day(site: Site) -> None:
    """The server would refuse the site file from that day on, so somebody must change it first."""
    clerk = signed_on(site, "A400")
    told = "The site file breaks a legal limit"
    ceiling = {"figure": "wager_most", "first_day": "2050-01-01", "citation": "a new rule"}
    assert clerk.press("enter-figure", value="$400", **ceiling, **BOTH).status_code == 200
    assert told not in clerk.request("GET", "/office/today").text
    assert clerk.press("enter-figure", value="$20", **ceiling, **BOTH).status_code == 200
    page = clerk.request("GET", "/office/today").text
    assert told in page
    assert "Jan 1, 2050: $" in page
    asked = {"figure": "wager_most", "first_day": "2050-01-01", "reason": "typed wrong"}
    assert clerk.press("withdraw-figure", **asked, **BOTH).status_code == 200
    assert told not in clerk.request("GET", "/office/today").text
