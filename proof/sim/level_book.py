"""A meter as the auditor keeps it: line by line, so that reversals are struck out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pitboss.floor.facts.values import LevelSetting, Reading

CENT_MICROS = 1_000_000


@dataclass(frozen=True, slots=True)
class BookLine:
    """One thing that happened to a level: its opening, wagers, an award, amounts by hand or from
    elsewhere, other terms. `of` names its round or award."""

    kind: str  # open, feed, pay, shift, terms
    of: str = ""
    amounts: tuple[int, ...] = ()
    own_micros: int = 0  # of a shift: how much more of the house's own money it has
    keeps_seed: bool = False  # of a shift: it takes only what is above the seed
    restarts: bool = False
    setting: LevelSetting | None = None


@dataclass(slots=True)
class LevelBook:
    """One meter with its reserve and overflow, and everything that ever happened to it. A reversal
    is struck out, and the book is rewritten from its first line."""

    setting: LevelSetting
    meter_micros: int = 0
    reserve_micros: int = 0
    overflow_micros: int = 0
    own_micros: int = 0  # seeds from the house, not yet returned or lost to awards
    top_up_micros: int = 0  # what the house put in because a line found too little
    lines: list[BookLine] = field(default_factory=list)

    @staticmethod
    def open(setting: LevelSetting) -> LevelBook:
        """A level at its seed."""
        level = LevelBook(setting)
        level._enter(BookLine("open", amounts=(setting.seed_cents * CENT_MICROS,), setting=setting))
        return level

    def to_reading(self) -> Reading:
        """What the level holds, in the floor's form."""
        return Reading(
            self.setting.level,
            self.meter_micros,  # type: ignore[arg-type]
            self.reserve_micros,  # type: ignore[arg-type]
            self.overflow_micros,  # type: ignore[arg-type]
        )

    def copy(self) -> LevelBook:
        """A copy, to try things on."""
        return replace(self, lines=list(self.lines))

    def held_micros(self) -> int:
        """Everything the level holds for players."""
        return self.meter_micros + self.reserve_micros + self.overflow_micros

    def shown_cents(self) -> int:
        """The whole cents on display."""
        return self.meter_micros // CENT_MICROS

    def feed(self, wagers_cents: int, *, of: str) -> MeterChange:
        """Wagers raise the meter to its maximum; the rest goes to overflow."""
        given = wagers_cents * self.setting.rate_ppm
        return self._enter(BookLine("feed", of, (given, wagers_cents * self.setting.reserve_ppm)))

    def pay(self, cents: int, *, restarts: bool, of: str = "", beyond: int = 0) -> MeterChange:
        """An award comes off. What is missing comes out of what the restart sweeps up, then the
        house adds the rest. This many cents `beyond` the line's pay spare the seed."""
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
        """Amounts come or go, by hand or between levels; `own` of them is the house's. What leaves
        the seed on the meter now stays gone; what the house takes `beyond` what was won, it gives
        back."""
        if keeps_seed is None:
            keeps_seed = self.meter_micros + meter >= self._seed_there()
        amounts = (meter, reserve, overflow, beyond)
        line = BookLine("shift", amounts=amounts, own_micros=own, keeps_seed=keeps_seed)
        return self._enter(line)

    def _seed_there(self) -> int:
        """How much of the seed is on the meter."""
        return min(self.meter_micros, self.setting.seed_cents * CENT_MICROS)

    def change_terms(self, setting: LevelSetting) -> MeterChange:
        return self._enter(BookLine("terms", setting=setting))

    def strike(self, of: str) -> MeterChange:
        """Strike out a round or an award; returns the change of the level."""
        return self._write([line for line in self.lines if line.of != of])

    def strike_share(self, of: str, successor: str) -> MeterChange:
        """Strike out a share of a split; another one carries the restart."""
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
        """Money comes in; what was above the maximum stays."""
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
        """The house adds what the meter lacks of this amount."""
        added = max(0, least - self.meter_micros)
        self.meter_micros += added
        self.top_up_micros += added
        return added

    def _spill(self) -> None:
        """Anything above the maximum goes to overflow."""
        if self.setting.maximum_cents is not None:
            over = max(0, self.meter_micros - self.setting.maximum_cents * CENT_MICROS)
            self.meter_micros -= over
            self.overflow_micros += over

    def _shift(self, meter: int, reserve: int, overflow: int, beyond: int, *, least: int) -> None:
        """The house returns what the meter lacks of `least`, from what it took. What one account
        lacks another gives: overflow first, then the reserve, the meter last. The house adds what
        none has."""
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
        """The amounts in meter, reserve and overflow, and what the house added."""
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
        return self.meter_micros + self.reserve_micros + self.overflow_micros
