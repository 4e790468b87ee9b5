"""A hub grants no claim that cannot be true, and no property's word alone closes the others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.refusal import Refusal
from pitboss.wide.facts import sharing
from pitboss.wide.messages import StatementMessage
from pitboss.wide.state import properties_of
from proof.sim import wide_floor as made
from wide.line import TWO, Line, kinds
from wide.test_lost_grants import give_up
from wide.test_restored_hub import granted, lost_and_found, standing


@pytest.fixture
def line() -> Line:
    """A hub and two properties that have spoken; p1 has a hit of six wagers that it has yet to
    send."""
    found = Line()
    found.talk(found.p1)
    found.talk(found.p2)
    assert found.start(found.p1, 6).accepted
    found.hit(found.p1)
    found.now_ms += 10_000
    return found


def own_claim(message: StatementMessage) -> sharing.Claim:
    (claim,) = message.stated.statement.claims
    return claim


def why_held(line: Line, message: StatementMessage) -> str:
    """Why the hub holds a statement; it has granted nothing for it, and p2 plays on."""
    reply = line.reach(message)
    assert kinds(reply) == ["statement-held"]
    assert granted(line) == []
    assert standing(line, "p1") == "held"
    assert line.talk(line.p2).accepted
    assert line.start(line.p2, 6).accepted
    line.end(line.p2)
    return reply.events[0].why.reason  # type: ignore[union-attr, no-any-return]


# ---- claims -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seats": (7,)}, "have seats 1 to 6, as admitted"),
        ({"seats": (0,)}, "have seats 1 to 6, as admitted"),
        ({"seats": (2, 2)}, "a seat twice"),
        ({"round": 0}, "no table, round or sensor"),
        ({"sensor": 0}, "no table, round or sensor"),
        ({"table": ""}, "no table, round or sensor"),
    ],
)
def test_a_claim_of_no_seat_that_was_admitted_is_held(
    line: Line, other: dict[str, object], told: str
) -> None:
    message = line.message(line.p1)
    wrong = replace(own_claim(message), **other)
    assert told in why_held(line, line.forged(line.p1, message, claims=(wrong,)))


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"outcome": "five_aces"}, "five_aces is not a hand of"),
        ({"seats": ()}, "a hit has 1 to 9 seats, not 0"),
    ],
)
def test_a_claim_of_no_hand_or_nobody_is_refused(
    line: Line, other: dict[str, object], told: str
) -> None:
    message = line.message(line.p1)
    wrong = replace(own_claim(message), **other)
    reply = line.reach(line.forged(line.p1, message, claims=(wrong,)))
    assert reply is not None
    assert reply.code == "CLAIM_WRONG"
    assert told in str(reply.refused)


def test_one_wager_claimed_under_two_names_is_held(line: Line) -> None:
    message = line.message(line.p1)
    claim = own_claim(message)
    both = (claim, replace(claim, claim="another"))
    assert "seat 1 already won wide in that round" in why_held(
        line, line.forged(line.p1, message, claims=both)
    )


def granted_once(line: Line) -> StatementMessage:
    """p1's hit is granted and answered, and it has made its next statement, which waits; the
    message that claimed it."""
    message = line.message(line.p1)
    line.reach(message)
    line.take(line.p1, line.answer(message))
    line.now_ms += 10_000
    line.state(line.p1)
    # $10,000.00 and six wagers at 18 cents.
    assert [cents for _, cents, _ in granted(line)] == [1_000_108]
    return message


def test_a_wager_that_was_granted_is_not_granted_again_under_another_name(line: Line) -> None:
    again = replace(own_claim(granted_once(line)), claim="another")
    reply = line.reach(line.forged(line.p1, line.message(line.p1), claims=(again,)))
    assert kinds(reply) == ["statement-held"]
    assert len(granted(line)) == 1
    assert line.release(line.p1, 3).accepted, "two people may know better"
    # The second is what the meter restarted with: the reserve had 2 cents of each wager.
    assert [cents for _, cents, _ in granted(line)] == [1_000_108, 1_000_012]
    line.need_sound()


def test_a_round_before_one_that_has_won_is_held(line: Line) -> None:
    line.reach(line.message(line.p1))
    line.take(line.p1, line.answer(line.message(line.p1)))
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.now_ms += 10_000
    first = own_claim(line.message(line.p1))
    line.reach(line.message(line.p1))
    line.take(line.p1, line.answer(line.message(line.p1)))
    line.now_ms += 10_000
    line.state(line.p1)
    old = replace(first, claim="another", round=first.round - 1, seats=(2,))
    reply = line.reach(line.forged(line.p1, line.message(line.p1), claims=(old,)))
    assert kinds(reply) == ["statement-held"]
    assert "T1 has already been in round 2" in reply.events[0].why.reason  # type: ignore[union-attr]


def test_hits_of_two_rounds_at_once_are_held(line: Line) -> None:
    message = line.message(line.p1)
    claim = own_claim(message)
    both = (claim, replace(claim, claim="another", table="T2", round=1))
    assert "2 rounds at once" in why_held(line, line.forged(line.p1, message, claims=both))


@pytest.mark.parametrize(("more", "kind"), [(5, "statement-posted"), (6, "statement-held")])
def test_more_hits_than_wagers_are_held(line: Line, more: int, kind: str) -> None:
    # Six wagers were stated; one of them has won.
    claim = own_claim(granted_once(line))
    others = tuple(
        replace(claim, claim=f"c{seat}", round=2, seats=(seat,)) for seat in range(1, more + 1)
    )
    reply = line.reach(line.forged(line.p1, line.message(line.p1), claims=others))
    assert kinds(reply)[0] == kind
    if more == 6:
        told = "more wagers won (7) than were reported (6)"
        assert told in reply.events[0].why.reason  # type: ignore[union-attr]


def test_a_fifth_table_of_four_is_held_once(line: Line) -> None:
    claim = own_claim(granted_once(line))
    number = 3
    for table in ("T2", "T3", "T4", "T5"):
        message = line.message(line.p1)
        other = replace(claim, claim=f"at {table}", table=table)
        forged = line.forged(line.p1, message, claims=(other,), number=number)
        forged = line.signed(
            line.p1,
            replace(forged.stated, seq=forged.stated.seq + number),
            forged.heard,
            forged.asked_ms,
        )
        reply = line.reach(forged)
        expected = "statement-held" if table == "T5" else "statement-posted"
        assert kinds(reply)[0] == expected, table
        number += 1
    assert "was admitted with (4)" in reply.events[0].why.reason  # type: ignore[union-attr]


def test_a_claim_named_twice_is_refused_over_the_line_and_stops_nobody(line: Line) -> None:
    message = line.message(line.p1)
    claim = own_claim(message)
    before = len(line.hub.store.rows)
    for number in (2, 7):
        twice = line.forged(line.p1, message, claims=(claim, claim), number=number)
        with pytest.raises(Refusal, match="named twice") as refused:
            line.reach(twice)
        assert refused.value.code == "STATEMENT_WRONG"
    assert len(line.hub.store.rows) == before
    assert kinds(line.reach(message)) == ["statement-posted", "claim-granted"]


def test_two_people_who_decide_a_fork_are_told_of_claims_that_cannot_be_true(line: Line) -> None:
    message = line.message(line.p1)
    claim = own_claim(message)
    both = (claim, replace(claim, claim="another"))
    reply = line.reach(line.forged(line.p1, message, claims=both, number=7))
    assert kinds(reply) == ["fork-found"]
    assert "seat 1 already won wide in that round" in reply.events[0].why.reason  # type: ignore[union-attr]


# ---- rows of the hub ----------------------------------------------------------------------------


def test_a_row_that_no_answer_of_the_hub_told_of_stops_that_property_alone(line: Line) -> None:
    message = line.message(line.p1)
    heard = sharing.HubRow(message.heard.seq + 1_000, "ab" * 32)
    reply = line.reach(line.signed(line.p1, message.stated, heard, message.asked_ms))
    assert kinds(reply) == ["fork-found"]
    assert reply.events[0].lost is None  # type: ignore[union-attr]
    assert standing(line, "p1") == "forked"
    assert line.talk(line.p2).accepted
    assert line.start(line.p2, 6).accepted, "the others play on"
    # p1 itself never said so; its people and the hub's find that out, and it goes on.
    assert line.decide(line.p1, 2, posts=True).accepted
    assert line.exchange(line.p1).accepted
    assert line.owed_cents(line.p1) != {}
    line.need_sound()


def test_a_row_told_by_an_answer_to_another_property_is_no_proof(line: Line) -> None:
    message, other = line.message(line.p1), line.message(line.p2)
    assert other.proof is not None
    heard = sharing.HubRow(other.proof.answer.hub_seq, "ab" * 32)
    for proof in (
        other.proof,
        replace(other.proof, answer=replace(other.proof.answer, hub_hash=heard.hash)),
    ):
        forged = line.signed(line.p1, message.stated, heard, message.asked_ms)
        found = line.hub.to_command(replace(forged, proof=proof), at_ms=line.now_ms)
        assert found is not None
    reply = line.reach(replace(forged, proof=proof))
    assert reply.events[0].lost is None  # type: ignore[union-attr]


def test_one_that_goes_on_saying_so_after_two_people_decided_is_not_stopped_again(
    line: Line,
) -> None:
    message = line.message(line.p1)
    heard = sharing.HubRow(message.heard.seq + 1_000, "ab" * 32)
    line.reach(line.signed(line.p1, message.stated, heard, message.asked_ms))
    assert line.decide(line.p1, 2, posts=True).accepted
    line.now_ms += 10_000
    assert line.reach(line.signed(line.p1, message.stated, heard, line.now_ms)) is None
    assert standing(line, "p1") == "open"


# ---- a hub and a property restored --------------------------------------------------------------


@pytest.mark.parametrize("answered", [False, True])
def test_a_property_restored_before_it_showed_its_grants_is_given_up_and_comes_back(
    *, answered: bool
) -> None:
    line = Line()
    line.talk(line.p1)
    line.talk(line.p2)
    backup = line.kept(line.p1)
    lost_and_found(line)
    message = line.message(line.p1)
    line.reach(message)
    if answered:
        line.take(line.p1, line.answer(message))
    line.restore(line.p1, backup)
    line.now_ms += 60_000
    for _ in range(2):
        line.exchange(line.p1)
        line.exchange(line.p2)
    refused = line.decide(line.p1, 2, posts=True)
    assert refused.code == "GRANTS_NOT_SHOWN"
    assert "give it up and admit it again" in str(refused.refused)
    assert give_up(line, "p1").accepted
    admitted = sharing.AdmitProperty(
        **line.ids(line.hub),  # type: ignore[arg-type]
        hub="hub",
        property="p1",
        key=line.p1.public_key,
        tables=4,
        seats=made.SEATS,
        rounds_an_hour=made.ROUNDS_AN_HOUR,
        jackpots=("wide",),
        badges=TWO,
    )
    line.accepted(line.hub, admitted)
    found = properties_of(line.hub.state).get("p2")
    assert found is not None
    assert found.fork is not None
    assert line.decide(line.p2, found.fork.statement.number, posts=True).accepted
    assert line.join(line.p2).accepted
    for node in (line.p1, line.p2, line.p1, line.p2):
        line.exchange(node)
    assert line.start(line.p1, 2).accepted
    assert line.start(line.p2, 2).accepted
    line.need_sound()
    assert line.proven().differences == ()
