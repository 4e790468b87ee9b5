"""Work that goes on beside something."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.live.background import in_background


def test_work_that_a_fault_has_ended_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise KeyError("lost")

    async def beside() -> None:
        async with in_background({"keep books": fail()}):
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(beside())
    assert "background work stopped by a software error: keep books" in caplog.text


def test_work_that_is_cancelled_is_no_fault() -> None:
    told: list[str] = []

    async def beside() -> None:
        work = {"books": asyncio.sleep(3600)}
        async with in_background(work, lambda name, _: told.append(name)):
            await asyncio.sleep(0)

    asyncio.run(beside())
    assert told == []
