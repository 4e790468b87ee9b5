"""What a way to switch comes to, as stored and read without numba.

Two dealt hands of kinds a-b and c-d may become a-d and c-b. Which hand comes first, and which cards
of both, makes no difference: such deals are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any, TypeAlias, cast

from pitboss.maths.blackjack_solution import ordered_tables
from pitboss.maths.counting import Counts
from pitboss.maths.point_hands import ACE_KIND, KIND_NAMES, KINDS, TEN_KIND, UP_ORDER, KindCounts
from pitboss.maths.strategy_tables import Tables

FourKinds: TypeAlias = tuple[int, int, int, int]

READINGS = ("21", "blackjack")  # what an ace and a ten made by a switch are
BEST, BY_VALUES, NEVER = "best", "values", "never"
STRATEGIES = (BEST, BY_VALUES, NEVER)

PAIRS = tuple(combinations_with_replacement(range(KINDS), 2))
PLACE = {pair: place for place, (a, b) in enumerate(PAIRS) for pair in ((a, b), (b, a))}
NATURAL = PLACE[ACE_KIND, TEN_KIND]


def find_alike(deal: FourKinds) -> tuple[FourKinds, ...]:
    """The deals that are the same for a switch."""
    a, b, c, d = deal
    return (a, b, c, d), (c, d, a, b), (b, a, d, c), (d, c, b, a)


# Each different deal, with the number of deals like it.
DEALS: Mapping[FourKinds, int] = Counter(
    min(find_alike(cast("FourKinds", deal))) for deal in product(range(KINDS), repeat=4)
)


@dataclass(frozen=True, slots=True)
class SwitchWay:
    """One way to switch, by hand: the expected win of all but the blackjacks paid, how often those
    are, the average stake; and how often a round is switched."""

    win: Fraction
    naturals: Fraction
    stake: Fraction
    switched: Fraction


@dataclass(frozen=True, slots=True)
class Switching:
    """The first round from a full shoe, one player, two wagers, never insured. All exact.

    `values` says for each hand what it is worth against each up card, in hundredths of the wager;
    `switches` which deals the best play switches, a bit each in the order of DEALS, by reading and
    up card.
    """

    tables: Tables
    values: Mapping[str, tuple[int, ...]]
    ways: Mapping[str, Mapping[str, SwitchWay]]
    switches: Mapping[str, tuple[int, ...]]

    def bits(self, reading: str, strategy: str) -> tuple[int, ...]:
        """Which deals a strategy switches, by up card."""
        if strategy == BEST:
            return self.switches[reading]
        found = [0] * KINDS
        for up in range(KINDS if strategy == BY_VALUES else 0):
            values = [row[up] for row in self.values.values()]
            for place, deal in enumerate(DEALS):
                found[up] |= (gain_by_values(values, deal, reading) > 0) << place
        return tuple(found)

    def as_counts(self) -> Counts:
        """The stored form: fractions as "p/q", rows of letters and numbers, bits as hex."""
        kept = {
            "strategy": {
                section: {line: " ".join(letters) for line, letters in lines.items()}
                for section, lines in self.tables.items()
            },
            "values": {name: " ".join(map(str, row)) for name, row in self.values.items()},
            "ways": {
                reading: {
                    strategy: {
                        name: str(getattr(way, name)) for name in SwitchWay.__dataclass_fields__
                    }
                    for strategy, way in ways.items()
                }
                for reading, ways in self.ways.items()
            },
            "switches": {
                reading: {KIND_NAMES[up]: f"{bits:x}" for up, bits in enumerate(by_up)}
                for reading, by_up in self.switches.items()
            },
        }
        return cast("Counts", kept)

    @classmethod
    def of_counts(cls, counts: Counts) -> Switching:
        """What is stored in this form."""
        kept = cast("dict[str, Any]", counts)
        return cls(
            tables=ordered_tables(kept["strategy"]),
            values={
                name_pair(pair): tuple(map(int, kept["values"][name_pair(pair)].split()))
                for pair in VALUE_PAIRS
            },
            ways={
                reading: {
                    strategy: SwitchWay(**{name: Fraction(text) for name, text in way.items()})
                    for strategy, way in kept["ways"][reading].items()
                }
                for reading in READINGS
            },
            switches={
                reading: tuple(int(kept["switches"][reading][name], 16) for name in KIND_NAMES)
                for reading in READINGS
            },
        )


# The hands of the table of values, where an ace and a ten are a blackjack, then just 21.
JUST_21 = (TEN_KIND, ACE_KIND)
VALUE_PAIRS: Sequence[tuple[int, int]] = (*PAIRS, JUST_21)


def name_pair(pair: tuple[int, int]) -> str:
    """A-T is a blackjack, T-A an ace and a ten that are 21."""
    return "-".join(KIND_NAMES[kind] for kind in pair)


def value_rows(values: Mapping[str, tuple[int, ...]]) -> list[list[str]]:
    """The table of values as rows: the hand, then the dealer's 2 to ace."""
    return [[name, *(str(row[up]) for up in UP_ORDER)] for name, row in values.items()]


def hands_of(deal: FourKinds) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two hands as dealt, and as switched, by their places in PAIRS."""
    a, b, c, d = deal
    return (PLACE[a, b], PLACE[c, d]), (PLACE[a, d], PLACE[c, b])


def gain_by_values(values: Sequence[int], deal: FourKinds, reading: str) -> int:
    """What a switch gains by the table of values against one up card, as in VALUE_PAIRS."""
    kept, switched = hands_of(deal)
    just_21 = values[-1] - values[NATURAL] if reading == "21" else 0
    gain = sum(values[hand] for hand in switched) - sum(values[hand] for hand in kept)
    return gain + just_21 * switched.count(NATURAL)


def naturals(shoe: KindCounts) -> Fraction:
    """How often two cards are an ace and a ten."""
    cards = sum(shoe)
    return Fraction(2 * shoe[ACE_KIND] * shoe[TEN_KIND], cards * (cards - 1))


def ties(shoe: KindCounts) -> Fraction:
    """How often a hand and the dealer's are both blackjacks."""
    left = [number - (kind in (ACE_KIND, TEN_KIND)) for kind, number in enumerate(shoe)]
    return naturals(shoe) * naturals(tuple(left))
