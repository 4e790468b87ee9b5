"""A real `pitboss serve`: it stops, is killed, resumes exactly, and keeps a second one out."""

from __future__ import annotations

import gc
import json
import multiprocessing
import re
import resource
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.conftest import Run, run
from coded import code_first
from pitboss.books import open_books
from pitboss.journal.place import JournalPlace
from pitboss.journal.sqlite import SqliteJournal
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret
from pitboss.web.shell.server import bind_socket

from .forked import Forked
from .server_processes import AGAIN_S, WAIT_S
from .server_support import Visitor, by_pin, make_site, running

__all__ = ["run"]

SPOT = {"seat": 2, "sensor": 1}


def executed(*words: str, limits: Sequence[str] = ()) -> subprocess.Popen[str]:
    """A `pitboss` as a house starts it."""
    command = [*limits, sys.executable, "-m", "pitboss", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Served:
    """A server in a process of its own."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        verify: ssl.SSLContext | bool = True,
        started: Callable[..., Forked | subprocess.Popen[str]] = Forked,
    ) -> None:
        self.process = started("serve", "--site", str(folder), "--port", "0", *words)
        assert self.process.stdout is not None
        self.told: list[str] = []
        for line in self.process.stdout:
            self.told.append(line.rstrip())
            if line.startswith(("pitboss serves ", "pitboss waits ")):
                break
        assert self.told, self.process.communicate()[1]
        self.address = self.told[-1].rpartition(" ")[2]
        self.access = Access(folder)
        self.client = httpx.Client(base_url=self.address, timeout=WAIT_S, verify=verify)

    def visitor(self) -> Visitor:
        """A new browser."""
        return Visitor(self.client, self.access)

    def end(self, sig: int) -> tuple[int | None, list[dict[str, Any]]]:
        """Send a signal; the exit code and the log."""
        self.process.send_signal(sig)
        _, logged = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, [json.loads(line) for line in logged.splitlines()]


@contextmanager
def served(folder: Path, *words: str, **how: Any) -> Iterator[Served]:
    """A server that is gone when the test is."""
    server = Served(folder, *words, **how)
    try:
        yield server
    finally:
        server.client.close()
        server.access.close()
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()


def pictures(server: Served, visitor: Visitor, path: str, number: int) -> dict[str, Any]:
    """The first pictures of a stream, by kind."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    found: dict[str, Any] = {}
    with server.client.stream("GET", path, headers={"Cookie": cookies}) as answer:
        kind = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            if line.startswith("data: "):
                found[kind] = json.loads(line.removeprefix("data: "))
            if len(found) == number:
                return found
    raise AssertionError("the stream has ended")


def played(console: Visitor) -> None:
    """A dealer signs in, a round starts, a winner is marked."""
    assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
    assert console.press("start-round", table="C1", spots=[SPOT]).status_code == 200
    marked = console.press("press-hand", table="C1", spot=SPOT, outcome="four_aces")
    assert marked.status_code == 200


def test_it_stops_with_streams_open_and_keeps_a_snapshot(folder: Path) -> None:
    with served(folder, started=executed) as server:
        console = server.visitor().enroll("console", "C1")
        played(console)
        cookies = "; ".join(f"{name}={value}" for name, value in console.cookies.items())
        with server.client.stream(
            "GET", "/api/stream/table/C1", headers={"Cookie": cookies}
        ) as answer:
            lines = answer.iter_lines()
            next(lines)
            code, logged = server.end(signal.SIGTERM)
            assert list(lines)[-1] == ""  # the stream ended as it should, not in mid-message
        assert code == 0
        assert [line["event"] for line in logged if line["event"] in ("start", "stop")] == [
            "start",
            "stop",
        ]
    with closing(SqliteJournal(folder / "floor.db", read_only=True)) as journal:
        kept = journal.last_snapshot()
        assert kept is not None
        assert kept.seq == journal.last().seq > 0


def _played(board: dict[str, Any]) -> dict[str, Any]:
    """A board without what counts entries: the stop, or the restart after none, is one."""
    confirm = board.get("confirm") or {}
    listed = [each for each in (confirm, confirm.get("due")) if each]
    for award in [award for each in listed for award in each["awards"]]:
        award["award"] = ""
    return {**board, "seq": ""}


@pytest.mark.parametrize("sig", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_resumes_in_exactly_the_state_it_left(folder: Path, sig: int) -> None:
    with served(folder) as server:
        console = server.visitor().enroll("console", "C1")
        played(console)
        before = pictures(server, console, "/api/stream/table/C1", 4)
        server.end(sig)
    with served(folder) as server:
        again = server.visitor()
        again.cookies = {"pitboss_device": console.cookies["pitboss_device"]}
        after = pictures(server, again, "/api/stream/table/C1", 4)
        assert _played(after["table"]) == _played(before["table"])
        assert _played(after["jackpot"]) == _played(before["jackpot"])
        assert after["table"]["marks"][0]["outcome"] == "four_aces"
        confirmed = again.press("confirm-awards", table="C1", swipe=by_pin("S200"))
        assert int(confirmed.json()["seq"]) == int(before["table"]["seq"]) + 3


def test_an_answer_that_was_lost_is_given_again_after_a_kill(folder: Path) -> None:
    body = {"command_id": "lost", "table": "C1", "swipe": by_pin("D100")}
    with served(folder) as server:
        console = server.visitor().enroll("console", "C1")
        first = console.post("/api/commands/sign-in", body)
        server.end(signal.SIGKILL)
    with served(folder) as server:
        again = server.visitor()
        again.cookies = {"pitboss_device": console.cookies["pitboss_device"]}
        assert again.post("/api/commands/sign-in", body).json() == first.json()


def test_a_second_server_of_a_folder_or_a_port_is_refused(
    folder: Path, tmp_path: Path, run: Run
) -> None:
    with served(folder) as server:
        second = run("serve", "--site", str(folder), "--port", "0")
        assert (second.exit_code, code_first(second.stderr).split(":")[0]) == (2, "JOURNAL_IN_USE")
        assert server.client.get("/healthz").status_code == 200
        port = server.address.rpartition(":")[2]
        third = run("serve", "--site", str(make_site(tmp_path / "other")), "--port", port)
        assert third.exit_code == 2
        assert code_first(third.stderr).startswith(f"ADDRESS_TAKEN: 127.0.0.1:{port}: ")


def test_first_pins_are_told_once_and_work(tmp_path: Path) -> None:
    folder = make_site(tmp_path / "new")
    with served(folder, started=executed) as server:
        file = folder / "first-pins.txt"
        assert (
            server.told[0]
            == f"New PINs and cards are in {file}: hand them out, then delete the file."
        )
        assert file.stat().st_mode & 0o077 == 0
        lines = file.read_text("utf-8").splitlines()
        row = next(line.split() for line in lines if line.startswith("S200"))
        assert server.process.stdout is not None
        what_next = [server.process.stdout.readline() for _ in range(3)]
        assert f"{server.address}/enroll" in what_next[1]
        assert "--table C1 --kind console" in what_next[1]
        visitor = server.visitor()
        assert visitor.form("/sign-on", badge="S200", pin=row[-2]).status_code == 303
        console = server.visitor().enroll("console", "C1")
        swiped = console.press("answer-call", table="C1", swipe={"track": row[-1]})
        assert swiped.json()["code"] != "PIN_WRONG"
        code, logged = server.end(signal.SIGTERM)
        assert code == 0
        # As a figure of its own: a time or a device's id may have the same four digits in it.
        asked = json.dumps([line for line in logged if "path" in line])
        assert re.search(rf"(?<![\w.]){row[-2]}(?![\w.])", asked) is None
        assert row[-1] not in json.dumps(logged)
    with served(folder) as server:
        assert len(server.told) == 1


def own_certificate(folder: Path) -> tuple[tuple[str, ...], ssl.SSLContext]:
    """A certificate for this machine: the words to serve with it, and who trusts it."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    words = ("--certificate", str(certificate), "--key", str(key))
    return words, ssl.create_default_context(cafile=str(certificate))


def test_tls_by_a_given_certificate(folder: Path, tmp_path: Path) -> None:
    words, trusted = own_certificate(tmp_path)
    with served(folder, *words, verify=trusted) as server:
        assert server.address.startswith("https://")
        answer = server.client.get("/sign-on")
        assert answer.headers["set-cookie"].endswith("HttpOnly; SameSite=Strict; Secure")
        assert "strict-transport-security" in answer.headers


def test_a_certificate_without_its_key_is_refused(folder: Path, tmp_path: Path, run: Run) -> None:
    words = ("serve", "--site", str(folder), "--port", "0", "--certificate", str(tmp_path / "no"))
    answer = run(*words)
    assert (answer.exit_code, code_first(answer.stderr).split(":")[0]) == (2, "CERTIFICATE_WRONG")


def test_the_command_line_makes_pins_and_codes_for_a_running_server(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(folder) as server:
        monkeypatch.setenv("PITBOSS_PIN", "70916")
        made = run("badge", "pin", "--site", str(folder), "D100")
        assert made.exit_code == 0, made.stderr
        signed_on = server.visitor().form("/sign-on", badge="D100", pin="70916")
        assert signed_on.status_code == 303, signed_on.text
        words = ("device", "code", "--site", str(folder), "--table", "C1", "--kind", "sign")
        code = run(*words)
        sign = server.visitor()
        assert sign.form("/enroll", code=code.stdout.split()[0]).status_code == 303
        assert sign.load("/").headers["location"] == "/sign/C1"


def test_a_badge_that_the_office_has_issued_gets_its_pin_at_the_command_line(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_PIN", "70916")
    with served(folder) as server:
        issued = {
            "command_id": "issue", "badge": "D700", "name": "Nia Ford", "role": "dealer",
            "second_swipe": by_pin("A400"),
        }  # fmt: skip
        answer = server.visitor().sign_on("E300").post("/api/commands/issue-badge", issued)
        assert answer.status_code == 200, answer.text
        made = run("badge", "pin", "--site", str(folder), "D700")
        assert made.exit_code == 0, made.stderr
        assert server.visitor().form("/sign-on", badge="D700", pin="70916").status_code == 303


def test_a_badge_that_nobody_has_gets_no_keys(folder: Path, run: Run) -> None:
    made = run("badge", "pin", "Z999", "--new-card", "--site", str(folder))
    assert (made.exit_code, code_first(made.stderr).split(":")[0]) == (2, "BADGE_UNKNOWN")


def test_the_command_line_makes_no_code_for_a_board_not_to_enroll(folder: Path, run: Run) -> None:
    words = ("device", "code", "--site", str(folder), "--table", "C1", "--kind", "sensor")
    with served(folder) as server:
        server.visitor().enroll("sensor", "C1")
        taken = run(*words)
        assert (taken.exit_code, code_first(taken.stderr).split(":")[0]) == (2, "BOARD_SEATS_TAKEN")
        assert "Replace it, or give each board its own seats" in taken.stderr
        unknown = run(*words, "--replaces", "sensor-00000000")
        assert (unknown.exit_code, code_first(unknown.stderr).split(":")[0]) == (2, "BOARD_UNKNOWN")


def test_a_site_that_can_not_be_read_is_told_by_name(folder: Path, run: Run) -> None:
    file = folder / "access.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xaa" * (len(whole) - 4096))
    told = ["ACCESS_UNAVAILABLE", "SITE_UNREADABLE"]
    for code in told:
        made = run("serve", "--site", str(folder), "--port", "0")
        assert (made.exit_code, code_first(made.stderr).split(":")[0]) == (2, code)
        (folder / "site.toml").write_bytes(b"\xff\xfe")


def test_a_full_disk_is_said_by_name_and_passes_by_itself(folder: Path) -> None:
    with served(folder, started=executed) as server:  # its log is a pipe, and no file
        console = server.visitor().enroll("console", "C1")
        played(console)
        hard = resource.RLIM_INFINITY
        # No file of the server may grow any further: what a full disk does to it.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, hard))
        refused = console.press("press-hand", table="C1", spot=SPOT, outcome="four_aces")
        assert (refused.status_code, refused.json()["code"]) == (503, "JOURNAL_UNAVAILABLE")
        swiped = console.press("confirm-awards", table="C1", swipe=by_pin("S200"))
        assert (swiped.status_code, swiped.json()["code"]) == (503, "JOURNAL_UNAVAILABLE")
        person = server.visitor()
        person.load("/sign-on")
        typed = {"csrf": person.csrf, "next": "", **by_pin("S200")}
        page = person.request("POST", "/sign-on", data=typed, headers={"Accept": "text/html"})
        assert page.status_code == 503
        assert page.headers["content-type"].startswith("text/html")
        assert "disk is full" in page.text
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        confirmed = console.press("confirm-awards", table="C1", swipe=by_pin("S200"))
        assert confirmed.status_code == 200


def test_a_server_starts_on_a_full_disk_and_opens_once_there_is_room(folder: Path) -> None:
    with served(folder):
        pass  # there is a journal
    with served(
        folder, started=partial(executed, limits=["prlimit", "--fsize=0:unlimited"])
    ) as server:
        told = server.client.get("/healthz")
        assert (told.status_code, told.json()) == (503, {"leads": False}), "for a stranger"
        asked = server.client.post("/api/devices/signals", json={})
        assert (asked.status_code, asked.json()["code"]) == (503, "JOURNAL_UNAVAILABLE")
        for language, said in (("en", "its disk is full"), ("es", "su disco está lleno")):
            page = server.client.get("/pit", headers={"Accept-Language": language})
            assert page.status_code == 503
            assert f'<html lang="{language}"' in page.text
            assert said in page.text, page.text
        assert server.client.get("/help/refusals/JOURNAL_UNAVAILABLE").status_code == 200
        for method, path in (("GET", "/help/refusals/NO_SUCH"), ("HEAD", "/"), ("PUT", "/pit")):
            assert server.client.request(method, path).status_code == 503
        hard = resource.RLIM_INFINITY
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        while server.client.get("/healthz").status_code != 200:
            assert server.process.poll() is None
            time.sleep(AGAIN_S)
        assert server.client.get("/healthz").json()["leads"]


def test_what_is_forked_looks_for_no_garbage_in_what_was_loaded() -> None:
    with multiprocessing.get_context("forkserver").Pool(1) as pool:
        assert pool.apply(gc.get_freeze_count) > 100_000


def test_a_listener_names_its_protocol_so_that_an_answer_goes_out_at_once() -> None:
    with closing(bind_socket("127.0.0.1", 0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_an_older_journal_with_its_lock_is_refused_by_the_books(folder: Path, run: Run) -> None:
    with served(folder):
        pass
    older = {file: file.read_bytes() for file in folder.glob("floor.db*")}
    with served(folder):
        pass
    with closing(open_books(JournalPlace(folder)(), folder)) as books:
        assert not books.catch_up(seconds=60)
    for file in folder.glob("floor.db*"):
        file.unlink()
    for file, content in older.items():
        file.write_bytes(content)
    made = run("serve", "--site", str(folder), "--port", "0")
    assert (made.exit_code, code_first(made.stderr).split(":")[0]) == (2, "JOURNAL_DAMAGED")
    assert "To continue without them, remove books.db" in made.stderr
    (folder / "books.db").unlink()
    with served(folder):
        pass


def test_a_server_that_stops_tells_its_witnesses_of_the_last_row(
    folder: Path, keys: tuple[Path, dict[str, Secret]], tmp_path: Path
) -> None:
    known = tmp_path / "known"
    with running(folder, keys[1], witnesses=[str(known)]) as site:
        site.running_site.only_trains = False
    with closing(JournalPlace(folder)()) as journal:
        last = journal.last()
    assert known.read_text().splitlines()[-1] == f"{last.seq}:{last.hash}"
