"""What only a server can go through: lost connections, and another engine that came in between."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from pitboss.file_words import PLAY_GOES_ON
from pitboss.journal import EMPTY, Last, Row, every_row
from pitboss.journal.chain import verify
from pitboss.journal.place import JournalPlace
from pitboss.journal.postgres import PostgresJournal, _copy_line
from pitboss.journal.server_words import cause_of
from pitboss.journal.witness import WitnessFile
from pitboss.refusal import Refusal

from .cluster import Cluster
from .samples import write

SHORT_WAIT_MS = 20


@pytest.fixture
def conninfo(cluster: Cluster) -> str:
    return cluster.new_database()


def cut_all_others(conninfo: str) -> None:
    """End every other connection to the database, and wait until the server has done so."""
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_lost_connection_is_made_anew(conninfo: str) -> None:
    with closing(PostgresJournal(conninfo)) as journal:
        first = write(journal, "a", after=EMPTY)
        cut_all_others(conninfo)
        end = write(journal, "b", after=first)
        cut_all_others(conninfo)
        assert verify(every_row(journal)) == end
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            PostgresJournal(conninfo, lock_wait_ms=SHORT_WAIT_MS)


def test_an_engine_that_lost_its_lock_cannot_write(conninfo: str) -> None:
    with closing(PostgresJournal(conninfo, lock_wait_ms=SHORT_WAIT_MS)) as first:
        before = write(first, "a", after=EMPTY)
        cut_all_others(conninfo)
        with closing(PostgresJournal(conninfo)) as second:
            end = write(second, "b", after=before)
            for _ in range(2):
                with pytest.raises(Refusal, match="JOURNAL_IN_USE: database floor"):
                    write(first, "c", after=before)
        with pytest.raises(Refusal, match="JOURNAL_MOVED_ON: row 2: "):
            write(first, "c", after=before)
        assert write(first, "c", after=end).seq == 3


def test_a_row_that_came_in_between_is_not_written_over(
    conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forge(row: Row) -> str:
        with psycopg.connect(conninfo) as connection:
            connection.execute(
                "INSERT INTO journal VALUES (%s, 0, 'forged', '', '', '')", (row.seq,)
            )
        return _copy_line(row)

    with closing(PostgresJournal(conninfo)) as journal:
        end = write(journal, "a", after=EMPTY)
        with monkeypatch.context() as patched:
            patched.setattr("pitboss.journal.postgres._copy_line", forge)
            with pytest.raises(Refusal, match="JOURNAL_MOVED_ON: row 2: "):
                write(journal, "b", after=end)
        assert journal.find_commands(["b"]) == {}


def test_a_connection_lost_before_the_commit_leaves_nothing(
    conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(row: Row) -> str:
        cut_all_others(conninfo)
        return _copy_line(row)

    with closing(PostgresJournal(conninfo)) as journal:
        end = write(journal, "a", after=EMPTY)
        with monkeypatch.context() as patched:
            patched.setattr("pitboss.journal.postgres._copy_line", cut)
            with pytest.raises(Refusal, match="JOURNAL_UNAVAILABLE: database floor"):
                write(journal, "b", after=end)
        assert journal.last() == end
        assert write(journal, "b", after=end).seq == 2


def test_a_read_only_server_refuses(conninfo: str) -> None:
    with closing(PostgresJournal(conninfo)) as journal:
        end = write(journal, "a", after=EMPTY)
        with psycopg.connect(conninfo, autocommit=True) as connection:
            name = connection.info.dbname
            connection.execute(
                f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode()
            )
        cut_all_others(conninfo)
        with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*: it's read-only. Give"):
            write(journal, "b", after=end)


def test_reading_needs_a_journal(conninfo: str) -> None:
    with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*: .*tables, or they don't exist"):
        PostgresJournal(conninfo, read_only=True)


@pytest.mark.parametrize(
    "wrong", ["host=127.0.0.1 port=1 dbname=floor", "dbname", "host=127.0.0.1 port=1 color=red"]
)
def test_a_server_that_is_not_there_is_refused(wrong: str) -> None:
    with pytest.raises(Refusal, match="JOURNAL_UNAVAILABLE: "):
        PostgresJournal(wrong)


NOBODY = 'connection to server at "db.house" (10.9.8.7), port 5432 failed: '


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (f"connection failed: {NOBODY}Connection refused", "nothing answers at its address"),
        (
            f'{NOBODY}FATAL:  password authentication failed for user "cashier"',
            "it rejected this site's password",
        ),
        (
            f'{NOBODY}FATAL:  no pg_hba.conf entry for host "10.9.8.7", user "cashier"',
            "it doesn't accept connections from this machine",
        ),
        (f'{NOBODY}FATAL:  role "cashier" does not exist', "it has no such database or user"),
        ("failed to resolve host 'db.house': [Errno -2]", "no machine has that name"),
        ("connection timeout expired", "it didn't answer in time"),
        (f"{NOBODY}Verbindungsaufbau abgelehnt", "the connection was lost"),
    ],
)
def test_a_lost_database_is_told_without_its_address(
    monkeypatch: pytest.MonkeyPatch, told: str, reason: str
) -> None:
    def lost(**_: object) -> None:
        raise psycopg.OperationalError(told)

    monkeypatch.setattr("pitboss.journal.postgres.Connection.connect", lost)
    with pytest.raises(Refusal) as caught:
        PostgresJournal("host=db.house user=cashier dbname=floor")
    assert str(caught.value) == (
        "JOURNAL_UNAVAILABLE: database floor: "
        f"no database: {reason}. Fix that, and it resumes on its own"
    )
    assert str(caught.value.__cause__) == told, "a log gets the driver's own words"


def test_a_full_disk_of_the_server_is_told_with_what_to_do() -> None:
    driver = 'could not extend file "base/16384/16447": No space left on device'
    why, goes_on = cause_of(psycopg.errors.DiskFull(driver))
    assert (why.reason, goes_on) == ("its disk is full. Free some space there", PLAY_GOES_ON)


def test_no_word_of_the_server_reaches_a_person() -> None:
    for error in (psycopg.errors.InsufficientPrivilege, psycopg.errors.CheckViolation):
        assert "floor_owner" not in cause_of(error('role "floor_owner" may not do that')).why.reason


def test_a_closed_journal_stays_closed(conninfo: str) -> None:
    journal = PostgresJournal(conninfo)
    journal.close()
    with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*: it's closed"):
        write(journal, "a", after=EMPTY)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (b"DROP INDEX journal_command", "JOURNAL_DAMAGED: .*: index journal_command: "),
        (b"CREATE RULE more AS ON DELETE TO journal DO INSTEAD NOTHING",
         "JOURNAL_DAMAGED: .*: rule more: "),
        (b"INSERT INTO journal SELECT -4, at_ms, 'forged', asked, events, hash FROM journal"
         b" WHERE seq = 1", "JOURNAL_TAMPERED: row -4: "),
        (b"INSERT INTO snapshot SELECT 1, text, seal FROM snapshot",
         "JOURNAL_TAMPERED: snapshot 1: "),
    ],
)  # fmt: skip
def test_PS_60_what_no_row_shows_is_found(conninfo: str, statement: bytes, told: str) -> None:
    with closing(PostgresJournal(conninfo)) as journal:
        write(journal, "a", "b", after=EMPTY)
        journal.save_snapshot(seq=2, text="{}")
    with closing(PostgresJournal(conninfo, read_only=True)) as journal:
        journal.prove_pages()
        with psycopg.connect(conninfo) as connection:
            connection.execute(statement)
        with pytest.raises(Refusal, match=told):
            journal.prove_pages()


def test_an_engine_does_not_start_on_a_journal_with_a_trigger(conninfo: str) -> None:
    PostgresJournal(conninfo).close()
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
        )
        connection.execute(
            "CREATE TRIGGER more BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION more()"
        )
    with pytest.raises(Refusal, match=r"JOURNAL_DAMAGED: .*: trigger more: "):
        PostgresJournal(conninfo, lock_wait_ms=SHORT_WAIT_MS)


FORMAT_1 = (
    b"CREATE TABLE journal (seq BIGINT PRIMARY KEY, at_ms BIGINT, command_id TEXT, command_digest"
    b" TEXT, kind TEXT, version INT, body TEXT, reply TEXT, hash TEXT)"
)
NOTED = b"COMMENT ON TABLE journal IS 'pitboss journal, format 4'"


@pytest.mark.parametrize(("statements", "found"), [((FORMAT_1,), 1), ((FORMAT_1, NOTED), 4)])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_of_another_format_is_refused_by_name(
    conninfo: str, statements: tuple[bytes, ...], found: int, *, read_only: bool
) -> None:
    with psycopg.connect(conninfo) as connection:
        for statement in statements:
            connection.execute(statement)
    reads = f"it has format {found}, and this program reads 3"
    told = rf"JOURNAL_FORMAT_UNKNOWN: database floor\d+: {reads}"
    with pytest.raises(Refusal, match=told):
        PostgresJournal(conninfo, read_only=read_only)
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT to_regclass('snapshot')").fetchone() == (None,)


def test_a_journal_says_its_format(conninfo: str) -> None:
    PostgresJournal(conninfo).close()
    with psycopg.connect(conninfo) as connection:
        noted = connection.execute("SELECT obj_description('journal'::regclass)").fetchone()
    assert noted == ("pitboss journal, format 3",)


def test_a_database_put_back_is_refused_by_the_witness(conninfo: str, tmp_path: Path) -> None:
    file = tmp_path / "floor.witness"
    with closing(PostgresJournal(conninfo, witness=WitnessFile(file))) as journal:
        write(journal, "b", after=write(journal, "a", after=EMPTY))
    PostgresJournal(conninfo, witness=WitnessFile(file)).close()
    with psycopg.connect(conninfo) as connection:
        connection.execute("DELETE FROM journal WHERE seq = 2")
    with pytest.raises(Refusal) as refused:
        PostgresJournal(conninfo, witness=WitnessFile(file))
    assert refused.value.code == "JOURNAL_DAMAGED"
    assert refused.value.reason == (
        "it ends at row 1, but row 2 was written. Put the missing rows back."
        " To continue without them, remove floor.witness"
    )
    file.unlink()
    with closing(PostgresJournal(conninfo, witness=WitnessFile(file))) as journal:
        write(journal, "c", after=journal.last())
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE journal SET hash = 'other' WHERE seq = 2")
    with pytest.raises(Refusal, match="row 2 isn't the one that was written"):
        PostgresJournal(conninfo, witness=WitnessFile(file))


def test_who_cannot_lead_with_a_journal_does_not_wait(conninfo: str, tmp_path: Path) -> None:
    """Its leader would hand over to nobody."""
    witness = WitnessFile(tmp_path / "floor.witness")
    witness.note(Last(9, "f" * 64))
    with closing(PostgresJournal(conninfo)) as leader:
        write(leader, "a", after=EMPTY)
        with pytest.raises(Refusal, match="JOURNAL_DAMAGED"):
            PostgresJournal(conninfo, lock_wait_ms=1, silent_s=9, witness=witness)
        witness.path.unlink()
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            PostgresJournal(conninfo, lock_wait_ms=1, silent_s=9, witness=witness)
    witness.close()


@pytest.mark.parametrize("kind", ["file", "database"])
def test_a_leader_knows_which_software_waits(cluster: Cluster, tmp_path: Path, kind: str) -> None:
    database = cluster.new_address() if kind == "database" else ""
    release = sha256(b"another release").hexdigest()
    waits = JournalPlace(tmp_path, database, stands_by=True, release=release)
    with closing(JournalPlace(tmp_path, database).open()) as leader, ThreadPoolExecutor(1) as one:
        assert leader.awaited_by() is None
        waiting, seen = one.submit(waits.take), set[str | None]()
        while not waiting.done():
            seen.add(leader.awaited_by())
            time.sleep(0.01)
        assert seen <= {None, release}
        assert release in seen
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            waiting.result()
        assert leader.awaited_by() is None


def test_a_witness_of_a_row_archived_since_says_nothing(conninfo: str, tmp_path: Path) -> None:
    file = tmp_path / "floor.witness"
    with closing(PostgresJournal(conninfo, witness=WitnessFile(file))) as journal:
        end = write(journal, "a", after=EMPTY)
    with closing(PostgresJournal(conninfo)) as journal:
        end = write(journal, "b", after=end)
        journal.remove_before(seq=end.seq, text="{}")
    PostgresJournal(conninfo, witness=WitnessFile(file)).close()


def test_what_is_followed_is_noted_once_the_leader_writes_on(conninfo: str, tmp_path: Path) -> None:
    """The last rows may be a lost primary's alone: what stands before them is durable."""
    file = tmp_path / "floor.witness"
    with closing(PostgresJournal(conninfo)) as leader:
        end = write(leader, "a", after=EMPTY)
        reader = PostgresJournal(conninfo, read_only=True, witness=WitnessFile(file))
        with closing(reader):
            assert reader.last() == end
            assert not file.exists()
            second = write(leader, "b", after=end)
            assert reader.last() == second
            assert WitnessFile(file).read_noted() == end
            write(leader, "c", after=second)
            reader.last()
            reader.last()
            assert WitnessFile(file).read_noted() == second
    with psycopg.connect(conninfo) as connection:
        connection.execute("DELETE FROM journal WHERE seq > 1")
    with pytest.raises(Refusal, match="it ends at row 1, but row 2 was written"):
        PostgresJournal(conninfo, witness=WitnessFile(file))


def test_an_engine_that_takes_the_journal_notes_its_end(conninfo: str, tmp_path: Path) -> None:
    file = tmp_path / "floor.witness"
    with closing(PostgresJournal(conninfo)) as journal:
        end = write(journal, "b", after=write(journal, "a", after=EMPTY))
    PostgresJournal(conninfo, witness=WitnessFile(file)).close()
    assert WitnessFile(file).read_noted() == end


def test_who_follows_another_journal_leaves_the_note(conninfo: str, tmp_path: Path) -> None:
    """Else a standby would come to believe a database that was put back and written on."""
    file = tmp_path / "floor.witness"
    noted = Last(2, "f" * 64)
    WitnessFile(file).note(noted)
    with closing(PostgresJournal(conninfo)) as leader:
        end = write(leader, "a", after=EMPTY)
        reader = PostgresJournal(conninfo, read_only=True, witness=WitnessFile(file))
        with closing(reader):
            for name in ("b", "c", "d", "e"):
                end = write(leader, name, after=end)
                assert reader.last() == end
    assert WitnessFile(file).read_noted() == noted
    with pytest.raises(Refusal, match="row 2 isn't the one that was written"):
        PostgresJournal(conninfo, witness=WitnessFile(file))
