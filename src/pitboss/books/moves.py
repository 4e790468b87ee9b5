"""What one event moved, place by place: the smallest part of every sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from pitboss.audit.meter_entries import list_entries, may_move
from pitboss.books.period import PRIZES, WAGERS, Moved, Place
from pitboss.floor.facts import awards, jackpots, payments, rounds
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Award
from pitboss.floor.money.meter import micros
from pitboss.floor.state.floor import State, changed
from pitboss.money import Cents

CONTRIBUTIONS = "contributions"

Move: TypeAlias = tuple[Place, Moved]


PLAIN_KINDS = ("round-started", "round-ended")  # the books don't have every one


def is_plain(event: Event) -> bool:
    """Whether an event is a round that the books only keep sums of."""
    return isinstance(event, rounds.RoundStarted) or (
        isinstance(event, rounds.RoundEnded) and not event.envy
    )


def moves(state: State, event: Event) -> Iterator[Move]:
    """What an event moved. `state` is the floor after it, or later: only its awards are used."""
    if isinstance(event, rounds.RoundStarted):
        yield from _round_started(event)
        return
    if may_move(type(event)):
        yield from _levels(state, event)
    also = _ALSO.get(type(event))
    if also is not None:
        yield from also(state, event)


def _round_started(event: rounds.RoundStarted) -> Iterator[Move]:
    """No lookups here: this is the most frequent event."""
    table, kind = event.table, event.kind
    for given in event.contributions:
        yield (
            Place(table, given.jackpot, given.level, kind, CONTRIBUTIONS),
            Moved(given.meter_micros, given.reserve_micros, given.overflow_micros),
        )
    for taking in event.takings:
        yield (
            Place(table, taking.jackpot, "", kind, WAGERS),
            Moved(0, 0, 0, taking.house_micros, 1, 0, taking.bets, taking.wager_micros),
        )


def _levels(state: State, event: Event) -> Iterator[Move]:
    """Every change of a level, with the auditor's cause."""
    table = getattr(event, "table", "")
    for entry in list_entries(state, event):
        held = (entry.meter_micros, entry.reserve_micros, entry.overflow_micros)
        yield (
            Place(table, entry.jackpot, entry.after.level, event.kind, entry.cause),
            Moved(*held, -entry.house_micros),
        )


def _round_voided(state: State, event: rounds.RoundVoided) -> Iterator[Move]:
    for taking in event.takings:
        yield (
            Place(event.table, taking.jackpot, "", event.kind, WAGERS),
            Moved(
                house_micros=-taking.house_micros,
                rounds=-1,
                voids=1,
                bets=-taking.bets,
                wager_micros=-taking.wager_micros,
            ),
        )


def _awards_recorded(
    state: State, event: awards.AwardsRecorded | awards.WideAwardRecorded
) -> Iterator[Move]:
    for award in event.awards:
        yield _prize(event.table, event.kind, award, sign=1)


def _award_backed_out(state: State, event: awards.AwardBackedOut) -> Iterator[Move]:
    yield _prize(event.table, event.kind, state.award(event.award).award, sign=-1)


def _prize_canceled(state: State, event: payments.PrizeCanceled) -> Iterator[Move]:
    """What the tray paid of it stays paid."""
    found = state.award(event.award)
    award = changed(found.award, tray_cents=Cents(0), stake_cents=Cents(0))
    yield _prize(found.table, event.kind, award, sign=-1)


def _meter_adjusted(state: State, event: jackpots.MeterAdjusted) -> Iterator[Move]:
    if event.award:
        house = micros(event.house_cents)
        yield (
            Place("", event.jackpot, event.level, event.kind, PRIZES),
            Moved(
                house_micros=-house,
                awards=1,
                from_meter_micros=micros(-event.cents),
                from_house_micros=house,
            ),
        )


def _round_ended(state: State, event: rounds.RoundEnded) -> Iterator[Move]:
    for envy in event.envy:
        cost = micros(envy.cents)
        yield (
            Place(event.table, envy.jackpot, "", event.kind, PRIZES),
            Moved(house_micros=-cost, envy_micros=cost),
        )


def _prize(table: str, kind: str, award: Award, *, sign: int) -> Move:
    house, tray = micros(award.house_cents), micros(award.tray_cents + award.stake_cents)
    return (
        Place(table, award.jackpot, award.level, kind, PRIZES),
        Moved(
            house_micros=-sign * (house + tray),
            awards=sign,
            from_meter_micros=sign * micros(award.meter_cents),
            from_house_micros=sign * house,
            from_tray_micros=sign * tray,
        ),
    )


# What an event does besides moving levels.
_ALSO: dict[type[Event], Callable[[State, Any], Iterator[Move]]] = {
    rounds.RoundVoided: _round_voided,
    rounds.RoundEnded: _round_ended,
    awards.AwardsRecorded: _awards_recorded,
    awards.WideAwardRecorded: _awards_recorded,
    awards.AwardBackedOut: _award_backed_out,
    payments.PrizeCanceled: _prize_canceled,
    jackpots.MeterAdjusted: _meter_adjusted,
}
