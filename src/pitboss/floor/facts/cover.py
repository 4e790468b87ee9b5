"""Cover: money ready for the large prizes paid by odds."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import Day
from pitboss.floor.facts.meanings import BadgeId, Coded, Reference, TableId
from pitboss.floor.facts.permission import ONE_OR_SERVER, TWO_ACCOUNTANTS
from pitboss.floor.facts.values import CoverGround, OddsPrize
from pitboss.money import Cents


class RecordCover(Command):
    """Record the money that is ready for the second-highest prize: the house's own account, or a
    line of credit. Repeating a reference replaces its entry; an amount of 0 ends it."""

    permission = TWO_ACCOUNTANTS
    office = "bank"
    ground: Coded
    cents: Cents
    reference: Reference
    until: Day = ""  # its last day; empty: it has none
    badges: tuple[BadgeId, BadgeId]


class CoverRecorded(Event):
    """Money is ready for the second-highest prize; 0: no longer."""

    cover: CoverGround
    badges: tuple[BadgeId, BadgeId]


class RecordLimits(Command):
    """A table's limits or paytables are no longer those on record: it now offers other prizes by
    odds. The server reports this at its start, without a badge."""

    permission = ONE_OR_SERVER
    table: TableId
    odds_prizes: tuple[OddsPrize, ...]
    badge: BadgeId


class LimitsRecorded(Event):
    """What a table offers by odds from now on."""

    table: TableId
    odds_prizes: tuple[OddsPrize, ...]
    badge: BadgeId
