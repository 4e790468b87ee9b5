"""The house's own account codes: two people map an account of the ledger to a code of the general
ledger, from a given day."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import Day
from pitboss.floor.facts.meanings import BadgeId, OpenName, TypedText
from pitboss.floor.facts.permission import ACCOUNTANTS, ANYWHERE, Permission


class MapAccount(Command):
    """Map an account to the house's own code and name, from a day. `account` is a family, such as
    meter, or one account of it; the most exact one counts. Mapping it again for the same day
    replaces it."""

    permission = Permission(at=(ANYWHERE,), roles=ACCOUNTANTS, badge_field="badges")
    office = "ledger"
    account: OpenName
    account_code: TypedText
    account_name: TypedText
    first_day: Day
    badges: tuple[BadgeId, BadgeId]


class AccountMapped(Event):
    """An account has a code and a name of the house, from a day."""

    account: OpenName
    account_code: TypedText
    account_name: TypedText
    first_day: Day
    badges: tuple[BadgeId, BadgeId]
