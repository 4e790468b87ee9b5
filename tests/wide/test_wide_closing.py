"""A shared jackpot that is closed at its hub: no property takes wagers on it, and it is not out of
play before each of them has stated all that it collected (docs/wide.md)."""

from __future__ import annotations

import pytest

from pitboss.engine import Reply
from pitboss.floor.facts import bank, changes, engines, papers
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.jackpots import OpenJackpot, ResumeJackpot, SuspendJackpot
from pitboss.floor.facts.values import Change, LevelSetting, Retire, SetTerms
from pitboss.floor.state.floor import changed
from pitboss.floor.view.attention import list_attention
from pitboss.journal.codec import command_of, events_of
from pitboss.money import Ppm
from pitboss.refusal import Refusal
from pitboss.rules.cited_law import CitedNumber, CitedText
from pitboss.wide.decide.closing import players_of
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.postings import owed_to
from pitboss.wide.reconcile import reconcile
from pitboss.wide.state import properties_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.follow_wide import WideAuditor
from wide.line import Line

SEED = 1_000_000_000_000  # $10,000.00
RETIRED = Retire(jackpot="wide", into="next", pairs=(("main", "main"),), seed_to_house=False)


def spoken() -> Line:
    """A hub and two properties that have spoken; the hub has another jackpot, which takes none."""
    played = Line()
    for node in (played.p1, played.p2):
        played.exchange(node)
    terms = played.hub.state.jackpot("wide").terms
    accept(played, OpenJackpot, jackpot="next", terms=terms, badges=("sam", "eve"))
    accept(played, SuspendJackpot, jackpot="next", badge="sam", reason="not yet")
    return played


@pytest.fixture
def line() -> Line:
    return spoken()


def ask(line: Line, kind: type[Command], **content: object) -> Reply:
    """What the hub says to a command."""
    return line.hub.ask(kind(**line.ids(line.hub), **content))[0]  # type: ignore[arg-type]


def accept(line: Line, kind: type[Command], **content: object) -> None:
    reply = ask(line, kind, **content)
    assert reply.accepted, reply


def approved(line: Line, what: Change) -> str:
    """A change at the hub that two people want."""
    reply = ask(line, changes.RequestChange, what=what, badge="sam", reason="the end of the season")
    assert reply.accepted, reply
    name: str = reply.events[0].change  # type: ignore[attr-defined]
    accept(line, changes.ApproveChange, change=name, badge="ann")
    return name


def suspend(line: Line) -> None:
    accept(line, SuspendJackpot, jackpot="wide", badge="sam", reason="the end of the season")


def admit_p1(line: Line, *jackpots: str) -> Reply:
    return ask(
        line,
        sharing.AdmitProperty,
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
    assert [each.under_way for each in found.levels] == [0] * len(found.levels)


def told_of_hub(line: Line) -> list[tuple[str, str]]:
    """What the first page of the first property's office says of its hub."""
    found = list_attention(line.p1.state, line.now_ms)
    return [(each.what, each.jackpot) for each in found if each.address == "/office/wide"]


def test_a_jackpot_that_is_suspended_at_the_hub_takes_no_wagers_at_properties(line: Line) -> None:
    suspend(line)
    line.exchange(line.p1)
    refused = line.start(line.p1, 6)
    assert (refused.code, refused.accepted) == ("JACKPOT_SUSPENDED", False)
    assert "the hub has closed this jackpot" in str(refused.refused)
    assert told_of_hub(line) == [("hub_closed", "wide")]
    assert line.start(line.p1, 6, wide=False).accepted, "its own jackpot plays on"
    line.end(line.p1)
    accept(line, ResumeJackpot, jackpot="wide", badge="sam", reason="mended")
    line.exchange(line.p1)
    assert line.start(line.p1, 6).accepted
    assert told_of_hub(line) == []


def test_a_hub_whose_account_is_short_lets_nobody_play_until_the_money_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a property stated as closed meanwhile does not count once it was open again."""
    monkeypatch.setattr(made, "LAW", changed(made.LAW, bank_shortfall=CitedText("stop", "a rule")))
    line = Line()
    line.deposit(line.p1, 2_000_000)
    line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    line.end(line.p1)
    look = bank.CheckBank(**line.ids(line.hub))  # type: ignore[arg-type]
    assert line.hub.ask(look)[0].events[0].kind == "bank-fell-short"
    line.exchange(line.p1)
    refused = line.start(line.p1, 6)
    assert refused.code == "JACKPOT_SUSPENDED"
    assert "the hub's account is short" in str(refused.refused)
    assert told_of_hub(line) == [("hub_short", "")]
    assert line.start(line.p1, 6, wide=False).accepted, "its own jackpot plays on"
    line.end(line.p1)
    line.exchange(line.p1)
    assert properties_of(line.hub.state)["p1"].closed == ("wide",)
    line.deposit(line.hub, 2_000_000)
    line.exchange(line.p1)
    assert line.start(line.p1, 6).accepted
    suspend(line)
    assert "p1" in players_of(line.hub.state, "wide"), "it has not stated what it took since"


def test_a_jackpot_is_not_retired_before_each_property_has_stated_that_it_is_done(
    line: Line,
) -> None:
    line.play(line.p1, 6)  # not stated yet
    change = approved(line, RETIRED)
    assert ask(line, changes.ApplyChange, change=change, badge="sam").code != ""
    suspend(line)
    refused = ask(line, changes.ApplyChange, change=change, badge="sam")
    assert refused.code == "PROPERTY_PLAYS"
    assert "p1, p2" in str(refused.refused)
    line.exchange(line.p1)  # what it collected; and it hears
    line.exchange(line.p1)  # that it is done
    assert "p2 may" in str(ask(line, changes.ApplyChange, change=change, badge="sam").refused)
    line.exchange(line.p2, times=2)
    accept(line, changes.ApplyChange, change=change, badge="sam")
    level = line.hub.state.jackpot("next").levels["main"].reading
    # Both seeds and six wagers at 18 and 2 cents: all of it is players' money there.
    assert level.meter_micros + level.reserve_micros == 2 * SEED + 120_000_000
    for node in (line.p1, line.p2):
        assert line.exchange(node).accepted
        assert wide_of(node.state).has_lease(line.now_ms), "its other jackpots play on"
        assert line.start(node, 6).code == "JACKPOT_SUSPENDED"
    need_reconciled(line)


def test_its_last_day_is_announced_before_anybody_waits_for_properties(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who learned of the ten days last would have stopped play everywhere for nothing."""
    monkeypatch.setattr(
        made, "LAW", changed(made.LAW, removal_notice_days=CitedNumber(10, made.RULE))
    )
    line = spoken()
    change = approved(line, RETIRED)
    assert ask(line, changes.ApplyChange, change=change, badge="sam").code == "NOT_ANNOUNCED"
    for node in (line.hub, line.p1):  # the signs are at the properties
        announced = papers.AnnounceRemoval(
            **line.ids(node),  # type: ignore[arg-type]
            jackpot="wide",
            last_day="2027-01-31",
            reason="the end of the season",
            badges=("sam", "ann"),
        )
        line.accepted(node, announced)
    assert ask(line, changes.ApplyChange, change=change, badge="sam").code == "NOT_ANNOUNCED"
    line.now_ms += 20 * 86_400_000
    assert ask(line, changes.ApplyChange, change=change, badge="sam").code == "PROPERTY_PLAYS"


def test_a_hit_of_a_round_that_was_locked_is_granted_before_the_jackpot_can_go(line: Line) -> None:
    assert line.start(line.p1, 6).accepted
    suspend(line)
    change = approved(line, RETIRED)
    for node in (line.p1, line.p1, line.p2, line.p2):
        line.exchange(node)
    assert "p1 may" in str(ask(line, changes.ApplyChange, change=change, badge="sam").refused)
    line.hit(line.p1)
    assert ask(line, changes.ApplyChange, change=change, badge="sam").code == "PROPERTY_PLAYS"
    line.exchange(line.p1)
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    line.exchange(line.p1)
    accept(line, changes.ApplyChange, change=change, badge="sam")
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
    assert "p1, p2" in str(ask(line, changes.ApplyChange, change=change, badge="sam").refused)


def test_a_property_that_is_not_admitted_any_more_states_what_it_had_collected(
    line: Line,
) -> None:
    line.play(line.p1, 6)
    assert line.start(line.p1, 6).accepted
    assert admit_p1(line).accepted
    line.exchange(line.p1)
    assert line.start(line.p1, 6, table="T2").code == "JACKPOT_SUSPENDED"
    assert line.micros(line.hub) == (SEED + 216_000_000, 24_000_000)
    line.win(line.p1)
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
    asked = ask(line, changes.RequestChange, what=other, badge="sam", reason="cheaper")
    assert asked.code == "JACKPOT_WIDE"


# ---- a hub that may have been restored, and a jackpot that is retired ----------------------------


def begin_engine(line: Line) -> None:
    """An engine begins at the hub, as after every start."""
    accept(
        line,
        engines.BeginEngine,
        epoch=line.hub.state.epoch + 1,
        engine="hub-1",
        address="",
        version="1",
        code_sha256="0" * 64,
    )


def give_up_p2(line: Line) -> None:
    accept(
        line,
        lost_rows.GiveUpProperty,
        property="p2",
        reason="closed for good",
        badges=("sam", "eve"),
    )


def test_a_hub_retires_nothing_before_each_property_has_spoken_since_its_engine_began(
    line: Line,
) -> None:
    suspend(line)
    for node in (line.p1, line.p1, line.p2, line.p2):
        line.exchange(node)
    change = approved(line, RETIRED)
    begin_engine(line)
    refused = ask(line, changes.ApplyChange, change=change, badge="sam")
    assert refused.code == "PROPERTY_UNHEARD"
    assert "p1, p2 has" in str(refused.refused)
    line.exchange(line.p1)  # hears of a row of this engine
    assert "p1, p2 has" in str(ask(line, changes.ApplyChange, change=change, badge="sam").refused)
    rows = len(line.hub.store.rows)
    line.exchange(line.p1)  # and says so
    assert len(line.hub.store.rows) == rows + 1
    line.exchange(line.p1)
    assert len(line.hub.store.rows) == rows + 1, "once"
    assert "wide: p2 has" in str(ask(line, changes.ApplyChange, change=change, badge="sam").refused)
    line.exchange(line.p2, times=2)
    accept(line, changes.ApplyChange, change=change, badge="sam")
    need_reconciled(line)


def test_a_restored_hub_that_forgot_that_a_jackpot_was_open_again_does_not_retire_it(
    line: Line,
) -> None:
    suspend(line)
    for node in (line.p1, line.p1, line.p2, line.p2):
        line.exchange(node)
    change = approved(line, RETIRED)
    backup = line.kept(line.hub)
    accept(line, ResumeJackpot, jackpot="wide", badge="sam", reason="one more week")
    line.exchange(line.p1)
    line.play(line.p1, 6)
    line.restore(line.hub, backup)
    begin_engine(line)
    line.exchange(line.p2, times=2)
    assert "wide: p1 has" in str(ask(line, changes.ApplyChange, change=change, badge="sam").refused)
    line.exchange(line.p1)  # knows of a row that is lost
    assert ask(line, changes.ApplyChange, change=change, badge="sam").code == "PROPERTY_UNHEARD"


def test_a_jackpot_is_retired_without_a_property_that_two_people_have_given_up(line: Line) -> None:
    suspend(line)
    line.exchange(line.p1, times=2)
    change = approved(line, RETIRED)
    begin_engine(line)
    line.exchange(line.p1, times=2)
    assert "wide: p2 has" in str(ask(line, changes.ApplyChange, change=change, badge="sam").refused)
    give_up_p2(line)
    accept(line, changes.ApplyChange, change=change, badge="sam")
    need_reconciled(line)


def test_a_property_that_was_given_up_is_back_with_all_it_collected_once_it_is_admitted(
    line: Line,
) -> None:
    line.play(line.p1, 6)
    accept(
        line,
        lost_rows.GiveUpProperty,
        property="p1",
        reason="no line for weeks",
        badges=("sam", "eve"),
    )
    rows = len(line.hub.store.rows)
    with pytest.raises(Refusal, match="PROPERTY_GIVEN_UP"):
        line.reach(line.message(line.p1))
    assert len(line.hub.store.rows) == rows, "told over the line, and not by a row each time"
    assert admit_p1(line, "wide").accepted
    line.exchange(line.p1)
    assert line.micros(line.hub) == (SEED + 108_000_000, 12_000_000)
    need_reconciled(line)


@pytest.mark.parametrize("is_void", [True, False])
def test_a_round_of_a_backup_is_voided_though_its_jackpot_is_retired_meanwhile(
    line: Line, *, is_void: bool
) -> None:
    assert line.start(line.p1, 6).accepted
    line.exchange(line.p1)  # stated with the round
    backup = line.kept(line.p1)
    if is_void:
        line.accepted(line.p1, made.void(line.p1.new_id(), line.now_ms, "T1"))
    else:
        line.end(line.p1)
    suspend(line)
    change = approved(line, RETIRED)
    for node in (line.p1, line.p1, line.p2, line.p2):
        line.exchange(node)
    accept(line, changes.ApplyChange, change=change, badge="sam")
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=2)
    found = properties_of(line.hub.state).get("p1")
    assert found is not None
    assert found.fork is not None
    number = found.fork.statement.number
    assert line.decide(line.p1, number, posts=False).accepted
    line.exchange(line.p1)
    line.accepted(line.p1, made.void(line.p1.new_id(), line.now_ms, "T1"))
    for _ in range(2):
        assert line.exchange(line.p1).accepted
    level = line.hub.state.jackpot("next").levels["main"].reading
    # Both seeds; what the round gave was players' money there, and is theirs again.
    assert level.meter_micros + level.reserve_micros == 2 * SEED
    assert owed_to(line.p1.state, "hub") == owed_to(line.hub.state, "p1") == 0
    assert line.hub.state.balance("house") == -2 * SEED
    need_reconciled(line)
    auditor = WideAuditor(made.BOOK)
    for row in line.hub.store.rows:
        auditor.follow(command_of(row.asked), events_of(row.events))
    assert auditor.meters["next", "main"] == [2 * SEED, 0, 0]


def test_a_hit_on_a_jackpot_that_is_retired_is_granted_from_the_one_that_has_its_money(
    line: Line,
) -> None:
    assert line.start(line.p1, 6).accepted
    line.exchange(line.p1)
    backup = line.kept(line.p1)
    line.end(line.p1)
    suspend(line)
    change = approved(line, RETIRED)
    for node in (line.p1, line.p1, line.p2, line.p2):
        line.exchange(node)
    accept(line, changes.ApplyChange, change=change, badge="sam")
    line.restore(line.p1, backup)
    line.hit(line.p1)
    line.exchange(line.p1, times=2)
    found = properties_of(line.hub.state).get("p1")
    assert found is not None
    assert found.fork is not None
    assert line.decide(line.p1, found.fork.statement.number, posts=False).accepted
    line.exchange(line.p1)
    # Both seeds, and six wagers at 18 cents.
    assert list(line.owed_cents(line.p1).values()) == [2_000_108]
    line.exchange(line.p1)
    need_reconciled(line)
