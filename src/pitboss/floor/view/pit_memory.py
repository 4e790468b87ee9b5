"""What a pit wants to see of a table that no decision depends on: why it is paused, which chips
came late, how long someone has waited, how fast it plays. A fold beside the state, which stays
small."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts import awards, rounds, tables
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import changed

LATE_MOST = 18  # nine seats, two sensors
MINUTE_MS, PACE_MINUTES = 60_000, 60
GRANTED_MOST = 18


class PitMemory(Struct, frozen=True, kw_only=True, gc=False):
    """What was seen at one table. `marked` are the spots that wait for a badge or a key, `granted`
    a hub's newest grants. `wagered` are the spots of the latest round, `returned` those whose
    wagers go back because it is void, until the next one begins. `starts` are the rounds of the
    last hour by the minute they started in."""

    why: str = ""
    paused_ms: int | None = None
    late: tuple[Spot, ...] = ()
    marked: tuple[Spot, ...] = ()
    waiting_since_ms: int | None = None
    granted: tuple[str, ...] = ()
    wagered: tuple[Spot, ...] = ()
    returned: tuple[Spot, ...] = ()
    starts: dict[int, int] = {}

    def pace_at(self, at_ms: int) -> int:
        """How many rounds started in the hour before a time."""
        return sum(_last_hour(self.starts, at_ms).values())


QUIET = PitMemory()


def remember_event(memory: PitMemory, event: Event, *, at_ms: int) -> PitMemory:
    """A table's memory after one more event at that table."""
    match event:
        case tables.TablePaused():
            return changed(memory, why=event.reason, paused_ms=at_ms)
        case tables.TableResumed():
            return changed(memory, why="", paused_ms=None)
        case rounds.LateBetSeen():
            late = tuple(dict.fromkeys((*memory.late, event.spot)))[:LATE_MOST]
            return changed(memory, late=late)
        case rounds.WinnerMarked():
            marked = (*memory.marked, event.mark.spot)
            since = at_ms if memory.waiting_since_ms is None else memory.waiting_since_ms
            return changed(memory, marked=marked, waiting_since_ms=since)
        case rounds.WinnerUnmarked() | awards.ClaimMade():
            return _rest(_without(memory, {(event.mark.spot.seat, event.mark.spot.sensor)}))
        case awards.AwardsRecorded():
            return _without(memory, {(award.seat, award.sensor) for award in event.awards})
        case awards.WideAwardRecorded() if event.round:
            names = (award.award for award in event.awards)
            return changed(memory, granted=(*memory.granted, *names)[-GRANTED_MOST:])
        case awards.MetersMoved():
            return _rest(memory)
        case rounds.RoundStarted() | rounds.RoundEnded() | rounds.RoundVoided():
            return _of_round(memory, event, at_ms=at_ms)
        case _:
            return memory


def remember_start(memory: PitMemory, *, at_ms: int) -> PitMemory:
    """A table's memory after one more round started there."""
    minute = at_ms // MINUTE_MS
    starts = _last_hour(memory.starts, at_ms)
    return changed(memory, starts={**starts, minute: starts.get(minute, 0) + 1})


def _last_hour(starts: dict[int, int], at_ms: int) -> dict[int, int]:
    since = at_ms // MINUTE_MS - PACE_MINUTES
    return {minute: count for minute, count in starts.items() if minute > since}


def _of_round(
    memory: PitMemory,
    event: rounds.RoundStarted | rounds.RoundEnded | rounds.RoundVoided,
    *,
    at_ms: int,
) -> PitMemory:
    """Clear a finished round's memory; a void round's wagers go back."""
    quiet = changed(memory, late=(), marked=(), waiting_since_ms=None)
    match event:
        case rounds.RoundStarted():
            begun = remember_start(quiet, at_ms=at_ms)
            return changed(begun, wagered=event.spots, returned=())
        case rounds.RoundVoided():
            return changed(quiet, returned=memory.wagered)
    return quiet


def _without(memory: PitMemory, places: set[tuple[int, int]]) -> PitMemory:
    left = tuple(spot for spot in memory.marked if (spot.seat, spot.sensor) not in places)
    return changed(memory, marked=left)


def _rest(memory: PitMemory) -> PitMemory:
    """Clear the waiting, unless there is a mark."""
    return memory if memory.marked else changed(memory, waiting_since_ms=None)
