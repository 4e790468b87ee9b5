"""What reports need of a site's file, as plain data in the house's language; and copies of them in
that language."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from pitboss.books import Books
from pitboss.floor.state.approved import PAYTABLE_ITEM
from pitboss.floor.view.board import Names
from pitboss.live.folder import PAYTABLES_FOLDER
from pitboss.reports.making import copy_report
from pitboss.reports.paper_report import PaperReport
from pitboss.reports.source import SiteFacts
from pitboss.reports.table_papers import TablePapers, table_papers
from pitboss.rules.profile import Profile
from pitboss.site.model import Site, SiteTable
from pitboss.site.table_approval import posted_items
from pitboss.words.language import recording, texts


def site_facts(site: Site, profile: Profile, names: Names, folder: Path) -> SiteFacts:
    """A report's facts beyond the record: names, law, and what the file would post."""
    own = folder / PAYTABLES_FOLDER
    words = texts(site.language)  # a report leaves the house in its language
    signs, posted = words["sign"], words["posted"]
    unwritten = posted["notice_unwritten"]
    return SiteFacts(
        house=site.name,
        time_zone=site.time_zone,
        profile=profile,
        tables={table.table: _posted(table) for table in site.tables},
        jackpots=dict(names.jackpots),
        properties=names.properties,
        terms=names.terms,
        wagers=dict(words["wagers"]),
        reserve=signs["reserve"],
        removal=signs["removal"],
        notices={
            "staff_play": site.signs.staff_play or unwritten.format(key="staff_play"),
            "disputes": site.signs.disputes or unwritten.format(key="disputes"),
            "rules": posted["rules"],
        },
        payer=asdict(site.payer),
        own_paytables=str(own) if own.is_dir() else "",
    )


def copy_for_house(
    books: Books,
    shown: PaperReport,
    site: SiteFacts,
    language: str,
    file_format: str,
    *,
    copy: int,
    paper: str,
) -> bytes:
    """A numbered copy in the language of the house; asked of whoever keeps the books, whose process
    has no reader."""
    with recording(language):
        words = texts(language)["office"]
        return copy_report(books, shown, site, words, file_format, copy=copy, paper=paper)


def papers_of(books: Books, table: str, site: SiteFacts, language: str) -> TablePapers:
    """A table's papers in a language; asked of whoever keeps the books."""
    with recording(language):
        words = texts(language)
        said = {"options": words["game_options"], "values": words["game_values"]}
        return table_papers(books, table, site, {**words["table_papers"], **said})


def _posted(table: SiteTable) -> dict[str, str]:
    title, limits = posted_items(table)
    paytables = ((f"{PAYTABLE_ITEM}{slot}", name) for slot, name in table.paytables.items())
    return dict((*title, *paytables, *limits))
