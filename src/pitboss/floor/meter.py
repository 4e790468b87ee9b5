"""What wagers, awards and corrections do to one level. The only place that changes a meter.

Bet times rate *is* micros: whole cents times parts per million. Nothing is divided, nothing is
lost; the part below a cent is the low digits of the meter (PS-10)."""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.floor.facts.values import Contribution, Movement, Reading
from pitboss.floor.state import LevelState, State, changed
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
    # Sums of micros are micros: to say so of each would be a call, and no step comes as often.
    before: Any = level.reading
    setting = level.setting
    given: Any = wagers_cents * setting.rate_ppm
    reserve: Any = wagers_cents * setting.reserve_ppm
    kept = given
    if setting.maximum_cents is not None:
        # A meter that an earlier, higher maximum let grow keeps what it has.
        kept = max(0, _below_maximum(level, before.meter_micros + given) - before.meter_micros)
    over = given - kept
    after = Reading(
        setting.level,
        before.meter_micros + kept,
        before.reserve_micros + reserve,
        before.overflow_micros + over,
        before.borne_micros,
        before.short_micros,
    )
    held = after.meter_micros + after.reserve_micros + after.overflow_micros
    if held > MICROS_MOST:  # looked at here first, for the same reason
        need_exact(held, where=setting.level)
    return Contribution(jackpot, setting.level, kept, reserve, over, after=after)


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
    """Take a contribution back: out of overflow first, then off the meter. What a restart has swept
    up of the reserve meanwhile comes off the meter too, and what is gone the house bears."""
    wanted = given.meter_micros + given.overflow_micros
    back = _taken_back(level, shown_change=-wanted, reserve_change=-given.reserve_micros)
    overflow = max(0, level.reading.overflow_micros - (_held(level.reading) - back.held))
    return _reversal("", given.jackpot, level, back, overflow=overflow)


def reverse_movement(level: LevelState, moved: Movement, *, restarted: bool) -> Movement:
    """Take back what an award did. What comes back fills the meter up to its maximum. Where the
    award had restarted the meter, all that the level then holds is split anew."""
    back = _taken_back(
        level,
        shown_change=-moved.meter_micros - moved.overflow_micros,
        reserve_change=-moved.reserve_micros,
    )
    before = level.reading
    raised = back.held if restarted else before.meter_micros + back.held - _held(before)
    overflow = back.held - _below_maximum(level, raised)
    return _reversal(
        moved.award, moved.jackpot, level, back, overflow=overflow, house=-moved.house_micros
    )


def give_back(moved: Movement, level: LevelState, cents: Cents) -> Movement:
    """The cents of one share go back to its meter; the restart stays with the other shares."""
    return reverse_movement(level, _share_of(moved, cents), restarted=False)


def without_share(moved: Movement, cents: Cents) -> Movement:
    """What a movement leaves to the other shares once the cents of one have gone back."""
    return changed(moved, meter_micros=Micros(moved.meter_micros + micros(cents)))


def _share_of(moved: Movement, cents: Cents) -> Movement:
    nothing = Micros(0)
    return changed(
        moved,
        meter_micros=Micros(-micros(cents)),
        reserve_micros=nothing,
        overflow_micros=nothing,
        house_micros=nothing,
    )


class _Back(NamedTuple):
    """What a level holds once something is taken back: on its meter and in overflow together, in
    its reserve; and what the house and the meter have lent for that (`Reading`)."""

    held: int
    reserve: int
    borne: int
    short: int


def _taken_back(level: LevelState, *, shown_change: int, reserve_change: int) -> _Back:
    """Sums, not single accounts: so every order of the same reversals ends in the same books."""
    before = level.reading
    reserve, short = _returned(before.reserve_micros, before.short_micros, reserve_change)
    shown_change -= short - before.short_micros
    held, borne = _returned(_held(before), before.borne_micros, shown_change)
    return _Back(held, reserve, borne, short)


def _returned(held: int, lent: int, change: int) -> tuple[int, int]:
    """What is held, and what somebody else has lent to it: a lack is lent, and what comes back
    repays it first. What wagers have brought since is nobody's to take."""
    if change >= 0:
        repaid = min(lent, change)
        return held + change - repaid, lent - repaid
    lacking = max(0, -held - change)
    return held + change + lacking, lent + lacking


def _held(reading: Reading) -> int:
    return reading.meter_micros + reading.overflow_micros


def _reversal(
    award: str, jackpot: str, level: LevelState, back: _Back, *, overflow: int, house: int = 0
) -> Movement:
    movement = _movement(
        award,
        jackpot,
        level,
        meter=back.held - overflow,
        reserve=back.reserve,
        overflow=overflow,
        house=house + back.borne - level.reading.borne_micros,
    )
    after = changed(
        movement.after, borne_micros=Micros(back.borne), short_micros=Micros(back.short)
    )
    return changed(movement, after=after)


def together(first: Movement, second: Movement) -> Movement:
    """Two movements of one level as one, to be reversed together."""
    return Movement(
        first.award,
        first.jackpot,
        Micros(first.meter_micros + second.meter_micros),
        Micros(first.reserve_micros + second.reserve_micros),
        Micros(first.overflow_micros + second.overflow_micros),
        Micros(first.house_micros + second.house_micros),
        second.after,
    )


def correct(
    jackpot: str, level: LevelState, *, meter: int = 0, reserve: int = 0, overflow: int = 0
) -> Movement:
    """Change a meter, its reserve or overflow by so many micros; the house gives or takes the
    difference. What is below a cent, and above the maximum, is overflow."""
    before = level.reading
    asked = before.meter_micros + meter
    kept = _below_maximum(level, asked) if meter > 0 else asked
    return _movement(
        "",
        jackpot,
        level,
        meter=kept,
        reserve=before.reserve_micros + reserve,
        overflow=before.overflow_micros + overflow + asked - kept,
        house=meter + reserve + overflow,
    )


def trim(jackpot: str, level: LevelState, over: int) -> Movement:
    """Move so many micros of a display above its maximum to overflow."""
    before = level.reading
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
    assert after.borne_micros >= 0 <= after.short_micros, after
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
        before.borne_micros,
        before.short_micros,
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
