"""Decisions stored for simulations: written and read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pitboss.maths import parts
from pitboss.maths.kernels.decisions import StoredDecisions

TABLE = StoredDecisions("somewhere", "plays", cards=3, columns=2, word="u1")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StoredDecisions, "path", tmp_path / "plays.xz")


def test_a_table_read_back_is_the_one_stored() -> None:
    table = np.arange(1_755 * 2, dtype=np.uint8).reshape(1_755, 2)
    assert not TABLE.is_stored(table)
    TABLE.store(table)
    assert TABLE.is_stored(table)
    table[0, 0] ^= 1
    assert not TABLE.is_stored(table)


def test_games_with_decisions_are_found() -> None:
    found = parts.games_with_decisions()
    assert found
    assert set(found) <= set(parts.games_with("simulate"))
