"""Plans a change: the terms before and after, and the money that moves.

A plan is made when someone requests a change and again when it applies; an impossible change is
refused both times, because a meter grows in between."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor import extension
from pitboss.floor.decide.approvals import forbid_training_mix
from pitboss.floor.decide.checks import need_own, need_reduction_reason
from pitboss.floor.decide.jackpots import check_terms
from pitboss.floor.decide.tables import check_table
from pitboss.floor.facts import values
from pitboss.floor.money.meter import (
    fill_up,
    house_left,
    micros,
    move_level,
    put_in,
    read_shown,
    take_out,
)
from pitboss.floor.state.floor import JackpotState, LevelState, State, TableState, changed
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.money import Micros, covering_up
from pitboss.refusal import Refusal
from pitboss.rules.house_jackpot import for_every_hand
from pitboss.rules.paytable import Paytable


def plan(
    state: State, what: values.Change, paytables: PaytableLookup
) -> tuple[values.Standing, values.Standing]:
    """The jackpot or table of a change, before and after; the same if only its money moves, or it
    goes."""
    standing: values.Standing
    match what:
        case values.SetTerms():
            return _set_terms(state, what, paytables)
        case values.SetTable():
            return _set_table(state, what, paytables)
        case values.CloseTable():
            standing = _table_standing(state.table(what.table))
        case values.Transfer() | values.Retire():
            source = state.jackpot(what.jackpot)
            for name in filter(None, (what.jackpot, what.into)):
                need_own(state.jackpot(name))
            _check_move(state, source, what)
            standing = values.LevelsStanding(jackpot=what.jackpot, levels=source.terms.levels)
    return standing, standing


def new_plan(
    state: State, what: values.Change, paytables: PaytableLookup
) -> tuple[values.Standing, values.Standing]:
    """The plan of a requested change, which must change something."""
    before, after = plan(state, what, paytables)
    if before == after and isinstance(what, values.SetTerms | values.SetTable):
        raise _wrong(what, "nothing_would_change")
    return before, after


def jackpots_of(
    what: values.Change, before: values.Standing, after: values.Standing
) -> tuple[str, ...]:
    """The jackpots whose parameters a change touches; if a table's sensors change, its own."""
    match what:
        case values.SetTerms():
            return (what.jackpot,)
        case values.Transfer() | values.Retire():
            return tuple(name for name in (what.jackpot, what.into) if name)
    assert isinstance(before, values.TableStanding)
    assert isinstance(after, values.TableStanding)
    same = before.jackpots == after.jackpots
    return () if same else tuple(dict.fromkeys((*before.jackpots, *after.jackpots)))


def plan_movements(state: State, what: values.Change) -> tuple[values.Movement, ...]:
    """The money that a change moves, level by level; one level's loss is another's gain. The house
    tops up a meter to a higher seed."""
    if isinstance(what, values.SetTerms):
        return tuple(_fills(state.jackpot(what.jackpot), what))
    if not isinstance(what, values.Transfer | values.Retire):
        return ()
    found = tuple(_moves(state, what))
    if isinstance(what, values.Transfer) and not found:
        raise Refusal("NOTHING_HELD", "nothing_above_seeds", where=what.jackpot)
    return found


# ---- terms of a jackpot -------------------------------------------------------------------------


def _set_terms(
    state: State, what: values.SetTerms, paytables: PaytableLookup
) -> tuple[values.JackpotStanding, values.JackpotStanding]:
    jackpot = state.jackpot(what.jackpot)
    need_own(jackpot)
    terms = jackpot.terms
    named = {level.level: level for level in what.levels}
    if len(named) < len(what.levels):
        raise Refusal("LEVELS_WRONG", "name_each_level", where=what.jackpot)
    for name in named.keys() - jackpot.levels.keys():
        raise Refusal("LEVEL_UNKNOWN", "no_such_meter", where=name)
    paytable = paytables[terms.paytable]
    asked = with_terms(terms, what, paytable)
    check_terms(what.jackpot, asked, paytable)
    _check_maximums(state, jackpot, asked)
    extension.here().need_rates_kept(state, jackpot, asked)
    return (
        values.JackpotStanding(jackpot=what.jackpot, terms=terms),
        values.JackpotStanding(jackpot=what.jackpot, terms=asked),
    )


def with_terms(
    terms: values.JackpotTerms, what: values.SetTerms, paytable: Paytable
) -> values.JackpotTerms:
    """Terms with a change applied, and the rest as before."""
    named = {level.level: level for level in what.levels}
    above, lock, fixed = what.executive_above_cents, what.lock_at_mark, what.fixed_from
    split, up_to = what.split_among, what.dealer_records_up_to_cents
    posted = dict(terms.house_prizes) | for_every_hand(paytable, what.house_prizes)
    return changed(
        terms,
        levels=tuple(named.get(level.level, level) for level in terms.levels),
        executive_above_cents=terms.executive_above_cents if above is None else above,
        house_prizes=tuple(posted.items()),
        lock_at_mark=terms.lock_at_mark if lock is None else lock,
        fixed_from=terms.fixed_from if fixed is None else fixed,
        split_among=terms.split_among if split is None else split,
        dealer_records_up_to_cents=terms.dealer_records_up_to_cents if up_to is None else up_to,
    )


def _check_maximums(state: State, jackpot: JackpotState, asked: values.JackpotTerms) -> None:
    """Refuse a new maximum below the amount players saw."""
    least = state.law.maximum_least
    assert least.value == "current", least
    for setting in asked.levels:
        level, most = jackpot.levels[setting.level], setting.maximum_cents
        if most is None or read_shown(level) <= most or most == level.setting.maximum_cents:
            continue
        raise Refusal(
            "MAXIMUM_TOO_LOW",
            "meter_shows",
            where=setting.level,
            shown=read_shown(level),
            rule=least.rule,
        )


def _fills(jackpot: JackpotState, what: values.SetTerms) -> Iterator[values.Movement]:
    for setting in what.levels:
        level = jackpot.levels[setting.level]
        if (filled := fill_up(what.jackpot, level, setting)).house_micros:
            yield filled


# ---- money between jackpots ---------------------------------------------------------------------


def _check_move(state: State, source: JackpotState, what: values.Transfer | values.Retire) -> None:
    if isinstance(what, values.Retire):
        _check_retirement(state, source, what)
    elif source.terms.kind == "house":
        raise Refusal("NOTHING_HELD", "house_jackpot_holds", where=what.jackpot)
    elif not what.pairs:
        raise Refusal("LEVELS_WRONG", "name_level_comes", where=what.jackpot)
    else:
        _check_pairs(state, source, what)


def _check_retirement(state: State, source: JackpotState, what: values.Retire) -> None:
    if what.seed_to_house:
        need_reduction_reason(state, "seed_recovery")
    if what.into:
        _check_pairs(state, source, what)
    elif what.pairs:
        raise _wrong(what, "no_jackpot_named")
    paired = {pair[0] for pair in what.pairs}
    for name, level in source.levels.items():
        going = Micros(sum(_going(level, what)))
        if going and name not in paired:
            raise Refusal("MONEY_HELD", where=name, going=covering_up(going))


def _check_pairs(state: State, source: JackpotState, what: values.Transfer | values.Retire) -> None:
    target = state.jackpot(what.into)
    if what.into == what.jackpot:
        raise _wrong(what, "into_itself")
    if target.terms.kind != source.terms.kind:
        raise Refusal("JACKPOT_KINDS_MIXED", "money_moves_within", where=what.into)
    forbid_training_mix(state, (what.into,), training=source.terms.training)
    named = [name for name, _ in what.pairs]
    if len(set(named)) < len(named):
        raise Refusal("LEVELS_WRONG", "name_each_level", where=what.jackpot)
    for jackpot, levels in ((source, named), (target, [name for _, name in what.pairs])):
        for name in levels:
            if name not in jackpot.levels:
                raise Refusal("LEVEL_UNKNOWN", "does_not", where=name, jackpot=jackpot.jackpot)


def _going(level: LevelState, what: values.Transfer | values.Retire) -> tuple[int, int, int]:
    """What a level gives to another from its meter, its reserve and its overflow."""
    reading = level.reading
    kept = 0
    if isinstance(what, values.Transfer) or what.seed_to_house:
        kept = min(reading.meter_micros, micros(level.setting.seed_cents))
    if isinstance(what, values.Retire):
        kept = min(kept, house_left(level))
    return reading.meter_micros - kept, reading.reserve_micros, reading.overflow_micros


def _moves(state: State, what: values.Transfer | values.Retire) -> Iterator[values.Movement]:
    source = state.jackpot(what.jackpot)
    targets = dict(state.jackpot(what.into).levels) if what.into else {}
    paired = dict(what.pairs)
    for name, level in source.levels.items():
        going = _going(level, what)
        kept = level.reading.meter_micros - going[0]
        to_house = kept if isinstance(what, values.Retire) and what.seed_to_house else 0
        named = name in paired or isinstance(what, values.Retire)
        if not named or not (any(going) or to_house):
            continue
        yield take_out(what.jackpot, level, left=kept - to_house, to_house=to_house)
        if any(going):
            into = targets[paired[name]]
            meter, reserve, overflow = going
            coming = put_in(what.into, into, meter=meter, reserve=reserve, overflow=overflow)
            targets[paired[name]] = move_level(into, coming.after)
            yield coming


# ---- tables -------------------------------------------------------------------------------------


def _set_table(
    state: State, what: values.SetTable, paytables: PaytableLookup
) -> tuple[values.TableStanding, values.TableStanding]:
    table = state.table(what.table)
    before = _table_standing(table)
    after = changed(
        before,
        jackpots=what.jackpots or table.jackpots,
        keypad=what.keypad or table.keypad,
        order=table.order if what.order is None else what.order,
        keys_are_personal=(
            table.keys_are_personal if what.keys_are_personal is None else what.keys_are_personal
        ),
    )
    wanted = changed(table, jackpots=after.jackpots, keypad=after.keypad, order=after.order)
    check_table(state, wanted, paytables)
    forbid_training_mix(state, after.jackpots, training=table.training)
    return before, after


def _table_standing(table: TableState) -> values.TableStanding:
    return values.TableStanding(
        table=table.table,
        jackpots=table.jackpots,
        keypad=table.keypad,
        order=table.order,
        keys_are_personal=table.keys_are_personal,
    )


def subject_of(what: values.Change) -> str:
    """The jackpot or table a change is about."""
    return what.table if isinstance(what, values.SetTable | values.CloseTable) else what.jackpot


def _wrong(what: values.Change, case: str) -> Refusal:
    """The refusal of a change that makes no sense."""
    return Refusal("CHANGE_WRONG", case, where=subject_of(what))
