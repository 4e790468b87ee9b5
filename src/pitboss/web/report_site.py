"""What the reports need of a site's file, as plain data in the language of the house."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.view.board import Names
from pitboss.live.folder import PAYTABLES_FOLDER
from pitboss.reports.source import SiteFacts
from pitboss.rules.profile import Profile
from pitboss.site.approvals import posted_items
from pitboss.site.model import Site, SiteTable
from pitboss.web.language import texts


def site_facts(site: Site, profile: Profile, names: Names, folder: Path) -> SiteFacts:
    """What a report says beyond the record: names and law; and what the file would post."""
    own = folder / PAYTABLES_FOLDER
    words = texts(site.language)  # a report leaves the house in its language
    return SiteFacts(
        house=site.name,
        time_zone=site.time_zone,
        profile=profile,
        tables={table.table: _posted(table) for table in site.tables},
        jackpots=dict(names.jackpots),
        terms=names.terms,
        wagers=dict(words["wagers"]),
        reserve=words["sign"]["reserve"],
        removal=words["sign"]["removal"],
        own_paytables=str(own) if own.is_dir() else "",
    )


def _posted(table: SiteTable) -> dict[str, str]:
    title, limits = posted_items(table)
    return dict((*title, *limits))
