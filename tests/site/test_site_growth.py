"""A large house costs what its size says: nothing looks at all tables or people for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from running_floor import running

from house_files import large_site
from pitboss.floor.state.entries import Entries
from pitboss.site.faults import Fault, Faults


def test_opening_looks_at_the_whole_floor_as_often_for_few_tables_as_for_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, items = [0], Entries.items

    def counted(entries: Entries[Any]) -> Iterator[tuple[str, Any]]:
        looks[0] += 1
        return items(entries)

    monkeypatch.setattr(Entries, "items", counted)
    found = []
    for tables in (6, 18):
        looks[0] = 0
        assert len(dict(items(running(large_site(tables)).tables))) == tables
        found.append(looks[0])
    assert found[0] == found[1]


def test_a_fault_is_compared_with_its_like_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Fault] = []

    def is_same(one: Fault, other: Fault) -> bool:
        compared.append(one)
        return one.where == other.where

    monkeypatch.setattr(Fault, "__eq__", is_same)
    faults = Faults("site.toml")
    for number in (*range(100), 7):
        faults.warning("SERIAL_MISSING", f"table.{number}", "none is written")
    assert (len(faults.found), len(compared)) == (100, 1)
