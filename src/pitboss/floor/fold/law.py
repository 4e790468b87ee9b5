"""Applies legal figures that two people enter to the floor."""

from __future__ import annotations

from pitboss.floor.facts import law
from pitboss.floor.fold.cover import judge_cover
from pitboss.floor.state.floor import State, changed
from pitboss.rules.cited_law import EnteredFigure


def figure_entered(state: State, event: law.FigureEntered) -> None:
    _without(state, event.figure, event.first_day)
    assert state.site is not None
    entered = EnteredFigure(event.figure, event.first_day, event.cited, event.badges, event.at_ms)
    state.site = changed(state.site, entered=(*state.site.entered, entered))
    judge_cover(state)


def figure_withdrawn(state: State, event: law.FigureWithdrawn) -> None:
    _without(state, event.figure, event.first_day)
    judge_cover(state)


def _without(state: State, figure: str, first_day: str) -> None:
    """The record without the entry for a day."""
    assert state.site is not None
    left = (
        each for each in state.site.entered if (each.figure, each.first_day) != (figure, first_day)
    )
    state.site = changed(state.site, entered=tuple(left))
