"""Explains every change of a meter by its cause, independently of the books."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Protocol

from pitboss.floor.facts import awards, jackpots, rounds
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Movement, Reading
from pitboss.floor.money.ledger import TRAINING, is_training
from pitboss.floor.money.meter import micros
from pitboss.floor.state.floor import AwardState, State
from pitboss.money import Micros

# What can explain the rise or fall of a meter, in listing order.
CAUSES = (
    "opening", "contributions", "awards", "restarts", "releases", "voids", "back-outs",
    "transfers", "adjustments", "top-ups",
)  # fmt: skip
HELD_BY_LEVEL = ("meter", "reserve", "overflow")


class KnownAwards(Protocol):
    """Looks up an award by name: on the floor, or among those that a page shows."""

    def award(self, name: str) -> AwardState:
        """The award in its current state."""


class MeterEntry(NamedTuple):
    """One change of one level, its cause, and what the level must hold afterward."""

    jackpot: str
    cause: str
    meter_micros: int
    reserve_micros: int
    overflow_micros: int
    after: Reading
    house_micros: int = 0  # the house's part of it

    def before(self, after: Reading) -> Reading:
        """What the level held before this change."""
        return Reading(
            after.level,
            Micros(after.meter_micros - self.meter_micros),
            Micros(after.reserve_micros - self.reserve_micros),
            Micros(after.overflow_micros - self.overflow_micros),
        )

    @property
    def moves(self) -> bool:
        """Whether this changes anything."""
        return bool(self.meter_micros or self.reserve_micros or self.overflow_micros)


class Explained:
    """One level as the sum of its entries: the meter by cause, reserve and overflow in total."""

    def __init__(self, jackpot: str, level: str) -> None:
        self.jackpot = jackpot
        self.level = level
        self.causes = dict.fromkeys(CAUSES, 0)
        self.meter_micros = 0
        self.reserve_micros = 0
        self.overflow_micros = 0

    def add(self, entry: MeterEntry) -> None:
        self.causes[entry.cause] += entry.meter_micros
        self.meter_micros += entry.meter_micros
        self.reserve_micros += entry.reserve_micros
        self.overflow_micros += entry.overflow_micros

    def explain_before(self, causes: dict[str, int]) -> None:
        """Replace the reading it started with by the entries that led there."""
        self.causes["opening"] -= sum(causes.values())
        for cause, micros_before in causes.items():
            self.causes[cause] += micros_before

    def is_at(self, reading: Reading) -> bool:
        """Whether the entries add up to this reading."""
        return (
            self.meter_micros == reading.meter_micros
            and self.reserve_micros == reading.reserve_micros
            and self.overflow_micros == reading.overflow_micros
        )

    def is_booked(self, state: State) -> bool:
        """Whether the books hold the same in this level's accounts."""
        prefix = TRAINING if is_training(state, self.jackpot) else ""
        names = [f"{prefix}{name}:{self.jackpot}:{self.level}" for name in HELD_BY_LEVEL]
        held = (self.meter_micros, self.reserve_micros, self.overflow_micros)
        return tuple(map(state.balance, names)) == held


# ---- what each event does to the meters ---------------------------------------------------------


def list_entries(known: KnownAwards, event: Event) -> Iterator[MeterEntry]:
    """What an event changed on the meters; `known` has the awards it names."""
    if isinstance(event, rounds.RoundStarted):
        for given in event.contributions:
            change = (given.meter_micros, given.reserve_micros, given.overflow_micros)
            yield MeterEntry(given.jackpot, "contributions", *change, given.after)
    elif isinstance(event, jackpots.JackpotOpened):
        for reading in event.opening:
            held = (reading.meter_micros, reading.reserve_micros, reading.overflow_micros)
            yield MeterEntry(event.jackpot, "opening", *held, reading, sum(held))
    elif isinstance(event, awards.MetersMoved | awards.AwardBackedOut):
        cause, sign = _AWARD_MOVED_BY[type(event)]
        for moved in event.movements:
            own_micros = sign * micros(known.award(moved.award).award.meter_cents)
            yield from _with_restart(moved, cause, own_micros)
    elif isinstance(event, rounds.HoldsChanged):
        yield from _explain_holds(event)
    elif paid := getattr(event, "taken_cents", 0):
        (moved,) = find_movements(event)
        yield from _explain_paid(moved, micros(paid))
    else:
        for moved in find_movements(event):
            yield from _split(moved, {event.moves_by: moved.meter_micros - moved.top_up_micros})


_AWARD_MOVED_BY: dict[type, tuple[str, int]] = {
    awards.MetersMoved: ("awards", -1),
    awards.AwardBackedOut: ("back-outs", 1),
}


@cache
def may_move(kind: type[Event]) -> bool:
    """Whether events of this kind can touch meters; most can't."""
    held = {"opening", "contributions", "movements", "movement", "holds"}
    return not held.isdisjoint(kind.__struct_fields__)


def find_movements(event: Event) -> tuple[Movement, ...]:
    """The movements in an event of any kind."""
    found: tuple[Movement, ...] = getattr(event, "movements", ())
    single: Movement | None = getattr(event, "movement", None)
    return found if single is None else (*found, single)


def _explain_holds(event: rounds.HoldsChanged) -> Iterator[MeterEntry]:
    """What a press took off the meters before it was recorded, after whatever went back to them."""
    for moved in event.released:
        yield from _split(moved, {"releases": moved.meter_micros - moved.top_up_micros})
    for hold in event.holds:
        for award, moved in zip(hold.awards, hold.movements, strict=True):
            yield from _explain_paid(moved, micros(award.meter_cents))


def _explain_paid(moved: Movement, paid_micros: int) -> Iterator[MeterEntry]:
    """Split an award that restarts its meter into two entries: the payment and the restart."""
    return _with_restart(moved, "awards", -paid_micros)


def _with_restart(moved: Movement, cause: str, own_micros: int) -> Iterator[MeterEntry]:
    """What an award or its end did to a meter, and separately what the restart did."""
    restart_micros = moved.meter_micros - own_micros - moved.top_up_micros
    return _split(moved, {cause: own_micros, "restarts": restart_micros})


def _split(moved: Movement, causes: dict[str, int]) -> Iterator[MeterEntry]:
    """Split a movement by cause, with each cause's effect on the meter. Reserve, overflow and the
    house move with the last cause; what the house added to keep the level whole is a separate
    entry."""
    top_up = moved.top_up_micros
    changes = [
        MeterEntry(moved.jackpot, cause, meter, 0, 0, moved.after)
        for cause, meter in causes.items()
    ]
    changes[-1] = changes[-1]._replace(
        reserve_micros=moved.reserve_micros,
        overflow_micros=moved.overflow_micros,
        house_micros=moved.house_micros - top_up,
    )
    if top_up:
        last = MeterEntry(moved.jackpot, "top-ups", top_up, 0, 0, moved.after, top_up)
        changes.append(last)
    after, found = moved.after, []
    for each in reversed(changes):
        found.append(each._replace(after=after))
        after = each.before(after)
    return reversed(found)
