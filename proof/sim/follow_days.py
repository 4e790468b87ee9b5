"""The auditor follows the gambling day: shifts, readings, counts, closes."""

from __future__ import annotations

from pitboss.floor.facts import days
from pitboss.floor.facts.rounds import VoidRound
from pitboss.local_time import days_before
from proof.sim.day_books import BoxBook, DayBook, ShiftBook, day_of, end_of
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import AuditorBooks, need, same

LIMIT_WHOLE = 1_000_000


def shift_ended(books: AuditorBooks, asked: days.TurnShift, event: days.ShiftEnded) -> None:
    kept = books.days
    need(holds=asked.at_ms >= kept.ends_ms, saying="a shift ended before its time")
    same(event.at_ms, kept.ends_ms, "when the shift ended")
    same((event.day, event.shift), (kept.days[-1].day, kept.shift), "the shift")
    same(event.readings, books.list_readings(), "the readings of the shift")
    stated = {(each.table, each.jackpot): each.bets for each in event.bets}
    taken = {box: bets for box, bets in kept.bets.items() if bets}
    same(stated, taken, "the bets of the shift")
    signs = {
        (name, level.level): level.meter_micros // CENT_MICROS
        for name, level in event.readings
        if books.jackpots[name].status != "retired"
    }
    boxes = {box: BoxBook(bets) for box, bets in taken.items()}
    rounds = frozenset(
        (name, table.round.number)
        for name, table in books.tables.items()
        if table.round is not None
    )
    kept.days[-1].shifts[event.shift] = ShiftBook(signs, boxes, rounds=rounds)
    kept.bets = dict.fromkeys(kept.bets, 0)


def day_ended(books: AuditorBooks, asked: days.TurnShift, event: days.DayEnded) -> None:
    same(event.day, books.days.days[-1].day, "the day that ended")
    before = days_before(day_of(asked.at_ms), 1)
    same(event.idle_to, before if before > event.day else "", "the days that nobody played")
    same(event.readings, books.list_readings(), "the readings of the day")
    stated = {line.account: line.total_micros for line in event.balances}
    same(stated, books.balances(), "the trial balance of the day")
    books.days.days[-1].ended_seq = books.seq


def shift_began(books: AuditorBooks, asked: days.TurnShift, event: days.ShiftBegan) -> None:
    """Every drawn site has one shift a day."""
    kept = books.days
    same((event.day, event.ends_ms), (day_of(event.at_ms), end_of(event.at_ms)), "the day")
    same(event.shift, 1, "the shift")
    need(holds=event.day > kept.closed, saying=f"{event.day} began after it was closed")
    kept.days.append(DayBook(event.day))
    kept.shift, kept.ends_ms = event.shift, event.ends_ms


def reading_recorded(
    books: AuditorBooks, asked: days.RecordReading, event: days.ReadingRecorded
) -> None:
    shift = books.days.shift_of(asked.day, asked.shift)
    roles = {books.badges.get(badge, "nobody") for badge in asked.badges}
    need(holds="supervisor" in roles, saying=f"{roles} read the signs")
    shown = {(each.jackpot, each.level): each.cents for each in asked.signs}
    stated = {(each.jackpot, each.level): each.sign_cents for each in event.levels}
    same(stated, shown, "what the signs showed")
    ledger = {(each.jackpot, each.level): each.ledger_cents for each in event.levels}
    same(ledger, shift.signs, "what the signs had to show")
    explained = bool(asked.explanation.strip())
    need(holds=explained or shown == ledger, saying="nobody explained a difference")
    shift.is_read = True


def counts_recorded(
    books: AuditorBooks, asked: days.RecordCounts, event: days.CountsRecorded
) -> None:
    shift = books.days.shift_of(asked.day, asked.shift)
    stated = [(each.table, each.jackpot, each.chips) for each in event.counts]
    wanted = [(each.table, each.jackpot, each.chips) for each in asked.counts]
    same(stated, wanted, "what was counted")
    same(event.is_late, asked.day <= books.days.closed, "whether it was counted late")
    for each in event.counts:
        box = shift.boxes.setdefault((each.table, each.jackpot), BoxBook(0))
        same(each.bets, box.bets, "what the box must hold")
        box.chips, box.counted_by = each.chips, asked.badges


def variance_opened(
    books: AuditorBooks, asked: days.RecordCounts | VoidRound, event: days.VarianceOpened
) -> None:
    box = books.days.shift_of(event.day, event.shift).boxes[event.table, event.jackpot]
    assert box.chips is not None
    off = abs(box.chips - box.bets) * LIMIT_WHOLE
    need(holds=box.bets >= 0, saying=f"{box.bets} bets in a box")
    limit = books.law.variance_percent.ppm * box.bets
    need(holds=off > limit, saying="a variance was opened within the limit")
    box.is_open = True


def variance_closed(
    books: AuditorBooks,
    asked: days.RecordCounts | days.CloseVariance | VoidRound,
    event: days.VarianceClosed,
) -> None:
    box = books.days.shift_of(event.day, event.shift).boxes[event.table, event.jackpot]
    need(holds=box.is_open, saying="a variance was closed that was not open")
    if isinstance(asked, days.CloseVariance):
        need(holds=asked.badge not in box.counted_by, saying="who counted closed the variance")
        need(holds=bool(asked.reason.strip()), saying="a variance was closed without a reason")
    box.is_open = False


def day_closed(books: AuditorBooks, asked: days.CloseDay, event: days.DayClosed) -> None:
    kept = books.days
    oldest = kept.days.pop(0)
    same((event.day, event.ended_seq), (oldest.day, oldest.ended_seq), "the day that was closed")
    need(holds=bool(oldest.ended_seq), saying="a day was closed that is on")
    roles = {books.badges.get(badge, "nobody") for badge in asked.badges}
    need(holds="auditor" in roles and len(set(asked.badges)) == 2, saying=f"{roles} closed a day")
    shifts = oldest.shifts.values()
    lacks = {
        "readings": any(shift.signs and not shift.is_read for shift in shifts),
        "counts": any(box.chips is None for shift in shifts for box in shift.boxes.values()),
        "variances": any(box.is_open for shift in shifts for box in shift.boxes.values()),
    }
    for kind, is_lacking in lacks.items():
        stops = kind in books.law.close_needs.value
        need(holds=not (is_lacking and stops), saying=f"a day was closed without {kind}")
    kept.closed = oldest.day
    kept.late = [each for each in (*kept.late, oldest) if each.is_left]
