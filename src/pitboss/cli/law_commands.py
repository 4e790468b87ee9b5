"""`pitboss law`: a site's legal figures. Two people enter or withdraw one."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from pitboss.cli import paper, play_tools
from pitboss.cli.files import Database
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.people_export import PIN_VARIABLES, need_pin, record
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.floor.facts.base import Command
    from pitboss.floor.state.house import SiteState
    from pitboss.rules.cited_law import LawFigure

commands = typer.Typer()
law = typer.Typer(help="Show or enter legal amounts, percentages and limits.", no_args_is_help=True)
commands.add_typer(law, name="law")

SitePath = Annotated[Path, argument("FOLDER", of="law")]
FigureName = Annotated[str, argument("FIGURE")]
FirstDay = Annotated[str, option("--from DAY")]
Badges = Annotated[list[str], option("--badge BADGE", of="law")]


@law.command("show")
def show(folder: SitePath, as_json: play_tools.AsJson = False, database: Database = "") -> None:
    """Show every legal figure and its rule. A figure that starts on a day shows that day and who
    entered it. A star marks what applies today."""
    from pitboss.books import open_books  # late: other commands start faster
    from pitboss.cli.report import catch_up
    from pitboss.journal.place import JournalPlace
    from pitboss.live.clocks import clock_ms
    from pitboss.local_time import local_day

    with closing(open_books(JournalPlace(folder, database)())) as books:
        catch_up(books)
        site = books.state_after(books.end.seq).site
    assert site is not None, "a journal begins with its site"
    rows = _rows(site, local_day(clock_ms(), site.time_zone))
    typer.echo(play_tools.json_text(rows) if as_json else "\n".join(_lines(site.profile, rows)))


@law.command("enter")
def enter(
    folder: SitePath,
    figure: FigureName,
    value: Annotated[str, argument("VALUE")],
    first_day: FirstDay,
    citation: Annotated[str, option("--citation TEXT")],
    badges: Badges,
    database: Database = "",
) -> None:
    """Enter a legal figure. It takes two people. While a server is running, enter it in the office,
    under Rules."""
    from pitboss.floor.facts.law import EnterFigure  # late, as above

    said = {"value": value, "citation": citation}
    _ask(EnterFigure, folder, database, badges, figure=figure, first_day=first_day, **said)
    entered = {"figure": figure, "value": value, "day": first_day, "citation": citation}
    typer.echo(command_text("law.entered", **entered))


@law.command("withdraw")
def withdraw(
    folder: SitePath,
    figure: FigureName,
    first_day: FirstDay,
    reason: Annotated[str, option("--reason TEXT", of="withdraw")],
    badges: Badges,
    database: Database = "",
) -> None:
    """Withdraw a legal figure before its first day. It takes two people."""
    from pitboss.floor.facts.law import WithdrawFigure  # late, as above

    _ask(
        WithdrawFigure, folder, database, badges, figure=figure, first_day=first_day, reason=reason
    )
    typer.echo(command_text("law.withdrawn", figure=figure, day=first_day))


def _ask(kind: type[Command], folder: Path, database: str, badges: list[str], **asked: Any) -> None:
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import new_id

    if len(badges) != len(PIN_VARIABLES):
        raise Refusal("AUTHORITY_MISSING", where="--badge")
    for badge, variable in zip(badges, PIN_VARIABLES, strict=True):
        need_pin(folder, badge, database=database, variable=variable)
    asked |= {"badges": (badges[0], badges[1])}
    command = kind(command_id=new_id(), at_ms=clock_ms(), **asked)
    asyncio.run(record(folder, command, database)).need(str(folder))


def _rows(site: SiteState, today: str) -> list[dict[str, Any]]:
    """Each value of each figure, oldest first. Values without a day, and figures the floor itself
    doesn't enforce, come from the current profile."""
    from pitboss.rules import catalog
    from pitboss.rules.cited_law import DatedFigure, cited_of, value_text
    from pitboss.rules.profile import FIGURES

    by_day = {each.figure for each in site.dated}
    stated = catalog.profile(site.profile).switches | cited_of(site.law)
    always = [
        DatedFigure(name, "", cast("LawFigure", stated[name])) for name in FIGURES.keys() - by_day
    ]
    found = sorted(
        (*always, *site.dated, *site.entered), key=lambda each: (each.figure, each.first_day)
    )
    begun = {each.figure: each for each in found if each.first_day <= today}
    return [
        {
            "figure": each.figure,
            "first_day": each.first_day,
            "value": value_text(each.cited),
            "rule": each.cited.rule,
            "entered_by": list(getattr(each, "badges", ())),
            "holds": begun.get(each.figure) is each,
        }
        for each in found
    ]


def _lines(profile: str, rows: list[dict[str, Any]]) -> list[str]:
    lines = [paper.format_heading(command_text("law.title", profile=profile))]
    for row in rows:
        star = "*" if row["holds"] else " "
        name = "law.figure_from" if row["first_day"] else "law.figure"
        about = {"figure": row["figure"], "value": row["value"], "day": row["first_day"]}
        lines.append(f"{star} {command_text(name, **about)}")
        rule, badges = row["rule"], row["entered_by"]
        told = command_text("law.entered_by", rule=rule, badges=badges) if badges else rule
        lines += paper.wrap_text(told, first="    ")
    return lines
