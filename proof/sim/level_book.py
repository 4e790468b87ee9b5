"""A meter as the auditor keeps it: line by line, so that what is reversed is struck out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pitboss.floor.facts.values import LevelSetting, Reading

CENT_MICROS = 1_000_000


@dataclass(frozen=True, slots=True)
class BookLine:
    """One thing that happened to a level: its opening, wagers, an award, amounts by hand or from
    elsewhere, other terms. `of` names the round or the award that it belongs to."""

    kind: str  # open, feed, pay, shift, terms
    of: str = ""
    amounts: tuple[int, ...] = ()
    own_micros: int = 0  # of a shift: by how much the house has more of its own money in it
    keeps_seed: bool = False  # of a shift: it takes only what is above the seed
    restarts: bool = False
    setting: LevelSetting | None = None


@dataclass(slots=True)
class LevelBook:
    """One meter with its reserve and overflow, and all that ever happened to it. What is reversed
    is struck out, and the book is written again from its first line."""

    setting: LevelSetting
    meter_micros: int = 0
    reserve_micros: int = 0
    overflow_micros: int = 0
    own_micros: int = 0  # what the house has put up as seeds and not had back, nor lost to awards
    top_up_micros: int = 0  # what the house put in because a line found too little
    lines: list[BookLine] = field(default_factory=list)

    @staticmethod
    def open(setting: LevelSetting) -> LevelBook:
        """A level at its seed."""
        level = LevelBook(setting)
        level._enter(BookLine("open", amounts=(setting.seed_cents * CENT_MICROS,), setting=setting))
        return level

    def to_reading(self) -> Reading:
        """What the level holds, as the floor would say it."""
        return Reading(
            self.setting.level,
            self.meter_micros,  # type: ignore[arg-type]
            self.reserve_micros,  # type: ignore[arg-type]
            self.overflow_micros,  # type: ignore[arg-type]
        )

    def copy(self) -> LevelBook:
        """The same level, to try things on."""
        return replace(self, lines=list(self.lines))

    def held_micros(self) -> int:
        """All that the level holds for players."""
        return self.meter_micros + self.reserve_micros + self.overflow_micros

    def shown_cents(self) -> int:
        """The whole cents on display."""
        return self.meter_micros // CENT_MICROS

    def feed(self, wagers_cents: int, *, of: str) -> MeterChange:
        """Wagers raise the meter up to its maximum, the rest goes over."""
        given = wagers_cents * self.setting.rate_ppm
        return self._enter(BookLine("feed", of, (given, wagers_cents * self.setting.reserve_ppm)))

    def pay(self, cents: int, *, restarts: bool, of: str = "", beyond: int = 0) -> MeterChange:
        """An award comes off. What is not there any more comes off what the restart sweeps up, then
        the house adds it. So many cents `beyond` what the line pays spare the seed."""
        amounts = (cents * CENT_MICROS, beyond * CENT_MICROS)
        return self._enter(BookLine("pay", of, amounts, restarts=restarts))

    def shift(
        self,
        meter: int = 0,
        reserve: int = 0,
        overflow: int = 0,
        *,
        own: int = 0,
        beyond: int = 0,
        keeps_seed: bool | None = None,
    ) -> MeterChange:
        """Amounts come or go, by hand or from level to level; `own` of them is the house's. What
        leaves the seed on the meter now does so for ever; what the house takes, `beyond` what was
        won, it gives back for that."""
        if keeps_seed is None:
            keeps_seed = self.meter_micros + meter >= self._seed_there()
        amounts = (meter, reserve, overflow, beyond)
        line = BookLine("shift", amounts=amounts, own_micros=own, keeps_seed=keeps_seed)
        return self._enter(line)

    def _seed_there(self) -> int:
        """What of the seed is on the meter."""
        return min(self.meter_micros, self.setting.seed_cents * CENT_MICROS)

    def change_terms(self, setting: LevelSetting) -> MeterChange:
        """Other terms."""
        return self._enter(BookLine("terms", setting=setting))

    def strike(self, of: str) -> MeterChange:
        """A round or an award is struck out; what the level holds more or less without it."""
        return self._write([line for line in self.lines if line.of != of])

    def strike_share(self, of: str, successor: str) -> MeterChange:
        """A share of a split is struck out, and another one carries the restart."""
        kept = []
        for line in self.lines:
            if line.of != of:
                kept.append(line)
            elif line.restarts:
                kept.append(replace(line, of=successor, amounts=(0, 0)))
        return self._write(kept)

    def _write(self, lines: list[BookLine]) -> MeterChange:
        before = self.amounts()
        self.lines, self.top_up_micros = [], 0
        for line in lines:
            self._enter(line)
        return self._change_since(before)

    def _enter(self, line: BookLine) -> MeterChange:
        before, seed_cents = self.amounts(), self.setting.seed_cents
        self.lines.append(line)
        if line.setting is not None:
            self.setting = line.setting
        if line.kind == "open":
            self.meter_micros, self.reserve_micros, self.overflow_micros = line.amounts[0], 0, 0
            self.own_micros = line.amounts[0]
        elif line.kind == "feed":
            self._raise(line.amounts[0])
            self.reserve_micros += line.amounts[1]
        elif line.kind == "pay":
            self._pay(*line.amounts, restarts=line.restarts)
        elif line.kind == "shift":
            self._shift(*line.amounts, least=self._seed_there() if line.keeps_seed else 0)
            self.own_micros += line.own_micros
        elif self.setting.seed_cents > seed_cents:
            self.own_micros += self._fill_up(self.setting.seed_cents * CENT_MICROS)
        else:
            maximum_cents = self.setting.maximum_cents
            if maximum_cents is not None and self.shown_cents() > maximum_cents:
                self._spill()
        self.own_micros = min(max(0, self.own_micros), self.held_micros())
        return self._change_since(before)

    def _raise(self, micros: int) -> None:
        """Money comes in; what stood above the maximum before stays."""
        limit = self.meter_micros + micros
        if self.setting.maximum_cents is not None:
            limit = max(self.meter_micros, self.setting.maximum_cents * CENT_MICROS)
        over = max(0, self.meter_micros + micros - limit)
        self.meter_micros += micros - over
        self.overflow_micros += over

    def _pay(self, micros: int, beyond: int, *, restarts: bool) -> None:
        self.meter_micros -= micros - beyond
        least = 0 if restarts else max(0, self._seed_there())
        self.meter_micros -= beyond
        self.own_micros = max(0, self.own_micros - micros)
        if restarts:
            self.meter_micros += self.reserve_micros + self.overflow_micros
            self.reserve_micros = self.overflow_micros = 0
        self._fill_up(least)
        if restarts:
            self.own_micros += self.setting.seed_cents * CENT_MICROS
            self.meter_micros += self.setting.seed_cents * CENT_MICROS
            self._spill()

    def _fill_up(self, least: int) -> int:
        """The house adds what the meter has less than this."""
        added = max(0, least - self.meter_micros)
        self.meter_micros += added
        self.top_up_micros += added
        return added

    def _spill(self) -> None:
        """What stands above the maximum is overflow."""
        if self.setting.maximum_cents is not None:
            over = max(0, self.meter_micros - self.setting.maximum_cents * CENT_MICROS)
            self.meter_micros -= over
            self.overflow_micros += over

    def _shift(self, meter: int, reserve: int, overflow: int, beyond: int, *, least: int) -> None:
        """What the meter lacks of `least` the house gives back, of what it took. What one account
        lacks else another gives: overflow first, then the reserve, the meter last. What is nowhere
        the house adds."""
        if meter > 0:
            self._raise(meter)
        else:
            self.meter_micros += meter
        self.reserve_micros += reserve
        self.overflow_micros += overflow
        self._fill_up(min(least, self.meter_micros + beyond))
        bottoms = {"overflow_micros": 0, "reserve_micros": 0, "meter_micros": least}
        for short, bottom in bottoms.items():
            for giver, kept in bottoms.items():
                lacks, has = bottom - getattr(self, short), getattr(self, giver) - kept
                gives = max(0, min(lacks, has))
                setattr(self, giver, getattr(self, giver) - gives)
                setattr(self, short, getattr(self, short) + gives)
            lacks = max(0, bottom - getattr(self, short))
            setattr(self, short, getattr(self, short) + lacks)
            self.top_up_micros += lacks

    def amounts(self) -> MeterChange:
        """What is on its meter, in reserve and in overflow, and what the house added."""
        held = (self.meter_micros, self.reserve_micros, self.overflow_micros)
        return MeterChange(*held, self.top_up_micros)

    def _change_since(self, before: MeterChange) -> MeterChange:
        return MeterChange(
            self.meter_micros - before.meter_micros,
            self.reserve_micros - before.reserve_micros,
            self.overflow_micros - before.overflow_micros,
            self.top_up_micros - before.top_up_micros,
        )


@dataclass(frozen=True, slots=True)
class MeterChange:
    """Amounts of a level: what it holds, or what one line of its book did."""

    meter_micros: int
    reserve_micros: int
    overflow_micros: int
    top_up_micros: int = 0

    def held_micros(self) -> int:
        """All of it."""
        return self.meter_micros + self.reserve_micros + self.overflow_micros
