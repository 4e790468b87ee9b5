"""The office's page of the gambling day, from what is missing to the close."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.floor.facts.days import TurnShift
from pitboss.web.access.issued import Secret
from pitboss.web.office.day_pages import closing_time
from pitboss.words.language import speaking

from .history import DAY_MS, Past
from .office_support import PIN, exported, issue_inspector, played, signed_on, written
from .office_support import played_site as site
from .server_support import Site, Visitor, by_pin, code_of, running

__all__ = ["site"]

DAY = "2026-11-08"


def steps_of(page: str) -> list[str]:
    """How far each step of the day is: the class that gives its color, its sign and its word."""
    found = re.findall(r'<span class="stands (\w+)">([^<]*)</span>', page)
    return [f"{name} {said}" for name, said in found]


def shown(visitor: Visitor) -> str:
    """The text of the page."""
    return re.sub(r"<[^>]+>", "", visitor.request("GET", "/office/day").text)


def test_a_day_is_read_counted_and_closed_in_the_office(site: Site) -> None:
    """The second day of the known history ended at its hour, days before the site was opened."""
    accounting = signed_on(site, "A400")
    assert re.search(rf"OVERDUE: gambling day {written(DAY)} ended [^(]*6:00 AM", shown(accounting))
    page = accounting.request("GET", "/office/day").text
    lacks = exported(accounting, "/office/day", "missing")
    told = {row["lacks"]: (row["where"], row["stops"]) for row in lacks if row["day"] == DAY}
    assert told["Signs not read"] == ("shift 1", "yes")
    # One wager at C1 that was not voided.
    (where, stops) = told["Drop not counted"]
    assert (where.startswith("shift 1, C1 "), stops) == (True, "")
    shift = {"day": DAY, "shift": 1}
    auditor, supervisor = {"second_swipe": by_pin("U600")}, {"second_swipe": by_pin("S200")}
    assert code_of(accounting.press("close-day", day=DAY, **auditor)) == (409, "DAY_INCOMPLETE")
    state = site.app.state.running_site._core.state
    (ended,) = state.calendar.days[0].shifts
    assert steps_of(page) == ["unread ○ To do", "uncounted ○ To do", "stopped ✗ Not yet"]
    signs = [{"jackpot": e.jackpot, "level": e.level, "cents": e.cents} for e in ended.ledger]
    wrong = [{**signs[0], "cents": 1}, *signs[1:]]
    answer = accounting.press("record-reading", signs=wrong, **shift, **supervisor)
    assert code_of(answer) == (409, "READING_UNEXPLAINED")
    site.access.choose_language("A400", "es")
    read = accounting.press("record-reading", signs=signs, **shift, **supervisor)
    site.access.choose_language("A400", "en")
    assert code_of(read) == (200, "")
    assert read.json()["told"].endswith(
        f" leyeron las pantallas del {written(DAY, 'es')}, turno 1."
    )
    counts = [{"table": "C1", "jackpot": "fours", "chips": 1}, {"table": "C2", "jackpot": "rooms"}]
    counted = accounting.press("record-counts", counts=counts, **shift, **supervisor)
    assert code_of(counted) == (200, "")
    page = accounting.request("GET", "/office/day").text
    assert steps_of(page) == ["read ✓ Read", "counted ✓ Counted", "ready ○ Ready to close"]
    (box,) = [row for row in exported(accounting, "/office/day", "boxes") if row["day"] == DAY]
    assert (box["bets"], box["chips"], box["variance"]) == ("1", "1", "0.000000")
    ended_page = f"/office/days/{state.calendar.days[0].ended_seq}"
    assert "Not closed yet." in accounting.request("GET", ended_page).text
    assert code_of(accounting.press("close-day", day=DAY, **auditor)) == (200, "")
    closed = accounting.request("GET", ended_page).text
    assert re.search(
        r"Closed \w+ \d+, (?:\d{4}, )?\d+:\d\d [AP]M by Accounting Clerk, [\w ]+\.",
        closed,
    )
    row = site.running_site._core.journal.last()
    groups = " ".join(row.hash[at : at + 4] for at in range(0, 32, 4))
    assert f"<code>{row.seq}: {groups}</code>" in closed
    assert f"gambling day {DAY} ended" not in shown(accounting)


def test_a_drop_that_the_close_has_left_is_counted_late_and_told_so(site: Site) -> None:
    accounting = signed_on(site, "A400")
    shift = {"day": DAY, "shift": 1}
    auditor, supervisor = {"second_swipe": by_pin("U600")}, {"second_swipe": by_pin("S200")}
    (ended,) = site.app.state.running_site._core.state.calendar.days[0].shifts
    signs = [{"jackpot": e.jackpot, "level": e.level, "cents": e.cents} for e in ended.ledger]
    read = accounting.press("record-reading", signs=signs, **shift, **supervisor)
    assert code_of(read) == (200, "")
    closed = accounting.press("close-day", day=DAY, **auditor)
    assert "shift 1, C1 Four-card progressive, Pays 3" in closed.json()["told"]
    assert "Count the drop late: " in accounting.request("GET", "/office/day").text
    (row,) = [each for each in exported(accounting, "/office/day", "missing") if each["day"] == DAY]
    assert row["lacks"] == "Drop not counted"
    counts = [{"table": "C1", "jackpot": "fours", "chips": 1}]
    counted = accounting.press("record-counts", counts=counts, **shift, **supervisor)
    assert code_of(counted) == (200, "")
    assert counted.json()["told"].endswith(", late: the day was already closed.")
    assert "Count the drop late: " not in accounting.request("GET", "/office/day").text
    days = exported(accounting, "/office/days", "days")
    (left,) = [each["left"] for each in days if each["day"] == DAY]
    assert re.search(r"counted late, 20\d\d-", left)
    report = "/office/reports/coin_in?from=2026-11-08&to=2026-11-08"
    assert "Counted late" in accounting.request("GET", report).text


def test_what_is_owed_and_due_is_of_now_and_pages_say_which_day_counts(site: Site) -> None:
    """The prize of four aces was confirmed on the first day, and nobody has paid it."""
    accounting = signed_on(site, "A400")
    lacks = exported(accounting, "/office/day", "missing")
    told = {row["lacks"]: row["where"] for row in lacks if row["day"] == DAY}
    assert told["Prizes not paid"] == "$1,003.60 to date"
    counts = "Everything counts toward the day it was recorded"
    days = accounting.request("GET", "/office/days").text
    assert "What&#39;s owed is shown as of now, for all days." in days
    (ended, *_) = re.findall(r'href="(/office/days/\d+)"', days)
    for page in (shown(accounting), days, accounting.request("GET", ended).text):
        assert counts in page


def test_pit_and_office_say_which_close_waits(site: Site) -> None:
    running_site = site.app.state.running_site
    found = running_site.waiting_day()
    assert (found.day, found.days) == (DAY, 1)
    assert f'"day":"{DAY}"' in bytes(running_site._beat_picture().message).decode()
    assert 'id="waiting-day"' in signed_on(site, "A400").request("GET", "/office/meters").text


def test_only_who_can_close_a_day_is_told_that_one_waits_by_the_accounts(site: Site) -> None:
    issue_inspector(site)
    site.access.set_pin("I700", PIN)
    inspector = site.visitor()
    assert inspector.form("/sign-on", badge="I700", pin=PIN).status_code == 303
    for visitor, page in (
        (inspector, "/inspect/rules"),
        (signed_on(site, "T500"), "/office/reports"),
        (signed_on(site, "A400"), "/office/badges"),
    ):
        answer = visitor.request("GET", page)
        assert (answer.status_code, 'id="waiting-day"' in answer.text) == (200, False)


@pytest.mark.parametrize(
    ("spoken", "told"), [("en", "Nov 9, 2026, 6:00 AM"), ("es", "6:00 AM del 9 nov 2026")]
)
def test_when_a_day_can_be_closed_is_told_where_it_is_not_today(spoken: str, told: str) -> None:
    with speaking(spoken):
        assert closing_time(DAY, "06:00", "2026-11-09") == "6:00 AM"
        assert closing_time(DAY, "06:00", DAY) == told


def test_a_day_that_goes_on_says_when_and_by_whom_it_is_closed(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    """On the first day of a house there is nothing to list yet."""
    with running(folder, keys[1]) as new:
        page = new.visitor().sign_on("E300").load("/office/day").text
        assert re.search(
            r"close it after (\w+ \d+, (\d{4}, )?)?6:00 AM, when the last shift ends", page
        )
        assert "one an auditor" in page
        assert "Blocks the close" not in page


def test_days_on_which_the_system_was_off_are_listed_with_the_figures_that_stood(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    """Off from November 8 to the 11th."""

    def stay_off(past: Past) -> None:
        past.at_ms += 3 * DAY_MS
        past.ask(TurnShift)

    with played(tmp_path / "site", keys, then=stay_off) as site:
        auditor = signed_on(site, "U600")
        rows = exported(auditor, "/office/days", "days")
        (seq,) = [each["seq"] for each in rows if each["day"] == DAY]
        idle = [each for each in rows if each["seq"] == seq and each["day"] != DAY]
        assert [(each["day"], each["left"], each["ended"], each["closed"]) for each in idle] == [
            ("2026-11-10", "No play: the system was off", "", ""),
            ("2026-11-09", "No play: the system was off", "", ""),
        ]
        said = (
            f"No play on {written('2026-11-09')} – {written('2026-11-10')}: the system was off. "
            f"Closing figures are those of {written(DAY)} (journal entry {seq})."
        )
        assert said in auditor.request("GET", f"/office/days/{seq}").text
