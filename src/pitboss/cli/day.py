"""`pitboss day`: how the gambling day stands."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.options import argument, option

if TYPE_CHECKING:
    from pitboss.floor.state.floor import State

commands = typer.Typer()


@commands.command("day")
def day(
    folder: Annotated[Path, argument("FOLDER", "A site's folder.")],
    database: Annotated[str, option("--database ADDRESS", "A PostgreSQL journal.")] = "",
) -> None:
    """Print the gambling day that is on, the days that wait for their close, what each lacks and
    who can do it. Ends with 1 while a close is overdue."""
    from pitboss.books import open_books  # late: other commands start faster
    from pitboss.cli.report import catch_up
    from pitboss.floor.state.gambling_day import waiting
    from pitboss.journal.place import JournalPlace
    from pitboss.live.folder import clock_ms

    with closing(open_books(JournalPlace(folder, database)())) as books:
        catch_up(books)
        state = books.state_after(books.end.seq)
    typer.echo("\n".join(_lines(state)))
    now_ms = clock_ms()
    oldest = waiting(state.calendar, state.law_at(now_ms), now_ms)
    if oldest is not None and oldest.is_overdue:
        typer.echo(f"The close of {oldest.day} is overdue ({oldest.rule}).")
        raise typer.Exit(1)


def _lines(state: State) -> list[str]:
    from pitboss.floor.state.gambling_day import left_of, missing
    from pitboss.reports.sheet import TIME, cell_text

    calendar = state.calendar
    if not calendar.days:
        return ["No gambling day has begun yet."]
    ends = cell_text(TIME, calendar.ends_ms, state.time_zone)
    lines = [f"On now: {calendar.days[-1].day}, shift {calendar.shift}, until {ends}."]
    lines.append(f"Last closed: {calendar.closed or 'none'}.")
    for each in calendar.late:
        if left := [(lack.kind, lack.where, lack.done_by) for lack in left_of(each)]:
            lines.append(paper.heading(f"{each.day} was closed with something left"))
            lines += paper.lined_up(left, indent="  ")
    for each in calendar.days[:-1]:
        lines.append(paper.heading(f"{each.day} waits for its close"))
        rows = [
            (lack.kind, lack.where, lack.done_by, "stops it" if lack.stops else "listed")
            for lack in missing(state, each)
        ]
        lines += paper.lined_up(rows, indent="  ") if rows else ["  Nothing is missing."]
    return lines
