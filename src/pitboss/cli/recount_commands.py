"""`pitboss recount`, the only command that needs numba."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.progress_bar import progress
from pitboss.maths import counting, parts
from pitboss.maths.threads import use_threads

commands = typer.Typer()

Threads = Annotated[int | None, option("--threads N", min=1)]


@commands.command()
def recount(
    names: Annotated[list[str] | None, argument("GAME", of="recount")] = None,
    threads: Threads = None,
    write: Annotated[bool, option("--write", of="recount")] = False,
) -> None:
    """Count every outcome from scratch. Exits with 1 if any count differs from the stored one."""
    chosen = dict.fromkeys(names or parts.sources_with_solve())
    for name in chosen:
        parts.need_solve(name)
    use_threads(threads)
    differing = [name for name in chosen if not _one(name, write=write)]
    if differing:
        typer.echo(f"COUNTS_DIFFER: {', '.join(differing)}", err=True)
        raise typer.Exit(1)


def _one(name: str, *, write: bool) -> bool:
    """Count once, with a progress bar; whether the result is the stored one (or was written)."""
    with progress(name) as report:
        counted = counting.as_text(parts.solve_part(name).count(report))
    path = counting.counts_path(name)
    same = path.is_file() and path.read_text("utf-8") == counted
    if write and not same:
        path.write_text(counted, "utf-8")
        typer.echo(command_text("shared.stored_now", name=name))
        return True
    if same:
        typer.echo(command_text("shared.as_stored", name=name))
    else:
        typer.echo(f"{name}: {paper.paint(command_text('shared.differs'), paper.RED)}")
    return same
