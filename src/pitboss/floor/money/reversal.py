"""What a level holds after a reversal: what it would hold if the reversed change had never
happened.

A level remembers its changes, as far back as an award can still be backed out or a round voided. A
reversal removes its own entry and recalculates the others, each with its amount at the time. So it
leaves no trace, and the order of reversals doesn't matter (PS-17).

If a recalculated change finds too little, the house adds it: a meter that an award restarts has its
seed, and a transfer out never goes below it. That is recalculated too, so a later reversal returns
what is no longer missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pitboss.floor.facts.values import Contribution, LevelSetting, Movement, Reading
from pitboss.floor.money.meter import (
    After,
    after_amounts,
    after_award,
    after_terms,
    after_wagers,
    held_micros,
    house_after_amounts,
    house_after_award,
    kept_seed,
    make_movement,
    micros,
    move_level,
)
from pitboss.floor.state.floor import (
    AwardState,
    LevelHistory,
    LevelState,
    PastChange,
    State,
    changed,
)


def reverse_award(
    jackpot: str, level: LevelState, award: str, paid_micros: int, *, successor: str = ""
) -> Movement:
    """Put back what an award took; the house covers any difference in the level, such as its
    seed."""
    found = without_award(level, award, successor=successor)
    return _reverse(level, found, jackpot=jackpot, award=award, given=paid_micros)


def is_remembered(state: State, found: AwardState) -> bool:
    """Whether an award can still be reversed exactly. A level forgets a paid one once it is won
    again; if that payment is voided, no reversal would be exact any more. Once two people have
    closed its gambling day, an award is final, like that day's figures."""
    if found.movement is None:
        return True
    if found.seq <= state.calendar.closed_seq:
        return False
    jackpot = state.kept_jackpot(found.award.jackpot)
    changes = jackpot.levels[found.award.level].history.changes
    is_there = any(each.award == found.award.award for each in changes)
    return is_there and jackpot.status != "retired"


def reverse_wagers(level: LevelState, given: Contribution, row: int) -> Movement:
    """Give a round's wagers back to the players. If an award has since paid out more than the level
    would have held, the house covers it."""
    wagers = given.meter_micros + given.reserve_micros + given.overflow_micros
    found = without_wagers(level, given, row)
    return _reverse(level, found, jackpot=given.jackpot, given=-wagers)


def _reverse(
    level: LevelState, found: LevelState, *, jackpot: str, award: str = "", given: int
) -> Movement:
    """The change from a level to what it would be, `given` of it by winners or players."""
    house = held_micros(found.reading) - held_micros(level.reading) - given
    top_up = _top_ups(found) - _top_ups(level)
    return make_movement(
        level, found.reading, jackpot=jackpot, award=award, house=house, top_up=top_up
    )


def _top_ups(level: LevelState) -> int:
    """What the house has added for the changes a level remembers."""
    return _reckon(level.history, level.history.changes, level.setting).top_up_micros


# ---- a level without a change -------------------------------------------------------------------


def without_award(level: LevelState, award: str, *, successor: str = "") -> LevelState:
    """A level as if an award had never been. The restart of a split passes to the share that
    succeeds it, if there is one."""

    def kept(each: PastChange) -> PastChange | None:
        if each.award != award:
            return each
        return (
            changed(each, award=successor, paid_micros=0) if successor and each.restarts else None
        )

    return _again(level, kept)


def without_wagers(level: LevelState, given: Contribution, row: int) -> LevelState:
    """A level as if the wagers of a round had never been; `row` is where the round started."""
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
    """A level with part of its past; `less` is missing from the wagers since the last change."""
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
    since, reserve_since = _find_fed(history.last, level.reading)
    last = _reckon(history, changes, level.setting)
    after = after_wagers(
        last.reading, level.setting, fed + since - less, reserve + reserve_since - less_reserve
    )
    house = last.house_micros
    history = changed(history, last=last.reading, changes=tuple(changes), house_micros=house)
    return changed(move_level(level, after), history=history)


def _find_fed(before: Reading, after: Reading) -> tuple[int, int]:
    """What wagers gave between two readings: to meter and overflow, and to the reserve."""
    reserve = after.reserve_micros - before.reserve_micros
    return held_micros(after) - held_micros(before) - reserve, reserve


class _Reckoned(NamedTuple):
    """What a level holds, how much of it is the house's own money, and what the house added."""

    reading: Reading
    house_micros: int
    top_up_micros: int


def _reckon(
    history: LevelHistory, changes: Iterable[PastChange], setting: LevelSetting
) -> _Reckoned:
    """A level after all these changes; `setting` applies since."""
    found, house, added = history.first, history.house_first_micros, 0
    for each, until in _with_next_setting(changes, setting):
        found, more = _changed_by(_fed_until(found, each), each)
        house, added = _house_after(house, found, each), added + more
        if until != each.setting:
            found, more = after_terms(found, each.setting, until)
            house, added = house + more, added + more
    return _Reckoned(found, house, added)


def _fed_until(found: Reading, each: PastChange) -> Reading:
    return after_wagers(found, each.setting, each.fed_micros, each.fed_reserve_micros)


def _changed_by(found: Reading, each: PastChange) -> After:
    if each.award:
        return after_award(
            found,
            each.setting,
            each.paid_micros,
            restarts=each.restarts,
            keeps_seed=each.keeps_seed,
            beyond=each.beyond_micros,
        )
    return after_amounts(
        found,
        each.setting,
        meter=each.meter_micros,
        reserve=each.reserve_micros,
        overflow=each.overflow_micros,
        least=kept_seed(found, each.setting) if each.keeps_seed else 0,
        beyond=each.beyond_micros,
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


# ---- a level's history --------------------------------------------------------------------------


def remember_award(
    level: LevelState,
    after: Reading,
    row: int,
    *,
    award: str,
    paid_micros: int,
    restarts: bool,
    beyond_micros: int = 0,
) -> LevelState:
    """The level after an award came off it."""
    past = changed(
        _since_last(level, row),
        award=award,
        paid_micros=paid_micros,
        restarts=restarts,
        beyond_micros=beyond_micros,
        keeps_seed=after.meter_micros >= micros(level.setting.seed_cents),
    )
    return _remembering(level, after, past)


def remember_amounts(
    level: LevelState,
    after: Reading,
    row: int,
    *,
    house_micros: int = 0,
    beyond_micros: int = 0,
    brought: tuple[int, int, int] | None = None,
) -> LevelState:
    """The level after fixed amounts came or went, this much of them the house's own money.

    `brought` is what came in for meter, reserve and overflow, if some of it went over the maximum:
    without an earlier award, there would have been more or less room for it."""
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
        beyond_micros=beyond_micros,
        keeps_seed=after.meter_micros >= kept_seed(before, level.setting),
    )
    return _remembering(level, after, past)


def remember_terms(level: LevelState, setting: LevelSetting, row: int) -> LevelState:
    """The level under other terms; what a higher seed adds is the house's own money."""
    after, top_up = after_terms(level.reading, level.setting, setting)
    level = _remembering(level, after, _since_last(level, row))
    history = changed(level.history, house_micros=level.history.house_micros + top_up)
    return changed(level, setting=setting, history=history)


def _since_last(level: LevelState, row: int) -> PastChange:
    return PastChange(row, level.setting, *_find_fed(level.history.last, level.reading))


def _remembering(level: LevelState, after: Reading, past: PastChange) -> LevelState:
    history = level.history
    history = changed(
        history,
        last=after,
        changes=(*history.changes, past),
        house_micros=_house_after(history.house_micros, after, past),
    )
    return changed(move_level(level, after), history=history)


def forget(level: LevelState, is_final: Callable[[PastChange], bool]) -> LevelState:
    """The level without its oldest changes, up to the first that a reversal may still need."""
    history = level.history
    count = 0
    for each in history.changes:
        if not is_final(each):
            break
        count += 1
    if not count:
        return level
    gone, left = history.changes[:count], history.changes[count:]
    first = _reckon(history, gone, left[0].setting if left else level.setting)
    house = first.house_micros
    history = changed(history, first=first.reading, changes=left, house_first_micros=house)
    return changed(level, history=history)
