"""The command that plays a whole floor by chance, with faults, under an auditor's eyes."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.shared import rng_seed_or_chance
from pitboss.refusal import Refusal
from pitboss.sim.faults import AMOUNTS
from pitboss.sim.running import Outcome, simulate

commands = typer.Typer()

ROUNDS_MOST = 1_000_000
SEEDS_MOST = 1_000_000


@commands.command()
def sim(
    rng_seed: Annotated[
        int | None,
        typer.Option("--rng-seed", metavar="N", min=0, help="The first rng seed; else by chance."),
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="R", min=1, max=ROUNDS_MOST, help="Rounds a seed.")
    ] = 200,
    faults: Annotated[
        str, typer.Option("--faults", metavar="none|some|many", help="How much goes wrong.")
    ] = "some",
    seeds: Annotated[
        int, typer.Option("--seeds", metavar="K", min=1, max=SEEDS_MOST, help="Seeds to run.")
    ] = 1,
) -> None:
    """Play a whole floor by chance: crashes, full storage, lost and repeated commands, wrong
    badges. An independent auditor checks every step. Ends with 1 if it finds something.

    The same rng seed gives the same trace."""
    if faults not in AMOUNTS:
        raise Refusal("OPTION_UNREADABLE", where="--faults", reason=f"one of {', '.join(AMOUNTS)}")
    first = rng_seed_or_chance(rng_seed)
    failed = 0
    played = commands = 0
    for seed in range(first, first + seeds):
        outcome = simulate(rng_seed=seed, rounds=rounds, faults=faults)
        typer.echo(_line(outcome))
        played += outcome.rounds
        commands += outcome.commands
        if outcome.failure:
            failed += 1
            typer.echo(_failure(outcome, rounds=rounds, faults=faults), err=True)
    verdict = f"{failed} failed" if failed else "none failed"
    typer.echo(f"{seeds:,} seeds, {played:,} rounds, {commands:,} commands: {verdict}")
    if failed:
        raise typer.Exit(1)


def _line(outcome: Outcome) -> str:
    verdict = "FAILED" if outcome.failure else "ok"
    return (
        f"seed {outcome.rng_seed}: {outcome.rounds:,} rounds, {outcome.steps:,} steps, "
        f"{outcome.commands:,} commands, {outcome.restarts:,} restarts, "
        f"trace {outcome.trace}, {verdict}"
    )


def _failure(outcome: Outcome, *, rounds: int, faults: str) -> str:
    again = f"pitboss sim --rng-seed {outcome.rng_seed} --rounds {rounds} --faults {faults}"
    return f"seed {outcome.rng_seed}, step {outcome.steps}: {outcome.failure}\nrepeat with: {again}"
