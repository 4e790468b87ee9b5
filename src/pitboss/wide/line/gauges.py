"""Gauges of the line for server monitoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

from pitboss.floor.state.floor import State
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.wide.facts import sharing
from pitboss.wide.state import properties_of, standing_of


async def line_gauges(running_site: RunningSite) -> dict[str, int]:
    """The state of a property's line; at a hub, how many properties have an expired lease, or wait
    for people. A stopped engine knows nothing about them."""
    site, line = running_site.site, running_site.line
    if site.wide is not None:
        return {
            "pitboss_line_up": int(bool(line.heard_ms) and not line.code),
            "pitboss_property_stopped": int(
                line.standing not in ("", sharing.OPEN) or bool(line.closed)
            ),
        }
    if site.hub is None:
        return {}
    since_ms, heard = running_site.now_ms() - sharing.LEASE_MS, dict(running_site.callers.heard_ms)
    with suppress(Refusal):
        return await running_site.look(lambda state: _of_properties(state, heard, since_ms))
    return {}


def _of_properties(state: State, heard: Mapping[str, int], since_ms: int) -> dict[str, int]:
    """Runs on the engine's thread. A floor that shares no jackpot any longer need not ask."""
    admitted = [each for each in properties_of(state).values() if not each.given_up]
    standings = Counter(map(standing_of, admitted))
    silent = [each for each in admitted if each.jackpots and heard.get(each.property, 0) < since_ms]
    return {
        "pitboss_properties_silent": len(silent),
        "pitboss_statements_held": standings[sharing.HELD],
        "pitboss_statements_refused": standings[sharing.REFUSED],
        "pitboss_properties_forked": standings[sharing.FORKED] + standings[sharing.RESTORED],
        "pitboss_hub_short": int(bool(state.bank.stopped)),
    }
