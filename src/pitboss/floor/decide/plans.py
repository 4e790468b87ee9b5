"""A change thought through: how things stand, how they would stand, and what money would move.

A plan is made when a change is asked for and again when it is made; what can not be is refused both
times, because a meter grows in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.floor.decide.approvals import forbid_training_mix
from pitboss.floor.decide.checks import need_reduction_reason
from pitboss.floor.decide.jackpots import check_terms
from pitboss.floor.decide.tables import check_table
from pitboss.floor.facts.values import Change, Movement
from pitboss.floor.meter import micros, moved, put_in, shown, take_out
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import JackpotState, LevelState, State, changed
from pitboss.money import dollars
from pitboss.refusal import Refusal

# action -> the fields that it has.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "set": (
        "jackpot",
        "levels",
        "executive_above_cents",
        "house_prizes",
        "lock_at_mark",
        "fixed_from",
    ),
    "transfer": ("jackpot", "into", "pairs"),
    "retire": ("jackpot", "into", "pairs", "seed_to_house"),
    "set_table": ("table", "jackpots", "keypad", "order"),
    "close_table": ("table",),
}


def plan(state: State, what: Change, book: PaytableLookup) -> tuple[Change, Change]:
    """The floor's own settings now, and as they would be."""
    if what.action not in FIELDS:
        raise wrong(what, f"{what.action!r} is not one of {', '.join(FIELDS)}")
    empty = Change(what.action)
    for name in Change.__struct_fields__:
        own = name == "action" or name in FIELDS[what.action]
        if not own and getattr(what, name) != getattr(empty, name):
            raise wrong(what, f"{what.action} has no {name}")
    return _PLANS[what.action](state, what, book)


def jackpots_of(before: Change, after: Change) -> tuple[str, ...]:
    """The jackpots whose parameters a change touches; a table's own, where its sensors change."""
    if after.action == "set_table":
        same = before.jackpots == after.jackpots
        return () if same else tuple(dict.fromkeys((*before.jackpots, *after.jackpots)))
    return tuple(name for name in (after.jackpot, after.into) if name)


def movements(state: State, after: Change) -> tuple[Movement, ...]:
    """The money that a change moves, level by level; what one loses another gets."""
    if after.action not in ("transfer", "retire"):
        return ()
    found = tuple(_moves(state, after))
    if after.action == "transfer" and not found:
        raise Refusal("NOTHING_HELD", where=after.jackpot, reason="nothing is above its seeds")
    return found


# ---- settings of a jackpot ----------------------------------------------------------------------


def _set(state: State, what: Change, book: PaytableLookup) -> tuple[Change, Change]:
    jackpot = state.jackpot(what.jackpot)
    paytable = book[jackpot.paytable]
    named = {level.level: level for level in what.levels}
    if len(named) < len(what.levels):
        raise Refusal("LEVELS_WRONG", where=what.jackpot, reason="name each level once")
    for name in named.keys() - jackpot.levels.keys():
        raise Refusal("LEVEL_UNKNOWN", where=name, reason="no such meter")
    for outcome, _ in what.house_prizes:
        if outcome not in jackpot.house_prizes:
            raise Refusal("OUTCOME_UNKNOWN", where=outcome, reason="no prize is posted for it")
    before = _settings(jackpot)
    assert before.executive_above_cents is not None
    assert before.lock_at_mark is not None
    assert before.fixed_from is not None
    above, lock, fixed = what.executive_above_cents, what.lock_at_mark, what.fixed_from
    after = changed(
        before,
        levels=tuple(named.get(level.level, level) for level in before.levels),
        executive_above_cents=before.executive_above_cents if above is None else above,
        house_prizes=tuple({**jackpot.house_prizes, **dict(what.house_prizes)}.items()),
        lock_at_mark=before.lock_at_mark if lock is None else lock,
        fixed_from=before.fixed_from if fixed is None else fixed,
    )
    assert after.executive_above_cents is not None
    assert after.lock_at_mark is not None
    assert after.fixed_from is not None
    check_terms(
        jackpot=jackpot.jackpot,
        kind=jackpot.kind,
        wager_cents=jackpot.wager_cents,
        levels=after.levels,
        house_prizes=after.house_prizes,
        executive_above_cents=after.executive_above_cents,
        lock_at_mark=after.lock_at_mark,
        fixed_from=after.fixed_from,
        paytable=paytable,
    )
    _check_maximums(state, jackpot, after)
    return before, after


def _settings(jackpot: JackpotState) -> Change:
    return Change(
        "set",
        jackpot=jackpot.jackpot,
        levels=tuple(level.setting for level in jackpot.levels.values()),
        executive_above_cents=jackpot.executive_above_cents,
        house_prizes=tuple(jackpot.house_prizes.items()),
        lock_at_mark=jackpot.lock_at_mark,
        fixed_from=jackpot.fixed_from,
    )


def _check_maximums(state: State, jackpot: JackpotState, after: Change) -> None:
    """A new maximum is not below what the meter shows (WAC 230-15-685, COMAR 36.04.01.30)."""
    least = state.law.maximum_least
    for setting in after.levels:
        level, most = jackpot.levels[setting.level], setting.maximum_cents
        if most is None or most == level.setting.maximum_cents or least.value != "current":
            continue
        if most < shown(level):
            raise Refusal(
                "MAXIMUM_TOO_LOW",
                where=setting.level,
                reason=f"the meter shows {dollars(shown(level))} ({least.rule})",
            )


# ---- money from jackpot to jackpot --------------------------------------------------------------


def _transfer(state: State, what: Change, book: PaytableLookup) -> tuple[Change, Change]:
    source = state.jackpot(what.jackpot)
    if source.kind == "house":
        raise Refusal("NOTHING_HELD", where=what.jackpot, reason="a house jackpot holds no money")
    if not what.pairs:
        raise Refusal("LEVELS_WRONG", where=what.jackpot, reason="name level and level")
    _check_pairs(state, source, what)
    return changed(what, levels=_settings(source).levels), what


def _retire(state: State, what: Change, book: PaytableLookup) -> tuple[Change, Change]:
    source = state.jackpot(what.jackpot)
    if what.seed_to_house:
        need_reduction_reason(state, "seed_recovery")
    if what.into:
        _check_pairs(state, source, what)
    elif what.pairs:
        raise wrong(what, "levels are paired and no jackpot is named to take the money")
    paired = {pair[0] for pair in what.pairs}
    for name, level in source.levels.items():
        if name not in paired and any(_going(level, what)):
            raise Refusal(
                "MONEY_HELD",
                where=name,
                reason="players' money is on it; name the level that takes it (WAC 230-15-710)",
            )
    return changed(what, levels=_settings(source).levels), what


def _check_pairs(state: State, source: JackpotState, what: Change) -> None:
    target = state.jackpot(what.into)
    if what.into == what.jackpot:
        raise wrong(what, "a jackpot does not move into itself")
    if target.kind != source.kind:
        raise Refusal(
            "JACKPOT_KINDS_MIXED", where=what.into, reason="money moves within one kind (PS-33)"
        )
    forbid_training_mix(state, (what.into,), training=source.training)
    named = [name for name, _ in what.pairs]
    if len(set(named)) < len(named):
        raise Refusal("LEVELS_WRONG", where=what.jackpot, reason="name each level once")
    for jackpot, levels in ((source, named), (target, [name for _, name in what.pairs])):
        for name in levels:
            if name not in jackpot.levels:
                raise Refusal("LEVEL_UNKNOWN", where=name, reason=f"{jackpot.jackpot} has it not")


def _going(level: LevelState, what: Change) -> tuple[int, int, int]:
    """What leaves a level for another: of its meter, its reserve, its overflow."""
    reading = level.reading
    kept = 0
    if what.action == "transfer" or what.seed_to_house:
        kept = min(reading.meter_micros, micros(level.setting.seed_cents))
    return reading.meter_micros - kept, reading.reserve_micros, reading.overflow_micros


def _moves(state: State, after: Change) -> Iterator[Movement]:
    source = state.jackpot(after.jackpot)
    targets = dict(state.jackpot(after.into).levels) if after.into else {}
    paired = dict(after.pairs)
    for name, level in source.levels.items():
        going = _going(level, after)
        kept = level.reading.meter_micros - going[0]
        to_house = kept if after.seed_to_house else 0
        named = name in paired or after.action == "retire"
        if not named or not (any(going) or to_house):
            continue
        yield take_out(after.jackpot, level, left=kept - to_house, to_house=to_house)
        if any(going):
            into = targets[paired[name]]
            meter, reserve, overflow = going
            coming = put_in(after.into, into, meter=meter, reserve=reserve, overflow=overflow)
            targets[paired[name]] = moved(into, coming.after)
            yield coming


# ---- tables -------------------------------------------------------------------------------------


def _set_table(state: State, what: Change, book: PaytableLookup) -> tuple[Change, Change]:
    table = state.table(what.table)
    before = Change(
        "set_table",
        table=what.table,
        jackpots=table.jackpots,
        keypad=table.keypad,
        order=table.order,
    )
    after = changed(
        before,
        jackpots=what.jackpots or table.jackpots,
        keypad=what.keypad or table.keypad,
        order=table.order if what.order is None else what.order,
    )
    assert after.order is not None
    check_table(
        state,
        book,
        table=what.table,
        game=table.game,
        seats=table.seats,
        jackpots=after.jackpots,
        keypad=after.keypad,
        order=after.order,
    )
    forbid_training_mix(state, after.jackpots, training=table.training)
    return before, after


def _close_table(state: State, what: Change, book: PaytableLookup) -> tuple[Change, Change]:
    table = state.table(what.table)
    return changed(what, jackpots=table.jackpots, keypad=table.keypad, order=table.order), what


def wrong(what: Change, reason: str) -> Refusal:
    """A change that makes no sense."""
    return Refusal("CHANGE_WRONG", where=what.jackpot or what.table, reason=reason)


_PLANS: dict[str, Callable[[State, Change, PaytableLookup], tuple[Change, Change]]] = {
    "set": _set,
    "transfer": _transfer,
    "retire": _retire,
    "set_table": _set_table,
    "close_table": _close_table,
}
