"""The command `reconcile`: journals of properties and of their hub, proven against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal
from pitboss.wide.exports import rows_of
from pitboss.wide.reconcile import Reconciled, reconcile

commands = typer.Typer()
DIFFER = 1


@commands.command("reconcile")
def reconcile_command(
    exports: Annotated[
        list[Path],
        typer.Argument(metavar="EXPORT...", help="Outputs of `pitboss export`, the hub's too."),
    ],
) -> None:
    """Prove the exports of properties and of their hub against each other, to the micro."""
    found = reconcile([(str(path), rows_of(_lines(path), where=str(path))) for path in exports])
    typer.echo("\n".join(reconciled_page(found)))
    if found.differences:
        raise typer.Exit(DIFFER)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("ascii").splitlines()
    except (OSError, UnicodeError) as fault:
        raise Refusal("EXPORT_UNREADABLE", where=str(path), reason=str(fault)) from None


def reconciled_page(found: Reconciled) -> list[str]:
    """What journals say together, as a page."""
    head = ("property", "jackpot", "level", "collected", "posted", "under way", "of lost rows")
    rows = [head, *((*line[:3], *(f"{each:,}" for each in line[3:])) for line in found.levels)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(head))]
    table = [
        "  ".join(
            cell.ljust(width) if place < 3 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    table += [
        f"{name}: {dollars(Cents(sent))} remitted to the hub by its own record, "
        f"{dollars(Cents(came))} by the hub's, {dollars(Cents(under_way))} under way"
        for name, sent, came, under_way in found.remittances
    ]
    table += [f"EXPLAINED: {each}" for each in found.explained]
    claims = f"{found.claims} claims, {found.granted} granted, {found.recorded} recorded"
    if not found.differences:
        return [*table, claims, "RECONCILED: no micro differs"]
    return [*table, claims, *(f"DIFFERS: {each}" for each in found.differences)]
