"""The site of the documents, which the product shows too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from documents.site import find_broken_links, write_site
from pitboss.web.screens import documents


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of it, as files."""
    folder = tmp_path_factory.mktemp("documents") / "site"
    write_site(folder)
    return folder


def test_every_page_of_the_documents_is_in_the_site(site: Path) -> None:
    files = {*documents.documents_folder().glob("docs/*.md")}
    assert {f"{file.stem.lower()}.html" for file in files} <= {each.name for each in site.iterdir()}


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    assert find_broken_links(site) == []


def test_a_link_that_leads_nowhere_is_found(site: Path, tmp_path: Path) -> None:
    text = '<a href="gone.html">x</a><a href="#lost">y</a><a href="https://example.com/z">z</a>'
    (tmp_path / "page.html").write_text(text, "utf-8")
    assert find_broken_links(tmp_path) == ["page.html: gone.html#", "page.html: #lost"]


def test_the_search_knows_every_heading(site: Path) -> None:
    rows = json.loads((site / documents.INDEX).read_text("utf-8"))
    assert ["ledger.html#reversals", "The ledger", "Reversals"] in [row[:3] for row in rows]


def test_a_page_holds_no_markup_of_its_own_but_line_breaks(site: Path) -> None:
    assert all("<!--" not in page.read_text("utf-8") for page in site.glob("*.html"))
    assert "python3-venv</code><br>" in (site / "failover.html").read_text("utf-8")
    assert all(" style=" not in page.read_text("utf-8") for page in site.glob("*.html"))


@pytest.mark.parametrize(
    ("file", "target", "link"),
    [
        ("README.md", "docs/running.md#people", "running.html#people"),
        ("docs/security.md", "../SECURITY.md", "about-security.html"),
        ("docs/floor.md", "pictures/pit.webp", "pictures/pit.webp"),
        ("docs/floor.md", "#the-cashier", "#the-cashier"),
        ("docs/floor.md", "../README.md", "index.html"),
        ("README.md", "https://example.com/a.md", "https://example.com/a.md"),
    ],
)
def test_a_link_leads_to_the_page_of_its_file(file: str, target: str, link: str) -> None:
    assert documents.link_from(file, target) == link
