"""The command as a process of its own: streams, signals, encodings, what it imports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from coded import code_first

GOLDEN = Path(__file__).parent.parent / "golden"
PITBOSS = (sys.executable, "-m", "pitboss")


def env(**more: str) -> dict[str, str]:
    plain = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    return {**plain, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **more}


def run(*words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PITBOSS, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=env(**more),
        check=False,
    )


def test_a_card_in_a_pipe_is_plain_text() -> None:
    result = run("games", "crazy4")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == (GOLDEN / "games_crazy4.txt").read_text("utf-8")


def test_deal_into_settle() -> None:
    dealt = run("deal", "blackjack", "--rng-seed", "4", "--seats", "7", "--json")
    settled = run("settle", "-", "--json", typed=dealt.stdout)
    assert settled.returncode == 0
    assert len(json.loads(settled.stdout)["seats"]) == 7


def test_a_refusal_is_one_line_and_exit_two() -> None:
    result = run("settle", "no/such/file.json")
    assert result.returncode == 2
    assert result.stdout == ""
    assert code_first(result.stderr) == "FILE_MISSING: no/such/file.json: no such file\n"


def test_play_through_a_pipe() -> None:
    result = run("play", "crazy4", "--rng-seed", "5", typed="\np\n")
    assert result.returncode == 0
    assert "You lose $30.00. Chips $470.00." in result.stdout
    assert result.stdout.endswith("Good night.\n")


def test_letters_where_suit_signs_can_not_be_shown() -> None:
    result = run("deal", "crazy4", "--rng-seed", "7", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "dealer  " in result.stdout
    assert result.stdout.isascii()
    assert "?" not in result.stdout


def hear_interrupts() -> None:
    """A run in the background passes on that interrupts are ignored; at a terminal they are not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted_at_a_prompt() -> None:
    command = [*PITBOSS, "play", "crazy4", "--rng-seed", "5"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=env(), preexec_fn=hear_interrupts
    ) as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"]? "):
            piece = process.stdout.read(1)
            assert piece, shown
            shown += piece
        process.send_signal(signal.SIGINT)
        # A signal that comes just before the read would wait for a line; the end of input ends it.
        _, told = process.communicate()
        assert told == b""
        assert process.returncode == 130


def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = [*PITBOSS, "paytables", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=env()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait()


def test_a_device_that_is_full() -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [*PITBOSS, "games"], stdout=full, stderr=subprocess.PIPE, env=env(), check=False
        )
    assert result.returncode == 2
    assert result.stderr == b"No space left on device (SYSTEM_REFUSED)\n"


def test_closed_streams() -> None:
    words = " ".join(PITBOSS)
    result = subprocess.run(
        ["/bin/sh", "-c", f"{words} settle - <&-; {words} games >&-"],
        capture_output=True,
        encoding="utf-8",
        env=env(),
        check=False,
    )
    assert code_first(result.stderr).startswith("RECORD_UNREADABLE: standard input: not JSON (")
    assert len(result.stderr.splitlines()) == 1


def test_nothing_heavy_is_imported_to_start() -> None:
    code = "import sys, pitboss.cli; print(sorted({'numba', 'numpy', 'rich'} & set(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert result.stdout == "[]\n"
