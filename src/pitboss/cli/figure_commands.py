"""`pitboss check-figures`: somebody else's paytable with its figures, judged."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.files import naming, reading
from pitboss.cli.odds_commands import Decks, choose_options
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import AsJson, Options, json_text
from pitboss.maths.verdicts import AGREES

if TYPE_CHECKING:
    from pitboss.lab.printed_check import CheckedFigure, CheckedTable

commands = typer.Typer()

# Readings that aren't settings of a game; each has its words by name and choice.
FORMS = ("meters", "odds", "pays", "pushes", "return", "rounding", "sign", "stake", "unlisted")


@commands.command("check-figures")
def check_figures(
    ctx: typer.Context,
    file: Annotated[Path, argument("FILE", of="check-figures")],
    wager: Annotated[str, option("--wager ID")] = "",
    decks: Decks = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Check the figures of a printed paytable. It may be text, CSV, a Markdown table or TOML. Each
    figure agrees, differs or contradicts the others, and a wrong one names the reading under which
    it would agree.

    Exits with 1 if a figure is wrong."""
    from pitboss.lab.printed_check import check_printed

    with reading(str(file)):
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
    with naming(file):
        found = check_printed(text, wager, house=ctx.obj, **choose_options(option, decks))
    typer.echo(json_text(_data(found)) if as_json else "\n".join(_page(found)))
    raise typer.Exit(found.count(AGREES) < len(found.figures))


def _page(found: CheckedTable) -> list[str]:
    title = paper.format_heading(found.wager.paytable.title)
    lines = [f"{title}  ({found.wager.paytable.id})"]
    if found.reading:
        lines += paper.wrap_text(command_text("figures.read_as", read=_words(found.reading)))
    rows = [(*(command_text(f"figures.{name}") for name in ("figure", "printed", "exact")), "")]
    rows += [(_name(each), each.printed, each.shown, _verdict(each)) for each in found.figures]
    lines += ["", *paper.lined_up(rows, right=(1, 2))]
    if found.others:
        lines += ["", *paper.wrap_text(command_text("figures.others", ids=list(found.others)))]
    for text in found.unread:
        lines += paper.wrap_text(command_text("figures.unread", text=text))
    return lines


def _name(figure: CheckedFigure) -> str:
    return ", ".join(filter(None, (figure.label, paper.words(figure.figure))))


def _verdict(figure: CheckedFigure) -> str:
    """The verdict, what contradicts the figure, and the reading that it agrees with."""
    parts = [figure.verdict, *(command_text(f"figures.{name}") for name in figure.against)]
    if figure.reading and figure.verdict != AGREES:
        parts.append(command_text("figures.would_agree", read=_words(figure.reading)))
    elif figure.reading:
        parts.append(_words(figure.reading))
    return "; ".join(parts)


def _words(read: Mapping[str, str]) -> str:
    """A reading in words: its settings, and how figures are taken."""
    return ", ".join(
        command_text(f"figures.{name}_{value}") if name in FORMS else paper.words(f"{name} {value}")
        for name, value in read.items()
    )


def _data(found: CheckedTable) -> dict[str, object]:
    return {
        "wager": found.wager.paytable.id,
        "reading": dict(found.reading),
        "others": list(found.others),
        "unread": list(found.unread),
        "figures": [asdict(each) for each in found.figures],
    }
