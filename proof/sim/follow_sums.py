"""What the auditor of shared jackpots knows about a level and a property's statements, with its own
sums."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.floor.facts.values import LevelSetting, Reading
from pitboss.wide.facts import sharing
from proof.sim.level_book import CENT_MICROS

FollowedPlace = tuple[str, str]  # jackpot and level


@dataclass(slots=True)
class FollowedSums:
    """What wagers gave a level and voids took back, each for its meter and its reserve."""

    given: tuple[int, int] = (0, 0)
    taken: tuple[int, int] = (0, 0)

    def net(self) -> tuple[int, int]:
        """The net amount, for the meter and for the reserve."""
        return self.given[0] - self.taken[0], self.given[1] - self.taken[1]


@dataclass(slots=True)
class Stated:
    """How much a hub has of a property's statements, and what it made of them."""

    number: int = 0
    sums: dict[FollowedPlace, FollowedSums] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)  # grantable now: the hand
    granted: dict[str, sharing.Grant] = field(default_factory=dict)
    shown: dict[str, sharing.Grant] = field(default_factory=dict)
    shown_before: dict[str, sharing.Grant] = field(
        default_factory=dict
    )  # than it was restored itself
    # Of a fork just decided: everything shown, and what stays.
    due: dict[str, sharing.Grant] = field(default_factory=dict)
    rests: dict[FollowedPlace, tuple[int, int]] = field(default_factory=dict)
    owes_micros: int = 0
    made_ms: int = 0  # when the statement of the last decision was made


def room_of(setting: LevelSetting, held: Sequence[int]) -> int:
    """How much room a meter has below its maximum, in micros; negative: the excess."""
    if setting.maximum_cents is None:
        return sys.maxsize
    return setting.maximum_cents * CENT_MICROS - held[0]


def cover(held: list[int]) -> None:
    """What one account lacks because of an award comes out of overflow, reserve and meter, in that
    order; the house adds the rest."""
    lacking = -sum(min(0, each) for each in held)
    for place in (2, 1, 0):
        had = max(0, held[place])
        held[place] = max(0, had - lacking)
        lacking -= had - held[place]


def amounts_of(reading: Reading) -> tuple[int, int, int]:
    return reading.meter_micros, reading.reserve_micros, reading.overflow_micros


def add_pairs(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def sums_of(said: sharing.LevelSum) -> FollowedSums:
    return FollowedSums(
        (said.given_micros, said.given_reserve_micros),
        (said.taken_micros, said.taken_reserve_micros),
    )
