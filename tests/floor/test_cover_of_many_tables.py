"""A table that opens adds its own large prizes to the cover, without a look at all others."""

from __future__ import annotations

import pytest

from engine.support import BOOK, Asker
from pitboss.engine import Core
from pitboss.floor.facts.values import OddsPrize
from pitboss.floor.fold import cover
from pitboss.floor.money import exposure
from pitboss.floor.state.floor import State, TableState
from pitboss.floor.state.house import SiteState
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents
from pitboss.rules.catalog import profile


def opened(tables: int) -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    replies = core.handle(Asker("opening").opening(tables=tables))
    assert {reply.code for reply in replies} == {""}


def looks(tables: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """At how many tables the cover looked while a floor opened."""
    looked: list[str] = []
    find = exposure.large_prizes_at

    def counted(table: TableState, above: Cents) -> list[Cents]:
        looked.append(table.table)
        return find(table, above)

    for module in (exposure, cover):
        monkeypatch.setattr(module, "large_prizes_at", counted)
    opened(tables)
    monkeypatch.undo()
    return len(looked)


def test_ten_times_the_tables_take_ten_times_the_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (looks(10, monkeypatch), looks(100, monkeypatch)) == (10, 100)


def table(name: str, *cents: int) -> TableState:
    prizes = tuple(OddsPrize("Queens Up", "aces", Cents(100), "", Cents(each)) for each in cents)
    return TableState(name, "crazy4", 6, (), "atlas", (), odds_prizes=prizes)


@pytest.mark.parametrize(
    ("tables", "highest_cents", "needed_cents"),
    [
        ([(100,)], 0, 0),  # below the amount of the law
        ([(4_000_000,)], 4_000_000, 0),
        ([(4_000_000,), (100,), (9_000_000,)], 9_000_000, 4_000_000),
        ([(4_000_000, 5_000_000), (3_000_000,)], 5_000_000, 4_000_000),
        ([(3_000_000,), (3_000_000,), (3_000_000,)], 3_000_000, 3_000_000),
    ],
)
def test_what_tables_add_one_by_one_is_what_all_of_them_need(
    tables: list[tuple[int, ...]], highest_cents: int, needed_cents: int
) -> None:
    state = State()
    state.site = SiteState("Room", "USD", "America/Los_Angeles", "washington", profile().law)
    for number, cents in enumerate(tables):
        opens = table(f"T{number}", *cents)
        state.tables[opens.table] = opens
        cover.add_to_cover(state, opens)
    found = state.bank.cover
    assert found == exposure.cover_of(state, ())
    assert (found.highest_cents, found.needed_cents) == (highest_cents, needed_cents)
