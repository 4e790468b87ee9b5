"""What figures of the law that two people enter must be, by the auditor's own calculation."""

from __future__ import annotations

from pitboss.floor.facts import law
from pitboss.rules.cited_law import DatedFigure
from proof.sim.law_books import day_at
from proof.sim.model import AuditorBooks, need, same

ENTERING = ("accounting", "executive")


def figure_entered(books: AuditorBooks, asked: law.EnterFigure, event: law.FigureEntered) -> None:
    same(event.cited.rule, asked.citation, "the figure")
    need(holds=day_at(asked.at_ms) <= asked.first_day, saying="a figure of the past was entered")
    _take_out(books, asked, after=asked.first_day >= day_at(asked.at_ms))
    books.dated.append(DatedFigure(event.figure, event.first_day, event.cited))


def figure_withdrawn(
    books: AuditorBooks, asked: law.WithdrawFigure, event: law.FigureWithdrawn
) -> None:
    _take_out(books, asked, after=asked.first_day > day_at(asked.at_ms))


def _take_out(
    books: AuditorBooks, asked: law.EnterFigure | law.WithdrawFigure, *, after: bool
) -> None:
    """Two authorized people, and nothing that was ever in force is removed."""
    first, second = asked.badges
    may = first != second and all(books.badges.get(who) in ENTERING for who in asked.badges)
    need(holds=may and after, saying=f"{asked.badges} changed a figure")
    same_day = (asked.figure, asked.first_day)
    books.dated = [each for each in books.dated if (each.figure, each.first_day) != same_day]
