"""Steps that several folds share: move levels, change a table, note pending awards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import astuple

from pitboss.floor.facts.values import ApprovalRecord, Award, BundleItem, Movement, Reading
from pitboss.floor.money.meter import held_micros, house_left, micros
from pitboss.floor.money.reversal import forget, remember_amounts, remember_award
from pitboss.floor.state.approved import (
    SOFTWARE_ALTERED,
    SOFTWARE_ITEM,
    Drift,
    TableApproval,
    altered_files,
    altered_text,
    bundle_items,
    bundle_sha256,
    item_drifts,
)
from pitboss.floor.state.equipment import shortfalls
from pitboss.floor.state.floor import (
    LevelState,
    PastChange,
    PendingAward,
    RoundState,
    State,
    TableState,
    changed,
)
from pitboss.floor.state.payouts import RoundWins, round_name
from pitboss.local_time import days_before, instant
from pitboss.money import Cents, Micros


def pay_award(state: State, paid: Movement, award: Award, *, beyond_micros: int = 0) -> None:
    """Take an award off its level, which remembers it."""
    level = remember_award(
        level_of(state, paid),
        paid.after,
        state.seq,
        award=award.award,
        paid_micros=micros(award.meter_cents),
        restarts=award.restarts,
        beyond_micros=beyond_micros,
    )
    put_moved(state, paid, level)


def correct_level(state: State, move: Movement, *, recovers: bool) -> None:
    """Change a level by hand; it remembers the change without what the house added. What the house
    recovers was its own."""
    house = move.house_micros if recovers else 0
    level = remember_amounts(
        level_of(state, move),
        move.after,
        state.seq,
        house_micros=house,
        beyond_micros=max(0, move.top_up_micros - move.house_micros),
        brought=(
            move.meter_micros - move.top_up_micros,
            move.reserve_micros,
            move.overflow_micros,
        ),
    )
    put_moved(state, move, level)


def move_between(state: State, movements: Iterable[Movement]) -> None:
    """Move money out of levels, each into the one named next or back to the house. The house's own
    money leaves a level last, and goes along with the rest."""
    own, brought = 0, (0, 0, 0)
    for each in movements:
        level = level_of(state, each)
        before = house_left(level)
        if held_micros(each.after) < held_micros(level.reading):
            stays = min(before + each.house_micros, held_micros(each.after))
            own = before + each.house_micros - stays
            from_meter = each.house_micros - each.meter_micros
            brought = (from_meter, -each.reserve_micros, -each.overflow_micros)
            left = remember_amounts(level, each.after, state.seq, house_micros=stays - before)
        else:
            left = remember_amounts(level, each.after, state.seq, house_micros=own, brought=brought)
        put_moved(state, each, left)


def count_win(state: State, award: Award, *, sign: int = 1) -> None:
    """Count a level's win, or take one back."""
    if not award.level:
        return
    jackpot = state.kept_jackpot(award.jackpot)
    level = jackpot.levels[award.level]
    counted = changed(
        level, hits=level.hits + sign, wins_cents=Cents(level.wins_cents + sign * award.meter_cents)
    )
    levels = {**jackpot.levels, award.level: counted}
    state.jackpots[award.jackpot] = changed(jackpot, levels=levels)


def note_win(state: State, table: str, number: int, awards: tuple[str, ...]) -> None:
    """Keep a round's wins together."""
    place = round_name(table, number)
    before = state.round_wins.get(place) or RoundWins()
    state.round_wins[place] = changed(before, awards=(*before.awards, *awards))


def level_of(state: State, move: Movement) -> LevelState:
    return state.kept_jackpot(move.jackpot).levels[move.after.level]


def put_moved(state: State, move: Movement, level: LevelState) -> None:
    """Put a level after a movement, if the movement starts from where it is."""
    before = level_of(state, move).reading
    expected = Reading(
        move.after.level,
        Micros(before.meter_micros + move.meter_micros),
        Micros(before.reserve_micros + move.reserve_micros),
        Micros(before.overflow_micros + move.overflow_micros),
    )
    is_as_stated = expected == move.after == level.reading
    assert is_as_stated, f"the meter is not where the event says: {move}"
    put_level(state, move.jackpot, level)


def put_level(state: State, name: str, level: LevelState) -> None:
    jackpot = state.kept_jackpot(name)
    levels = {**jackpot.levels, level.setting.level: level}
    state.jackpots[name] = changed(jackpot, levels=levels)


def forget_final(state: State, jackpot: str, name: str) -> None:
    """Forget changes that nothing can reverse any more: those older than every open round that fed
    the level, up to the first award that can be backed out."""
    level = state.jackpot(jackpot).levels[name]
    if not level.history.changes or not _is_settled(state, level.history.changes[0]):
        return
    rounds = [table.round for _, table in state.tables.items() if table.round is not None]
    fed = [
        each.seq
        for each in rounds
        if any((given.jackpot, given.level) == (jackpot, name) for given in each.contributions)
    ]
    oldest = min(fed, default=state.seq + 1)
    left = forget(level, lambda each: each.row < oldest and _is_settled(state, each))
    put_level(state, jackpot, left)


def _is_settled(state: State, each: PastChange) -> bool:
    """Whether a change is final: it isn't an award, or the award can no longer be backed out. A
    held one isn't recorded yet."""
    if not each.award:
        return True
    found = state.awards.get(each.award)
    return found is not None and not found.is_reversible


def change_table(state: State, table: str, **changes: object) -> None:
    state.tables[table] = changed(state.table(table), **changes)


def with_approval(
    state: State, table: TableState, record: ApprovalRecord, release: str
) -> TableState:
    """A table approved as it is now, with a release of the software."""
    until_ms = None
    if record.until:
        until_ms = instant(f"{days_before(record.until, -1)} 00:00", state.time_zone)
    approval = TableApproval(record, _items(state, table), release, until_ms=until_ms)
    return changed(table, approval=approval)


def put_table_compared(state: State, table: TableState) -> None:
    """Put a table after a change that letters or its approval cover, with its digest, its
    shortfalls (PS-36), and where it differs from what was approved (PS-64)."""
    jackpots = [state.kept_jackpot(name) for name in table.jackpots]
    for each in jackpots:
        if not each.named:
            state.jackpots[each.jackpot] = changed(each, named=True)
    systems = tuple(each.terms.systems for each in jackpots)
    found = shortfalls(table.game, table.keypad, table.equipment, table.clauses, systems)
    items = _items(state, table)
    approval = table.approval
    drift: tuple[Drift, ...] = ()
    if approval is not None:
        drift = (*item_drifts(approval.items, items), *_software_drift(state, approval))
    state.tables[table.table] = changed(
        table, bundle=bundle_sha256(items), shortfalls=found, drift=drift
    )


def _items(state: State, table: TableState) -> tuple[BundleItem, ...]:
    terms = [state.kept_jackpot(name).terms for name in table.jackpots]
    return bundle_items(table.plays, terms, table.keypad, table.equipment)


def _software_drift(state: State, approval: TableApproval) -> tuple[Drift, ...]:
    """Other software than was approved; empty if nobody has noted any."""
    if approval.release == state.release or not (approval.release and state.release):
        return ()
    now, then = state.releases.get(state.release), state.releases.get(approval.release)
    assert now is not None
    running = f"{now.version} {state.release[:16]}"
    if then is not None:
        running += f" ({altered_text(altered_files(then.manifest, now.manifest))})"
    approved = f"{then.version} {approval.release[:16]}" if then else approval.release[:16]
    return (Drift(SOFTWARE_ALTERED, SOFTWARE_ITEM, approved, running),)


def round_at(state: State, table: str) -> RoundState:
    opened = state.table(table).round
    assert opened is not None, f"no open round at {table}"
    return opened


def note_pending(state: State, table: str) -> None:
    """Note which of a table's awards are pending, for each of its jackpots."""
    found = state.table(table)
    opened = found.round
    holds = opened.holds if opened is not None else ()
    unmoved = [state.award(name) for name in opened.unmoved] if opened is not None else []
    waiting = [(award, True) for hold in holds for award in hold.awards]
    waiting += [(each.award, each.movement is not None) for each in unmoved if each.award.level]
    for name in found.jackpots:
        jackpot = state.kept_jackpot(name)
        others = {each for each in jackpot.awaited if each.table != table}
        own = {
            PendingAward(level=award.level, table=table, held=held)
            for award, held in waiting
            if award.jackpot == name
        }
        awaited = tuple(sorted(others | own, key=astuple))
        if awaited != jackpot.awaited:
            state.jackpots[name] = changed(jackpot, awaited=awaited)


def change_jackpot(state: State, jackpot: str, **changes: object) -> None:
    state.jackpots[jackpot] = changed(state.jackpot(jackpot), **changes)
