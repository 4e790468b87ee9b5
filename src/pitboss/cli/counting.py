"""Commands that count: recount. They are the only ones that need numba."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.progress import progress
from pitboss.maths import counting
from pitboss.maths.threads import use_threads
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import Slot

commands = typer.Typer()

Threads = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", min=1, help="Threads to count with; all cores but one."),
]


@commands.command()
def recount(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME...]", help="Games to count; all of them if none is named."),
    ] = None,
    threads: Threads = None,
    write: Annotated[
        bool, typer.Option("--write", help="Keep the new counts in place of the stored ones.")
    ] = False,
) -> None:
    """Count every outcome again from scratch. Ends with 1 if a count is not the stored one."""
    chosen = _solvers(names or [])
    use_threads(threads)
    differing = [name for name in chosen if not _one(name, write=write)]
    if differing:
        typer.echo(f"COUNTS_DIFFER: {', '.join(differing)}", err=True)
        raise typer.Exit(1)


def _solvers(names: list[str]) -> list[str]:
    """The solvers named, or those of the games named: called after the game or one of its slots."""
    known = counting.solver_names()
    chosen = []
    for name in names or known:
        slots = [slot.name for slot in _slots(name)]
        fitting = [
            solver
            for solver in known
            if solver == name or solver in slots or solver.startswith(f"{name}_")
        ]
        if not fitting:
            raise Refusal("GAME_UNKNOWN", where=name, reason=f"counted are {', '.join(known)}")
        chosen += fitting
    return list(dict.fromkeys(chosen))


def _slots(name: str) -> tuple[Slot, ...]:
    return catalog.game(name).slots if name in catalog.game_names() else ()


def _one(name: str, *, write: bool) -> bool:
    """Count once, with a progress bar; whether the result is the stored one (or was written)."""
    with progress(name) as report:
        counted = counting.as_text(counting.recount(name, report))
    path = counting.counts_folder() / f"{name}.json"
    same = path.is_file() and path.read_text("utf-8") == counted
    if write and not same:
        path.write_text(counted, "utf-8")
        typer.echo(f"{name}: written")
        return True
    word = "as stored" if same else paper.paint("DIFFERS from what is stored", paper.RED)
    typer.echo(f"{name}: {word}")
    return same
