"""A failing shuffler: reported, then replaced step by step as its letter says, or fixed."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import BadgeId, TableId, TypedText
from pitboss.floor.facts.permission import (
    ANYWHERE,
    CONSOLE,
    DEALERS,
    LAST_STEP,
    ONE_SUPERVISOR,
    Permission,
)

_HANDLERS = (*DEALERS, "technician")


class ReportShuffler(Command):
    """A table's shuffler fails: no round starts until it is replaced or fixed (ALL-4)."""

    permission = Permission(at=(CONSOLE, ANYWHERE), roles=_HANDLERS, badge_field="badge")
    table: TableId
    badge: BadgeId
    reason: TypedText


class ShufflerReported(Event):
    """The shuffler of a table failed."""

    table: TableId
    badge: BadgeId
    reason: TypedText


class TakeShufflerSteps(Command):
    """The next steps of the letter's list are done; the last, back to play, is a supervisor's."""

    permission = Permission(
        at=(CONSOLE, ANYWHERE), roles=_HANDLERS, badge_field="badge", narrowed_by=(LAST_STEP,)
    )
    table: TableId
    through: int  # the number of the last finished step, from 1
    badge: BadgeId


class ShufflerStepTaken(Event):
    """A step of the letter's list is done; after the last one the table plays again."""

    table: TableId
    step: int
    text: str
    badge: BadgeId


class ClearShuffler(Command):
    """The shuffler works again without being replaced: by the guide on its back, or by a procedure
    the regulator approved."""

    permission = ONE_SUPERVISOR
    table: TableId
    badge: BadgeId
    reason: TypedText


class ShufflerCleared(Event):
    """The shuffler works again, and was not replaced."""

    table: TableId
    badge: BadgeId
    reason: TypedText
