"""A journal that holds is proven and explained; one that was touched is caught at its row."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import BadRow, JournalAuditor, Until, audit, replay
from pitboss.audit.finding import first_difference, first_difference_of
from pitboss.audit.meter_entries import CAUSES
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import Last, Row
from pitboss.journal.chain import snapshot_seal
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.sqlite import SqliteJournal
from pitboss.refusal import Refusal

from .support import PAYTABLES, STARTED_MS, fill, filled_store, locked_store, rechained, retirement

ROWS = tuple(filled_store().rows)


def stored(rows: Iterable[Row]) -> MemoryJournal:
    """A journal of these rows, for reading."""
    return MemoryJournal(MemoryStore(rows=list(rows)), read_only=True)


def audited(store: MemoryStore) -> JournalAuditor:
    """The audit of a store."""
    return audit(MemoryJournal(store, read_only=True), paytables=PAYTABLES)


def proven(rows: Iterable[Row], **options: Any) -> JournalAuditor:
    """The audit of these rows."""
    return audit(stored(rows), paytables=PAYTABLES, **options)


def caught(rows: Iterable[Row], **options: Any) -> BadRow:
    """What the audit finds first."""
    with pytest.raises(BadRow) as found:
        proven(rows, **options)
    return found.value


def caught_unpriced(rows: Iterable[Row]) -> BadRow:
    """What is found first where nothing is decided again: by the fold and the money alone."""
    with pytest.raises(BadRow) as found:
        replay(stored(rows), Until())
    return found.value


def with_row(seq: int, /, **fields: Any) -> list[Row]:
    """The journal with one row changed."""
    rows = list(ROWS)
    rows[seq - 1] = rows[seq - 1]._replace(**fields)
    return rows


def forged(seq: int, old: str, new: str, *fields: str) -> list[Row]:
    """The journal with words of a row changed, and every hash made to fit again."""
    row = ROWS[seq - 1]
    changes = {field: getattr(row, field).replace(old, new) for field in fields or ("events",)}
    assert all(text != getattr(row, field) for field, text in changes.items())
    return rechained(with_row(seq, **changes))


# ---- a journal that holds -----------------------------------------------------------------------


def test_PS_61_every_rise_and_fall_of_a_meter_is_explained() -> None:
    auditor = proven(ROWS)
    assert auditor.last == Last(36, ROWS[-1].hash)
    (main,) = auditor.levels.values()
    assert main.causes == {
        "opening": 100_000_000_000,
        "contributions": 309_998_000,
        "awards": -250_115_000_000,
        "restarts": 100_015_000_000,
        "releases": 0,
        "voids": -94_997_500,
        "back-outs": 100_055_000_000,
        "transfers": 0,
        "adjustments": -100_000_000,
        "top-ups": 49_950_000_000,
    }
    assert tuple(main.causes) == CAUSES
    # $1,001.50 less $500.00 by hand, and less $1.00: topped up to $1,000.00 by $498.50 and $1.00.
    assert main.meter_micros == 100_020_000_500
    assert main.reserve_micros == 50_000_000
    assert main.overflow_micros == 45_006_000


def test_PS_61_what_was_held_and_released_is_explained() -> None:
    """Held $1,000.60; then, for the seat that is paid first, $1,000.60 and $1,000.15; then the
    first alone again; then $1,000.35 of a round that was voided, its 20 cents with it."""
    auditor = proven(locked_store().rows)
    (main,) = auditor.levels.values()
    assert main.causes == {
        "opening": 100_000_000_000,
        "contributions": 80_002_000,
        "awards": -500_230_000_000,
        "restarts": 500_050_000_000,
        "releases": 135_000_000,
        "voids": -20_000_500,
        "back-outs": 0,
        "transfers": 0,
        "adjustments": 0,
        "top-ups": 0,
    }
    assert auditor.state.balance("held") == 0
    assert auditor.state.balance("owed") == 100_060_000_000


def test_PS_61_money_that_goes_with_a_jackpot_is_explained_at_both_ends() -> None:
    auditor = proven(filled_store(retirement()).rows)
    old, new = auditor.levels["J1", "main"], auditor.levels["J2", "main"]
    # All that it held is $1,001.150065. Of the seed $500 went with the prize by hand, and $500 go
    # home; the rest goes to the other meter up to its maximum of $1,001.50, 50 cents to its
    # reserve, and $499.150065 over it.
    assert old.causes["transfers"] == -100_020_000_500
    assert (old.meter_micros, old.reserve_micros, old.overflow_micros) == (0, 0, 0)
    assert new.causes["transfers"] == 150_000_000
    assert new.meter_micros == 100_150_000_000
    assert new.reserve_micros == 50_000_000
    assert new.overflow_micros == 49_915_006_500
    assert auditor.kinds["change-applied"] == 1


def test_PS_62_the_bank_must_hold_meters_reserves_overflow_and_owed() -> None:
    # $1,000.200005 and 50 cents and 45.006 cents, and $500 won by hand and not yet paid.
    assert required_micros(proven(ROWS).state) == 150_115_006_500


def test_PS_60_the_audit_counts_what_happened() -> None:
    kinds = proven(ROWS).kinds
    assert kinds["round-started"] == 5
    assert kinds["round-voided"] == 1
    assert kinds["awards-recorded"] == 2
    assert kinds["command-refused"] == 1
    assert sum(kinds.values()) == 40


def test_an_empty_journal_holds() -> None:
    assert proven([]).last.seq == 0


def test_progress_is_told_in_parts_of_the_whole() -> None:
    told: list[float] = []
    refused = ROWS[30]
    many = (
        refused._replace(command_id=f"r{n}", asked=refused.asked.replace('"c31"', f'"r{n}"'))
        for n in range(1000)
    )
    proven(rechained([*ROWS[:9], *many]), report=told.append)
    assert told == [1000 / 1009]


def test_a_snapshot_that_is_the_replayed_state_holds() -> None:
    store = MemoryStore()
    core = fill(MemoryJournal(store))
    core.keep_snapshot()
    auditor = audited(store)
    assert auditor.snapshot is not None
    assert auditor.snapshot.seq == 36
    assert auditor.snapshot_is_ours


def test_a_snapshot_of_another_shape_is_not_compared() -> None:
    store = filled_store()
    text = '{"shape":"0123456789abcdef","meters":[]}'
    seal = snapshot_seal(row_hash=ROWS[-1].hash, seq=36, text=text)
    store.snapshot = (36, text, seal)
    assert not audited(store).snapshot_is_ours


@pytest.mark.parametrize("text", ["", "[1,2", "null", "{}", '{"shape":5}', "[" * 100_000])
def test_a_snapshot_that_no_version_has_written_is_found(text: str) -> None:
    store = filled_store()
    seal = snapshot_seal(row_hash=store.rows[-1].hash, seq=36, text=text)
    store.snapshot = (36, text, seal)
    with pytest.raises(BadRow, match="row 36, snapshot: no version wrote it"):
        audited(store)


# ---- one that was touched -----------------------------------------------------------------------


def changed(value: int | str, chance: random.Random) -> int | str:
    """The same value with one character changed, added or taken away."""
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 1000))
    place = chance.randrange(len(value)) if value else 0
    letter = chance.choice([char for char in "09afzA \u00e9" if char != value[place : place + 1]])
    new = chance.choice((letter, letter + value[place : place + 1], ""))
    return (value[:place] + new + value[place + 1 :]) if value else letter


@pytest.mark.parametrize("field", Row._fields)
def test_PS_60_any_change_of_any_field_is_found_at_its_row(field: str) -> None:
    chance = random.Random(field)
    for seq in range(1, len(ROWS) + 1):
        for _ in range(3):
            new = changed(getattr(ROWS[seq - 1], field), chance)
            assert caught(with_row(seq, **{field: new})).seq == seq, (seq, field, new)


@pytest.mark.parametrize(
    ("seq", "fields", "field"),
    [
        (10, {"seq": 11}, "seq"),
        (10, {"at_ms": "5"}, "at_ms"),
        (10, {"hash": ROWS[11].hash}, "hash"),
        (36, {"hash": "abc"}, "hash"),
        (10, {"asked": "{}"}, "asked"),
        (10, {"asked": ROWS[9].asked.replace("start-round", "begin-round")}, "asked"),
        (10, {"events": "{}"}, "events"),
        (10, {"events": ROWS[9].events.replace('"round":1', '"round":"1"')}, "events"),
        (10, {"at_ms": 5}, ""),
    ],
)
def test_the_changed_field_is_named_where_it_gives_itself_away(
    seq: int, fields: dict[str, Any], field: str
) -> None:
    bad = caught(with_row(seq, **fields))
    assert (bad.seq, bad.field) == (seq, field)


def test_missing_doubled_and_swapped_rows_are_found() -> None:
    rows = list(ROWS)
    assert caught(rows[:20] + rows[21:]).seq == 21
    assert caught(rows[:20] + rows[19:]).seq == 21
    assert caught([*rows[:20], rows[21], rows[20], *rows[22:]]).seq == 21
    assert caught(rows[1:]).seq == 1


@pytest.mark.parametrize(
    ("rows", "seq", "field", "reason"),
    [
        (rechained(ROWS[:14] + ROWS[13:]), 15, "command_id", "already answered"),
        (rechained(with_row(12, command_id="c99")), 12, "asked", "match its row"),
        (rechained(with_row(12, at_ms=STARTED_MS)), 12, "asked", "match its row"),
        (forged(12, '"c12"', '"c99"', "asked"), 12, "asked", "match its row"),
        (forged(12, "1772000012000", "1772000012001", "asked"), 12, "asked", "match its row"),
        (rechained(with_row(10, at_ms=2**53)), 10, "at_ms", "out of range"),
        (rechained(with_row(10, at_ms=-1)), 10, "at_ms", "out of range"),
        (rechained(with_row(10, command_id="\u00e9")), 10, "command_id", "isn't an ID"),
        (rechained(with_row(10, command_id="")), 10, "command_id", "isn't an ID"),
        (rechained(with_row(10, command_id=None)), 10, "command_id", "another type"),
        (rechained(with_row(10, asked="[" * 50_000)), 10, "asked", "got `array`"),
        (rechained(with_row(10, events="[]")), 10, "events", "nothing came of it"),
        (rechained(with_row(10, events="[" * 50_000)), 10, "events", "got `array`"),
        (rechained(with_row(31, events=f"{ROWS[30].events[:-1]},{ROWS[13].events[1:]}")), 31,
         "events", "a refused command does nothing else"),
    ],
)  # fmt: skip
def test_a_row_is_as_engines_write_it(rows: list[Row], seq: int, field: str, reason: str) -> None:
    bad = caught(rows)
    assert (bad.seq, bad.field) == (seq, field)
    assert reason in bad.reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"table":"T1"', '"table": "T1"'),
        ('"table":"T1"', '"table":"\\u0054\u0031"'),
        ('"table":"T1"', '"table":"T2","table":"T1"'),
        ('"seat":1,"sensor":1', '"sensor":1,"seat":1'),
        ('"seat":1,"sensor":1', '"seat":1,"sensor":-0'),
    ],
)
@pytest.mark.parametrize(
    ("field", "told"),
    [("asked", "it isn't written like a command"), ("events", "they aren't written like events")],
)
def test_a_row_has_one_spelling(field: str, told: str, old: str, new: str) -> None:
    bad = caught(forged(10, old, new, field))
    assert (bad.seq, bad.field) == (10, field)
    assert bad.reason.startswith(told)


@pytest.mark.parametrize(("field", "end"), [("asked", "}"), ("events", "]")])
def test_blanks_around_a_text_and_other_orders_of_keys_are_found(field: str, end: str) -> None:
    text = getattr(ROWS[9], field)
    moved = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert moved != text
    for other in (f"{text} ", f" {text}", f"{text[:-1]} {end}", moved):
        bad = caught(rechained(with_row(10, **{field: other})))
        assert (bad.seq, bad.field) == (10, field)


@pytest.mark.parametrize("known", ['"table":"T1"', '"seat":1,"sensor":1'])
@pytest.mark.parametrize("field", ["asked", "events"])
def test_a_key_that_nobody_knows_is_found(field: str, known: str) -> None:
    rows = forged(10, known, f'{known},"color":1', field)
    bad = caught(rows)
    assert (bad.seq, bad.field) == (10, field)
    assert "unknown field `color`" in bad.reason


@pytest.mark.parametrize(
    ("rows", "seq", "reason"),
    [
        (forged(10, '"meter_micros":60001500', '"meter_micros":60001501'), 10, "sum to zero"),
        (forged(13, '"meter_cents":100060', '"meter_cents":100061'), 13, "sum to zero"),
        (forged(22, '"cents":100060', '"cents":100059'), 22, "doesn't follow"),
        (forged(32, '"cents":50000,', '"cents":50001,'), 32, "the day's end"),
        (forged(11, '"round":1', '"round":2'), 11, "doesn't follow"),
        (forged(24, '"house_micros":524996500', '"house_micros":524996501'), 24, "sum to zero"),
        (rechained(ROWS[:9] + ROWS[10:]), 10, "no open round at T1"),
        (forged(13, '"awards":["T1-1-13.1"]', '"awards":[]'), 13, "sum to zero"),
        (forged(13, '[{"award":"T1-1-13.1","j', '[{"award":"T1-1-12.1","j'), 13,
         "doesn't follow"),
        (forged(18, '"tray_cents":0', '"tray_cents":-5'), 18, "an award takes money"),
        (forged(20, '"reverses":18', '"reverses":19'), 20, "doesn't follow"),
        (forged(24, '"reverses":23', '"reverses":22'), 24, "doesn't follow"),
        (forged(12, '"seat":2', '"seat":7'), 12, "doesn't follow"),
        (forged(5, '"rate_ppm":200005', '"rate_ppm":200006'), 10, "at its rates"),
        (forged(5, '"wager_cents":100', '"wager_cents":101'), 10, "at its rates"),
    ],
)  # fmt: skip
def test_a_forger_who_makes_the_hashes_fit_is_found_by_the_money(
    rows: list[Row], seq: int, reason: str
) -> None:
    bad = caught_unpriced(rows)
    assert bad.seq == seq
    assert reason in bad.reason
    assert caught(rows).seq <= seq, "what is decided again finds it too"


def test_a_hash_that_was_written_down_finds_a_perfect_forgery_and_a_cut_end() -> None:
    known = Last(36, ROWS[-1].hash)
    assert proven(ROWS, known=known).last == known
    renamed = forged(1, '"name":"Dora"', '"name":"Dana"', "asked", "events")
    assert proven(renamed).last.seq == 36
    assert caught(renamed, known=known).field == "hash"
    assert caught(ROWS[:33], known=known).seq == 34


def test_a_snapshot_of_another_state_is_found() -> None:
    store = filled_store()
    text = write_snapshot(audited(store).state)
    plain = json.loads(text)
    plain["balances"]["owed"] += 1
    other = json.dumps(plain, separators=(",", ":"))
    seal = snapshot_seal(row_hash=ROWS[-1].hash, seq=36, text=other)
    store.snapshot = (36, other, seal)
    with pytest.raises(
        BadRow, match=r"row 36, snapshot: it doesn't match the replay at balances\.owed"
    ):
        audited(store)
    store.snapshot = (36, text, seal)
    with pytest.raises(BadRow, match="row 36, snapshot: its seal doesn't match"):
        audited(store)


def test_a_bad_row_is_named_before_the_snapshot_that_it_spoils() -> None:
    store = filled_store()
    store.snapshot = (36, "{}", "nothing")
    store.rows = with_row(7, at_ms=1)
    with pytest.raises(BadRow, match="row 7"):
        audited(store)


@pytest.mark.parametrize("field", ["asked", "events"])
def test_a_row_that_cannot_be_read_is_named(tmp_path: Path, field: str) -> None:
    path = tmp_path / "journal.db"
    journal = SqliteJournal(path)
    fill(journal)
    journal.close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE journal SET {field} = CAST(x'ff' AS TEXT) WHERE seq = 12")  # noqa: S608
    connection.close()
    with pytest.raises(BadRow, match="row 12"):
        audit(SqliteJournal(path, read_only=True), paytables=PAYTABLES)


def test_no_byte_of_the_file_changes_a_row_unnoticed(tmp_path: Path) -> None:
    path, chance = tmp_path / "journal.db", random.Random(5)
    journal = SqliteJournal(path)
    fill(journal)
    journal.close()
    whole = path.read_bytes()
    for _ in range(200):
        place = chance.randrange(len(whole))
        byte = whole[place] ^ (1 << chance.randrange(8))
        path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
        rows = _rows_of_sound_file(path)
        assert rows is None or rows == ROWS, f"byte {place} as {byte}"


def _rows_of_sound_file(path: Path) -> tuple[Row, ...] | None:
    """The rows of a journal that the audit calls good; nothing where it finds a fault."""
    try:
        journal = SqliteJournal(path, read_only=True)
    except Refusal:
        return None
    try:
        audit(journal, paytables=PAYTABLES)
        return tuple(journal.rows(after_seq=0, limit=100))
    except (BadRow, Refusal):
        return None
    finally:
        journal.close()


def test_without_assertions_nothing_is_proven() -> None:
    program = "from pitboss.audit.proof import check_assertions_run as check; check()"
    words = [sys.executable, "-O", "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "ASSERTIONS_OFF" in done.stderr


# ---- any past moment ----------------------------------------------------------------------------


def past(until: Until) -> JournalAuditor:
    """The floor as it stood."""
    return replay(stored(ROWS), until)


@pytest.mark.parametrize(
    ("seq", "meter_micros"),
    [
        (5, 100_000_000_000),
        (10, 100_060_001_500),
        (12, 100_060_001_500),
        (13, 100_015_001_500),
        (19, 100_010_002_500),
        (20, 100_055_002_500),
        (23, 100_150_000_000),
        (24, 100_055_002_500),
        (36, 100_020_000_500),
    ],
)
def test_a_meter_at_any_past_row(seq: int, meter_micros: int) -> None:
    auditor = past(Until(seq=seq))
    assert auditor.last.seq == seq
    reading = auditor.state.jackpot("J1").levels["main"].reading
    assert reading.meter_micros == meter_micros


def test_the_floor_at_any_past_time() -> None:
    # The tenth command was the first START; a second later came the late bet.
    auditor = replay(stored(ROWS[:20]), Until(at_ms=STARTED_MS + 10_999))
    assert auditor.last.seq == 10
    assert auditor.at_ms == STARTED_MS + 10_000
    assert past(Until(at_ms=0)).last.seq == 0


def test_first_difference_names_the_place() -> None:
    assert first_difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == ("a.1.b", 2, 3)
    assert first_difference({"a": 1}, {"a": 1, "c": 1}) == ("c", None, 1)
    assert first_difference_of('{"a":1}', '{"a": 1}') == "its spelling"
