"""What wagers, awards and corrections do to one level. The only place that changes a meter.

Bet times rate *is* micros: whole cents times parts per million. Nothing is divided, nothing is
lost; the part below a cent is the low digits of the meter (PS-10)."""

from __future__ import annotations

from pitboss.floor.facts.values import Contribution, Movement, Reading
from pitboss.floor.state import LevelState, State
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
    """Cents as micros."""
    return Micros(cents * MICROS_PER_CENT)


def shown(level: LevelState) -> Cents:
    """What a level's meter shows."""
    return shown_down(level.reading.meter_micros)


def contribute(jackpot: str, level: LevelState, *, wagers_cents: Cents) -> Contribution:
    """What wagers of so many cents in all give to a level; above its maximum goes to overflow."""
    before, setting = level.reading, level.setting
    given = wagers_cents * setting.rate_ppm
    kept = given
    if setting.maximum_cents is not None:
        # A meter that an earlier, higher maximum let grow keeps what it has.
        kept = max(0, _below_maximum(level, before.meter_micros + given) - before.meter_micros)
    reserve, over = wagers_cents * setting.reserve_ppm, given - kept
    after = Reading(
        setting.level,
        Micros(before.meter_micros + kept),
        Micros(before.reserve_micros + reserve),
        Micros(before.overflow_micros + over),
    )
    held = after.meter_micros + after.reserve_micros + after.overflow_micros
    if held > MICROS_MOST:  # looked at here first: no step comes as often
        need_exact(held, where=setting.level)
    return Contribution(
        jackpot, setting.level, Micros(kept), Micros(reserve), Micros(over), after=after
    )


def share_each(level: LevelState, share: Ppm, *, ways: int = 1) -> Cents:
    """What each winner of a percentage award gets: of the shown cents, rounded down; odd cents of
    a split stay on the meter (PS-11)."""
    return split_down(share_down(shown(level), share), ways)


def pay(award: str, jackpot: str, level: LevelState, paid: Cents, *, restarts: bool) -> Movement:
    """Take an award off a meter. One that takes all restarts it at its seed with reserve, overflow
    and what was not paid; what goes above the maximum is overflow again."""
    left = level.reading.meter_micros - micros(paid)
    if not restarts:
        # A round voided elsewhere since the record may have left less than is owed.
        lacking = max(0, -left)
        return _movement(award, jackpot, level, meter=left + lacking, house=lacking)
    seed = micros(level.setting.seed_cents)
    restart = left + seed + level.reading.reserve_micros + level.reading.overflow_micros
    lacking = max(0, -restart)
    meter = _below_maximum(level, restart + lacking)
    return _movement(
        award,
        jackpot,
        level,
        meter=meter,
        reserve=0,
        overflow=restart + lacking - meter,
        house=seed + lacking,
    )


def reverse_contribution(level: LevelState, given: Contribution) -> Movement:
    """Take a contribution back. What a restart has swept up meanwhile comes off the meter, and
    what is not there any more the house bears."""
    before = level.reading
    reserve = min(given.reserve_micros, before.reserve_micros)
    overflow = min(given.overflow_micros, before.overflow_micros)
    wanted = given.meter_micros + given.reserve_micros + given.overflow_micros
    meter = min(wanted - reserve - overflow, before.meter_micros)
    return _movement(
        "",
        given.jackpot,
        level,
        meter=before.meter_micros - meter,
        reserve=before.reserve_micros - reserve,
        overflow=before.overflow_micros - overflow,
        house=wanted - reserve - overflow - meter,
    )


def reverse_movement(level: LevelState, moved: Movement) -> Movement:
    """Take back what an award did. Where the money is gone meanwhile the house bears it."""
    before = level.reading
    parts = (
        before.meter_micros - moved.meter_micros,
        before.reserve_micros - moved.reserve_micros,
        before.overflow_micros - moved.overflow_micros,
    )
    lacking = sum(-part for part in parts if part < 0)
    meter, reserve, overflow = (max(0, part) for part in parts)
    kept = _below_maximum(level, meter)
    return _movement(
        moved.award,
        moved.jackpot,
        level,
        meter=kept,
        reserve=reserve,
        overflow=overflow + meter - kept,
        house=lacking - moved.house_micros,
    )


def give_back(moved: Movement, level: LevelState, cents: Cents) -> Movement:
    """The cents of one share go back to its meter; the restart stays with the other shares."""
    meter = level.reading.meter_micros + micros(cents)
    kept = _below_maximum(level, meter)
    overflow = level.reading.overflow_micros + meter - kept
    return _movement(moved.award, moved.jackpot, level, meter=kept, overflow=overflow)


def together(first: Movement, *others: Movement) -> Movement:
    """Several movements of one level as one, to be reversed together."""
    all_of_them = (first, *others)
    return Movement(
        first.award,
        first.jackpot,
        Micros(sum(each.meter_micros for each in all_of_them)),
        Micros(sum(each.reserve_micros for each in all_of_them)),
        Micros(sum(each.overflow_micros for each in all_of_them)),
        Micros(sum(each.house_micros for each in all_of_them)),
        all_of_them[-1].after,
    )


def correct(
    jackpot: str, level: LevelState, *, meter: int = 0, reserve: int = 0, overflow: int = 0
) -> Movement:
    """Change a meter, its reserve or overflow by so many micros; the house gives or takes the
    difference."""
    before = level.reading
    return _movement(
        "",
        jackpot,
        level,
        meter=before.meter_micros + meter,
        reserve=before.reserve_micros + reserve,
        overflow=before.overflow_micros + overflow,
        house=meter + reserve + overflow,
    )


def trim(jackpot: str, level: LevelState, cents: Cents) -> Movement:
    """Move so much of a display above its maximum to overflow."""
    before, over = level.reading, micros(cents)
    return _movement(
        "",
        jackpot,
        level,
        meter=before.meter_micros - over,
        overflow=before.overflow_micros + over,
    )


def take_out(jackpot: str, level: LevelState, *, left: int, to_house: int = 0) -> Movement:
    """All that a level holds goes elsewhere, but for what is left on its meter; some of it to the
    house, which had put it up."""
    return _movement("", jackpot, level, meter=left, reserve=0, overflow=0, house=-to_house)


def put_in(jackpot: str, level: LevelState, *, meter: int, reserve: int, overflow: int) -> Movement:
    """Money of another jackpot comes in; above the maximum it is overflow."""
    before = level.reading
    raised = before.meter_micros + meter
    kept = max(before.meter_micros, _below_maximum(level, raised))
    return _movement(
        "",
        jackpot,
        level,
        meter=kept,
        reserve=before.reserve_micros + reserve,
        overflow=before.overflow_micros + overflow + raised - kept,
    )


def moved(level: LevelState, after: Reading) -> LevelState:
    """The level with a new reading."""
    assert after.meter_micros >= 0 <= after.reserve_micros, after
    assert after.overflow_micros >= 0, after
    return LevelState(level.setting, after, level.hits, level.wins_cents)


def _below_maximum(level: LevelState, amount: int) -> int:
    maximum = level.setting.maximum_cents
    return amount if maximum is None else min(amount, micros(maximum))


def _movement(
    award: str,
    jackpot: str,
    level: LevelState,
    *,
    meter: int,
    reserve: int | None = None,
    overflow: int | None = None,
    house: int = 0,
) -> Movement:
    """The change from what a level holds to these amounts."""
    before = level.reading
    need_exact(max(meter, reserve or 0, overflow or 0, house), where=level.setting.level)
    after = Reading(
        level.setting.level,
        Micros(meter),
        Micros(before.reserve_micros if reserve is None else reserve),
        Micros(before.overflow_micros if overflow is None else overflow),
    )
    return Movement(
        award,
        jackpot,
        Micros(after.meter_micros - before.meter_micros),
        Micros(after.reserve_micros - before.reserve_micros),
        Micros(after.overflow_micros - before.overflow_micros),
        Micros(house),
        after,
    )


def readings(state: State) -> tuple[tuple[str, Reading], ...]:
    """What every level holds, by jackpot."""
    return tuple(
        (name, level.reading)
        for name, jackpot in state.jackpots.items()
        for level in jackpot.levels.values()
    )
