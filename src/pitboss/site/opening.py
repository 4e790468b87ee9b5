"""The first commands of a new floor: the site, badges, jackpots and tables, in this order."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.commands import Command, IssueBadge, OpenJackpot, OpenSite, OpenTable
from pitboss.floor.switches import switches_of
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.site.links import proof_of
from pitboss.site.model import Site
from pitboss.site.terms import terms_of


def commands_of(
    site: Site, paytables: Paytables, *, at_ms: int, ids: Iterator[str]
) -> tuple[Command, ...]:
    """What sets up a floor from a site in which `check` finds no error; `ids` makes command ids."""
    assert not site.faults, "a site with faults does not open"
    return tuple(_commands(site, paytables, at_ms, ids))


def _commands(
    site: Site, paytables: Paytables, at_ms: int, ids: Iterator[str]
) -> Iterator[Command]:
    profile = catalog.profile(site.profile)
    yield OpenSite(
        command_id=next(ids),
        at_ms=at_ms,
        name=site.name,
        currency=site.currency,
        time_zone=site.time_zone,
        profile=site.profile,
        switches=switches_of(profile),
    )
    first, second = site.opened_by
    for badge in site.badges:
        yield IssueBadge(
            command_id=next(ids), at_ms=at_ms, badge=badge.badge, name=badge.name, role=badge.role
        )
    for jackpot in site.jackpots:
        terms = terms_of(jackpot, paytables, profile)
        yield OpenJackpot(
            command_id=next(ids),
            at_ms=at_ms,
            jackpot=jackpot.jackpot,
            kind=jackpot.kind,
            paytable=jackpot.paytable,
            paytable_sha256=terms.paytable.sha256,
            wager_cents=terms.wager_cents,
            levels=terms.levels,
            house_prizes=jackpot.house_prizes,
            executive_above_cents=terms.executive_above_cents,
            lock_at_mark=jackpot.lock_at_mark,
            badges=(first, second),
        )
    for table in site.tables:
        yield OpenTable(
            command_id=next(ids),
            at_ms=at_ms,
            table=table.table,
            game=table.game,
            seats=table.seats,
            jackpots=table.jackpots,
            keypad=table.keypad,
            order=table.order,
            proof=proof_of(site, table, profile),
            badge=first,
        )
