"""Long work in one process, two, or on a cluster on this machine: the same figures.

The cluster is a real one, a scheduler and workers as `dask scheduler` and `dask worker` start them.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import cloudpickle
import pytest
from distributed import Client

import pitboss
from pitboss.maths.spreading import PIECES_MOST, cut, spread
from pitboss.refusal import Refusal

DASK = (sys.executable, "-m", "dask")
LOCAL = ("--host", "127.0.0.1", "--no-dashboard")
WAIT_S = 60
WISHES = pitboss.Wishes(
    edge=(Fraction(4, 100), Fraction(5, 100)), pays=(2, 5, 10, 20), keep=("straight_flush",)
)
# What a worker runs before it joins: an older release, or a machine without pitboss.
OLDER = "from pitboss.maths import dask_cluster as d\nd.find_release = lambda: 'pitboss 0.1.9'\n"
BARE = "import sys\nsys.modules['pitboss'] = None\n"


def wait_for(found: Callable[[], Any]) -> Any:
    """What another process brings about."""
    ends = time.monotonic() + WAIT_S
    while not (value := found()):
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.02)
    return value


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of dask, ended with all that it started."""
    process = subprocess.Popen(
        [*DASK, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(WAIT_S)


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A scheduler on a free port; its address."""
    told = folder / "scheduler.json"
    place = ("--port", "0", "--scheduler-file", str(told))
    with started("scheduler", *LOCAL, *place):
        text = wait_for(lambda: told.is_file() and told.read_text("utf-8").endswith("}") and told)
        yield json.loads(text.read_text("utf-8"))["address"]


@contextmanager
def workers(address: str, number: int, folder: Path, *more: str) -> Iterator[None]:
    """Workers with a thread each, once all have joined."""
    place = ("--nworkers", str(number), "--nthreads", "1", "--local-directory", str(folder))
    with started("worker", address, *LOCAL, *place, *more):
        with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(number, timeout=WAIT_S)
        yield


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    with scheduler(folder) as address, workers(address, 2, folder):
        yield address


def test_pieces_are_all_of_it_and_not_too_many() -> None:
    assert cut(7, least=3) == [range(3), range(3, 6), range(6, 7)]
    many = cut(5_000_001, least=3)
    assert len(many) <= PIECES_MOST
    assert sum(map(len, many)) == 5_000_001


def test_progress_is_told_piece_by_piece() -> None:
    shares: list[float] = []
    assert list(spread(math.factorial, range(4), report=shares.append)) == [1, 1, 2, 6]
    assert shares == [0.25, 0.5, 0.75, 1]


@pytest.mark.slow
def test_two_processes_and_a_cluster_give_the_figures_of_one(cluster: str) -> None:
    """Shuffled shoes, sampled deals, dealt rounds, a design and a sweep."""
    removals = pitboss.find_removals(pitboss.look_up("blackjack/lucky_ladies/1", decks=1))
    count = pitboss.find_count(removals)
    (gain,) = pitboss.find_gains(removals, count, [Fraction(4, 5)])
    bet = pitboss.look_up("crazy4/queens_up/c4p-09")
    three = pitboss.look_up("three_card_poker/base/5-4-1")
    names = ("casino_war/tie/10", "baccarat/dragon_7/1")

    def find_figures(**where: Any) -> list[object]:
        designs = pitboss.design(bet, WISHES, **where)
        return [
            pitboss.simulate_shoes(removals, count, gain, shoes=60, rng_seed=7, **where),
            pitboss.find_seen_edge(three, seats=2, deals=60, rng_seed=7, **where),
            bet.simulate(2_100_000, rng_seed=7, **where).as_data(),
            [(design.changes, design.steps) for design in designs],
            [found.edge for found in pitboss.sweep(pitboss.look_up, names, **where)],
        ]

    alone = find_figures()
    assert find_figures(processes=2) == alone
    assert find_figures(cluster=cluster) == alone


def square_or_die(died: Path, number: int) -> int:
    """The process that gets the third piece first is killed."""
    if number == 2 and not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


@pytest.mark.slow
def test_a_worker_that_dies_loses_no_piece_and_doubles_none(cluster: str, tmp_path: Path) -> None:
    cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers don't know the tests
    try:
        died = tmp_path / "died"
        found = list(spread(partial(square_or_die, died), range(6), cluster=cluster))
    finally:
        cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
    assert died.exists()
    assert found == [0, 1, 4, 9, 16, 25]


@pytest.mark.slow
def test_a_process_that_dies_is_told(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        list(spread(partial(square_or_die, tmp_path / "died"), range(6), processes=2))
    assert (refused.value.code, refused.value.case) == ("WORKERS_LOST", "process")


@pytest.mark.proof
@pytest.mark.parametrize(("preload", "case"), [(OLDER, "differs"), (BARE, "lacks")])
def test_a_worker_with_another_release_is_refused_by_name(
    tmp_path: Path, preload: str, case: str
) -> None:
    (tmp_path / "before.py").write_text(preload, "utf-8")
    before = ("--preload", str(tmp_path / "before.py"))
    with (
        scheduler(tmp_path) as address,
        workers(address, 1, tmp_path, *before),
        pytest.raises(Refusal) as refused,
    ):
        list(spread(math.factorial, range(4), cluster=address))
    assert (refused.value.code, refused.value.case) == ("CLUSTER_WORKER_WRONG", case)
    assert refused.value.where.startswith("tcp://127.0.0.1:")


@pytest.mark.proof
def test_ctrl_c_leaves_nothing_on_the_cluster(cluster: str) -> None:
    words = ["vulnerability", "blackjack/lucky_ladies/1", "--shoes", "9000000"]
    command = [sys.executable, "-m", "pitboss", *words, "--cluster", cluster]
    with Client(cluster, set_as_default=False) as client:  # type: ignore[no-untyped-call]

        def count_tasks() -> int:
            return int(client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))

        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for(count_tasks)
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=WAIT_S)
        assert (running.returncode, *said) == (130, b"", b"")
        wait_for(lambda: not count_tasks())


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere", "x://y:z"])
def test_an_address_without_a_scheduler_is_refused(address: str) -> None:
    with pytest.raises(Refusal) as refused:
        list(spread(math.factorial, range(4), cluster=address))
    assert (refused.value.code, refused.value.case) == ("CLUSTER_UNREACHABLE", "silent")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Refusal) as refused:
        list(spread(math.factorial, range(4), cluster="tcp://127.0.0.1:1"))
    assert "pip install 'pitboss[cluster]'" in refused.value.reason


@pytest.mark.parametrize(
    ("asked", "case"),
    [({"processes": 0}, "most"), ({"processes": 257}, "most"),
     ({"processes": 2, "cluster": "tcp://127.0.0.1:1"}, "both")],
)  # fmt: skip
def test_processes_out_of_range_or_beside_a_cluster_are_refused(asked: Any, case: str) -> None:
    with pytest.raises(Refusal) as refused:
        list(spread(math.factorial, range(4), **asked))
    assert (refused.value.code, refused.value.case) == ("PROCESSES_WRONG", case)
