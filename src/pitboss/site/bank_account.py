"""Checks that a site file names its bank account correctly, and that it funds the jackpots."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pitboss.floor.decide.bank import account_fault
from pitboss.floor.facts.bank import RecordDeposit
from pitboss.money import Cents
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.model import Site
from pitboss.site.table_approval import is_approved
from pitboss.site.terms import PlayedJackpot


def check_bank(
    site: Site,
    played: Mapping[str, PlayedJackpot],
    opened: Mapping[str, Table],
    profile: Profile,
    faults: Faults,
) -> None:
    """The account's name, who made the deposit, and how much is missing for the first round."""
    bank = site.bank
    if bank is not None:
        if fault := account_fault(bank.account):
            faults.refusal(fault, f"bank.{fault.where}")
        if bank.deposit_cents:
            _check_deposit(site, bank.day, bank.deposited_by, faults)
    needed = needed_cents(site, played, opened, profile)
    there = (bank.deposit_cents or 0) if bank is not None else 0
    if there < needed and profile.law.bank_shortfall.value == "stop":
        faults.warning(
            "BANK_SHORT",
            "bank.deposit",
            "seeds_must_lie",
            rule=profile.law.bank_floor.rule,
            needed=needed,
            there=there,
        )


def _check_deposit(site: Site, day: str, badge: str, faults: Faults) -> None:
    try:
        date.fromisoformat(day)
    except ValueError:
        faults.error("DAY_WRONG", "bank.day", "write_date_such")
    roles = {each.badge: each.role for each in site.badges}
    allowed = RecordDeposit.permission.roles
    if roles.get(badge) not in allowed:
        faults.error("ROLE_TOO_LOW", "bank.deposited_by", "name_badge", allowed=allowed)


def needed_cents(
    site: Site,
    played: Mapping[str, PlayedJackpot],
    opened: Mapping[str, Table],
    profile: Profile,
) -> Cents:
    """The seeds of every real-money jackpot, at the tables here or at properties."""
    for_money = {
        jackpot
        for table in site.tables
        if table.table in opened and is_approved(table, opened[table.table], played, profile)
        for jackpot in table.jackpots
    }
    if site.hub is not None:
        for_money |= {name for each in site.hub.properties for name in each.jackpots}
    return Cents(
        sum(
            level.seed_cents
            for name, jackpot in played.items()
            if name in for_money
            for level in jackpot.terms.levels
        )
    )
