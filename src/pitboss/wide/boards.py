"""What signs, consoles and the pit show for a hub's jackpot: the amount the hub last confirmed and
when, until when wagers are accepted, and hits whose amount is being verified. A lease ends by the
clock, not by a row, so the display must check the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Reading
from pitboss.floor.money.meter import micros, move_level
from pitboss.floor.state.floor import JackpotState, LevelState, State
from pitboss.floor.view.labels import HandWords
from pitboss.money import Cents, Micros
from pitboss.wide.decide.at_property import level_claimed
from pitboss.wide.decide.closing import closed_by_hub
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.state import ClaimState, claims_of, wide_of

# Events that change no board, though they name neither table nor jackpot.
ON_NO_BOARD = (
    sharing.StatementMade, sharing.PropertyAdmitted, sharing.StatementHeld,
    sharing.StatementReleased, sharing.StatementRefused, sharing.ForkFound, sharing.ForkAgreed,
    sharing.ForkDecided, sharing.GrantsShown, lost_rows.GrantsLost, lost_rows.PropertyHeard,
    lost_rows.PropertyGivenUp,
)  # fmt: skip


def jackpots_shown(event: Event) -> set[str] | None:
    """The jackpots whose boards alone an event changes; None if it can change others."""
    match event:
        case sharing.AnswerTaken():
            return {each.jackpot for each in event.answer.readings}
        case sharing.StatementPosted():
            return {each.jackpot for each in event.movements}
        case sharing.ClaimGranted() | lost_rows.ClaimRepeated():
            return {event.movement.jackpot} if event.movement is not None else set()
    return set() if isinstance(event, ON_NO_BOARD) else None


def as_shown(state: State, jackpot: str, level: LevelState) -> LevelState:
    """A level of a hub's jackpot as the hub last showed it, instead of what was collected here."""
    name = level.setting.level
    cents = wide_of(state).shown_cents(jackpot, name) or Cents(0)
    return move_level(level, Reading(name, micros(cents), Micros(0), Micros(0)))


def wide_board(state: State, jackpot: JackpotState, hands: HandWords) -> dict[str, Any]:
    """What a board adds for a hub's jackpot; empty for any other."""
    if not jackpot.terms.wide:
        return {}
    pending = [
        _claim(claim, hands)
        for claim in pending_claims(state)
        if claim.mark.jackpot == jackpot.jackpot
    ]
    return {
        "wide": {"hub": jackpot.terms.wide, **_lease(state, jackpot.jackpot), "pending": pending}
    }


def _lease(state: State, jackpot: str) -> dict[str, int]:
    """When the hub last confirmed its amounts, and until when wagers on a jackpot are accepted."""
    wide = wide_of(state)
    until_ms = wide.lease_until_ms if jackpot in wide.open_jackpots else wide.asked_ms
    return {"confirmed_ms": max(0, wide.asked_ms), "open_until_ms": max(0, until_ms)}


def closed_though_open(state: State) -> tuple[str, ...]:
    """The jackpots that the hub has closed although nobody has to decide about this floor and the
    line works: nothing else shows that."""
    if wide_of(state).standing != sharing.OPEN:
        return ()
    closed = closed_by_hub(state)
    return tuple(name for name in closed if state.jackpot(name).status != "retired")


def stops(state: State) -> Iterator[tuple[str, str]]:
    """Why a hub blocks wagers on its jackpots at this floor, with the jackpot if only one is
    affected."""
    wide, closed = wide_of(state), closed_though_open(state)
    if wide.own_fork or wide.hub_fork or wide.standing not in ("", sharing.OPEN):
        yield "hub_stopped", ""
    elif closed and wide.account_short:
        yield "hub_short", ""
    else:
        yield from (("hub_closed", name) for name in closed)


def pending_claims(state: State) -> Iterator[ClaimState]:
    """The hits that the hub hasn't granted yet, oldest first."""
    for waiting in wide_of(state).waiting:
        for name in waiting.claims:
            found = claims_of(state).get(name)
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
