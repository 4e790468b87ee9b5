"""What other machines are told of a journal's end, and what they answer an audit."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from audit.support import filled_store
from pitboss.floor.decide.engines import begin_engine
from pitboss.floor.facts.engines import EngineBegan
from pitboss.floor.state.floor import State
from pitboss.journal import Last, Row
from pitboss.journal.memory import MemoryJournal
from pitboss.live import outside_witness
from pitboss.live.identity import this_machine
from pitboss.live.outside_witness import (
    WitnessKeeper,
    check_witnesses,
    place_name,
    places_of,
    remember_places,
    tell,
    to_place,
    web_request,
)
from pitboss.refusal import Refusal

STORE = filled_store()


class Notebook(BaseHTTPRequestHandler):
    """A second machine that keeps what is posted to it."""

    kept = b""

    def do_POST(self) -> None:
        """Keep a line."""
        Notebook.kept += self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()

    def do_GET(self) -> None:
        """Give all lines."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(Notebook.kept)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """Where it answers."""
    server = HTTPServer(("127.0.0.1", 0), Notebook)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/floor"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_journal_is_compared_with_every_row_that_a_witness_knows(
    address: str, tmp_path: Path
) -> None:
    journal, file, nobody = MemoryJournal(STORE, read_only=True), tmp_path / "known", "/nowhere/at"
    for row in (STORE.rows[8], STORE.rows[29]):
        for place in (address, str(file)):
            tell(place, Last(row.seq, row.hash))
    places = [address, str(file), nobody]
    assert list(check_witnesses(journal, places)) == [
        (address, 30, ""),
        (str(file), 30, ""),
        (nobody, 0, "No such file or directory"),
    ]
    tell(address, Last(12, "0" * 64))
    with pytest.raises(Refusal, match="JOURNAL_TAMPERED"):
        list(check_witnesses(journal, places))


def test_a_journal_that_ends_before_a_row_that_a_witness_knows_fails(tmp_path: Path) -> None:
    place = str(tmp_path / "known")
    tell(place, Last(37, "1" * 64))
    with pytest.raises(Refusal, match="row 37"):
        list(check_witnesses(MemoryJournal(STORE, read_only=True), [place]))


def test_a_folder_names_every_witness_that_its_server_ever_told(tmp_path: Path) -> None:
    remember_places(tmp_path, ["/mnt/one", "https://two/"])
    remember_places(tmp_path, [])
    remember_places(tmp_path, ["/mnt/three", "/mnt/one"])
    assert places_of(tmp_path) == ["/mnt/one", "https://two/", "/mnt/three"]


def test_an_engine_that_begins_puts_its_witnesses_on_record_without_their_secrets() -> None:
    begun = this_machine("", ["/mnt/one", "https://two/?key=1"]).begin(State(), at_ms=0)
    (began,) = begin_engine(State(), begun)
    assert isinstance(began, EngineBegan)
    assert began.witnesses == ("/mnt/one", "https://two/")


def keeper(folder: Path, *places: str, only_trains: bool = False, looks: int = 3) -> WitnessKeeper:
    """Who tells witnesses, after it has looked so many times."""
    times = iter(range(looks))

    async def rows(*, after_seq: int, limit: int) -> list[Row]:
        if next(times, None) is None:
            raise asyncio.CancelledError
        return STORE.rows[after_seq : after_seq + limit]

    site: Any = SimpleNamespace(
        only_trains=only_trains,
        folder=folder,
        seq=9,
        rows=rows,
        open_reading=lambda: MemoryJournal(STORE, read_only=True),
        now_ms=lambda: 1_000,
    )
    made = WitnessKeeper(places, site, AsyncMock())
    with suppress(asyncio.CancelledError):
        asyncio.run(made.keep())
    return made


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside_witness, "TELL_S", 0.0)


@pytest.mark.parametrize(
    ("only_trains", "told"), [(False, f"9:{STORE.rows[8].hash}\n"), (True, "")]
)
def test_a_server_tells_its_witnesses_of_the_newest_row(
    tmp_path: Path, *, only_trains: bool, told: str
) -> None:
    """Once, while there is no newer one; a floor that trains has nothing to tell."""
    place = tmp_path / "known"
    place.touch()
    keeper(tmp_path, str(place), "/nowhere/at", only_trains=only_trains)
    assert place.read_text() == told


def test_a_server_records_that_its_journal_lacks_a_row_that_a_witness_knows(tmp_path: Path) -> None:
    """An older copy was put back, with its lock file and the books."""
    place = tmp_path / "known"
    tell(str(place), Last(10**6, "f" * 64))
    found: Any = keeper(tmp_path, str(place), looks=0)._on_tampered
    (((refusal, where), _),) = found.call_args_list
    assert (refusal.code, where) == ("JOURNAL_TAMPERED", str(place))


@contextmanager
def answering(*answers: bytes) -> Iterator[str]:
    """The address of something that answers so, one answer a connection, and the last for ever."""
    listener = socket.create_server(("127.0.0.1", 0))
    left = list(answers)

    def answer() -> None:
        with suppress(OSError):
            while True:
                line, _ = listener.accept()
                with line:
                    line.recv(10_000)
                    line.sendall(left.pop(0) if len(left) > 1 else left[0])

    thread = Thread(target=answer, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/floor?key=secret"
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


NONSENSE = {
    b"no HTTP\r\n\r\n": "BadStatusLine",
    b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n1:": "HTTPException",
    b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200 + b"\r\n": "HTTPException",
    b"HTTP/1.1 503 No secret\r\n\r\n": "HTTP 503",
}
NO_HTTP = next(iter(NONSENSE))


@pytest.mark.parametrize(("answer", "fault"), NONSENSE.items())
def test_a_witness_that_answers_nonsense_does_not_answer(answer: bytes, fault: str) -> None:
    with answering(answer) as place:
        journal = MemoryJournal(STORE, read_only=True)
        assert list(check_witnesses(journal, [place])) == [(place.partition("?")[0], 0, fault)]


@pytest.mark.parametrize(
    "answer",
    [b"0:" + b"0" * 64, b"<html>999:" + b"f" * 64, b"5:abc12:" + b"f" * 64 + b"\n", b"\xff" * 999],
)
def test_what_is_no_line_of_a_witness_says_nothing_against_a_journal(answer: bytes) -> None:
    with answering(b"HTTP/1.1 200 OK\r\n\r\n" + answer) as place:
        (found,) = check_witnesses(MemoryJournal(STORE, read_only=True), [place])
    assert found[1:] == (0, "")


def test_an_answer_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside_witness, "ANSWER_BYTES_MOST", 1_000)
    with answering(b"HTTP/1.1 200 OK\r\n\r\n" + b"1" * 10_000) as place:
        (found,) = check_witnesses(MemoryJournal(STORE, read_only=True), [place])
    assert found[1:] == (0, "no answer")


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where somebody listens, and never answers."""
    monkeypatch.setattr(outside_witness, "SILENT_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/floor"


def test_a_silent_witness_keeps_no_audit_from_the_others(silent: str, tmp_path: Path) -> None:
    known = tmp_path / "known"
    tell(str(known), Last(9, STORE.rows[8].hash))
    found = check_witnesses(MemoryJournal(STORE, read_only=True), [silent, str(known)])
    assert list(found) == [(silent, 0, "no answer"), (str(known), 9, "")]


def test_a_silent_witness_keeps_no_server_from_the_others(silent: str, tmp_path: Path) -> None:
    known = tmp_path / "known"
    known.touch()
    made = keeper(tmp_path, silent, str(known), looks=1)
    assert known.read_text() == f"9:{STORE.rows[8].hash}\n"
    asyncio.run(made.tell_end())
    assert known.read_text().splitlines()[1:] == [f"{len(STORE.rows)}:{STORE.rows[-1].hash}"]


def test_user_and_password_of_a_witness_are_sent_and_never_shown(
    address: str,
) -> None:
    place = address.replace("://", "://house:p%40ss?w@") + "?key=1#secret"
    assert place_name(place) == address
    sent = web_request(address.replace("://", "://house:p%40ss@"))
    assert (sent.full_url, sent.get_header("Authorization")) == (
        address,
        "Basic aG91c2U6cEBzcw==",
    )


@pytest.mark.parametrize("typed", ["http://", "https:///floor", "http://h:secret", "http://[::1"])
def test_an_address_that_leads_nowhere_is_refused_without_what_it_says(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        to_place(typed)
    assert "secret" not in f"{refused.value}"


def test_a_file_is_the_same_from_wherever_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert to_place("known") == str(tmp_path / "known")


def test_a_witness_that_answered_nonsense_once_is_told_again(tmp_path: Path) -> None:
    with answering(NO_HTTP, NO_HTTP, b"HTTP/1.1 204 OK\r\n\r\n") as place:
        assert keeper(tmp_path, place, looks=3).failing == {}


def test_a_witness_that_cannot_be_told_is_known_with_since_when_and_without_its_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with answering(NO_HTTP) as place:
        assert keeper(tmp_path, place).failing == {place.partition("?")[0]: 1_000}
    assert "not told" in caplog.text
    assert "secret" not in caplog.text


def test_a_witness_may_lie_where_the_name_has_spaces(tmp_path: Path) -> None:
    remember_places(tmp_path, ["/mnt/second machine/known"])
    assert places_of(tmp_path) == ["/mnt/second machine/known"]
