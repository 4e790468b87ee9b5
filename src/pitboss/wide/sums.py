"""What a property has collected for its hub's jackpots, to the micro."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.floor.state.floor import State
from pitboss.money import Micros
from pitboss.wide.facts import sharing
from pitboss.wide.state import level_name, wide_of


def rates(state: State) -> tuple[sharing.LevelRate, ...]:
    """The terms on which this floor collects for each wide level."""
    return tuple(
        sharing.LevelRate(
            name, each.level, jackpot.terms.wager_cents, each.rate_ppm, each.reserve_ppm
        )
        for name, jackpot in state.jackpots.items()
        if jackpot.terms.wide
        for each in jackpot.terms.levels
    )


def collect_sums(state: State) -> tuple[sharing.LevelSum, ...]:
    """The sums of every wide level. Its meter here holds what was given less what was taken back:
    it started at zero, has no maximum, and no award comes off it."""
    sums = []
    for name, jackpot in state.jackpots.items():
        if not jackpot.terms.wide:
            continue
        for level in jackpot.levels.values():
            reading = level.reading
            taken, taken_reserve = wide_of(state).taken.get(level_name(name, reading.level), (0, 0))
            given = Micros(reading.meter_micros + taken)
            reserve = Micros(reading.reserve_micros + taken_reserve)
            sums.append(
                sharing.LevelSum(
                    name, reading.level, given, reserve, Micros(taken), Micros(taken_reserve)
                )
            )
    return tuple(sums)


def with_rests(
    sums: Sequence[sharing.LevelSum], rests: Sequence[sharing.LevelRest]
) -> tuple[sharing.LevelSum, ...]:
    """The sums with the rests added, as given."""
    by_level = {(each.jackpot, each.level): each for each in sums}
    for rest in rests:
        place = (rest.jackpot, rest.level)
        nothing = sharing.LevelSum(*place, Micros(0), Micros(0), Micros(0), Micros(0))
        was = by_level.get(place, nothing)
        by_level[place] = replace(
            was,
            given_micros=Micros(was.given_micros + rest.micros),
            given_reserve_micros=Micros(was.given_reserve_micros + rest.reserve_micros),
        )
    return tuple(by_level.values())
