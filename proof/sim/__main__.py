"""Play a whole floor by chance, with faults, under an auditor's eyes: `python -m proof.sim`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Annotated

import typer

from pitboss.cli.app import tell_refusal
from pitboss.cli.play_tools import rng_seed_or_chance
from pitboss.cli.progress_bar import progress
from pitboss.refusal import Refusal
from proof.sim.adversary import attack
from proof.sim.faults import AMOUNTS
from proof.sim.running import Outcome, simulate
from proof.sim.wide_running import simulate_wide

command = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

ROUNDS_MOST = 1_000_000
SEEDS_MOST = 1_000_000
PROPERTIES_MOST = 100
ONE_ENGINE, TWO_ENGINES = 1, 2
# What a seed's own line says about its engines.
SAID = ("restarts", "epochs", "take-overs", "hits", "outages", "hub fail-overs")


@command.command()
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
    engines: Annotated[
        int,
        typer.Option(
            "--engines",
            metavar="1|2",
            min=ONE_ENGINE,
            max=TWO_ENGINES,
            help="2: one leads, the other stands by, and they take over from each other.",
        ),
    ] = ONE_ENGINE,
    properties: Annotated[
        int,
        typer.Option(
            "--properties",
            metavar="P",
            min=0,
            max=PROPERTIES_MOST,
            help="So many properties that share a jackpot, and their hub, instead of one floor.",
        ),
    ] = 0,
    adversary: Annotated[
        bool,
        typer.Option(
            "--adversary", help="Dishonest staff asks for all that touches money, without faults."
        ),
    ] = False,
) -> None:
    """Play a whole floor by chance: crashes, full storage, lost and repeated commands, wrong
    badges. An independent auditor checks every step. Ends with 1 if it finds something.

    With --engines 2 engines are killed, paused, cut off and handed over as well; with --properties
    several floors and their hub play over lines that lose, repeat and are cut; with --adversary
    staff of all roles asks for everything with plausible and absurd arguments. The same rng seed
    gives the same trace."""
    if faults not in AMOUNTS:
        raise Refusal("OPTION_UNREADABLE", "one_of", where="--faults", amounts=AMOUNTS)
    if properties and engines != ONE_ENGINE:
        raise Refusal("OPTION_UNREADABLE", "hub_two_engines", where="--engines")
    if adversary and (properties or engines != ONE_ENGINE):
        raise Refusal("OPTION_UNREADABLE", "floor_engine", where="--adversary")
    first = rng_seed_or_chance(rng_seed)
    failed = played = asked = 0
    seen: Counter[str] = Counter()
    for seed in range(first, first + seeds):
        if adversary:
            outcome = _attacked(seed, rounds=rounds)
        else:
            outcome = _played(
                seed, rounds=rounds, faults=faults, engines=engines, properties=properties
            )
        typer.echo(_line(outcome))
        played += outcome.rounds
        asked += outcome.commands
        seen.update(outcome.seen)
        if outcome.failure:
            failed += 1
            which = " --adversary" if adversary else _which(faults, engines, properties)
            message = _failure(outcome, rounds=rounds, which=which)
            typer.echo(message, err=True)
    if engines != ONE_ENGINE or properties or adversary:
        typer.echo("\n".join(_happened(seen)))
    verdict = f"{failed} failed" if failed else "none failed"
    typer.echo(f"{seeds:,} seeds, {played:,} rounds, {asked:,} commands: {verdict}")
    if failed:
        raise typer.Exit(1)


def _played(seed: int, *, rounds: int, faults: str, engines: int, properties: int) -> Outcome:
    if not properties:
        return simulate(rng_seed=seed, rounds=rounds, faults=faults, engines=engines)
    with progress(f"seed {seed}") as report:
        return simulate_wide(
            rng_seed=seed, rounds=rounds, properties=properties, faults=faults, report=report
        )


def _attacked(seed: int, *, rounds: int) -> Outcome:
    with progress(f"seed {seed}") as report:
        return attack(rng_seed=seed, rounds=rounds, report=report)


def _happened(seen: Mapping[str, int]) -> list[str]:
    """What happened in all seeds, one line each."""
    width = max(map(len, seen), default=0)
    return [
        "What happened, in all seeds together:",
        *(f"  {name:<{width}}  {times:>12,}" for name, times in sorted(seen.items())),
    ]


def _line(outcome: Outcome) -> str:
    verdict = "FAILED" if outcome.failure else "ok"
    restarts = "".join(f"{outcome.seen[each]:,} {each}, " for each in SAID if each in outcome.seen)
    return (
        f"seed {outcome.rng_seed}: {outcome.rounds:,} rounds, {outcome.steps:,} steps, "
        f"{outcome.commands:,} commands, {restarts}trace {outcome.trace}, {verdict}"
    )


def _which(faults: str, engines: int, properties: int) -> str:
    if properties:
        return f" --faults {faults} --properties {properties}"
    return f" --faults {faults}" + (f" --engines {engines}" if engines != ONE_ENGINE else "")


def _failure(outcome: Outcome, *, rounds: int, which: str) -> str:
    seed = outcome.rng_seed
    again = f"python -m proof.sim --rng-seed {seed} --rounds {rounds}{which}"
    return f"seed {seed}, step {outcome.steps}: {outcome.failure}\nrepeat with: {again}"


def main() -> None:
    """Run it; a refusal is one line and exit code 2."""
    try:
        command()
    except Refusal as refusal:
        sys.exit(tell_refusal(refusal).exit_code)


if __name__ == "__main__":
    main()
