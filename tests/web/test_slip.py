"""The player's slip and the page it leads to; the dispute pack from the office."""

from __future__ import annotations

import io
import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.journal import Last
from pitboss.journal.place import JournalPlace
from pitboss.web.access.issued import Secret
from pitboss.web.screens.slip_page import slip_code
from pitboss.web.shell.addresses import Addresses

from .office_support import (
    WON_BY_HAND,
    award_of,
    exported,
    noted,
    played,
    second_supervisor,
    signed_on,
    verified,
)
from .office_support import played_site as site
from .server_support import Site, by_pin
from .test_office_wins import text_of

__all__ = ["site"]


@pytest.fixture
def open_day(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """The same while the first day is open: its awards can be backed out."""
    with played(tmp_path / "site", keys, closes=False) as opened:
        yield opened


def slip_of(site: Site, award: str, tmp_path: Path) -> tuple[str, str]:
    """What the slip of an award says, and the address on it."""
    answer = signed_on(site, "A400").request("GET", f"/wins/{award}/slip.pdf")
    assert answer.headers["content-type"] == "application/pdf", answer.text
    file = tmp_path / "slip.pdf"
    file.write_bytes(answer.content)
    shown = subprocess.run(
        ["pdftotext", "-raw", str(file), "-"], capture_output=True, text=True, check=True
    )
    found = re.search(r"/check/\n?([A-Z0-9.-]+\.[a-z2-7]{24})", shown.stdout)
    assert found is not None, shown.stdout
    return shown.stdout, f"/check/{found[1]}"


def test_the_slip_leads_to_a_page_that_says_the_journal_has(site: Site, tmp_path: Path) -> None:
    award = award_of(signed_on(site, "A400"), "Four Aces")
    text, address = slip_of(site, award, tmp_path)
    assert "$1,003.60" in text
    answer = site.visitor().request("GET", address)
    assert answer.status_code == 200
    for said in ("Yes: this prize is on record", "$1,003.60", "Four Aces", "C1, "):
        assert said in answer.text, said
    row = signed_on(site, "A400").request("GET", f"/office/wins/{award}").text
    found = re.search(r"[0-9a-f]{64}(?=<)", row)
    assert found is not None
    assert found[0] in answer.text


def test_neither_names_anybody(site: Site, tmp_path: Path) -> None:
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    payment = noted(site, identity="driver license")
    verified(visitor, site, award)
    assert visitor.press("pay-prize", award=award, payment=payment).status_code == 200
    text, address = slip_of(site, award, tmp_path)
    page = site.visitor().request("GET", address).text
    for named in ("E300", "D100", "A400", "Shift Executive", "license", "S-77", "Seat"):
        assert named not in text, named
        assert named not in page, named


def test_a_code_cannot_be_guessed_from_another(site: Site, tmp_path: Path) -> None:
    visitor = signed_on(site, "A400")
    aces, kind = award_of(visitor, "Four Aces"), award_of(visitor, "Four of a Kind")
    _, address = slip_of(site, aces, tmp_path)
    digest = address.rpartition(".")[2]
    for wrong in (
        f"/check/{kind}.{digest}",
        f"/check/{aces}.{'a' * 24}",
        f"/check/{aces}.",
        f"/check/{aces}",
        f"/check/{digest}",
        "/check/%C3%A9.%C3%A9",
        address.upper(),
    ):
        answer = site.visitor().request("GET", wrong)
        assert answer.status_code == 404, wrong
        assert "$1,003.60" not in answer.text


def test_a_prize_that_was_backed_out_says_so(open_day: Site, tmp_path: Path) -> None:
    award = award_of(signed_on(open_day, "A400"), "Four Aces")
    _, address = slip_of(open_day, award, tmp_path)
    visitor = signed_on(open_day, "A400")
    swipe = by_pin("S200")
    both = visitor.press("back-out-award", award=award, reason="wrong seat", second_swipe=swipe)
    assert both.status_code == 200, both.text
    page = open_day.visitor().request("GET", address).text
    assert "it was backed out later" in page
    assert "wrong seat" not in page


def test_a_prize_that_was_canceled_says_so(site: Site) -> None:
    visitor = signed_on(site, "A400")
    entered = visitor.press("adjust-meter", **WON_BY_HAND, second_swipe=by_pin("S200"))
    seq = int(entered.json()["seq"])
    award = f"adjustment-{seq}"
    with closing(JournalPlace(site.running_site.folder)()) as journal:
        (row,) = journal.rows(after_seq=seq - 1, limit=1)
    code = slip_code(site.app.state.house_key, award, Last(row.seq, row.hash))
    both = {"reason": "not won", "evidence": "camera 7", "second_swipe": by_pin("E300")}
    canceled = second_supervisor(site).press("cancel-prize", award=award, **both)
    assert canceled.status_code == 200, canceled.text
    page = site.visitor().request("GET", f"/check/{code}").text
    assert "it was canceled later" in page
    assert "backed out" not in page


def test_a_stranger_gets_no_slip(site: Site) -> None:
    award = award_of(signed_on(site, "A400"), "Four Aces")
    assert site.visitor().request("GET", f"/wins/{award}/slip.pdf").status_code in (303, 401)


def test_the_office_hands_out_a_numbered_pack(site: Site) -> None:
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    assert "Dispute pack" in visitor.request("GET", f"/office/wins/{award}").text
    answer = visitor.form("/office/pack", award=award)
    assert answer.headers["content-type"] == "application/zip", answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        facts = json.loads(file.read("facts.json"))
    shown = [(each["when"], each["shown"]) for each in facts["meters"]]
    assert shown[:3] == [
        ("before_start", "$1,003.00"), ("before_award", "$1,003.60"), ("after_award", "$1,000.90"),
    ]  # fmt: skip
    rows = exported(visitor, "/office/journal?kind=report-recorded", "journal")
    assert rows[0]["badge"] == "A400"
    assert rows[0]["sentence"] == "A400 saved copy 1 of report dispute pack as zip."
    entry = visitor.request("GET", f"/office/journal/{rows[0]['seq']}").text
    assert sha256(answer.content).hexdigest() in entry


def test_a_supervisor_reads_wins_and_gets_no_pack(site: Site) -> None:
    award = award_of(signed_on(site, "A400"), "Four Aces")
    visitor = signed_on(site, "S200")
    assert "Dispute pack" not in visitor.request("GET", f"/office/wins/{award}").text
    assert "ROLE_TOO_LOW" in visitor.form("/office/pack", award=award).text


def test_a_pack_of_nothing_is_refused_by_name(site: Site) -> None:
    visitor = signed_on(site, "A400")
    assert "AWARD_UNKNOWN" in visitor.form("/office/pack", award="C1-9-9.9").text


def test_paper_has_the_address_that_other_machines_reach(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Printed at the server's own machine, where the browser calls it 127.0.0.1."""
    outward = "http://192.0.2.7:8080"
    monkeypatch.setattr(Addresses, "for_others", lambda self, request: outward)
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    assert f"{outward}/check/" in slip_of(site, award, tmp_path)[0].replace("\n", "")
    page = signed_on(site, "A400").request("GET", f"/wins/{award}/page.pdf").content
    assert f"{outward}/" in text_of(page, tmp_path).replace("\n", "")
