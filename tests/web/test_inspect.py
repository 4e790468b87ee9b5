"""The inspector: a badge that ends by itself, and a reading room with everything but people."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from pitboss.journal import every_row
from pitboss.journal.place import JournalPlace
from pitboss.live.clocks import SiteClock, clock_ms
from pitboss.web.access.issued import Secret

from .office_support import PIN, award_of, issue_inspector, noted, played, signed_on, verified
from .server_support import Site, Visitor, by_pin, code_of

DAY_MS = 86_400_000
HOUR_MS = 3_600_000


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """A played site with an inspector."""
    with played(tmp_path_factory.mktemp("inspect") / "site", keys) as opened:
        issue_inspector(opened)
        opened.access.set_pin("I700", PIN)
        yield opened


@pytest.fixture
def inspector(site: Site) -> Visitor:
    return signed_on(site, "I700")


def asked_by_two(site: Site, command: str, **fields: object) -> str:
    """The code of what an executive asks with somebody from accounting."""
    made = {"command_id": str(uuid4()), "second_swipe": by_pin("A400"), **fields}
    answer = site.visitor().sign_on("E300").post(f"/api/commands/{command}", made)
    return str(answer.json()["code"])


def kinds_written(site: Site, kind: str) -> list[dict[str, object]]:
    """What is on the record of a kind."""
    journal = JournalPlace(site.running_site.folder)()
    try:
        events = [event for row in every_row(journal) for event in json.loads(row.events)]
    finally:
        journal.close()
    return [event for event in events if event["kind"] == kind]


def page(visitor: Visitor, address: str) -> str:
    answer = visitor.request("GET", address)
    assert answer.status_code == 200, answer.text
    return answer.text


# ---- the badge ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "days", "code"),
    [
        ("inspector", None, "BADGE_END_WRONG"),
        ("inspector", -1, "BADGE_END_WRONG"),
        ("inspector", 367, "BADGE_END_WRONG"),
        ("inspector", 366, ""),
        ("technician", None, ""),
        ("technician", 7, ""),
    ],
)
def test_an_inspectors_badge_always_ends_and_not_far_off(
    site: Site, role: str, days: int | None, code: str
) -> None:
    ends = {} if days is None else {"ends_ms": clock_ms() + days * DAY_MS}
    badge = {"badge": f"{role}{days}", "name": "X", "role": role}
    assert asked_by_two(site, "issue-badge", **badge, **ends) == code


def test_it_takes_two_people_to_give_it(site: Site) -> None:
    ends_ms = clock_ms() + DAY_MS
    fields = {"badge": "X1", "name": "X", "role": "inspector", "ends_ms": ends_ms}
    made = {"command_id": "alone", **fields}
    answer = site.visitor().sign_on("E300").post("/api/commands/issue-badge", made)
    assert code_of(answer) == (401, "SWIPE_MISSING")


def test_after_its_end_the_session_is_over_and_the_badge_refused_by_name(
    site: Site, inspector: Visitor
) -> None:
    page(inspector, "/inspect/journal")
    ahead_ms = 31 * DAY_MS
    kept = site.running_site.clock
    site.running_site.clock = SiteClock(lambda: clock_ms() + ahead_ms)
    try:
        answer = inspector.request("GET", "/inspect/journal")
        again = site.visitor().form("/sign-on", badge="I700", pin=PIN)
    finally:
        site.running_site.clock = kept
    assert answer.status_code in (303, 401)
    assert again.status_code == 403
    assert "BADGE_ENDED" in again.text
    told = {(event["code"], event["who"]) for event in kinds_written(site, "access-refused")}
    assert ("BADGE_ENDED", "I700") in told


def test_another_end_is_given_by_two(site: Site) -> None:
    ends_ms = clock_ms() + 60 * DAY_MS
    fields = {"badge": "I700", "name": "The inspector", "role": "inspector"}
    why = {"ends_ms": ends_ms, "reason": "the inspection goes on"}
    assert asked_by_two(site, "change-badge", **fields, **why) == ""
    (changed,) = kinds_written(site, "badge-changed")
    assert changed["ends_ms"] == ends_ms
    assert isinstance(changed["ends_before_ms"], int)
    assert 0 < changed["ends_before_ms"] < ends_ms


# ---- what it opens ------------------------------------------------------------------------------


def test_he_begins_in_the_reading_room_and_finds_no_other_door(inspector: Visitor) -> None:
    assert inspector.request("GET", "/").headers["location"] == "/inspect"
    assert inspector.request("GET", "/inspect").headers["location"] == "/inspect/journal"
    for address in ("/office", "/office/wins", "/office/badges", "/pit", "/table/C1", "/wins/x",
                    "/api/people", "/api/devices"):  # fmt: skip
        assert inspector.request("GET", address).status_code == 403, address


def test_he_asks_for_nothing_on_the_floor(inspector: Visitor) -> None:
    answer = inspector.press("suspend-jackpot", jackpot="fours", reason="x", swipe=by_pin("S200"))
    assert code_of(answer) == (403, "ROLE_TOO_LOW")


def test_who_reads_the_journal_in_the_office_may_look_in(site: Site) -> None:
    assert "Reading room" in page(signed_on(site, "U600"), "/inspect/journal")
    assert signed_on(site, "S200").request("GET", "/inspect/journal").status_code == 403


# ---- the journal --------------------------------------------------------------------------------


def test_entries_are_told_in_sentences(inspector: Visitor) -> None:
    text = page(inspector, "/inspect/journal?table=C1&text=misdeal")
    assert "S200 voided round 8 at table C1: misdeal. Contributions were returned." in text
    assert "?csv=" not in text


@pytest.mark.parametrize(
    ("query", "seqs"),
    [
        ("kind=day-closed", 1),
        ("kind=round-started", 8),
        ("jackpot=fours&kind=meter-adjusted", 1),
        ("jackpot=sevens&kind=meter-adjusted", 0),
        ("jackpot=fours&badge=S200", 5),  # opened with another, adjusted, voided, read and counted
        ("since=2026-11-08T00:00&until=2026-11-08T23:00&table=C1&kind=round-started", 2),
    ],
)
def test_they_are_found_by_period_table_jackpot_badge_and_kind(
    inspector: Visitor, query: str, seqs: int
) -> None:
    text = page(inspector, f"/inspect/journal?{query}")
    assert text.count('<a href="/inspect/journal/') == seqs, text


def test_the_row_itself_is_one_press_away_and_proves_itself(site: Site, inspector: Visitor) -> None:
    text = page(inspector, "/inspect/journal?kind=meter-adjusted")
    address = text.split('<a href="/inspect/journal/')[1].split('"')[0]
    entry = page(inspector, f"/inspect/journal/{address}")
    assert "follows the entry before it" in entry
    assert "faulty_display" in entry
    assert "adjusted the Main meter of" in entry


def test_an_entry_about_a_person_is_told_without_him(site: Site, inspector: Visitor) -> None:
    cage = signed_on(site, "A400")
    award = award_of(cage, "Four Aces")
    verified(cage, site, award)
    payment = noted(site, method="check", check_number="77801")
    paid = cage.press("pay-prize", award=award, payment=payment)
    assert paid.json()["accepted"], paid.text
    text = page(inspector, "/inspect/journal?kind=prize-paid")
    assert "Four Aces</a> at C1" in text or "Four Aces at C1, seat 2" in text
    address = text.split('<a href="/inspect/journal/')[1].split('"')[0]
    entry = page(inspector, f"/inspect/journal/{address}")
    assert "This entry is about a person" in entry
    assert "77801" not in entry + text
    assert "77801" in page(cage, f"/office/journal/{address}")
    # Nobody finds out by searching what he is not told.
    assert f"/inspect/journal/{address}" not in page(inspector, "/inspect/journal?text=77801")


# ---- meters at a time ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "shown", "reserve"),
    [
        ("2026-11-07T08:00:02", "$1,000.00", "$0.00"),  # the first START is dated at 08:00:02
        ("2026-11-07T08:00:03", "$1,000.60", "$0.15"),
        ("2026-11-07T08:00:05", "$1,001.20", "$0.30"),
        ("2026-11-07T08:00:13", "$1,003.60", "$0.90"),  # six rounds of three wagers
        ("2026-11-07T09:00:00", "$1,025.90", "$0.00"),  # aces paid, restarted, $25 adjusted
        ("2026-11-08T09:00:00", "$1,026.10", "$0.05"),  # one wager more; the next was void
    ],
)
def test_levels_at_any_past_second(inspector: Visitor, at: str, shown: str, reserve: str) -> None:
    text = page(inspector, f"/inspect/past_meters?at={at}")
    rows = [part for part in text.split("<tr>") if "Main" in part and "1,0" in part]
    row = next(part for part in rows if shown in part)
    assert f"{reserve}" in row.replace("0000", ""), row
    assert "these entries follow one another" in text


def test_the_proof_names_the_entry_before_and_the_one_after(site: Site, inspector: Visitor) -> None:
    text = page(inspector, "/inspect/past_meters?at=2026-11-07T08:00:05")
    journal = JournalPlace(site.running_site.folder)()
    rows = list(every_row(journal))
    journal.close()
    before = max((row for row in rows if row.at_ms < 1_794_067_205_000), key=lambda row: row.seq)
    after = rows[before.seq]
    assert f"{before.seq}:{before.hash}" in text
    assert f"{after.seq}:{after.hash}" in text
    assert f"pitboss replay JOURNAL --until {before.seq}" in text


def test_a_time_to_come_is_refused(inspector: Visitor) -> None:
    answer = inspector.request("GET", "/inspect/past_meters?at=2199-01-01T00:00")
    assert "TIME_TO_COME" in answer.text


# ---- reports and export -------------------------------------------------------------------------


def test_all_seventeen_reports_are_there_without_people(inspector: Visitor) -> None:
    listed = page(inspector, "/inspect/reports")
    assert listed.count('<a href="/inspect/reports/') == 19
    period = "begin=2026-11-07T00:00&end=2026-11-09T00:00"
    text = page(inspector, f"/inspect/reports/adjustments?{period}")
    assert "A400" in text
    assert "Accounting Clerk" not in text
    assert "/office/" not in text
    assert '"/inspect/journal/' in text
    assert page(inspector, f"/inspect/reports/tax_and_cash?{period}")


def exported_zip(inspector: Visitor) -> httpx.Response:
    inspector.load("/inspect/export")
    return inspector.form("/inspect/export", begin="2026-11-07T00:00", end="2026-11-09T00:00")


def test_an_export_opens_anywhere_and_is_recorded_once(site: Site, inspector: Visitor) -> None:
    answer = exported_zip(inspector)
    assert answer.headers["content-type"] == "application/zip", answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as pack:
        names = pack.namelist()
        manifest = json.loads(pack.read("manifest.json"))
    assert {"journal.txt", "rows.jsonl", "verify.py", "manifest.sig"} <= set(names)
    assert sum(name.startswith("reports/") for name in names) == 18
    assert manifest["period"]["to_ms"] - manifest["period"]["from_ms"] == 2 * DAY_MS
    exports = [
        event for event in kinds_written(site, "report-recorded")
        if event["report"] == "period_export"
    ]  # fmt: skip
    assert [(event["copy"], event["badge"]) for event in exports] == [(1, "I700")]


def test_pages_leave_no_entry(site: Site, inspector: Visitor) -> None:
    before = site.running_site.seq
    for address in ("journal", "journal/1", "past_meters", "reports", "reports/accrual", "export"):
        page(inspector, f"/inspect/{address}")
    assert site.running_site.seq == before


# ---- rules, and what is saved -------------------------------------------------------------------


def test_the_reading_room_shows_the_rules(inspector: Visitor) -> None:
    text = page(inspector, "/inspect/rules")
    assert "WAC 230-15-455" in text
    assert 'href="/inspect/rules/nevada"' in text
    assert "Nevada" in page(inspector, "/inspect/rules/nevada")
    assert inspector.request("GET", "/office/rules").status_code == 403
    answer = inspector.request("GET", "/inspect/rules?csv=switches")
    assert answer.headers["content-type"].startswith("text/csv")


def test_meters_at_a_time_are_saved_as_csv(inspector: Visitor) -> None:
    """At midnight of 8 November, before the second day: 18 bets and one award on the first."""
    at = "2026-11-07T23:59:59.000"
    text = page(inspector, f"/inspect/past_meters?at={at}")
    assert f'href="/inspect/past_meters?at={at.replace(":", "%3A")}&amp;csv=past_meters"' in text
    saved = inspector.request("GET", f"/inspect/past_meters?at={at}&csv=past_meters")
    assert saved.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(saved.text, newline="")))
    (fours,) = [row for row in rows if row["jackpot"].startswith("Four-card")]
    # $1,000.00 and 18 times $0.20; four aces take all of $1,003.60; then the seed again, the
    # reserve of 18 times $0.05, and $25.00 by hand.
    assert fours["sign"] == "1025.90"


def test_entries_and_reports_of_the_reading_room_leave_by_exports(inspector: Visitor) -> None:
    for address in ("/inspect/journal?csv=journal", "/inspect/reports?csv=reports"):
        answer = inspector.request("GET", address)
        assert answer.headers["content-type"].startswith("text/html")
