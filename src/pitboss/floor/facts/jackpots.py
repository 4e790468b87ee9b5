"""Jackpots: opened, adjusted by hand, suspended and resumed."""

from __future__ import annotations

from typing import ClassVar

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.permission import ANYWHERE, APPROVERS, SUPERVISORS, Permission
from pitboss.floor.facts.values import LevelSetting, Movement, Reading
from pitboss.money import Cents


class OpenJackpot(Command, frozen=True, kw_only=True, gc=False, tag="open-jackpot"):
    """Put a jackpot on the floor with its opening amounts."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=APPROVERS, badge_field="badges"
    )
    jackpot: str
    jackpot_kind: str  # progressive or house
    paytable: str
    paytable_sha256: str
    wager_cents: Cents
    levels: tuple[LevelSetting, ...]
    house_prizes: tuple[tuple[str, Cents], ...] = ()
    executive_above_cents: Cents
    lock_at_mark: bool = False
    fixed_from: str = ""  # the level that pays every fixed award; empty: the tray (PS-12)
    training: bool = False  # play money, on accounts of its own (PS-64)
    equipment_least: tuple[tuple[str, str], ...] = ()  # part and least version (PS-63)
    badges: tuple[str, str]


class JackpotOpened(Event, frozen=True, kw_only=True, gc=False, tag="jackpot-opened"):
    """A jackpot is on the floor; the house has put up its seeds (PS-61)."""

    jackpot: str
    jackpot_kind: str
    paytable: str
    paytable_sha256: str
    wager_cents: Cents
    levels: tuple[LevelSetting, ...]
    house_prizes: tuple[tuple[str, Cents], ...]
    executive_above_cents: Cents
    lock_at_mark: bool
    fixed_from: str
    training: bool
    equipment_least: tuple[tuple[str, str], ...]
    opening: tuple[Reading, ...]
    badges: tuple[str, str]


class AdjustMeter(Command, frozen=True, kw_only=True, gc=False, tag="adjust-meter"):
    """A manual adjustment, one of a closed list of kinds, by two people (WAC 230-15-695)."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=APPROVERS, badge_field="badges"
    )
    jackpot: str
    level: str
    adjustment: str
    cents: Cents
    restarts: bool = False
    corrects: int | None = None
    reason: str
    badges: tuple[str, str]


class MeterAdjusted(Event, frozen=True, kw_only=True, gc=False, tag="meter-adjusted"):
    """A meter was changed by hand, for a reason of the closed list."""

    jackpot: str
    level: str
    adjustment: str
    cents: Cents
    award: str
    corrects: int | None
    reason: str
    badges: tuple[str, str]
    movement: Movement


class SuspendJackpot(Command, frozen=True, kw_only=True, gc=False, tag="suspend-jackpot"):
    """Take no more wagers on a jackpot; open rounds go on."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=SUPERVISORS, badge_field="badge"
    )
    jackpot: str
    badge: str
    reason: str


class JackpotSuspended(Event, frozen=True, kw_only=True, gc=False, tag="jackpot-suspended"):
    """No wagers are taken on a jackpot."""

    jackpot: str
    badge: str
    reason: str


class ResumeJackpot(Command, frozen=True, kw_only=True, gc=False, tag="resume-jackpot"):
    """Take wagers on a jackpot again."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=SUPERVISORS, badge_field="badge"
    )
    jackpot: str
    badge: str
    reason: str


class JackpotResumed(Event, frozen=True, kw_only=True, gc=False, tag="jackpot-resumed"):
    """Wagers are taken on a jackpot again."""

    jackpot: str
    badge: str
    reason: str
