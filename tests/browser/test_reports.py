"""Reports on a busy day, at a desk: no table is wider than its place."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser import looks
from browser.busy_floor import write_busy_past
from browser.live_site import Keys, LiveSite
from browser.played_floor import site_text
from pitboss.reports.making import reports
from pitboss.words.language import texts

AWARD = re.compile(r"Four Aces|Four of a Kind|Flush")  # as each row of a register names its prize
PERIOD = "begin=2026-11-07T00:00&end=2026-11-12T00:00"
PAGES = (
    "/office/days", "/office/prizes", "/office/today",
    *(f"/office/reports/{report.name}?{PERIOD}" for report in reports()),
)  # fmt: skip
DESK = (1280, 800)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, keys: Keys) -> Iterator[LiveSite]:
    """One site for all of this file."""
    folder = tmp_path_factory.mktemp("busy")
    with LiveSite(folder, keys, text=site_text(), before=write_busy_past).serving() as running:
        yield running


@pytest.mark.parametrize("language", ["en", "es"])
def test_tables_fit_a_desk(browser: Browser, floor: LiveSite, language: str) -> None:
    """The words of the other language are longer."""
    floor.access.choose_language("E300", language)
    page = floor.signed_on(browser, "E300")
    looks.reshaped(page, *DESK)
    cut = {}
    page.goto(f"{floor.address}/office/days")
    day = page.locator("a[href^='/office/days/']").first.get_attribute("href") or ""
    for path in (*PAGES, day):
        page.goto(f"{floor.address}{path}")
        if path == "/office/prizes":
            due = texts(language)["office"]["columns"]["check_due"]
            assert page.locator(".below", has_text=due).count(), "nothing is to be paid by check"
        if found := looks.too_wide(page) + looks.cut_lists(page):
            cut[path] = found
    assert cut == {}


def test_a_total_stands_once_on_paper(browser: Browser, floor: LiveSite, tmp_path: Path) -> None:
    floor.access.choose_language("E300", "en")
    page = floor.signed_on(browser, "E300")
    page.goto(f"{floor.address}/office/reports/prize_register?{PERIOD}&sum_below=$0")
    path = tmp_path / "register.pdf"
    page.pdf(path=path, prefer_css_page_size=True)
    shown = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    )
    above, *below = shown.stdout.split("Total")
    assert "\f" in above  # it has several sheets
    assert len(below) == 1
    assert AWARD.search(above)
    assert not AWARD.search(below[0])
