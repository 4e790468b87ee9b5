"""The monthly close, above the gambling day."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.days import CLOSERS
from pitboss.floor.facts.meanings import BadgeId, OpenName
from pitboss.floor.facts.permission import ANYWHERE, Permission
from pitboss.floor.facts.values import Balance


class CloseMonth(Command):
    """Two people, one of them an auditor, close the oldest month whose gambling days are all
    closed: 2026-11."""

    permission = Permission(at=(ANYWHERE,), roles=CLOSERS, badge_field="badges", one_is="auditor")
    office = "months"
    month: OpenName
    badges: tuple[BadgeId, BadgeId]


class MonthClosed(Event):
    """A month is closed with its trial balance; `ended_seq` is the row that ended its last gambling
    day, and `month_sha256` the digest of both."""

    in_outbox = True
    month: OpenName
    ended_seq: int
    balances: tuple[Balance, ...]
    month_sha256: OpenName
    badges: tuple[BadgeId, BadgeId]
    at_ms: int
