"""A server that follows: it shows what the leader writes, passes on what is pressed, writes nothing
itself, says how far behind it is, and finds the engine that took over."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from journal.cluster import Cluster
from journal.conftest import cluster
from pitboss.floor.facts import people
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.behind import TOO_FAR_MS, WORDS_MOST, Behind
from pitboss.live.clocks import clock_ms
from pitboss.live.running_site import open_running_site
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access

from .server_processes import (
    AGAIN_S,
    WAIT_S,
    Standing,
    check_sound,
    device_token,
    known,
    signed_in,
    standing,
)
from .server_support import PINS, Visitor, make_site

__all__ = ["cluster"]

FOLLOW = "--follow"
BEATS_MOST = 30
HOUR_MS = 3_600_000
SPOTS = [{"seat": 2, "sensor": 1}, {"seat": 4, "sensor": 1}]


@pytest.fixture(params=["file", "server"])
def database(request: pytest.FixtureRequest) -> str:
    """A file of the folder, and a database of a server."""
    if request.param == "file":
        return ""
    server: Cluster = request.getfixturevalue("cluster")
    return server.new_address()


def words_of(database: str) -> tuple[str, ...]:
    return ("--database", database) if database else ()


def sign_token(folder: Path, database: str) -> str:
    return device_token(folder, database, kind="sign", table="C1")


def started(client: httpx.Client, token: str, command_id: str) -> httpx.Response:
    body = {"command_id": command_id, "table": "C1", "spots": SPOTS}
    headers = {"Authorization": f"Bearer {token}"}
    return client.post("/api/commands/start-round", json=body, headers=headers)


def rows_of(folder: Path, database: str) -> list[str]:
    with closing(JournalPlace(folder, database)()) as journal:
        return [row.command_id for row in every_row(journal)]


@dataclass(frozen=True)
class Pair:
    """A leader and a server that follows it, with the tokens of a console and of a sign."""

    folder: Path
    leader: Standing
    follower: Standing
    token: str
    sign: str


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """One for all tests that leave both as they were."""
    folder = make_site(tmp_path_factory.mktemp("pair"))
    token, sign = known(folder, ""), sign_token(folder, "")
    with standing(folder) as leader, standing(folder, role=FOLLOW) as follower:
        until_well(follower)
        yield Pair(folder, leader, follower, token, sign)


@contextmanager
def heard(server: Standing, token: str) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    """The messages of a sign's stream, as their kind and data."""
    headers = {"Authorization": f"Bearer {token}"}
    with streamed(server, "/api/stream/sign/C1", headers) as messages:
        yield messages


@contextmanager
def streamed(
    server: Standing, path: str, headers: dict[str, str]
) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    """The messages of a stream, as their kind and data."""
    with (
        httpx.Client(base_url=server.client.base_url, timeout=WAIT_S) as client,
        client.stream("GET", path, headers=headers) as answer,
    ):
        assert answer.status_code == 200, answer.read()

        def messages() -> Iterator[tuple[str, dict[str, Any]]]:
            kind = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                if line.startswith("data: "):
                    yield kind, json.loads(line.removeprefix("data: "))

        yield messages()


def meters(messages: Iterator[tuple[str, dict[str, Any]]], *, until: int) -> list[int]:
    """The amounts that a sign was shown, up to this one, or for a few beats."""
    found: list[int] = []
    beats = 0
    for kind, data in messages:
        beats += kind == "beat"
        if kind == "jackpot":
            found.append(data["levels"][0]["meter_cents"])
        if until in found or beats > BEATS_MOST:
            break
    return found


def until_well(server: Standing, token: str = "") -> dict[str, Any]:
    """Its health, once it has heard the leader and is not behind."""
    while True:
        answer = server.watch("/healthz", token)
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found
        time.sleep(AGAIN_S)


def test_a_follower_shows_what_the_leader_wrote_and_passes_on_what_is_pressed(
    tmp_path: Path, database: str
) -> None:
    one = make_site(tmp_path / "one")
    two = make_site(tmp_path / "two") if database else one
    token, words = known(one, database), words_of(database)
    sign, system = sign_token(one, database), device_token(one, database, kind="system")
    with (
        standing(one, *words) as leader,
        standing(two, *words, role=FOLLOW) as follower,
    ):
        assert follower.told.startswith("pitboss follows ")
        assert leader.told.rpartition(" ")[2] in follower.told
        health = until_well(follower, system)
        assert (health["leads"], health["behind"]["rows"]) == (False, 0)
        assert follower.health(leader=True) == 503
        signed_in(leader.client, token, "in")
        with heard(follower, sign) as messages:
            assert started(leader.client, token, "start").status_code == 200
            # $1,000.00, and 20 % of two wagers of $1.
            assert meters(messages, until=100040)[-1] == 100040
        # The same press, at the one that follows: the leader's answer, and done once.
        again = started(follower.client, token, "start")
        assert again.json() == started(leader.client, token, "start").json()
        with closing(Access(two, database, read_only=True)) as access:
            visitor = Visitor(follower.client, access).sign_on("S200")
            assert "C1" in visitor.load("/pit/C1").text
            assert visitor.load("/office").status_code == 303
            pressed = visitor.press("pause-table", table="C1", reason="a chip fell")
            assert pressed.json()["accepted"], pressed.text
            assert follower.client.get("/healthz").json()["seq"] >= pressed.json()["seq"]
    ids = rows_of(one, database)
    assert ids.count("start") == 1
    check_sound(one, database, epochs=1)


def as_reader(database: str, folder: Path) -> str:
    """The database as a role reaches it that only reads, made by each of the ways that the page
    has; before that, what is refused."""
    if not database:
        return ""
    page = (Path(__file__).parents[2] / "docs" / "failover.md").read_text("utf-8")
    created, *granted = re.findall(r"^    ((?:CREATE ROLE|GRANT) .*;)$", page, re.MULTILINE)
    with psycopg.connect(database, autocommit=True) as connection:
        for name, statements in (
            ("stranger", ["CREATE ROLE stranger LOGIN"]),
            ("granted", ["CREATE ROLE granted LOGIN", *granted]),
            ("reader", [created]),
        ):
            for statement in statements:
                connection.execute(statement.replace("TO reader", f"TO {name}").encode())
    with pytest.raises(Refusal, match="its user can't read the schema access"):
        Access(folder, database.replace("pitboss@", "stranger@"), read_only=True)
    with closing(Access(folder, database.replace("pitboss@", "granted@"), read_only=True)):
        return database.replace("pitboss@", "reader@")


def test_a_follower_writes_nothing(tmp_path: Path, database: str) -> None:
    one = make_site(tmp_path / "one")
    two = make_site(tmp_path / "two") if database else one
    words = words_of(database)
    token = known(one, database)
    with standing(one, *words) as leader:
        leader.until_leads()
        before = rows_of(one, database)
        with standing(two, *words_of(as_reader(database, two)), role=FOLLOW) as follower:
            until_well(follower)
            os.kill(leader.process.pid, signal.SIGSTOP)
            refused = signed_in(follower.client, token, "nothing answers")
            os.kill(leader.process.pid, signal.SIGCONT)
            assert (refused.status_code, refused.json()["code"]) == (503, "JOURNAL_UNSURE")
            follower.process.terminate()
            assert follower.process.wait(WAIT_S) == 0
        # Only the leader's own row, of the press that it took up when it woke.
        assert [each for each in rows_of(one, database) if each not in before] in (
            [],
            ["nothing answers"],
        )
    if database:
        assert not (two / "access.db").exists()


def test_a_follower_of_a_silent_leader_says_so_and_shows_no_data(pair: Pair) -> None:
    leader, follower = pair.leader, pair.follower
    with heard(follower, pair.sign) as messages:
        beats = (data for kind, data in messages if kind == "beat")
        assert next(beats)["journal"] == "ok"
        os.kill(leader.process.pid, signal.SIGSTOP)
        try:
            behind = next(beat for beat in beats if beat["journal"] == "behind")
            assert behind["behind"]["seconds"] >= TOO_FAR_MS / 1000  # told in tenths
            assert follower.client.get("/healthz").status_code == 503
        finally:  # other tests have the same leader
            os.kill(leader.process.pid, signal.SIGCONT)
        assert next(beat for beat in beats if beat["journal"] == "ok")["behind"]["rows"] == 0


def test_a_follower_follows_the_engine_that_took_over(tmp_path: Path, database: str) -> None:
    one = make_site(tmp_path / "one")
    two, three = (make_site(tmp_path / each) if database else one for each in ("two", "three"))
    token, words = known(one, database), words_of(database)
    sign, system = sign_token(one, database), device_token(one, database, kind="system")
    with (
        standing(one, *words) as first,
        standing(two, *words) as second,
        standing(three, *words, role=FOLLOW) as follower,
    ):
        assert signed_in(first.client, token, "in").status_code == 200
        first.process.kill()
        second.until_leads()
        with heard(follower, sign) as messages:
            assert started(second.client, token, "start").status_code == 200
            assert meters(messages, until=100040)[-1] == 100040
        assert until_well(follower, system)["epoch"] == 2
        # What is pressed at the follower finds the new leader.
        assert started(follower.client, token, "start").json()["accepted"]
    assert rows_of(one, database).count("start") == 1
    check_sound(one, database, epochs=2)


def test_who_is_turned_away_by_a_follower_is_on_the_leaders_record(pair: Pair) -> None:
    with httpx.Client(base_url=pair.follower.client.base_url, timeout=WAIT_S) as stranger:
        assert stranger.get("/office").headers["location"] == "/sign-on?next=/office"
        elsewhere = stranger.get("/pit", headers={"Host": "elsewhere.example"})
        assert elsewhere.status_code == 421
        foreign = {"Authorization": f"Bearer {pair.token}", "Origin": "http://elsewhere.example"}
        body = {"command_id": "foreign", "table": "C1"}
        crossed = stranger.post("/api/commands/pause-table", json=body, headers=foreign)
        assert (crossed.status_code, crossed.json()["code"]) == (403, "CROSS_SITE")
    assert pair.leader.health(leader=True) == 200
    with closing(JournalPlace(pair.folder)()) as journal:
        events = [event for row in every_row(journal) for event in events_of(row.events)]
    turned_away = [event.code for event in events if isinstance(event, people.AccessRefused)]
    assert turned_away == ["HOST_UNKNOWN", "CROSS_SITE"]  # an honest visit is none


def test_whom_the_leader_has_locked_out_is_told_by_a_follower(pair: Pair) -> None:
    headers = {"Authorization": f"Bearer {pair.token}"}
    swipe = {"badge": "S200", "pin": "0000"}
    with closing(Access(pair.folder)) as access:
        executive = Visitor(pair.follower.client, access).sign_on("E300")
        cookies = "; ".join(f"{name}={value}" for name, value in executive.cookies.items())
        with streamed(pair.follower, "/api/stream/pit", {"Cookie": cookies}) as messages:
            told = (data["people"] for kind, data in messages if kind == "locked_out")
            assert next(told) == []
            for number in range(5):
                body = {"command_id": f"wrong {number}", "table": "C1", "swipe": swipe}
                pair.leader.client.post("/api/commands/sign-in", json=body, headers=headers)
            (person,) = next(told)
            assert (person["name"], person["table"]) == ("Floor Supervisor", "C1")
            assert "Locked out by wrong PINs" in executive.load("/office/today").text
            access.set_pin("S200", PINS["S200"])  # on the command line: as good as a new one
            assert next(told) == []


def test_a_server_that_begins_to_lead_has_locked_nobody_out(tmp_path: Path) -> None:
    folder = make_site(tmp_path)
    with closing(Access(folder)) as access:
        known(folder, "")
        digest = sha256(access.pin_of("S200").encode()).hexdigest()
        access.keep_lock_outs(json.dumps([["elsewhere", "S200", digest, clock_ms() + HOUR_MS]]))
        with standing(folder) as leader:
            executive = Visitor(leader.client, access).sign_on("E300")
            assert "Locked out by wrong PINs" not in executive.load("/office/today").text
            access.refresh()
            assert access.lock_outs() == ""


def test_a_console_is_sent_to_the_leader_by_name(pair: Pair) -> None:
    headers = {"Authorization": f"Bearer {pair.token}"}
    for path in ("/table/C1", "/api/stream/table/C1"):
        refused = pair.follower.client.get(path, headers=headers)
        assert refused.status_code == 503
        assert "FOLLOWS_ONLY" in refused.text
        assert str(pair.leader.client.base_url).rstrip("/") in refused.text
    # A browser that enrolls there is known there at once.
    with closing(Access(pair.folder)) as access:
        visitor = Visitor(pair.follower.client, access).enroll("sign", "C1")
        assert visitor.load("/").headers["location"] == "/sign/C1"
        assert visitor.load("/sign/C1").status_code == 200


def test_what_was_passed_on_is_not_passed_on_again(pair: Pair) -> None:
    answer = pair.follower.client.post("/sign-off", headers={"pitboss-forwarded": "1"})
    assert (answer.status_code, answer.json()["code"]) == (503, "LEADER_UNREACHABLE")


def test_a_follower_needs_a_journal_to_follow(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"FILE_MISSING: .*no journal yet"):
        open_running_site(make_site(tmp_path), follow=True)
    with pytest.raises(Refusal, match="ACCESS_UNAVAILABLE"):
        Access(tmp_path, read_only=True)


# ---- how far behind -----------------------------------------------------------------------------


class Clock:
    """A clock and a last row that a test sets."""

    def __init__(self) -> None:
        self.now_ms = 10_000
        self.seq = 5
        self.behind = Behind(lambda: self.seq, passed_ms=lambda: self.now_ms)


def test_behind_is_unknown_until_the_leader_was_heard() -> None:
    clock = Clock()
    assert clock.behind.as_plain() == {"rows": 0, "seconds": None}
    assert clock.behind.is_too_far


def test_one_that_has_never_reached_the_leader_is_behind_since_it_began() -> None:
    clock = Clock()
    clock.now_ms = 14_500
    assert clock.behind.least_ms == 4_500
    clock.behind.note_leader(asked_ms=14_400, leader_seq=5)
    assert clock.behind.least_ms == 100


def test_behind_counts_from_the_last_moment_of_which_all_is_known() -> None:
    clock = Clock()
    clock.behind.note_leader(asked_ms=10_000, leader_seq=5)
    clock.now_ms = 10_400
    assert clock.behind.as_plain() == {"rows": 0, "seconds": 0.4}
    clock.behind.note_leader(asked_ms=10_500, leader_seq=8)
    clock.now_ms = 12_000
    assert clock.behind.as_plain() == {"rows": 3, "seconds": 2.0}
    clock.seq = 7
    assert clock.behind.as_plain() == {"rows": 1, "seconds": 2.0}
    clock.seq = 8
    assert clock.behind.as_plain() == {"rows": 0, "seconds": 1.5}


def test_a_leader_that_has_fallen_silent_makes_it_too_far_after_three_seconds() -> None:
    clock = Clock()
    clock.behind.note_leader(asked_ms=10_000, leader_seq=5)
    clock.now_ms = 13_000
    assert not clock.behind.is_too_far
    clock.now_ms = 13_001
    assert clock.behind.is_too_far


def test_many_words_of_the_leader_that_are_not_reached_are_not_all_kept() -> None:
    clock = Clock()
    clock.behind.note_leader(asked_ms=10_000, leader_seq=5)
    for number in range(2 * WORDS_MOST):
        clock.behind.note_leader(asked_ms=10_500 + number * 500, leader_seq=6 + number)
    clock.now_ms = 1_011_000
    assert clock.behind.as_plain() == {"rows": 2000, "seconds": 1001.0}
    assert len(clock.behind._stated) == WORDS_MOST
    clock.seq = 2005
    assert clock.behind.as_plain() == {"rows": 0, "seconds": 1.0}
