"""Decisions about legal figures that two people enter."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason, need_text
from pitboss.floor.facts import law
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.floor.state.retention import local_today
from pitboss.refusal import Refusal
from pitboss.rules.cited_law import ENTERED, fault_of, read_figure
from pitboss.rules.profile import FIGURES

ENTERED_MOST = 1_000  # figures on record, including past ones


def enter_figure(state: State, command: law.EnterFigure) -> Sequence[Event]:
    """A figure holds from today at the earliest: past decisions stay."""
    kind, today = FIGURES.get(command.figure), local_today(state, command.at_ms)
    if kind is None:
        raise Refusal("LAW_FIGURE_UNKNOWN", "no_figure_law", where=command.figure, figures=FIGURES)
    need_text(command.citation, where="citation")
    if command.first_day < today:
        raise Refusal("DAY_WRONG", "today", where="first_day", today=today)
    try:
        cited = read_figure(kind, command.value, rule=command.citation, confidence=ENTERED)
    except Refusal as refusal:
        raise refusal.at("value") from None
    if fault := fault_of(command.figure, cited):
        raise Refusal("LAW_FIGURE_WRONG", "fault", where="value", fault=fault)
    if state.site is None:
        raise Refusal("LAW_FIGURE_WRONG", "open_site", where=command.figure)
    if len(state.site.entered) >= ENTERED_MOST:
        raise Refusal(
            "LAW_FIGURE_WRONG", "figures_record", where=command.figure, entered_most=ENTERED_MOST
        )
    return [event_from(law.FigureEntered, command, cited=cited)]


def withdraw_figure(state: State, command: law.WithdrawFigure) -> Sequence[Event]:
    need_reason(command.reason)
    entered = state.site.entered if state.site is not None else ()
    if not any(
        (each.figure, each.first_day) == (command.figure, command.first_day) for each in entered
    ):
        raise Refusal(
            "LAW_FIGURE_UNKNOWN",
            "nobody_entered_from",
            where=command.figure,
            first_day=command.first_day,
        )
    if command.first_day <= local_today(state, command.at_ms):
        raise Refusal("DAY_WRONG", "holds_since", where="first_day", first_day=command.first_day)
    return [event_from(law.FigureWithdrawn, command)]
