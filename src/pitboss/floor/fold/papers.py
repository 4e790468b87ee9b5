"""What the events of papers make of the floor."""

from __future__ import annotations

from msgspec.structs import asdict

from pitboss.floor.facts.papers import (
    FORFEITURE,
    MALFUNCTION,
    REMOVAL,
    PaperClosed,
    PaperDismissed,
    PaperOpened,
    PaperProposed,
    PaperSent,
    PaperTakenUp,
    RemovalAnnounced,
)
from pitboss.floor.fold.shared import change_jackpot
from pitboss.floor.paper_state import PaperState
from pitboss.floor.state import State, changed

NOTICES = (MALFUNCTION, FORFEITURE)  # whose time runs from when the house learned of something


def paper_proposed(state: State, event: PaperProposed) -> None:
    assert state.papers.get(event.paper) is None
    state.papers[event.paper] = PaperState(
        **asdict(event), paper_kind=MALFUNCTION, status="proposed", seq=state.seq
    )


def paper_opened(state: State, event: PaperOpened) -> None:
    assert state.papers.get(event.paper) is None
    about = asdict(event)
    state.papers[event.paper] = PaperState(
        opened_by=about.pop("badges"), **about, status="open", seq=state.seq
    )
    if event.person:
        state.people[event.person] = changed(state.person(event.person), on_record=True)


def paper_taken_up(state: State, event: PaperTakenUp) -> None:
    found = state.paper(event.paper)
    assert found.status == "proposed"
    state.papers[event.paper] = changed(found, status="open", taken_by=event.badge)


def paper_dismissed(state: State, event: PaperDismissed) -> None:
    found = state.paper(event.paper)
    assert found.is_open
    assert not found.taken_cents, "players' money was taken by it"
    if found.paper_kind == REMOVAL:
        change_jackpot(state, found.jackpot, last_day="")
    state.papers[event.paper] = changed(
        found, status="dismissed", ended_reason=event.reason, ended_by=(event.badge,)
    )


def paper_sent(state: State, event: PaperSent) -> None:
    """A notice is done with once it is sent; a dispute and a removal go on."""
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


def removal_announced(state: State, event: RemovalAnnounced) -> None:
    assert state.paper(event.paper).paper_kind == REMOVAL
    change_jackpot(state, event.jackpot, last_day=event.last_day)


def paper_closed(state: State, event: PaperClosed) -> None:
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
    """The time of a notice that is still to be sent runs on by what has passed."""
    for name, found in state.papers.items():
        if found.is_open and found.paper_kind in NOTICES:
            due_ms = found.due_ms + by_ms if found.due_ms else 0
            learned_ms = found.learned_ms + by_ms
            state.papers[name] = changed(found, learned_ms=learned_ms, due_ms=due_ms)
