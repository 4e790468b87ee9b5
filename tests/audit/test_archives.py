"""Archives: parts of a journal that prove themselves, and journals that go on without old rows."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from typer.testing import CliRunner

from coded import code_first
from pitboss.books import Period, open_books
from pitboss.engine import Believed, Core
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import Journal, Last, every_row
from pitboss.journal.archive_file import ArchiveFile
from pitboss.journal.place import JournalPlace
from pitboss.journal.sqlite import SqliteJournal
from pitboss.journal.whole import WholeJournal
from pitboss.live import clocks
from pitboss.live.folder import read_folder
from pitboss.live.house_key import HouseKey
from pitboss.live.snapshot_proof import SnapshotProof
from pitboss.refusal import Refusal
from reports.played import app, make_house

HOUSE = ZoneInfo("America/Los_Angeles")
OLD_DAY = "2026-11-07"  # the first of two days that were played
NOON_MS = 1_794_081_600_000  # of that day, at the house


def house_ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=HOUSE).timestamp() * 1000)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    make_house(folder)
    return folder


@pytest.fixture
def key(tmp_path: Path) -> list[str]:
    """The key that a house has signed with before."""
    file = tmp_path / "keys" / "house.key"
    assert HouseKey(file, site_folder=tmp_path / "site").public_pem
    return ["--house-key", str(file)]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def set_clock(text: str) -> None:
        monkeypatch.setattr(clocks, "clock_ms", lambda: house_ms(text))

    return set_clock


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, list(words))
    return found.exit_code, code_first(found.output)


def made(house: Path, key: list[str], name: str = "november.archive", *more: str) -> Path:
    file = house / "archives" / name
    file.parent.mkdir(exist_ok=True)
    until = () if "--until" in more else ("--until", OLD_DAY)
    code, told = run("archive", str(house / "floor.db"), str(file), *until, *more, *key)
    assert code == 0, told
    return file


def audited(house: Path, *more: str) -> tuple[int, str]:
    return run("audit", str(house / "floor.db"), *more)


def rows_of(house: Path) -> list[int]:
    with closing(SqliteJournal(house / "floor.db", read_only=True)) as journal:
        return [row.seq for row in every_row(journal)]


def removed(house: Path, key: list[str], now: Callable[[str], None], at: str) -> tuple[int, str]:
    now(at)
    files = sorted(map(str, (house / "archives").glob("*.archive")))
    return run("archive", str(house / "floor.db"), *files, "--remove")


# ---- made and proven ----------------------------------------------------------------------------


def test_an_archive_holds_rows_of_its_time_and_proves_itself(house: Path, key: list[str]) -> None:
    file = made(house, key)
    with closing(JournalPlace(house)()) as journal:
        rows = [row for row in every_row(journal) if row.at_ms < house_ms("2026-11-08")]
    with closing(ArchiveFile(file)) as archive:
        assert list(archive.rows(after_seq=0, limit=10_000)) == rows
        assert list(archive.rows(after_seq=50, limit=3)) == rows[50:53]
        assert archive.manifest.last.last == (rows[-1].seq, rows[-1].hash)
        assert archive.read_opening() is None
        end = archive.manifest.last
    code, told = run("archive", "--check", str(file))
    assert code == 0, told
    assert told.endswith("OK\n")
    assert "starts with the first row" in told
    assert f"{len(rows):,} commands again, same result; 0 not" in told
    with closing(open_books(JournalPlace(house)(), None)) as books:
        books.catch_up()
        text = write_snapshot(books.state_after(rows[-1].seq))
    assert sha256(text.encode()).hexdigest() == end.state_sha256


def test_the_next_one_continues_the_one_before(house: Path, key: list[str]) -> None:
    first = made(house, key)
    second = made(house, key, "later.archive", "--until", "2026-11-09", "--after", str(first))
    code, told = run("archive", "--check", str(first), str(second))
    assert code == 0, told
    assert f"continues {first}" in told
    code, told = run("archive", "--check", str(second), str(first))
    assert code == 1
    assert "ARCHIVE_WRONG" in told
    code, told = run("archive", "--check", str(second))
    assert code == 0, told
    assert "continues row" in told


def test_an_archive_without_rows_is_not_made(house: Path, key: list[str]) -> None:
    file = house / "none.archive"
    words = ("archive", str(house / "floor.db"), str(file), "--until", "2026-11-01", *key)
    code, told = run(*words)
    assert (code, "ARCHIVE_EMPTY" in told, file.exists()) == (2, True, False)


def forged(file: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    with zipfile.ZipFile(file) as old:
        parts = {each: old.read(each) for each in old.namelist()}
    parts[name] = change(parts[name])
    with zipfile.ZipFile(file, "w") as new:
        for each, data in parts.items():
            new.writestr(each, data)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("rows/000000000001.jsonl.zst", "was changed"),
        ("closing.json.zst", "was changed"),
        ("manifest.json", "isn't signed"),
        ("manifest.sig", "isn't signed"),
    ],
)
def test_a_changed_byte_is_found(house: Path, key: list[str], name: str, told: str) -> None:
    file = made(house, key)

    def change(data: bytes) -> bytes:
        if name == "manifest.json":
            return data.replace(b'"house": "The Card Room"', b'"house": "A Card Room"')
        return bytes([data[0] ^ 1]) + data[1:]

    forged(file, name, change)
    code, said = run("archive", "--check", str(file))
    assert (code, told in said) == (1, True), said


def test_a_changed_byte_of_the_zip_around_the_files_is_found(house: Path, key: list[str]) -> None:
    """Every byte of its headers, of its directory and behind it."""
    file = made(house, key)
    whole = file.read_bytes()
    with zipfile.ZipFile(file) as parts:
        data = [
            range(at, at + each.file_size)
            for each in parts.infolist()
            for at in (each.header_offset + 30 + len(each.filename),)
        ]
    around = [at for at in range(len(whole)) if not any(at in part for part in data)]
    assert len(around) > 500
    forged = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in around]
    for changed in (*forged, whole + b"x", b"x" + whole, whole[:-1]):
        file.write_bytes(changed)
        with pytest.raises(Refusal, match="ARCHIVE_WRONG"):
            prove(file)
    file.write_bytes(whole)
    prove(file)


def prove(file: Path) -> None:
    with closing(ArchiveFile(file)) as archive:
        archive.prove_files()


def test_an_archive_is_not_written_over_a_file(house: Path, key: list[str]) -> None:
    file = made(house, key)
    before = file.read_bytes()
    words = ("archive", str(house / "floor.db"), str(file), "--until", "2026-11-09", *key)
    code, told = run(*words)
    assert (code, "FILE_EXISTS" in told, file.read_bytes()) == (2, True, before)


# ---- taken out ----------------------------------------------------------------------------------


def test_rows_are_kept_three_years_after_the_years_end(
    house: Path, key: list[str], now: Callable[[str], None]
) -> None:
    """WAC 230-06-070(5): rows of November 2026 stay up to 31 December 2029."""
    made(house, key)
    before = rows_of(house)
    for too_early in ("2026-11-20 12:00", "2029-12-31 23:59"):
        code, told = removed(house, key, now, too_early)
        assert code == 2, told
        assert "PURGE_TOO_EARLY" in told
        assert "through 2029-12-31" in told
    after = rows_of(house)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 4  # that somebody tried is on the record, twice, with who
    assert removed(house, key, now, "2030-01-01 00:00")[0] == 0


@pytest.fixture
def shortened(house: Path, key: list[str], now: Callable[[str], None]) -> Path:
    """The house in 2030, its first day in an archive alone."""
    made(house, key)
    code, told = removed(house, key, now, "2030-01-02 12:00")
    assert code == 0, told
    return house


def test_taken_out_a_second_time_it_says_what_it_found(
    shortened: Path, key: list[str], now: Callable[[str], None]
) -> None:
    before = rows_of(shortened)
    code, told = removed(shortened, key, now, "2030-01-03 12:00")
    assert code == 2
    assert "ROWS_REMOVED" in told
    assert f"the journal already begins with row {before[0]:,}" in told
    assert rows_of(shortened) == before


def without_archives(house: Path) -> Path:
    elsewhere = house.parent / "elsewhere"
    shutil.move(house / "archives", elsewhere)
    return elsewhere


def test_a_shortened_journal_still_audits_from_there(shortened: Path) -> None:
    with closing(ArchiveFile(next((shortened / "archives").iterdir()))) as archive:
        last = archive.manifest.last.seq
    assert rows_of(shortened)[0] == last
    without_archives(shortened)
    code, told = audited(shortened)
    assert code == 0, told
    assert "OK" in told
    assert told.split()[:4] == ["Starts", "at", "row", str(last)]


def test_the_whole_audits_with_the_archives(shortened: Path) -> None:
    code, told = audited(shortened)
    assert code == 0, told
    assert "Starts at row" not in told
    elsewhere = without_archives(shortened)
    code, told = audited(shortened, "--archives", str(elsewhere))
    assert code == 0, told
    assert "Starts at row" not in told


def test_an_audit_begins_at_the_end_of_an_archive(house: Path, key: list[str]) -> None:
    file = made(house, key)
    code, told = audited(house, "--from", str(file))
    assert code == 0, told
    with closing(ArchiveFile(file)) as archive:
        last = archive.manifest.last.seq
    assert told.split()[:4] == ["Starts", "at", "row", str(last)]


def execute(house: Path, statement: str, *values: int | str) -> None:
    with closing(sqlite3.connect(house / "floor.db")) as connection:
        connection.execute(statement, values)
        connection.commit()


def test_rows_that_are_gone_without_an_archive_are_found(house: Path) -> None:
    execute(house, "DELETE FROM journal WHERE seq < 100")
    code, told = audited(house)
    assert (code, "row 1" in told) == (1, True), told


def test_a_beginning_that_no_entry_confirms_is_found(house: Path) -> None:
    """Whoever deletes all rows before the snapshot makes it look like an archived journal."""
    with closing(SqliteJournal(house / "floor.db", read_only=True)) as journal:
        kept = journal.last_snapshot()
        assert kept is not None
    execute(house, "DELETE FROM journal WHERE seq < ?", kept.seq)
    code, told = audited(house)
    assert code == 1
    assert "no entry says so" in told


def test_an_archive_of_another_journal_takes_nothing_out(
    house: Path, key: list[str], now: Callable[[str], None], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    make_house(other)
    made(other, key)
    shutil.copytree(other / "archives", house / "archives")
    with closing(ArchiveFile(next((house / "archives").iterdir()))) as archive:
        last = archive.manifest.last.seq
    execute(house, "UPDATE journal SET hash = ? WHERE seq = ?", "0" * 64, last)
    before = rows_of(house)
    code, told = removed(house, key, now, "2030-01-02 12:00")
    assert code == 1
    assert "isn't the one it ends with" in told
    assert rows_of(house) == before


# ---- and goes on --------------------------------------------------------------------------------


@pytest.mark.parametrize("with_snapshot", [True, False])
def test_an_engine_goes_on_from_the_sealed_state(
    house: Path, key: list[str], now: Callable[[str], None], *, with_snapshot: bool
) -> None:
    paytables = read_folder(house).paytable_lookup
    with closing(SqliteJournal(house / "floor.db")) as journal:
        before = write_snapshot(Core(journal, paytables, with_snapshot=False).state)
    made(house, key)
    assert removed(house, key, now, "2030-01-02 12:00")[0] == 0
    with closing(SqliteJournal(house / "floor.db")) as journal:
        core = Core(journal, paytables, with_snapshot=with_snapshot)
        found = json.loads(write_snapshot(core.state))
    expected = json.loads(before)
    assert found["seq"] == expected["seq"] + 2  # who took out, and what
    assert found["removals"] == [found["seq"]]
    assert found["engine"]["seq"] == expected["seq"] + 1
    assert {**found, "seq": 0, "removals": [], "engine": None} == {**expected, "seq": 0}


@pytest.mark.parametrize("archived", [True, False])
@pytest.mark.parametrize("both", [True, False])
def test_a_forged_beginning_is_refused_by_start_books_and_audit(
    shortened: Path, *, archived: bool, both: bool
) -> None:
    """A seal needs no secret: the entry of what was taken out says which state it must be."""
    paytables = read_folder(shortened).paytable_lookup
    with closing(SqliteJournal(shortened / "floor.db")) as journal:
        Core(journal, paytables).keep_snapshot()
        sealed, newest = journal.read_seal(), journal.last_snapshot()
    assert sealed is not None
    assert newest is not None
    for kept in (sealed, newest) if both else (sealed,):
        text = kept.text.replace('"value":3,"rule":"WAC', '"value":0,"rule":"WAC')
        assert text != kept.text
        seal = sha256(f"{kept.hash}\n{kept.seq}\n{text}".encode()).hexdigest()
        update = "UPDATE snapshot SET text = ?, seal = ? WHERE seq = ?"
        execute(shortened, update, text, seal, kept.seq)
    archive = next((shortened / "archives").iterdir())
    if not archived:
        archive = next(without_archives(shortened).iterdir())
    assert audited(shortened)[0] != 0
    assert audited(shortened, "--from", str(archive))[0] != 0
    for with_snapshot in (True, False):
        with (
            closing(SqliteJournal(shortened / "floor.db")) as journal,
            pytest.raises(Refusal, match="JOURNAL_TAMPERED"),
        ):
            Core(journal, paytables, with_snapshot=with_snapshot)
    with pytest.raises(Refusal, match="JOURNAL_TAMPERED"):
        open_books(JournalPlace(shortened)(), None).catch_up()


def test_books_are_made_from_archive_and_journal_together(shortened: Path) -> None:
    journal = JournalPlace(shortened)()
    assert isinstance(journal, WholeJournal)
    with closing(open_books(journal, None)) as books:
        assert books.catch_up() == 0
        day = Period(house_ms("2026-11-07"), house_ms("2026-11-08"))
        # 120 bets of $1 at C1: $24.00 to the meter and $6.00 to its reserve.
        moved = books.sums(day).total(table="C1", jackpot="fours", cause="contributions")
        assert (moved.meter_micros, moved.reserve_micros) == (2_400_000_000, 600_000_000)
        assert books.state_at(NOON_MS).seq > 1


def test_without_the_archive_the_books_say_what_they_lack(shortened: Path) -> None:
    without_archives(shortened)
    with closing(open_books(JournalPlace(shortened)(), None)) as books:
        assert books.catch_up() == 0
        with pytest.raises(Refusal, match="ROWS_ARCHIVED"):
            books.state_at(house_ms("2026-11-07 07:00"))
        with pytest.raises(Refusal, match="ROWS_ARCHIVED"):
            books.sums(Period(house_ms("2026-11-07"), house_ms("2026-11-08")))
        state = books.state_at(house_ms("2026-11-08 05:00"))  # after the last archived row
        assert state.jackpot("fours").levels["main"].reading.meter_micros == 104_000_000_000
        later = books.sums(Period(house_ms("2026-11-08"), house_ms("2026-11-09")))
        # A round of three: 60 cents; the void and the one wager of the tray's four of a kind.
        moved = later.total(table="C1", jackpot="fours", cause="contributions")
        assert moved.meter_micros == 60_000_000 + 40_000_000


def test_replay_without_the_archive_tells_no_later_figures(shortened: Path) -> None:
    """A time before the first row that is kept is refused; that row itself has its own date."""
    without_archives(shortened)
    path = str(shortened / "floor.db")
    with closing(SqliteJournal(shortened / "floor.db", read_only=True)) as journal:
        first = next(iter(every_row(journal)))
    for until in ("2026-11-06", "2026-11-07 07:00", str(first.at_ms)):
        code, told = run("replay", path, "--until", until)
        assert (code, told.startswith("ROWS_ARCHIVED")) == (2, True), told
    for until in (str(first.seq), str(first.at_ms + 1)):
        code, told = run("replay", path, "--until", until, "--json")
        assert code == 0, told
        assert [json.loads(told)[name] for name in ("seq", "at_ms")] == [first.seq, first.at_ms]


def test_books_that_were_there_before_keep_their_sums(
    house: Path, key: list[str], now: Callable[[str], None]
) -> None:
    with closing(open_books(JournalPlace(house)(), house)) as books:
        books.catch_up()
    made(house, key)
    assert removed(house, key, now, "2030-01-02 12:00")[0] == 0
    without_archives(house)
    with closing(open_books(JournalPlace(house)(), house)) as books:
        assert books.catch_up() == 0
        awards = books.find_entries("awards-recorded")
        assert len(awards) == 3
        with pytest.raises(Refusal, match="ROWS_ARCHIVED"):
            books.state_at(NOON_MS)


def test_a_state_of_another_version_is_made_anew_from_the_archives(
    shortened: Path, key: list[str], now: Callable[[str], None]
) -> None:
    with closing(SqliteJournal(shortened / "floor.db", read_only=True)) as journal:
        sealed = journal.read_seal()
    assert sealed is not None
    text = sealed.text.replace('{"shape":"', '{"shape":"x', 1)
    with closing(SqliteJournal(shortened / "floor.db")) as journal:
        journal.remove_before(seq=sealed.seq, text=text)
    execute(shortened, "DELETE FROM snapshot WHERE seq > ?", sealed.seq)
    paytables = read_folder(shortened).paytable_lookup
    with (
        closing(SqliteJournal(shortened / "floor.db")) as journal,
        pytest.raises(Refusal, match="SEAL_OTHER_VERSION"),
    ):
        Core(journal, paytables)
    now("2030-01-03 12:00")
    files = sorted(map(str, (shortened / "archives").glob("*.archive")))
    code, told = run("archive", str(shortened / "floor.db"), *files, "--reseal")
    assert code == 0, told
    without_archives(shortened)
    code, told = audited(shortened)
    assert code == 0, told


@pytest.mark.parametrize("archived", [True, False])
def test_a_start_proves_its_snapshot_from_the_sealed_state_on(
    shortened: Path, *, archived: bool
) -> None:
    if not archived:
        without_archives(shortened)
    paytables = read_folder(shortened).paytable_lookup
    with closing(SqliteJournal(shortened / "floor.db")) as journal:
        core = Core(journal, paytables)
        core.keep_snapshot()
        core = Core(journal, paytables)
        assert core.believed is not None
        told: list[Refusal] = []
        SnapshotProof(core.believed, JournalPlace(shortened), told.append).wait()
        assert told == []
        other = core.believed._replace(digest="0" * 64)
        SnapshotProof(other, JournalPlace(shortened), told.append).wait()
    assert [refusal.code for refusal in told] == ["JOURNAL_TAMPERED"]


def test_a_proof_that_a_fault_has_ended_proves_nothing(shortened: Path) -> None:
    def fail() -> Journal:
        raise KeyError("lost")

    believed = Believed(Last(9, "0" * 64), "0" * 64)
    ended: list[str] = []
    proof = SnapshotProof(believed, fail, lambda _: None, lambda name, _: ended.append(name))
    proof.wait()
    assert (proof.is_through, ended) == (False, ["proof"])


def test_a_damaged_archive_in_the_folder_stops_nobody(shortened: Path) -> None:
    file = next((shortened / "archives").iterdir())
    file.write_bytes(file.read_bytes()[:1000])
    with closing(JournalPlace(shortened)()) as journal:
        assert journal.read_seal() is not None
        assert next(iter(journal.rows(after_seq=0, limit=1))).seq > 1


def test_an_export_of_a_shortened_journal_begins_where_it_can(shortened: Path) -> None:
    code, whole = run("export", str(shortened / "floor.db"))
    assert code == 0
    assert [json.loads(line)["seq"] for line in whole.splitlines()][:3] == [1, 2, 3]
    without_archives(shortened)
    code, told = run("export", str(shortened / "floor.db"))
    assert (code, "SEQ_UNKNOWN" in told) == (2, True)
