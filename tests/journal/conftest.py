"""The storages, each empty for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .cluster import Cluster
from .places import (
    ApartPlace,
    MemoryPlace,
    Place,
    PostgresApartPlace,
    PostgresPlace,
    SqlitePlace,
)


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


@pytest.fixture(params=["memory", "sqlite", "sqlite apart", "postgres", "postgres apart"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A storage."""
    if request.param == "memory":
        return MemoryPlace()
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "journal.db")
    if request.param == "sqlite apart":
        return ApartPlace(tmp_path / "journal.db")
    cluster: Cluster = request.getfixturevalue("cluster")
    return PostgresPlace(cluster) if request.param == "postgres" else PostgresApartPlace(cluster)
