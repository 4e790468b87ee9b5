"""A shared jackpot that is closed at its hub: no property takes wagers on it, and it is not out of
play before each of them has stated all that it collected (docs/wide.md)."""

from __future__ import annotations

import pytest

from pitboss.engine import Reply
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.changes import ApplyChange, ApproveChange, RequestChange
from pitboss.floor.facts.jackpots import OpenJackpot, ResumeJackpot, SuspendJackpot
from pitboss.floor.facts.values import Change, LevelSetting, Retire, SetTerms
from pitboss.floor.facts.wide import AdmitProperty
from pitboss.floor.ledger import owed_to
from pitboss.money import Ppm
from pitboss.wide.reconcile import reconcile
from wide.line import Line

SEED = 1_000_000_000_000  # $10,000.00
RETIRED = Retire(jackpot="wide", into="next", pairs=(("main", "main"),), seed_to_house=False)


@pytest.fixture
def line() -> Line:
    """A hub and two properties that have spoken; the hub has another jackpot, which takes none."""
    made = Line()
    for node in (made.p1, made.p2):
        made.exchange(node)
    terms = made.hub.state.jackpot("wide").terms
    accept(made, OpenJackpot, jackpot="next", terms=terms, badges=("sam", "eve"))
    accept(made, SuspendJackpot, jackpot="next", badge="sam", reason="not yet")
    return made


def ask(line: Line, kind: type[Command], **content: object) -> Reply:
    """What the hub says to a command."""
    return line.hub.ask(kind(**line.ids(line.hub), **content))[0]  # type: ignore[arg-type]


def accept(line: Line, kind: type[Command], **content: object) -> None:
    reply = ask(line, kind, **content)
    assert reply.accepted, reply


def approved(line: Line, what: Change) -> str:
    """A change at the hub that two people want."""
    reply = ask(line, RequestChange, what=what, badge="sam", reason="the end of the season")
    assert reply.accepted, reply
    name: str = reply.events[0].change  # type: ignore[attr-defined]
    accept(line, ApproveChange, change=name, badge="ann")
    return name


def suspend(line: Line) -> None:
    accept(line, SuspendJackpot, jackpot="wide", badge="sam", reason="the end of the season")


def admit_p1(line: Line, *jackpots: str) -> Reply:
    return ask(
        line,
        AdmitProperty,
        hub="hub",
        property="p1",
        key=line.p1.public_key,
        tables=4,
        seats=6,
        rounds_an_hour=240,
        jackpots=jackpots,
        badges=("sam", "eve"),
    )


def need_reconciled(line: Line) -> None:
    line.need_sound()
    exports = [(node.name, node.store.rows) for node in (line.p1, line.p2, line.hub)]
    found = reconcile(exports)
    assert found.differences == ()
    assert [under_way for *_, under_way, _ in found.levels] == [0] * len(found.levels)


def test_a_jackpot_that_is_suspended_at_the_hub_takes_no_wagers_at_properties(line: Line) -> None:
    suspend(line)
    line.exchange(line.p1)
    refused = line.start(line.p1, 6)
    assert (refused.code, refused.accepted) == ("JACKPOT_SUSPENDED", False)
    assert line.start(line.p1, 6, wide=False).accepted, "its own jackpot plays on"
    line.end(line.p1)
    accept(line, ResumeJackpot, jackpot="wide", badge="sam", reason="mended")
    line.exchange(line.p1)
    assert line.start(line.p1, 6).accepted


def test_a_jackpot_is_not_retired_before_each_property_has_stated_that_it_is_done(
    line: Line,
) -> None:
    line.play(line.p1, 6)  # not stated yet
    change = approved(line, RETIRED)
    assert ask(line, ApplyChange, change=change, badge="sam").code != ""
    suspend(line)
    refused = ask(line, ApplyChange, change=change, badge="sam")
    assert refused.code == "PROPERTY_PLAYS"
    assert "p1, p2" in refused.reason
    line.exchange(line.p1)  # what it collected; and it hears
    line.exchange(line.p1)  # that it is done
    assert "p2 may" in ask(line, ApplyChange, change=change, badge="sam").reason
    for _ in range(2):
        line.exchange(line.p2)
    accept(line, ApplyChange, change=change, badge="sam")
    level = line.hub.state.jackpot("next").levels["main"].reading
    # Both seeds and six wagers at 18 and 2 cents: all of it is players' money there.
    assert level.meter_micros + level.reserve_micros == 2 * SEED + 120_000_000
    for node in (line.p1, line.p2):
        assert line.exchange(node).accepted
        assert node.state.wide.has_lease(line.now_ms), "its other jackpots play on"
        assert line.start(node, 6).code == "JACKPOT_SUSPENDED"
    need_reconciled(line)


def test_a_hit_of_a_round_that_was_locked_is_granted_before_the_jackpot_can_go(line: Line) -> None:
    assert line.start(line.p1, 6).accepted
    suspend(line)
    change = approved(line, RETIRED)
    for node in (line.p1, line.p1, line.p2, line.p2):
        line.exchange(node)
    assert "p1 may" in ask(line, ApplyChange, change=change, badge="sam").reason
    line.hit(line.p1)
    assert ask(line, ApplyChange, change=change, badge="sam").code == "PROPERTY_PLAYS"
    line.exchange(line.p1)
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    line.exchange(line.p1)
    accept(line, ApplyChange, change=change, badge="sam")
    need_reconciled(line)


def test_what_was_stated_before_a_jackpot_was_open_again_does_not_count(line: Line) -> None:
    suspend(line)
    change = approved(line, RETIRED)
    for node in (line.p1, line.p1, line.p2, line.p2):
        line.exchange(node)
    accept(line, ResumeJackpot, jackpot="wide", badge="sam", reason="one more week")
    line.exchange(line.p1)
    line.play(line.p1, 6)
    suspend(line)
    assert "p1, p2" in ask(line, ApplyChange, change=change, badge="sam").reason


def test_a_property_that_is_not_admitted_any_more_states_what_it_had_collected(
    line: Line,
) -> None:
    line.play(line.p1, 6)
    assert line.start(line.p1, 6).accepted
    assert admit_p1(line).accepted
    line.exchange(line.p1)
    assert line.start(line.p1, 6, table="T2").code == "JACKPOT_SUSPENDED"
    assert line.micros(line.hub) == (SEED + 216_000_000, 24_000_000)
    line.hit(line.p1)
    line.exchange(line.p1)
    assert list(line.owed_cents(line.p1).values()) == [1_000_216]
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    assert line.exchange(line.p1).accepted
    assert admit_p1(line, "wide").accepted
    line.exchange(line.p1)
    assert line.start(line.p1, 6).accepted
    need_sound_after_end(line)


def need_sound_after_end(line: Line) -> None:
    line.end(line.p1)
    line.exchange(line.p1)
    line.exchange(line.p1)
    need_reconciled(line)


def test_rates_of_a_jackpot_that_properties_collect_for_are_not_changed(line: Line) -> None:
    (level,) = line.hub.state.jackpot("wide").terms.levels
    half = LevelSetting("main", level.seed_cents, Ppm(90_000), Ppm(10_000))
    other = SetTerms(
        jackpot="wide",
        levels=(half,),
        executive_above_cents=None,
        house_prizes=(),
        lock_at_mark=None,
        fixed_from=None,
        split_among=None,
        dealer_records_up_to_cents=None,
    )
    asked = ask(line, RequestChange, what=other, badge="sam", reason="cheaper")
    assert asked.code == "JACKPOT_WIDE"
