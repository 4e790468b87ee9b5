"""Draws the pit for those who watch it: whole, soon after something happens, and once a minute."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pitboss.engine import Engine
from pitboss.floor.state.floor import State
from pitboss.live.bet_lights import BetLights
from pitboss.live.hub import Hub, Picture
from pitboss.live.painter import PIT, Painter

SOON_S = 0.25  # at most four times a second
PACE_S = 60.0  # a table's pace falls though nothing happens


class PitDrawing:
    """The picture is made on the engine's thread, and handed out on the loop."""

    def __init__(
        self,
        hub: Hub,
        engine: Engine,
        painter: Painter,
        lights: BetLights,
        now_ms: Callable[[], int],
    ) -> None:
        self._hub, self._engine, self._painter = hub, engine, painter
        self._lights, self._now_ms = lights, now_ms
        self._is_due = False

    def paint(self, state: State) -> Picture:
        """The pit as it is now."""
        return self._painter.pit(state, dead=self._lights.dead(), at_ms=self._now_ms())

    def need(self) -> None:
        """Draw the pit soon, if anyone watches it."""
        if self._hub.is_watched(PIT) and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(SOON_S, self._draw)

    async def keep_pace(self) -> None:
        """Draw it once a minute."""
        while True:
            await asyncio.sleep(PACE_S)
            self.need()

    def _draw(self) -> None:
        self._is_due = False
        loop = asyncio.get_running_loop()

        def draw(state: State) -> None:
            loop.call_soon_threadsafe(self._hub.show, {PIT: self.paint(state)})

        self._engine.look(draw)
