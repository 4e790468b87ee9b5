"""The cover of large prizes is worked out when one comes or goes, not whenever a table opens."""

from __future__ import annotations

import pytest

from engine.support import BOOK, Asker
from pitboss.engine import Core
from pitboss.floor.exposure import cover_of
from pitboss.floor.facts.values import CoverGround, CoverState
from pitboss.floor.fold import cover
from pitboss.floor.state import State
from pitboss.journal.memory import MemoryJournal, MemoryStore


def test_a_table_without_a_large_prize_opens_without_a_look_at_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[int] = []

    def counted(state: State, grounds: tuple[CoverGround, ...]) -> CoverState:
        looks.append(state.seq)
        return cover_of(state, grounds)

    monkeypatch.setattr(cover, "cover_of", counted)
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    replies = core.handle(Asker("opening").opening(tables=20))
    assert {reply.code for reply in replies} == {""}
    assert looks == []
