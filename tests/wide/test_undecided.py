"""A hub that was restored grants no hit that another house may have won before: two people decide
about that house first (docs/wide.md)."""

from __future__ import annotations

import pytest

from pitboss.journal.codec import events_of
from pitboss.journal.memory import MemoryStore
from pitboss.money import Cents
from pitboss.wide.facts import lost_rows
from pitboss.wide.facts.sharing import ClaimGranted
from pitboss.wide.state import WideState, claims_of, properties_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.wide_node import Node
from wide.line import TWO, Line, kinds
from wide.test_wide_closing import begin_engine

SEED = 1_000_000_000_000  # $10,000.00
RESERVE = 12_000_000  # of six wagers at 2 cents


def heard(line: Line, node: Node) -> WideState:
    """A property speaks, and the hub's answer comes."""
    line.exchange(node)
    return wide_of(node.state)


def lost_win(line: Line) -> MemoryStore:
    """A round is open at both properties, and p1 is told what its hit gets: $10,000.00 and six
    wagers at 18 cents. The hub as it was before."""
    for node in (line.p1, line.p2):
        line.talk(node)
        assert line.start(node, 6).accepted
    backup = line.kept(line.hub)
    line.hit(line.p1)
    heard(line, line.p1)
    assert [*line.owed_cents(line.p1).values()] == [1_000_108]
    return backup


def found_restored(line: Line) -> None:
    """The hub goes on from before that hit; p1 shows it, and what it was granted."""
    line.restore(line.hub, lost_win(line))
    for _ in range(2):
        heard(line, line.p1)


def decided(line: Line, node: Node, *, posts: bool = True) -> str:
    """Whether two people could decide about a property; if they could, it joins again."""
    code = line.decide(node, posts=posts).code
    if not code and wide_of(node.state).hub_fork:
        assert line.join(node).accepted
    return code


def granted(line: Line) -> list[tuple[str, int]]:
    """Property and cents of every grant in the hub's journal, one after the other."""
    return [
        (event.grant.property, event.grant.meter_cents)
        for row in line.hub.store.rows
        for event in events_of(row.events)
        if isinstance(event, ClaimGranted)
    ]


def need_whole(line: Line, owed: tuple[int, int], micros: tuple[int, int]) -> None:
    """Each winner is owed so many cents once, and the hub's meter and reserve hold so much."""
    for node in (line.p1, line.p2):
        heard(line, node)
    found = [sum(line.owed_cents(node).values()) for node in (line.p1, line.p2)]
    assert (tuple(found), line.micros(line.hub)) == (owed, micros)
    line.need_sound()
    assert line.proven().differences == ()


def test_a_hit_waits_until_people_have_decided_about_a_house_that_may_have_won_it(
    line: Line,
) -> None:
    found_restored(line)
    line.hit(line.p2)
    rows = len(line.hub.store.rows)
    for _ in range(3):
        wide = heard(line, line.p2)
        assert (wide.standing, wide.lease_until_ms) == ("restored", wide.asked_ms)
        assert [each.claims for each in wide.waiting] == [(*claims_of(line.p2.state),)]
    assert len(line.hub.store.rows) == rows, "it comes again by itself, and to no row"
    assert decided(line, line.p1) == ""
    # Not the meter that p1 had won: its restart, the reserve of p1's wagers, and six at 18 cents.
    need_whole(line, (1_000_108, 1_000_120), (SEED + RESERVE, 0))
    assert granted(line) == [("p1", 1_000_108), ("p2", 1_000_120)]


def test_wagers_without_a_hit_are_posted_meanwhile(line: Line) -> None:
    found_restored(line)
    line.end(line.p2)
    before, _ = line.micros(line.hub)
    heard(line, line.p2)
    assert line.micros(line.hub)[0] == before + 108_000_000
    assert wide_of(line.p2.state).waiting == ()


def test_a_statement_that_was_on_its_way_when_the_fork_was_found_is_refused_by_name(
    line: Line,
) -> None:
    line.restore(line.hub, lost_win(line))
    line.hit(line.p2)
    asked = line.hub.to_command(line.message(line.p2), at_ms=line.now_ms)
    heard(line, line.p1)
    assert asked is not None
    (reply,) = line.hub.ask(asked)
    assert reply.code == "FORK_UNDECIDED"
    assert "Claims are granted once two people decide about p1" in str(reply.refused)
    assert granted(line) == []


def test_a_house_whose_hit_waits_has_had_its_first_word(line: Line) -> None:
    found_restored(line)
    begin_engine(line)
    line.hit(line.p2)
    heard(line, line.p2)
    line.now_ms += 10_000
    assert kinds(line.reach(line.message(line.p2))) == ["property-heard"]
    assert line.reach(line.message(line.p2)) is None
    assert granted(line) == []


def test_a_held_statement_with_a_hit_is_released_after_the_decision(line: Line) -> None:
    line.restore(line.hub, lost_win(line))
    line.hit(line.p2)
    message = line.message(line.p2)
    ahead = line.forged(line.p2, message, made_ms=line.now_ms + 120_000)
    assert kinds(line.reach(ahead)) == ["statement-held"]
    for _ in range(2):
        heard(line, line.p1)
    number = message.stated.statement.number
    assert line.release(line.p2, number).code == "FORK_UNDECIDED"
    assert decided(line, line.p1) == ""
    assert line.release(line.p2, number).accepted
    assert granted(line) == [("p1", 1_000_108), ("p2", 1_000_120)]


def test_a_house_that_is_given_up_is_not_waited_for(line: Line) -> None:
    found_restored(line)
    line.hit(line.p2)
    heard(line, line.p2)
    assert granted(line) == []
    given_up = lost_rows.GiveUpProperty(
        **line.ids(line.hub),  # type: ignore[arg-type]
        property="p1",
        reason="closed for good",
        badges=TWO,
    )
    line.accepted(line.hub, given_up)
    heard(line, line.p2)
    assert granted(line) == [("p2", 1_000_108)]


# ---- decided together ---------------------------------------------------------------------------

ORDERS = pytest.mark.parametrize("order", [("p1", "p2"), ("p2", "p1")], ids=" ".join)


def both_found(line: Line, *hits: Node) -> None:
    """p2 has heard of a row that is lost too; both have shown what they were granted. A hit of each
    of these waits."""
    backup = lost_win(line)
    heard(line, line.p2)
    line.restore(line.hub, backup)
    for node in hits:
        if node is line.p1:
            assert line.start(node, 6, table="T2").accepted
        line.hit(node, table="T2" if node is line.p1 else "T1")
    for node in (line.p1, line.p2) * 2:
        heard(line, node)


def both_won(line: Line) -> None:
    """Both have won in rows that are lost, one after the other, and each claims another hit."""
    backup = lost_win(line)
    line.hit(line.p2)
    heard(line, line.p2)
    assert [*line.owed_cents(line.p2).values()] == [1_000_120]
    for node in (line.p1, line.p2):
        assert line.start(node, 6, table="T2").accepted
    line.restore(line.hub, backup)
    for node in (line.p1, line.p2):
        line.hit(node, table="T2")
    for node in (line.p1, line.p2) * 2:
        heard(line, node)


def decided_in(line: Line, order: tuple[str, ...]) -> list[str]:
    """Two people decide about all, in this order: what the hub writes at the last."""
    for name in order[:-1]:
        rows = len(line.hub.store.rows)
        assert decided(line, getattr(line, name)) == ""
        assert written(line, rows) == ["fork-agreed"]
    rows = len(line.hub.store.rows)
    assert decided(line, getattr(line, order[-1])) == ""
    return written(line, rows)


def written(line: Line, rows: int) -> list[str]:
    """What the hub has written since it had so many rows."""
    return [event.kind for row in line.hub.store.rows[rows:] for event in events_of(row.events)]


@ORDERS
def test_who_claims_a_hit_gets_what_is_left_by_who_has_won_one(
    line: Line, order: tuple[str, ...]
) -> None:
    both_found(line, line.p2)
    decided_in(line, order)
    # Six wagers of p2 at 18 cents, the seed, and the reserve of twelve.
    need_whole(line, (1_000_108, 1_000_132), (SEED, 0))
    assert granted(line) == [("p1", 1_000_108), ("p2", 1_000_132)]


@ORDERS
def test_two_that_have_won_and_claim_another_hit_each_get_what_is_left(
    line: Line, order: tuple[str, ...]
) -> None:
    both_won(line)
    posted = ["fork-decided", "statement-posted"]
    assert decided_in(line, order) == [*posted * 2, *["claim-granted"] * 4]
    # What both had won comes off first: 24 wagers at 18 cents, and their reserve once.
    need_whole(line, (1_000_108 + 1_000_252, 1_000_120 + 1_000_000), (SEED, 0))
    assert [name for name, _ in granted(line)] == ["p1", "p2", "p1", "p2"]


@ORDERS
def test_a_win_of_what_another_house_had_collected_costs_the_hub_nothing(
    order: tuple[str, ...],
) -> None:
    """The hub goes back to before p2 had stated what p1 has won since."""
    line = Line(made.SharedTerms(seed_cents=Cents(100)))
    for node in (line.p1, line.p2):
        line.talk(node)
    backup = line.kept(line.hub)
    for _ in range(5):
        line.play(line.p2, 6)
    heard(line, line.p2)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    heard(line, line.p1)
    line.restore(line.hub, backup)
    for node in (line.p1, line.p2) * 2:
        heard(line, node)
    decided_in(line, order)
    need_whole(line, (100 + 6 * 6 * 18, 0), (100_000_000 + 6 * RESERVE, 0))


def test_who_stated_a_hit_first_gets_the_meter_first(line: Line) -> None:
    for node in (line.p1, line.p2):
        line.talk(node)
        assert line.start(node, 6).accepted
    backup = line.kept(line.hub)
    for node in (line.p1, line.p2):
        heard(line, node)
    line.restore(line.hub, backup)
    line.hit(line.p2)
    line.now_ms += 1
    line.hit(line.p1)
    for node in (line.p1, line.p2) * 2:
        heard(line, node)
    decided_in(line, ("p1", "p2"))
    need_whole(line, (1_000_024, 1_000_216), (SEED, 0))


def test_what_was_decided_is_done_when_the_last_other_is_given_up(line: Line) -> None:
    both_found(line)
    assert decided(line, line.p1) == ""
    given_up = lost_rows.GiveUpProperty(
        **line.ids(line.hub),  # type: ignore[arg-type]
        property="p2",
        reason="closed for good",
        badges=TWO,
    )
    (reply,) = line.accepted(line.hub, given_up)
    assert kinds(reply) == [
        "property-given-up", "fork-decided", "statement-posted", "claim-granted",
    ]  # fmt: skip
    assert heard(line, line.p1).standing == "open"


def test_a_decision_that_waits_is_dropped_when_its_house_says_something_else(line: Line) -> None:
    both_found(line)
    assert decided(line, line.p2) == ""
    backup = line.kept(line.p2)
    line.restore(line.p2, backup)
    message = line.message(line.p2)
    number = message.stated.statement.number + 1
    again = line.forged(line.p2, message, number=number, restored=True)
    assert kinds(line.reach(again)) == ["fork-found"]
    assert decided(line, line.p1) == ""
    found = properties_of(line.hub.state).get("p1")
    assert found is not None
    assert found.lost is not None, "it waits for p2 again"


def test_a_house_that_was_restored_itself_with_a_hit_gets_what_is_left(line: Line) -> None:
    for node in (line.p1, line.p2):
        line.talk(node)
        assert line.start(node, 6).accepted
    backup = line.kept(line.p2)
    heard(line, line.p2)
    before = line.kept(line.hub)
    line.hit(line.p1)
    heard(line, line.p1)
    line.restore(line.hub, before)
    line.restore(line.p2, backup)
    line.hit(line.p2)
    for node in (line.p1, line.p2) * 2:
        heard(line, node)
    assert decided(line, line.p2, posts=False) == "FORK_UNDECIDED"
    assert decided(line, line.p1) == decided(line, line.p2, posts=False) == ""
    # p1 has won the wagers of both; then the seed and the reserve of twelve.
    need_whole(line, (1_000_216, 1_000_024), (SEED, 0))
