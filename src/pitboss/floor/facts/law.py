"""Legal figures that two people enter: amounts, percents, days and limits, each from a given
day."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import Day
from pitboss.floor.facts.meanings import BadgeId, TypedText
from pitboss.floor.facts.permission import ACCOUNTANTS, ANYWHERE, Permission
from pitboss.rules.cited_law import LawFigure

_TWO = Permission(at=(ANYWHERE,), roles=ACCOUNTANTS, badge_field="badges")


class EnterFigure(Command):
    """Enter a legal figure and its first day, as a profile writes it: $2,300, 8.5 % or 24. Entering
    it again for the same day replaces it."""

    permission = _TWO
    office = "rules"
    figure: str
    value: str
    first_day: Day
    citation: str
    badges: tuple[BadgeId, BadgeId]


class FigureEntered(Event):
    """A legal figure differs from the profile's, from a given day."""

    figure: str
    first_day: Day
    cited: LawFigure
    badges: tuple[BadgeId, BadgeId]
    at_ms: int


class WithdrawFigure(Command):
    """Withdraw a figure that was entered by mistake, before its day."""

    permission = _TWO
    office = "rules"
    figure: str
    first_day: Day
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class FigureWithdrawn(Event):
    """An entered figure won't take effect."""

    figure: str
    first_day: Day
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
