"""What the words about the gambling day ask of the floor, and what they say about it."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.floor.facts import days, rounds
from pitboss.floor.state.calendar import DayState
from pitboss.floor.state.floor import box_name
from pitboss.floor.state.gambling_day import find_missing, find_waiting_close

from .script import Script
from .words import Words, Wrong, amount_cents


def _turn(script: Script, words: Words) -> None:
    """TURN-SHIFT: the server looks at the clock"""
    script.ask(days.TurnShift)


def _shift(words: Words) -> dict[str, object]:
    day = words.take()
    words.skip("shift")
    return {"day": day, "shift": int(words.take())}


def _read(script: Script, words: Words) -> None:
    """READ-SIGNS 2026-11-14 shift 1  four-card main $1,000.40  explained "late"  by sam ann"""
    fields, signs = _shift(words), []
    explanation = camera = ""
    while not words.after("by"):
        if words.after("explained"):
            explanation = words.take()
        elif words.after("camera"):
            camera = words.take()
        else:
            signs.append(days.SignReading(words.take(), words.take(), amount_cents(words.take())))
    script.ask(
        days.RecordReading,
        signs=tuple(signs), explanation=explanation, camera=camera,
        badges=(words.take(), words.take()), **fields,
    )  # fmt: skip


def _count(script: Script, words: Words) -> None:
    """COUNT-DROP 2026-11-14 shift 1  T1 four-card chips 198 sensor 201  by ann sam"""
    fields, counts = _shift(words), []
    while not words.after("by"):
        table, jackpot = words.take(), words.take()
        words.skip("chips")
        chips = int(words.take())
        counts.append(
            days.BoxCount(
                table, jackpot, chips, int(words.take()) if words.after("sensor") else None
            )
        )
    badges = (words.take(), words.take())
    script.ask(days.RecordCounts, counts=tuple(counts), badges=badges, **fields)


def _close_variance(script: Script, words: Words) -> None:
    """CLOSE-VARIANCE 2026-11-14 shift 1  T1 four-card  eve "two chips in the tray\""""
    fields, table, jackpot = _shift(words), words.take(), words.take()
    badge = words.take()
    script.ask(
        days.CloseVariance, table=table, jackpot=jackpot, badge=badge, reason=words.take(), **fields
    )


def _close(script: Script, words: Words) -> None:
    script.ask(days.CloseDay, day=words.take(), badges=(words.take(), words.take()))


def _play(script: Script, words: Words) -> None:
    """PLAY T1 200 bets: so many, in rounds of at most five"""
    table, left = words.take(), int(words.take())
    words.skip("bets")
    while left:
        seats = min(left, 5)
        script.floor.start(table, *range(1, seats + 1))
        script.floor.must(rounds.EndRound, table=table)
        left -= seats


def _missing(script: Script, words: Words) -> None:
    """missing 2026-11-14  stops readings shift 1; lists prizes $50.00 — or missing DAY nothing"""
    name, wanted = words.take(), " ".join(words.rest())
    state = script.floor.state
    day = next((each for each in state.calendar.days if each.day == name), None)
    if day is None:
        raise Wrong(f"{name} is not a day that waits")
    told = [
        f"{'stops' if each.stops else 'lists'} {each.kind} {each.where}"
        for each in find_missing(state, day)
    ]
    found = "; ".join(told) or "nothing"
    if found != wanted:
        raise Wrong(f"missing is {found!r}, not {wanted!r}")


def _day(script: Script, name: str) -> DayState:
    return next(each for each in script.floor.state.calendar.days if each.day == name)


def _shifts(script: Script, words: Words) -> None:
    """shifts 2026-11-14  1 3: those of a day that are over"""
    found = [str(each.shift) for each in _day(script, words.take()).shifts]
    if found != (wanted := words.rest()):
        raise Wrong(f"the shifts are {found}, not {wanted}")


def _sign(script: Script, words: Words) -> None:
    """sign 2026-11-14 shift 1  four-card main $1,001.40: what the ledger has — or none"""
    fields, place = _shift(words), (words.take(), words.take())
    shifts = _day(script, str(fields["day"])).shifts
    ledger = next(each.ledger for each in shifts if each.shift == fields["shift"])
    found = [each.cents for each in ledger if (each.jackpot, each.level) == place]
    if found != (wanted := [] if words.after("none") else [amount_cents(words.take())]):
        raise Wrong(f"the ledger has {found}, not {wanted}")


def _late(script: Script, words: Words) -> None:
    """late counts: those that were just recorded came after the close"""
    words.skip("counts")
    if not any(
        isinstance(each, days.CountsRecorded) and each.is_late for each in script.floor.rows[-1]
    ):
        raise Wrong("no late counts were just recorded")


def _on(script: Script, words: Words) -> None:
    """day-on 2026-11-15 shift 1"""
    calendar, wanted = script.floor.state.calendar, " ".join(words.rest())
    found = f"{calendar.days[-1].day} shift {calendar.shift}"
    if found != wanted:
        raise Wrong(f"on is {found}, not {wanted}")


def _waits(script: Script, words: Words) -> None:
    """waits 2026-11-14 — or waits 2026-11-14 overdue, or waits nothing"""
    state, wanted = script.floor.state, " ".join(words.rest())
    day = find_waiting_close(state.calendar, state.law, script.floor.at_ms)
    found = "nothing" if day is None else day.day + (" overdue" if day.is_overdue else "")
    if found != wanted:
        raise Wrong(f"what waits is {found}, not {wanted}")


def _box(script: Script, words: Words) -> None:
    """box 2026-11-14 shift 1  T1 four-card  bets 3 — or box on  T1 four-card  bets 3"""
    state = script.floor.state
    fields = None if words.after("on") else _shift(words)
    place = (words.take(), words.take())
    words.skip("bets")
    wanted = int(words.take())
    if fields is None:
        found = state.bets.get(box_name(*place)) or 0
    else:
        shifts = _day(script, str(fields["day"])).shifts
        boxes = next(each.boxes for each in shifts if each.shift == fields["shift"])
        found = sum(each.bets for each in boxes if (each.table, each.jackpot) == place)
    if found != wanted:
        raise Wrong(f"{' '.join(place)} has {found} bets, not {wanted}")


DAY_COMMANDS: dict[str, Callable[[Script, Words], None]] = {
    "TURN-SHIFT": _turn,
    "READ-SIGNS": _read,
    "COUNT-DROP": _count,
    "CLOSE-VARIANCE": _close_variance,
    "CLOSE": _close,
    "PLAY": _play,
}
DAY_STATEMENTS: dict[str, Callable[[Script, Words], None]] = {
    "missing": _missing,
    "shifts": _shifts,
    "sign": _sign,
    "late": _late,
    "day-on": _on,
    "waits": _waits,
    "box": _box,
}
