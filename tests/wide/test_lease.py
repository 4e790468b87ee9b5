"""What a lease depends on, and why wagers are closed without one (docs/wide.md)."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from pitboss.floor.facts import clock, engines
from pitboss.wide.facts import sharing
from pitboss.wide.messages import AnswerMessage, StatementMessage
from pitboss.wide.state import wide_of
from proof.sim.wide_node import Node
from wide.ends import Ends, play
from wide.line import TWO, Line

DAY_MS = 86_400_000


def why(line: Line, node: Node | None = None) -> str:
    reply = line.start(node or line.p1, 1, table="T3")
    assert reply.refused is not None
    assert (reply.code, reply.refused.where) == ("LEASE_LOST", "wide")
    assert reply.refused.reason.startswith("return these wagers: ")
    return reply.refused.case


def test_a_claim_made_while_an_answer_is_on_its_way_closes_no_table(line: Line) -> None:
    for table in ("T1", "T2"):
        assert line.start(line.p1, 3, table=table).accepted
    line.now_ms += 10_000
    asked_ms = line.now_ms
    message = line.message(line.p1)  # the lease is renewed
    line.reach(message)
    answer = line.answer(message)
    for table in ("T1", "T2"):  # two hits meanwhile
        line.now_ms += 200
        line.hit(line.p1, table=table)
    line.now_ms += 100
    assert line.take(line.p1, answer).accepted
    assert wide_of(line.p1.state).lease_until_ms == asked_ms + 30_000
    assert line.start(line.p1, 2, table="T3").accepted
    for _ in range(2):
        line.talk(line.p1)
    assert len(line.owed_cents(line.p1)) == 2
    line.need_sound()


def test_a_server_that_begins_has_no_lease_until_the_hub_has_answered_it(line: Line) -> None:
    """It may have begun on a backup of half a minute ago."""
    assert line.start(line.p1, 1, table="T1").accepted
    begun = engines.BeginEngine(
        **line.ids(line.p1),  # type: ignore[arg-type]
        epoch=line.p1.state.epoch + 1,
        engine="house",
        address="",
        version="0.2.0",
        code_sha256="0" * 64,
    )
    assert line.p1.ask(begun)[0].accepted
    assert why(line) == "line_down"
    line.talk(line.p1)
    assert line.start(line.p1, 1, table="T3").accepted
    line.need_sound()


def test_an_answer_about_less_than_was_stated_when_it_was_asked_for_gives_no_lease(
    line: Line,
) -> None:
    """Two hits of locked rounds wait when the line is back: the first answer is about the first."""
    for table in ("T1", "T2"):
        assert line.start(line.p1, 3, table=table).accepted
    line.now_ms += 60_000
    for table in ("T1", "T2"):
        line.hit(line.p1, table=table)
    line.now_ms += 1
    line.talk(line.p1)
    assert why(line) == "line_down"
    line.talk(line.p1)
    assert line.start(line.p1, 1, table="T3").accepted


def held(line: Line) -> None:
    """Statement 2 has more than four tables can have collected since the first."""
    line.state(line.p1)
    message = line.message(line.p1)
    (level,) = message.stated.statement.sums or wide_of(line.p2.state).stated
    more = replace(level, given_micros=level.given_micros + 10**12)
    line.reach(line.forged(line.p1, message, sums=(more,)))


def test_a_clock_that_was_a_day_ahead_and_is_right_again_keeps_no_hit_waiting(line: Line) -> None:
    """What was stated meanwhile is held, and two people release it, with the claim behind it."""
    assert line.start(line.p1, 6).accepted
    line.now_ms += DAY_MS
    line.exchange(line.p1, ahead_ms=-DAY_MS)
    assert wide_of(line.p1.state).standing == "held"
    line.hit(line.p1)
    line.now_ms -= DAY_MS
    jump = {"expected_ms": line.now_ms + DAY_MS, "found_ms": line.now_ms}
    line.accepted(line.p1, clock.NoteClockJump(**line.ids(line.p1), **jump))  # type: ignore[arg-type]
    for number in (2, 3):
        assert line.exchange(line.p1).accepted
        assert wide_of(line.p1.state).standing == "held"
        assert line.release(line.p1, number).accepted
        assert line.exchange(line.p1).accepted
    for _ in range(3):
        assert line.exchange(line.p1).accepted
        line.play(line.p1, 1)
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    assert wide_of(line.p1.state).waiting == ()
    line.need_sound()
    assert line.proven().differences == ()


def test_a_closed_table_is_told_whether_line_clock_or_people_close_it(line: Line) -> None:
    line.play(line.p1, 6)
    line.now_ms += 31_000
    assert why(line) == "line_down"
    line.talk(line.p1)
    line.now_ms -= 60_000
    assert why(line) == "clock"
    line.now_ms += 70_000
    held(line)
    line.now_ms += 1
    line.take(line.p1, line.answer(line.message(line.p1)))
    assert why(line) == "held"
    refuse = sharing.RefuseStatement(
        **line.ids(line.hub),  # type: ignore[arg-type]
        property="p1",
        number=wide_of(line.p1.state).number,
        reason="no such night",
        badges=TWO,
    )
    line.accepted(line.hub, refuse)
    line.now_ms += 1
    line.take(line.p1, line.answer(line.message(line.p1)))
    assert why(line) == "refused"


def test_a_closed_table_is_told_that_journals_were_restored(line: Line) -> None:
    line.play(line.p1, 6)
    backup = line.kept(line.p1)
    line.talk(line.p1)
    line.talk(line.p1)
    line.restore(line.p1, backup)
    line.exchange(line.p1)
    assert why(line) == "forked"
    other = Line()
    other.talk(other.p1)
    hub_backup = other.kept(other.hub)
    other.talk(other.p1)
    other.restore(other.hub, hub_backup)
    other.exchange(other.p1)
    assert why(other) == "restored"
    other.exchange(other.p2)
    assert why(other, other.p2) == "others"


def test_an_answer_that_is_refused_as_the_last_was_is_no_further_row(tmp_path: Path) -> None:
    """A hub whose word is not taken is asked on, for days until people come."""

    async def act(ends: Ends) -> None:
        north = ends.north
        assert await north.speak() == ""
        assert north.site.line.standing == "open"
        assert north.line is not None
        whole = north.line.call

        def forged(address: str, tls: object, key: str, message: StatementMessage) -> AnswerMessage:
            return replace(whole(address, tls, key, message), signature="0" * 128)  # type: ignore[arg-type]

        north.line.call = forged
        assert await north.speak() == "SIGNATURE_WRONG"
        seq = (await north.state()).seq
        for _ in range(3):
            assert await north.speak() == "SIGNATURE_WRONG"
        assert (await north.state()).seq == seq
        north.line.call = whole
        assert await north.speak() == ""
        north.line.call = forged
        assert await north.speak() == "SIGNATURE_WRONG"
        assert (await north.state()).seq == seq + 2

    play(tmp_path, act)
