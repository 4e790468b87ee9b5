"""A release tried on a copy of a site: what it would do there, and nothing is changed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from golden_journals import FOLDER, HOUSE, open_house
from pitboss.cli.app import GROUPS, command_line
from pitboss.engine import Core
from pitboss.floor.decide import DECISIONS
from pitboss.floor.facts import bank, rounds
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal.chain import chain_row
from pitboss.journal.codec import command_text, events_text
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.folder import read_folder
from pitboss.refusal import Refusal

app = command_line(GROUPS)
LATER_MS = 1_794_300_000_000


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The house of the first release, as its site lies on a disk."""
    folder = tmp_path / HOUSE
    open_house(FOLDER / "0.3.0", folder)
    return folder


def run(*words: str) -> tuple[int, str]:
    found = CliRunner(env={"COLUMNS": "300", "NO_COLOR": "1"}).invoke(app, list(words))
    return found.exit_code, " ".join(found.output.split())


def digests(folder: Path) -> dict[str, str]:
    """Of every file but SQLite's shared memory, in which readers note where they are."""
    files = (path for path in folder.iterdir() if not path.name.endswith("-shm"))
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_release_is_tried_on_a_copy_and_the_site_stays_as_it_is(house: Path) -> None:
    before = digests(house)
    code, told = run("upgrade", "--check", str(house))
    assert code == 0, told
    for part in (
        "Opens yes", "Record sound: 305 rows", "Decisions the same: ",
        "as recorded; days closed: 1",
        "Books built from 305 rows", "Reports 19 for the last closed day",
        "approved with other software: B1, C1, C2, H1, H2, M1. Enter the approval of release",
        f"Nothing in {house} was changed. OK",
    ):  # fmt: skip
        assert part in told
    assert digests(house) == before


def test_a_tightened_rule_is_told_with_the_rows_it_concerns(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Refusal("NO_ROUND", where="C1")

    decisions: dict[Any, Any] = DECISIONS
    monkeypatch.setitem(decisions, rounds.VoidRound, refuse)
    code, told = run("upgrade", "--check", str(house))
    assert code == 0, told
    assert "This release would decide some rows differently: 1 row of release 0.3.0" in told


def test_upgrade_without_check_is_refused(house: Path) -> None:
    code, told = run("upgrade", str(house))
    assert code == 2
    assert told.startswith("upgrade: add --check")


def test_a_site_that_runs_is_copied_as_it_is_at_one_moment(house: Path) -> None:
    with closing(SqliteJournal(house / "floor.db")) as journal:
        last = journal.last()
        asked = command_text(bank.CheckBank(command_id="more", at_ms=LATER_MS))
        more = chain_row(last.hash, last.seq + 1, LATER_MS, "more", asked, events_text(()))
        journal.append([more], after=last)
        before = digests(house)
        code, told = run("upgrade", "--check", str(house))
        assert digests(house) == before
    assert code == 0, told
    assert "Record sound: 306 rows" in told


def test_a_journal_before_0_3_0_is_refused_by_name(house: Path) -> None:
    with closing(sqlite3.connect(house / "floor.db")) as journal:
        journal.execute("PRAGMA user_version = 2")
    code, told = run("upgrade", "--check", str(house))
    assert code == 2
    assert told.startswith(f"{house / 'floor.db'}: it has format 2, and this")
    assert told.endswith(" (JOURNAL_FORMAT_UNKNOWN)")


def test_other_balances_than_the_release_before_had_keep_a_house_from_switching(
    house: Path,
) -> None:
    with closing(SqliteJournal(house / "floor.db")) as journal:
        core = Core(journal, read_folder(house).paytable_lookup)
        kept = json.loads(write_snapshot(core.state))
        kept["shape"], kept["balances"]["house"] = "another", 1
        journal.save_snapshot(seq=304, text=json.dumps(kept))
    code, told = run("upgrade", "--check", str(house))
    assert code == 1, told
    assert "Meters house would be " in told
    assert told.endswith("Do not switch to this release.")
