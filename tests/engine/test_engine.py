"""The one loop: durable before answered, the same answer twice, nothing half done."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.engine import Core, Engine, replay
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.rounds import StartRound
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import read_snapshot, write_snapshot
from pitboss.journal import EMPTY, Last, Row, every_row
from pitboss.journal.chain import chain_row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.sqlite import SqliteJournal
from pitboss.money import Cents
from pitboss.refusal import Refusal

from .support import BOOK, Asker


def meter(state: State) -> int:
    """The only meter, in micros."""
    return state.jackpot("J1").levels["main"].reading.meter_micros


def test_PS_2_wagers_raise_the_meter_by_exactly_their_share() -> None:
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    replies = core.handle([*asker.opening(), *asker.round(seats=7)])
    assert all(reply.accepted for reply in replies)
    # $1,000.00 and seven times 20 cents.
    assert meter(core.state) == 100_140 * 1_000_000


def test_PS_11_a_full_award_takes_what_is_shown_and_restarts_at_the_seed() -> None:
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    core.handle([*asker.opening(), *asker.round(seats=3, hit=2)])
    (award,) = [found.award for _, found in core.state.awards.items()]
    assert (award.seat, award.meter_cents) == (2, 100_060)
    assert meter(core.state) == 100_000 * 1_000_000
    assert core.state.balance("owed") == 100_060 * 1_000_000


def test_the_same_command_gets_the_same_answer_and_happens_once() -> None:
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    core.handle(asker.opening())
    start = asker.round()[0]
    first = core.handle([start])
    seq = core.state.seq
    assert core.handle([start, replace(start, at_ms=9)]) == first * 2
    assert core.state.seq == seq


def test_a_row_that_somebody_else_has_put_there_is_not_adopted() -> None:
    store = MemoryStore()
    core, asker = Core(MemoryJournal(store), BOOK), Asker()
    core.handle([*asker.opening(), *asker.round(seats=3)])
    before, last = meter(core.state), store.rows[-1]
    (started,) = [row for row in store.rows if "round-started" in row.events]
    events = started.events.replace('"round":1', '"round":2')
    store.rows.append(started._replace(seq=last.seq + 1, events=events, command_id="forged"))
    codes = [core.handle([asker.round(seats=1)[0]])[0].code for _ in range(3)]
    assert codes == ["JOURNAL_MOVED_ON", "JOURNAL_TAMPERED", "JOURNAL_TAMPERED"]
    assert meter(core.state) == before
    store.in_use = False
    with pytest.raises(Refusal) as told:
        Core(MemoryJournal(store), BOOK)
    assert (told.value.code, told.value.where) == ("JOURNAL_TAMPERED", f"row {last.seq + 1}")


@pytest.mark.parametrize("at_ms", [-1, 2**53, 2**62])
def test_a_clock_that_tells_no_time_is_refused_and_stops_nothing(at_ms: int) -> None:
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    core.handle(asker.opening())
    start, *others = asker.round()
    (refused,) = core.handle([replace(start, at_ms=at_ms)])
    assert refused.code == "CLOCK_WRONG"
    assert all(reply.accepted for reply in core.handle([start, *others]))


def test_a_refusal_is_answered_again_too_and_recorded_once() -> None:
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    core.handle(asker.opening())
    end = asker.round()[-1]
    first = core.handle([end])
    assert first[0].code == "NO_ROUND"
    seq = core.state.seq
    assert core.handle([end]) == first
    assert core.state.seq == seq


def test_an_id_with_other_content_is_refused() -> None:
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    core.handle(asker.opening(tables=2))
    start = asker.round("T1")[0]
    assert isinstance(start, StartRound)
    core.handle([start])
    (reply,) = core.handle([replace(start, table="T2")])
    assert reply.code == "COMMAND_ID_REUSED"
    assert core.state.table("T2").round is None


class Failing(MemoryJournal):
    """A journal on a disk that is full for a while; `lost` answers are lost after the commit."""

    full = False
    lost = False

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        if self.full:
            raise Refusal("JOURNAL_UNAVAILABLE")
        super().append(rows, after=after)
        if self.lost:
            raise Refusal("JOURNAL_UNAVAILABLE")


def test_a_full_disk_refuses_everything_and_changes_nothing() -> None:
    journal = Failing(MemoryStore())
    core, asker = Core(journal, BOOK), Asker()
    core.handle(asker.opening())
    before = write_snapshot(core.state)
    journal.full = True
    start = asker.round()[0]
    assert core.handle([start])[0].code == "JOURNAL_UNAVAILABLE"
    assert write_snapshot(core.state) == before
    journal.full = False
    assert core.handle([start])[0].accepted


def test_a_batch_that_was_kept_although_its_answer_was_lost_is_not_done_twice() -> None:
    journal = Failing(MemoryStore())
    core, asker = Core(journal, BOOK), Asker()
    core.handle(asker.opening())
    start = asker.round(seats=5)[0]
    journal.lost = True
    assert core.handle([start])[0].code == "JOURNAL_UNAVAILABLE"
    journal.lost = False
    assert core.handle([start])[0].accepted
    assert meter(core.state) == 100_100 * 1_000_000


def test_a_batch_whose_answer_was_lost_is_shown_when_it_is_found() -> None:
    journal = Failing(MemoryStore())
    shown: list[tuple[int, list[str]]] = []

    def publish(state: State, events: Sequence[Event]) -> None:
        shown.append((state.seq, [event.kind for event in events]))

    core, asker = Core(journal, BOOK, publish), Asker()
    core.handle(asker.opening())
    start, end = asker.round()
    journal.lost = True
    core.handle([start])
    journal.lost = False
    assert [seq for seq, _ in shown] == [7]
    assert core.handle([end])[0].accepted
    assert shown[1:] == [(8, ["round-started"]), (9, ["round-ended"])]


def test_what_is_published_is_durable() -> None:
    journal = MemoryJournal(MemoryStore())
    seen: list[int] = []

    def publish(state: State, events: Sequence[Event]) -> None:
        assert journal.last().seq == state.seq
        seen.append(len(events))

    asker = Asker()
    Core(journal, BOOK, publish).handle(asker.opening())
    assert seen == [7]


def test_a_replay_and_a_snapshot_give_the_same_floor() -> None:
    journal = MemoryJournal(MemoryStore())
    core, asker = Core(journal, BOOK), Asker()
    core.handle([*asker.opening(tables=3), *asker.round("T1"), *asker.round("T2", hit=4)])
    core.handle(asker.round("T3")[:1])
    replayed = State()
    replay(replayed, every_row(journal))
    written = write_snapshot(core.state)
    assert write_snapshot(replayed) == written
    assert write_snapshot(read_snapshot(written)) == written


@pytest.mark.parametrize("with_snapshot", ["yes", "no"])
def test_an_engine_resumes_exactly_where_it_was(tmp_path: Path, with_snapshot: str) -> None:
    path, asker = tmp_path / "floor.db", Asker()
    journal = SqliteJournal(path)
    core = Core(journal, BOOK)
    core.handle([*asker.opening(), *asker.round(), *asker.round(hit=7)])
    if with_snapshot == "yes":
        core.keep_snapshot()
    core.handle(asker.round()[:1])
    before = write_snapshot(core.state)
    journal.close()
    again = SqliteJournal(path)
    assert write_snapshot(Core(again, BOOK).state) == before
    again.close()


def test_a_row_of_a_newer_version_is_told_with_journal_number_and_help(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    journal = SqliteJournal(path)
    row = chain_row(EMPTY.hash, 1, 1, "new", "{}", '[{"kind":"table-moved"}]')
    journal.append([row], after=EMPTY)
    with pytest.raises(Refusal) as told:
        Core(journal, BOOK)
    assert (told.value.code, told.value.where) == ("ROW_UNREADABLE", f"{path}: row 1: events")
    assert told.value.reason.endswith("Use that version, or audit the journal")
    journal.close()


def test_many_askers_at_once(tmp_path: Path) -> None:
    journal, asker = SqliteJournal(tmp_path / "floor.db"), Asker()
    core = Core(journal, BOOK)
    core.handle(asker.opening(tables=8))
    engine = Engine(core)
    rounds = [asker.round(f"T{table}", seats=1) for _ in range(5) for table in range(1, 9)]
    futures = [engine.submit(command) for commands in rounds for command in commands]
    assert all(future.result().accepted for future in futures)
    engine.stop()
    assert meter(core.state) == (100_000 + 40 * 20) * 1_000_000
    journal.close()


def test_a_command_that_cannot_be_written_is_refused_alone() -> None:
    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    core.handle(asker.opening(tables=2))
    seq = core.state.seq
    half = replace(asker.round("T1")[0], table="\ud800")
    bad, good = core.handle([half, asker.round("T2")[0]])
    assert (bad.code, bad.seq) == ("COMMAND_UNREADABLE", seq)
    assert (good.accepted, good.seq) == (True, seq + 1)


def test_an_amount_that_no_reader_gets_exactly_is_refused_and_recorded() -> None:
    """A meter of $90 million in micros is the largest number that JSON keeps."""
    store = MemoryStore()
    core, asker = Core(MemoryJournal(store), BOOK), Asker()
    core.handle(asker.opening())
    adjustment = jackpots.AdjustMeter(
        command_id="up", at_ms=1, jackpot="J1", level="main", adjustment="faulty_display",
        cents=Cents(9_007_099_254), reason="as large as it gets", badges=("eve", "ann"),
    )  # fmt: skip
    assert core.handle([adjustment])[0].accepted
    assert meter(core.state) == 9_007_199_254_000_000
    (reply,) = core.handle([asker.round(seats=7)[0]])
    assert reply.code == "AMOUNT_TOO_LARGE"
    assert "AMOUNT_TOO_LARGE" in store.rows[-1].events
    assert core.state.table("T1").round is None


def test_a_journal_that_has_lost_rows_is_refused_by_name(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    core, asker = Core(MemoryJournal(store), BOOK), Asker()
    core.handle(asker.opening())
    kept = store.rows.pop()
    start = asker.round()[0]
    assert core.handle([start])[0].code == "JOURNAL_MOVED_ON"
    (reply,) = core.handle([start])
    assert reply.code == "JOURNAL_DAMAGED"
    assert str(reply.refused).endswith("row 7 was written. Put the missing rows back")
    assert core.handle([start])[0].code == "JOURNAL_DAMAGED"
    assert not core.can_write(really=False)
    (line,) = caplog.messages
    assert line.startswith(
        "no table can play: JOURNAL_DAMAGED: row 6: it ends there, but row 7 was"
    )
    store.rows.append(kept)
    assert core.handle([start])[0].accepted
