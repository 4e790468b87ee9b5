"""What cannot be true is held, what contradicts itself is stopped, and two people decide."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import archives
from pitboss.refusal import Refusal
from pitboss.wide.facts import sharing
from pitboss.wide.messages import AnswerMessage
from pitboss.wide.state import grants_of, properties_of, standing_of, wide_of
from proof.sim.wide_node import Node
from wide.line import Line

SEED = 1_000_000_000_000


@pytest.fixture
def line() -> Line:
    """A whole line over which both properties have spoken once."""
    made_line = Line()
    for node in (made_line.p1, made_line.p2):
        assert made_line.talk(node).accepted
    return made_line


def standing(line: Line, node: Node) -> str:
    found = properties_of(line.hub.state).get(node.name)
    assert found is not None
    return standing_of(found)


def test_an_impossible_increase_is_held_until_two_people_release_it(line: Line) -> None:
    # Of four tables each has one round, and two more in 20 s at 240 an hour: twelve in all.
    for _ in range(13):
        line.play(line.p1, 6)
    line.talk(line.p1)
    assert standing(line, line.p1) == "held"
    assert line.micros(line.hub) == (SEED, 0)
    assert not wide_of(line.p1.state).has_lease(line.now_ms)
    assert line.release(line.p1, 1).code == "STATEMENT_NOT_HELD"
    assert line.release(line.p1, 2).accepted
    assert line.micros(line.hub) == (SEED + 13 * 108_000_000, 13 * 12_000_000)
    line.talk(line.p1)
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    line.need_sound()


def test_twelve_rounds_of_four_tables_in_twenty_seconds_are_possible(line: Line) -> None:
    for _ in range(12):
        line.play(line.p1, 6)
    line.talk(line.p1)
    assert standing(line, line.p1) == "open"


def test_a_held_hit_is_granted_when_it_is_released(line: Line) -> None:
    for _ in range(9):
        line.play(line.p1, 6)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    assert line.owed_cents(line.p1) == {}
    assert line.release(line.p1, 2).accepted
    line.talk(line.p1)
    assert list(line.owed_cents(line.p1).values()) == [1_001_080]
    line.need_sound()


def test_the_same_number_with_another_content_is_a_fork(line: Line) -> None:
    line.play(line.p1, 6)
    line.state(line.p1)
    message = line.message(line.p1)
    assert line.reach(message)
    other = line.forged(line.p1, message, made_ms=line.now_ms + 1)
    reply = line.reach(other)
    assert reply is not None
    assert [event.kind for event in reply.events] == ["fork-found"]
    assert standing(line, line.p1) == "forked"
    stopped = line.reach(line.forged(line.p1, message, number=3))
    assert stopped is not None
    assert stopped.code == "PROPERTY_STOPPED"
    line.take(line.p1, line.answer(message))
    assert not wide_of(line.p1.state).has_lease(line.now_ms)
    assert line.reach(other) is None, "named once"
    assert line.start(line.p2, 6).accepted, "the other property plays on"


@pytest.mark.parametrize("part", ["number", "sums"])
def test_a_gap_and_a_lower_sum_are_forks(line: Line, part: str) -> None:
    line.play(line.p1, 6)
    line.talk(line.p1)
    line.state(line.p1)
    message = line.message(line.p1)
    statement = message.stated.statement
    (level,) = statement.sums
    lower = replace(level, given_micros=level.given_micros - 1)
    other = {"number": statement.number + 1, "sums": (lower,)}[part]
    reply = line.reach(line.forged(line.p1, message, **{part: other}))
    assert reply is not None
    assert [event.kind for event in reply.events] == ["fork-found"]


def test_a_restored_property_is_found_and_goes_on_where_two_people_say(line: Line) -> None:
    line.play(line.p1, 6)
    line.talk(line.p1)
    backup = line.kept(line.p1)
    line.play(line.p1, 1)
    line.talk(line.p1)
    line.restore(line.p1, backup)
    line.now_ms += 3_600_000
    assert line.start(line.p1, 6).code == "LEASE_LOST"
    message = line.message(line.p1)
    assert line.reach(message) is None
    taken = line.take(line.p1, line.answer(message))
    assert [event.kind for event in taken.events] == ["property-fork-found"]
    line.now_ms += 1
    assert line.take(line.p1, line.answer(line.message(line.p1))).code == "PROPERTY_FORKED"
    line.state(line.p1)
    reply = line.reach(line.message(line.p1))
    assert reply is not None
    assert [event.kind for event in reply.events] == ["fork-found"]
    decided = line.decide(line.p1, 4, posts=False)
    assert decided.accepted
    # One wager is lost there, and players did pay it: it stays on the meter.
    assert decided.events[0].rests[0].micros == 18_000_000  # type: ignore[attr-defined]
    assert line.talk(line.p1).accepted
    line.play(line.p1, 1)
    line.talk(line.p1)
    assert line.micros(line.p1) == (144_000_000, 16_000_000)
    assert line.micros(line.hub) == (SEED + 144_000_000, 16_000_000)
    line.need_sound()


def test_a_hit_of_a_restored_property_is_no_earlier_one_in_the_same_row(line: Line) -> None:
    backup = line.kept(line.p1)
    for _ in range(3):
        line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    (first,) = wide_of(line.p1.state).waiting[-1].claims
    line.talk(line.p1)
    line.restore(line.p1, backup)
    line.now_ms += 3_600_000
    line.exchange(line.p1, times=2)
    assert line.decide(line.p1, posts=False).accepted
    for _ in range(2):
        line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    (second,) = wide_of(line.p1.state).waiting[-1].claims
    # The same table, round and row; then the press.
    assert first.rpartition("-")[0] == second.rpartition("-")[0]
    assert first != second
    assert line.talk(line.p1).accepted
    assert {grant.claim for _, grant in grants_of(line.hub.state).items()} == {first, second}
    assert list(line.owed_cents(line.p1)) == [f"{second}.1"]
    line.need_sound()


def test_late_messages_from_before_a_restore_change_nothing(line: Line) -> None:
    backup = line.kept(line.p1)
    line.play(line.p1, 1)
    line.state(line.p1)
    before = line.message(line.p1)
    line.reach(before)
    line.restore(line.p1, backup)
    line.now_ms += 3_600_000
    line.exchange(line.p1, times=2)
    assert line.decide(line.p1, posts=False).accepted
    held = line.micros(line.hub)
    assert line.reach(before) is None
    assert line.micros(line.hub) == held
    assert standing(line, line.p1) == "open"


def test_a_forged_answer_gives_no_lease_and_no_award(line: Line) -> None:
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    message = line.message(line.p1)
    line.reach(message)
    line.now_ms += 40_000
    answer = line.answer(message)
    richer = replace(answer.answer, asked_ms=line.now_ms)
    assert line.take(line.p1, AnswerMessage(richer, answer.signature)).code == "SIGNATURE_WRONG"
    assert line.owed_cents(line.p1) == {}


def test_a_statement_that_was_not_signed_leaves_a_refusal_in_the_hubs_journal(line: Line) -> None:
    line.play(line.p1, 6)
    line.state(line.p1)
    message = line.message(line.p1)
    asked = sharing.TakeStatement(
        **line.ids(line.hub),  # type: ignore[arg-type]
        stated=message.stated,
        heard=message.heard,
        asked_ms=message.asked_ms,
        signature="00" * 64,
        own_hash="",
    )
    assert line.hub.ask(asked)[0].code == "SIGNATURE_WRONG"
    assert line.micros(line.hub) == (SEED, 0)
    line.need_sound()


def test_two_people_decide_and_not_one_twice(line: Line) -> None:
    line.play(line.p1, 6)
    line.state(line.p1)
    message = line.message(line.p1)
    line.reach(line.forged(line.p1, message, number=7, restored=True))
    command = line.decide(line.p1, 7, posts=True)
    assert command.accepted
    assert line.decide(line.p1, 7, posts=True).code == "FORK_UNKNOWN"


def test_an_archive_leaves_the_rows_of_the_statement_and_answer_that_are_sent_again(
    line: Line,
) -> None:
    line.play(line.p1, 1)
    line.talk(line.p1)
    line.play(line.p1, 1)
    row = wide_of(line.p1.state).row
    years_ms = 20 * 366 * 86_400_000

    def removal(last_seq: int) -> archives.RemoveRows:
        return archives.RemoveRows(
            command_id=line.p1.new_id(),
            at_ms=line.now_ms + years_ms,
            last_seq=last_seq,
            hash="a" * 64,
            newest_ms=line.now_ms,
            state_sha256="b" * 64,
            archives=("c" * 64,),
        )

    assert line.p1.ask(removal(row + 1))[0].code == "ROW_NEEDED"
    # A statement that is made now goes with the answer that was heard before it.
    answer_row = wide_of(line.p1.state).answer_row
    line.state(line.p1)
    assert wide_of(line.p1.state).row > answer_row > row
    assert line.p1.ask(removal(answer_row + 1))[0].code == "ROW_NEEDED"
    assert line.p1.ask(removal(answer_row))[0].accepted


def test_other_rates_than_the_hubs_are_named_at_the_first_statement(line: Line) -> None:
    line.play(line.p1, 6)
    line.state(line.p1)
    message = line.message(line.p1)
    (rate,) = message.stated.statement.rates
    other = line.forged(line.p1, message, rates=(replace(rate, rate_ppm=150_000),))
    before = len(line.hub.store.rows)
    with pytest.raises(
        Refusal, match=r"150,000, .* out of each million of \$1.00 there and 180,000, "
    ) as refused:
        line.reach(other)
    assert refused.value.code == "RATES_DIFFER"
    assert len(line.hub.store.rows) == before, "and no row each time it is asked"
    assert line.reach(message) is not None
