"""`pitboss demo-wide`: two made-up card rooms that share a jackpot, and the hub that keeps it."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.demo import RNG_SEED, PlayersLuck, demo_folder
from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.cli.reconcile_commands import reconciled_page, verdict
from pitboss.journal import every_row
from pitboss.journal.place import JournalPlace
from pitboss.wide.reconcile import Reconciled, reconcile
from pitboss.words.language import WORDS

if TYPE_CHECKING:
    from pitboss.demo.wide_folders import WideFolder
    from pitboss.demo.wide_running import StartedPart

commands = typer.Typer()


@commands.command("demo-wide")
def demo_wide(
    folder: Annotated[Path | None, option("--folder DIR", of="demo-wide")] = None,
    port: Annotated[int | None, option("--port N", of="demo-wide", min=1, max=65533)] = None,
    rng_seed: PlayersLuck = RNG_SEED,
) -> None:
    """Run two demo card rooms and the hub of a jackpot they share. They run on this machine only.
    Cut a room's line on its start page, watch what happens, and restore it."""
    from pitboss.demo.wide_running import WideDemonstration  # late, as in `pitboss demo`

    with demo_folder(folder) as place:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # as a Ctrl-C
        shown = WideDemonstration(place, rng_seed=rng_seed, port=port)
        with suppress(KeyboardInterrupt):
            try:
                typer.echo("\n".join(_page(shown.begin(), place)))
                shown.wait()
            finally:
                shown.end()
        found = _proven(shown.folders)
        typer.echo("\n".join(["", *reconciled_page(found)]))
        raise typer.Exit(verdict(found))


def _proven(folders: Mapping[str, WideFolder]) -> Reconciled:
    """What a comparison of the three journals finds."""
    rows = []
    for name, folder in folders.items():
        with closing(JournalPlace(folder.path)()) as journal:
            rows.append((name, list(every_row(journal))))
    return reconcile(rows)


def _page(parts: Sequence[StartedPart], place: Path) -> list[str]:
    """Where everything is, and what to try."""
    by_name = {part.name: part for part in parts}
    rooms = sorted((part for part in parts if part.name != "hub"), key=lambda each: each.name)
    places = [(part.title, f"{part.address}/") for part in rooms]
    places += [
        (command_text("demo.room_sign", room=part.title), f"{part.address}/sign/H1")
        for part in rooms
    ]
    places.append((command_text("demo.hub"), f"{by_name['hub'].address}/office"))
    rows = [tuple(WORDS["commands"]["serve"]["pin_heads"][:-1])]
    rows += [(each.badge, each.name, each.role, each.pin) for each in rooms[0].badges]
    return [
        paper.format_heading(command_text("demo.wide_title")),
        *paper.lined_up(places, indent="  ", wraps=False),
        "",
        *paper.lined_up(rows, indent="  ", wraps=False),
        "",
        command_text("demo.wide_begin"),
        command_text("demo.wide_end", folder=place),
    ]
