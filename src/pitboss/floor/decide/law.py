"""Decisions about figures of the law that two people enter."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason, need_text
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.law import EnterFigure, FigureEntered, FigureWithdrawn, WithdrawFigure
from pitboss.floor.retention import local_today
from pitboss.floor.state import State
from pitboss.refusal import Refusal
from pitboss.rules.law import ENTERED, fault_of, read_figure
from pitboss.rules.profile import FIGURES

ENTERED_MOST = 1_000  # figures on record, past ones among them


def enter_figure(state: State, command: EnterFigure) -> Sequence[Event]:
    """What was decided stands: a figure holds from today on at the earliest."""
    kind, today = FIGURES.get(command.figure), local_today(state, command.at_ms)
    if kind is None:
        reason = (
            "this is no figure of the law; what protects players or keeps people apart is the "
            f"profile's alone. Figures are {', '.join(FIGURES)}"
        )
        raise Refusal("LAW_FIGURE_UNKNOWN", where=command.figure, reason=reason)
    need_text(command.citation, where="citation")
    if command.first_day < today:
        reason = f"today is {today}; name today or a later day: what was decided before stands"
        raise Refusal("DAY_WRONG", where="first_day", reason=reason)
    try:
        cited = read_figure(kind, command.value, rule=command.citation, confidence=ENTERED)
    except Refusal as refusal:
        raise refusal.at("value") from None
    if fault := fault_of(command.figure, cited):
        raise Refusal("LAW_FIGURE_WRONG", where="value", reason=fault)
    if state.site is None:
        raise Refusal("LAW_FIGURE_WRONG", where=command.figure, reason="open the site first")
    if len(state.site.entered) >= ENTERED_MOST:
        reason = f"{ENTERED_MOST:,} figures are on record; withdraw one that does not hold yet"
        raise Refusal("LAW_FIGURE_WRONG", where=command.figure, reason=reason)
    return [event_from(FigureEntered, command, cited=cited)]


def withdraw_figure(state: State, command: WithdrawFigure) -> Sequence[Event]:
    need_reason(command.reason)
    entered = state.site.entered if state.site is not None else ()
    if not any(
        (each.figure, each.first_day) == (command.figure, command.first_day) for each in entered
    ):
        reason = f"nobody entered it from {command.first_day} on; the page Rules lists what was"
        raise Refusal("LAW_FIGURE_UNKNOWN", where=command.figure, reason=reason)
    if command.first_day <= local_today(state, command.at_ms):
        reason = f"it holds since {command.first_day}; enter another from today on"
        raise Refusal("DAY_WRONG", where="first_day", reason=reason)
    return [event_from(FigureWithdrawn, command)]
