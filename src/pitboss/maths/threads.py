"""Counting needs numba, and leaves one core free by default."""

from __future__ import annotations

import importlib.util
import os

from pitboss.refusal import Refusal


def need_numba() -> None:
    """Refuse if the packages for counting aren't installed."""
    if importlib.util.find_spec("numba") is None:
        raise Refusal("NUMBA_MISSING")


def use_threads(threads: int | None) -> None:
    """Count on this many threads, or on all cores but one, so that the machine stays usable."""
    need_numba()
    import numba

    most = int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]
    wanted = threads or max(1, (os.cpu_count() or 1) - 1)
    if threads and threads > most:
        raise Refusal("THREADS_TOO_MANY", where="--threads", most=most)
    numba.set_num_threads(min(wanted, most))


def share_threads(threads: int) -> None:
    """Count on no more than these threads here, beside others who count."""
    if importlib.util.find_spec("numba"):
        import numba

        most = int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]
        numba.set_num_threads(min(threads, most))
