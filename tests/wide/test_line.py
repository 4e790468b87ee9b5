"""A property and its hub in real servers: over TLS on loopback, with clocks that a test moves."""

from __future__ import annotations

from pathlib import Path

from wide.ends import Ends, play


def test_a_wager_at_a_property_is_on_the_meter_of_the_hub(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        before = await ends.hub.meter_micros()
        assert await ends.north.speak() == ""
        await ends.north.play(3)
        assert await ends.north.speak() == ""
        print(before, await ends.hub.meter_micros(), await ends.north.meter_micros())
        assert await ends.hub.meter_micros() - before == await ends.north.meter_micros()

    play(tmp_path, act)
