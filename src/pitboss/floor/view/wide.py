"""What signs, consoles and the pit show of a hub's jackpot: its amount as the hub confirmed it
last, when that was, until when its wagers are taken, and hits whose amount is being verified. A
lease ends by the clock and not by a row: whoever shows it looks at the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.floor.decide.wide_closing import closed_by_hub
from pitboss.floor.decide.wide_property import level_claimed
from pitboss.floor.facts.wide import OPEN
from pitboss.floor.meter import as_shown
from pitboss.floor.state import JackpotState, State, changed
from pitboss.floor.view.labels import HandWords
from pitboss.floor.wide_state import ClaimState


def confirmed(state: State, jackpot: JackpotState) -> JackpotState:
    """A jackpot as it is shown: one of a hub with the hub's readings, not with what was collected
    here."""
    if not jackpot.terms.wide:
        return jackpot
    levels = {
        name: as_shown(state.wide, jackpot.jackpot, level) for name, level in jackpot.levels.items()
    }
    return changed(jackpot, levels=levels)


def wide_board(state: State, jackpot: JackpotState, hands: HandWords) -> dict[str, Any]:
    """What a board adds for a hub's jackpot; nothing for another."""
    if not jackpot.terms.wide:
        return {}
    pending = [
        _claim(claim, hands)
        for claim in pending_claims(state)
        if claim.mark.jackpot == jackpot.jackpot
    ]
    return {
        "wide": {"hub": jackpot.terms.wide, **lease(state, jackpot.jackpot), "pending": pending}
    }


def lease(state: State, jackpot: str) -> dict[str, int]:
    """When the hub's amounts were last confirmed, and until when wagers on a jackpot are taken."""
    wide = state.wide
    until_ms = wide.lease_until_ms if jackpot in wide.open_jackpots else wide.asked_ms
    return {"confirmed_ms": max(0, wide.asked_ms), "open_until_ms": max(0, until_ms)}


def closed_though_open(state: State) -> tuple[str, ...]:
    """The jackpots that the hub has closed, while nobody has to decide about this floor and the
    line is well: nothing else says so."""
    if state.wide.standing != OPEN:
        return ()
    closed = closed_by_hub(state)
    return tuple(name for name in closed if state.jackpot(name).status != "retired")


def pending_claims(state: State) -> Iterator[ClaimState]:
    """The hits that the hub has not granted yet, the oldest first."""
    for waiting in state.wide.waiting:
        for name in waiting.claims:
            found = state.claims.get(name)
            assert found is not None
            yield found


def claims_at(state: State, table: str, hands: HandWords) -> list[dict[str, Any]]:
    """The hits of a table whose amount is being verified."""
    return [_claim(claim, hands) for claim in pending_claims(state) if claim.table == table]


def _claim(claim: ClaimState, hands: HandWords) -> dict[str, Any]:
    mark = claim.mark
    jackpot = hands.state.kept_jackpot(mark.jackpot)
    level = level_claimed(jackpot, mark.outcome, hands.paytables[jackpot.terms.paytable])
    return {
        "claim": claim.claim,
        "table": claim.table,
        "round": claim.round,
        "seats": list(mark.sharers or (mark.spot.seat,)),
        "sensor": mark.spot.sensor,
        "jackpot": mark.jackpot,
        "outcome": mark.outcome,
        **hands(mark.jackpot, mark.outcome),
        "level": level,
        "level_name": hands.level(mark.jackpot, level),
    }
