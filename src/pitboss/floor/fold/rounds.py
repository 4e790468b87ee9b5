"""Applies events of a round to the floor."""

from __future__ import annotations

from pitboss.floor.facts import rounds
from pitboss.floor.facts.values import Contribution
from pitboss.floor.fold.days import bets_returned
from pitboss.floor.fold.shared import (
    change_table,
    level_of,
    note_pending,
    pay_award,
    put_moved,
    round_at,
)
from pitboss.floor.money.meter import move_level
from pitboss.floor.money.reversal import without_award, without_wagers
from pitboss.floor.state.floor import LevelState, RoundState, State, box_name, changed
from pitboss.floor.state.payouts import RoundWins, round_name
from pitboss.money import MICROS_PER_CENT


def round_started(state: State, event: rounds.RoundStarted) -> None:
    table = state.table(event.table)
    assert table.round is None
    assert event.round == table.rounds + 1
    fed = wagers = 0
    for taking in event.takings:
        wagers += taking.bets
        name = taking.jackpot
        jackpot = state.jackpot(name)
        cents = taking.bets * jackpot.terms.wager_cents
        levels = dict(jackpot.levels)
        for given in event.contributions:
            if given.jackpot == name:
                levels[given.level] = _contribute(levels[given.level], given, cents)
                fed += 1
        assert taking.wager_micros == cents * MICROS_PER_CENT
        bets = jackpot.bets + taking.bets
        state.jackpots[name] = changed(jackpot, bets=bets, levels=levels)
        box = box_name(event.table, name)
        state.bets[box] = (state.bets.get(box) or 0) + taking.bets
    assert fed == len(event.contributions), "a contribution without a wager"
    assert wagers == len(event.spots)
    opened = RoundState(
        event.round,
        state.seq,
        event.spots,
        event.contributions,
        event.takings,
        dealer=event.badge,
        hands=event.hands,
    )
    state.tables[event.table] = changed(table, rounds=event.round, round=opened)


def _contribute(level: LevelState, given: Contribution, wagers_cents: int) -> LevelState:
    before, after, setting = level.reading, given.after, level.setting
    is_due = (
        given.meter_micros + given.overflow_micros == wagers_cents * setting.rate_ppm
        and given.reserve_micros == wagers_cents * setting.reserve_ppm
    )
    assert is_due, f"not what the wagers give at its rates: {given}"
    is_as_stated = (
        after.level == given.level
        and after.meter_micros == before.meter_micros + given.meter_micros
        and after.reserve_micros == before.reserve_micros + given.reserve_micros
        and after.overflow_micros == before.overflow_micros + given.overflow_micros
    )
    assert is_as_stated, f"the meter is not where the event says: {given}"
    return move_level(level, after)


def hands_corrected(state: State, event: rounds.HandsCorrected) -> None:
    opened = round_at(state, event.table)
    assert (opened.number, opened.hands) == (event.round, event.before)
    change_table(state, event.table, round=changed(opened, hands=event.hands))


def late_bet_seen(state: State, event: rounds.LateBetSeen) -> None:
    assert round_at(state, event.table).number == event.round
    assert state.table(event.table).jackpots[event.spot.sensor - 1] == event.jackpot


def winner_marked(state: State, event: rounds.WinnerMarked) -> None:
    opened = round_at(state, event.table)
    assert opened.number == event.round
    assert event.mark.spot in opened.spots
    change_table(state, event.table, round=changed(opened, marks=(*opened.marks, event.mark)))


def winner_unmarked(state: State, event: rounds.WinnerUnmarked) -> None:
    opened = round_at(state, event.table)
    assert event.mark in opened.marks
    marks = tuple(mark for mark in opened.marks if mark != event.mark)
    change_table(state, event.table, round=changed(opened, marks=marks))


def holds_changed(state: State, event: rounds.HoldsChanged) -> None:
    opened = round_at(state, event.table)
    before = [hold for hold in opened.holds if hold.mark.jackpot == event.jackpot]
    taken = [each.award for hold in before for each in hold.movements]
    assert sorted(each.award for each in event.released) == sorted(taken)
    for each in event.released:
        put_moved(state, each, without_award(level_of(state, each), each.award))
    for hold in event.holds:
        assert hold.mark in opened.marks
        assert hold.mark.jackpot == event.jackpot
        for award, paid in zip(hold.awards, hold.movements, strict=True):
            pay_award(state, paid, award)
    kept = tuple(hold for hold in opened.holds if hold.mark.jackpot != event.jackpot)
    change_table(state, event.table, round=changed(opened, holds=(*kept, *event.holds)))
    note_pending(state, event.table)


def round_ended(state: State, event: rounds.RoundEnded) -> None:
    table = state.table(event.table)
    opened = table.round
    assert opened is not None, f"no open round at {event.table}"
    assert opened.number == event.round
    assert not opened.marks
    assert not opened.unmoved
    assert not opened.holds
    state.tables[event.table] = changed(table, round=None)
    if event.envy:
        place = round_name(event.table, event.round)
        before = state.round_wins.get(place) or RoundWins()
        state.round_wins[place] = changed(before, envy=event.envy)


def round_voided(state: State, event: rounds.RoundVoided) -> None:
    opened = round_at(state, event.table)
    assert opened.number == event.round
    assert (opened.seq, opened.takings) == (event.reverses, event.takings)
    assert not opened.holds
    assert not opened.awards
    for given, each in zip(opened.contributions, event.movements, strict=True):
        put_moved(state, each, without_wagers(level_of(state, each), given, opened.seq))
    for taking in event.takings:
        jackpot = state.jackpot(taking.jackpot)
        state.jackpots[taking.jackpot] = changed(jackpot, bets=jackpot.bets - taking.bets)
    bets_returned(state, event)
    change_table(state, event.table, round=None)
