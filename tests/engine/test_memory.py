"""What lives as long as the process is looked at no more."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from pitboss.engine import settle_memory


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Other tests have the collector as it was."""
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


def test_the_collector_passes_over_what_was_there_and_still_finds_new_circles() -> None:
    there: list[object] = []
    settle_memory()
    assert gc.get_freeze_count() > 0
    assert not any(each is there for each in gc.get_objects())
    circle: list[object] = []
    circle.append(circle)
    del circle
    assert gc.collect() >= 1
