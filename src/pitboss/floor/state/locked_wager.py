"""What a journal says of a wager someone claims has won, from the entries of its round on."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.floor.facts import awards, payments, rounds
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.jackpots import LockedWager, MeterAdjusted, WonAt
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import changed


def locked_wager(entries: Iterable[tuple[int, Event]], at: WonAt) -> LockedWager | None:
    """A spot's wager in a round, and what became of it; None if none was locked. Each entry has its
    row."""
    found: LockedWager | None = None
    for row, event in entries:
        if isinstance(event, rounds.RoundStarted) and (event.table, event.round) == (
            at.table,
            at.round,
        ):
            jackpot = wagers_of(event).get(at.spot)
            found = LockedWager(row, jackpot, dealer=event.badge) if jackpot else None
        elif found is not None:
            found = _follow(found, event, at)
    return found


def wagers_of(started: rounds.RoundStarted) -> dict[Spot, str]:
    """The wagers a START locked, with the jackpot of each."""
    sensors = sorted({spot.sensor for spot in started.spots})
    jackpots = dict(zip(sensors, (each.jackpot for each in started.takings), strict=True))
    return {spot: jackpots[spot.sensor] for spot in started.spots}


def _follow(found: LockedWager, event: Event, at: WonAt) -> LockedWager:
    match event:
        case rounds.RoundEnded() | rounds.RoundVoided() if (event.table, event.round) == (
            at.table,
            at.round,
        ):
            return changed(
                found, status="void" if isinstance(event, rounds.RoundVoided) else "ended"
            )
        case awards.AwardsRecorded() | awards.WideAwardRecorded() if (
            event.table == at.table and event.round == at.round
        ):
            names = [each.award for each in event.awards if Spot(each.seat, each.sensor) == at.spot]
            return changed(found, award=names[-1]) if names else found
        case MeterAdjusted(won_at=WonAt() as won) if is_same_wager(won, at):
            return changed(found, award=event.award)
        case awards.AwardBackedOut() | payments.PrizeCanceled() if event.award == found.award:
            return changed(found, award="")
    return found


def is_same_wager(one: WonAt, other: WonAt) -> bool:
    """Whether two prizes claim the same wager."""
    return changed(one, outcome=other.outcome) == other
