"""Exact figures of a wager: edge, frequencies, variance, and what its meters are worth.

Everything is a Fraction. Money is in units of the wager, or of the ante if several wagers go
together. What a seat gets back includes the stake, so returns add up to 1 less the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pitboss.maths import parts
from pitboss.maths.cases import Case, Cases, printed_cases, total_of
from pitboss.maths.counting import CountsOf, read_stored
from pitboss.money import PPM_WHOLE, Cents
from pitboss.refusal import Refusal
from pitboss.rules.game import SEATS_MOST, Option, Setting
from pitboss.rules.paytable import PLAIN, Fixed, Level, Odds, Paytable

PLAYERS = Option("players", tuple(range(1, SEATS_MOST + 1)), "Players that made the wager: envy.")
THOUSAND_CENTS = 100_000

_Value: TypeAlias = Callable[[Case], Fraction]


@dataclass(frozen=True, slots=True)
class MeterLine:
    """One percentage award: how often it hits, and what $1,000 on its meter is worth."""

    level: str
    outcome: str
    probability: Fraction
    share: Fraction
    return_per_1000: Fraction


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """The long run of one meter at its proposed seed and rate, in cents."""

    level: Level
    restart_probability: Fraction  # of an award that takes all of it
    average_award_cents: Fraction | None
    rounds_between_hits: Fraction | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """All figures of one wager under chosen options."""

    paytable: Paytable
    options: Mapping[str, Setting]
    cases: Cases
    meters_cents: Mapping[str, Cents]

    # ---- what happens -------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """The number of equally likely deals counted."""
        return self.cases.total

    def probability(self, case: Case) -> Fraction:
        """How often a case happens."""
        return Fraction(case.weight, self.total)

    @property
    def hit_frequency(self) -> Fraction | None:
        """How often the seat ends better off; None if only averages are known."""
        if self.cases.averaged:
            return None
        return Fraction(sum(case.weight for case in self.cases.cases if case.wins), self.total)

    @property
    def actions(self) -> dict[str, Fraction]:
        """How often the player makes each decision, if he decides."""
        if self.cases.first_actions:
            return dict(self.cases.first_actions)
        taken: dict[str, Fraction] = {}
        for case in self.cases.cases:
            if case.action:
                taken[case.action] = taken.get(case.action, Fraction(0)) + self.probability(case)
        return taken

    @property
    def average_stake(self) -> Fraction:
        """Average stake in units."""
        return self._mean(lambda case: case.staked)

    # ---- what it is worth ---------------------------------------------------------------------

    @property
    def fixed_return(self) -> Fraction:
        """The return without any meter, in units."""
        return self._mean(lambda case: case.back)

    @property
    def envy_return(self) -> Fraction:
        """What the other players' hands are worth."""
        others = int(self.options.get("players", 1)) - 1
        if not others or not self.paytable.envy:
            return Fraction(0)
        worth = total_of(
            self.probability(case) * self.paytable.envy[case.outcome]
            for case in self.cases.cases
            if case.outcome in self.paytable.envy
        )
        return others * worth / self._unit_cents

    @property
    def printed_cases(self) -> tuple[Case, ...]:
        """The cases in the layout's words; those that read alike are merged."""
        return printed_cases(self.cases.cases, self.paytable)

    @property
    def meter_lines(self) -> tuple[MeterLine, ...]:
        """Every percentage award, best first."""
        return self._meter_lines(self.cases.cases)

    @property
    def printed_meter_lines(self) -> tuple[MeterLine, ...]:
        """Every percentage award as the layout prints it, best first."""
        return self._meter_lines(self.printed_cases)

    def _meter_lines(self, cases: Iterable[Case]) -> tuple[MeterLine, ...]:
        thousand = Fraction(THOUSAND_CENTS, self._unit_cents)
        return tuple(
            MeterLine(
                level=case.level,
                outcome=case.outcome,
                probability=self.probability(case),
                share=case.share,
                return_per_1000=self.probability(case) * case.share * thousand,
            )
            for case in cases
            if case.share
        )

    @property
    def meter_return(self) -> Fraction | None:
        """What the meters are worth now; None if one of them is unknown."""
        return self._worth(self.meter_lines)

    @property
    def house_edge(self) -> Fraction | None:
        """The house's share of a unit: at the given meters, or for a progressive without them, in
        the long run at the paytable's own seed and rates."""
        if self.meter_lines and not self.meters_cents:
            return self.long_run_edge
        meters = self.meter_return
        if meters is None:
            return None
        return self.average_stake - self.fixed_return - self.envy_return - meters

    @property
    def element_of_risk(self) -> Fraction | None:
        """The house's share of all money wagered."""
        return None if self.house_edge is None else self.house_edge / self.average_stake

    @property
    def variance(self) -> Fraction | None:
        """Variance of the net result, in units squared; None if a meter is unknown, or if only
        averages are known."""
        unknown = any(line.level not in self.meters_cents for line in self.meter_lines)
        if self.cases.averaged or unknown:
            return None
        first = self._mean(self._net)
        return self._mean(lambda case: self._net(case) ** 2) - first**2

    # ---- progressives -------------------------------------------------------------------------

    @property
    def contribution(self) -> Fraction:
        """The part of a wager that goes to meters and reserves."""
        rates = sum(level.rate_ppm + level.reserve_ppm for level in self.paytable.levels)
        return Fraction(rates, PPM_WHOLE)

    @property
    def long_run_edge(self) -> Fraction:
        """1 less fixed return, envy, contribution, and the seeds the house puts up. Contributions,
        not the house, pay a fixed award that comes off a meter."""
        from_tray = self.fixed_return - self.fixed_from_meter
        return 1 - from_tray - self.envy_return - self.contribution - self.seed_cost

    @property
    def seed_cost(self) -> Fraction:
        """The long-run cost of the seeds per wager."""
        return total_of(
            Fraction(level.seed_cents, self._unit_cents) * self.restart_probability(level.name)
            for level in self.paytable.levels
        )

    @property
    def fixed_from_meter(self) -> Fraction:
        """What meters pay in fixed awards, per wager."""
        return total_of(self.fixed_off(level.name) for level in self.paytable.levels)

    def restart_probability(self, level: str) -> Fraction:
        """How often an award takes a whole level."""
        lines = [line for line in self.meter_lines if line.level == level]
        return total_of(line.probability for line in lines if line.share == 1)

    @property
    def levels(self) -> tuple[LevelFigures, ...]:
        """The long run of each meter."""
        return tuple(self._level(level) for level in self.paytable.levels)

    @property
    def break_even_cents(self) -> Cents | None:
        """The smallest top meter, in whole cents, where the house breaks even. Other levels count
        as given; None if one of them is unknown."""
        lines = self.meter_lines
        if not lines:
            return None
        top = lines[0].level
        known = self._worth([line for line in lines if line.level != top])
        if known is None:
            return None
        worth = sum(line.return_per_1000 for line in lines if line.level == top)
        wanted = 1 - self.fixed_return - self.envy_return - known
        return Cents(-(-wanted * THOUSAND_CENTS // worth)) if wanted > 0 else Cents(0)

    def draws(self, level: str) -> tuple[tuple[Fraction, Fraction], ...]:
        """The fixed awards that come off a level: their probabilities, and what they take in units;
        a returned stake is the tray's."""
        prizes = self.paytable.columns.get(PLAIN, {})
        drawn = []
        for case in self.cases.cases:
            prize = prizes.get(case.outcome)
            if isinstance(prize, Odds | Fixed) and prize.level == level:
                stake = isinstance(prize, Odds) and prize.stake_back
                drawn.append((self.probability(case), case.back - stake))
        return tuple(drawn)

    def fixed_off(self, level: str) -> Fraction:
        """What fixed awards take off a meter, per wager."""
        return total_of(chance * units for chance, units in self.draws(level))

    def back(self, case: Case) -> Fraction:
        """What a case returns at the given meters, in units."""
        meter = self.meters_cents[case.level] if case.share else 0
        return case.back + case.share * meter / self._unit_cents

    # ---- inside -------------------------------------------------------------------------------

    @property
    def _unit_cents(self) -> int:
        return self.paytable.wager_cents or 100

    def _net(self, case: Case) -> Fraction:
        return self.back(case) - case.staked

    def _mean(self, value: _Value) -> Fraction:
        return total_of(case.weight * value(case) for case in self.cases.cases) / self.total

    def _worth(self, lines: Sequence[MeterLine]) -> Fraction | None:
        """What lines are worth at the given meters; None if one of these is unknown."""
        if any(line.level not in self.meters_cents for line in lines):
            return None
        worth = (line.return_per_1000 * self.meters_cents[line.level] for line in lines)
        return total_of(worth) / THOUSAND_CENTS

    def _level(self, level: Level) -> LevelFigures:
        restart = self.restart_probability(level.name)
        if not restart:
            return LevelFigures(level, restart, None, None)
        lines = [line for line in self.meter_lines if line.level == level.name]
        partial = total_of(line.share * line.probability for line in lines if line.share != 1)
        feed_cents = Fraction(level.rate_ppm + level.reserve_ppm, PPM_WHOLE) * self._unit_cents
        feed_cents -= self.fixed_off(level.name) * self._unit_cents
        average = max(
            Fraction(0), (level.seed_cents + feed_cents / restart) / (1 + partial / restart)
        )
        return LevelFigures(level, restart, average, 1 / restart)


def nearest_cents(amount: Fraction) -> Cents:
    """An exact average in whole cents, for print."""
    return Cents(round(amount))


def options_for(paytable_id: str, paytable: Paytable) -> tuple[Option, ...]:
    """The options that a paytable's figures depend on; first the game, if several share it."""
    folder, slot = paytable_id.split("/")[:2]
    if paytable.games == (folder,):
        own = parts.odds_part(parts.source_of(folder, slot)).options(slot)
    else:
        at = Option("game", paytable.games, "At which game the wager is made.")
        known = [
            option
            for game in paytable.games
            for option in parts.odds_part(parts.source_of(game, slot)).options(slot)
        ]
        own = (at, *dict.fromkeys(known))
    return (*own, PLAYERS) if paytable.envy else tuple(own)


def own_settings(paytable: Paytable, settings: Mapping[str, Setting]) -> dict[str, Setting]:
    """The settings that a paytable's game has; games that share a paytable have their own
    options."""
    if "game" not in settings:
        return dict(settings)
    slot = paytable.id.split("/")[1]
    source = parts.source_of(str(settings["game"]), slot)
    known = {each.name for each in parts.odds_part(source).options(slot)}
    known |= {"game", PLAYERS.name}
    return {name: value for name, value in settings.items() if name in known}


def game_of(paytable_id: str, settings: Mapping[str, Setting]) -> str:
    """The paytable's game, or the chosen one if several share it."""
    return str(settings.get("game", paytable_id.split("/")[0]))


def analyze(
    paytable: Paytable,
    options: Mapping[str, str] | None = None,
    meters_cents: Mapping[str, Cents] | None = None,
    counts_of: CountsOf = read_stored,
) -> Analysis:
    """Work out all figures of a paytable; omitted options get their defaults. The counts are the
    stored ones, or others of the same shape, such as a simulation's."""
    settings = choose(options_for(paytable.id, paytable), options or {})
    levels = {level.name for level in paytable.levels}
    for name in meters_cents or {}:
        if name not in levels:
            raise Refusal(
                "LEVEL_UNKNOWN",
                "has" if levels else "has_none",
                where=f"--meter {name}",
                id=paytable.id,
                levels=sorted(levels),
            )
    source = parts.source_of(game_of(paytable.id, settings), paytable.slot)
    found = parts.odds_part(source).cases(paytable, settings, counts_of(source))
    return Analysis(paytable, settings, found, dict(meters_cents or {}))


def choose(known: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, Setting]:
    """Parse typed settings; a wrong one is refused by name."""
    names = {option.name for option in known}
    for name in given:
        if name not in names:
            raise Refusal(
                "OPTION_UNKNOWN",
                "wager" if names else "wager_none",
                where=f"--option {name}",
                names=sorted(names),
            )
    settings = {}
    for option in known:
        wanted = str(given.get(option.name, option.default))
        choices = {str(choice): choice for choice in option.choices}
        if wanted not in choices:
            raise Refusal(
                "OPTION_UNKNOWN",
                "not",
                where=f"--option {option.name}",
                wanted=wanted,
                choices=choices,
            )
        settings[option.name] = choices[wanted]
    return settings
