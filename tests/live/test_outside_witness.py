"""What other machines are told of a journal's end, and what they answer an audit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from audit.support import filled_store
from pitboss.journal import Last, Row
from pitboss.journal.memory import MemoryJournal
from pitboss.live.outside_witness import check_witnesses, places_of, remember_places, tell
from pitboss.refusal import Refusal
from pitboss.web import app_life

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
    assert list(check_witnesses(journal, places)) == [(address, 30), (str(file), 30), (nobody, 0)]
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


@pytest.mark.parametrize(
    ("only_trains", "told"), [(False, f"9:{STORE.rows[8].hash}\n"), (True, "")]
)
def test_a_server_tells_its_witnesses_of_the_newest_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, only_trains: bool, told: str
) -> None:
    """Once, while there is no newer one; a floor that trains has nothing to tell."""
    looks = iter(range(3))

    async def rows(*, after_seq: int, limit: int) -> list[Row]:
        if next(looks, None) is None:
            raise asyncio.CancelledError
        return STORE.rows[after_seq : after_seq + limit]

    monkeypatch.setattr(app_life, "TELL_S", 0.0)
    site: Any = SimpleNamespace(only_trains=only_trains, folder=tmp_path, seq=9, rows=rows)
    place = tmp_path / "known"
    place.touch()
    with suppress(asyncio.CancelledError):
        asyncio.run(app_life._telling(site, (str(place), "/nowhere/at")))
    assert place.read_text() == told
