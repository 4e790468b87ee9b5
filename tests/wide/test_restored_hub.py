"""A hub that goes on from an older copy of its journal: who notices, who stops, and that no hit is
granted twice (docs/wide.md)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.journal.codec import events_of
from pitboss.wide.facts import sharing
from pitboss.wide.messages import StatementMessage
from pitboss.wide.state import claims_of, properties_of, standing_of, wide_of
from wide.line import Line, kinds

SEED = 1_000_000_000_000  # $10,000.00


def standing(line: Line, name: str) -> str:
    found = properties_of(line.hub.state).get(name)
    assert found is not None
    return standing_of(found)


def said(line: Line, message: StatementMessage) -> str:
    """What becomes of the hub's answer at the property p1."""
    return line.take(line.p1, line.answer(message)).code


def granted(line: Line) -> list[tuple[str, int, int]]:
    """Claim, cents and forgotten row of every grant in the hub's journal."""
    events = [
        event
        for row in line.hub.store.rows
        for event in events_of(row.events)
        if isinstance(event, sharing.ClaimGranted)
    ]
    return [(each.grant.claim, each.grant.meter_cents, each.forgotten_seq) for each in events]


def lost_and_found(line: Line) -> int:
    """p1 and p2 play, p1 hits; the hub is restored from before, and hears p1 and p2. The row of the
    hub that p1 had heard of."""
    backup = line.kept(line.hub)
    line.play(line.p2, 6)
    line.talk(line.p2)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    # $10,000.00, six wagers there and six here at 18 cents.
    assert list(line.owed_cents(line.p1).values()) == [1_000_216]
    heard = wide_of(line.p1.state).hub_seq
    line.restore(line.hub, backup)
    line.now_ms += 5_000
    return heard


def test_a_property_stops_at_once_when_the_hub_has_lost_the_row_it_heard_of(line: Line) -> None:
    lost_and_found(line)
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    message = line.message(line.p1)
    assert kinds(line.reach(message)) == ["fork-found"]
    assert standing(line, "p1") == "restored"
    taken = line.take(line.p1, line.answer(message))
    assert kinds(taken) == ["hub-fork-found"]
    assert line.start(line.p1, 6).code == "LEASE_LOST"
    assert line.start(line.p1, 6, wide=False).accepted, "its own jackpot plays on"
    line.now_ms += 1
    assert said(line, line.message(line.p1)) == "HUB_FORKED"


def test_a_restored_hub_that_has_written_as_many_rows_is_noticed_too(line: Line) -> None:
    backup = line.kept(line.hub)
    line.talk(line.p1)
    heard = wide_of(line.p1.state).find_last_heard()
    line.restore(line.hub, backup)
    for _ in range(3):
        line.play(line.p2, 1)
        line.talk(line.p2)
    assert line.hub.state.seq > heard.seq
    reply = line.reach(line.message(line.p1))
    assert kinds(reply) == ["fork-found"]
    assert reply.events[0].lost == heard  # type: ignore[union-attr]


def test_a_statement_that_comes_late_does_not_take_the_place_of_the_one_that_showed_the_fork(
    line: Line,
) -> None:
    backup = line.kept(line.hub)
    line.talk(line.p1)
    late = line.message(line.p1)
    for _ in range(2):
        line.play(line.p1, 1)
        line.talk(line.p1)
    line.restore(line.hub, backup)
    newest = line.message(line.p1)
    assert kinds(line.reach(newest)) == ["fork-found"]
    reply = line.reach(late)
    assert reply is not None
    assert reply.code == "PROPERTY_STOPPED"
    assert line.forked_number(line.p1) == newest.stated.statement.number


def test_what_a_restored_house_stated_takes_no_later_statements_place_when_it_comes_late(
    line: Line,
) -> None:
    backup, before = line.kept(line.hub), line.kept(line.p1)
    line.play(line.p1, 1)
    line.talk(line.p1)
    line.restore(line.p1, before)
    line.exchange(line.p1)
    line.state(line.p1)
    late = line.message(line.p1)
    assert late.stated.statement.restored
    line.exchange(line.p1)
    line.settle(line.p1, posts=False)
    line.collect(line.p1, 6)
    line.restore(line.hub, backup)
    line.exchange(line.p1)
    newest = line.forked_number(line.p1)
    assert newest > late.stated.statement.number
    reply = line.reach(late)
    assert reply is not None
    assert reply.code == "PROPERTY_STOPPED"
    line.exchange(line.p1)
    assert line.decide(line.p1, newest, posts=True).accepted
    assert line.join(line.p1).accepted
    line.exchange(line.p1)
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    assert line.proven().differences == ()


def test_nobody_stands_open_while_the_hub_lacks_a_row(line: Line) -> None:
    lost_and_found(line)
    line.reach(line.message(line.p1))
    line.now_ms += 1
    before = line.kept(line.p2)
    assert line.answer(line.message(line.p2)).answer.standing == "restored"
    assert before.rows == line.p2.store.rows


def test_a_grant_that_the_hub_forgot_is_brought_back_and_not_granted_again(line: Line) -> None:
    heard = lost_and_found(line)
    (claim,) = claims_of(line.p1.state)
    message = line.message(line.p1)
    line.reach(message)
    line.take(line.p1, line.answer(message))
    number = message.stated.statement.number
    assert line.decide(line.p1, number, posts=True).code == "GRANTS_NOT_SHOWN"
    line.now_ms += 1
    shown = line.message(line.p1)
    assert shown.shown is not None
    assert kinds(line.reach(shown)) == ["grants-shown"]
    assert line.reach(line.message(line.p1)) is None, "shown once"
    decided = line.decide(line.p1, number, posts=True)
    assert kinds(decided) == ["fork-decided", "statement-posted", "claim-granted"]
    assert granted(line) == [(claim, 1_000_216, heard)]
    assert list(line.owed_cents(line.p1).values()) == [1_000_216]


def settle(line: Line) -> None:
    """Both speak and show what they were granted, people decide about who has found the hub
    restored, and all is whole."""
    nodes = (line.p1, line.p2)
    for node in (*nodes, *nodes):
        line.exchange(node)
    for node in nodes:
        if wide_of(node.state).hub_fork:
            assert line.decide(node, posts=True).accepted
            assert line.join(node).accepted
    for node in nodes:
        line.exchange(node)


@pytest.mark.parametrize(
    ("restored_after", "owed"),
    [
        (0, (1_000_108, 1_000_120)),  # of both claims it knows nothing: they come again
        (1, (1_000_108, 1_000_108)),  # p1 was told an amount; p2 asks a hub that has lost that
        (2, (1_000_108, 1_000_120)),  # both were told, and show it
    ],
)
def test_two_hits_in_one_millisecond_are_each_owed_once_though_the_hub_is_restored_meanwhile(
    line: Line, restored_after: int, owed: tuple[int, int]
) -> None:
    """$10,000.00 and six wagers at 18 cents; the second gets what the meter restarted with: the
    seed, twelve cents of the first six wagers, and its own six."""
    nodes = (line.p1, line.p2)
    for node in nodes:
        line.talk(node)
        assert line.start(node, 6).accepted
    backup = line.kept(line.hub)
    line.now_ms += 1_000
    for node in nodes:
        line.hit(node)
    for number, node in enumerate(nodes):
        if number == restored_after:
            line.restore(line.hub, backup)
        message = line.message(node)
        line.reach(message)
        line.take(node, line.answer(message))
    if restored_after == len(nodes):
        line.restore(line.hub, backup)
    settle(line)
    assert [[*line.owed_cents(node).values()] for node in nodes] == [[each] for each in owed]
    line.need_sound()
    assert line.proven().differences == ()


def test_the_meters_are_what_they_were_once_all_have_decided(line: Line) -> None:
    lost_and_found(line)
    for node in (line.p1, line.p2):
        for _ in range(2):
            message = line.message(node)
            line.reach(message)
            line.take(node, line.answer(message))
            line.now_ms += 1
        number = message.stated.statement.number
        assert line.decide(node, number, posts=True).accepted
        assert line.join(node).accepted
    for node in (line.p1, line.p2):
        assert line.talk(node).accepted
        assert wide_of(node.state).has_lease(line.now_ms)
    # $2.16 of both was won. It restarted with the seed and the reserve of six wagers; that of the
    # other six came after, and waits for the next restart.
    assert line.micros(line.hub) == (SEED + 12_000_000, 12_000_000)
    line.play(line.p1, 6)
    line.talk(line.p1)
    assert line.micros(line.hub) == (SEED + 120_000_000, 24_000_000)
    assert len(granted(line)) == 1
    line.need_sound()
    assert line.proven().differences == ()


def test_a_property_waits_for_the_hub_whose_people_have_not_decided(line: Line) -> None:
    lost_and_found(line)
    for _ in range(2):
        message = line.message(line.p1)
        line.reach(message)
        line.take(line.p1, line.answer(message))
        line.now_ms += 1
    assert line.join(line.p1).accepted
    assert line.join(line.p1).code == "HUB_JOINED", "once is enough"
    assert "this house has rejoined" in str(line.start(line.p1, 6).refused)
    message = line.message(line.p1)
    assert line.reach(message) is None
    assert said(line, message) == "HUB_FORKED"
    assert line.decide(line.p1, message.stated.statement.number, posts=True).accepted
    line.now_ms += 1
    assert line.talk(line.p1).accepted
    assert line.start(line.p1, 6).accepted


def test_a_hub_that_has_decided_waits_for_the_people_of_the_property(line: Line) -> None:
    lost_and_found(line)
    for _ in range(2):
        message = line.message(line.p1)
        line.reach(message)
        line.take(line.p1, line.answer(message))
        line.now_ms += 1
    assert line.decide(line.p1, message.stated.statement.number, posts=True).accepted
    assert line.talk(line.p1).code == "HUB_FORKED"
    assert standing(line, "p1") == "open", "the same row is not a second fork"
    assert line.join(line.p1).accepted
    assert line.talk(line.p1).accepted


def test_a_hit_that_nobody_had_heard_the_grant_of_is_granted_once_anew(line: Line) -> None:
    backup = line.kept(line.hub)
    line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.reach(line.message(line.p1))  # granted, and the answer is lost
    assert len(granted(line)) == 1
    line.restore(line.hub, backup)
    line.now_ms += 5_000
    for _ in range(2):
        message = line.message(line.p1)
        line.reach(message)
        line.take(line.p1, line.answer(message))
        line.now_ms += 1
    assert message.shown == ()
    assert line.decide(line.p1, message.stated.statement.number, posts=True).accepted
    assert line.join(line.p1).accepted
    assert line.talk(line.p1).accepted
    assert [(cents, seq) for _, cents, seq in granted(line)] == [(1_000_108, 0)]
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    line.need_sound()


def test_messages_from_before_a_decided_restore_are_late_and_no_fork(line: Line) -> None:
    lost_and_found(line)
    before = line.message(line.p1)
    line.now_ms += 1
    late = line.signed(line.p1, before.stated, sharing.HubRow(2, "b" * 64), before.asked_ms - 1)
    for _ in range(2):
        message = line.message(line.p1)
        line.reach(message)
        line.take(line.p1, line.answer(message))
        line.now_ms += 1
    assert line.decide(line.p1, message.stated.statement.number, posts=True).accepted
    assert line.reach(late) is None
    assert standing(line, "p1") == "open"


def test_a_grant_that_the_hub_never_signed_is_not_believed(line: Line) -> None:
    lost_and_found(line)
    message = line.message(line.p1)
    line.reach(message)
    line.take(line.p1, line.answer(message))
    line.now_ms += 1
    shown = line.message(line.p1)
    assert shown.shown is not None
    (answer,) = shown.shown
    (grant,) = answer.answer.grants
    richer = replace(answer.answer, grants=(replace(grant, meter_cents=9_000_000),))
    forged = replace(shown, shown=(replace(answer, answer=richer),))
    reply = line.reach(forged)
    assert reply is not None
    assert reply.code == "SIGNATURE_WRONG"
    assert granted(line) == []
