"""The outbox over HTTP: from any position on, nothing missed, for enrolled systems alone."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.evidence.outbox_schema import outbox_schema
from pitboss.journal.place import JOURNAL_FILE
from pitboss.live.clocks import clock_ms
from pitboss.live.hub import WATCHERS_OF_IDENTITY_MOST
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret
from schema_check import faults

from .history import write_known_history
from .outbox_support import Message, place, reading, told_by
from .server_processes import known, signed_in, standing
from .server_support import Site, Visitor, by_pin, code_of, make_site, running
from .test_follow import FOLLOW, started, until_well

SPOT = {"seat": 2, "sensor": 1}
PAGE_ROWS = 3  # so that a short journal has many pages


def system(site: Site) -> str:
    """The token of a system, enrolled with a code of the office."""
    office = site.visitor().sign_on("E300")
    made = office.post("/api/devices/codes", {"kind": "system"})
    code = made.json()["device_code"]
    answer = site.client.post("/api/devices/enroll", json={"code": code})
    assert (answer.json()["kind"], answer.json()["table"]) == ("system", "")
    token: str = answer.json()["token"]
    return token


def seated(site: Site) -> Visitor:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    return console


def play(console: Visitor, *, hand: str = "") -> None:
    assert console.press("start-round", table="C1", spots=[SPOT]).json()["accepted"]
    if hand:
        console.press("press-hand", table="C1", spot=SPOT, outcome=hand)
        console.press("confirm-awards", table="C1", swipe=by_pin("E300"))
    assert console.press("end-round", table="C1").json()["accepted"]


def asked(site: Site, token: str, **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    site.client.cookies.clear()
    return site.client.get("/api/outbox", params=more, headers=headers)


def events(site: Site, token: str, after: str, number: int) -> list[Message]:
    """So many events behind a position."""
    found: list[Message] = []
    with reading(site.address, token, after=after) as messages:
        while len(found) < number:
            message = next(messages)
            found += [] if message["kind"] == "beat" else [message]
    return found


# ---- what it tells -------------------------------------------------------------------------------


def test_a_system_reads_what_happens_as_it_happens(site: Site, folder: Path) -> None:
    console, token = seated(site), system(site)
    play(console, hand="four_aces")
    told = told_by(folder)
    kinds = [message["kind"] for message in told]
    assert kinds[-4:] == ["round-started", "awards-recorded", "meters-moved", "round-ended"]
    with reading(site.address, token) as messages:
        for message in told:
            found = next(messages)
            while found["kind"] == "beat":
                found = next(messages)
            assert found == message
        play(console)
        later = next(each for each in messages if each["kind"] != "beat")
    assert later["kind"] == "round-started"
    # $1,000.00 less the award and more than the seed: 20 cents of a wager of $1.
    assert later["payload"]["contributions"][0]["meter_micros"] == 20_000_000
    assert "badge" not in later["payload"]


def test_the_schema_is_published_and_describes_every_message(site: Site, folder: Path) -> None:
    play(seated(site), hand="four_aces")
    token = system(site)
    schema = site.client.get("/api/outbox/schema").json()
    assert schema == json.loads(json.dumps(outbox_schema()))
    assert schema["version"] == 1
    told = told_by(folder)
    with reading(site.address, token) as messages:
        found = [next(messages) for _ in range(len(told) + 1)]
    assert "beat" in {message["kind"] for message in found}
    assert [fault for message in found for fault in faults(message, schema, schema)] == []


# ---- from any position on ------------------------------------------------------------------------


def test_a_reader_goes_on_behind_any_message(site: Site, folder: Path) -> None:
    play(seated(site), hand="four_aces")
    token, told = system(site), told_by(folder)
    for n, message in enumerate(told[:-1]):
        assert events(site, token, message["id"], len(told) - n - 1) == told[n + 1 :]


def test_what_a_browser_heard_last_counts_before_the_address(site: Site, folder: Path) -> None:
    play(seated(site))
    token, told = system(site), told_by(folder)
    with reading(site.address, token, after="0", last_event_id=told[-2]["id"]) as messages:
        assert next(each for each in messages if each["kind"] != "beat") == told[-1]


def test_a_beat_says_how_far_the_journal_was_read(site: Site) -> None:
    token = system(site)
    seq = site.running_site.seq
    with reading(site.address, token, after=str(seq)) as messages:
        beat = next(messages)
    assert (beat["kind"], beat["id"], beat["payload"]["journal"]) == ("beat", str(seq), "ok")


def test_a_reader_that_is_killed_at_random_has_every_event_once(
    folder: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.api.outbox_pages.PAGE_ROWS", PAGE_ROWS)
    write_known_history(folder)
    chance, kept = random.Random(7), dict[str, Message]()
    position, kills = "0", 0
    with running(folder, keys[1]) as site:
        console, token = seated(site), system(site)
        while kills < 40 or place(position)[0] != site.running_site.seq:
            if kills < 40:
                play(console, hand=chance.choice(["", "", "four_of_a_kind"]))
            with reading(site.address, token, after=position) as messages:
                for _ in range(chance.randrange(1, 12)):
                    message = next(messages)
                    if message["kind"] != "beat":
                        assert kept.get(message["id"], message) == message
                        kept[message["id"]] = message
                    if chance.random() < 0.8:  # else it was killed before it had noted it
                        position = message["id"]
                    if message["kind"] == "beat":
                        break  # there is no more for now
            kills += 1
        told = told_by(folder)
    assert len(told) > 100
    assert sorted(kept.values(), key=lambda each: place(each["id"])) == told


# ---- what is refused -----------------------------------------------------------------------------


def test_only_a_system_reads_the_outbox(site: Site) -> None:
    now_ms = clock_ms()
    assert code_of(asked(site, "")) == (401, "DEVICE_UNKNOWN")
    for kind in ("console", "sign", "sensor"):
        _, token = site.access.add_device(kind=kind, table="C1", enrolled_by="E300", now_ms=now_ms)
        assert code_of(asked(site, token)) == (403, "DEVICE_ELSEWHERE")
    answer = site.visitor().sign_on("E300").request("GET", "/api/outbox")
    assert code_of(answer) == (403, "ROLE_TOO_LOW")


def test_a_system_only_reads(site: Site) -> None:
    headers = {"Authorization": f"Bearer {system(site)}"}
    for path, status in (
        ("/api/commands/start-round", 403),
        ("/api/commands/pause-table", 403),
        ("/api/devices/signals", 403),
    ):
        body = {"command_id": "x", "table": "C1", "spots": [SPOT], "reason": "none"}
        answer = site.client.post(path, json=body, headers=headers)
        assert answer.status_code == status, path
    for path in ("/api/stream/sign/C1", "/api/stream/pit", "/pit", "/office", "/table/C1"):
        assert site.client.get(path, headers=headers).status_code in (303, 401, 403), path


def test_a_system_belongs_to_no_table(site: Site) -> None:
    office = site.visitor().sign_on("E300")
    answer = office.post("/api/devices/codes", {"kind": "system", "table": "C1"})
    assert code_of(answer) == (422, "COMMAND_UNREADABLE")


def test_a_stream_ends_when_its_system_is_retired(site: Site) -> None:
    token = system(site)
    (found,) = (each for each in site.access.devices() if each.kind == "system")
    with reading(site.address, token) as messages:
        assert next(messages)
        office = site.visitor().sign_on("E300")
        done = office.post(f"/api/devices/{found.device}/retire", {"reason": "sold"})
        assert done.json()["accepted"], done.text
        assert all(message["kind"] != "refused" for message in messages)  # and then it is over
    assert code_of(asked(site, token)) == (401, "DEVICE_UNKNOWN")


def test_a_system_has_as_many_streams_as_any_other_device(site: Site) -> None:
    token = system(site)
    (found,) = (each for each in site.access.devices() if each.kind == "system")
    hub = site.running_site.hub
    watchers = [
        hub.join((), identity=f"device {found.device}") for _ in range(WATCHERS_OF_IDENTITY_MOST)
    ]
    assert code_of(asked(site, token)) == (503, "STREAMS_TOO_MANY")
    for watcher in watchers:
        hub.leave(watcher)


def test_a_position_of_another_journal_is_refused(site: Site) -> None:
    token = system(site)
    end = site.running_site.seq
    assert code_of(asked(site, token, after=str(end + 5))) == (409, "OUTBOX_AHEAD")
    assert code_of(asked(site, token, after="yesterday")) == (422, "COMMAND_UNREADABLE")


def test_a_leader_that_is_not_sure_of_the_end_does_not_say_that_a_reader_is_ahead(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It woke: the journal has rows that it has not heard of, or cannot be reached."""
    token, running_site = system(site), site.running_site
    end = running_site.seq
    with monkeypatch.context() as slept:
        slept.setattr(running_site, "seq", end - 2)
        answer = asked(site, token, after=str(end))
        assert code_of(answer) == (503, "JOURNAL_UNAVAILABLE")
    with monkeypatch.context() as cut_off:
        cut_off.setattr(running_site.tenure, "_has_let_go", True)
        assert code_of(asked(site, token, after=str(end + 5))) == (503, "JOURNAL_UNAVAILABLE")


def test_a_position_that_a_restored_journal_lacks_is_refused(site: Site, folder: Path) -> None:
    play(seated(site))
    token, told = system(site), told_by(folder)
    row, _, mark = told[-2]["id"].partition("-")
    other = f"{int(mark, 16) ^ 1:08x}"
    whole = row.partition(".")[0]
    for position in (row, whole):
        answer = asked(site, token, after=f"{position}-{other}")
        assert code_of(answer) == (409, "OUTBOX_FORKED")
        assert answer.json()["reason"].split(": ")[1] == f"row {whole} is a different one here"
        assert events(site, token, f"{position}-{mark}", 1)[0]["id"] > told[-2]["id"]


def test_rows_that_were_archived_are_refused_by_name(
    folder: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.api.outbox_pages.PAGE_ROWS", PAGE_ROWS)
    write_known_history(folder)
    with running(folder, keys[1]) as site:
        token, first_seq = system(site), 40
        with closing(sqlite3.connect(folder / JOURNAL_FILE)) as connection:
            connection.execute("DELETE FROM journal WHERE seq < ?", (first_seq,))
            connection.commit()
        answer = asked(site, token, after="12.1")
        assert code_of(answer) == (409, "OUTBOX_ARCHIVED")
        assert answer.json()["reason"].endswith("read on with after=39")
        with reading(site.address, token, after="39") as messages:
            assert next(messages)["kind"] != "refused"
            # Rows go while somebody reads slowly: he is told, and the stream ends.
            end = site.running_site.seq
            with closing(sqlite3.connect(folder / JOURNAL_FILE)) as connection:
                connection.execute("DELETE FROM journal WHERE seq < ?", (end,))
                connection.commit()
            *_, last = messages
        assert (last["kind"], last["payload"]["code"]) == ("refused", "OUTBOX_ARCHIVED")


# ---- on a server that follows --------------------------------------------------------------------


def test_a_follower_tells_the_same(tmp_path: Path) -> None:
    folder = make_site(tmp_path / "one")
    console = known(folder, "")
    with closing(Access(folder)) as access:
        _, token = access.add_device(kind="system", table="", enrolled_by="E300", now_ms=clock_ms())
    with standing(folder) as leader, standing(folder, role=FOLLOW) as follower:
        until_well(follower)
        signed_in(leader.client, console, "in")
        with reading(str(follower.client.base_url), token) as messages:
            assert started(leader.client, console, "start").status_code == 200
            found: list[Message] = []
            while not found or found[-1]["kind"] != "round-started":
                message = next(messages)
                found += [] if message["kind"] == "beat" else [message]
        assert found == told_by(folder)
        assert until_well(follower, token)["behind"]["rows"] == 0
