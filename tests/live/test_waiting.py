"""Waiting on a loop for what another thread answers."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

from pitboss.live.waiting import wait_for


def test_who_stops_waiting_takes_nothing_back_and_troubles_nobody() -> None:
    faults: list[dict[str, Any]] = []
    future: Future[int] = Future()
    future.set_running_or_notify_cancel()

    async def run() -> int:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, fault: faults.append(fault))
        gone = asyncio.create_task(wait_for(future))
        stays = asyncio.create_task(wait_for(future))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.to_thread(future.set_result, 7)
        return await stays

    assert asyncio.run(run()) == 7
    assert faults == []


def test_a_loop_that_has_ended_is_not_woken() -> None:
    future: Future[int] = Future()
    future.set_running_or_notify_cancel()

    async def run() -> None:
        waiting = asyncio.create_task(wait_for(future))
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(run())
    future.set_result(7)
    assert future.result() == 7
