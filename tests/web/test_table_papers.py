"""The papers of a table: rack card, placard, pay chart, proof of the layout, and the page on its
console."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.reports.table_papers import KINDS

from .office_support import played_site as site
from .office_support import signed_on
from .server_support import Site
from .test_help import text_of

__all__ = ["site"]


def paper_of(site: Site, folder: Path, table: str, kind: str, paper: str = "letter") -> str:
    address = f"/office/cards/{table}/{kind}.pdf?paper={paper}"
    made = signed_on(site, "S200").request("GET", address)
    assert made.headers["content-type"] == "application/pdf", made.text
    return "\f".join(text_of(made.content, folder))


@pytest.mark.parametrize("table", ["C1", "B1", "M1"])
def test_every_table_has_each_paper_with_what_it_runs_as(
    site: Site, tmp_path: Path, table: str
) -> None:
    seen = {
        re.findall(r"Runs as ([0-9a-f]{16})", paper_of(site, tmp_path, table, kind, "a4"))[0]
        for kind in KINDS
    }
    assert len(seen) == 1


def test_a_placard_has_limits_pays_envy_and_notices(site: Site, tmp_path: Path) -> None:
    placard = paper_of(site, tmp_path, "C1", "placard")
    assert re.search(r"Ante +\$5 +\$100", placard)
    assert re.search(r"Four Aces +100% +\$100", placard)
    assert re.search(r"Queens or Better +1 to 1", placard)
    assert "Original Wager is NOT Returned" in placard
    assert "available on\nrequest" in placard or "available on request" in placard


def test_a_pay_chart_pays_each_line_at_the_wagers_of_the_house(site: Site, tmp_path: Path) -> None:
    chart = paper_of(site, tmp_path, "C1", "pay_chart")
    head = re.search(r"Super Bonus\s+Wager((?: +\$[\d,]+)+)", chart)
    flush = re.search(r"\n *Flush((?: +\$[\d,.]+)+)", chart[chart.index("Super Bonus") :])
    assert head is not None
    assert flush is not None
    wagers, pays = head[1].split(), flush[1].split()
    assert (wagers[0], wagers[-1]) == ("$5", "$100")
    assert (pays[0], pays[-1]) == ("$7.50", "$150")  # 3 to 2
    assert len(wagers) == len(pays)


def test_a_rack_card_has_the_rules_and_how_this_house_plays_them(
    site: Site, tmp_path: Path
) -> None:
    card = paper_of(site, tmp_path, "C1", "rack_card")
    assert "The dealer qualifies with king-high or better" in card
    assert re.search(r"Can a folded hand win the progressive\? +yes", card)


def test_a_console_shows_its_table_as_it_runs_and_leads_back(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    assert 'href="/posted/table/C1"' in console.load("/table/C1").text
    page = console.load("/posted/table/C1").text
    assert 'href="/table/C1"' in page
    assert "Four Aces" in page
    person = signed_on(site, "S200")
    assert 'href="/table/C1"' not in person.load("/posted/table/C1").text
    assert "TABLE_UNKNOWN" in person.request("GET", "/posted/table/Z9").text


def test_a_paper_that_there_is_none_of_is_refused(site: Site) -> None:
    person = signed_on(site, "S200")
    assert person.request("GET", "/office/cards/C1/poster.pdf").status_code == 404
    assert "TABLE_UNKNOWN" in person.request("GET", "/office/cards/Z9/placard.pdf").text


def test_what_was_put_up_is_on_record_and_stays_true_until_a_change(site: Site) -> None:
    person = signed_on(site, "S200")
    assert person.load("/office/cards").text.count("Not recorded") == len(
        site.running_site.site.tables
    )
    answer = person.press("post-papers", table="C1")
    assert answer.json()["accepted"], answer.text
    listed = person.load("/office/cards").text
    assert listed.count("As it runs") == 1
    assert answer.json()["told"].endswith("recorded that the papers at table C1 are up.")
