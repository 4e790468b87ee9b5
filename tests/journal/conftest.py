"""The storages, each empty for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .cluster import Cluster
from .places import MemoryPlace, Place, PostgresPlace, SqlitePlace


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A running server."""
    made = Cluster()
    try:
        made.start()
        yield made
        made.stop()
    finally:
        made.remove()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A storage."""
    if request.param == "memory":
        return MemoryPlace()
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "journal.db")
    return PostgresPlace(request.getfixturevalue("cluster"))
