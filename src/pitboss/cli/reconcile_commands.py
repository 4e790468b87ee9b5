"""The command `reconcile`: prove journals of properties and their hub against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.files import reading
from pitboss.cli.options import argument
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import AsJson, json_text
from pitboss.evidence.filling import exact
from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal
from pitboss.wide.exports import rows_of
from pitboss.wide.reconcile import Reconciled, reconcile
from pitboss.words.language import WORDS

commands = typer.Typer()
DIFFER = 1
NOT_SETTLED = 3  # 2 is a refusal


@commands.command("reconcile")
def reconcile_command(
    exports: Annotated[list[Path], argument("EXPORT...")],
    as_json: AsJson = False,
) -> None:
    """Compare the exports of card rooms with those of their hub."""
    found = reconcile([(str(path), rows_of(_lines(path), where=str(path))) for path in exports])
    page = json_text(_reconciled_data(found)) if as_json else "\n".join(reconciled_page(found))
    typer.echo(page)
    raise typer.Exit(verdict(found))


def _reconciled_data(found: Reconciled) -> dict[str, object]:
    remitted = ("property", "sent_cents", "received_cents", "under_way_cents")
    return {
        "levels": [level._asdict() for level in found.levels],
        "remittances": [dict(zip(remitted, each, strict=True)) for each in found.remittances],
        "claims": found.claims,
        "granted": found.granted,
        "recorded": found.recorded,
        "explained": [str(each) for each in found.explained],
        "unsettled": [str(each) for each in found.unsettled],
        "differences": [str(each) for each in found.differences],
    }


def verdict(found: Reconciled) -> int:
    """The exit code of a proof."""
    if found.differences:
        return DIFFER
    return NOT_SETTLED if found.unsettled else 0


def _lines(path: Path) -> list[str]:
    with reading(str(path)):
        found = path.read_bytes()
    try:
        return found.decode("ascii").splitlines()
    except UnicodeError:
        raise Refusal("EXPORT_UNREADABLE", "no_text_export", where=str(path)) from None


def reconciled_page(found: Reconciled) -> list[str]:
    """The page that says how the journals compare."""
    head = WORDS["commands"]["reconcile"]["head"]
    rows = [head, *((*line[:3], *(exact(each) for each in line[3:])) for line in found.levels)]
    table = paper.lined_up(rows, right=range(3, len(head)), wraps=False)
    table += [
        command_text(
            "reconcile.remitted",
            property=name,
            sent=dollars(Cents(sent)),
            received=dollars(Cents(came)),
            under_way=dollars(Cents(under_way)),
        )
        for name, sent, came, under_way in found.remittances
    ]
    table += [command_text("reconcile.explained", what=each) for each in found.explained]
    table += [command_text("reconcile.unsettled", what=each) for each in found.unsettled]
    counts = {"claims": found.claims, "granted": found.granted, "recorded": found.recorded}
    table += [command_text("reconcile.claims", **counts)]
    if found.differences:
        return [
            *table,
            *(command_text("reconcile.differs", what=each) for each in found.differences),
        ]
    if found.unsettled:
        return [*table, command_text("reconcile.waits")]
    return [*table, command_text("reconcile.same")]
