"""Wins in the office, their pages, and what is asked there."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.web.access.issued import Secret

from .office_support import award_of, exported, noted, played, signed_on, verified
from .office_support import played_site as site
from .server_support import Site, by_pin, code_of

__all__ = ["site"]


@pytest.fixture
def open_day(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """The same while the first day is open: its awards can be backed out."""
    with played(tmp_path / "site", keys, closes=False) as opened:
        yield opened


def text_of(document: bytes, folder: Path) -> str:
    path = folder / "page.pdf"
    path.write_bytes(document)
    shown = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    )
    return re.sub(r" +", " ", shown.stdout)


def test_the_page_shows_the_newest_not_all(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.office.win_pages.SHOWN_MOST", 1)
    visitor = signed_on(site, "A400")
    page = visitor.request("GET", "/office/wins").text
    assert len(set(re.findall(r'href="/office/wins/([^"]+)"', page))) == 1
    assert "The newest 1 of 2. The CSV has up to 1,000" in page
    assert len(exported(visitor, "/office/wins", "wins")) == 2


def test_the_list_says_where_each_prize_comes_from(site: Site) -> None:
    rows = exported(signed_on(site, "A400"), "/office/wins", "wins")
    told = [
        (row["hand"], row["seat"], row["from_meter"], row["from_tray"], row["total"], row["status"])
        for row in rows
    ]
    assert told == [
        ("Four of a Kind", "4", "0.00", "300.00", "300.00", "paid at the table"),
        ("Four Aces", "2", "1003.60", "0.00", "1003.60", "owed"),
    ]


def test_the_page_of_a_win_for_the_printer_PS_8(site: Site, tmp_path: Path) -> None:
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    answer = visitor.request("GET", f"/wins/{award}/page.pdf?paper=a4")
    assert answer.headers["content-type"] == "application/pdf"
    text = text_of(answer.content, tmp_path)
    for said in (
        "$1,003.60",
        "one thousand three and 60/100 dollars",
        "Main meter before $1,003.60",
        "Main meter after (restarted) $1,000.90",
        "Seat 3 $100.00",
        "Seat 1 $100.00",
        "Shift Executive, executive, badge E300",
        "VIEW ONLY: not a recorded print",
    ):
        assert said in text, said


def test_a_console_shows_the_win_and_a_stranger_does_not(site: Site) -> None:
    award = award_of(signed_on(site, "A400"), "Four Aces")
    console = site.visitor().enroll("console", "C1")
    assert "$1,003.60" in console.request("GET", f"/wins/{award}").text
    assert site.visitor().request("GET", f"/wins/{award}").status_code in (303, 401)


def test_an_award_that_is_not_there_is_refused_by_name(site: Site) -> None:
    visitor = signed_on(site, "A400")
    assert "AWARD_UNKNOWN" in visitor.request("GET", "/office/wins/C1-6-1.9").text


def test_a_prize_is_paid_and_its_page_says_so(site: Site, tmp_path: Path) -> None:
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    payment = noted(site, identity="driver license")
    verified(visitor, site, award)
    answer = visitor.press("pay-prize", award=award, payment=payment)
    assert answer.status_code == 200, answer.text
    rows = exported(visitor, "/office/wins", "wins")
    assert next(row["status"] for row in rows if row["award"] == award) == "paid"
    assert 'data-command="pay-prize"' not in visitor.request("GET", f"/office/wins/{award}").text
    text = text_of(visitor.request("GET", f"/wins/{award}/page.pdf").content, tmp_path)
    for said in ("Prize paid", "Method cash", "driver license", "A400 at 08:05", "Badge A400"):
        assert said in text
    amounts = ("Gross", "$1,003.60"), ("Tax withheld", "$0.00"), ("Net", "$1,003.60")
    page = visitor.request("GET", f"/office/wins/{award}").text
    assert "".join(f"<dt>{name}</dt><dd>{cents}</dd>" for name, cents in amounts) in page
    assert all(f"{name} {cents}" in text for name, cents in amounts)


def test_a_payment_that_was_voided_says_so_under_its_title(site: Site, tmp_path: Path) -> None:
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    verified(visitor, site, award)
    payment = noted(site)
    asked = {"award": award, "reason": "spoiled", "second_swipe": by_pin("E300")}
    other = signed_on(site, "S200")
    for who, command, fields in (
        (visitor, "pay-prize", {"award": award, "payment": payment}),
        (other, "void-payment", asked),
        (visitor, "pay-prize", {"award": award, "payment": payment}),
    ):
        answer = who.press(command, **fields)
        assert answer.status_code == 200, answer.text
    titles = [("Prize paid", ""), ("Payment voided", ""), ("Prize paid", " · VOIDED")]
    page = visitor.request("GET", f"/office/wins/{award}").text
    assert re.findall(r"<h3>(.+?) <span.+?</span>(.*?)</h3>", page) == titles
    text = text_of(visitor.request("GET", f"/wins/{award}/page.pdf").content, tmp_path)
    assert re.findall(r"^ ?(P.+?) 20\S+ \S+ P[SD]T(.*)$", text, re.MULTILINE) == titles


def test_a_printed_win_is_in_the_houses_language_for_all(site: Site, tmp_path: Path) -> None:
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    verified(visitor, site, award)
    visitor.press("pay-prize", award=award, payment=noted(site))
    site.access.choose_language("A400", "es")
    page = visitor.request("GET", f"/office/wins/{award}").text
    assert "<dt>Neto</dt><dd>$1,003.60</dd>" in page
    assert "<dd>efectivo</dd><dt>Identificación</dt><dd>licencia de conducir</dd>" in page
    text = text_of(visitor.request("GET", f"/wins/{award}/page.pdf").content, tmp_path)
    assert "Net $1,003.60" in text
    assert "Method cash" in text
    assert "Neto" not in text


def test_a_back_out_takes_two_people_PS_7(open_day: Site) -> None:
    visitor = signed_on(open_day, "A400")
    award = award_of(visitor, "Four Aces")
    asking = visitor.request("GET", f"/office/wins/{award}").text
    assert "stays in the books: Seat 3 $100.00, Seat 1 $100.00." in asking
    alone = visitor.press("back-out-award", award=award, reason="wrong seat")
    assert code_of(alone) == (401, "SWIPE_MISSING")
    both = visitor.press(
        "back-out-award", award=award, reason="wrong seat", second_swipe=by_pin("S200")
    )
    assert both.status_code == 200, both.text
    page = visitor.request("GET", f"/office/wins/{award}").text
    told = "BACKED OUT: do not pay · $200.00 of envy was paid on it and stays paid"
    assert told in page
    assert "wrong seat" in page
    # The award that comes back and the restart that is taken back are two movements (PS-61).
    moves = exported(visitor, "/office/meters/fours/main", "movements")[:2]
    assert [(each["kind"], each["meter_change"]) for each in moves] == [
        ("restart", "-1000.90000000"),
        ("award_backed_out", "1003.60000000"),
    ]


def test_an_adjustment_takes_two_people_and_shows_in_the_record(site: Site) -> None:
    visitor = signed_on(site, "A400")
    meter = {"table": "C1", "jackpot": "fours", "level": "main"}
    reporter = signed_on(site, "S200")
    told = reporter.press("report-malfunction", **meter, cents=1000, reason="ten dollars too much")
    asked = {
        "jackpot": "fours", "level": "main", "adjustment": "faulty_display", "cents": -1000,
        "evidence": f"paper-{told.json()['seq']}", "reason": "ten dollars too much",
    }  # fmt: skip
    answer = visitor.press("adjust-meter", **asked, second_swipe=by_pin("E300"))
    assert answer.status_code == 200, answer.text
    newest = exported(visitor, "/office/adjustments", "adjustments")[0]
    assert [newest[name] for name in ("before", "change", "after")] == [
        "1026.10", "-10.00", "1016.10",
    ]  # fmt: skip


def test_what_a_seat_won_by_envy_is_told_in_one_sentence(site: Site) -> None:
    page = signed_on(site, "A400").request("GET", "/office/envy/C1/6/1/fours").text
    told = re.search(r"Won on this wager:.*", page)
    assert told is not None
    said = re.sub(r"<[^>]+>", "", told[0])
    assert said == "Won on this wager: $100.00; wagered $1.00; withheld $0.00"
