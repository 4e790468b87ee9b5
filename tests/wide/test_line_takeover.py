"""Another engine takes over at either end: the line goes on where it was."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import AsyncExitStack
from pathlib import Path

from fastapi import FastAPI

from pitboss.engine.leadership import SUPERSEDED
from pitboss.live.clocks import SiteClock
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.refusal import Refusal
from pitboss.web.shell import server
from pitboss.wide.line.hub_call import call_hub
from pitboss.wide.line.hub_line import HubLine
from pitboss.wide.line.serving import listening
from pitboss.wide.messages import AnswerMessage, StatementMessage
from pitboss.wide.state import grants_of
from wide.ends import End, Ends, play


def standing_by(ends: Ends, name: str) -> tuple[RunningSite, asyncio.Task[None]]:
    """A second engine of a room or the hub, which waits for its turn."""
    clock: SiteClock = ends.clock.site_clock()
    site = open_running_site(ends.folders[name].path, clock=clock, standby=True)
    assert not site.tenure.leads
    site.begin()
    return site, asyncio.create_task(site.wait_for_turn())


def end_of(ends: Ends, name: str, site: RunningSite) -> End:
    """The room or hub with the engine that has taken over."""
    return End(name, ends.folders[name], ends.clock, site=site)


def test_a_standby_of_the_hub_answers_at_its_own_address(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        north = ends.north
        await north.speak()
        assert (await north.start(2)).accepted
        await north.hit()
        second, waiting = standing_by(ends, "hub")
        app = FastAPI()
        app.state.running_site, app.state.house_key = second, ends.folders["hub"].key()
        line = server.bind_socket("127.0.0.1", 0)
        other = server.line_address(line)
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(listening(app, line))
            wide = north.site.site.wide
            assert wide is not None
            north.line = HubLine(north.site, ends.addressed(wide, other), north.folder.key())
            assert await north.speak() == "STANDING_BY"
            both = ends.addressed(wide, *wide.addresses, other)
            north.line = HubLine(north.site, both, north.folder.key())
            await ends.cut()
            await ends.hub.site.close()
            async with asyncio.timeout(60):
                await waiting
            ends.ends["hub"] = end_of(ends, "hub", second)
            assert await north.speak() == ""
            assert north.site.line.address == other
            assert await north.owed_cents() == [2_500_024]
            assert await north.speak() == ""

            def with_the_first_awake(
                address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
            ) -> AnswerMessage:
                if address != other:
                    raise Refusal(SUPERSEDED, where="hub")
                return call_hub(address, tls, key, message)

            north.line = HubLine(north.site, both, north.folder.key(), with_the_first_awake)
            assert await north.speak() == ""

    play(tmp_path, act)


def test_a_standby_of_a_property_sends_what_the_first_engine_has_claimed(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        await ends.north.speak()
        assert (await ends.north.start(2)).accepted
        await ends.north.hit()
        second, waiting = standing_by(ends, "north")
        await ends.north.site.close()
        async with asyncio.timeout(60):
            await waiting
        north = ends.ends["north"] = end_of(ends, "north", second)
        assert await north.speak() == ""
        assert await north.owed_cents() == [2_500_024]
        assert len(grants_of(await ends.hub.state())) == 1

    play(tmp_path, act)
