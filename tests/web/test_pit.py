"""The pit: every table, and one table with what a supervisor looks at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.local_time import local_day
from pitboss.web.access.issued import Secret

from .office_support import FOURS, played, signed_on, written
from .server_support import Site, by_pin, code_of

SPOT = {"seat": 2, "sensor": 1}


@pytest.fixture
def site(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A played site of one's own."""
    with played(tmp_path / "site", keys) as opened:
        yield opened


def test_the_pit_is_for_the_floor_and_for_who_looks_on(site: Site) -> None:
    for badge in ("S200", "E300", "A400", "U600", "T500"):
        assert signed_on(site, badge).request("GET", "/pit").status_code == 200
    assert signed_on(site, "D100").request("GET", "/pit").status_code == 403


def test_a_table_shows_its_rounds_refusals_late_bets_and_parts(site: Site) -> None:
    page = signed_on(site, "S200").request("GET", "/pit/C1").text
    assert "at seat 2, $1,003.60" in page
    assert "Floor Supervisor (S200) voided the round: misdeal" in page
    assert "ROLE_TOO_LOW" in page
    assert "i-Deal" in page
    assert "TABLE_UNKNOWN" in signed_on(site, "S200").request("GET", "/pit/C9").text


def test_the_checklist_cites_the_rules_of_the_profile(site: Site) -> None:
    page = signed_on(site, "S200").request("GET", "/pit/C1").text
    assert "approval letters of 14 June 2023 for submission #3119" in page  # late bets
    assert '<li data-from="50000"' in page
    assert "WAC 230-15-405" in page
    assert "sister rule" not in page


def test_the_console_counts_the_deck_from_the_amount_of_the_profile(site: Site) -> None:
    page = site.visitor().enroll("console", "C1").load("/table/C1").text
    assert '"from_cents": 50000' in page


def test_console_and_pit_show_the_same_checklist(site: Site) -> None:
    console = site.visitor().enroll("console", "C1").load("/table/C1").text
    pit = signed_on(site, "S200").request("GET", "/pit/C1").text
    for text in (
        "Cards are face up and shown to the camera. Each hand matches its mark and its seat",
        "Deck is counted and the hand set aside to seal",
    ):
        assert text in console
        assert text in pit
    # C1 lets a folded hand win: that is nothing to look at.
    assert "olded hand" not in pit.partition('class="checks"')[2].partition("</ul>")[0]
    assert "A folded hand counts" not in console


def test_only_the_floor_acts(site: Site) -> None:
    for badge, acts in (("S200", True), ("U600", False)):
        page = signed_on(site, badge).request("GET", "/pit/C1").text
        assert ('data-act="pause-table"' in page) == acts


def test_a_supervisor_confirms_from_the_pit_PS_4(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    assert console.press("start-round", table="C1", spots=[SPOT]).status_code == 200
    console.press("press-hand", table="C1", spot=SPOT, outcome="straight_flush")
    pit = signed_on(site, "S200")
    wrong = pit.press("confirm-awards", table="C1", swipe={"badge": "S200", "pin": "9999"})
    assert code_of(wrong) == (401, "PIN_WRONG")
    done = pit.press("confirm-awards", table="C1", swipe=by_pin("S200"))
    assert done.status_code == 200, done.text
    assert "at seat 2, $100.00" in pit.request("GET", "/pit/C1").text


# ---- what happened at a table -------------------------------------------------------------------


def story_of(page: str) -> str:
    """The rounds of a page as a person reads them."""
    shown = page.partition('id="story">')[2].partition('id="lists"')[0]
    return " ".join(re.sub(r"<[^>]*>", " ", shown).split())


def test_a_round_is_told_step_by_step(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    spots = [{"seat": seat, "sensor": 1} for seat in (2, 4)]
    console.press("start-round", table="C1", spots=spots)
    for _ in range(2):  # marked, and taken back
        console.press("press-hand", table="C1", spot=SPOT, outcome="four_aces")
    console.press("press-hand", table="C1", spot=SPOT, outcome="straight_flush")
    console.press("end-round", table="C1")  # refused: it is not confirmed
    for swipe in (by_pin("D100"), {"badge": "S200", "pin": "9"}):  # a dealer's; not his PIN
        console.press("confirm-awards", table="C1", swipe=swipe)
    pit = signed_on(site, "S200")
    pit.press("confirm-awards", table="C1", swipe=by_pin("S200"))
    console.press("end-round", table="C1")
    told = story_of(pit.request("GET", "/pit/C1").text)
    first = told.partition("Round")[2].partition("Round")[0]
    for part in (
        "Dealer: First Dealer (D100) seats 2, 4",
        "The dealer marked Four Aces at seat 2.",
        "The dealer unmarked Four Aces at seat 2.",
        "REFUSED: end a round.",
        "(MARKS_UNCONFIRMED)",
        "REFUSED: confirm awards, by First Dealer (D100). Reason: ",
        "(ROLE_TOO_LOW)",
        "TURNED AWAY: Floor Supervisor (S200) at the console of table C1, asking for confirm",
        "(PIN_WRONG)",
        "Floor Supervisor (S200) confirmed Straight Flush at seat 2, $100.00",
        "The round ended.",
    ):
        assert part in first
        first = first.partition(part)[2]  # in this order


def test_a_reason_of_the_consoles_list_is_told_in_the_language_of_the_reader(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("start-round", table="C1", spots=[SPOT])
    console.press("void-round", table="C1", reason="@misdeal", swipe=by_pin("S200"))
    site.access.choose_language("S200", "es")
    told = story_of(signed_on(site, "S200").request("GET", "/pit/C1").text)
    assert "Mano nula" in told
    assert "Misdeal" not in told


def test_a_shared_mark_names_the_seats_that_share(site: Site) -> None:
    console = site.visitor().enroll("console", "M1")
    console.press("sign-in", table="M1", swipe=by_pin("D101"))
    spots = [{"seat": seat, "sensor": 1} for seat in (1, 3, 5)]
    console.press("start-round", table="M1", spots=spots)
    for _ in range(2):  # marked, and taken back
        console.press(
            "press-hand", table="M1", spot=spots[0], outcome="two_three_four_suited",
            sharers=[1, 3],
        )  # fmt: skip
    told = story_of(signed_on(site, "S200").request("GET", "/pit/M1").text)
    shared = "2, 3 &amp; 4 - 0 Suited at seat 1, shared by seats 3, 1"
    assert f"The dealer marked {shared}" in told
    assert f"The dealer unmarked {shared}" in told


def test_a_prize_of_the_tray_is_not_told_as_paid_by_a_meter(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("start-round", table="C1", spots=[SPOT])
    console.press("press-hand", table="C1", spot=SPOT, outcome="straight_flush")
    answer = signed_on(site, "S200").press("confirm-awards", table="C1", swipe=by_pin("S200"))
    told = answer.json()["told"]
    assert "paid from the tray, no meter moved: Straight Flush at C1, seat 2" in told
    assert "meters paid" not in told
    journal = signed_on(site, "A400").request("GET", "/office/journal").text
    assert "Paid from the tray, no meter moved: " in journal


def test_who_was_turned_away_at_the_tables_console_is_among_its_refusals(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    spots = [{"seat": 2, "sensor": 1}]
    console.press("start-round", table="C1", spots=spots)
    console.press("void-round", table="C1", reason="misdeal", swipe={"badge": "S200", "pin": "9"})
    elsewhere = site.visitor().enroll("console", "C2")
    elsewhere.press("void-round", table="C2", reason="misdeal", swipe=by_pin("D100"))
    page = signed_on(site, "S200").request("GET", "/pit/C1").text
    assert "(D100) seat 2 " in story_of(page)
    refused = page.partition("<h2>Refused presses</h2>")[2].partition("</section>")[0]
    first = refused.partition("<tbody>")[2].partition("</tr>")[0]
    assert "Void a round" in first
    assert "Floor Supervisor (S200)" in first  # as the rounds name him
    assert "PIN_WRONG" in first


def test_what_happened_on_a_later_day_has_its_day(site: Site) -> None:
    pit = signed_on(site, "S200")
    pit.press("confirm-awards", table="C1", swipe=by_pin("S200"))  # refused: nothing is marked
    told = story_of(pit.request("GET", "/pit/C1").text)
    assert told.startswith(f"{written('2026-11-08')} Round 8 ")
    today = local_day(site.running_site.now_ms(), site.running_site.site.time_zone)
    assert re.search(rf" {written(today)} \d+:\d\d:\d\d [AP]M REFUSED: confirm awards", told)


def test_rounds_are_found_by_time(site: Site) -> None:
    pit = signed_on(site, "S200")
    newest = story_of(pit.request("GET", "/pit/C1").text)
    head = re.match(r"(.*?) Round \d+ (\d+:\d\d):\d\d ([AP]M)", newest)
    assert head is not None
    typed = f"{head[1]}, {head[2]} {head[3]}"
    found = story_of(pit.request("GET", f"/pit/C1?at={typed}").text)
    assert f"Rounds started by {typed}" in found
    assert newest[: newest.index("seats")] in found
    assert "Dealer" not in story_of(pit.request("GET", "/pit/C1?at=1999-01-01 14:05").text)
    assert "TIME_UNREADABLE" in pit.request("GET", "/pit/C1?at=noon").text


def test_a_jackpot_is_suspended_and_resumed_from_the_pit(site: Site) -> None:
    pit = signed_on(site, "S200")
    page = pit.request("GET", "/pit/C1").text
    assert 'data-act="suspend-jackpot"' in page
    pit.press("suspend-jackpot", jackpot="fours", reason="sensor board")
    suspended = pit.request("GET", "/pit/C1").text
    assert 'data-act="resume-jackpot"' in suspended
    told = f"Floor Supervisor (S200) suspended jackpot {FOURS}: sensor board"
    assert told in story_of(suspended)
    assert told not in story_of(pit.request("GET", "/pit/H1").text)  # which has another jackpot
    assert (
        'data-act="suspend-jackpot"' not in signed_on(site, "U600").request("GET", "/pit/C1").text
    )
