"""The faults, and how long every table may wait for an answer after each."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from proof.drill.databases import TTL_S, durable_presses
from proof.drill.engines import EngineMachine
from proof.drill.scene import PLAN, Scene, until_waiting

AFTER_S = 3.0  # how long to watch answers afterward
BATCHES_S = 0.15  # time for fifty tables to fill a second batch behind a waiting one
HOLD_S = 1.0
QUORUM_S = TTL_S + 5
FULL_S, PUT_BACK_S = 15.0, 8.0
SKEW_S, JUMPED = 30, "clock-jumped"
# So that a fault hits both kinds of batches: one the journal hasn't started, and one it has written
# but not confirmed.
WAITS = ("not begun", "not confirmed")


@dataclass(frozen=True)
class Fault:
    """A fault by its name. `target_s` is the longest time any table may go without an answer.
    `happen` returns the moment that count starts, if people have to fix something first. `loss` is
    what is lost: killing a process isn't a power loss, because the machine keeps its unwritten
    data."""

    name: str
    title: str
    target_s: float
    happen: Callable[[Scene], Awaitable[float | None]]
    loss: Literal["process", "network", "other"] = "other"


async def kill_engine(scene: Scene) -> None:
    """The leader's process is gone; its service starts it again."""
    leader = await scene.engines.leader()
    leader.signal_one("pitboss", signal.SIGKILL)
    leader.wait("pitboss", AFTER_S)
    await scene.back(time.monotonic())
    await asyncio.sleep(AFTER_S)
    leader.serve()


async def pause_engine(scene: Scene) -> None:
    """The leader's machine stops with two batches under way, and wakes when another leads."""
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
    with scene.databases.connect() as connection:
        connection.execute("BEGIN")
        connection.execute("LOCK TABLE journal IN SHARE MODE")
        await until_waiting(connection, "relation")
        await asyncio.sleep(BATCHES_S)
        leader.signal_all(signal.SIGSTOP)
        connection.execute("COMMIT")


async def _pause_before_confirming(scene: Scene, leader: EngineMachine) -> None:
    replicas = await scene.databases.replicas()
    with scene.databases.connect() as connection:
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
    """Everything on the primary's machine freezes, and continues when another is the primary."""
    primary = await scene.databases.primary()
    primary.signal_all(signal.SIGSTOP)
    try:
        await scene.back(time.monotonic() + HOLD_S)
        await asyncio.sleep(AFTER_S)
    finally:
        primary.signal_all(signal.SIGCONT)
    await asyncio.sleep(2 * AFTER_S)


async def kill_node(scene: Scene) -> None:
    """The primary's machine is gone; it starts again later."""
    primary = await scene.databases.primary()
    primary.signal_all(signal.SIGKILL)
    await scene.back(time.monotonic() + HOLD_S)
    await asyncio.sleep(AFTER_S)
    primary.start()


async def kill_proxy(scene: Scene) -> None:
    """The machine with the floor's address is gone; it starts again later."""
    proxy = await scene.engines.proxy()
    proxy.signal_all(signal.SIGKILL)
    proxy.cut()
    # keepalived may have released the address before it died.
    proxy.run("sh", "-c", f"ip addr del {PLAN.floor} dev eth0 || true")
    await scene.back(time.monotonic() + HOLD_S)
    await asyncio.sleep(AFTER_S)
    proxy.join()
    proxy.start()


async def fill_disk(scene: Scene) -> float:
    """The primary's disk is full for a while. The floor may close; then somebody makes room."""
    primary = await scene.databases.primary()
    primary.fill_disk()
    await asyncio.sleep(FULL_S)
    primary.free_disk()
    mended_s = time.monotonic()
    primary.start()  # as its services would
    await scene.back(mended_s)
    return mended_s


async def put_back(scene: Scene) -> float:
    """Somebody replaces the newest database with an old copy. No engine may acknowledge anything on
    it; then the newest comes back."""
    await asyncio.to_thread(scene.databases.copy_floor)
    await scene.back(time.monotonic())  # so that the copy is old
    swapped_s = time.monotonic()
    await asyncio.to_thread(scene.databases.swap_floor, "floor_then", "floor_now")
    await asyncio.sleep(PUT_BACK_S)
    with scene.databases.connect("floor_now") as newest:
        scene.late += scene.load.said_since(swapped_s, durable=durable_presses(newest))
    await asyncio.to_thread(scene.databases.swap_floor, "floor_now", "floor_then")
    mended_s = time.monotonic()
    await scene.back(mended_s)
    return mended_s


async def skew_clocks(scene: Scene) -> None:
    """An engine with a clock far behind takes over, and another takes over from it."""
    before = scene.databases.count_rows(JUMPED)
    leader, standby = await scene.engines.until_whole()
    await standby.stop()
    standby.set_clock(-SKEW_S)
    standby.serve()
    for killed in (leader, standby):
        await scene.engines.until_whole()
        killed.signal_one("pitboss", signal.SIGKILL)
        killed.wait("pitboss", AFTER_S)
        await scene.back(time.monotonic())
        killed.set_clock(0)
        killed.serve()
    assert scene.databases.count_rows(JUMPED) > before, "no clock was off"


async def cut_engine(scene: Scene) -> None:
    """The leader's machine is cut off from all others, and rejoins them later."""
    leader = await scene.engines.leader()
    leader.cut()
    try:
        await asyncio.sleep(HOLD_S)
        with scene.databases.connect() as connection:
            durable = durable_presses(connection)  # by the leader: nobody has taken over yet
        await scene.back(time.monotonic())
        await asyncio.sleep(AFTER_S)
    finally:
        joined_s = time.monotonic()
        leader.join()
    await asyncio.sleep(2 * AFTER_S)
    scene.late += scene.load.said_since(joined_s, leader.name, durable=durable)


async def cut_primary(scene: Scene) -> None:
    """The primary's machine is cut off from all others, and rejoins them later."""
    primary = await scene.databases.primary()
    primary.cut()
    try:
        await scene.back(time.monotonic() + HOLD_S)
        await asyncio.sleep(AFTER_S)
    finally:
        primary.join()
    await asyncio.sleep(2 * AFTER_S)


async def switch_over(scene: Scene) -> None:
    """Somebody asks Patroni for another primary."""
    await scene.databases.switch_over()
    await scene.back(time.monotonic())
    await asyncio.sleep(AFTER_S)


async def cancel_wait(scene: Scene) -> None:
    """Somebody cancels the wait for the standbys: the row is written, but maybe not safe."""
    replicas = await scene.databases.replicas()
    with scene.databases.connect() as connection:
        for replica in replicas:
            replica.signal_server(signal.SIGSTOP)
        try:
            waits = await until_waiting(connection, "SyncRep")
            waiting_s = time.monotonic()
            durable = durable_presses(connection)  # without waiting ones, which nobody can see yet
            connection.execute("SELECT pg_cancel_backend(%s)", (waits,))
            await asyncio.sleep(HOLD_S)
            scene.late += scene.load.said_since(waiting_s, durable=durable)
        finally:
            for replica in replicas:
                replica.signal_server(signal.SIGCONT)
    await scene.back(time.monotonic())
    await asyncio.sleep(AFTER_S)


async def lose_quorum(scene: Scene) -> None:
    """Two of three etcd are gone for longer than a primary's TTL; Patroni's failsafe holds it."""
    lost = scene.random.sample(scene.engines.etcd, 2)
    for machine in lost:
        machine.signal_one("etcd", signal.SIGKILL)
    await asyncio.sleep(QUORUM_S)
    for machine in lost:
        machine.start()


async def freeze_etcd(scene: Scene) -> None:
    """etcd's leader is frozen for longer than a primary's TTL, and demotes nobody when it wakes."""
    frozen = await scene.engines.etcd_leader()
    frozen.signal_one("etcd", signal.SIGSTOP)
    await asyncio.sleep(QUORUM_S)
    frozen.signal_one("etcd", signal.SIGCONT)
    await asyncio.sleep(2 * AFTER_S)


async def hand_over(scene: Scene) -> None:
    """`pitboss hand-over`, for work on a machine."""
    leader, _ = await scene.engines.until_whole()
    await leader.hand_over()
    await scene.back(time.monotonic())
    await asyncio.sleep(AFTER_S)


async def upgrade(scene: Scene) -> None:
    """Upgrade first the standby's machine, then after a hand-over both."""
    release, led = await _make_release(scene)
    leader, standby = await scene.engines.until_whole()
    await _upgrade(scene, standby, release)
    await hand_over(scene)
    await _upgrade(scene, leader, release)
    assert scene.databases.count_rows(led), "it has not led"


async def lose_to_release(scene: Scene) -> None:
    """The standby has another release; the leader is killed, the standby takes over, and back."""
    release, led = await _make_release(scene)
    _, standby = await scene.engines.until_whole()
    await _upgrade(scene, standby, release)
    for _ in range(2):
        await kill_engine(scene)
        await scene.engines.until_whole()
    assert scene.databases.count_rows(led), "it has not led"


async def _make_release(scene: Scene) -> tuple[Path, str]:
    """Make another release; also what the journal has from it once it leads."""
    scene.releases += 1
    release = await asyncio.to_thread(scene.engines.make_release, scene.releases)
    return release, f'"version":"0.0.{scene.releases}"'


async def _upgrade(scene: Scene, machine: EngineMachine, release: Path) -> None:
    await machine.stop()
    machine.install(release)
    machine.serve()
    await scene.engines.until_whole()


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("kill", "engine killed", 3.0, kill_engine, loss="process"),
        Fault("pause", "engine paused, woken", 10.0, pause_engine),
        Fault("hand-over", "hand-over", 1.0, hand_over),
        Fault("upgrade", "upgrade by hand-over", 1.0, upgrade),
        Fault("release", "killed beside another release", 3.0, lose_to_release, loss="process"),
        Fault("clock", "killed beside another clock", 3.0, skew_clocks, loss="process"),
        Fault("switch-over", "switch-over by Patroni", 5.0, switch_over),
        Fault("cancel", "synchronous wait canceled", 10.0, cancel_wait),
        Fault("primary", "primary killed", 5.0, kill_primary, loss="process"),
        Fault("node", "primary's machine killed", TTL_S + 5, kill_node, loss="process"),
        Fault("freeze", "primary's machine frozen, woken", TTL_S + 5, freeze_primary),
        Fault("full", "primary's disk full, freed", 25.0, fill_disk),
        Fault("put-back", "old database, newest put back", 5.0, put_back),
        Fault("quorum", "etcd without quorum", 3.0, lose_quorum, loss="network"),
        Fault("etcd", "etcd's leader frozen, woken", 5.0, freeze_etcd),
        Fault("proxy", "proxy's machine killed", 6.0, kill_proxy, loss="process"),
        Fault("cut-engine", "engine's machine cut off", 9.0, cut_engine, loss="network"),
        Fault("cut-primary", "primary's machine cut off", TTL_S + 5, cut_primary, loss="network"),
    )
}
