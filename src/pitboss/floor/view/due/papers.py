"""Papers not yet sent, taken up or closed."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state.floor import State
from pitboss.floor.state.papers import PaperState
from pitboss.floor.view.due.thing import DueThing
from pitboss.refusal import Told


def due(state: State, at_ms: int) -> Iterator[DueThing]:
    """Notices with their deadlines, a removal with its last day, disputes without a time."""
    for name, found in state.papers.items():
        if not found.is_open:
            continue
        what = "proposed" if found.status == "proposed" else found.paper_kind
        yield DueThing(
            what=what,
            about=about(found),
            due_ms=found.due_ms,
            address=f"/office/papers/{name}",
            by_system=bool(found.cause),
            jackpot=found.jackpot,
        )


def about(found: PaperState) -> str | Told:
    """A paper's subject in one line; its jackpot has a title, which the state doesn't know."""
    place = ", ".join(filter(None, (found.table, found.about, found.award)))
    if found.told is not None:
        return found.told.owned_by(place)
    return ": ".join(filter(None, (place, found.typed)))
