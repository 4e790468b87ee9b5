"""A hub that was restored grants no hit that another house may have won before: two people decide
about that house first (docs/wide.md)."""

from __future__ import annotations

from pitboss.floor.facts.wide import ClaimGranted
from pitboss.floor.facts.wide_lost import GiveUpProperty
from pitboss.floor.wide_state import WideState
from pitboss.journal.codec import events_of
from pitboss.journal.memory import MemoryStore
from pitboss.sim.wide_node import Node
from wide.line import TWO, Line, kinds
from wide.test_wide_closing import begin_engine

SEED = 1_000_000_000_000  # $10,000.00
RESERVE = 12_000_000  # of six wagers at 2 cents


def heard(line: Line, node: Node) -> WideState:
    """A property speaks, and the hub's answer comes."""
    line.exchange(node)
    return node.state.wide


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
    code = line.decide(node, line.forked_number(node), posts=posts).code
    if not code and node.state.wide.hub_fork:
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
        assert [each.claims for each in wide.waiting] == [(*line.p2.state.claims,)]
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
    assert line.p2.state.wide.waiting == ()


def test_a_statement_that_was_on_its_way_when_the_fork_was_found_is_refused_by_name(
    line: Line,
) -> None:
    line.restore(line.hub, lost_win(line))
    line.hit(line.p2)
    asked = line.hub.asked(line.message(line.p2), at_ms=line.now_ms)
    heard(line, line.p1)
    assert asked is not None
    (reply,) = line.hub.ask(asked)
    assert reply.code == "FORK_UNDECIDED"
    assert "claims are granted once two people have decided about p1" in reply.reason
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
    given_up = GiveUpProperty(
        **line.ids(line.hub),  # type: ignore[arg-type]
        property="p1",
        reason="closed for good",
        badges=TWO,
    )
    line.accepted(line.hub, given_up)
    heard(line, line.p2)
    assert granted(line) == [("p2", 1_000_108)]


# ---- whom people decide about first --------------------------------------------------------------


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


def test_who_claims_a_hit_is_decided_about_after_who_has_won_one(line: Line) -> None:
    both_found(line, line.p2)
    assert decided(line, line.p2) == "FORK_UNDECIDED"
    assert [decided(line, node) for node in (line.p1, line.p2)] == ["", ""]
    need_whole(line, (1_000_108, 1_000_120), (SEED + RESERVE, 0))


def test_of_two_that_claim_a_hit_who_has_won_one_is_decided_about_first(line: Line) -> None:
    both_found(line, line.p1, line.p2)
    assert decided(line, line.p2) == "FORK_UNDECIDED"
    assert [decided(line, node) for node in (line.p1, line.p2)] == ["", ""]
    # All twelve wagers of p1 are posted first, so that its second hit has six of them at 18 cents,
    # the seed, and the reserve of twelve; p2's has the seed and its own six.
    need_whole(line, (1_000_108 + 1_000_132, 1_000_108), (SEED + RESERVE, 0))


def test_two_that_claim_a_hit_and_have_won_none_do_not_wait_for_each_other(line: Line) -> None:
    for node in (line.p1, line.p2):
        line.talk(node)
        assert line.start(node, 6).accepted
    backup = line.kept(line.hub)
    for node in (line.p1, line.p2):
        heard(line, node)
    line.restore(line.hub, backup)
    for node in (line.p1, line.p2):
        line.hit(node)
    for node in (line.p1, line.p2) * 2:
        heard(line, node)
    assert [decided(line, node) for node in (line.p2, line.p1)] == ["", ""]
    need_whole(line, (1_000_120, 1_000_108), (SEED + RESERVE, 0))


def test_a_house_that_was_restored_itself_with_a_hit_is_decided_about_after(line: Line) -> None:
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
