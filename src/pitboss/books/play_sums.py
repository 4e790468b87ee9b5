"""How the floor is played, as the smallest sums that can be sliced later: rounds, pace, wagers,
what the house keeps of them, prizes, and drop boxes beside their sensors.

A slice is a table, a seat, a dealer, an hour of the clock, a shift or a day of the week; its sums
are by gambling day. Nothing here is about players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pitboss.floor.facts import awards, jackpots, payments, rounds
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Award, Movement, Spot, Taking
from pitboss.floor.fold.jackpots import award_of
from pitboss.floor.money.meter import micros
from pitboss.floor.state.approved import OPTION_ITEM, PAYTABLE_ITEM
from pitboss.floor.state.floor import JackpotState, State, TableState, changed
from pitboss.money import MICROS_PER_CENT, PPM_WHOLE, Cents

TABLE, SEAT, DEALER, HOUR, SHIFT, WEEKDAY = SLICES = (
    "table", "seat", "dealer", "hour", "shift", "weekday",
)  # fmt: skip
BREAK_MS = 10 * 60_000  # a longer gap between two rounds is a break and counts for no pace


class PlayOffer(NamedTuple):
    """What a table offers: a jackpot under its terms, or its rounds alone if that is empty. `plays`
    are the table's game, options and base paytable, `terms` the jackpot's, both as JSON."""

    table: str
    jackpot: str
    seats: int
    is_training: int
    plays: str
    terms: str


class Played(NamedTuple):
    """What was played of an offer, less voids.

    `rounds` are those in which it was offered; `paced` of them followed another within the break,
    after `paced_ms` in all. `others` is the sum over wagers of how many others the round had on the
    same jackpot, `others_2` and `others_3` of its square and cube: envy pays the others.
    `house_micros` is what the house keeps: wagers less what meters get, prizes, envy and seeds."""

    rounds: int = 0
    paced: int = 0
    paced_ms: int = 0
    bets: int = 0
    others: int = 0
    others_2: int = 0
    others_3: int = 0
    wager_micros: int = 0
    house_micros: int = 0
    awards: int = 0
    paid_micros: int = 0
    box_bets: int = 0
    box_chips: int = 0
    sensor_bets: int = 0
    sensor_count: int = 0


AtSeat: TypeAlias = tuple[str, int, Played]  # a jackpot, a seat, and what was played there
BASE_ITEM = f"{PAYTABLE_ITEM}base"


class PlayTurn(NamedTuple):
    """What an event did at a table, wager by wager, and who dealt."""

    table: str
    dealer: str
    at_seats: tuple[AtSeat, ...]


def plus(one: Played, two: Played) -> Played:
    """The sum of both."""
    return Played(*(a + b for a, b in zip(one, two, strict=True)))


def offer_of(table: TableState, jackpot: JackpotState | None) -> PlayOffer:
    """What a table offers now."""
    if jackpot is None:
        return PlayOffer(table.table, "", table.seats, int(table.training), "", "")
    plays = {
        each.item: each.value
        for each in table.plays
        if each.item.startswith((OPTION_ITEM, BASE_ITEM))
    }
    return PlayOffer(
        table.table,
        jackpot.jackpot,
        table.seats,
        int(table.training or jackpot.terms.training),
        _text({"game": table.game, **plays}),
        _text(jackpot.terms),
    )


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def wagers_of(
    state: State, table: TableState, spots: Iterable[Spot], takings: Iterable[Taking]
) -> Iterator[AtSeat]:
    """A round's wagers, one by one; each sensor has its own jackpot."""
    counted: dict[str, int] = {}
    for taking in takings:
        counted[taking.jackpot] = counted.get(taking.jackpot, 0) + taking.bets
    each = {name: wager_of(state.jackpot(name), bets) for name, bets in counted.items()}
    for spot in spots:
        jackpot = table.jackpots[spot.sensor - 1]
        yield jackpot, spot.seat, each[jackpot]


def wager_of(jackpot: JackpotState, bets: int) -> Played:
    """One of a round's wagers on a jackpot: all that its rates don't give to meters is kept."""
    cents, others = jackpot.terms.wager_cents, bets - 1
    given_ppm = sum(level.rate_ppm + level.reserve_ppm for level in jackpot.terms.levels)
    return Played(
        bets=1,
        others=others,
        others_2=others**2,
        others_3=others**3,
        wager_micros=cents * MICROS_PER_CENT,
        house_micros=cents * (PPM_WHOLE - given_ppm),
    )


def turn_of(state: State, event: Event) -> PlayTurn | None:
    """What an event that starts no round did to them; `state` is the floor before it."""
    found = _TURNS.get(type(event))
    return None if found is None else found(state, event)


# ---- inside -------------------------------------------------------------------------------------


def _turn(state: State, name: str, at_seats: Iterable[AtSeat], dealer: str = "") -> PlayTurn:
    table = state.table(name)
    dealt = table.round.dealer if table.round is not None else table.dealer
    return PlayTurn(name, dealer or dealt, tuple(at_seats))


def _round_voided(state: State, event: rounds.RoundVoided) -> PlayTurn:
    """Every wager goes back; the house bears what a restart has swept up of them meanwhile."""
    table = state.table(event.table)
    assert table.round is not None
    made = wagers_of(state, table, table.round.spots, table.round.takings)
    back = [(jackpot, seat, Played(*(-amount for amount in each))) for jackpot, seat, each in made]
    return _turn(state, event.table, [*back, *_moved(event.movements, {})])


def _awards_recorded(
    state: State, event: awards.AwardsRecorded | awards.WideAwardRecorded
) -> PlayTurn:
    return _turn(state, event.table, map(_prize, event.awards))


def _meters_moved(state: State, event: awards.MetersMoved) -> PlayTurn:
    seats = {name: state.award(name).award.seat for name in event.awards}
    return _turn(state, event.table, _moved(event.movements, seats))


def _holds_changed(state: State, event: rounds.HoldsChanged) -> PlayTurn:
    table = state.table(event.table)
    assert table.round is not None
    before = [award for hold in table.round.holds for award in hold.awards]
    now = [award for hold in event.holds for award in hold.awards]
    seats = {award.award: award.seat for award in (*before, *now)}
    moved = [each for hold in event.holds for each in hold.movements]
    return _turn(state, event.table, _moved((*event.released, *moved), seats))


def _round_ended(state: State, event: rounds.RoundEnded) -> PlayTurn | None:
    """Envy counts at the seat whose hand it is for."""
    paid = [
        (
            each.jackpot,
            each.seat_hit,
            Played(house_micros=-micros(each.cents), paid_micros=micros(each.cents)),
        )
        for each in event.envy
    ]
    return _turn(state, event.table, paid) if paid else None


def _award_backed_out(state: State, event: awards.AwardBackedOut) -> PlayTurn:
    found = state.award(event.award)
    seats = {each.award: state.award(each.award).award.seat for each in event.movements}
    undone = [_prize(found.award, sign=-1), *_moved(event.movements, seats)]
    return _turn(state, found.table, undone, found.dealt_by)


def _prize_canceled(state: State, event: payments.PrizeCanceled) -> PlayTurn | None:
    """What the tray paid of it stays paid."""
    found = state.award(event.award)
    if not found.table:
        return None
    award = changed(found.award, tray_cents=Cents(0), stake_cents=Cents(0))
    seats = {each.award: award.seat for each in event.movements}
    undone = [_prize(award, sign=-1), *_moved(event.movements, seats)]
    return _turn(state, found.table, undone, found.dealt_by)


def _meter_adjusted(state: State, event: jackpots.MeterAdjusted) -> PlayTurn | None:
    """Only a prize that somebody takes off a meter by hand was played for."""
    if not event.award or event.won_at is None:
        return None
    award = award_of(event)
    at_seats = [_prize(award), *_moved((event.movement,), {event.movement.award: award.seat})]
    return _turn(state, event.won_at.table, at_seats, event.dealt_by)


def _prize(award: Award, sign: int = 1) -> AtSeat:
    house = micros(Cents(award.house_cents + award.tray_cents + award.stake_cents))
    paid = Played(
        house_micros=-sign * house, awards=sign, paid_micros=sign * micros(award.total_cents)
    )
    return award.jackpot, award.seat, paid


def _moved(movements: Iterable[Movement], seats: Mapping[str, int]) -> Iterator[AtSeat]:
    """What restarts cost the house, apart from filling up a level by a correction."""
    for moved in movements:
        cost = moved.house_micros - moved.top_up_micros
        if cost:
            yield moved.jackpot, seats.get(moved.award, 0), Played(house_micros=-cost)


_TURNS: dict[type[Event], Callable[[State, Any], PlayTurn | None]] = {
    rounds.RoundVoided: _round_voided,
    rounds.RoundEnded: _round_ended,
    rounds.HoldsChanged: _holds_changed,
    awards.AwardsRecorded: _awards_recorded,
    awards.WideAwardRecorded: _awards_recorded,
    awards.MetersMoved: _meters_moved,
    awards.AwardBackedOut: _award_backed_out,
    payments.PrizeCanceled: _prize_canceled,
    jackpots.MeterAdjusted: _meter_adjusted,
}
