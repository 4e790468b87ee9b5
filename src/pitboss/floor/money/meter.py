"""What wagers, awards and corrections do to one level. The only place that changes a meter.

Bet times rate *is* micros: whole cents times parts per million. Nothing is divided, nothing is
lost; the part below a cent is the meter's low digits (PS-10)."""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.floor.facts.values import Contribution, LevelSetting, Movement, Reading
from pitboss.floor.state.floor import LevelHistory, LevelState, State
from pitboss.money import (
    MICROS_MOST,
    MICROS_PER_CENT,
    Cents,
    Micros,
    Ppm,
    need_exact,
    share_down,
    shown_down,
    split_down,
)


def micros(cents: int) -> Micros:
    return Micros(cents * MICROS_PER_CENT)


def read_shown(level: LevelState) -> Cents:
    """What a level's meter shows."""
    return shown_down(level.reading.meter_micros)


def contribute(jackpot: str, level: LevelState, *, wagers_cents: Cents) -> Contribution:
    """What wagers, this many cents in all, give to a level; anything above its maximum is
    overflow."""
    # Sums of micros are micros: wrapping each would cost a call, and no step is more frequent.
    before: Any = level.reading
    setting = level.setting
    given: Any = wagers_cents * setting.rate_ppm
    reserve: Any = wagers_cents * setting.reserve_ppm
    kept: Any = _room(setting, before.meter_micros, given)
    over = given - kept
    after = Reading(
        setting.level,
        before.meter_micros + kept,
        before.reserve_micros + reserve,
        before.overflow_micros + over,
    )
    held = after.meter_micros + after.reserve_micros + after.overflow_micros
    if held > MICROS_MOST:  # checked here first, for the same reason
        need_exact(held, where=setting.level)
    return Contribution(jackpot, setting.level, kept, reserve, over, after=after)


def share_each(level: LevelState, share: Ppm, *, ways: int = 1) -> Cents:
    """What each winner of a percentage award gets of the shown cents, rounded down; odd cents of a
    split stay on the meter (PS-11)."""
    return split_down(share_down(read_shown(level), share), ways)


def pay(
    award: str,
    jackpot: str,
    level: LevelState,
    paid: Cents,
    *,
    restarts: bool,
    keeps_seed: bool = True,
    beyond: int = 0,
) -> Movement:
    """Take an award off a meter. One that takes everything restarts it at its seed, plus reserve,
    overflow and what wasn't paid; anything above the maximum is overflow again. What is `beyond`
    its line's pay takes nothing of the seed."""
    after, top_up = after_award(
        level.reading,
        level.setting,
        micros(paid),
        restarts=restarts,
        keeps_seed=keeps_seed,
        beyond=beyond,
    )
    house = held_micros(after) - held_micros(level.reading) + micros(paid)
    return make_movement(level, after, jackpot=jackpot, award=award, house=house, top_up=top_up)


# ---- a level after one more change --------------------------------------------------------------


class After(NamedTuple):
    """What a level holds after one more change, and what the house had to add."""

    reading: Reading
    top_up_micros: int = 0


def after_wagers(before: Reading, setting: LevelSetting, given: int, reserve: int) -> Reading:
    """Raise a meter up to its maximum; the rest is overflow."""
    kept = _room(setting, before.meter_micros, given)
    return _change(before, meter=kept, reserve=reserve, overflow=given - kept)


def after_award(
    before: Reading,
    setting: LevelSetting,
    paid: int,
    *,
    restarts: bool,
    keeps_seed: bool,
    beyond: int = 0,
) -> After:
    """Take an award off a meter. If a reversal left too little, the rest comes off what the restart
    collects, and then from the house, so that a restarted meter has its seed. At a hub it comes off
    the seed: the missing part may yet be reported."""
    left, seed = before.meter_micros - paid, micros(setting.seed_cents)
    if not restarts:
        meter = max(0, left, min(seed, left + beyond))
        return After(_reading(before, meter=meter), meter - left)
    restart = left + seed + before.reserve_micros + before.overflow_micros
    top_up = max(0, (seed if keeps_seed else 0) - restart)
    meter = _below_maximum(setting, restart + top_up)
    after = _reading(before, meter=meter, reserve=0, overflow=restart + top_up - meter)
    return After(after, top_up)


def after_amounts(
    before: Reading,
    setting: LevelSetting,
    *,
    meter: int,
    reserve: int,
    overflow: int,
    least: int,
    beyond: int = 0,
) -> After:
    """Add or take fixed amounts, and leave `least` on the meter. What the house takes by hand,
    `beyond` anyone's win, it gives back if that runs short. If an account runs short otherwise, the
    rest comes out of overflow, reserve and meter, in that order, and then from the house."""
    kept = _room(setting, before.meter_micros, meter) if meter > 0 else meter
    seed_lacks = max(0, min(beyond, least - before.meter_micros - kept))
    asked = (
        (before.overflow_micros + overflow + meter - kept, 0),
        (before.reserve_micros + reserve, 0),
        (before.meter_micros + kept + seed_lacks, least),
    )
    lacking = sum(max(0, bottom - each) for each, bottom in asked)
    left = []
    for each, bottom in asked:
        given = min(lacking, max(0, each - bottom))
        left.append(max(bottom, each) - given)
        lacking -= given
    after = _reading(before, meter=left[2], reserve=left[1], overflow=left[0])
    return After(after, seed_lacks + lacking)


def kept_seed(before: Reading, setting: LevelSetting) -> int:
    """What is left on a meter by a change that takes only what is above its seed."""
    return min(before.meter_micros, micros(setting.seed_cents))


def after_terms(before: Reading, old: LevelSetting, setting: LevelSetting) -> After:
    """Change terms: the house fills the meter up to a higher seed; the part of a display above its
    new maximum becomes overflow (PS-17)."""
    seed, most = micros(setting.seed_cents), setting.maximum_cents
    if setting.seed_cents > old.seed_cents and before.meter_micros < seed:
        top_up = seed - before.meter_micros
        return After(_change(before, meter=top_up), top_up)
    if most is None or shown_down(before.meter_micros) <= most:
        return After(before)
    over = before.meter_micros - micros(most)
    return After(_change(before, meter=-over, overflow=over))


def _room(setting: LevelSetting, meter: int, given: int) -> int:
    """How much of incoming money a meter keeps; one that grew under an earlier, higher maximum
    keeps what it has."""
    maximum = setting.maximum_cents
    return given if maximum is None else max(0, min(given, micros(maximum) - meter))


def _change(before: Reading, *, meter: int = 0, reserve: int = 0, overflow: int = 0) -> Reading:
    return Reading(
        before.level,
        Micros(before.meter_micros + meter),
        Micros(before.reserve_micros + reserve),
        Micros(before.overflow_micros + overflow),
    )


def _reading(
    before: Reading, *, meter: int, reserve: int | None = None, overflow: int | None = None
) -> Reading:
    return Reading(
        before.level,
        Micros(meter),
        before.reserve_micros if reserve is None else Micros(reserve),
        before.overflow_micros if overflow is None else Micros(overflow),
    )


def held_micros(reading: Reading) -> int:
    """Everything a level holds."""
    return reading.meter_micros + reading.reserve_micros + reading.overflow_micros


# ---- the house's money in a level ---------------------------------------------------------------


def house_after_award(
    house: int, after: Reading, setting: LevelSetting, paid: int, *, restarts: bool
) -> int:
    """How much of a level is the house's own money after an award. An award takes the house's money
    first: what players brought stays theirs, and nobody can recover it as a seed."""
    put_up = micros(setting.seed_cents) if restarts else 0
    return min(max(0, house - paid) + put_up, held_micros(after))


def house_after_amounts(house: int, after: Reading, change: int) -> int:
    """How much of a level is the house's own money after amounts came or went."""
    return max(0, min(house + change, held_micros(after)))


def house_left(level: LevelState) -> Micros:
    """How much of a level the house put up and may recover."""
    return Micros(level.history.house_micros)


# ---- hub jackpots ---------------------------------------------------------------------------


def post_sums(jackpot: str, level: LevelState, *, meter: int, reserve: int) -> Movement:
    """Another property's contributions to a level come in, or go back after voids: off the overflow
    first if the meter is full, because that is where they went. If an award has taken them since,
    the house adds them."""
    before, setting = level.reading, level.setting
    maximum = setting.maximum_cents
    is_full = maximum is not None and before.meter_micros >= micros(maximum)
    over = max(meter, -before.overflow_micros) if is_full and meter < 0 else 0
    after, top_up = after_amounts(
        before, setting, meter=meter - over, reserve=reserve, overflow=over, least=0
    )
    house = held_micros(after) - held_micros(before) - meter - reserve
    return make_movement(level, after, jackpot=jackpot, house=house, top_up=top_up)


# ---- by hand, and between jackpots --------------------------------------------------------------


def correct(
    jackpot: str, level: LevelState, *, meter: int = 0, reserve: int = 0, overflow: int = 0
) -> Movement:
    """Change a meter, its reserve or overflow by a number of micros. The house gives or takes the
    difference, and adds what the meter then lacks of its seed. Fractions of a cent, and anything
    above the maximum, are overflow."""
    before, setting = level.reading, level.setting
    least = kept_seed(before, setting)
    change = meter + reserve + overflow
    after, top_up = after_amounts(
        before,
        setting,
        meter=meter,
        reserve=reserve,
        overflow=overflow,
        least=least,
        beyond=max(0, -change),
    )
    return make_movement(level, after, jackpot=jackpot, house=change + top_up, top_up=top_up)


def trim(jackpot: str, level: LevelState, over: int) -> Movement:
    """Move this many micros of a display above its maximum to overflow."""
    return make_movement(level, _change(level.reading, meter=-over, overflow=over), jackpot=jackpot)


def take_out(jackpot: str, level: LevelState, *, left: int, to_house: int = 0) -> Movement:
    """Move out everything a level holds, except what stays on its meter; part of it goes back to
    the house, which put it up."""
    after = _reading(level.reading, meter=left, reserve=0, overflow=0)
    return make_movement(level, after, jackpot=jackpot, house=-to_house)


def put_in(jackpot: str, level: LevelState, *, meter: int, reserve: int, overflow: int) -> Movement:
    """Add money from another jackpot; anything above the maximum is overflow."""
    kept = _room(level.setting, level.reading.meter_micros, meter)
    after = _change(level.reading, meter=kept, reserve=reserve, overflow=overflow + meter - kept)
    return make_movement(level, after, jackpot=jackpot)


def fill_up(jackpot: str, level: LevelState, setting: LevelSetting) -> Movement:
    """Let the house put up what a meter lacks of a higher seed."""
    after, top_up = after_terms(level.reading, level.setting, setting)
    return make_movement(level, after, jackpot=jackpot, house=top_up, top_up=top_up)


# ---- movements ----------------------------------------------------------------------------------


def open_level(setting: LevelSetting, reading: Reading) -> LevelState:
    """A level at its beginning: the house has put up everything on its meter."""
    put_up = reading.meter_micros
    return LevelState(setting, reading, LevelHistory(reading, reading, (), put_up, put_up))


def move_level(level: LevelState, after: Reading) -> LevelState:
    assert after.meter_micros >= 0 <= after.reserve_micros, after
    assert after.overflow_micros >= 0, after
    return LevelState(level.setting, after, level.history, level.hits, level.wins_cents)


def make_movement(
    level: LevelState,
    after: Reading,
    *,
    jackpot: str,
    award: str = "",
    house: int = 0,
    top_up: int = 0,
) -> Movement:
    """The change from a level's holdings to another reading."""
    before = level.reading
    most = max(after.meter_micros, after.reserve_micros, after.overflow_micros, house)
    need_exact(most, where=level.setting.level)
    return Movement(
        award,
        jackpot,
        Micros(after.meter_micros - before.meter_micros),
        Micros(after.reserve_micros - before.reserve_micros),
        Micros(after.overflow_micros - before.overflow_micros),
        Micros(house),
        after,
        Micros(top_up),
    )


def _below_maximum(setting: LevelSetting, amount: int) -> int:
    maximum = setting.maximum_cents
    return amount if maximum is None else min(amount, micros(maximum))


def list_readings(state: State) -> tuple[tuple[str, Reading], ...]:
    """What every level holds, by jackpot."""
    return tuple(
        (name, level.reading)
        for name, jackpot in state.jackpots.items()
        for level in jackpot.levels.values()
    )
