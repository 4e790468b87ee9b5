"""What the office shows is the journal's, whatever became of the file of the books."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from pitboss.books import clerk
from pitboss.books.clerk import Clerk
from pitboss.books.opening import BOOKS_FILE
from pitboss.reports.making import reports
from pitboss.web.office.menu import BY_NAME

from .office_support import award_of, exported, signed_on
from .office_support import seen_site as site
from .server_support import Site

__all__ = ["site"]


def test_no_page_shows_a_figure_that_somebody_edited_in_the_books(site: Site) -> None:
    visitor = signed_on(site, "A400")
    visitor.request("GET", "/office/wins")
    file = site.running_site.folder / BOOKS_FILE
    with closing(sqlite3.connect(file)) as base, base:
        text = "UPDATE entry SET text = replace(text, '100360', '60360') WHERE kind = ?"
        assert base.execute(text, ("awards-recorded",)).rowcount
    rows = exported(visitor, "/office/wins", "wins")
    assert [row["total"] for row in rows] == ["300.00", "1003.60"]
    counted = 'pitboss_refusals_total{code="BOOKS_ALTERED"} 1\n'
    assert counted in site.watch("/metrics").text
    assert exported(visitor, "/office/devices", "turned_away")[0]["code"] == "BOOKS_ALTERED"


def test_while_books_are_made_every_page_says_how_far_they_are(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after their file was deleted: one row is read for each question."""
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    beginning = Clerk(site.running_site.open_reading, site.running_site.folder)
    monkeypatch.setattr(Clerk, "is_apart", False)
    monkeypatch.setattr(Clerk, "make_ready", lambda self: None)
    monkeypatch.setattr(Clerk, "_catch_up_beside", lambda self: None)
    monkeypatch.setattr("pitboss.books.keeping.TAKEN_ROWS", 1)
    monkeypatch.setattr(clerk, "PATIENCE_S", 0.0)
    monkeypatch.setattr(site.app.state, "clerk", beginning)
    pages = [each.address for each in BY_NAME.values() if "accounting" in each.readers]
    pages += [f"/office/reports/{each.name}" for each in reports()]
    pages += [f"/office/wins/{award}", f"/wins/{award}", "/pit/C1", "/office/meters/fours/main"]
    waiting = 0
    for page in pages:
        answer = visitor.request("GET", page)
        assert answer.status_code in (200, 403, 404, 503), page
        if answer.status_code == 503:
            waiting += 1
            assert "still building the books, " in answer.text.lower(), page
            assert '<meta http-equiv="refresh"' in answer.text, "it opens by itself"
            assert "That didn't go through" not in answer.text
    assert waiting > 20
