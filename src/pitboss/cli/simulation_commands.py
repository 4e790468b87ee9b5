"""Commands that play: `simulate`, and `decisions`, which solves the plays it follows."""

from __future__ import annotations

from math import isinf
from typing import Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.odds_commands import Decks, PaytableId, choose_options
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import (
    AsJson,
    Options,
    figures_head,
    json_text,
    paytables,
    rng_seed_or_chance,
)
from pitboss.cli.progress_bar import progress
from pitboss.cli.recount_commands import Threads
from pitboss.maths import parts
from pitboss.maths import simulation as running
from pitboss.maths.cases import percent
from pitboss.maths.comparison import ERRORS_MOST, Comparison, Figure
from pitboss.maths.threads import use_threads
from pitboss.rules.posted import case_words

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
    as_json: AsJson = False,
) -> None:
    """Play a wager at random and compare it with its exact figures. Each round starts with a full
    shoe.

    The same rng seed gives the same rounds on any number of threads."""
    paytable = paytables(ctx).get(paytable_id)
    options = choose_options(option, decks)
    running.check(paytable, options, rounds=rounds)
    use_threads(threads)
    seed = rng_seed_or_chance(rng_seed)
    with progress(paytable_id) as report:
        comparison = running.simulate(
            paytable, options, rounds=rounds, rng_seed=seed, report=report
        )
    typer.echo(json_text(comparison.as_data()) if as_json else "\n".join(_page(comparison)))


def _page(comparison: Comparison) -> list[str]:
    lines = figures_head(comparison.paytable, comparison.options)
    seed = comparison.rng_seed
    lines += [command_text("simulation.played", rounds=comparison.rounds, seed=seed), ""]
    lines += [*_outcomes(comparison), "", *_figures(comparison), ""]
    return lines + paper.wrap_text(_verdict(comparison))


def _outcomes(comparison: Comparison) -> list[str]:
    apart = command_text("simulation.errors_apart")
    rows = [("Outcome", "Exact", "Simulated", apart)]
    rows += [
        (
            case_words(comparison.paytable, figure.name),
            percent(figure.exact, 6),
            percent(figure.simulated, 6),
            _apart(figure),
        )
        for figure in comparison.by_action()
    ]
    return paper.lined_up(rows, right=(1, 2, 3))


def _figures(comparison: Comparison) -> list[str]:
    error, apart = command_text("simulation.error"), command_text("simulation.errors_apart")
    rows = [("Figure", "Exact", "Simulated", error, apart)]
    rows += [
        (
            paper.words(figure.name).capitalize(),
            percent(figure.exact, 6),
            percent(figure.simulated, 6),
            f"{100 * figure.standard_error:.6f} %",
            _apart(figure),
        )
        for figure in comparison.figures
    ]
    return paper.lined_up(rows, right=(1, 2, 3, 4))


def _apart(figure: Figure) -> str:
    apart = figure.errors_apart
    if apart is None:
        return command_text("simulation.too_rare")
    text = command_text("simulation.never") if isinf(apart) else f"{apart:+.2f}"
    return text if figure.agrees else paper.paint(f"{text} !", paper.RED)


def _verdict(comparison: Comparison) -> str:
    judged = (*comparison.outcomes, *comparison.figures)
    far = [case_words(comparison.paytable, each.name) for each in judged if not each.agrees]
    if far:
        return command_text("simulation.far", most=ERRORS_MOST, figures=far)
    rare = comparison.too_rare
    if rare:
        return command_text("simulation.near_but_rare", most=ERRORS_MOST, rare=rare)
    return command_text("simulation.near", most=ERRORS_MOST)


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
