"""Backups: a site in one file while it runs, restored into a folder or a database, and audited."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import resource
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from typer.testing import CliRunner

from coded import code_first
from journal.cluster import Cluster
from journal.conftest import cluster
from pitboss.journal import EMPTY, Journal, every_row, sqlite
from pitboss.journal.place import JournalPlace
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.folder import read_folder
from pitboss.live.running_site import open_running_site
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.web.access.admission import Access
from reports.played import app

from .test_archives import house, key, now

__all__ = ["cluster", "house", "key", "now"]


def run(*words: str) -> tuple[int, str]:
    """What a command printed, without lines of a log that another test has begun."""
    found = CliRunner().invoke(app, list(words))
    lines = code_first(found.output).splitlines(keepends=True)
    return found.exit_code, "".join(each for each in lines if not each.startswith('{"at_ms"'))


@pytest.fixture
def backup(house: Path, key: list[str], tmp_path: Path) -> Path:
    """A backup of a house whose server has made PINs and has the journal open."""
    with closing(Access(house)) as access:
        access.issue("D100")
    file = tmp_path / "tuesday.backup"
    with closing(SqliteJournal(house / "floor.db")):
        code, told = run("backup", str(file), "--site", str(house), *key)
    assert code == 0, told
    return file


def rows_of(journal: Journal) -> list[object]:
    with closing(journal):
        return list(every_row(journal))


def test_a_backup_restores_rows_pins_and_files(backup: Path, house: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    code, told = run("restore", str(backup), "--site", str(again))
    assert code == 0, told
    assert rows_of(JournalPlace(again)()) == rows_of(JournalPlace(house)())
    assert (again / "site.toml").read_bytes() == (house / "site.toml").read_bytes()
    with closing(Access(again)) as access:
        assert access.has_keys("D100")
        assert not access.has_keys("D101")
    assert not (again / "books.db").exists()
    assert oct((again).stat().st_mode)[-3:] == "700"
    assert f"Restored to {again}" in told


def test_a_backup_holds_what_belongs_to_a_site_and_no_secret_beside_it(
    house: Path, key: list[str], tmp_path: Path
) -> None:
    """The folder is the home of the service: libraries look for passwords there."""
    paytable = "paytables/crazy4/progressive/own.toml"
    belongs = ("line/hub.pem", paytable, "site.draft.toml", "themes/own.png")
    secret = (
        ".pgpass",
        ".ssh/id_ed25519",
        "first-pins.txt",
        "line/.hub.pem",
        "line/hub.key",
        "paytables/.pgpass",
        "room.key",
        "themes/.secret",
    )
    for name in (*belongs, *secret):
        path = house / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("db1:5432:floor:pitboss:topsecret")
    shipped = next((catalog.GAMES / "crazy4" / "paytables" / "progressive").glob("*.toml"))
    (house / paytable).write_bytes(shipped.read_bytes())
    file = tmp_path / "tuesday.backup"
    code, told = run("backup", str(file), "--site", str(house), *key)
    assert code == 0, told
    with zipfile.ZipFile(file) as opened:
        kept = {name for name in opened.namelist() if name.startswith("site/")}
    assert kept == {f"site/{name}" for name in ("access.json", "site.toml", *belongs)}


def test_a_drill_proves_a_backup_and_leaves_nothing(backup: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    code, told = run("restore", str(backup), "--check")
    assert code == 0, told
    assert "OK" in told
    assert sorted(tmp_path.iterdir()) == before


def test_a_backup_is_for_its_owner_alone_and_is_not_written_over(
    backup: Path, house: Path, key: list[str]
) -> None:
    assert oct(backup.stat().st_mode)[-3:] == "600"
    code, told = run("backup", str(backup), "--site", str(house), *key)
    assert code == 2
    assert told.startswith("FILE_EXISTS")


def test_a_backup_does_not_lie_with_what_it_keeps(house: Path, key: list[str]) -> None:
    code, told = run("backup", str(house / "room.backup"), "--site", str(house), *key)
    assert code == 2
    assert told.startswith("FILE_UNWRITABLE")
    assert "outside the site's folder" in told
    assert not (house / "room.backup").exists()


@pytest.mark.parametrize("place", [0.2, 0.5, 0.9])
def test_a_changed_byte_is_found(backup: Path, place: float) -> None:
    data = bytearray(backup.read_bytes())
    data[int(len(data) * place)] ^= 1
    backup.write_bytes(data)
    code, told = run("restore", str(backup), "--check")
    assert code == 1
    assert told.startswith(f"BACKUP_WRONG: {backup}: ")


def test_a_folder_with_something_in_it_is_not_restored_into(backup: Path, house: Path) -> None:
    code, told = run("restore", str(backup), "--site", str(house))
    assert code == 2
    assert told.startswith("RESTORE_NOT_EMPTY")


def test_rows_that_somebody_knows_are_not_lost_without_a_word(
    backup: Path, house: Path, tmp_path: Path
) -> None:
    with closing(JournalPlace(house)()) as journal:
        last = journal.last()
    known = f"{last.seq + 7:020d}:{'a' * 64}"  # as the notes on the old disk have it
    code, told = run("restore", str(backup), "--check", "--known", known)
    assert code == 2
    assert "RESTORE_LOSES" in told
    assert "you would lose 7 rows. Look for a newer backup, or give --accept-loss 7" in told
    code, refused = run("restore", str(backup), "--check", "--known", known, "--accept-loss", "6")
    assert code == 2
    code, told = run("restore", str(backup), "--check", "--known", known, "--accept-loss", "7")
    assert code == 0, told
    assert f"this backup of {read_folder(house).site.name} ends at row {last.seq}" in refused
    capitals = f"{last.seq}:{last.hash.upper()}"
    assert run("restore", str(backup), "--check", "--known", capitals)[0] == 0
    code, told = run("restore", str(backup), "--check", "--known", f"0:{'0' * 64}")
    assert (code, told.partition(":")[0]) == (2, "OPTION_UNREADABLE")
    fork = f"{last.seq}:{'b' * 64}"
    code, told = run("restore", str(backup), "--check", "--known", fork)
    assert code == 1
    assert "JOURNAL_BAD" in told


def test_a_name_that_leads_out_of_the_folder_is_refused(
    house: Path, key: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pitboss.cli.backup_commands._site_files",
        lambda folder: [("../escaped", b"by a forged backup")],
    )
    file = tmp_path / "forged.backup"
    assert run("backup", str(file), "--site", str(house), *key)[0] == 0
    code, told = run("restore", str(file), "--site", str(tmp_path / "again"))
    assert code == 1
    assert f"BACKUP_WRONG: {file}: " in told
    assert "../escaped doesn't belong in a site's folder" in told
    assert not (tmp_path / "escaped").exists()


def test_a_journal_without_its_old_rows_is_restored_as_it_is(
    house: Path, key: list[str], tmp_path: Path, now: Callable[[str], None]
) -> None:
    archive = house / "archives" / "first.archive"
    archive.parent.mkdir()
    made = ("archive", str(house / "floor.db"), str(archive), "--until", "2026-11-07", *key)
    assert run(*made)[0] == 0
    now("2033-01-01")
    assert run("archive", str(house / "floor.db"), str(archive), "--remove")[0] == 0
    file, again = tmp_path / "short.backup", tmp_path / "again"
    code, told = run("backup", str(file), "--site", str(house), *key)
    assert code == 0, told
    assert "archives/first.archive: keep it with the backup" in told
    code, told = run("restore", str(file), "--site", str(again))
    assert code == 0, told
    with closing(SqliteJournal(again / "floor.db", read_only=True)) as journal:
        sealed = journal.read_seal()
    assert sealed is not None
    with closing(SqliteJournal(house / "floor.db", read_only=True)) as journal:
        assert journal.read_seal() == sealed


def test_a_file_goes_into_a_database_and_back(
    backup: Path, house: Path, key: list[str], cluster: Cluster, tmp_path: Path
) -> None:
    database = cluster.new_address()
    again = tmp_path / "again"
    code, told = run("restore", str(backup), "--site", str(again), "--database", database)
    assert code == 0, told
    assert not (again / "floor.db").exists()
    rows = rows_of(JournalPlace(house)())
    assert rows_of(JournalPlace(again, database)()) == rows
    assert (again / "floor.witness").read_text().startswith(f"{len(rows):020d}:")
    with closing(Access(again, database)) as access:
        assert access.has_keys("D100")
    file = tmp_path / "server.backup"
    code, told = run("backup", str(file), "--site", str(again), "--database", database, *key)
    assert code == 0, told
    code, told = run("restore", str(file), "--check")
    assert code == 0, told


def test_another_houses_database_is_not_backed_up(
    backup: Path, house: Path, key: list[str], cluster: Cluster, tmp_path: Path
) -> None:
    """A row that an engine of the folder has written tells; where there is none, the name."""
    again, database = tmp_path / "again", cluster.new_address()
    restored = ("--site", str(again), "--database", database)
    assert run("restore", str(backup), *restored)[0] == 0
    site, witness = again / "site.toml", again / "floor.witness"
    site.write_text(re.sub(r"(?m)^name = .*$", 'name = "South Room"', site.read_text(), count=1))
    renamed = tmp_path / "renamed.backup"
    assert run("backup", str(renamed), *restored, *key)[0] == 0
    seq = witness.read_text().partition(":")[0]
    for note in (f"{seq}:{'b' * 64}\n", ""):
        witness.write_text(note)
        for words in (("backup", str(tmp_path / "wrong.backup")), ("seal",)):
            code, told = run(*words, *restored, *key)
            assert code == 2
            assert told.startswith("DATABASE_FOREIGN: --database: its ")
    assert "South Room. Use the folder and the database of the same house" in told
    assert not (tmp_path / "wrong.backup").exists()


def test_a_restore_that_fails_leaves_nothing_to_start_an_engine_on(
    backup: Path, house: Path, tmp_path: Path
) -> None:
    with closing(JournalPlace(house)()) as journal:
        known = f"{journal.last().seq}:{'b' * 64}"
    new, empty = tmp_path / "new", tmp_path / "empty"
    empty.mkdir()
    for folder in (new, empty):
        code, told = run("restore", str(backup), "--site", str(folder), "--known", known)
        assert code == 1
        assert told.startswith(f"Nothing is left of it in {folder}.\nJOURNAL_BAD: ")
    assert not new.exists()
    assert list(empty.iterdir()) == []
    assert run("restore", str(backup), "--site", str(new))[0] == 0


def test_a_restore_into_a_database_that_fails_says_what_is_left_there(
    backup: Path, house: Path, cluster: Cluster, tmp_path: Path
) -> None:
    with closing(JournalPlace(house)()) as journal:
        known = f"{journal.last().seq}:{'b' * 64}"
    again, database = tmp_path / "again", cluster.new_address()
    words = ("restore", str(backup), "--site", str(again), "--database", database)
    code, told = run(*words, "--known", known)
    assert code == 1
    assert told.startswith("None of its rows are in the database, but PINs and devices may be. ")
    assert not again.exists()
    assert run(*words)[0] == 0, "what is wrong is not the backup"


def restore_is_killed(monkeypatch: pytest.MonkeyPatch, at: str, *words: str) -> None:
    """A restore whose process ends where this is called, as with `kill -9`: nothing is tidied."""
    monkeypatch.setattr(at, lambda *_, **__: os._exit(9))
    process = os.fork()
    if not process:
        run("restore", *words)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9
    monkeypatch.undo()


@pytest.mark.parametrize(
    "at",
    [
        "pitboss.cli.backup_commands._restore_access",
        "pitboss.journal.backup_file.BackupFile.restore_rows",
        "pitboss.audit.audit",
    ],
)
def test_no_engine_starts_where_a_restore_was_killed(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    again = tmp_path / "again"
    restore_is_killed(monkeypatch, at, str(backup), "--site", str(again))
    left = sorted(path.name for path in again.iterdir())
    assert "site.toml" in left
    with pytest.raises(Refusal, match=f"RESTORE_UNFINISHED.*{again}"):
        open_running_site(again)
    code, told = run("restore", str(backup), "--site", str(again))
    assert code == 2
    assert told.startswith(f"RESTORE_UNFINISHED: {again}: ")
    assert sorted(path.name for path in again.iterdir()) == left


def test_a_restore_that_is_killed_leaves_no_part_of_a_journal_in_a_database(
    backup: Path, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has written most rows by then."""
    database = cluster.new_address()
    monkeypatch.setattr("pitboss.journal.backup_file.BATCH_ROWS", 50)
    words = (str(backup), "--site", str(tmp_path / "again"), "--database", database)
    at = "pitboss.journal.backup_file.BackupFile.refuse_file"
    monkeypatch.setattr(
        "pitboss.journal.backup_file.BackupManifest.last", property(lambda made: EMPTY)
    )
    restore_is_killed(monkeypatch, at, *words)
    with closing(JournalPlace(tmp_path, database).open()) as journal:
        assert journal.last() == EMPTY


@pytest.mark.parametrize(
    "at",
    [
        "pitboss.cli.backup_commands._restore_access",
        "pitboss.journal.backup_file.BackupFile.restore_rows",
        "pitboss.audit.audit",
    ],
)
def test_a_restore_into_a_database_that_was_killed_is_done_again(
    backup: Path,
    house: Path,
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: str,
) -> None:
    """Nothing but PINs is left there, and in its folder what no engine starts on."""
    again, database = tmp_path / "again", cluster.new_address()
    words = (str(backup), "--site", str(again), "--database", database)
    restore_is_killed(monkeypatch, at, *words)
    with closing(JournalPlace(tmp_path, database).open()) as journal:
        assert journal.last() == EMPTY, "no row that was not proven"
    with pytest.raises(Refusal, match=f"RESTORE_UNFINISHED.*{again}"):
        open_running_site(again, database=database)
    code, told = run("restore", *words)
    assert (code, told.split(":")[0]) == (2, "RESTORE_UNFINISHED")
    rmtree(again)
    code, told = run("restore", *words)
    assert code == 0, told
    assert rows_of(JournalPlace(again, database)()) == rows_of(JournalPlace(house)())
    with closing(Access(again, database)) as access:
        assert access.has_keys("D100")


def test_a_restore_that_was_killed_when_its_rows_were_in_the_database_is_brought_to_its_end(
    backup: Path, house: Path, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again, database = tmp_path / "again", cluster.new_address()
    words = (str(backup), "--site", str(again), "--database", database)
    restore_is_killed(monkeypatch, "pitboss.journal.postgres.PostgresJournal.close", *words)
    with closing(JournalPlace(tmp_path, database).open()) as journal:
        assert journal.last().seq
    with pytest.raises(Refusal, match=f"RESTORE_UNFINISHED.*{again}"):
        open_running_site(again, database=database)
    rmtree(again)
    code, told = run("restore", *words)
    assert code == 0, told
    assert "All rows of this backup are in the database already" in told
    assert rows_of(JournalPlace(again, database)()) == rows_of(JournalPlace(house)())
    begin_engine(again, database)


def begin_engine(folder: Path, database: str) -> None:
    """A server of a site begins, writes that it does, and stops."""

    async def live() -> None:
        site = open_running_site(folder, database=database)
        site.begin()
        await site.close()

    asyncio.run(live())


def test_other_rows_in_a_database_are_not_taken_for_the_backups(
    backup: Path, cluster: Cluster, tmp_path: Path
) -> None:
    database = cluster.new_address()
    words = ("--database", database)
    assert run("restore", str(backup), "--site", str(tmp_path / "again"), *words)[0] == 0
    begin_engine(tmp_path / "again", database)
    code, told = run("restore", str(backup), "--site", str(tmp_path / "more"), *words)
    assert code == 2
    assert "RESTORE_NOT_EMPTY: --database: " in told
    assert not (tmp_path / "more").exists()


def test_other_pins_are_not_restored_over(backup: Path, cluster: Cluster, tmp_path: Path) -> None:
    database = cluster.new_address()
    with closing(Access(tmp_path, database)) as access:
        access.issue("D100")
    words = (str(backup), "--site", str(tmp_path / "again"), "--database", database)
    code, told = run("restore", *words)
    assert code == 2
    assert "RESTORE_NOT_EMPTY: access: there are already PINs or devices here. Restore " in told


def full(*words: object) -> None:
    """What a disk without room answers."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_backup_onto_a_full_disk_is_refused_by_name_and_leaves_nothing(
    house: Path, key: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing a zip writes once more, which fails as well."""

    class ZipOnFullDisk(zipfile.ZipFile):
        def writestr(self, *words: Any) -> None:
            full()

        def close(self) -> None:
            is_open = self.fp is not None
            super().close()
            if is_open:
                full()

    monkeypatch.setattr("pitboss.journal.signed_zip.zipfile.ZipFile", ZipOnFullDisk)
    file = tmp_path / "elsewhere" / "room.backup"
    file.parent.mkdir()
    code, told = run("backup", str(file), "--site", str(house), *key)
    assert code == 2
    assert told == (
        f"DISK_FULL: {file}: its disk is full. Free some space or choose another place, then "
        "try again\n"
    )
    assert list(file.parent.iterdir()) == []


def test_a_restore_onto_a_full_disk_is_refused_by_name_and_leaves_nothing(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "write_bytes", full)
    again = tmp_path / "again"
    code, told = run("restore", str(backup), "--site", str(again))
    assert code == 2
    assert f"DISK_FULL: {again}: its disk is full. " in told
    assert not again.exists()


def test_a_journal_that_is_restored_onto_a_full_disk_is_refused_by_name(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store of a running floor would say that play goes on by itself; a command has ended."""

    def no_more_pages(connection: sqlite3.Connection) -> None:
        prepared(connection)
        connection.execute("PRAGMA max_page_count = 1")

    prepared = sqlite._prepare
    monkeypatch.setattr(sqlite, "_prepare", no_more_pages)
    need_refused_as_full(backup, tmp_path / "again")


def need_refused_as_full(backup: Path, again: Path) -> None:
    code, told = run("restore", str(backup), "--site", str(again))
    assert code == 2
    assert f"DISK_FULL: {again / 'floor.db'}: its disk is full. " in told
    assert not again.exists()


def test_a_restore_onto_a_disk_without_room_for_the_index_of_a_log_is_refused_by_name(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index takes 32 kB before the first row is written; a small file still fits."""

    def no_room(connection: sqlite3.Connection) -> None:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (24_000, before[1]))
        try:
            prepared(connection)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    prepared = sqlite._prepare
    monkeypatch.setattr(sqlite, "_prepare", no_room)
    need_refused_as_full(backup, tmp_path / "again")


def test_months_are_not_sealed_onto_a_full_disk(
    house: Path, key: list[str], now: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    now("2026-12-01")
    monkeypatch.setattr("pitboss.journal.signed_zip.zipfile.ZipFile.writestr", full)
    code, told = run("seal", "--site", str(house), *key)
    assert code == 2
    no_room = "its disk is full. Free some space and try again"
    assert told == f"DISK_FULL: {house / 'archives'}: {no_room}\n"
    assert list((house / "archives").iterdir()) == []


def test_a_command_without_its_database_is_to_be_given_again(
    house: Path, key: list[str], tmp_path: Path
) -> None:
    nobody = "postgresql://floor@127.0.0.1:1/floor"
    words = ("--site", str(house), "--database", nobody, *key)
    code, told = run("backup", str(tmp_path / "none.backup"), *words)
    assert code == 2
    assert told == (
        "JOURNAL_UNAVAILABLE: database floor: no database: nothing answers at its address. "
        "Fix that, and try again\n"
    )


def test_whoever_knows_the_key_of_the_house_finds_a_backup_that_was_signed_anew(
    backup: Path, house: Path, tmp_path: Path
) -> None:
    """Its own signature holds: whoever can write to the store can sign what is in it."""
    _, told = run("restore", str(backup), "--check")
    known = re.findall(r"public key: ([0-9a-f]{64})", told)[0]
    assert run("restore", str(backup), "--check", "--key", known.upper())[0] == 0
    other, words = tmp_path / "other.backup", ("--house-key", str(tmp_path / "other.key"))
    assert run("backup", str(other), "--site", str(house), *words)[0] == 0
    assert run("restore", str(other), "--check")[0] == 0
    code, told = run("restore", str(other), "--check", "--key", known)
    assert code == 1
    assert told.startswith(f"BACKUP_WRONG: {other}: it's signed with the key ")


def test_a_key_that_had_to_be_made_is_told(
    house: Path, key: list[str], tmp_path: Path, now: Callable[[str], None]
) -> None:
    """A timer of another user than the server's has none, and nobody knows the one it makes."""
    now("2026-12-01")
    journal, site = str(house / "floor.db"), ("--site", str(house))
    day = ("--from", "2026-11-15", "--to", "2026-11-15")
    for words in (
        ("backup", str(tmp_path / "timer.backup"), *site),
        ("seal", *site),
        ("archive", journal, str(tmp_path / "month.archive"), "--until", "2026-11-30"),
        ("inspect", str(house), *day, "-o", str(tmp_path / "day.zip")),
        ("line", "certificate", "north", *site, "-o", str(tmp_path / "north.pem")),
    ):
        file = tmp_path / words[0] / "house.key"
        code, told = run(*words, "--house-key", str(file))
        assert code == 0, told
        assert (
            f"NEW KEY: the house had no key at {file}, so pitboss made one and signed with it."
            in told
        )
    code, told = run("backup", str(tmp_path / "room.backup"), "--site", str(house), *key)
    assert code == 0, told
    assert "NEW KEY" not in told
    known = re.findall(r"public key: ([0-9a-f]{64})", told)[0]
    assert run("restore", str(tmp_path / "room.backup"), "--check", "--key", known)[0] == 0


# ---- months -------------------------------------------------------------------------------------


def test_months_that_are_over_are_sealed_once(
    house: Path, key: list[str], now: Callable[[str], None]
) -> None:
    now("2026-11-30")
    code, told = run("seal", "--site", str(house), *key)
    assert (code, told) == (0, "Every past month is sealed.\n")
    now("2026-12-01")
    code, told = run("seal", "--site", str(house), *key)
    assert code == 0, told
    with closing(JournalPlace(house)()) as journal:
        last = journal.last()
    assert told == f"2026-11.archive  to row {last.seq:,}  {last.seq}:{last.hash}\nSealed: 1.\n"
    assert run("archive", "--check", str(house / "archives" / "2026-11.archive"))[0] == 0
    code, told = run("seal", "--site", str(house), *key)
    assert (code, told) == (0, "Every past month is sealed.\n")


def damage(file: Path) -> None:
    """Turn one bit in the middle of a file."""
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def test_a_damaged_archive_is_told_by_the_backup_which_is_whole_all_the_same(
    house: Path, key: list[str], tmp_path: Path, now: Callable[[str], None]
) -> None:
    now("2026-12-01")
    assert run("seal", "--site", str(house), *key)[0] == 0
    damage(house / "archives" / "2026-11.archive")
    file = tmp_path / "tuesday.backup"
    code, told = run("backup", str(file), "--site", str(house), *key)
    assert (code, "The backup is complete." in told) == (2, True), told
    assert re.search(r"ARCHIVE_WRONG: .*2026-11\.archive: .*; replace it with a good copy", told)
    assert "keep it with the backup" not in told
    assert run("restore", str(file), "--check")[0] == 0


def test_no_month_is_sealed_after_an_archive_that_is_damaged(
    house: Path, key: list[str], now: Callable[[str], None]
) -> None:
    now("2026-12-01")
    assert run("seal", "--site", str(house), *key)[0] == 0
    file = house / "archives" / "2026-11.archive"
    whole = file.read_bytes()
    damage(file)
    for _ in range(2):
        code, told = run("seal", "--site", str(house), *key)
        assert code == 1, told
        assert told.startswith(f"ARCHIVE_WRONG: {file}: ")
        assert told.endswith("; replace it with a good copy from where you keep archives\n")
        file.write_bytes(whole[: len(whole) // 2])


def test_an_older_archive_that_is_damaged_is_told_by_the_seal(
    house: Path, key: list[str], now: Callable[[str], None]
) -> None:
    """The next month rests on the last archive alone, and is sealed all the same."""
    folder = house / "archives"
    folder.mkdir()
    first = folder / "first.archive"
    made = ("archive", str(house / "floor.db"), str(first), "--until", "2026-11-07", *key)
    assert run(*made)[0] == 0
    now("2026-12-01")
    assert run("seal", "--site", str(house), *key)[0] == 0
    damage(first)
    code, told = run("seal", "--site", str(house), *key)
    assert code == 1
    said, _, refused = told.partition("\n")
    assert said == "Every past month is sealed."
    assert refused.startswith(f"ARCHIVE_WRONG: {first}: ")
    assert refused.endswith("; replace it with a good copy from where you keep archives\n")


def test_sealing_without_the_archives_of_the_rows_before_asks_for_them(
    house: Path, key: list[str], now: Callable[[str], None], tmp_path: Path
) -> None:
    folder, journal = house / "archives", str(house / "floor.db")
    folder.mkdir()
    first = folder / "first.archive"
    assert run("archive", journal, str(first), "--until", "2026-11-07", *key)[0] == 0
    now("2033-01-01")
    assert run("archive", journal, str(first), "--remove")[0] == 0
    first.rename(tmp_path / "first.archive")
    code, told = run("seal", "--site", str(house), *key)
    assert code == 2
    assert re.search(
        r"ROWS_ARCHIVED: .*archives: the journal begins with row \d+\. First put the arch", told
    )
    assert (
        run("archive", journal, str(folder / "anew.archive"), "--until", "2026-11-08", *key)[0] == 0
    )
    code, told = run("seal", "--site", str(house), *key)
    assert (code, "sealed." in told) == (0, True), told
