"""Prices marked hands in the order of payment, and their envy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.floor import extension
from pitboss.floor.facts.values import Award, EnvyPay, Hold, Mark, Movement, Spot
from pitboss.floor.money.meter import move_level, pay, read_shown, share_each
from pitboss.floor.state.floor import JackpotState, LevelState, RoundState, State, TableState
from pitboss.money import PPM_WHOLE, Cents
from pitboss.rules.envy import envy_of_hit
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share

NOTHING = Cents(0)


@dataclass(frozen=True, slots=True)
class PricedMark:
    """What one mark is worth: its amount before any split, its awards, and what they do to their
    meters. Held amounts are already off their meter."""

    mark: Mark
    whole_cents: Cents
    awards: tuple[Award, ...]
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class Priced:
    """Marks in the order of payment, each priced from what the one before left."""

    marks: tuple[PricedMark, ...]

    @property
    def awards(self) -> tuple[Award, ...]:
        return tuple(award for each in self.marks for award in each.awards)

    @property
    def movements(self) -> tuple[Movement, ...]:
        """What they do to the meters, in order."""
        return tuple(movement for each in self.marks for movement in each.movements)

    @property
    def largest(self) -> Mapping[str, Cents]:
        """The largest amount of each jackpot, before any split."""
        found: dict[str, Cents] = {}
        for each in self.marks:
            jackpot = each.mark.jackpot
            found[jackpot] = max(each.whole_cents, found.get(jackpot, NOTHING))
        return found

    def first(self, count: int) -> Priced:
        """The first marks to be paid, alone."""
        return Priced(self.marks[:count])

    def without(self, marks: Sequence[Mark]) -> Priced:
        """The marks left after these are claimed from a hub."""
        return Priced(tuple(each for each in self.marks if each.mark not in marks))


@dataclass(frozen=True, slots=True)
class Authority:
    """Whose badge confirms awards: `is_over` says whether one is above the lower tier's limit
    (PS-4)."""

    roles: tuple[str, ...]
    limit_cents: Cents
    is_over: bool
    rule: str


def authority_for(state: State, priced: Priced) -> Authority:
    """Above a jackpot's configured amount, the higher tier's badge is needed (PS-4)."""
    tiers = state.law.win_confirmation
    limits = {name: state.jackpot(name).terms.executive_above_cents for name in priced.largest}
    exceeded = [limits[name] for name, cents in priced.largest.items() if cents > limits[name]]
    roles = (*(tiers.value[-1:] if exceeded else tiers.value), "executive")
    limit_cents = min(exceeded or limits.values())
    return Authority(roles, limit_cents, is_over=bool(exceeded), rule=tiers.rule)


def seat_order(table: TableState) -> tuple[int, ...]:
    """The seats in the order of payment: rightmost first, unless the house chose another
    (PS-14)."""
    return table.order or tuple(range(table.seats, 0, -1))


def seats_in_order(table: TableState, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats that share a prize, in the order of payment; one that isn't at the table comes
    last, to be refused."""
    place = {seat: at for at, seat in enumerate(seat_order(table))}
    return tuple(sorted(seats, key=lambda seat: place.get(seat, len(place))))


def is_of(mark: Mark, spot: Spot) -> bool:
    """Whether a spot's wager has the hand of a mark, as its own or as a share of it."""
    is_sharer = mark.spot.sensor == spot.sensor and spot.seat in mark.sharers
    return mark.spot == spot or is_sharer


def payment_order(table: TableState, marks: Sequence[Mark]) -> list[Mark]:
    """Marks by seat in the order of payment; sensor 1 before 2 (PS-14)."""
    order = seat_order(table)
    return sorted(marks, key=lambda mark: (order.index(mark.spot.seat), mark.spot.sensor))


def price(
    state: State, table: TableState, marks: Sequence[Mark], paytables: Mapping[str, Paytable]
) -> Priced:
    """Price each award from what the one before left; an amount held for a mark is its price."""
    assert table.round is not None
    held = {hold.mark: hold for hold in table.round.holds}
    pricing = _Pricing(state, table)
    priced = []
    for mark in marks:
        if mark in held:
            found = held[mark]
            priced.append(PricedMark(mark, found.whole_cents, found.awards, ()))
            pricing.awards += found.awards
        else:
            priced.append(pricing.mark(mark, paytables))
    return Priced(tuple(priced))


def price_next(
    state: State, table: TableState, before: Priced, mark: Mark, paytables: Mapping[str, Paytable]
) -> PricedMark:
    """What one more mark would get from what the earlier ones leave."""
    pricing = _Pricing(state, table)
    for movement in before.movements:
        pricing.put(movement)
    return pricing.mark(mark, paytables)


def hold(
    state: State,
    table: TableState,
    marks: Sequence[Mark],
    paytables: Mapping[str, Paytable],
    *,
    released: Sequence[Movement],
) -> tuple[Hold, ...]:
    """What to hold for each mark, once earlier holds are released."""
    pricing = _Pricing(state, table)
    for undone in released:
        pricing.put(undone)
    priced = [pricing.mark(mark, paytables) for mark in marks]
    return tuple(Hold(each.mark, each.whole_cents, each.awards, each.movements) for each in priced)


class _Pricing:
    """The levels after the awards priced so far."""

    def __init__(self, state: State, table: TableState) -> None:
        assert table.round is not None
        self._state = state
        self._prefix = f"{table.table}-{table.round.number}-{state.seq + 1}"
        self._levels: dict[tuple[str, str], LevelState] = {}
        self.awards: list[Award] = []
        self.movements: list[Movement] = []

    def mark(self, mark: Mark, paytables: Mapping[str, Paytable]) -> PricedMark:
        awards, movements = len(self.awards), len(self.movements)
        jackpot = self._state.jackpot(mark.jackpot)
        cents = self._price(mark, jackpot, paytables[jackpot.terms.paytable])
        return PricedMark(
            mark, cents, tuple(self.awards[awards:]), tuple(self.movements[movements:])
        )

    def _price(self, mark: Mark, jackpot: JackpotState, paytable: Paytable) -> Cents:
        """Add a mark's awards; return its amount before a split. A house jackpot's posted amount is
        paid in full to each winner, and stays posted (PS-34)."""
        posted_cents = jackpot.terms.posted_cents(mark.outcome)
        if posted_cents is not None:
            self._add(mark, mark.spot.seat, jackpot, house=posted_cents)
            return posted_cents
        prize = paytable.prize(mark.outcome)
        if isinstance(prize, Share):
            return self._share(mark, jackpot, prize)
        assert isinstance(prize, Odds | Fixed)
        cents = prize.pays_cents(jackpot.terms.wager_cents, paytable.wager_cents)
        self._price_fixed(mark, jackpot, prize, cents)
        return cents

    def _price_fixed(
        self, mark: Mark, jackpot: JackpotState, prize: Odds | Fixed, cents: Cents
    ) -> None:
        """A fixed pay comes from the tray, or from a meter if paytable or house say so; a returned
        stake always comes from the tray (PS-12)."""
        stake = jackpot.terms.wager_cents if prize.returns_stake else NOTHING
        level = jackpot.terms.pays_fixed_from(prize.level)
        if not level:
            self._add(mark, mark.spot.seat, jackpot, tray=cents, stake=stake)
            return
        from_meter = Cents(min(cents, read_shown(self._level(jackpot, level))))
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
        """Put a level where a movement leaves it."""
        level = self._level(self._state.jackpot(change.jackpot), change.after.level)
        self._levels[change.jackpot, change.after.level] = move_level(level, change.after)

    def _level(self, jackpot: JackpotState, level: str) -> LevelState:
        found = self._levels.get((jackpot.jackpot, level))
        if found is None:
            found = jackpot.levels[level]
            if jackpot.terms.wide:  # what its hub showed last: the hub says what it grants
                found = extension.here().as_shown(self._state, jackpot.jackpot, found)
        return found


def movement_of(award: Award, level: LevelState) -> Movement:
    """What a recorded award does to its level now."""
    return pay(award.award, award.jackpot, level, award.meter_cents, restarts=award.restarts)


def envy_pays(
    state: State, opened: RoundState, paytables: Mapping[str, Paytable]
) -> Iterator[EnvyPay]:
    """Each hit pays every other seat at the table that made the wager (PS-20, PS-21); seats that
    share a hand all made it."""
    for hit in opened.hits:
        terms = state.kept_jackpot(hit.jackpot).terms
        sensor = hit.spot.sensor
        wagers = {spot.seat: terms.wager_cents for spot in opened.spots if spot.sensor == sensor}
        for envied in envy_of_hit(
            paytables[terms.paytable],
            hit.outcome,
            winners=frozenset((hit.spot.seat, *hit.sharers)),
            wagers=wagers,
        ):
            yield EnvyPay(
                envied.seat, sensor, hit.jackpot, hit.outcome, hit.spot.seat, envied.cents
            )


def envy_in_order(
    state: State, table: TableState, opened: RoundState, paytables: Mapping[str, Paytable]
) -> list[EnvyPay]:
    """The same for each seat, in the order of payment."""
    order = seat_order(table)
    return sorted(envy_pays(state, opened, paytables), key=lambda pay: order.index(pay.seat))
