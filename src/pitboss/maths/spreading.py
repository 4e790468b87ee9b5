"""Long work in pieces: one after the other here, in processes of this machine, or on a cluster.

A piece's result depends on the work and the piece, never on who does it, and the results come in
the order of the pieces. So one process, several, or a cluster give the same figures. Work is a
module's function or a frozen record with `__call__`; pieces are numbers or ranges.
"""

from __future__ import annotations

import importlib.util
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, TypeVar

from pitboss.maths.promised import take_in_order
from pitboss.maths.threads import share_threads
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules import catalog

P = TypeVar("P")
R = TypeVar("R")

PIECES_MOST = 1_000
PROCESSES_MOST = 256


def cut(total: int, *, least: int) -> list[range]:
    """Everything below a number in even pieces, none smaller than `least`, and not too many."""
    size = max(least, -(-total // PIECES_MOST))
    return [range(first, min(first + size, total)) for first in range(0, total, size)]


def spread(
    work: Callable[[P], R],
    pieces: Sequence[P],
    *,
    processes: int = 1,
    cluster: str = "",
    report: TellProgress = lambda done: None,
) -> Iterator[R]:
    """The result of each piece, in order. Whoever stops reading ends the work."""
    if not 1 <= processes <= PROCESSES_MOST:
        raise Refusal("PROCESSES_WRONG", "most", where="--processes", least=1, most=PROCESSES_MOST)
    if cluster and processes > 1:
        raise Refusal("PROCESSES_WRONG", "both", where="--processes")
    if cluster:
        if importlib.util.find_spec("distributed") is None:
            raise Refusal("CLUSTER_MISSING", where="--cluster")
        from pitboss.maths.dask_cluster import spread_on_cluster  # imports distributed

        return spread_on_cluster(work, pieces, cluster, report)
    if processes > 1:
        return _spread_on_processes(work, pieces, processes, report)
    return _spread_here(work, pieces, report)


def _spread_here(work: Callable[[P], R], pieces: Sequence[P], report: TellProgress) -> Iterator[R]:
    for done, piece in enumerate(pieces, start=1):
        yield work(piece)
        report(done / len(pieces))


# ---- processes of this machine ------------------------------------------------------------------

_WORK: list[Callable[[Any], Any]] = []  # of a process that was started for it


def _spread_on_processes(
    work: Callable[[P], R], pieces: Sequence[P], processes: int, report: TellProgress
) -> Iterator[R]:
    others = set(active_children())
    packed = pickle.dumps(work)
    pool = ProcessPoolExecutor(
        min(processes, len(pieces)),
        get_context("spawn"),
        _take_work,
        (catalog.houses(), packed),
    )
    try:
        yield from take_in_order([pool.submit(_do_piece, each) for each in pieces], report)
    except BrokenProcessPool:
        raise Refusal("WORKERS_LOST", "process", where="--processes") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()
            child.join()


def _take_work(houses: Sequence[Path], packed: bytes) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started it
    share_threads(1)
    for house in houses:
        catalog.take_bets(house)
    _WORK[:] = [pickle.loads(packed)]  # noqa: S301 - from the process that started it


def _do_piece(piece: Any) -> Any:
    return _WORK[0](piece)
