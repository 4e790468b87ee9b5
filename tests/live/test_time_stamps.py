"""Time stamps of a journal's end, by an authority outside the house."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from audit.support import filled_store
from pitboss.journal import EMPTY, Row
from pitboss.journal.chain import chain_row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.stamps import Stamp, find_unstamped_days
from pitboss.live import time_stamps
from pitboss.live.time_stamps import (
    StampKeeper,
    authority_of,
    check_stamps,
    keep_stamp,
    with_sorted_certificates,
)
from pitboss.refusal import Refusal
from pitboss.site.model import SiteTimeStamp

from .stamp_server import AUTHORITY, make_authority, stamp_server

STORE = filled_store()
DATED_MS, HOUR_MS, DAY_MS = 1_790_000_000_000, 3_600_000, 86_400_000
NOBODY = "http://127.0.0.1:9/tsr"  # the port of discard: nobody listens


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("authority")
    make_authority(folder)
    return folder


@pytest.fixture
def server(authority: Path) -> Iterator[str]:
    with stamp_server(authority) as address:
        yield address


@pytest.fixture
def house(tmp_path: Path, authority: Path, server: str) -> Path:
    """A folder whose site file names the server."""
    write_house(tmp_path, authority, server)
    return tmp_path


def write_house(folder: Path, authority: Path, server: str) -> None:
    (folder / "stamps").mkdir()
    (folder / "stamps" / AUTHORITY).write_bytes((authority / AUTHORITY).read_bytes())
    text = f'[time_stamp]\nserver = "{server}"\ncertificate = "{AUTHORITY}"\n'
    (folder / "site.toml").write_text(text, "utf-8")


def journal(rows: list[Row] | None = None) -> MemoryJournal:
    store = MemoryStore()
    store.rows[:] = STORE.rows if rows is None else rows
    return MemoryJournal(store, read_only=True)


def resealed() -> list[Row]:
    """Every row anew, with another time in the first: each link holds."""
    rows: list[Row] = []
    before = EMPTY.hash
    for row in STORE.rows:
        at_ms = row.at_ms - (row.seq == 1)
        rows.append(chain_row(before, row.seq, at_ms, row.command_id, row.asked, row.events))
        before = rows[-1].hash
    return rows


def stamped(folder: Path, server: str, *seqs: int) -> None:
    found = authority_of(SiteTimeStamp(server, AUTHORITY), folder)
    assert found is not None
    for seq in seqs:
        keep_stamp(folder, found, STORE.rows[max(0, seq - 2) : seq])


def seqs(folder: Path) -> dict[str, list[int]]:
    """Which rows of the journal have a stamp, by who gave it."""
    found = check_stamps(journal(), folder)
    return {place: [stamp.seq for stamp in stamps] for place, stamps in found.items()}


def test_an_audit_proves_each_stamp_by_its_authoritys_certificate(house: Path, server: str) -> None:
    stamped(house, server, 1, 9, 30)
    assert seqs(house) == {server: [1, 9, 30]}


def test_a_journal_wholly_written_anew_fails_by_its_stamp(house: Path, server: str) -> None:
    stamped(house, server, 9)
    with pytest.raises(Refusal, match=r"JOURNAL_TAMPERED.*row 9"):
        check_stamps(journal(resealed()), house)


def test_a_journal_written_anew_and_stamped_today_is_told_by_the_time_of_its_stamps(
    house: Path, server: str
) -> None:
    """The old stamps are deleted, and the same rows stamped by the true authority."""
    stamped(house, server, 9)
    (house / "stamps" / "9.tsr").unlink()
    anew = resealed()
    found = authority_of(SiteTimeStamp(server, AUTHORITY), house)
    assert found is not None
    keep_stamp(house, found, anew[7:9])
    [stamp] = check_stamps(journal(anew), house)[server]
    assert (stamp.seq, stamp.dated_ms) == (9, anew[8].at_ms)
    assert not stamp.is_in_time


def test_a_stamp_counts_from_an_hour_before_its_row_to_a_day_after() -> None:
    for late_ms in (-HOUR_MS, 0, DAY_MS):
        assert Stamp(9, DATED_MS, DATED_MS + late_ms).is_in_time
    for late_ms in (-HOUR_MS - 1, DAY_MS + 1):
        assert not Stamp(9, DATED_MS, DATED_MS + late_ms).is_in_time


def test_a_closed_day_without_a_stamp_in_time_is_named() -> None:
    """The second day has none, the third one that was signed two days later; the stamp of the
    fourth may still come."""
    closes = {f"2026-11-{day}": (10 * day, DATED_MS + day * DAY_MS) for day in (11, 12, 13, 16)}
    stamps = [
        Stamp(111, DATED_MS + 11 * DAY_MS, DATED_MS + 11 * DAY_MS + 60_000),
        Stamp(131, DATED_MS + 13 * DAY_MS, DATED_MS + 15 * DAY_MS),
    ]
    until_ms = DATED_MS + 16 * DAY_MS + HOUR_MS
    assert find_unstamped_days(stamps, closes, until_ms) == ["2026-11-12", "2026-11-13"]


def test_a_journal_whose_stamped_end_is_gone_fails(house: Path, server: str) -> None:
    stamped(house, server, 30)
    with pytest.raises(Refusal, match=r"JOURNAL_TAMPERED.*row 30"):
        check_stamps(journal(STORE.rows[:29]), house)


def test_a_stamp_of_another_authority_fails_though_trusted(tmp_path: Path, authority: Path) -> None:
    """Who writes the journal anew can have it stamped by a server of his own."""
    forger = tmp_path / "forger"
    house = tmp_path / "house"
    house.mkdir()
    make_authority(forger)
    with stamp_server(forger) as server:
        write_house(house, forger, server)
        stamped(house, server, 9)
    assert seqs(house) == {server: [9]}
    with pytest.raises(Refusal, match=r"JOURNAL_TAMPERED.*9\.tsr"):
        check_stamps(journal(), house, authority / AUTHORITY)


def test_a_stamp_is_of_the_rows_own_hash_and_others_can_read_it(
    house: Path, server: str, authority: Path
) -> None:
    stamped(house, server, 9)
    asked = ["openssl", "ts", "-verify", "-digest", STORE.rows[8].hash, "-in",
             str(house / "stamps" / "9.tsr"), "-CAfile", str(authority / AUTHORITY)]  # fmt: skip
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert "Verification: OK" in done.stdout + done.stderr


def test_a_server_that_names_no_stamps_is_told_as_not_knowing(house: Path, server: str) -> None:
    assert seqs(house) == {server: []}


def test_a_folder_without_a_time_stamping_server_has_nothing_to_compare(tmp_path: Path) -> None:
    assert seqs(tmp_path) == {}


def test_a_server_that_is_down_or_answers_nonsense_gives_no_stamp(
    house: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refusal, match="TIME_STAMP_MISSING"):
        stamped(house, NOBODY, 9)
    other = tmp_path_factory.mktemp("other")
    make_authority(other)
    with stamp_server(other) as server, pytest.raises(Refusal, match="TIME_STAMP_MISSING"):
        stamped(house, server, 9)  # signed by somebody else
    no_http = HTTPException("got more than 100 headers")
    monkeypatch.setattr(time_stamps, "urlopen", Mock(side_effect=no_http))
    with pytest.raises(Refusal, match="TIME_STAMP_MISSING"):
        stamped(house, NOBODY, 9)
    assert not list((house / "stamps").glob("*.tsr"))


@pytest.mark.parametrize("name", ["Short", "A much longer name of an authority"])
def test_a_stamp_that_brings_its_chain_holds_in_whatever_order(tmp_path: Path, name: str) -> None:
    """The server sends its signer's certificate first; by DER the shorter one is."""
    make_authority(tmp_path / "authority", name, sends_chain=True)
    with stamp_server(tmp_path / "authority") as server:
        write_house(tmp_path, tmp_path / "authority", server)
        stamped(tmp_path, server, 9)
    assert seqs(tmp_path) == {server: [9]}


@pytest.mark.parametrize(
    "stamp", [b"", b"0", b"nonsense", b"0\x80\x00\x00", b"0\x84" + b"\xff" * 9]
)
def test_an_answer_of_another_form_stays_as_it_is(stamp: bytes) -> None:
    assert with_sorted_certificates(stamp) == stamp


def kept(house: Path, server: str, monkeypatch: pytest.MonkeyPatch, *closed: str) -> StampKeeper:
    """A site runs, and its last closed day is one after another of these."""
    site: Any = SimpleNamespace(
        folder=house, seq=8, only_trains=False, now_ms=lambda: 1_000,
        calendar=None, tenure=SimpleNamespace(leads=True),
    )  # fmt: skip
    looks = iter(closed)

    async def rows(*, after_seq: int, limit: int) -> list[Row]:
        return STORE.rows[after_seq : after_seq + limit]

    async def look(_: float) -> None:
        day = next(looks, None)
        if day is None:
            raise asyncio.CancelledError
        site.seq += 1
        site.calendar = SimpleNamespace(closed=day)

    site.rows = rows
    monkeypatch.setattr(asyncio, "sleep", look)
    keeper = StampKeeper(authority_of(SiteTimeStamp(server, AUTHORITY), house), site)

    async def run() -> None:
        await look(0)
        await keeper.keep()

    with suppress(asyncio.CancelledError):
        asyncio.run(run())
    return keeper


def test_a_leader_has_its_journal_stamped_at_the_start_and_after_each_close(
    house: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = ("2026-11-16", "2026-11-16", "2026-11-17", "2026-11-17")
    keeper = kept(house, server, monkeypatch, *days)
    assert {file.stem for file in (house / "stamps").glob("*.tsr")} == {"9", "11"}
    assert keeper.failing is None


def test_a_server_that_gives_no_stamp_is_asked_again_and_the_office_told_since_when(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = kept(house, NOBODY, monkeypatch, "2026-11-16", "2026-11-16")
    assert keeper.failing == (NOBODY, 1_000)


def test_a_certificate_that_is_missing_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"CERTIFICATE_WRONG.*authority\.pem"):
        authority_of(SiteTimeStamp(NOBODY, AUTHORITY), tmp_path)
