"""A wager by its id: exact figures, and what they become with other settings, pays or meters.

It reads the stored counts, so nothing is counted again and numba isn't needed. Every figure is a
Fraction, in units of `unit`; money is in cents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Any

from pitboss.maths import parts
from pitboss.maths.analysis import Analysis, analyze, choose, options_for
from pitboss.maths.comparison import Comparison
from pitboss.maths.simulation import simulate
from pitboss.money import CENTS_MOST, PPM_WHOLE, Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import parse_cards
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import PLAIN, PUSH, Fixed, Odds, Paytable, Prize, parse_prize
from pitboss.rules.posted import posted_lines

# What a level's terms can be at most; a rate is checked with the others.
TERMS_MOST = {"seed_cents": CENTS_MOST, "rate_ppm": CENTS_MOST, "reserve_ppm": CENTS_MOST}


@dataclass(frozen=True, slots=True)
class LineFigures:
    """One way a wager ends: how many of all deals end so, and what they give back together."""

    outcome: str
    pays: str
    deals: int
    probability: Fraction
    returns: Fraction  # probability x what comes back, apart from shares of meters


@dataclass(frozen=True)
class LabWager:
    """A wager with its settings and meters. Other ones are made of it; it never changes."""

    paytable: Paytable
    settings: Mapping[str, str] = field(default_factory=dict)
    meters_cents: Mapping[str, Cents] = field(default_factory=dict)

    # ---- other wagers -------------------------------------------------------------------------

    def at(self, **settings: Setting) -> LabWager:
        """The same wager with other settings, such as `decks=8`."""
        named = {name: str(value) for name, value in settings.items()}
        return replace(self, settings={**self.settings, **named})

    def with_pays(self, *, column: str = PLAIN, **pays: str) -> LabWager:
        """The same wager with other pays, each as a layout prints it: `flush="5 to 1"`."""
        prizes = self.paytable.columns.get(column)
        if prizes is None:
            raise Refusal("COLUMN_UNKNOWN", "not_one_of", where="column", found=column,
                          known=tuple(self.paytable.columns))  # fmt: skip
        levels = [level.name for level in self.paytable.levels]
        for outcome in pays.keys() - prizes.keys():
            raise Refusal("OUTCOME_UNKNOWN", "not_one_of", where="with_pays", found=outcome,
                          known=tuple(prizes))  # fmt: skip
        changed = {name: parse_prize(text, levels=levels) for name, text in pays.items()}
        columns = {**self.paytable.columns, column: {**prizes, **changed}}
        return replace(self, paytable=replace(self.paytable, columns=columns, printed=()))

    def with_meters(self, **cents: int) -> LabWager:
        """The same wager while its meters show these amounts, in cents."""
        named = {level: Cents(amount) for level, amount in cents.items()}
        return replace(self, meters_cents={**self.meters_cents, **named})

    def with_level(self, name: str, **terms: Any) -> LabWager:
        """The same wager with other terms of a level: `seed_cents`, `rate_ppm`, `reserve_ppm`."""
        known = tuple(level.name for level in self.paytable.levels)
        if name not in known:
            raise Refusal("LEVEL_UNKNOWN", "has" if known else "has_none", where=name,
                          id=self.paytable.id, levels=known)  # fmt: skip
        for term, value in terms.items():
            most = TERMS_MOST.get(term)
            if most is not None and (not isinstance(value, int) or isinstance(value, bool)):
                raise Refusal("LAB_FIELD_WRONG", "whole", where=f"{name}.{term}")
            if most is None or not 0 <= value <= most:
                raise Refusal("LAB_FIELD_WRONG", "range", where=f"{name}.{term}",
                              least=0, most=f"{most or 0:,}")  # fmt: skip
        levels = tuple(
            replace(level, **terms) if level.name == name else level
            for level in self.paytable.levels
        )
        if terms and sum(each.rate_ppm + each.reserve_ppm for each in levels) > PPM_WHOLE:
            raise Refusal("LAB_FIELD_WRONG", "rates", where=name)
        return replace(self, paytable=replace(self.paytable, levels=levels, printed=()))

    # ---- figures ------------------------------------------------------------------------------

    @property
    def options(self) -> tuple[Option, ...]:
        """What the figures depend on, each with its choices, the default first."""
        return options_for(self.paytable.id, self.paytable)

    @cached_property
    def analysis(self) -> Analysis:
        """All figures; the properties below are those that people ask for first."""
        return analyze(self.paytable, self.settings, self.meters_cents)

    @property
    def unit(self) -> str:
        """What an edge is a fraction of: the wager, or the ante where several go together."""
        return self.analysis.cases.unit

    @property
    def edge(self) -> Fraction | None:
        """The house's share of a unit: at the given meters, otherwise in the long run."""
        return self.analysis.house_edge

    @property
    def element_of_risk(self) -> Fraction | None:
        """The house's share of all money wagered."""
        return self.analysis.element_of_risk

    @property
    def hit_frequency(self) -> Fraction | None:
        """How often the player ends better off."""
        return self.analysis.hit_frequency

    @property
    def variance(self) -> Fraction | None:
        """Of the net result, in units squared; None while a meter is unknown."""
        return self.analysis.variance

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the net result, in units."""
        return None if self.variance is None else sqrt(self.variance)

    @property
    def break_even_cents(self) -> Cents | None:
        """What the top meter shows where the house breaks even; None without a meter."""
        return self.analysis.break_even_cents

    @property
    def deals(self) -> int:
        """How many equally likely deals were counted."""
        return self.analysis.total

    @property
    def lines(self) -> tuple[LineFigures, ...]:
        """Every way the wager ends, best first."""
        return tuple(
            LineFigures(
                case.outcome,
                case.pays,
                case.weight,
                self.analysis.probability(case),
                self.analysis.probability(case) * case.back,
            )
            for case in self.analysis.cases.cases
        )

    @cached_property
    def sensitivities(self) -> dict[str, Fraction]:
        """What one more to 1 on each posted line does to the edge, by its lowest outcome. Lines
        without any, those that pay a share, and those whose best play isn't counted are left out.
        """
        found: dict[str, Fraction] = {}
        for line in posted_lines(self.paytable):
            raised = self
            for column, prizes in self.paytable.columns.items():
                more = {name: self._raise(prizes[name]) for name in line.outcomes}
                pays = {name: pay for name, pay in more.items() if pay}
                raised = raised.with_pays(column=column, **pays)
            with suppress(Refusal):
                if self.edge is not None and raised.edge not in (None, self.edge):
                    found[line.outcome] = (raised.edge or Fraction(0)) - self.edge
        return found

    def _raise(self, prize: Prize) -> str:
        """A pay with one unit more, as printed; empty if it can't be raised."""
        if isinstance(prize, Odds):
            return str(replace(prize, numerator=prize.numerator + prize.denominator))
        if isinstance(prize, Fixed):
            return str(replace(prize, cents=Cents(prize.cents + (self.paytable.wager_cents or 0))))
        return "1 to 1" if prize == PUSH else ""

    def simulate(
        self, rounds: int, *, rng_seed: int, processes: int = 1, cluster: str = ""
    ) -> Comparison:
        """Play the wager and compare. The same seed gives the same figures, in one process, several
        or on a cluster. This needs numba."""
        return simulate(
            self.paytable, self.settings, rounds=rounds, rng_seed=rng_seed,
            report=lambda done: None, processes=processes, cluster=cluster,
        )  # fmt: skip


def look_up(wager_id: str, *, house: Path | None = None, **settings: Setting) -> LabWager:
    """The wager with this paytable id, such as `crazy4/queens_up/c4p-09`; `house` is a folder of
    one's own paytables."""
    found = LabWager(catalog.Paytables(house).get(wager_id))
    return found.at(**settings)


def list_wagers(game: str = "", *, house: Path | None = None) -> tuple[str, ...]:
    """The ids of all wagers, or of those that a game plays."""
    known = catalog.Paytables(house)
    if not game:
        return known.ids()
    slots = catalog.game(game).slots
    return tuple(sorted({each for slot in slots for each in known.ids_for(game, slot)}))


def value_actions(
    wager_id: str, cards: str | Sequence[str], **settings: Setting
) -> dict[str, Fraction]:
    """What each action is worth with these cards, in units of the base wager with that id; the best
    play is the action with the highest value. The player's cards come first, then those seen."""
    paytable = catalog.Paytables().get(wager_id)
    part = parts.strategy_part(paytable.games[0])
    chosen = choose(part.OPTIONS, {name: str(value) for name, value in settings.items()})
    text = cards if isinstance(cards, str) else " ".join(cards)
    return part.values(parse_cards(text), paytable, chosen)
