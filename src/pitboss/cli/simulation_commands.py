"""Commands that play: `simulate`, and `decisions`, which solves the plays it follows."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.odds_commands import Decks, PaytableId, choose_options
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import (
    AsJson,
    Cluster,
    Options,
    Processes,
    blocks_text,
    figures_head,
    json_text,
    paytables,
    rng_seed_or_chance,
)
from pitboss.cli.progress_bar import progress
from pitboss.cli.recount_commands import Threads
from pitboss.maths import parts
from pitboss.maths import simulation as running
from pitboss.maths.threads import use_threads
from pitboss.reports.simulation_text import comparison_blocks
from pitboss.words.language import language_now

commands = typer.Typer()

RoundsOption = Annotated[int, option("--rounds N")]
SimulationSeed = Annotated[int | None, option("--rng-seed S")]


@commands.command()
def simulate(
    ctx: typer.Context,
    paytable_id: PaytableId,
    rounds: RoundsOption = 1_000_000,
    rng_seed: SimulationSeed = None,
    decks: Decks = None,
    option: Options = None,
    threads: Threads = None,
    processes: Processes = 1,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Play a wager at random and compare it with its exact figures. Each round starts with a full
    shoe.

    The same rng seed gives the same rounds on any number of threads, processes or machines."""
    paytable = paytables(ctx).get(paytable_id)
    options = choose_options(option, decks)
    running.check(paytable, options, rounds=rounds)
    use_threads(threads)
    seed = rng_seed_or_chance(rng_seed)
    with progress(paytable_id) as report:
        comparison = running.simulate(
            paytable, options, rounds=rounds, rng_seed=seed,
            report=report, processes=processes, cluster=cluster,
        )  # fmt: skip
    if as_json:
        typer.echo(json_text(comparison.as_data()))
        return
    head = figures_head(comparison.paytable, comparison.options)
    blocks = comparison_blocks(comparison, language_now())
    typer.echo("\n".join([*head, *blocks_text(blocks)]))


@commands.command()
def decisions(
    games: Annotated[list[str] | None, argument("GAME", of="decisions")] = None,
    threads: Threads = None,
    write: Annotated[bool, option("--write", of="decisions")] = False,
) -> None:
    """Solve the best plays from scratch. Exits with 1 if any play differs from the stored one."""
    use_threads(threads)
    differing = []
    deciding = {name: parts.decisions_part(name) for name in games or parts.games_with_decisions()}
    for game, part in deciding.items():
        with progress(game) as report:
            tables = part.decide(report)
        for stored, table in zip(part.DECISIONS, tables, strict=True):
            name = f"{game} {stored.name}"
            if write:
                stored.store(table)
                typer.echo(command_text("shared.stored_now", name=name))
            elif stored.is_stored(table):
                typer.echo(command_text("shared.as_stored", name=name))
            else:
                differing.append(name)
                differs = paper.paint(command_text("shared.differs"), paper.RED)
                typer.echo(f"{name}: {differs}")
    if differing:
        typer.echo(f"DECISIONS_DIFFER: {', '.join(differing)}", err=True)
        raise typer.Exit(1)
