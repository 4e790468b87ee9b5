"""What marked hands are worth now, in the order of payment, and whom they make envious."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.floor.facts.values import Award, EnvyPay, Hold, Mark, Movement
from pitboss.floor.meter import moved, pay, share_each, shown
from pitboss.floor.state import JackpotState, LevelState, RoundState, State, TableState
from pitboss.money import PPM_WHOLE, Cents
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share

NOTHING = Cents(0)


@dataclass(frozen=True, slots=True)
class Priced:
    """Awards in the order of payment, what they do to the meters, and the largest of each
    jackpot, before any split, which says whose badge is needed. What was held is off its meter."""

    awards: tuple[Award, ...]
    movements: tuple[Movement, ...]
    largest: Mapping[str, Cents]


def payment_order(table: TableState, marks: Sequence[Mark]) -> list[Mark]:
    """Rightmost seat first unless the house has another order; sensor 1 before 2 (PS-14)."""
    order = table.order or tuple(range(table.seats, 0, -1))
    return sorted(marks, key=lambda mark: (order.index(mark.spot.seat), mark.spot.sensor))


def price(
    state: State, table: TableState, marks: Sequence[Mark], book: Mapping[str, Paytable]
) -> Priced:
    """Each award from what the one before left; what is held for a mark is its price."""
    assert table.round is not None
    held = {hold.mark: hold for hold in table.round.holds}
    pricing = _Pricing(state, table)
    largest: dict[str, Cents] = {}
    for mark in marks:
        jackpot = state.jackpot(mark.jackpot)
        if mark in held:
            pricing.awards += held[mark].awards
            cents = held[mark].whole_cents
        else:
            cents = pricing.mark(mark, jackpot, book[jackpot.paytable])
        largest[mark.jackpot] = max(cents, largest.get(mark.jackpot, NOTHING))
    return Priced(tuple(pricing.awards), tuple(pricing.movements), largest)


def hold(
    state: State,
    table: TableState,
    marks: Sequence[Mark],
    book: Mapping[str, Paytable],
    *,
    released: Sequence[Movement],
) -> tuple[Hold, ...]:
    """What to hold for each mark, after what was held before is released."""
    pricing = _Pricing(state, table)
    for undone in released:
        pricing.put(undone)
    holds = []
    for mark in marks:
        awards, movements = len(pricing.awards), len(pricing.movements)
        jackpot = state.jackpot(mark.jackpot)
        cents = pricing.mark(mark, jackpot, book[jackpot.paytable])
        priced = tuple(pricing.awards[awards:]), tuple(pricing.movements[movements:])
        holds.append(Hold(mark, cents, *priced))
    return tuple(holds)


class _Pricing:
    """The levels as they stand after the awards priced so far."""

    def __init__(self, state: State, table: TableState) -> None:
        assert table.round is not None
        self._state = state
        self._prefix = f"{table.table}-{table.round.number}-{state.seq + 1}"
        self._levels: dict[tuple[str, str], LevelState] = {}
        self.awards: list[Award] = []
        self.movements: list[Movement] = []

    def mark(self, mark: Mark, jackpot: JackpotState, paytable: Paytable) -> Cents:
        """Price one mark; its amount before a split."""
        if jackpot.kind == "house":
            prize_cents = jackpot.house_prizes[mark.outcome]
            self._add(mark, mark.spot.seat, jackpot, house=prize_cents)
            return prize_cents
        prize = paytable.prize(mark.outcome)
        if isinstance(prize, Share):
            return self._share(mark, jackpot, prize)
        assert isinstance(prize, Odds | Fixed)
        cents = prize.pays_cents(jackpot.wager_cents, paytable.wager_cents)
        self._fixed(mark, jackpot, prize, cents)
        return cents

    def _fixed(self, mark: Mark, jackpot: JackpotState, prize: Odds | Fixed, cents: Cents) -> None:
        """A fixed pay comes from the tray, or from a meter where paytable or house say so; a stake
        that goes back comes from the tray always (PS-12)."""
        stake = jackpot.wager_cents if prize.returns_stake else NOTHING
        level = prize.level or jackpot.fixed_from
        if not level:
            self._add(mark, mark.spot.seat, jackpot, tray=cents, stake=stake)
            return
        from_meter = Cents(min(cents, shown(self._level(jackpot, level))))
        self._add(
            mark,
            mark.spot.seat,
            jackpot,
            level=level,
            meter=from_meter,
            house=Cents(cents - from_meter),
            stake=stake,
        )

    def _share(self, mark: Mark, jackpot: JackpotState, prize: Share) -> Cents:
        seats = mark.sharers or (mark.spot.seat,)
        level = self._level(jackpot, prize.level)
        each = share_each(level, prize.share_ppm, ways=len(seats))
        for seat in seats:
            restarts = prize.share_ppm == PPM_WHOLE and seat == seats[-1]
            self._add(mark, seat, jackpot, level=prize.level, meter=each, restarts=restarts)
        return share_each(level, prize.share_ppm)

    def _add(
        self,
        mark: Mark,
        seat: int,
        jackpot: JackpotState,
        *,
        level: str = "",
        meter: Cents = NOTHING,
        house: Cents = NOTHING,
        tray: Cents = NOTHING,
        stake: Cents = NOTHING,
        restarts: bool = False,
    ) -> None:
        name = f"{self._prefix}.{len(self.awards) + 1}"
        award = Award(
            name, seat, mark.spot.sensor, jackpot.jackpot, mark.outcome, level, meter, house, tray,
            restarts, stake,
        )  # fmt: skip
        self.awards.append(award)
        if level:
            self.movements.append(movement_of(award, self._level(jackpot, level)))
            self.put(self.movements[-1])

    def put(self, change: Movement) -> None:
        """The level stands where a movement leaves it."""
        level = self._level(self._state.jackpot(change.jackpot), change.after.level)
        self._levels[change.jackpot, change.after.level] = moved(level, change.after)

    def _level(self, jackpot: JackpotState, level: str) -> LevelState:
        return self._levels.get((jackpot.jackpot, level), jackpot.levels[level])


def movement_of(award: Award, level: LevelState) -> Movement:
    """What a recorded award does to its level as it stands."""
    return pay(award.award, award.jackpot, level, award.meter_cents, restarts=award.restarts)


def envy_pays(state: State, opened: RoundState, book: Mapping[str, Paytable]) -> Iterator[EnvyPay]:
    """Each hit pays every other seat at the table that made the wager (PS-20, PS-21)."""
    for hit in opened.hits:
        jackpot = state.kept_jackpot(hit.jackpot)
        paytable = book[jackpot.paytable]
        envy = paytable.envy.get(hit.outcome)
        if envy is None or jackpot.kind == "house":
            continue
        if paytable.envy_times_wager:
            envy = Fixed(envy).pays_cents(jackpot.wager_cents, paytable.wager_cents)
        seats = {spot.seat for spot in opened.spots if spot.sensor == hit.spot.sensor}
        for seat in sorted(seats - {hit.spot.seat}, reverse=True):
            yield EnvyPay(seat, hit.spot.sensor, hit.jackpot, hit.outcome, hit.spot.seat, envy)
