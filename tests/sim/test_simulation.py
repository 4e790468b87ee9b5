"""Seeds on every run: the floor, the engine and the journal under faults and an auditor's eyes."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from proof.sim import __main__ as sim
from proof.sim import (
    auditor,
    follow_holds,
    follow_office,
    follow_rounds,
    follow_site,
    model,
    prizes,
)
from proof.sim.running import Outcome, simulate

KEPT = Path(__file__).parent / "seeds.txt"
AUDITOR_MAY_IMPORT = (
    "pitboss.floor.facts",
    "pitboss.rules.cited_law",
    "pitboss.rules.paytable",
    "proof.sim",
)


def kept_seeds() -> list[tuple[int, int, str]]:
    """What seeds.txt keeps: rng seed, rounds, faults."""
    lines = [line.split("#")[0].split() for line in KEPT.read_text("utf-8").splitlines()]
    return [(int(line[0]), int(line[1]), line[2]) for line in lines if line]


def passed(outcome: Outcome, *, rounds: int) -> None:
    assert not outcome.failure, (
        f"{outcome}; repeat with python -m proof.sim --rng-seed {outcome.rng_seed}"
    )
    assert outcome.rounds == rounds


@pytest.mark.parametrize("faults", ["none", "some", "many"])
@pytest.mark.parametrize("rng_seed", range(1, 7))
def test_PS_60_nothing_is_lost_or_doubled(rng_seed: int, faults: str) -> None:
    passed(simulate(rng_seed=rng_seed, rounds=20, faults=faults), rounds=20)


@pytest.mark.parametrize(("rng_seed", "rounds", "faults"), kept_seeds())
def test_what_a_kept_seed_found_stays_found(rng_seed: int, rounds: int, faults: str) -> None:
    passed(simulate(rng_seed=rng_seed, rounds=rounds, faults=faults), rounds=rounds)


def test_the_same_seed_gives_the_same_run() -> None:
    first = simulate(rng_seed=4, rounds=15, faults="many")
    assert simulate(rng_seed=4, rounds=15, faults="many") == first
    assert simulate(rng_seed=5, rounds=15, faults="many").trace != first.trace


def test_another_process_plays_the_same_run_from_a_seed() -> None:
    words = ["--rng-seed", "1", "--rounds", "40", "--faults", "many"]
    elsewhere = subprocess.run(
        [sys.executable, "-m", "proof.sim", *words], capture_output=True, text=True, check=True
    )
    assert elsewhere.stdout == run_command(*words)[1]


@pytest.mark.parametrize(
    "module", [auditor, follow_holds, follow_office, follow_rounds, follow_site, model, prizes]
)
def test_the_auditor_knows_nothing_of_the_floor_inside(module: object) -> None:
    tree = ast.parse(Path(str(vars(module)["__file__"])).read_text("utf-8"))
    names = [
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    own = [name for name in names if name.startswith(("pitboss.", "proof."))]
    assert own
    assert not [name for name in own if not name.startswith(AUDITOR_MAY_IMPORT)]


def run_command(*words: str) -> tuple[int, str]:
    """The command alone: its exit code, and all that it says."""
    result = CliRunner().invoke(sim.command, words)
    return result.exit_code, result.output


def test_the_command_says_how_each_seed_went() -> None:
    code, told = run_command("--rng-seed", "1", "--rounds", "5", "--seeds", "2")
    lines = told.splitlines()
    assert code == 0
    assert [line.split(":")[0] for line in lines[:2]] == ["seed 1", "seed 2"]
    assert all("trace" in line and line.endswith("ok") for line in lines[:2])
    assert lines[2].startswith("2 seeds, 10 rounds,")
    assert lines[2].endswith("none failed")


def test_a_failure_is_told_with_the_way_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Outcome(7, 3, 21, 40, {"restarts": 2}, "abc", failure="a cent is missing")
    monkeypatch.setattr(sim, "simulate", lambda **asked: failed)
    code, told = run_command("--rng-seed", "7", "--rounds", "9", "--faults", "many")
    assert code == 1
    assert "seed 7, step 21: a cent is missing" in told
    assert "python -m proof.sim --rng-seed 7 --rounds 9 --faults many" in told
    assert "1 failed" in told


def test_the_command_tells_what_happened_to_two_engines() -> None:
    code, told = run_command("--rng-seed", "1", "--rounds", "4", "--engines", "2")
    assert code == 0
    assert "epochs, " in told.splitlines()[0]
    assert "What happened, in all seeds together:" in told
    assert "take-overs" in told


def test_the_command_plays_several_properties_and_their_hub() -> None:
    code, told = run_command("--rng-seed", "1", "--rounds", "40", "--properties", "2")
    assert code == 0
    assert "messages lost" in told
    assert told.splitlines()[-1].endswith("none failed")
    assert run_command("--properties", "2", "--engines", "2")[0] != 0
