"""Commands about journals, as an auditor types them."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
import typer
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from coded import code_first
from house_files import STARTER
from live.stamp_server import make_authority, stamp_server
from pitboss.books import open_books
from pitboss.cli import journals, witness_commands
from pitboss.cli.app import Commands
from pitboss.cli.paper import command_text
from pitboss.engine import Core
from pitboss.floor.facts import awards, jackpots, people, rounds, tables
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Spot
from pitboss.journal import Last
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.outside_witness import remember_places, tell
from pitboss.money import Cents, Ppm
from pitboss.rules.catalog import Paytables

RUNNER = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
app = typer.Typer(cls=Commands, add_completion=False)
app.add_typer(journals.commands)
app.add_typer(witness_commands.commands)

PAYTABLE = Paytables().get("crazy4/progressive/pays-1")
SPOTS = (Spot(1, 1), Spot(2, 1), Spot(3, 1))
STARTED_MS = 1_772_000_000_000  # 2026-02-25T06:13:20Z
TERMS = JackpotTerms(
    kind="progressive",
    paytable=PAYTABLE.id,
    paytable_sha256=PAYTABLE.sha256,
    wager_cents=Cents(100),
    levels=(LevelSetting("main", Cents(100_000), Ppm(200_005), Ppm(0)),),
    executive_above_cents=Cents(1_000_000),
)

# Rows 1 to 6 set the floor up; 7 to 10 are a round with an award of $1,000.60, 11 an open one; 12
# is refused.
ASKED: tuple[tuple[type, dict[str, Any]], ...] = (
    (people.IssueBadge, {"badge": "dora", "name": "Dora", "role": "dealer"}),
    (people.IssueBadge, {"badge": "sam", "name": "Sam", "role": "supervisor"}),
    (people.IssueBadge, {"badge": "eve", "name": "Eve", "role": "executive"}),
    (jackpots.OpenJackpot, {
        "jackpot": "J1", "terms": TERMS, "badges": ("sam", "eve"),
    }),
    (tables.OpenTable, {
        "table": "T1", "game": "crazy4", "seats": 7, "jackpots": ("J1",),
        "badges": ("sam", "eve"),
    }),
    (people.SignIn, {"table": "T1", "badge": "dora"}),
    (rounds.StartRound, {"table": "T1", "spots": SPOTS}),
    (rounds.PressHand, {"table": "T1", "spot": Spot(2, 1), "outcome": "four_aces"}),
    (awards.ConfirmAwards, {"table": "T1", "badge": "sam"}),
    (rounds.EndRound, {"table": "T1"}),
    (rounds.StartRound, {"table": "T1", "spots": SPOTS[:2]}),
    (rounds.StartRound, {"table": "T1", "spots": SPOTS[:1]}),
)  # fmt: skip
REFUSED = 12


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of twelve rows with a snapshot."""
    return make_journal(tmp_path / "floor.db")


def make_journal(path: Path, *, started_ms: int = STARTED_MS) -> Path:
    journal = SqliteJournal(path)
    core = Core(journal, {PAYTABLE.id: PAYTABLE})
    for number, (made, fields) in enumerate(ASKED, start=1):
        ids = {"command_id": f"c{number}", "at_ms": started_ms + 1000 * number}
        (reply,) = core.handle([made(**ids, **fields)])
        assert reply.accepted == (number != REFUSED), reply
    core.keep_snapshot()
    journal.close()
    return path


def run(*words: str | Path, code: int = 0) -> Result:
    result = RUNNER.invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def told(*words: str | Path, code: int) -> str:
    """The one line with which a command says no."""
    result = run(*words, code=code)
    assert result.stdout == ""
    (line,) = code_first(result.stderr).splitlines()
    return str(line)


def change(path: Path, statement: str) -> None:
    """Tamper with the file, the way of a person with a database tool."""
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


AUDIT_PAGE = """\
Commands            12
Events              13
Rounds               2
Rounds voided        0
Days closed          0
Refused commands     1
Awards               1
Awards moved         1
Decided again, same result 11
Refused again, same reason 1
Snapshot          row 12
Books         not compared

J1 main
  opening          $1,000.00
  + contributions      $1.000025
  - awards         $1,000.60
  + restarts       $1,000.00
  = meter          $1,000.400025

Held for players: $2,001.000025
"""


def test_PS_61_audit_explains_each_meter(path: Path) -> None:
    page = run("audit", path).stdout
    lines = [" ".join(line.split()) for line in page.splitlines()]
    expected = [" ".join(line.split()) for line in AUDIT_PAGE.splitlines()]
    assert lines[: len(expected)] == expected
    assert lines[-2].startswith("Last row: 12:")
    assert lines[-1] == "OK"


def test_audit_as_json(path: Path) -> None:
    data = json.loads(run("audit", path, "--json").stdout)
    assert data["ok"] is True
    assert data["commands"] == 12
    assert data["events"] == 13
    assert (data["decided"], data["refused"], data["undecided"]) == (11, 1, {})
    assert data["snapshot_seq"] == 12
    assert data["required_micros"] == "200100002500"
    (meter,) = data["meters"]
    assert meter["shown_cents"] == "100040"
    assert meter["meter_micros"] == "100040002500"
    assert meter["causes_micros"]["awards"] == "-100060000000"


def test_PS_60_audit_names_the_first_bad_row(path: Path) -> None:
    change(path, "UPDATE journal SET at_ms = at_ms + 1 WHERE seq IN (9, 11)")
    line = told("audit", path, code=1)
    assert line == ("JOURNAL_BAD: row 9: its hash doesn't match its content and the row before")


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE journal SET asked = replace(asked, 'start-', 'begin-') WHERE seq = 7",
         "row 7, asked: "),
        ("UPDATE journal SET hash = replace(hash, '0', '1') WHERE seq = 7", "row 7, hash: "),
        ("UPDATE journal SET events = replace(events, 'started', 'begun') WHERE seq = 7",
         "row 7, events: "),
        ("UPDATE journal SET events = CAST(x'ff' AS TEXT) WHERE seq = 7", "row 7: "),
        ("DELETE FROM journal WHERE seq = 7", "row 7, seq: "),
        ("UPDATE snapshot SET text = '{}'", "row 12, snapshot: "),
        ("UPDATE snapshot SET seq = 11", "row 12, snapshot: "),
    ],
)  # fmt: skip
def test_audit_names_place_and_field(path: Path, statement: str, place: str) -> None:
    change(path, statement)
    assert told("audit", path, code=1).startswith(f"JOURNAL_BAD: {place}")


def test_audit_against_a_hash_that_was_written_down(path: Path) -> None:
    known = run("audit", path).stdout.splitlines()[-2].removeprefix("Last row: ")
    note = path.with_name("floor.db.lock")
    noted = note.read_text()
    for row in (known, noted):
        run("audit", path, "--known", row)
    change(path, "DELETE FROM snapshot")
    change(path, "DELETE FROM journal WHERE seq = 12")
    note.unlink()  # an auditor has the file alone
    run("audit", path)
    for row in (known, noted):
        line = told("audit", path, "--known", row, code=1)
        assert line == "JOURNAL_BAD: row 12: rows are missing: the hash of row 12 is on record"


def test_a_witness_that_does_not_answer_is_no_plain_ok(path: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone" / "floor.txt"
    page = run("audit", path, "--witness", gone).stdout.splitlines()
    why = "No such file or directory"
    assert f"Witness {gone}: no answer ({why}). Fix that and audit again." in page
    assert page[-1] == "OK, but witnesses that didn't answer: 1"


def test_a_wholly_rewritten_journal_fails_by_its_witnesses(path: Path, tmp_path: Path) -> None:
    """Every row is a second later, and the chain is whole. On paper the hash is in groups."""
    known = run("audit", path).stdout.splitlines()[-2].removeprefix("Last row: ")
    seq, _, found = known.partition(":")
    typed = f"{seq}: {' '.join(wrap(found[:32], 4))}"
    witness = tmp_path / "elsewhere" / "floor.txt"
    witness.parent.mkdir()
    tell(str(witness), Last(int(seq), found))
    remember_places(path.parent, [str(witness)])
    page = run("audit", path.parent, "--known", typed).stdout
    assert f"\nWitness {witness}: has row 12\n" in page
    assert command_text("audit.no_witness") not in page
    for file in path.parent.glob("floor.db*"):
        file.unlink()
    make_journal(path, started_ms=STARTED_MS + 1000)
    for named in (path, path.parent):
        line = told("audit", named, code=1)
        assert line == f"JOURNAL_BAD: row 12: not the one sent to {witness}"
    copy = path.rename(path.with_name("copy.db"))
    assert command_text("audit.no_witness") in run("audit", copy).stdout
    copy.rename(path)
    line = told("audit", path, "--known", typed, code=1)
    assert line == f"JOURNAL_BAD: row 12, hash: its hash is on record as {found[:32]}"


def test_a_wholly_rewritten_journal_fails_by_its_time_stamp(path: Path, tmp_path: Path) -> None:
    """A site names its time-stamping server; the command line has the newest row stamped."""
    site, notes = path.parent, tmp_path / "told.txt"
    (site / "site.toml").write_text(STARTER, "utf-8")
    authority = make_authority(tmp_path / "authority")
    (site / "stamps").mkdir()
    (site / "stamps" / authority.name).write_bytes(authority.read_bytes())
    line = told("witness", "--site", site, code=2)
    assert line.startswith(f"WITNESS_MISSING: {site}")
    with stamp_server(authority.parent) as server:
        part = f'\n[time_stamp]\nserver = "{server}"\ncertificate = "{authority.name}"\n'
        (site / "site.toml").write_text(STARTER + part, "utf-8")
        remember_places(site, [str(notes)])
        said = run("witness", "--site", site).stdout.splitlines()
    assert said == [f"{notes} has row 12.", f"{server} stamped row 12."]
    page = run("audit", site).stdout
    assert f"\nTime stamps from {server}: 1\n  row 12 existed on 20" in page
    assert ", but says 2026-02-25T06:1" in page
    assert page.endswith("\nOK, but time stamps that don't match the time of their row: 1\n")
    notes.unlink()
    assert command_text("audit.no_witness") in run("audit", site).stdout
    line = code_first(run("witness", "--site", site, code=2).stderr)
    assert line.startswith(f"TIME_STAMP_MISSING: {server}")
    for file in (*site.glob("floor.db*"), site / "witnesses"):
        file.unlink()
    make_journal(path, started_ms=STARTED_MS + 1000)
    line = told("audit", site, code=1)
    assert line == f"JOURNAL_BAD: row 12: not the one sent to {server}"


def test_a_journal_away_from_its_site_is_compared_with_the_time_stamps_of_the_folder_named(
    path: Path, tmp_path: Path
) -> None:
    site, authority = path.parent, make_authority(tmp_path / "authority")
    (site / "stamps").mkdir()
    (site / "stamps" / authority.name).write_bytes(authority.read_bytes())
    with stamp_server(authority.parent) as server:
        part = f'\n[time_stamp]\nserver = "{server}"\ncertificate = "{authority.name}"\n'
        (site / "site.toml").write_text(STARTER + part, "utf-8")
        run("witness", "--site", site)
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    named = ("--stamp-certificate", authority)
    for away in (copy, "postgresql://room@127.0.0.1:1/room"):
        line = told("audit", away, *named, code=2)
        assert line.startswith("OPTION_UNREADABLE: --stamp-certificate: ")
    page = run("audit", copy, "--site", site, *named).stdout
    assert f"\nTime stamps from {server}: 1\n" in page


@pytest.mark.parametrize("statement", ["DELETE FROM snapshot", "SELECT 1"])
def test_audit_beside_the_note_of_the_last_row(path: Path, statement: str) -> None:
    change(path, statement)
    change(path, "DELETE FROM journal WHERE seq = 12")
    line = told("audit", path, code=1)
    assert "floor.db: it ends at row 11, but row 12 was written. Put the missing rows" in line


def test_audit_of_a_damaged_file(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + b"nonsense" * 1000)
    assert told("audit", path, code=1).startswith("JOURNAL_BAD: ")


def test_audit_of_a_damaged_file_names_the_row_if_one_shows_it(path: Path) -> None:
    """A byte in the index hurts no row; one in a row is told as that row's, index or not."""
    change(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    marks = [mark.start() for mark in re.finditer(rb"c9(?=[^0-9])", content)]
    told_of = []
    for mark in marks:
        path.write_bytes(content[:mark] + b"C" + content[mark + 1 :])
        told_of.append(told("audit", path, code=1).split(": ")[1])
    path.write_bytes(content)
    run("audit", path)
    assert any(place.startswith("row ") for place in told_of)
    assert str(path) in told_of


def test_audit_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    run("audit", path)
    assert path.read_bytes() == before


def test_audit_while_an_engine_has_the_journal(path: Path) -> None:
    journal = SqliteJournal(path)
    run("audit", path)
    journal.close()


def test_the_folder_of_a_site_is_its_journal(path: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    line = told("export", site, code=2)
    assert line.startswith(f"FILE_MISSING: {site / 'floor.db'}")
    (site / "floor.db").write_bytes(path.read_bytes())
    for words in (("audit",), ("export",), ("replay", "--until", "7")):
        name, *more = words
        assert run(name, site, *more).stdout == run(name, path, *more).stdout


def test_audit_holds_the_books_of_a_folder_against_its_journal(path: Path) -> None:
    """An award of $1,000.60 that somebody has made $600.60."""
    with (
        closing(SqliteJournal(path, read_only=True)) as journal,
        closing(open_books(journal, path.parent)) as books,
    ):
        books.catch_up()
        assert re.search(r"^Books +row 12$", run("audit", path.parent).stdout, re.M)
        books.store.execute("CREATE VIEW more AS SELECT * FROM entry")
        found = code_first(run("audit", path.parent, code=1).stderr)
        assert found.startswith("BOOKS_ALTERED: books.db schema: it doesn't match the journal")
        books.store.execute("DROP VIEW more")
        books.store.execute("UPDATE entry SET text = '[]' WHERE kind = 'awards-recorded'")
    found = code_first(run("audit", path.parent, code=1).stderr)
    assert found.startswith("BOOKS_ALTERED: books.db entry of row 9: it doesn't match the journal")


def test_a_journal_of_an_older_version_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    change(path, "CREATE TABLE journal (seq INTEGER PRIMARY KEY, kind TEXT, body TEXT, hash TEXT)")
    for words in (("audit", path), ("replay", path, "--until", "1"), ("export", path)):
        line = told(*words, code=2)
        assert line.startswith("JOURNAL_FORMAT_UNKNOWN: ")
        assert line.endswith("and start a new floor in another folder")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("audit", "nothing.db"), "FILE_MISSING"),
        (("audit", "postgresql://127.0.0.1:1/nothing"), "JOURNAL_UNAVAILABLE"),
        (("audit", "{path}", "--known", "12"), "OPTION_UNREADABLE"),
        (("replay", "{path}", "--until", "13"), "SEQ_UNKNOWN"),
        (("replay", "{path}", "--until", "yesterday"), "TIME_UNREADABLE"),
        (("replay", "{path}", "--until", "2026-02-25T"), "TIME_UNREADABLE"),
        (("export", "{path}", "--after", "13"), "SEQ_UNKNOWN"),
    ],
)
def test_what_can_not_be_done_is_refused(path: Path, words: tuple[str, ...], code: str) -> None:
    line = told(*(word.format(path=path) for word in words), code=2)
    assert line.startswith(f"{code}: ")


# ---- replay -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("until", "seq", "meter_micros", "owed_cents"),
    [
        ("0", 0, None, []),
        ("7", 7, "100060001500", []),
        ("8", 8, "100060001500", []),
        ("9", 9, "100000001500", ["100060"]),
        ("1772000007000", 6, "100000000000", []),
        ("1772000007001", 7, "100060001500", []),
        ("2026-02-25T06:13:28.999Z", 8, "100060001500", []),
        ("2026-02-24T22:13:29-08:00", 8, "100060001500", []),
        ("2026-02-24T22:13:30-08:00", 9, "100000001500", ["100060"]),
        ("2026-02-25 06:13:30", 9, "100000001500", ["100060"]),
        ("2026-02-24", 0, None, []),
        ("2026-02-25", 12, "100040002500", ["100060"]),
        ("2030-01-01T00:00:00Z", 12, "100040002500", ["100060"]),
    ],
)
def test_replay_tells_any_past_moment(
    path: Path, until: str, seq: int, meter_micros: str | None, owed_cents: list[str]
) -> None:
    data = json.loads(run("replay", path, "--until", until, "--json").stdout)
    assert data["seq"] == seq
    assert [meter["meter_micros"] for meter in data["meters"]] == [meter_micros][: seq > 0]
    assert [award["owed_cents"] for award in data["owed"]] == owed_cents


REPLAY_PAGE = """\
Row 12, 2026-02-25T06:13:32.000Z

Meter        Shows        Exactly  Reserve  Overflow
J1 main  $1,000.40  $1,000.400025    $0.00     $0.00

Open round  Wagers  Marks  Awards
T1 2             2      0       0

Owed      Seat     Amount  Status
T1-1-9.1     2  $1,000.60  moved

Total owed: $1,000.60
Held for players: $2,001.000025
"""


def test_replay_reads_like_a_page(path: Path) -> None:
    assert run("replay", path, "--until", "12").stdout == REPLAY_PAGE


def test_replay_of_nothing_says_so(path: Path) -> None:
    page = run("replay", path, "--until", "0").stdout
    assert page.startswith("Row 0, before everything\n")
    assert page.count("  none") == 3


def test_replay_stops_at_a_bad_row_and_not_before(path: Path) -> None:
    change(path, "UPDATE journal SET at_ms = 0 WHERE seq = 9")
    run("replay", path, "--until", "8")
    assert "row 9" in told("replay", path, "--until", "9", code=1)


# ---- export -------------------------------------------------------------------------------------


def test_export_is_what_is_stored_row_by_row(path: Path) -> None:
    lines = [json.loads(line) for line in run("export", path).stdout.splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, 13))
    assert lines[0]["previous_hash"] == "0" * 64
    assert lines[3]["previous_hash"] == lines[2]["hash"]
    assert lines[7]["asked"] == (
        '{"kind":"press-hand","command_id":"c8","at_ms":1772000008000,"sent_from":"server","table":"T1",'
        '"spot":{"seat":2,"sensor":1},"outcome":"four_aces","sharers":[],"folded":false}'
    )
    assert lines[11]["events"] == (
        '[{"kind":"command-refused","command":"start-round","table":"T1","badge":"",'
        '"code":"ROUND_OPEN","case":"press_end_game","where":"T1","values":{}}]'
    )
    assert list(lines[0]) == [
        "previous_hash", "seq", "at_ms", "command_id", "asked", "events", "hash",
    ]  # fmt: skip


def test_export_of_the_rows_behind_another(path: Path) -> None:
    whole = run("export", path).stdout.splitlines()
    assert run("export", path, "--after", "10").stdout.splitlines() == whole[10:]
    assert run("export", path, "--after", "12").stdout == ""


def test_export_gives_a_tampered_row_as_it_stands(path: Path) -> None:
    change(path, "UPDATE journal SET at_ms = 5 WHERE seq = 9")
    assert json.loads(run("export", path).stdout.splitlines()[8])["at_ms"] == 5


def test_a_house_has_its_own_paytables_beside_its_journal(tmp_path: Path) -> None:
    own = tmp_path / "paytables"
    file = own / "crazy4" / "progressive" / "ours.toml"
    file.parent.mkdir(parents=True)
    file.write_text(Paytables().text(PAYTABLE.id))
    ours = Paytables(own).get("crazy4/progressive/ours")
    path = tmp_path / "floor.db"
    journal = SqliteJournal(path)
    core = Core(journal, {ours.id: ours})
    for number, (made, fields) in enumerate(ASKED, start=1):
        named = replace(TERMS, paytable=ours.id, paytable_sha256=ours.sha256)
        told = fields | {"terms": named} if made is jackpots.OpenJackpot else fields
        (reply,) = core.handle([made(command_id=f"c{number}", at_ms=number, **told)])
        assert reply.accepted == (number != REFUSED), reply
    journal.close()
    assert "Not decided again" not in RUNNER.invoke(app, ["audit", str(path)]).stdout
    own.rename(tmp_path / "elsewhere")
    # The jackpot, the table, the mark, its price, and its envy.
    missing = RUNNER.invoke(app, ["audit", str(path)])
    assert missing.exit_code == 0
    assert "Not decided again: crazy4/progressive/ours is missing or has changed" in missing.stdout
    data = json.loads(RUNNER.invoke(app, ["audit", str(path), "--json"]).stdout)
    assert data["undecided"] == {"crazy4/progressive/ours": 5}
    words = ["audit", str(path), "--paytables", str(tmp_path / "elsewhere"), "--json"]
    assert json.loads(RUNNER.invoke(app, words).stdout)["undecided"] == {}
