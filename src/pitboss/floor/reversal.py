"""What a level holds once something is reversed: what it would hold if that had never been.

A level remembers what changed it, as far back as an award can still be backed out or a round
voided. A reversal takes its own entry out and reckons the others again, each with the amount that
it had then. So it leaves no trace, and the order of reversals does not matter (PS-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pitboss.floor.facts.values import Contribution, LevelSetting, Movement, Reading
from pitboss.floor.meter import (
    after_amounts,
    after_award,
    after_terms,
    after_wagers,
    held_micros,
    house_after_amounts,
    house_after_award,
    moved,
    movement,
)
from pitboss.floor.state import AwardState, LevelHistory, LevelState, PastChange, State, changed
from pitboss.money import Micros


def reverse_award(
    jackpot: str, level: LevelState, award: str, paid_micros: int, *, successor: str = ""
) -> Movement:
    """What an award took goes back; what the level thereby has more or less than that is the
    house's, its seed for one."""
    after = without_award(level, award, successor=successor).reading
    house = held_micros(after) - held_micros(level.reading) - paid_micros
    return movement(level, after, jackpot=jackpot, award=award, house=house)


def is_remembered(state: State, found: AwardState) -> bool:
    """Whether an award can still be reversed exactly. A level forgets one that was paid once it is
    won again; if that payment is voided, no reversal would be exact any more."""
    if found.movement is None:
        return True
    jackpot = state.kept_jackpot(found.award.jackpot)
    changes = jackpot.levels[found.award.level].history.changes
    is_there = any(each.award == found.award.award for each in changes)
    return is_there and jackpot.status != "retired"


def reverse_wagers(level: LevelState, given: Contribution, row: int) -> Movement:
    """What the wagers of a round gave goes back to the players. What an award has paid out of it
    meanwhile, beyond what the level would have held, the house bears."""
    after = without_wagers(level, given, row).reading
    wagers = given.meter_micros + given.reserve_micros + given.overflow_micros
    house = held_micros(after) - held_micros(level.reading) + wagers
    return movement(level, after, jackpot=given.jackpot, house=house)


# ---- a level as if something had never been -----------------------------------------------------


def without_award(level: LevelState, award: str, *, successor: str = "") -> LevelState:
    """A level as if an award had never been. The restart of a split stays with the share that is
    its successor, if there is one."""

    def kept(each: PastChange) -> PastChange | None:
        if each.award != award:
            return each
        return (
            changed(each, award=successor, paid_micros=0) if successor and each.restarts else None
        )

    return _again(level, kept)


def without_wagers(level: LevelState, given: Contribution, row: int) -> LevelState:
    """A level as if the wagers of a round had never been; `row` is where it started."""
    shown = given.meter_micros + given.overflow_micros
    later = next((each for each in level.history.changes if each.row > row), None)

    def kept(each: PastChange) -> PastChange:
        if each is not later:
            return each
        reserve = each.fed_reserve_micros - given.reserve_micros
        return changed(each, fed_micros=each.fed_micros - shown, fed_reserve_micros=reserve)

    if later is not None:
        return _again(level, kept)
    return _again(level, kept, less=shown, less_reserve=given.reserve_micros)


def _again(
    level: LevelState,
    kept: Callable[[PastChange], PastChange | None],
    *,
    less: int = 0,
    less_reserve: int = 0,
) -> LevelState:
    """A level with some of its past; `less` is missing of the wagers since the last change."""
    history, fed, reserve = level.history, 0, 0
    changes = []
    for each in history.changes:
        found = kept(each)
        fed += (found or each).fed_micros
        reserve += (found or each).fed_reserve_micros
        if found is not None:
            is_same = (fed, reserve) == (found.fed_micros, found.fed_reserve_micros)
            fed_anew = {"fed_micros": fed, "fed_reserve_micros": reserve}
            changes.append(found if is_same else changed(found, **fed_anew))
            fed = reserve = 0
    since, reserve_since = _fed(history.last, level.reading)
    last, house = _reckoned(history, changes, level.setting)
    after = after_wagers(
        last, level.setting, fed + since - less, reserve + reserve_since - less_reserve
    )
    history = changed(history, last=last, changes=tuple(changes), house_micros=house)
    return changed(moved(level, after), history=history)


def _fed(before: Reading, after: Reading) -> tuple[int, int]:
    """What wagers gave between two readings: to meter and overflow, and to the reserve."""
    reserve = after.reserve_micros - before.reserve_micros
    return held_micros(after) - held_micros(before) - reserve, reserve


def _reckoned(
    history: LevelHistory, changes: Iterable[PastChange], setting: LevelSetting
) -> tuple[Reading, int]:
    """What a level holds after all these changes, and how much of it is the house's own money;
    `setting` is in force since."""
    found, house = history.first, history.house_first_micros
    for each, until in _with_next_setting(changes, setting):
        found = _changed_by(_fed_until(found, each), each)
        house = _house_after(house, found, each)
        if until != each.setting:
            found = after_terms(found, until)
    return found, house


def _fed_until(found: Reading, each: PastChange) -> Reading:
    return after_wagers(found, each.setting, each.fed_micros, each.fed_reserve_micros)


def _changed_by(found: Reading, each: PastChange) -> Reading:
    if each.award:
        return after_award(found, each.setting, each.paid_micros, restarts=each.restarts)
    return after_amounts(
        found,
        each.setting,
        meter=each.meter_micros,
        reserve=each.reserve_micros,
        overflow=each.overflow_micros,
    )


def _house_after(house: int, after: Reading, each: PastChange) -> int:
    if not each.award:
        return house_after_amounts(house, after, each.house_micros)
    paid, restarts = each.paid_micros, each.restarts
    return house_after_award(house, after, each.setting, paid, restarts=restarts)


def _with_next_setting(
    changes: Iterable[PastChange], setting: LevelSetting
) -> Iterator[tuple[PastChange, LevelSetting]]:
    before: PastChange | None = None
    for each in changes:
        if before is not None:
            yield before, each.setting
        before = each
    if before is not None:
        yield before, setting


def taken_from_restart(level: LevelState) -> tuple[int, Micros]:
    """The row of the award that restarted a level last, and what it had paid out of rounds that
    were voided since: that came off its restart. Row 0: no such award is remembered."""
    found, row, lacking = level.history.first, 0, 0
    for each, until in _with_next_setting(level.history.changes, level.setting):
        fed = _fed_until(found, each)
        if each.award and each.restarts:
            row, lacking = each.row, max(0, each.paid_micros - fed.meter_micros)
        found = _changed_by(fed, each)
        if until != each.setting:
            found = after_terms(found, until)
    return row, Micros(lacking)


# ---- what a level remembers ---------------------------------------------------------------------


def remember_award(
    level: LevelState, after: Reading, row: int, *, award: str, paid_micros: int, restarts: bool
) -> LevelState:
    """The level after an award came off it."""
    past = changed(_since_last(level, row), award=award, paid_micros=paid_micros, restarts=restarts)
    return _remembering(level, after, past)


def remember_amounts(
    level: LevelState,
    after: Reading,
    row: int,
    *,
    house_micros: int = 0,
    brought: tuple[int, int, int] | None = None,
) -> LevelState:
    """The level after fixed amounts came or went, so much of them the house's own money.

    `brought` is what came for meter, reserve and overflow, where some of it went over the maximum:
    if an earlier award had never been, there would have been more or less room for it."""
    before = level.reading
    meter, reserve, overflow = brought or (
        after.meter_micros - before.meter_micros,
        after.reserve_micros - before.reserve_micros,
        after.overflow_micros - before.overflow_micros,
    )
    past = changed(
        _since_last(level, row),
        meter_micros=meter,
        reserve_micros=reserve,
        overflow_micros=overflow,
        house_micros=house_micros,
    )
    return _remembering(level, after, past)


def remember_terms(level: LevelState, setting: LevelSetting, row: int) -> LevelState:
    """The level under other terms."""
    after = after_terms(level.reading, setting)
    level = _remembering(level, after, _since_last(level, row))
    return changed(level, setting=setting)


def _since_last(level: LevelState, row: int) -> PastChange:
    return PastChange(row, level.setting, *_fed(level.history.last, level.reading))


def _remembering(level: LevelState, after: Reading, past: PastChange) -> LevelState:
    history = level.history
    history = changed(
        history,
        last=after,
        changes=(*history.changes, past),
        house_micros=_house_after(history.house_micros, after, past),
    )
    return changed(moved(level, after), history=history)


def forget(level: LevelState, is_final: Callable[[PastChange], bool]) -> LevelState:
    """The level without the oldest changes, up to the first that a reversal may still need."""
    history = level.history
    count = 0
    for each in history.changes:
        if not is_final(each):
            break
        count += 1
    if not count:
        return level
    gone, left = history.changes[:count], history.changes[count:]
    first, house = _reckoned(history, gone, left[0].setting if left else level.setting)
    history = changed(history, first=first, changes=left, house_first_micros=house)
    return changed(level, history=history)
