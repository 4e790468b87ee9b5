"""Pieces of work on a cluster of dask.distributed: a scheduler, and workers that need nothing but
`pip install 'pitboss[cluster]'` and `dask worker ADDRESS`.

dask gives the pieces of a worker that dies to another one, and each result counts once. Encryption
and certificates are dask's own settings.
"""

from __future__ import annotations

import operator
import pickle
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from threading import Lock
from typing import Any

import cloudpickle
from distributed import Client, KilledWorker, get_worker
from distributed.comm.addressing import get_address_host_port

from pitboss.file_digests import digest_folder
from pitboss.maths.promised import take_in_order
from pitboss.maths.threads import share_threads
from pitboss.packaged_games import package_digests
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal

CONNECT_S = 10
WAITS_MOST = 60  # of `promised.PAUSE_S`, without any worker
NEEDED = ("highspy", "numba", "numpy")
_ONE_PIECE = Lock()  # a piece uses all threads of its worker, so a second one would only wait


@dataclass(frozen=True, slots=True)
class _Checked:
    """Work that runs under the release that sent it, and no other."""

    work: Callable[[Any], Any]
    release: str

    def __call__(self, piece: Any) -> Any:
        worker = get_worker()
        _need_same(worker.address, find_release(), self.release)
        with _ONE_PIECE:
            share_threads(worker.state.nthreads)
            return self.work(piece)


def spread_on_cluster(
    work: Callable[[Any], Any], pieces: Sequence[Any], address: str, report: TellProgress
) -> Iterator[Any]:
    """The result of each piece, in order."""
    try:  # at once where nothing listens; dask would try for long, and again on its way out
        socket.create_connection(get_address_host_port(address), timeout=CONNECT_S).close()
        client = Client(address, timeout=CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise Refusal("CLUSTER_UNREACHABLE", "silent", where="--cluster", address=address) from None
    with client:
        _need_workers(client, address)
        packed = cloudpickle.dumps(_Checked(work, find_release()))
        # The scheduler sees only these two functions of Python's own: it needn't know pitboss.
        shared = client.submit(pickle.loads, packed, pure=False)
        promised = client.map(operator.call, [shared] * len(pieces), list(pieces), pure=False)
        waits = 0

        def check() -> None:
            nonlocal waits
            waits = 0 if client.scheduler_info(n_workers=-1)["workers"] else waits + 1
            if waits > WAITS_MOST:
                raise Refusal("WORKERS_LOST", "cluster", where=address)

        try:
            yield from take_in_order(promised, report, check)
        except (CancelledError, KilledWorker):
            raise Refusal("WORKERS_LOST", "cluster", where=address) from None
        finally:
            client.cancel([shared, *promised])  # type: ignore[no-untyped-call]


@cache
def find_release() -> str:
    """What decides a figure: pitboss with every file of it and of packages with games, Python, and
    the packages that count."""
    own = digest_folder(Path(__file__).parents[1])
    digest = sha256("".join([own, *package_digests().values()]).encode()).hexdigest()
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    others = [f"{name} {_version(name)}" for name in NEEDED]
    return ", ".join([f"pitboss {_version('pitboss')} ({digest[:8]}), Python {python}", *others])


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"


def _need_workers(client: Client, address: str) -> None:
    """Refuse a cluster without workers, and workers that would count otherwise."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_S)
    except TimeoutError:
        raise Refusal(
            "CLUSTER_UNREACHABLE", "no_workers", where="--cluster", address=address
        ) from None
    for worker, found in client.run(find_release, on_error="return").items():
        _need_same(worker, found, find_release())


def _need_same(worker: str, found: object, own: str) -> None:
    if isinstance(found, Exception):
        raise Refusal("CLUSTER_WORKER_WRONG", "lacks", where=worker)
    if found != own:
        raise Refusal("CLUSTER_WORKER_WRONG", "differs", where=worker, found=str(found), own=own)
