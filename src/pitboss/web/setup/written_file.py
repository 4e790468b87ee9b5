"""Reads and writes a training floor's site file for the setup."""

from __future__ import annotations

import asyncio
import tomllib
from typing import Any, NamedTuple

from fastapi import Request

from pitboss.floor.state.equipment import OWN_PARTS
from pitboss.live.folder import SITE_FILE
from pitboss.live.running_site import RunningSite
from pitboss.live.training import keep_first_file
from pitboss.live.whole_file import write_whole
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.site.bank_account import needed_cents
from pitboss.site.check import check, played_of, tables_of
from pitboss.site.draft import Draft
from pitboss.site.faults import ERROR
from pitboss.site.jurisdiction import profile_of
from pitboss.site.model import Site, SiteTable
from pitboss.site.table_approval import fitting_keypads, is_approved
from pitboss.web.setup.fault_groups import owner_of


def draft_of(request: Request) -> Draft:
    """The file, for changes."""
    running_site: RunningSite = request.app.state.running_site
    return Draft(tomllib.loads((running_site.folder / SITE_FILE).read_text("utf-8-sig")))


def written_site(request: Request) -> Site:
    """The site it describes."""
    return draft_of(request).site(file=SITE_FILE)


async def write(request: Request, draft: Draft) -> None:
    """Write the site file, unless it would no longer open."""
    running_site: RunningSite = request.app.state.running_site
    faults = await asyncio.to_thread(check, draft.site(file=SITE_FILE), running_site.paytables)
    for fault in faults:
        if fault.severity == ERROR:
            told = fault.told
            raise Refusal(
                told.code, told.case, where=told.where, **told.values, owner=owner_of(fault)
            )
    await asyncio.to_thread(keep_first_file, running_site.folder)
    await asyncio.to_thread(write_whole, running_site.folder / SITE_FILE, draft.text.encode())


def approved_tables(running_site: RunningSite, site: Site, paytables: Paytables) -> dict[str, bool]:
    """Whether each table in a file has its papers for what it plays."""
    opened, played = tables_of(site, paytables), played_of(site, paytables)
    return {
        table.table: table.table in opened
        and is_approved(table, opened[table.table], played, running_site.profile)
        for table in site.tables
    }


def entered_papers(table: SiteTable) -> dict[str, Any]:
    """A table's papers as entered."""
    assert table.approval is not None
    own = (each.approval for each in table.equipment if each.part in OWN_PARTS)
    found = table.approval
    return {
        "table": table.table,
        "papers": found.papers,
        "own": ", ".join(dict.fromkeys(filter(None, own))),
        "date": found.date,
        "signer": found.signer,
    }


def wrong_keypads(site: Site, paytables: Paytables) -> dict[str, tuple[str, ...]]:
    """Tables in the file whose keypad no letter approves, and the keypads letters do approve."""
    opened, played = tables_of(site, paytables), played_of(site, paytables)
    profile = profile_of(site)
    fitting = {
        table.table: fitting_keypads(table, opened[table.table], played, profile)
        for table in site.tables
        if table.table in opened
    }
    return {
        table.table: fitting[table.table]
        for table in site.tables
        if table.keypad not in fitting.get(table.table, (table.keypad,))
    }


class SeedsNeeded(NamedTuple):
    """The total of all jackpots' seeds, and of those for money."""

    all_cents: Cents
    now_cents: Cents


def seeds_needed(request: Request, site: Site) -> SeedsNeeded:
    """Tables without papers train and need no seeds; before any has papers, all count."""
    running_site: RunningSite = request.app.state.running_site
    paytables, profile = running_site.paytables, running_site.profile
    played = played_of(site, paytables)
    seeds = (level.seed_cents for each in played.values() for level in each.terms.levels)
    every = Cents(sum(seeds))
    if not any(approved_tables(running_site, site, paytables).values()):
        return SeedsNeeded(every, every)
    now = needed_cents(site, played, tables_of(site, paytables), profile)
    return SeedsNeeded(every, now)
