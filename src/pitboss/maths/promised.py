"""Results that others work out: taken in order, each as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pitboss.progress import TellProgress

PAUSE_S = 0.5  # between two looks at how far it has come


def take_in_order(
    futures: Sequence[Any], report: TellProgress, check: Callable[[], None] = lambda: None
) -> Iterator[Any]:
    """The results of futures, those of Python or of distributed; `check` may refuse to wait."""
    for future in futures:
        while True:
            try:
                result = future.result(timeout=PAUSE_S)
                break
            except TimeoutError:
                if future.done() and future.exception():
                    raise  # the work's own
                check()
            finally:
                report(sum(each.done() for each in futures) / len(futures))
        yield result
