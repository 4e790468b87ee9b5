"""Cover: what lies ready for the large prizes that are paid by odds."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import Day
from pitboss.floor.facts.meanings import BadgeId, Coded, Reference, TableId
from pitboss.floor.facts.permission import ONE_OR_SERVER, TWO_ACCOUNTANTS
from pitboss.floor.facts.values import CoverGround, OddsPrize
from pitboss.money import Cents


class RecordCover(Command):
    """Record the money that is ready for the second-highest prize: the house's own account, or a
    line of credit. The same reference again replaces what was recorded under it; an amount of 0
    ends it."""

    permission = TWO_ACCOUNTANTS
    office = "bank"
    ground: Coded
    cents: Cents
    reference: Reference
    until: Day = ""  # its last day; empty: it has none
    badges: tuple[BadgeId, BadgeId]


class CoverRecorded(Event):
    """So much is ready for the second-highest prize; 0: no longer."""

    cover: CoverGround
    badges: tuple[BadgeId, BadgeId]


class RecordLimits(Command):
    """Limits or paytables of a table are no longer those on record: other prizes can be won there
    by odds. At its start the server says so, and the badge is nobody's."""

    permission = ONE_OR_SERVER
    table: TableId
    odds_prizes: tuple[OddsPrize, ...]
    badge: BadgeId


class LimitsRecorded(Event):
    """What can be won by odds at a table from now on."""

    table: TableId
    odds_prizes: tuple[OddsPrize, ...]
    badge: BadgeId
