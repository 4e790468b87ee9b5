"""What an event makes of the floor. Every replay goes through here, and every assertion holds then
as it held when the event was decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from pitboss.floor import events, office_folds, site_folds
from pitboss.floor.ledger import postings
from pitboss.floor.meter import micros, moved, together
from pitboss.floor.state import (
    Awaited,
    AwardState,
    JackpotState,
    LevelState,
    RoundState,
    State,
    TableState,
    changed,
)
from pitboss.floor.values import Award, Balance, Contribution, Mark, Movement, Reading
from pitboss.money import Cents, Micros


def apply(state: State, event: events.Event) -> None:
    """Fold one event into the state, its postings included."""
    posted = postings(state, event)
    state.seq += 1
    _FOLDS[type(event)](state, event)
    balances = state.balances
    for account, amount in posted:
        balances.put(account, (balances.get(account) or 0) + amount)


def trial_balance(state: State) -> tuple[Balance, ...]:
    """Every account with its balance; together they make nothing."""
    lines = tuple(
        Balance(name, Micros(amount)) for name, amount in state.balances.items() if amount
    )
    assert sum(line.micros for line in lines) == 0
    return lines


def readings(state: State) -> tuple[tuple[str, Reading], ...]:
    """What every level holds, by jackpot."""
    return tuple(
        (name, level.reading)
        for name, jackpot in state.jackpots.items()
        for level in jackpot.levels.values()
    )


def _jackpot_opened(state: State, event: events.JackpotOpened) -> None:
    assert state.jackpots.get(event.jackpot) is None
    opening = {reading.level: reading for reading in event.opening}
    state.jackpots.put(
        event.jackpot,
        JackpotState(
            jackpot=event.jackpot,
            kind=event.jackpot_kind,
            paytable=event.paytable,
            wager_cents=event.wager_cents,
            levels={
                setting.level: LevelState(setting, opening[setting.level])
                for setting in event.levels
            },
            house_prizes=dict(event.house_prizes),
            executive_above_cents=event.executive_above_cents,
            lock_at_mark=event.lock_at_mark,
            fixed_from=event.fixed_from,
            training=event.training,
            equipment_least=event.equipment_least,
        ),
    )


def _table_opened(state: State, event: events.TableOpened) -> None:
    assert state.tables.get(event.table) is None
    state.tables.put(
        event.table,
        TableState(
            table=event.table,
            game=event.game,
            seats=event.seats,
            jackpots=event.jackpots,
            keypad=event.keypad,
            order=event.order,
            title=event.title,
            bundle=event.bundle,
            approval=event.approval,
            equipment=event.equipment,
            training=event.training,
        ),
    )


def _dealer_signed_in(state: State, event: events.DealerSignedIn) -> None:
    _put_table(state, event.table, dealer=event.badge)


def _dealer_signed_out(state: State, event: events.DealerSignedOut) -> None:
    _put_table(state, event.table, dealer="")


def _round_started(state: State, event: events.RoundStarted) -> None:
    table = state.table(event.table)
    assert table.round is None
    assert event.round == table.rounds + 1
    fed = wagers = 0
    for taking in event.takings:
        wagers += taking.bets
        name = taking.jackpot
        jackpot = state.jackpot(name)
        cents = taking.bets * jackpot.wager_cents
        levels = dict(jackpot.levels)
        for given in event.contributions:
            if given.jackpot == name:
                levels[given.level] = _contributed(levels[given.level], given, cents)
                fed += 1
        assert taking.wager_micros == micros(cents)
        bets = jackpot.bets + taking.bets
        state.jackpots.put(name, changed(jackpot, bets=bets, levels=levels))
    assert fed == len(event.contributions), "a contribution without a wager"
    assert wagers == len(event.spots)
    opened = RoundState(event.round, state.seq, event.spots, event.contributions, event.takings)
    state.tables.put(event.table, changed(table, rounds=event.round, round=opened))


def _contributed(level: LevelState, given: Contribution, wagers_cents: int) -> LevelState:
    before, after, setting = level.reading, given.after, level.setting
    is_due = (
        given.meter_micros + given.overflow_micros == wagers_cents * setting.rate_ppm
        and given.reserve_micros == wagers_cents * setting.reserve_ppm
    )
    assert is_due, f"not what the wagers give at its rates: {given}"
    is_as_told = (
        after.level == given.level
        and after.meter_micros == before.meter_micros + given.meter_micros
        and after.reserve_micros == before.reserve_micros + given.reserve_micros
        and after.overflow_micros == before.overflow_micros + given.overflow_micros
    )
    assert is_as_told, f"the meter is not where the event says: {given}"
    return moved(level, after)


def _late_bet_seen(state: State, event: events.LateBetSeen) -> None:
    assert _open_round(state, event.table).number == event.round


def _winner_marked(state: State, event: events.WinnerMarked) -> None:
    opened = _open_round(state, event.table)
    assert opened.number == event.round
    assert event.mark.spot in opened.spots
    _put_table(state, event.table, round=changed(opened, marks=(*opened.marks, event.mark)))


def _winner_unmarked(state: State, event: events.WinnerUnmarked) -> None:
    opened = _open_round(state, event.table)
    assert event.mark in opened.marks
    marks = tuple(mark for mark in opened.marks if mark != event.mark)
    _put_table(state, event.table, round=changed(opened, marks=marks))


def _holds_changed(state: State, event: events.HoldsChanged) -> None:
    opened = _open_round(state, event.table)
    before = [hold for hold in opened.holds if hold.mark.jackpot == event.jackpot]
    taken = [each.award for hold in before for each in hold.movements]
    assert sorted(each.award for each in event.released) == sorted(taken)
    _moved(state, event.released)
    for hold in event.holds:
        assert hold.mark in opened.marks
        assert hold.mark.jackpot == event.jackpot
        _moved(state, hold.movements)
    kept = tuple(hold for hold in opened.holds if hold.mark.jackpot != event.jackpot)
    _put_table(state, event.table, round=changed(opened, holds=(*kept, *event.holds)))
    _await(state, event.table)


def _await(state: State, table: str) -> None:
    """Which awards of a table are on their way, for each of its jackpots."""
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
            Awaited(level=award.level, table=table, held=held)
            for award, held in waiting
            if award.jackpot == name
        }
        if others | own != jackpot.awaited:
            state.jackpots.put(name, changed(jackpot, awaited=frozenset(others | own)))


def _awards_recorded(state: State, event: events.AwardsRecorded) -> None:
    opened = _open_round(state, event.table)
    assert opened.number == event.round
    for award in event.awards:
        parts = (award.meter_cents, award.house_cents, award.tray_cents, award.stake_cents)
        assert min(parts) >= 0, f"an award takes money: {award}"
    won = {(award.jackpot, award.outcome) for award in event.awards}
    seats = {(award.seat, award.sensor) for award in event.awards}
    done = tuple(
        mark
        for mark in opened.marks
        if (mark.jackpot, mark.outcome) in won
        and ((mark.spot.seat, mark.spot.sensor) in seats or mark.sharers)
    )
    _record(state, event, opened, done)
    names = tuple(award.award for award in event.awards)
    _put_table(
        state,
        event.table,
        round=changed(
            opened,
            marks=tuple(mark for mark in opened.marks if mark not in done),
            hits=(*opened.hits, *done),
            awards=(*opened.awards, *names),
            unmoved=(*opened.unmoved, *names),
            holds=tuple(hold for hold in opened.holds if hold.mark not in done),
        ),
    )
    _await(state, event.table)


def _record(
    state: State, event: events.AwardsRecorded, opened: RoundState, done: tuple[Mark, ...]
) -> None:
    """Put the awards of these marks on the record; what was held is recorded as it was held."""
    holds = [hold for hold in opened.holds if hold.mark in done]
    assert all(award in event.awards for hold in holds for award in hold.awards)
    taken = {each.award: each for hold in holds for each in hold.movements}
    shares: dict[tuple[str, str], tuple[str, ...]] = {
        (mark.jackpot, mark.outcome): () for mark in done if mark.sharers
    }
    for award in event.awards:
        place = (award.jackpot, award.outcome)
        if place in shares:
            shares[place] = (*shares[place], award.award)
    for award in event.awards:
        assert state.awards.get(award.award) is None
        recorded = AwardState(
            award,
            event.table,
            event.round,
            state.seq,
            "recorded",
            movement=taken.get(award.award),
            shares=shares.get((award.jackpot, award.outcome), ()),
        )
        state.awards.put(award.award, recorded)


def _meters_moved(state: State, event: events.MetersMoved) -> None:
    opened = _open_round(state, event.table)
    assert opened.number == event.round
    assert {*event.awards, *(each.award for each in event.movements)} <= {*opened.unmoved}
    _moved(state, event.movements)
    by_award = {each.award: each for each in event.movements}
    for name in event.awards:
        found = state.award(name)
        movement = by_award.get(name, found.movement)
        state.awards.put(name, changed(found, status="moved", movement=movement))
        _won(state, found.award)
    left = tuple(name for name in opened.unmoved if name not in event.awards)
    _put_table(state, event.table, round=changed(opened, unmoved=left))
    _await(state, event.table)


def _won(state: State, award: Award, *, sign: int = 1) -> None:
    if not award.level:
        return
    jackpot = state.jackpot(award.jackpot)
    level = jackpot.levels[award.level]
    counted = changed(
        level, hits=level.hits + sign, wins_cents=Cents(level.wins_cents + sign * award.meter_cents)
    )
    levels = {**jackpot.levels, award.level: counted}
    state.jackpots.put(award.jackpot, changed(jackpot, levels=levels))


def _key_turned(state: State, event: events.KeyTurned) -> None:
    _put_table(state, event.table, key=event.position, key_badge=event.badge)


def _round_ended(state: State, event: events.RoundEnded) -> None:
    table = state.table(event.table)
    opened = table.round
    assert opened is not None, f"no open round at {event.table}"
    assert opened.number == event.round
    assert not opened.marks
    assert not opened.unmoved
    assert not opened.holds
    state.tables.put(event.table, changed(table, round=None))


def _round_voided(state: State, event: events.RoundVoided) -> None:
    opened = _open_round(state, event.table)
    assert opened.number == event.round
    assert (opened.seq, opened.takings) == (event.reverses, event.takings)
    assert not opened.holds
    assert not opened.awards
    _moved(state, event.movements)
    for taking in event.takings:
        jackpot = state.jackpot(taking.jackpot)
        state.jackpots.put(taking.jackpot, changed(jackpot, bets=jackpot.bets - taking.bets))
    _put_table(state, event.table, round=None)


def _table_paused(state: State, event: events.TablePaused) -> None:
    _put_table(state, event.table, paused=True)


def _table_resumed(state: State, event: events.TableResumed) -> None:
    _put_table(state, event.table, paused=False)


def _meter_adjusted(state: State, event: events.MeterAdjusted) -> None:
    _moved(state, (event.movement,))
    if event.award:
        cents = Cents(-event.cents)
        award = Award(
            event.award, 0, 0, event.jackpot, "", event.level, cents, Cents(0), Cents(0),
            restarts=False,
        )  # fmt: skip
        state.awards.put(event.award, AwardState(award, "", 0, state.seq, "moved", event.movement))


def _award_backed_out(state: State, event: events.AwardBackedOut) -> None:
    found = state.award(event.award)
    assert found.seq == event.reverses
    assert found.status in ("recorded", "moved")
    _moved(state, event.movements)
    state.awards.put(event.award, changed(found, status="backed out"))
    if found.status == "moved":
        _won(state, found.award, sign=-1)
    if event.restart_passes_to:
        _pass_restart(state, found, event)
    table = state.tables.get(found.table)  # it may be closed since
    assert table is not None
    opened = table.round
    if opened is None or opened.number != found.round:
        return
    _put_table(
        state,
        found.table,
        round=changed(
            opened,
            hits=tuple(mark for mark in opened.hits if not _hit_of(mark, found.award)),
            awards=tuple(name for name in opened.awards if name != event.award),
            unmoved=tuple(name for name in opened.unmoved if name != event.award),
        ),
    )
    _await(state, found.table)


def _pass_restart(state: State, undone: AwardState, event: events.AwardBackedOut) -> None:
    """Another share restarts the meter. Where it has restarted, what the undone share leaves of its
    movement is that share's to take back."""
    heir = state.award(event.restart_passes_to)
    award, movement = changed(heir.award, restarts=True), heir.movement
    if movement is not None:
        assert undone.movement is not None
        movement = together(movement, undone.movement, *event.movements)
    state.awards.put(event.restart_passes_to, changed(heir, award=award, movement=movement))


def _hit_of(mark: Mark, award: Award) -> bool:
    return (mark.spot.seat, mark.jackpot, mark.outcome) == (
        award.seat,
        award.jackpot,
        award.outcome,
    )


def _prize_paid(state: State, event: events.PrizePaid) -> None:
    found = state.award(event.award)
    assert found.status == "moved"
    assert found.award.owed_cents == event.cents
    state.awards.put(event.award, changed(found, status="paid", payment=event.payment))


def _day_closed(state: State, event: events.DayClosed) -> None:
    assert event.readings == readings(state), "the meters are not what the day's close says"
    assert event.balances == trial_balance(state), "the books are not what the day's close says"
    office_folds.day_closed(state, event)


def _command_refused(state: State, event: events.CommandRefused) -> None:
    """A refusal is kept and changes nothing."""


def _change_applied(state: State, event: events.ChangeApplied) -> None:
    _moved(state, event.movements)
    site_folds.change_settled(state, event)


def _moved(state: State, movements: Iterable[Movement]) -> None:
    for each in movements:
        before = _level(state, each.jackpot, each.after.level).reading
        expected = Reading(
            each.after.level,
            Micros(before.meter_micros + each.meter_micros),
            Micros(before.reserve_micros + each.reserve_micros),
            Micros(before.overflow_micros + each.overflow_micros),
        )
        assert expected == each.after, f"the meter is not where the event says: {each}"
        _put_reading(state, each.jackpot, each.after)


def _level(state: State, jackpot: str, level: str) -> LevelState:
    return state.jackpot(jackpot).levels[level]


def _put_reading(state: State, name: str, reading: Reading) -> None:
    jackpot = state.jackpot(name)
    level = moved(jackpot.levels[reading.level], reading)
    levels = {**jackpot.levels, reading.level: level}
    state.jackpots.put(name, changed(jackpot, levels=levels))


def _put_table(state: State, table: str, **changes: object) -> None:
    state.tables.put(table, changed(state.table(table), **changes))


def _open_round(state: State, table: str) -> RoundState:
    opened = state.table(table).round
    assert opened is not None, f"no open round at {table}"
    return opened


# Every kind of event has its fold, called after it: `_round_started` for round-started, and
# without the stroke in the folds of office and site.
_BESIDE = vars(office_folds) | vars(site_folds)
_ALL = {f"_{name}": fold for name, fold in _BESIDE.items()} | globals()
_FOLDS: dict[type, Callable[[State, Any], None]] = {
    kind: _ALL["_" + kind.kind.replace("-", "_")] for kind in get_args(events.Event)
}
