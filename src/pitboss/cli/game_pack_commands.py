"""`pitboss game-pack`: everything about a game for the people who approve it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import play_tools
from pitboss.cli.files import check_writable
from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.cli.progress_bar import progress
from pitboss.live.whole_file import write_whole
from pitboss.rules import catalog

commands = typer.Typer()

SEED = 1  # so that the same question gets the same pack


@commands.command("game-pack")
def game_pack(
    ctx: typer.Context,
    game: play_tools.GameName,
    output: Annotated[Path | None, option("-o --output FILE", of="game-pack")] = None,
    paytable: play_tools.Chosen = None,
    option: play_tools.Options = None,
    rounds: Annotated[int, option("--rounds N", of="game-pack", min=0)] = 1_000_000,
    rng_seed: Annotated[int, option("--rng-seed S", of="game-pack", min=0)] = SEED,
    paper: play_tools.PaperSize = "letter",
) -> None:
    """Write a game's submission pack. It has rules and pays, worked examples, PAR sheets, the best
    play, a simulation, what card counters win, and the rack card. It's one PDF, and an archive with
    all files and their SHA-256. The same input always gives the same bytes."""
    from pitboss.file_digests import digest_folder  # late, as all of it
    from pitboss.lab.seating import choose_table
    from pitboss.live.release import running_release
    from pitboss.reports.game_pack import GamePackSource, make_game_pack
    from pitboss.site.jackpot_figures import ways_at

    found, paytables = catalog.game(game), play_tools.paytables(ctx)
    archive, pdf = ((output or Path(game)).with_suffix(suffix) for suffix in (".zip", ".pdf"))
    for file in (archive, pdf):
        check_writable(file)
    table = choose_table(
        found,
        paytables,
        options=play_tools.pairs(option, option="--option"),
        chosen=play_tools.pairs(paytable, option="--paytable"),
    )
    release = running_release()
    source = GamePackSource(
        table=table,
        paytables=paytables,
        wagers=[(each, way) for each in table.paytables.values() for way in ways_at(each, table)],
        software={
            "version": release.version,
            "release": release.sha256,
            "game_folder": digest_folder(catalog.game_folder(game)),
        },
        rounds=rounds,
        rng_seed=rng_seed,
    )
    with progress(found.title) as report:
        made = make_game_pack(source, paper=paper, report=report)
    for file, data in zip((pdf, archive), made, strict=True):
        write_whole(file, data)
        typer.echo(command_text("game_pack.written", file=file, title=found.title, bytes=len(data)))
