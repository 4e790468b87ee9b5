"""The first commands of a new floor: site, badges, hub, jackpots, properties, tables, bank account,
in this order.

A table without a complete and matching approval opens for training, and its jackpots with it
(PS-64)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from pitboss.floor import extension
from pitboss.floor.facts import approvals, changes, cover, jackpots, people, tables
from pitboss.floor.facts.bank import NameBankAccount, RecordDeposit
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import NO_PAPERS, BundleItem, OddsPrize
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.game import FOLDED_QUALIFY
from pitboss.rules.round import Table
from pitboss.site.check import played_of, tables_of
from pitboss.site.jurisdiction import profile_of
from pitboss.site.links import proof_of
from pitboss.site.model import Site, SiteTable
from pitboss.site.table_approval import (
    clauses_of,
    is_approved,
    plays_of,
    record_of,
    shuffler_steps_of,
)
from pitboss.site.table_exposure import odds_prizes_of


def commands_of(
    site: Site, paytables: Paytables, *, at_ms: int, ids: Iterator[str]
) -> tuple[Command, ...]:
    """Commands that set up a floor from a site without errors; `ids` makes command ids."""
    assert not site.faults, "a site with faults does not open"
    return tuple(_commands(site, paytables, at_ms, ids))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInFile:
    """What the site file plays at a table, and its prizes by odds."""

    plays: tuple[BundleItem, ...]
    folded_qualify: bool
    odds_prizes: tuple[OddsPrize, ...]


def tables_in_file(site: Site, paytables: Paytables) -> dict[str, TableInFile]:
    """Every table of the site file, by id. This is slow; the result is the same until somebody
    reads the file again."""
    profile, opened = profile_of(site), tables_of(site, paytables)
    return {
        table.table: TableInFile(
            plays=plays_of(table, opened[table.table]),
            folded_qualify=folded_qualify(opened[table.table]),
            odds_prizes=odds_prizes_of(table, opened[table.table], profile),
        )
        for table in site.tables
        if table.table in opened
    }


def changed_bundles(
    in_file: Mapping[str, TableInFile],
    on_record: Mapping[str, tuple[BundleItem, ...]],
    *,
    at_ms: int,
    ids: Iterator[str],
) -> tuple[approvals.ChangeBundle, ...]:
    """What a start must ask if the file plays something else at a table than the record says:
    `on_record` has what every open table plays. Whatever wasn't approved starts no round
    (PS-64)."""
    return tuple(
        approvals.ChangeBundle(
            command_id=next(ids),
            at_ms=at_ms,
            table=table,
            plays=now.plays,
            folded_qualify=now.folded_qualify,
            badge="",
        )
        for table, now in in_file.items()
        if on_record.get(table, ()) not in ((), now.plays)
    )


def changed_limits(
    in_file: Mapping[str, TableInFile],
    on_record: Mapping[str, tuple[OddsPrize, ...]],
    *,
    at_ms: int,
    ids: Iterator[str],
) -> tuple[cover.RecordLimits, ...]:
    """What a start must ask if limits or paytables allow other prizes by odds than the record says:
    `on_record` has those of every open table."""
    return tuple(
        cover.RecordLimits(
            command_id=next(ids),
            at_ms=at_ms,
            table=table,
            odds_prizes=in_file[table].odds_prizes,
            badge="",
        )
        for table, before in on_record.items()
        if table in in_file and in_file[table].odds_prizes != before
    )


def _commands(
    site: Site, paytables: Paytables, at_ms: int, ids: Iterator[str]
) -> Iterator[Command]:
    stated, profile = catalog.profile(site.profile), profile_of(site)
    yield changes.OpenSite(
        command_id=next(ids),
        at_ms=at_ms,
        name=site.name,
        currency=site.currency,
        time_zone=site.time_zone,
        profile=site.profile,
        law=stated.law,
        dated=stated.dated,
        day_begins=site.day_begins,
        shifts=site.shifts,
        winnings_reported=site.winnings_reported,
    )
    first, second = site.opened_by
    opened = tables_of(site, paytables)
    played = played_of(site, paytables)
    approved = {
        table.table: is_approved(table, opened[table.table], played, profile)
        for table in site.tables
    }
    for badge in site.badges:
        yield people.IssueBadge(
            command_id=next(ids), at_ms=at_ms, badge=badge.badge, name=badge.name, role=badge.role
        )
    yield from extension.here().joining(site, at_ms, ids)
    for jackpot in site.jackpots:
        terms = played[jackpot.jackpot].terms
        sharing = site.tables_of(jackpot.jackpot)
        trains = bool(sharing) and not any(approved[table.table] for table in sharing)
        yield jackpots.OpenJackpot(
            command_id=next(ids),
            at_ms=at_ms,
            jackpot=jackpot.jackpot,
            terms=replace(terms, training=trains),
            badges=(first, second),
        )
    yield from extension.here().admitting(site, at_ms, ids)
    for table in site.tables:
        yield _opening(
            site, table, opened[table.table], approved=approved[table.table],
            command_id=next(ids), at_ms=at_ms,
        )  # fmt: skip
    yield from _funding(site, at_ms, ids)


def _opening(
    site: Site, table: SiteTable, opened: Table, *, approved: bool, command_id: str, at_ms: int
) -> tables.OpenTable:
    """The command that opens a table, for money if its papers are in order."""
    profile, papers = profile_of(site), table.approval if approved else None
    first, second = site.opened_by
    return tables.OpenTable(
        command_id=command_id,
        at_ms=at_ms,
        table=table.table,
        game=table.game,
        seats=table.seats,
        jackpots=table.jackpots,
        keypad=table.keypad,
        keys_are_personal=table.keys_are_personal,
        order=table.order,
        title=table.title,
        plays=plays_of(table, opened),
        approval=record_of(papers) if papers else NO_PAPERS,
        bundle=papers.bundle if papers else "",
        equipment=table.equipment,
        clauses=clauses_of(opened, profile),
        shuffler_steps=shuffler_steps_of(opened, profile),
        training=not approved,
        proof=proof_of(site, table, profile),
        folded_qualify=folded_qualify(opened),
        odds_prizes=odds_prizes_of(table, opened, profile),
        badges=(first, second),
    )


def _funding(site: Site, at_ms: int, ids: Iterator[str]) -> Iterator[Command]:
    """The account of the players' money, and its balance before anybody plays."""
    bank = site.bank
    if bank is None:
        return
    first, second = site.opened_by
    yield NameBankAccount(
        command_id=next(ids), at_ms=at_ms, account=bank.account, badges=(first, second)
    )
    if bank.deposit_cents:
        yield RecordDeposit(
            command_id=next(ids),
            at_ms=at_ms,
            cents=bank.deposit_cents,
            reference=bank.reference,
            day=bank.day,
            badge=bank.deposited_by,
        )


def folded_qualify(table: Table) -> bool:
    """Whether a folded hand can win a jackpot at a table; a game that doesn't ask never prevents it
    (PS-35)."""
    return table.options.get(FOLDED_QUALIFY.name, "yes") == "yes"
