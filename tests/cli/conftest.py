"""The command line in this process, eighty columns wide, without color."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from typer.testing import CliRunner, Result

from coded import code_first
from pitboss.cli.app import GROUPS, command_line

app = command_line(GROUPS)

Run: TypeAlias = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `pitboss` with these words; `typed` is what it reads."""
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})

    def run_words(*words: str, typed: str | bytes = "") -> Result:
        return runner.invoke(app, words, input=typed, catch_exceptions=False)

    return run_words


@pytest.fixture
def refuses(run: Run) -> Callable[..., str]:
    """Run words that must be refused: exit 2, one line on stderr, nothing on stdout."""

    def run_refused(*words: str, typed: str | bytes = "") -> str:
        result = run(*words, typed=typed)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        lines: list[str] = result.stderr.splitlines()
        assert len(lines) == 1, lines
        return code_first(lines[0])

    return run_refused
