"""`pitboss simulate` and `pitboss decisions`."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from coded import code_first
from pitboss.cli import simulation_commands
from pitboss.cli.app import Commands
from pitboss.maths import parts
from pitboss.maths.kernels.decisions import StoredDecisions

# The group on its own, with the refusals of the whole command line.
app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None)
app.add_typer(simulation_commands.commands)
RUNNER = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})

BAD_BEAT = """\
Crazy 4 Poker: Bad Beat Bonus C4P-BBB-01  (crazy4/bad_beat/bbb-01)
Played: 200,000 rounds, rng seed 7

Outcome                Exact    Simulated  Errors apart
4 of a Kind       0.000007 %   0.000000 %      too rare
Straight Flush    0.000107 %   0.000000 %      too rare
3 of a Kind       0.060903 %   0.074500 %         +2.46
Flush             0.415906 %   0.430000 %         +0.98
Straight          0.676497 %   0.681000 %         +0.25
2 Pair            1.258391 %   1.306500 %         +1.93
All Other Hands  97.588188 %  97.508000 %         -2.34

Figure               Exact    Simulated  Standard error  Errors apart
House edge     17.895512 %  14.548000 %      3.162166 %         -1.06
Hit frequency   2.411812 %   2.492000 %      0.034305 %         +2.34

Every exact figure is within 4 standard errors of the simulation. Outcomes too
rare to judge: 2.
"""


def run(*words: str) -> Result:
    result: Result = RUNNER.invoke(app, [*words, "--threads", "1"], catch_exceptions=False)
    return result


def refused(*words: str) -> str:
    """No seed is drawn by chance, and so none told, for what is refused."""
    result = run("simulate", *words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    line = code_first(result.stderr)
    assert line.count("\n") == 1
    return line


def played(*words: str) -> Any:
    result = run("simulate", *words, "--rounds", "50000", "--rng-seed", "7", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_the_page_of_a_wager() -> None:
    result = run("simulate", "crazy4/bad_beat/bbb-01", "--rounds", "200000", "--rng-seed", "7")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == BAD_BEAT


def test_a_base_game_is_shown_by_action_and_result() -> None:
    words = ("simulate", "caribbean_stud/base/standard", "--rounds", "50000", "--rng-seed", "7")
    lines = run(*words).stdout.splitlines()
    assert lines[1] == "Options: strategy best"
    begin = lines.index("") + 2
    assert [line.split("  ")[0] for line in lines[begin : begin + 5]] == [
        "raise, win", "raise, unqualified", "raise, tie", "raise, loss", "fold",
    ]  # fmt: skip


def test_json_has_every_outcome_as_a_fraction() -> None:
    data = played("blackjack/house_money/1", "--decks", "1")
    assert data["options"] == {"decks": 1, "ace_two": "yes"}
    assert (data["rounds"], data["rng_seed"], data["unit"]) == (50_000, 7, "wager")
    outcomes = {outcome["outcome"]: outcome for outcome in data["outcomes"]}
    assert outcomes["pair"]["exact"] == "1/17"
    assert outcomes["pair"]["simulated"] == "3019/50000"
    assert outcomes["pair"]["standard_error"] == pytest.approx(0.00105226728)
    assert outcomes["pair"]["standard_errors_apart"] == pytest.approx(1.4791589)
    assert [figure["figure"] for figure in data["figures"]] == ["house_edge", "hit_frequency"]
    assert data["figures"][0]["exact"] == "211/663"
    assert data["standard_errors_most"] == 4
    assert data["within"] is True


def test_json_of_a_base_game_has_every_joint_case() -> None:
    names = [outcome["outcome"] for outcome in played("crazy4/base/c4p")["outcomes"]]
    assert "fold" in names
    assert "play_3, three_of_a_kind, qualified_win" in names
    assert len(names) == 29


def test_a_progressive_is_judged_by_what_it_returns_without_its_meters() -> None:
    figures = played("multi_game/five_card/01")["figures"]
    assert [figure["figure"] for figure in figures] == ["fixed_return", "hit_frequency"]


def test_blackjack_is_judged_by_its_edge() -> None:
    data = played("blackjack/base/standard", "--option", "soft_17=hit", "--decks", "2")
    assert data["options"]["soft_17"] == "hit"
    assert [outcome["outcome"] for outcome in data["outcomes"]] == ["blackjack"]
    assert [figure["figure"] for figure in data["figures"]] == ["house_edge"]
    assert data["within"] is True


def test_the_same_seed_gives_the_same_page() -> None:
    words = ("simulate", "baccarat/dragon_bonus/1", "--rounds", "30000", "--rng-seed", "5")
    assert run(*words).stdout == run(*words).stdout


def test_a_seed_by_chance_is_told() -> None:
    result = run("simulate", "baccarat/dragon_bonus/1", "--rounds", "1000", "--json")
    seed = json.loads(result.stdout)["rng_seed"]
    assert result.stderr == f"rng seed {seed} (repeat with --rng-seed {seed})\n"


def test_a_figure_far_off_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A standard error that is far too small makes every figure stand out."""
    monkeypatch.setattr("pitboss.maths.comparison.sqrt", lambda _: 1e-9)
    words = ("simulate", "baccarat/base/standard", "--rounds", "30000", "--rng-seed", "5")
    result = run(*words)
    assert result.exit_code == 0
    last = " ".join(result.stdout.split("\n\n")[-1].split())
    assert last == (
        "MORE than 4 standard errors off: Player; Tie; Banker; house edge; hit frequency."
    )


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (("crazy4/base/c4p", "--rounds", "0"), "ROUNDS_WRONG: --rounds: 0 is not between 1 and"),
        (("crazy4/base/c4p", "--rounds", "-5"), "ROUNDS_WRONG: --rounds: -5 is not between 1 and"),
        (("crazy4/base/none",), "PAYTABLE_UNKNOWN"),
        (("crazy4/base/c4p", "--decks", "6"), "OPTION_UNKNOWN: --option decks"),
        (("crazy4/base/c4p", "--option", "strategy=wild"), "OPTION_UNKNOWN: --option strategy"),
        (("baccarat/base/standard", "--option", "side=left"), "OPTION_UNKNOWN: --option side"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], start: str) -> None:
    assert refused(*words).startswith(start)


@pytest.mark.parametrize("seed", ["-1", str(1 << 64)])
def test_a_seed_that_is_no_64_bits_is_refused(seed: str) -> None:
    result = run("simulate", "crazy4/base/c4p", "--rng-seed", seed)
    assert result.exit_code == 2
    assert (
        code_first(result.stderr)
        == f"RNG_SEED_WRONG: --rng-seed: {seed} is not between 0 and 2^64 - 1\n"
    )


def test_decisions_that_differ_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = np.zeros((1_755, 1), np.uint8)
    stored = StoredDecisions("nowhere", "plays", cards=3, columns=1, word="u1")
    monkeypatch.setattr(StoredDecisions, "path", tmp_path / "plays.xz")
    part = SimpleNamespace(DECISIONS=(stored,), decide=lambda _report: (table,))
    monkeypatch.setattr(parts, "games_with_decisions", lambda: ("toy",))
    monkeypatch.setattr(parts, "decisions_part", lambda _game: part)
    result = run("decisions")
    assert result.exit_code == 1
    assert result.stdout == "toy plays: DIFFERS from what's stored\n"
    assert code_first(result.stderr) == "DECISIONS_DIFFER: toy plays\n"
    assert run("decisions", "--write").stdout == "toy plays: saved\n"
    result = run("decisions", "toy")
    assert (result.exit_code, result.stdout) == (0, "toy plays: same as stored\n")


def test_a_game_without_decisions_is_refused() -> None:
    result = run("decisions", "baccarat")
    assert result.exit_code == 2
    assert code_first(result.stderr).startswith("DECISIONS_NONE: baccarat: ")
