"""Journals of properties and of their hub, proven against each other from their exports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.reconcile_commands import NOT_SETTLED, commands, reconciled_page, verdict
from pitboss.journal import EMPTY, Row
from pitboss.journal.chain import chain_row
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.reconcile import Reconciled, reconcile
from pitboss.wide.state import wide_of
from proof.sim.wide import WideSettings, WideSimulation
from wide.line import TWO, Line, said
from wide.test_undecided import both_found, decided

NOT_JOINED = (
    "p2: the hub was restored, and this property hasn't rejoined it. Two people there do that in "
    "the office"
)


@pytest.fixture
def line() -> Line:
    """Two properties with a round each, a hit at the first, and wagers under way at the second."""
    found = Line()
    for node in (found.p1, found.p2):
        found.talk(node)
        found.play(node, 6)
    assert found.start(found.p1, 1).accepted
    found.hit(found.p1)
    for node in (found.p1, found.p2):
        found.talk(node)
    found.play(found.p2, 1)
    return found


def exports(line: Line) -> list[tuple[str, list[Row]]]:
    return [(node.name, node.store.rows) for node in (line.p1, line.p2, line.hub)]


def test_sound_journals_agree_and_tell_what_is_under_way(line: Line) -> None:
    found = reconcile(exports(line))
    assert found.differences == ()
    assert found.levels == (
        ("p1", "wide", "main", 140_000_000, 140_000_000, 0, 0, 0, 0),
        ("p2", "wide", "main", 140_000_000, 120_000_000, 20_000_000, 0, 0, 0),
    )
    assert (found.claims, found.granted, found.recorded) == (1, 1, 1)


def rewritten(rows: list[Row], kind: str, old: str, new: str) -> list[Row]:
    """A journal of which one row was forged, with every hash put right."""
    made: list[Row] = []
    before = EMPTY.hash
    for row in rows:
        events = row.events
        if f'"kind":"{kind}"' in events:
            assert old in events
            events = events.replace(old, new)
        made.append(chain_row(before, row.seq, row.at_ms, row.command_id, row.asked, events))
        before = made[-1].hash
    return made


def test_a_forged_amount_is_found(line: Line) -> None:
    p1, p2, hub = exports(line)
    forged = rewritten(p1[1], "wide-award-recorded", '"meter_cents":1000', '"meter_cents":2000')
    found = reconcile([("p1", forged), p2, hub])
    assert any("is recorded at" in each.reason for each in found.differences)


def test_rows_that_were_rewritten_at_a_property_are_found_by_the_hubs_copy(line: Line) -> None:
    p1, p2, hub = exports(line)
    forged = rewritten(p2[1], "round-started", '"badge":"dealer-T1"', '"badge":"dealer-T2"')
    found = reconcile([p1, ("p2", forged), hub])
    assert any("which isn't one of its rows" in each.reason for each in found.differences)


def test_rows_that_were_rewritten_at_the_hub_are_found_by_the_properties_copy(line: Line) -> None:
    p1, p2, hub = exports(line)
    forged = rewritten(hub[1], "property-admitted", '"tables":4', '"tables":5')
    found = reconcile([p1, p2, ("hub", forged)])
    assert any("which the hub doesn't have" in each.reason for each in found.differences)


def test_a_property_that_was_not_given_is_named(line: Line) -> None:
    p1, p2, hub = exports(line)
    found = reconcile([p1, hub])
    assert said(found.differences) == ("p2: the hub posted for it, but its export wasn't given",)
    assert said(reconcile([p2, hub]).differences) == (
        "p1: the hub posted for it, but its export wasn't given",
    )


def test_a_property_that_has_never_stated_need_not_be_given() -> None:
    line = Line()
    line.talk(line.p1)
    found = reconcile([("p1", line.p1.store.rows), ("hub", line.hub.store.rows)])
    assert found.differences == ()


def test_a_property_that_was_given_twice_counts_once(line: Line) -> None:
    p1, p2, hub = exports(line)
    found = reconcile([p1, p2, ("again.jsonl", p1[1]), hub])
    assert said(found.differences) == ("p1: given twice; again.jsonl isn't counted",)
    assert (found.claims, found.recorded) == (1, 1)
    assert [each[0] for each in found.levels] == ["p1", "p2"]


def test_a_property_of_another_hub_is_named(line: Line) -> None:
    p1, p2, hub = exports(line)
    stranger = rewritten(p2[1], "hub-joined", '"property":"p2"', '"property":"p9"')
    found = reconcile([p1, p2, ("p9", stranger), hub])
    assert "p9: it was given, but this hub hasn't admitted it" in said(found.differences)


def test_a_claim_whose_statement_was_posted_without_a_grant_is_named() -> None:
    """The property has not heard of it yet: nothing there says that it was granted."""
    line = Line()
    for node in (line.p1, line.p2):
        line.talk(node)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.reach(line.message(line.p1))
    p1, p2, hub = exports(line)
    assert reconcile([p1, p2, hub]).differences == ()
    *rows, last = hub[1]
    kept = [each for each in json.loads(last.events) if each["kind"] != "claim-granted"]
    assert len(kept) == 1
    text = json.dumps(kept, separators=(",", ":"))
    forged = chain_row(rows[-1].hash, last.seq, last.at_ms, last.command_id, last.asked, text)
    found = reconcile([p1, p2, ("hub", [*rows, forged])])
    (claim,) = next(iter(wide_of(line.p1.state).waiting)).claims
    assert said(found.differences) == (
        f"p1: the hub posted statement {wide_of(line.p1.state).number}, but not what {claim} gets",
    )


def test_a_fork_that_two_people_decided_is_counted(line: Line) -> None:
    line.talk(line.p2)
    backup = line.kept(line.p2)
    line.play(line.p2, 1)
    line.talk(line.p2)
    line.restore(line.p2, backup)
    line.now_ms += 3_600_000
    line.exchange(line.p2, times=2)
    assert line.decide(line.p2, posts=False).accepted
    line.talk(line.p2)
    found = reconcile(exports(line))
    assert found.differences == ()
    assert found.unsettled == ()
    assert found.levels[1] == ("p2", "wide", "main", 140_000_000, 160_000_000, 0, 20_000_000, 0, 0)


def forked(line: Line, *, wins: bool) -> int:
    """The second property goes on from a backup, without a round and its hit, and says so; its
    statement that two people have to decide about."""
    line.talk(line.p2)
    backup = line.kept(line.p2)
    assert line.start(line.p2, 1).accepted
    if wins:
        line.hit(line.p2)
    else:
        line.end(line.p2)
    line.talk(line.p2)
    line.restore(line.p2, backup)
    line.exchange(line.p2, times=2)
    return line.forked_number(line.p2)


def need_sums(found: Reconciled) -> None:
    """Every row of the table adds up."""
    for each in found.levels:
        had = each.collected + each.rests + each.unlearned + each.undecided
        assert had == each.posted + each.under_way


def test_a_decision_that_a_property_has_not_taken_yet_is_named_with_its_dollars(line: Line) -> None:
    number = forked(line, wins=False)
    assert line.decide(line.p2, number, posts=False).accepted
    found = reconcile(exports(line))
    assert found.differences == ()
    assert said(found.unsettled) == (
        "p2: wide main: $0.20 from rows it lost stay on the hub's meter, as decided "
        f"for its statement {number}. It hasn't received that decision yet",
    )
    assert found.levels[1] == ("p2", "wide", "main", 140_000_000, 160_000_000, 0, 0, 20_000_000, 0)
    need_sums(found)
    assert verdict(found) == NOT_SETTLED
    assert "RECONCILED" not in "\n".join(reconciled_page(found))
    line.exchange(line.p2)
    settled = reconcile(exports(line))
    need_sums(settled)
    assert (settled.unsettled, verdict(settled)) == ((), 0)


def test_a_fork_that_nobody_has_decided_about_is_not_settled(line: Line) -> None:
    """The hub goes on from a backup: what it has lost is under way once more."""
    line.talk(line.p2)
    backup = line.kept(line.hub)
    line.play(line.p2, 1)
    line.talk(line.p2)
    line.restore(line.hub, backup)
    line.exchange(line.p2)
    found = reconcile(exports(line))
    need_sums(found)
    assert found.differences == ()
    number = line.forked_number(line.p2)
    told = f"p2: statement {number} shows a fork, and nobody has decided it ("
    assert [each.startswith(told) for each in said(found.unsettled)] == [True, False]
    assert found.unsettled[1].reason == NOT_JOINED
    assert (
        reconciled_page(found)[-1] == "NOT SETTLED YET: everything matches except the items above"
    )
    assert verdict(found) == NOT_SETTLED


def test_what_a_restored_property_has_lost_is_not_settled_and_nothing_beside_it(line: Line) -> None:
    number = forked(line, wins=True)
    found = reconcile(exports(line))
    need_sums(found)
    assert found.differences == ()
    assert [each.partition(" (")[0] for each in said(found.unsettled[:1])] == [
        f"p2: statement {number} shows a fork, and nobody has decided it"
    ]
    assert (
        "After its fork is decided, two people there must take it over" in found.unsettled[1].reason
    )
    assert (len(found.unsettled), verdict(found)) == (2, NOT_SETTLED)
    lost = ("p2", "wide", "main", 140_000_000, 160_000_000, 0, 0, 0, 20_000_000)
    assert found.levels[1] == lost
    p1, p2, hub = exports(line)
    forged = rewritten(p2[1], "round-started", '"badge":"dealer-T1"', '"badge":"dealer-T2"')
    told = reconcile([p1, ("p2", forged), hub]).differences
    assert any("which isn't one of its rows" in each.reason for each in told), (
        "it has an answer to that one"
    )
    forged = rewritten(hub[1], "claim-granted", '"claim":"T1-', '"claim":"T9-')
    told = reconcile([p1, p2, ("hub", forged)]).differences
    assert any(each.startswith("p1: T9-") and "nobody claimed it" in each for each in said(told))


def test_what_a_property_stated_after_its_export_is_not_settled(line: Line) -> None:
    """Servers run while they are exported: the hub's export has what came in between."""
    p1, p2, _ = [(name, list(rows)) for name, rows in exports(line)]
    assert line.start(line.p2, 1).accepted
    line.hit(line.p2)
    line.talk(line.p2)
    found = reconcile([p1, p2, ("hub", line.hub.store.rows)])
    need_sums(found)
    assert found.differences == ()
    [told] = found.unsettled
    assert "but its export ends earlier" in told.reason
    assert verdict(found) == NOT_SETTLED
    assert verdict(reconcile(exports(line))) == 0
    forged = rewritten(p2[1], "round-started", '"badge":"dealer-T1"', '"badge":"dealer-T2"')
    assert reconcile([p1, ("p2", forged), ("hub", line.hub.store.rows)]).differences


@pytest.mark.parametrize("decides_first", [False, True])
def test_what_a_restored_hub_has_granted_and_lost_is_not_settled_and_nothing_beside_it(
    *, decides_first: bool
) -> None:
    line = Line()
    both_found(line)
    if decides_first:
        assert decided(line, line.p2) == ""
    found = reconcile(exports(line))
    need_sums(found)
    assert found.recorded > found.granted, "the hub has lost grants"
    assert (found.differences, verdict(found)) == ((), NOT_SETTLED)
    p1, p2, hub = exports(line)
    forged = rewritten(p1[1], "wide-award-recorded", '"meter_cents":1000', '"meter_cents":2000')
    told = reconcile([("p1", forged), p2, hub]).differences
    assert any("is recorded at $20,001.08" in each.reason for each in told)


def test_a_statement_that_is_held_or_was_refused_is_not_settled(line: Line) -> None:
    line.talk(line.p2)
    assert line.start(line.p2, 1).accepted
    line.hit(line.p2)
    line.exchange(line.p2, ahead_ms=-120_000)  # the hub's clock is two minutes behind
    number = wide_of(line.p2.state).number
    found = line.proven()
    (told,) = said(found.unsettled)
    assert told.startswith(f"p2: statement {number} (claims: 1) is held (its time is later")
    assert told.endswith("). Two people at the hub must release or refuse it")
    assert (found.differences, verdict(found)) == ((), NOT_SETTLED)
    kept = line.kept(line.hub)
    assert line.release(line.p2, number).accepted
    line.exchange(line.p2)
    assert verdict(line.proven()) == 0
    line.restore(line.hub, kept)
    refusal = sharing.RefuseStatement(
        **line.ids(line.hub),  # type: ignore[arg-type]
        property="p2",
        number=number,
        reason="no table can do that",
        badges=TWO,
    )
    line.accepted(line.hub, refusal)
    told = next(each for each in said(line.proven().unsettled) if "claims" in each)
    assert "two people at the hub refused statement" in told


def test_a_decision_that_waits_for_others_is_not_settled() -> None:
    line = Line()
    both_found(line)
    number = line.forked_number(line.p1)
    assert decided(line, line.p1) == ""
    found = reconcile(exports(line))
    assert found.unsettled[0].reason == (
        f"p1: statement {number} is decided. It's posted when two people at the hub have "
        "decided the others too: p2"
    )


def test_a_property_that_has_not_joined_a_restored_hub_again_is_not_settled(line: Line) -> None:
    """Also where people have decided at the hub, and not a micro differs."""
    line.talk(line.p2)
    backup = line.kept(line.hub)
    line.talk(line.p2)
    line.restore(line.hub, backup)
    line.exchange(line.p2, times=2)
    line.settle(line.p2, posts=True)
    found = reconcile(exports(line))
    assert (said(found.unsettled), verdict(found)) == ((NOT_JOINED,), NOT_SETTLED)
    assert line.join(line.p2).accepted
    found = reconcile(exports(line))
    assert verdict(found) == NOT_SETTLED
    assert said(found.unsettled) == (
        "p2: it rejoined the restored hub and is waiting for the hub's first reply. No action "
        "needed",
    )
    line.exchange(line.p2)
    found = reconcile(exports(line))
    assert (found.unsettled, verdict(found)) == ((), 0)


def test_a_fork_of_a_property_that_was_given_up_waits_for_nobody(line: Line) -> None:
    forked(line, wins=False)
    assert len(line.proven().unsettled) == 1
    line.accepted(
        line.hub,
        lost_rows.GiveUpProperty(
            **line.ids(line.hub),  # type: ignore[arg-type]
            property="p2",
            reason="the house burned down",
            badges=TWO,
        ),
    )
    assert line.proven().unsettled == ()


def test_a_grant_that_nobody_has_taken_over_is_not_settled(line: Line) -> None:
    number = forked(line, wins=True)
    assert line.decide(line.p2, number, posts=False).accepted
    line.exchange(line.p2)
    found = reconcile(exports(line))
    assert found.differences == ()
    assert ["Two people there must take it over" in each.reason for each in found.unsettled] == [
        True
    ]
    assert verdict(found) == NOT_SETTLED


def test_a_simulation_reconciles() -> None:
    simulation = WideSimulation(WideSettings(seed=5, rounds=150, hits=6, pairs=2))
    simulation.run()
    nodes = (*simulation.properties, simulation.hub)
    found = reconcile([(node.name, node.store.rows) for node in nodes])
    assert found.differences == ()
    assert found.claims == found.granted == found.recorded == 6
    assert [each[5] for each in found.levels] == [0, 0, 0]


def test_the_command_reads_exports(line: Line, tmp_path: Path) -> None:
    files = []
    for node in (line.p1, line.p2, line.hub):
        files.append(tmp_path / f"{node.name}.jsonl")
        files[-1].write_text("\n".join(map(json.dumps, line.export(node))))
    result = CliRunner().invoke(commands, [str(file) for file in files])
    assert result.exit_code == 0, result.output
    assert "RECONCILED: everything matches" in result.output
    files[0].write_text(files[0].read_text("utf-8").replace("dealer-T1", "dealer-T2"))
    assert CliRunner().invoke(commands, [str(file) for file in files]).exit_code != 0


def test_a_file_that_is_not_there_or_is_no_export_is_refused_by_name(tmp_path: Path) -> None:
    missing, picture = tmp_path / "nope.jsonl", tmp_path / "picture.jsonl"
    picture.write_bytes(b"\x89PNG")
    for path, told in (
        (missing, f"FILE_MISSING: {missing}: no such file"),
        (picture, f"EXPORT_UNREADABLE: {picture}: not an export. Give the output of "),
        (tmp_path, f"FILE_UNREADABLE: {tmp_path}: this is a folder, not a file"),
    ):
        found = CliRunner().invoke(commands, [str(path)]).exception
        assert str(found).startswith(told)
