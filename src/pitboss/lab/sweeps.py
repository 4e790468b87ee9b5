"""One function of many wagers or settings, here, in processes or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pitboss.maths.spreading import spread
from pitboss.progress import TellProgress

T = TypeVar("T")
R = TypeVar("R")


def sweep(
    function: Callable[[T], R],
    items: Sequence[T],
    *,
    processes: int = 1,
    cluster: str = "",
    report: TellProgress = lambda done: None,
) -> list[R]:
    """What a function of a module makes of each item, in their order."""
    work = _OfEach(function, tuple(items))
    numbers = range(len(items))
    return list(spread(work, numbers, processes=processes, cluster=cluster, report=report))


@dataclass(frozen=True, slots=True)
class _OfEach:
    function: Callable[[Any], Any]
    items: tuple[Any, ...]

    def __call__(self, number: int) -> Any:
        return self.function(self.items[number])
