"""What a pit wants to see of a table and no decision depends on: why it stands still, which chips
came late, since when somebody waits. A fold beside the state, so that the state stays small."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor import events
from pitboss.floor.state import changed
from pitboss.floor.values import Spot

LATE_MOST = 18  # nine seats, two sensors


class Watch(Struct, frozen=True, kw_only=True, gc=False):
    """What was seen at one table. `marked` are the spots that wait for a badge or a key."""

    why: str = ""
    late: tuple[Spot, ...] = ()
    marked: tuple[Spot, ...] = ()
    waiting_since_ms: int | None = None


QUIET = Watch()


def watched(watch: Watch, event: events.Event, *, at_ms: int) -> Watch:
    """The watch of a table after one more event of that table."""
    match event:
        case events.TablePaused():
            return changed(watch, why=event.reason)
        case events.TableResumed():
            return changed(watch, why="")
        case events.LateBetSeen():
            late = tuple(dict.fromkeys((*watch.late, event.spot)))[:LATE_MOST]
            return changed(watch, late=late)
        case events.WinnerMarked():
            marked = (*watch.marked, event.mark.spot)
            since = at_ms if watch.waiting_since_ms is None else watch.waiting_since_ms
            return changed(watch, marked=marked, waiting_since_ms=since)
        case events.WinnerUnmarked():
            return _rested(_without(watch, {(event.mark.spot.seat, event.mark.spot.sensor)}))
        case events.AwardsRecorded():
            return _without(watch, {(award.seat, award.sensor) for award in event.awards})
        case events.MetersMoved():
            return _rested(watch)
        case events.RoundStarted() | events.RoundEnded() | events.RoundVoided():
            return changed(watch, late=(), marked=(), waiting_since_ms=None)
        case _:
            return watch


def _without(watch: Watch, places: set[tuple[int, int]]) -> Watch:
    left = tuple(spot for spot in watch.marked if (spot.seat, spot.sensor) not in places)
    return changed(watch, marked=left)


def _rested(watch: Watch) -> Watch:
    """Nobody waits any more, unless a mark stands."""
    return watch if watch.marked else changed(watch, waiting_since_ms=None)
