"""Two servers of one site: one leads, the other stands by and takes over, on another machine that
has the site file and nothing else. Nobody signs on anew, and no press is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI

from journal.cluster import Cluster
from journal.conftest import cluster
from pitboss.cli import served_folder
from pitboss.engine import Core
from pitboss.engine.batch import ANSWER_S
from pitboss.engine.leadership import refuse_missing_standby, refuse_standing_by, refuse_superseded
from pitboss.floor.facts import people
from pitboss.floor.state.leading import LeadingEngine
from pitboss.journal import Journal, Last, Row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.place import WITNESS_FILE, JournalPlace
from pitboss.journal.witness import WitnessFile
from pitboss.live.folder import ROOM_FILE, read_folder
from pitboss.live.identity import this_machine
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.live.tenure import Tenure
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.shell.control import SOCKET, hand_over

from .server_processes import (
    AGAIN_S,
    check_sound,
    device_token,
    known,
    playing,
    signed_in,
    standing,
)
from .server_support import Visitor, make_site

__all__ = ["cluster"]


@pytest.fixture
def database(cluster: Cluster) -> str:
    return cluster.new_address()


def test_a_machine_with_the_site_file_takes_over_whole(tmp_path: Path, database: str) -> None:
    one, two = make_site(tmp_path / "one"), make_site(tmp_path / "two")
    token = known(one, database)
    words = ("--database", database)
    with standing(one, *words) as first, standing(two, *words) as second:
        assert first.told.startswith("pitboss serves ")
        assert second.told.startswith("pitboss stands by for ")
        assert [each.health(leader=True) for each in (first, second)] == [200, 503]
        assert [each.health(leader=False) for each in (first, second)] == [200, 200]
        turned_away = second.client.get("/sign-on")
        assert turned_away.status_code == 503
        assert "STANDING_BY" in turned_away.text
        answer = signed_in(first.client, token, "once")
        assert answer.status_code == 200, answer.text
        refused = signed_in(second.client, token, "other")
        assert (refused.status_code, refused.json()["code"]) == (503, "STANDING_BY")
        assert refused.headers["retry-after"] == "1"
        first.process.kill()
        second.until_leads()
        assert signed_in(second.client, token, "once").json() == answer.json()
        with closing(Access(two, database)) as access:
            Visitor(second.client, access).sign_on("S200")
    check_sound(one, database, epochs=2)
    assert not (one / "access.db").exists()


def test_a_pin_that_is_changed_on_the_command_line_is_noted_in_a_database_too(
    tmp_path: Path, database: str
) -> None:
    with closing(Access(tmp_path, database)) as access:
        access.issue("D100")
        (pin,) = access.list_unnoted()
        assert (pin.badge, pin.place) == ("D100", "command line")
        access.forget_unnoted(pin)
        assert access.list_unnoted() == []


def test_a_leader_whose_own_disk_is_full_plays_on_where_the_journal_is_in_a_database(
    tmp_path: Path, database: str
) -> None:
    folder = make_site(tmp_path / "one")
    (folder / ROOM_FILE).mkdir()  # whatever is written there fails, as on a full disk
    system = device_token(folder, database, kind="system")
    with standing(folder, "--database", database) as leader:
        while (told := leader.watch("/healthz?leader", system).json())["disk"] == "ok":
            time.sleep(AGAIN_S)
        assert told["degraded"].endswith("free up space on that disk")
        assert [leader.health(leader=each) for each in (True, False)] == [200, 200]
        assert "\npitboss_disk_has_room 0\n" in leader.watch("/metrics", system).text


@pytest.mark.proof
def test_a_short_drill_under_play_loses_and_doubles_nothing(tmp_path: Path, database: str) -> None:
    """A hand-over, a frozen leader that wakes, a killed one. `make drill` does it at length."""
    one, two = make_site(tmp_path / "one"), make_site(tmp_path / "two")
    token, system = known(one, database), device_token(one, database, kind="system")
    words = ("--database", database)
    with standing(one, *words) as first:
        first.until_leads()
        witness = WitnessFile(two / WITNESS_FILE)
        witness.note(Last(10**6, "f" * 64))  # of a database that was put back since
        with standing(two, *words) as second, playing(token, first, second) as table:
            table.until_answered()
            second.until_unfit(system)
            with pytest.raises(Refusal, match="STANDBY_MISSING"):
                hand_over(one)
            witness.path.unlink()
            second.until_stands_by()
            hand_over(one)
            second.until_leads()
            table.until_answered()
            first.until_stands_by()
            os.kill(second.process.pid, signal.SIGSTOP)
            first.until_leads()
            table.until_answered()
            os.kill(second.process.pid, signal.SIGCONT)
            for number in range(5):
                with suppress(httpx.TransportError):  # it begins anew, to stand by
                    late = signed_in(second.client, token, f"late-{number}")
                    assert (late.status_code, late.json()["accepted"]) == (503, False), late.text
            first.until_leads()
            first.process.kill()
            second.until_leads()
            table.until_answered()
    done = check_sound(one, database, epochs=4)
    pressed = [each for each in done if each.startswith(("start-round-", "end-round-"))]
    assert set(table.acknowledged) <= set(done), "lost"
    presses = [each for each in table.acknowledged if "-round-" in each]
    assert len(pressed) - len(presses) in (0, 1), "done more often than pressed"


def test_a_standby_beside_the_leader_takes_over_its_file(tmp_path: Path) -> None:
    folder = make_site(tmp_path / "one")
    token = known(folder, "")
    with standing(folder) as first, standing(folder) as second:
        answer = signed_in(first.client, token, "once")
        assert second.health(leader=True) == 503
        first.process.kill()
        second.until_leads()
        assert signed_in(second.client, token, "once").json() == answer.json()
    check_sound(folder, "", epochs=2)


def test_only_its_owner_speaks_to_the_socket_of_a_folder(tmp_path: Path) -> None:
    folder = make_site(tmp_path / ("long" * 30))
    with standing(folder) as server:
        server.until_leads()
        assert (folder / SOCKET).stat().st_mode & 0o077 == 0
    with pytest.raises(Refusal, match="SERVER_UNREACHABLE"):
        hand_over(folder)


def rows_of_the_next() -> Callable[[], Awaitable[list[Row]]]:
    """What the journal holds once another engine has begun, which is not at once."""
    store, looks = MemoryStore(), count(1)
    began = Core(MemoryJournal(store), {})
    began.lead([this_machine().begin(began.state, at_ms=0)])

    async def newer() -> list[Row]:
        return store.rows if next(looks) > 2 else []

    return newer


def test_a_hand_over_waits_for_a_standby_between_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its next try shows up late on a busy machine, and who asked for the hand-over waits."""
    core = Core(MemoryJournal(MemoryStore()), {})
    newer = rows_of_the_next()
    passed = [0.0]

    async def sleep(seconds: float) -> None:
        passed.append(passed[-1] + seconds)

    monkeypatch.setattr("pitboss.live.tenure.asyncio.sleep", sleep)

    def found_after(wait_s: float) -> tuple[Tenure, Callable[[], Awaitable[None]]]:
        seen_s = passed[-1] + wait_s

        async def let_go() -> None:
            if passed[-1] < seen_s:
                raise refuse_missing_standby()

        return Tenure(core, leads=True, taking=None), let_go

    waited, let_go = found_after(wait_s=4)
    asyncio.run(waited.hand_over(let_go, newer))
    assert waited.over is not None
    assert waited.over.code == "STANDING_BY"
    alone, let_go = found_after(wait_s=6)
    with pytest.raises(Refusal, match="STANDBY_MISSING"):
        asyncio.run(alone.hand_over(let_go, newer))
    assert alone.holds


def test_a_hand_over_to_an_engine_that_does_not_begin_is_refused_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that hangs may wait for the lock, too: `serve` leads again, with `--standby` or not."""
    monkeypatch.setattr("pitboss.live.tenure.BEGUN_S", 0.05)
    store = MemoryStore()

    async def nothing() -> None:
        return None

    async def newer() -> list[Row]:
        return store.rows

    tenure = Tenure(Core(MemoryJournal(store), {}), leads=True, taking=None)
    with pytest.raises(Refusal, match="STANDBY_SILENT"):
        asyncio.run(tenure.hand_over(nothing, newer))
    before = FastAPI()
    before.state.running_site = SimpleNamespace(tenure=tenure)
    app = served_folder.ServedFolder(make_site(tmp_path), host="127.0.0.1")._again(before)
    assert app is not None
    assert app.state.running_site.tenure.leads
    app.state.access.close()
    asyncio.run(app.state.running_site.close())


def test_an_engine_that_stands_by_has_read_what_its_tables_play_before_it_leads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty tables take a tenth of a second, and everybody waits for who takes over."""

    async def play() -> None:
        folder = make_site(tmp_path)
        first = open_running_site(folder)
        first.begin()
        place = JournalPlace(folder)
        standby = RunningSite(
            read_folder(folder), journal=None, reading=place, taking=place.take, words={}
        )
        await first.close()
        monkeypatch.setattr("pitboss.live.folder.tables_in_file", None)
        journal = place.take()
        await asyncio.wrap_future(standby._engine.look(lambda _: standby._take_over(journal)))
        assert standby.epoch == 2
        await standby.close()

    asyncio.run(play())


def test_an_engine_that_begins_anew_waits_for_a_database_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails over: first the journal is away, then what is kept beside it, then all is there. A
    try that fails has let go of the journal."""
    folder = make_site(tmp_path)
    away = iter(["JOURNAL_UNAVAILABLE", "JOURNAL_UNSURE", "", "ACCESS_UNAVAILABLE", "", ""])

    def reached(call: Callable[..., object]) -> Callable[..., object]:
        def tried(*words: object, **options: object) -> object:
            if code := next(away):
                raise Refusal(code, where="database")
            return call(*words, **options)

        return tried

    for name in ("open_running_site", "Access"):
        monkeypatch.setattr(served_folder, name, reached(getattr(served_folder, name)))
    monkeypatch.setattr(served_folder, "AGAIN_S", 0)
    before = FastAPI()
    before.state.running_site = SimpleNamespace(
        tenure=SimpleNamespace(over=refuse_superseded(LeadingEngine(2, "two", "http://two", "1")))
    )
    app = served_folder.ServedFolder(folder, host="127.0.0.1", standby=True)._again(before)
    assert app is not None
    assert next(away, None) is None
    assert app.state.running_site.tenure.leads
    app.state.access.close()
    asyncio.run(app.state.running_site.close())


def test_why_a_standby_could_not_lead_goes_to_the_log_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that was put back is told while the leader is still there."""
    monkeypatch.setattr("pitboss.live.tenure.AGAIN_S", 0)
    tries = iter(["JOURNAL_DAMAGED", "JOURNAL_DAMAGED", "JOURNAL_IN_USE"])
    core = Core(MemoryJournal(MemoryStore()), {})

    def taking() -> Journal:
        code = next(tries, "")
        if not code:
            tenure.over = refuse_standing_by(None)
        raise Refusal(code or "JOURNAL_IN_USE", "ends_there", where="database", written=2)

    tenure = Tenure(core, leads=False, taking=taking)

    async def lead(journal: Journal) -> None:
        raise AssertionError

    asyncio.run(tenure.wait_for_turn(lead))
    told = [record.getMessage() for record in caplog.records]
    refused = "it ends there, but row 2 was written. Put the missing rows back"
    assert told == [f"this engine can't take over: JOURNAL_DAMAGED: database: {refused}"]


def test_an_engine_stuck_after_its_epoch_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that is full after its first row: it would follow by a journal that is closed,
    and never be well again."""
    monkeypatch.setattr("pitboss.live.tenure.AGAIN_S", 0)
    store = MemoryStore()
    core = Core(MemoryJournal(store, read_only=True), {})
    core.stand_by()
    journals: list[Journal] = [MemoryJournal(store)]
    tenure = Tenure(core, leads=False, taking=lambda: journals.pop())

    async def lead(journal: Journal) -> None:
        core.take_over(journal)
        first = this_machine("http://floor").begin(core.state, at_ms=1)
        assert [reply.code for reply in core.lead([first])] == [""]
        raise Refusal("JOURNAL_UNAVAILABLE", "storage_full", where="site.toml")

    asyncio.run(tenure.wait_for_turn(lead))
    assert tenure.over is not None
    assert tenure.over.code == "JOURNAL_UNAVAILABLE"


def test_who_cannot_read_what_the_leader_writes_does_not_wait_for_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a program that is too old; the leader would hand over to nobody."""
    monkeypatch.setattr("pitboss.live.tenure.AGAIN_S", 0.01)
    core = Core(MemoryJournal(MemoryStore()), {})
    core.close(Refusal("ROW_UNREADABLE", where="row 2"))

    def taking() -> Journal:
        raise AssertionError

    async def lead(journal: Journal) -> None:
        raise AssertionError

    async def wait() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(tenure.wait_for_turn(lead), 0.1)

    tenure = Tenure(core, leads=False, taking=taking)
    asyncio.run(wait())
    assert tenure.unfit is not None
    assert tenure.unfit.code == "ROW_UNREADABLE"


def test_an_answer_after_a_pause_is_no_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is true, but its asker has long asked another engine; this one may have lost the lead."""
    passed = iter([0, int(ANSWER_S * 1000) + 1])

    async def play() -> None:
        site = open_running_site(make_site(tmp_path))
        site.begin()
        with monkeypatch.context() as patched:
            patched.setattr("pitboss.live.running_site.passed_ms", lambda: next(passed))
            reply = await site.ask(
                people.SignIn(command_id="late", at_ms=site.now_ms(), table="C1", badge="D100")
            )
        assert reply.code == "JOURNAL_UNSURE"
        await site.close()

    asyncio.run(play())


def test_what_was_done_before_is_told_after_a_pause_only_once_the_journal_is_heard_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated press that lay in the line while the engine slept is answered from memory."""

    async def play() -> None:
        site = open_running_site(make_site(tmp_path))
        site.begin()
        pressed = people.SignIn(command_id="once", at_ms=site.now_ms(), table="C1", badge="D100")
        assert (await site.ask(pressed)).accepted
        woken_ms = site._core.contact_ms + 30_000
        with monkeypatch.context() as patched:
            patched.setattr("pitboss.live.running_site.passed_ms", lambda: woken_ms)
            assert (await site.ask(pressed)).code == "JOURNAL_UNSURE"
        assert (await site.ask(pressed)).accepted
        await site.close()

    asyncio.run(play())


def test_health_needs_contact_with_the_journal_by_a_clock_that_counts_sleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        site = open_running_site(make_site(tmp_path))
        site.begin()
        assert await site.contact.is_there()
        slept_ms = site._core.contact_ms + 30_000
        monkeypatch.setattr("pitboss.live.contact.passed_ms", lambda: slept_ms)
        assert not site.contact.is_fresh
        assert b"unavailable" in site._beat_picture().message
        monkeypatch.setattr(site._core, "can_write", lambda *, really: False)
        assert not await site.contact.is_there()
        await site.close()

    asyncio.run(play())
