"""What surveillance counts: prizes won, and rare presses, each with its table, round, dealer and
person; and how many acts of each person are on record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pitboss.books.books_file import ADD_ACTS, Store
from pitboss.books.things import badges_of
from pitboss.floor.facts import awards, jackpots, payments, rounds
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.values import Award, Mark, Spot
from pitboss.floor.state.floor import State

HIT, UNDONE, LATE_BET, VOID, WINNER_VOID, REFUSED, CORRECTION, ADJUSTMENT = KINDS = (
    "hit", "undone", "late_bet", "void", "winner_void", "refused", "correction", "adjustment",
)  # fmt: skip
ANY = ""  # the kind of all acts together


class Incident(NamedTuple):
    """One of them, with its journal row and the gambling day and hour in which it was recorded.
    Round 0: no round was on."""

    kind: str
    seq: int = 0
    day: int = 0
    at_ms: int = 0
    hour: str = ""
    table: str = ""
    round: int = 0
    dealer: str = ""
    badges: str = ""  # of those who acted, with spaces between them
    seat: int = 0
    jackpot: str = ""
    outcome: str = ""
    award: str = ""


FIELDS = Incident._fields
ADD = f"INSERT INTO incident VALUES (NULL, {', '.join('?' * len(FIELDS))})"  # noqa: S608 - our own names


class IncidentFolding:
    """What some rows add to incidents and acts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: list[Incident] = []
        self._acts: dict[tuple[int, str, str], int] = {}

    def note(self, state: State, event: Event, at: Incident) -> None:
        """Take an event; `state` is the floor before it, and `at` says when."""
        badges = [each for named in badges_of(event) for each in named.split()]
        made = _MADE.get(type(event))
        found = (
            [] if made is None else [each for each in made(state, event) if _is_real(state, each)]
        )
        for each in found:
            self._found.append(
                each._replace(
                    seq=at.seq, day=at.day, at_ms=at.at_ms, hour=at.hour, badges=" ".join(badges)
                )
            )
        for kind in (ANY, *dict.fromkeys(each.kind for each in found)):
            for badge in badges:
                key = (at.day, badge, kind)
                self._acts[key] = self._acts.get(key, 0) + 1

    def write(self) -> None:
        """Write everything noted so far."""
        self._store.executemany(ADD, self._found)
        self._store.executemany(ADD_ACTS, [(*key, times) for key, times in self._acts.items()])
        self._found.clear()
        self._acts.clear()


# ---- inside -------------------------------------------------------------------------------------


def _is_real(state: State, found: Incident) -> bool:
    """Whether real money is played there."""
    table = state.tables.get(found.table)
    if table is not None and table.training:
        return False
    jackpot = state.kept_jackpot(found.jackpot) if found.jackpot else None
    return jackpot is None or not jackpot.terms.training


def _at(state: State, kind: str, table: str, **more: Any) -> Incident:
    """At a table, in the round that is on."""
    found = state.tables.get(table)
    assert found is not None
    if found.round is None:
        return Incident(kind, table=table, dealer=found.dealer, **more)
    number, dealer = found.round.number, found.round.dealer
    return Incident(kind, table=table, round=number, dealer=dealer, **more)


def _of_spot(state: State, kind: str, table: str, found: Mark | rounds.LateBetSeen) -> Incident:
    spot: Spot = found.spot
    outcome = found.outcome if isinstance(found, Mark) else ""
    return _at(state, kind, table, seat=spot.seat, jackpot=found.jackpot, outcome=outcome)


def _of_award(kind: str, award: Award, table: str, number: int, dealer: str) -> Incident:
    return Incident(
        kind, table=table, round=number, dealer=dealer, seat=award.seat, jackpot=award.jackpot,
        outcome=award.outcome, award=award.award,
    )  # fmt: skip


def _awards_recorded(
    state: State, event: awards.AwardsRecorded | awards.WideAwardRecorded
) -> Iterator[Incident]:
    dealer = _at(state, HIT, event.table).dealer
    for award in event.awards:
        yield _of_award(HIT, award, event.table, event.round, dealer)


def _winner_unmarked(state: State, event: rounds.WinnerUnmarked) -> Iterator[Incident]:
    yield _of_spot(state, UNDONE, event.table, event.mark)


def _late_bet_seen(state: State, event: rounds.LateBetSeen) -> Iterator[Incident]:
    yield _of_spot(state, LATE_BET, event.table, event)


def _round_voided(state: State, event: rounds.RoundVoided) -> Iterator[Incident]:
    yield _at(state, VOID, event.table)
    opened = state.table(event.table).round
    for mark in opened.marks if opened is not None else ():
        yield _of_spot(state, WINNER_VOID, event.table, mark)


def _command_refused(state: State, event: CommandRefused) -> Iterator[Incident]:
    if state.tables.get(event.table) is not None:
        yield _at(state, REFUSED, event.table)
    elif event.badge:
        yield Incident(REFUSED)


def _hands_corrected(state: State, event: rounds.HandsCorrected) -> Iterator[Incident]:
    if event.before:
        yield _at(state, CORRECTION, event.table)


def _award_undone(
    state: State, event: awards.AwardBackedOut | payments.PrizeCanceled
) -> Iterator[Incident]:
    found = state.award(event.award)
    yield _of_award(CORRECTION, found.award, found.table, found.round, found.dealt_by)


def _meter_adjusted(state: State, event: jackpots.MeterAdjusted) -> Iterator[Incident]:
    yield Incident(ADJUSTMENT, jackpot=event.jackpot, award=event.award)
    if event.award and event.won_at is not None:
        at = event.won_at
        yield Incident(
            HIT, table=at.table, round=at.round, dealer=event.dealt_by, seat=at.spot.seat,
            jackpot=event.jackpot, outcome=at.outcome, award=event.award,
        )  # fmt: skip


_MADE: dict[type[Event], Callable[[State, Any], Iterator[Incident]]] = {
    awards.AwardsRecorded: _awards_recorded,
    awards.WideAwardRecorded: _awards_recorded,
    awards.AwardBackedOut: _award_undone,
    payments.PrizeCanceled: _award_undone,
    rounds.WinnerUnmarked: _winner_unmarked,
    rounds.LateBetSeen: _late_bet_seen,
    rounds.RoundVoided: _round_voided,
    rounds.HandsCorrected: _hands_corrected,
    CommandRefused: _command_refused,
    jackpots.MeterAdjusted: _meter_adjusted,
}
