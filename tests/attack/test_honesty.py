"""What the server says of itself, and what an auditor can read."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

import pitboss
from cli.conftest import Run, run
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.folder import ROOM_FILE, has_room
from web.server_support import Site, make_site
from web.test_stream import Messages, listening

__all__ = ["run"]
GAMES = Path(pitboss.__file__).parent / "games"


def until_room(site: Site, heard: Messages, *, wanted: bool) -> None:
    """Listen until the server has found out."""
    while site.running_site.contact.has_room != wanted:
        heard.until("beat")


def test_a_full_disk_is_told_even_while_the_journal_finds_a_gap(folder: Path, site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    (folder / ROOM_FILE).mkdir()  # whatever is written there fails, as on a full disk
    with listening(site, supervisor, "/api/stream/pit") as heard:
        until_room(site, heard, wanted=False)
        told = site.watch("/healthz")
        assert (told.status_code, told.json()["disk"]) == (503, "full")
        (folder / ROOM_FILE).rmdir()
        until_room(site, heard, wanted=True)
        assert site.visitor().load("/healthz").status_code == 200


def test_looking_for_room_leaves_nothing(tmp_path: Path) -> None:
    assert has_room(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert not has_room(tmp_path / "nowhere")


def test_a_journal_on_a_read_only_disk_is_read(
    folder: Path, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    with closing(SqliteJournal(folder / "floor.db", read_only=True)) as journal:
        rows = list(journal.rows(after_seq=0, limit=1000))
        journal._connection.execute("VACUUM INTO ?", (str(copy / "floor.db"),))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with closing(SqliteJournal(copy / "floor.db", read_only=True)) as journal:
        copied = list(journal.rows(after_seq=0, limit=1000))
        assert copied[: len(rows)] == rows  # the server may have written more meanwhile
        assert [file.name for file in copy.iterdir()] == ["floor.db"]


def test_site_check_takes_the_paytables_beside_the_file(tmp_path: Path, run: Run) -> None:
    folder = make_site(tmp_path / "room")
    file = folder / "site.toml"
    own = folder / "paytables" / "crazy4" / "progressive"
    own.mkdir(parents=True)
    shipped = GAMES / "crazy4" / "paytables" / "progressive" / "pays-3.toml"
    shutil.copy(shipped, own / "ours.toml")
    text = file.read_text("utf-8").replace("crazy4/progressive/pays-3", "crazy4/progressive/ours")
    file.write_text(text, "utf-8")
    answer = run("site", "check", str(file))
    assert (answer.exit_code, "PAYTABLE_UNKNOWN" in answer.output) == (0, False)
