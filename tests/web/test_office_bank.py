"""The bank account in the office: the sheet of what is due now, statements that two people see
before they sign, and what is kept for others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.web.access import Secret

from .office_support import played, signed_on
from .server_support import Site, by_pin


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """A played site, which the tests of this file share."""
    with played(tmp_path_factory.mktemp("bank") / "site", keys) as opened:
        yield opened


def test_the_deposit_sheet_is_as_of_now_and_has_what_the_bank_page_says_is_due_PS_62(
    site: Site,
) -> None:
    """$2,000.00 are seized today; the last closed day knew nothing of it."""
    visitor = signed_on(site, "A400")
    seized = visitor.press(
        "record-withdrawal", cents=200_000, reference="order 7", day="2026-11-08",
        purpose="seizure", second_swipe=by_pin("E300"),
    )  # fmt: skip
    assert seized.status_code == 200, seized.text
    bank = visitor.request("GET", "/office/bank").text
    assert '<dt>Due</dt><dd><b class="money">$1,029.75</b>' in bank
    (link,) = re.findall(r'href="(/office/reports/deposit_sheet[^"]*)"', bank)
    sheet = visitor.request("GET", link).text
    assert re.search(r"<h1[^>]*>\s*R2 Deposit sheet as of ", sheet)
    due = sheet.partition('aria-labelledby="sheet-deposit_due"')[2].partition("</section>")[0]
    assert "1,029.75" in due
