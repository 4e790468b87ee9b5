"""What the reports need of a site's file, as plain data in the language of the pages."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.view.board import Names
from pitboss.live.folder import PAYTABLES_FOLDER
from pitboss.reports.source import SiteFacts, TableFacts, WagerLimits
from pitboss.rules import catalog
from pitboss.rules.game import Equal, Wager
from pitboss.rules.profile import Profile
from pitboss.site.model import Site, SiteTable
from pitboss.web.language import WORDS


def site_facts(site: Site, profile: Profile, names: Names, folder: Path) -> SiteFacts:
    """What a report says beyond the record: names, limits, notices, law."""
    own = folder / PAYTABLES_FOLDER
    return SiteFacts(
        house=site.name,
        time_zone=site.time_zone,
        profile=profile,
        tables={table.table: _table(table) for table in site.tables},
        jackpots=dict(names.jackpots),
        notices={name: tuple(each) for name, each in names.notices.items()},
        removal=names.removal,
        own_paytables=str(own) if own.is_dir() else "",
    )


def _table(table: SiteTable) -> TableFacts:
    limits = tuple(
        WagerLimits(
            wager.name,
            WORDS["wagers"][wager.name],
            wager.slot,
            *table.limits[_limited_as(wager)],
            table.aggregate.get(wager.name),
        )
        for wager in catalog.game(table.game).wagers
        if _limited_as(wager) in table.limits
        and (wager.name in table.aggregate or not isinstance(wager.relation, Equal))
    )
    return TableFacts(table.title, limits)


def _limited_as(wager: Wager) -> str:
    """The wager whose limits hold for this one."""
    return wager.relation.to if isinstance(wager.relation, Equal) else wager.name
