"""Properties and their hub: what is posted, granted and recorded, by hand-written amounts.

A wager of $1.00 gives 18 % to the meter and 2 % to the reserve: 18,000,000 and 2,000,000 micros.
The hub's meter begins at $10,000.00, which is 1,000,000,000,000 micros."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts import awards, changes, jackpots, payments
from pitboss.floor.view.board import jackpot_board
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.catalog import profile
from pitboss.wide.facts.sharing import JoinHub
from pitboss.wide.state import claims_of, grants_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.wide_node import Node
from wide.line import TWO, Line

SEED = 1_000_000_000_000


@pytest.fixture
def line() -> Line:
    """A whole line over which both properties have spoken once."""
    made_line = Line()
    for node in (made_line.p1, made_line.p2):
        assert made_line.talk(node).accepted
    return made_line


def test_a_hub_posts_the_difference_between_statements(line: Line) -> None:
    line.play(line.p1, 6)
    line.talk(line.p1)
    assert line.micros(line.hub) == (SEED + 108_000_000, 12_000_000)
    line.play(line.p1, 1)
    line.talk(line.p1)
    assert line.micros(line.hub) == (SEED + 126_000_000, 14_000_000)
    assert line.hub.state.balance("property:p1") == -140_000_000
    line.need_sound()


def test_a_void_is_taken_back_to_the_micro(line: Line) -> None:
    assert line.start(line.p1, 6).accepted
    line.talk(line.p1)
    line.accepted(line.p1, made.void(line.p1.new_id(), line.now_ms, "T1"))
    line.talk(line.p1)
    assert line.micros(line.p1) == (0, 0)
    assert line.micros(line.hub) == (SEED, 0)
    assert line.hub.state.balance("property:p1") == 0
    line.need_sound()


def test_a_void_at_a_full_meter_comes_off_what_went_over_it() -> None:
    """The meter is full after $1.50. A round of six wagers brings $1.08, voided like one that had
    never been; what comes off beyond the overflow comes off the meter."""
    line = Line(made.SharedTerms(maximum_cents=Cents(1_000_150)))
    line.talk(line.p1)
    line.play(line.p1, 6)
    assert line.start(line.p1, 6).accepted
    line.talk(line.p1)
    full = SEED + 150_000_000
    assert line.readings(line.hub) == (full, 24_000_000, 66_000_000)
    assert line.start(line.p1, 6, table="T2").accepted
    line.talk(line.p1)
    assert line.readings(line.hub) == (full, 36_000_000, 174_000_000)
    line.accepted(line.p1, made.void(line.p1.new_id(), line.now_ms, "T2"))
    line.talk(line.p1)
    assert line.readings(line.hub) == (full, 24_000_000, 66_000_000)
    line.accepted(line.p1, made.void(line.p1.new_id(), line.now_ms, "T1"))
    line.talk(line.p1)
    assert line.readings(line.hub) == (SEED + 108_000_000, 12_000_000, 0)
    line.need_sound()


def test_a_repeated_statement_changes_nothing(line: Line) -> None:
    line.play(line.p1, 6)
    line.state(line.p1)
    message = line.message(line.p1)
    assert line.reach(message) is not None
    seq = line.hub.state.seq
    assert line.reach(message) is None
    line.play(line.p1, 1)
    line.talk(line.p1)
    line.talk(line.p1)
    after = line.micros(line.hub)
    assert line.reach(message) is None, "late, behind a newer one"
    assert line.micros(line.hub) == after == (SEED + 126_000_000, 14_000_000)
    assert line.hub.state.seq == seq + 1


def test_a_hit_is_pending_until_its_grant_is_a_row(line: Line) -> None:
    line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    (claim,) = [claim for _, claim in claims_of(line.p1.state).items()]
    assert claim.awards == ()
    assert line.owed_cents(line.p1) == {}
    assert line.talk(line.p1).accepted
    # The wagers of the round itself are stated first: $10,000.00 and 6 x $0.18.
    assert line.owed_cents(line.p1) == {f"{claim.claim}.1": 1_000_108}
    # It restarts at its seed with the reserve of 6 x $0.02.
    assert line.micros(line.hub) == (SEED + 12_000_000, 0)
    assert line.hub.state.balance("property:p1") == 1_000_108_000_000 - 120_000_000
    assert line.p1.state.balance("hub:wide:main") == -1_000_108_000_000
    assert line.p1.state.balance("meter:wide:main") == 108_000_000
    line.need_sound()


def test_of_two_hits_the_first_row_of_the_hub_gets_the_meter(line: Line) -> None:
    line.now_ms += 1
    for node in (line.p1, line.p2):
        assert line.start(node, 1).accepted
        line.hit(node)
    second, first = line.message(line.p1), line.message(line.p2)
    line.reach(first)
    line.reach(second)
    line.now_ms += 50
    assert line.take(line.p2, line.answer(first)).accepted
    assert line.take(line.p1, line.answer(second)).accepted
    assert list(line.owed_cents(line.p2).values()) == [1_000_018]
    # The seed, the reserve of the first ($0.02) and $0.18 of the second's own wager.
    assert list(line.owed_cents(line.p1).values()) == [1_000_020]
    line.need_sound()


def test_a_claim_that_comes_again_is_granted_once(line: Line) -> None:
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    message = line.message(line.p1)
    line.reach(message)
    lost = line.answer(message)
    line.hub.stop()
    line.p1.stop()
    line.now_ms += 60_000
    again = line.message(line.p1)
    assert line.reach(again) is None
    assert line.take(line.p1, line.answer(again)).accepted
    assert line.take(line.p1, lost).code == "ANSWER_OLD"
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    assert len(dict(grants_of(line.hub.state).items())) == 1
    line.need_sound()


def test_a_late_question_hears_of_the_claim_that_was_granted_since(line: Line) -> None:
    """The hub has the next statement, whose answer is lost, when an earlier question arrives."""
    line.now_ms += 1
    quick = line.message(line.p1)
    line.now_ms += 1
    late = line.message(line.p1)
    assert line.take(line.p1, line.answer(quick)).accepted
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.reach(line.message(line.p1))
    assert line.take(line.p1, line.answer(late)).accepted
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    line.need_sound()


def test_a_void_after_the_jackpot_was_won_comes_off_the_restart(line: Line) -> None:
    assert line.start(line.p2, 6).accepted
    line.talk(line.p2)
    assert line.start(line.p1, 1).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    before = line.micros(line.hub)
    line.accepted(line.p2, made.void(line.p2.new_id(), line.now_ms, "T1"))
    line.talk(line.p2)
    meter, reserve = before
    # The reserve that the void takes back is in the restarted meter, and comes out of it.
    assert reserve == 0
    assert line.micros(line.hub) == (meter - 108_000_000 - 12_000_000, 0)
    assert line.hub.state.balance("property:p2") == 0
    line.need_sound()


def test_wide_wagers_need_a_lease_and_local_ones_do_not(line: Line) -> None:
    line.now_ms += 30_000
    refused = line.start(line.p1, 6)
    assert refused.code == "LEASE_LOST"
    assert line.start(line.p1, 6, wide=False).accepted
    line.end(line.p1)
    line.talk(line.p1)
    line.now_ms += 29_999
    assert line.start(line.p1, 6).accepted


def test_a_lease_counts_from_the_question_and_ends_with_a_clock_set_back(line: Line) -> None:
    line.state(line.p1)
    message = line.message(line.p1)
    line.reach(message)
    answer = line.answer(message)
    line.now_ms += 29_000
    assert line.take(line.p1, answer).accepted
    wide = wide_of(line.p1.state)
    assert wide.has_lease(line.now_ms)
    assert not wide.has_lease(line.now_ms + 1_000)
    assert not wide.has_lease(message.asked_ms - 1)


def test_questions_that_overtake_each_other_are_no_fork(line: Line) -> None:
    line.now_ms += 1
    slow = line.message(line.p1)
    line.now_ms += 1
    quick = line.message(line.p1)
    late = line.answer(quick)  # answered first, and long under way
    line.talk(line.p2)
    assert line.take(line.p1, line.answer(slow)).accepted
    assert line.take(line.p1, late).code == "ANSWER_OLD"


def test_a_granted_award_is_final_at_the_property(line: Line) -> None:
    assert line.start(line.p1, 6).accepted
    line.accepted(line.p1, *made.hit(line.p1.new_id, line.now_ms, "T1", "four_aces")[:2])
    void = made.void(line.p1.new_id(), line.now_ms, "T1")
    assert line.p1.ask(void)[0].code == "JACKPOT_WIDE"
    line.end(line.p1)
    line.talk(line.p1)
    (award,) = line.owed_cents(line.p1)
    ids = line.ids
    asked = [
        awards.BackOutAward(**ids(line.p1), award=award, reason="x", badges=TWO),  # type: ignore[arg-type]
        payments.CancelPrize(**ids(line.p1), award=award, reason="x", evidence="y", badges=TWO),  # type: ignore[arg-type]
        jackpots.AdjustMeter(
            **ids(line.p1),  # type: ignore[arg-type]
            jackpot="wide",
            level="main",
            adjustment="faulty_display",
            cents=Cents(100),
            reason="x",
            badges=TWO,
        ),
    ]
    assert [reply.code for reply in line.p1.ask(*asked)] == ["JACKPOT_WIDE"] * 3


def test_washington_has_no_wide_jackpots() -> None:
    node = Node("p9", made.BOOK)
    ids = {"command_id": node.new_id(), "at_ms": made.BEGIN_MS}
    washington = profile("washington")
    site = changes.OpenSite(
        **ids,  # type: ignore[arg-type]
        name="room",
        currency="USD",
        time_zone="UTC",
        profile="washington",
        law=washington.law,
    )
    join = JoinHub(
        command_id=node.new_id(),
        at_ms=made.BEGIN_MS,
        hub="hub",
        property="p9",
        key="0" * 64,
        badges=("", ""),
    )
    assert [reply.code for reply in node.ask(site, join)] == ["", "WIDE_NOT_ALLOWED"]


def test_an_unknown_property_and_a_wrong_signature_are_refused_at_the_door(line: Line) -> None:
    line.state(line.p1)
    message = line.message(line.p1)
    forged = line.forged(line.p2, message, number=2)
    with pytest.raises(Refusal, match="SIGNATURE_WRONG"):
        line.reach(forged)
    with pytest.raises(Refusal, match="PROPERTY_UNKNOWN"):
        line.reach(line.forged(line.p1, message, property="p7"))


def test_a_board_shows_what_the_hub_confirmed_and_what_is_pending(line: Line) -> None:
    line.play(line.p2, 6)
    line.talk(line.p2)
    assert line.start(line.p1, 1).accepted
    asked_ms = line.now_ms = line.now_ms + 1
    assert line.take(line.p1, line.answer(line.message(line.p1))).accepted
    line.hit(line.p1)
    board = jackpot_board(line.p1.state, made.BOOK, "wide")
    levels: Any = board["levels"]
    # $10,000.00 and 6 x $0.18 of the other property; what was collected here is not yet there.
    assert levels[0]["meter_cents"] == 1_000_108
    assert board["wide"] == {
        "hub": "hub",
        "confirmed_ms": asked_ms,
        "open_until_ms": asked_ms + 30_000,
        "pending": [
            {
                "claim": next(iter(claims_of(line.p1.state))),
                "table": "T1",
                "round": 1,
                "seats": [1],
                "sensor": 2,
                "jackpot": "wide",
                "outcome": "four_aces",
                "hand": "Four Aces",
                "hand_long": "Four Aces",
                "level": "main",
                "level_name": "Main",
            }
        ],
    }
    assert "wide" not in jackpot_board(line.p1.state, made.BOOK, "local")
