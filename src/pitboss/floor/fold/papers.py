"""Applies events of papers to the floor."""

from __future__ import annotations

from msgspec.structs import asdict

from pitboss.floor.facts import papers
from pitboss.floor.fold.shared import change_jackpot
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.papers import PaperState

NOTICES = (
    papers.MALFUNCTION,
    papers.FORFEITURE,
)  # their deadline runs from when the house learned of the matter


def paper_proposed(state: State, event: papers.PaperProposed) -> None:
    assert state.papers.get(event.paper) is None
    state.papers[event.paper] = PaperState(
        **asdict(event), paper_kind=papers.MALFUNCTION, status="proposed", seq=state.seq
    )


def paper_opened(state: State, event: papers.PaperOpened) -> None:
    assert state.papers.get(event.paper) is None
    about = asdict(event)
    state.papers[event.paper] = PaperState(
        opened_by=about.pop("badges"),
        typed=about.pop("text"),
        **about,
        status="open",
        seq=state.seq,
    )
    if event.person:
        state.people[event.person] = changed(state.person(event.person), on_record=True)


def paper_taken_up(state: State, event: papers.PaperTakenUp) -> None:
    found = state.paper(event.paper)
    assert found.status == "proposed"
    state.papers[event.paper] = changed(found, status="open", taken_by=event.badge)


def paper_dismissed(state: State, event: papers.PaperDismissed) -> None:
    found = state.paper(event.paper)
    assert found.is_open
    assert not found.taken_cents, "players' money was taken by it"
    if found.paper_kind == papers.REMOVAL:
        change_jackpot(state, found.jackpot, last_day="")
    state.papers[event.paper] = changed(
        found, status="dismissed", ended_reason=event.reason, ended_by=(event.badge,)
    )


def paper_sent(state: State, event: papers.PaperSent) -> None:
    """A sent notice is finished; a dispute and a removal continue."""
    found = state.paper(event.paper)
    assert found.status == "open"
    assert not found.sent_ms
    state.papers[event.paper] = changed(
        found,
        status="closed" if found.paper_kind in NOTICES else "open",
        sent_ms=event.sent_ms,
        reference=event.reference,
        sent_by=event.badge,
    )


def removal_announced(state: State, event: papers.RemovalAnnounced) -> None:
    assert state.paper(event.paper).paper_kind == papers.REMOVAL
    change_jackpot(state, event.jackpot, last_day=event.last_day)


def paper_closed(state: State, event: papers.PaperClosed) -> None:
    found = state.paper(event.paper)
    assert found.is_open
    state.papers[event.paper] = changed(
        found,
        status="closed",
        outcome=event.outcome,
        ended_reason=event.reason,
        ended_by=event.badges,
    )


def clock_set(state: State, by_ms: int) -> None:
    """A notice still to be sent keeps its deadline in elapsed time."""
    for name, found in state.papers.items():
        if found.is_open and found.paper_kind in NOTICES:
            due_ms = found.due_ms + by_ms if found.due_ms else 0
            learned_ms = found.learned_ms + by_ms
            state.papers[name] = changed(found, learned_ms=learned_ms, due_ms=due_ms)
