"""What can go wrong, and how long it may take until tables are answered again."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from bench.drill.databases import TTL_S
from bench.drill.engines import EngineMachine
from bench.drill.scene import Scene, until_waiting

AFTER_S = 3.0  # how long answers are watched once it is over
BATCHES_S = 0.15  # in which fifty tables fill a second batch behind one that waits
HOLD_S = 1.0
QUORUM_S = TTL_S + 5
# So that each way of writing is met: a batch that the journal has not begun, and one that it has
# written and whose confirmation is missing.
WAITS = ("not begun", "not confirmed")


@dataclass(frozen=True)
class Fault:
    """A fault by its name. `target_s` is the longest time that nobody may be answered; `cuts` says
    that it needs a network of its own; `loss` is what is lost: a killed process is no loss
    of power, because the machine keeps what it had not yet written."""

    name: str
    title: str
    target_s: float
    happen: Callable[[Scene], Awaitable[None]]
    cuts: bool = False
    loss: Literal["process", "network", "other"] = "other"


async def kill_engine(scene: Scene) -> None:
    """The leader's process is gone; its service starts it again."""
    leader = await scene.engines.leader()
    leader.signal_one("engine", signal.SIGKILL)
    leader.wait("engine", AFTER_S)
    await scene.back(time.monotonic(), without=leader.name)
    await asyncio.sleep(AFTER_S)
    scene.engines.serve(leader)


async def pause_engine(scene: Scene) -> None:
    """The leader is stopped with two batches under way, and wakes when another leads."""
    leader = await scene.engines.leader()
    if scene.random.choice(WAITS) == WAITS[0]:
        await _pause_before_writing(scene, leader)
    else:
        await _pause_before_confirming(scene, leader)
    await asyncio.sleep(scene.pause_s)
    assert await scene.engines.leader() is not leader, "nobody took over"
    woken_s = time.monotonic()
    leader.signal_all(signal.SIGCONT)
    await asyncio.sleep(2 * AFTER_S)
    scene.late += scene.load.said_since(woken_s, leader.name)


async def _pause_before_writing(scene: Scene, leader: EngineMachine) -> None:
    with scene.databases.asked() as connection:
        connection.execute("BEGIN")
        connection.execute("LOCK TABLE journal IN SHARE MODE")
        await until_waiting(connection, "relation")
        await asyncio.sleep(BATCHES_S)
        leader.signal_all(signal.SIGSTOP)
        connection.execute("COMMIT")


async def _pause_before_confirming(scene: Scene, leader: EngineMachine) -> None:
    replicas = await scene.databases.replicas()
    with scene.databases.asked() as connection:
        for replica in replicas:
            replica.signal_server(signal.SIGSTOP)
        try:
            await until_waiting(connection, "SyncRep")
            await asyncio.sleep(BATCHES_S)
            leader.signal_all(signal.SIGSTOP)
        finally:
            for replica in replicas:
                replica.signal_server(signal.SIGCONT)


async def kill_primary(scene: Scene) -> None:
    """PostgreSQL of the primary is gone; Patroni makes another one the primary."""
    primary = await scene.databases.primary()
    primary.kill_server()
    await scene.back(time.monotonic() + HOLD_S)
    await asyncio.sleep(AFTER_S)


async def freeze_primary(scene: Scene) -> None:
    """Everything on the primary's machine stops, and goes on when another is the primary."""
    primary = await scene.databases.primary()
    primary.signal_all(signal.SIGSTOP)
    try:
        await scene.back(time.monotonic() + HOLD_S)
        await asyncio.sleep(AFTER_S)
    finally:
        primary.signal_all(signal.SIGCONT)
    await asyncio.sleep(2 * AFTER_S)


async def kill_node(scene: Scene) -> None:
    """The primary's machine is gone, with its etcd; it is started again later."""
    primary = await scene.databases.primary()
    primary.signal_all(signal.SIGKILL)
    await scene.back(time.monotonic() + HOLD_S)
    await asyncio.sleep(AFTER_S)
    scene.databases.restart(primary)


async def cut_engine(scene: Scene) -> None:
    """The leader's machine is cut off from all others, and joins them later."""
    leader = await scene.engines.leader()
    leader.cut()
    try:
        await scene.back(time.monotonic() + HOLD_S, without=leader.name)
        await asyncio.sleep(AFTER_S)
    finally:
        joined_s = time.monotonic()
        leader.join()
    await asyncio.sleep(2 * AFTER_S)
    scene.late += scene.load.said_since(joined_s, leader.name)


async def cut_primary(scene: Scene) -> None:
    """The primary's machine is cut off from all others, and joins them later."""
    primary = await scene.databases.primary()
    primary.cut()
    try:
        await scene.back(time.monotonic() + HOLD_S)
        await asyncio.sleep(AFTER_S)
    finally:
        primary.join()
    await asyncio.sleep(2 * AFTER_S)


async def switch_over(scene: Scene) -> None:
    """Patroni is asked for another primary."""
    await scene.databases.switch_over()
    await scene.back(time.monotonic())
    await asyncio.sleep(AFTER_S)


async def cancel_wait(scene: Scene) -> None:
    """Somebody cancels the wait for the standbys: it is written, but nobody knows it is safe."""
    replicas = await scene.databases.replicas()
    with scene.databases.asked() as connection:
        for replica in replicas:
            replica.signal_server(signal.SIGSTOP)
        try:
            waits = await until_waiting(connection, "SyncRep")
            await asyncio.sleep(BATCHES_S)  # answers that were on their way are read
            waiting_s = time.monotonic()
            connection.execute("SELECT pg_cancel_backend(%s)", (waits,))
            await asyncio.sleep(HOLD_S)
            scene.late += scene.load.said_since(waiting_s)
        finally:
            for replica in replicas:
                replica.signal_server(signal.SIGCONT)
    await scene.back(time.monotonic())
    await asyncio.sleep(AFTER_S)


async def lose_quorum(scene: Scene) -> None:
    """Two of three etcd are gone for longer than a primary's time; Patroni's failsafe holds it."""
    for replica in await scene.databases.replicas():
        replica.signal_one("etcd", signal.SIGKILL)
    await asyncio.sleep(QUORUM_S)
    for replica in scene.databases.machines:
        if not replica.runs("etcd"):
            scene.databases.start_etcd(replica)


async def hand_over(scene: Scene) -> None:
    """`pitboss hand-over`, for work on a machine."""
    leader, _ = await scene.engines.until_whole()
    asked = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pitboss", "hand-over", "--site", str(leader.folder),
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert await asked.wait() == 0, "it did not hand over"
    await scene.back(time.monotonic(), without=leader.name)
    await asyncio.sleep(AFTER_S)


async def upgrade(scene: Scene) -> None:
    """Another release, first on the machine that stands by, then, after a hand-over, on both."""
    scene.releases += 1
    await asyncio.to_thread(scene.engines.install_release, scene.releases)
    leader, standby = await scene.engines.until_whole()
    await _restart(scene, standby)
    await hand_over(scene)
    await _restart(scene, leader)


async def _restart(scene: Scene, machine: EngineMachine) -> None:
    await scene.engines.stop(machine)
    scene.engines.serve(machine)
    await scene.engines.until_whole()


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("kill", "engine killed", 3.0, kill_engine, loss="process"),
        Fault("pause", "engine paused, woken", 10.0, pause_engine),
        Fault("hand-over", "hand-over", 1.0, hand_over),
        Fault("upgrade", "upgrade by hand-over", 1.0, upgrade),
        Fault("switch-over", "switch-over by Patroni", 5.0, switch_over),
        Fault("cancel", "synchronous wait canceled", 10.0, cancel_wait),
        Fault("primary", "primary killed", 5.0, kill_primary, loss="process"),
        Fault("node", "primary's machine killed", TTL_S + 5, kill_node, loss="process"),
        Fault("freeze", "primary's machine frozen, woken", TTL_S + 5, freeze_primary),
        Fault("quorum", "etcd without quorum", 3.0, lose_quorum, loss="network"),
        Fault("cut-engine", "engine's machine cut off", 10.0, cut_engine, cuts=True),
        Fault("cut-primary", "primary's machine cut off", TTL_S + 5, cut_primary, cuts=True),
    )
}
