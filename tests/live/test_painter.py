"""Which boards an event touches: those that show what has changed, found without a walk over the
floor."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.support import BOOK, Asker
from pitboss.engine import Core
from pitboss.floor.facts import rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import NAMELESS
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.hub import Hub
from pitboss.live.painter import TABLE, Painter

TABLES = 30


class Floor:
    """Thirty tables on one jackpot, each with a console that watches."""

    def __init__(self) -> None:
        self.core = Core(MemoryJournal(MemoryStore()), BOOK)
        self.core.handle(Asker("opening-").opening(tables=TABLES))
        hub = Hub()
        hub.join([f"{TABLE}T{number}" for number in range(1, TABLES + 1)], identity="a sign")
        self.painter = Painter(paytables=BOOK, names=NAMELESS, hub=hub, steady_ms=lambda: 0)
        self.painter.begin(self.core.state)
        self.askers = {n: Asker(f"T{n}-") for n in range(1, TABLES + 1)}

    def painted(self, *commands: Command) -> set[str]:
        """The tables whose boards are drawn anew after these commands."""
        found: set[str] = set()
        self.core._publish = lambda state, events: found.update(
            self.painter.paint(state, events, at_ms=0).pictures
        )
        assert all(reply.accepted for reply in self.core.handle(commands))
        return {topic.removeprefix(TABLE) for topic in found}

    def start(self, number: int) -> Command:
        return self.askers[number].round(f"T{number}", hit=1)[0]

    def press(self, number: int) -> Command:
        ids = self.askers[number].ids()
        spot, outcome = Spot(1, 1), "four_aces"
        return rounds.PressHand(**ids, table=f"T{number}", spot=spot, outcome=outcome)  # type: ignore[arg-type]


@pytest.fixture
def floor() -> Floor:
    return Floor()


def test_a_mark_is_drawn_anew_with_every_wager_that_moves_its_meter(floor: Floor) -> None:
    assert floor.painted(floor.start(1)) == {"T1"}
    assert floor.painted(floor.press(1)) == {"T1"}
    assert floor.painted(floor.start(2)) == {"T1", "T2"}
    assert floor.painted(floor.press(1)) == {"T1"}, "the mark is taken back"
    assert floor.painted(floor.start(3)) == {"T3"}


def test_a_start_finds_the_marks_that_are_there(floor: Floor) -> None:
    floor.painted(floor.start(1), floor.press(1))
    floor.painter.begin(floor.core.state)
    assert floor.painted(floor.start(2)) == {"T1", "T2"}


def test_a_batch_looks_at_its_tables_alone(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost is that of the tables touched, not of the floor."""
    walked: list[int] = []
    items = type(floor.core.state.tables).items

    def counted(tables: object) -> Iterator[object]:
        walked.append(1)
        return items(tables)  # type: ignore[arg-type]

    looked: list[str] = []
    note = Painter._note_marks

    def noted(painter: Painter, state: State, name: str) -> None:
        looked.append(name)
        note(painter, state, name)

    monkeypatch.setattr(Painter, "_note_marks", noted)
    monkeypatch.setattr(type(floor.core.state.tables), "items", counted)
    floor.painted(floor.start(1))
    assert (looked, walked) == (["T1"], [])
