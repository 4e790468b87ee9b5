"""`pitboss day`: the status of the gambling day."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss import notation
from pitboss.cli import paper
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import AsJson, json_text
from pitboss.local_time import local
from pitboss.words.language import language_now, notation_of

if TYPE_CHECKING:
    from pitboss.floor.state.floor import State
    from pitboss.floor.state.gambling_day import Missing

commands = typer.Typer()


@commands.command("day")
def day(
    folder: Annotated[Path, argument("FOLDER", of="day")],
    database: Annotated[str, option("--database ADDRESS")] = "",
    as_json: AsJson = False,
) -> None:
    """Show the current gambling day and the days left to close. It lists what each day is missing
    and who can do it. Exits with 1 if a close is overdue."""
    from pitboss.books import open_books  # late: other commands start faster
    from pitboss.cli.report import catch_up
    from pitboss.floor.state.gambling_day import find_waiting_close
    from pitboss.journal.place import JournalPlace
    from pitboss.live.clocks import clock_ms

    with closing(open_books(JournalPlace(folder, database)())) as books:
        catch_up(books)
        state = books.state_after(books.end.seq)
    now_ms = clock_ms()
    oldest = find_waiting_close(state.calendar, state.law_at(now_ms), now_ms)
    overdue = oldest if oldest is not None and oldest.is_overdue else None
    if as_json:
        typer.echo(json_text({**_data(state), "overdue": str(overdue.day) if overdue else None}))
    else:
        today = local(now_ms, state.time_zone).date()
        with notation.writing_for(notation_of(language_now())), notation.reading_on(lambda: today):
            typer.echo("\n".join(_lines(state)))
            if overdue:
                day_text = notation.day(overdue.day)
                typer.echo(command_text("day.overdue", day=day_text, rule=overdue.rule))
    if overdue:
        raise typer.Exit(1)


def _data(state: State) -> dict[str, object]:
    from pitboss.floor.state.gambling_day import find_missing, left_of

    calendar = state.calendar
    now = calendar.days[-1] if calendar.days else None
    return {
        "day": str(now.day) if now else None,
        "shift": calendar.shift,
        "ends_ms": calendar.ends_ms,
        "closed": str(calendar.closed) if calendar.closed else None,
        "closed_with_something_left": {
            str(each.day): [_lack_data(lack) for lack in left_of(each)] for each in calendar.late
        },
        "waiting": {
            str(each.day): [
                {**_lack_data(lack), "stops": lack.stops} for lack in find_missing(state, each)
            ]
            for each in calendar.days[:-1]
        },
    }


def _lack_data(lack: Missing) -> dict[str, object]:
    return {"kind": lack.kind, "where": lack.where, "done_by": lack.done_by}


def _lines(state: State) -> list[str]:
    from pitboss.floor.state.gambling_day import find_missing, left_of

    calendar = state.calendar
    if not calendar.days:
        return [command_text("day.none_yet")]
    ends = notation.clock_text(f"{local(calendar.ends_ms, state.time_zone):%H:%M}")
    now = {"day": notation.day(calendar.days[-1].day), "shift": calendar.shift}
    closed = "day.closed" if calendar.closed else "day.closed_none"
    lines = [
        command_text("day.now", **now, ends=ends),
        command_text(closed, day=notation.day(calendar.closed)),
    ]
    for each in calendar.late:
        if left := [(lack.kind, lack.where, lack.done_by) for lack in left_of(each)]:
            lines.append(paper.format_heading(command_text("day.late", day=notation.day(each.day))))
            lines += paper.lined_up(left, indent="  ")
    for each in calendar.days[:-1]:
        lines.append(paper.format_heading(command_text("day.waits", day=notation.day(each.day))))
        stops, listed = command_text("day.stops"), command_text("day.listed")
        rows = [
            (lack.kind, lack.where, lack.done_by, stops if lack.stops else listed)
            for lack in find_missing(state, each)
        ]
        lines += (
            paper.lined_up(rows, indent="  ") if rows else [command_text("day.nothing_missing")]
        )
    return lines
