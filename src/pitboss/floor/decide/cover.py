"""Decisions about the cover of large prizes, and what can be won by odds at a table."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_text
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.cover import CoverRecorded, LimitsRecorded, RecordCover, RecordLimits
from pitboss.floor.facts.values import COVER_GROUNDS, TIME_END, CoverGround, OddsPrize
from pitboss.floor.state import State
from pitboss.local_time import days_before, instant, local_day
from pitboss.refusal import Refusal

GROUNDS_MOST = 20
PRIZES_MOST = 200  # of one table


def record_cover(state: State, command: RecordCover) -> Sequence[Event]:
    need_text(command.reference, where="reference")
    if command.ground not in COVER_GROUNDS:
        rule = state.law_at(command.at_ms).cover_second_prize_above.rule
        reason = f"only {', '.join(COVER_GROUNDS)} ({rule})"
        raise Refusal("COVER_WRONG", where="ground", reason=reason)
    others = [each for each in state.bank.cover.grounds if each.reference != command.reference]
    if not command.cents and len(others) == len(state.bank.cover.grounds):
        reason = "nothing is recorded under this reference; there is nothing to end"
        raise Refusal("COVER_WRONG", where="reference", reason=reason)
    if command.cents and len(others) >= GROUNDS_MOST:
        reason = f"{GROUNDS_MOST} are recorded; end one first"
        raise Refusal("COVER_WRONG", where="reference", reason=reason)
    cover = CoverGround(
        command.ground,
        command.cents,
        command.reference,
        command.until,
        _until_ms(state, command),
    )
    return [CoverRecorded(cover=cover, badges=command.badges)]


def _until_ms(state: State, command: RecordCover) -> int:
    """When the last day of a cover is over, on the clock of the house."""
    if not command.until:
        return TIME_END
    if command.until < local_day(command.at_ms, state.time_zone):
        raise Refusal("DAY_WRONG", where=command.until, reason="this cover has run out already")
    until_ms = instant(f"{days_before(command.until, -1)} 00:00", state.time_zone)
    assert until_ms is not None
    return until_ms


def record_limits(state: State, command: RecordLimits) -> Sequence[Event]:
    if state.table(command.table).odds_prizes == command.odds_prizes:
        reason = "these are the limits on record; nothing is changed"
        raise Refusal("LIMITS_WRONG", where=command.table, reason=reason)
    need_odds_prizes(command.odds_prizes)
    return [event_from(LimitsRecorded, command)]


def need_odds_prizes(prizes: Sequence[OddsPrize]) -> None:
    """Whether these can be what somebody wins at a table."""
    if len(prizes) > PRIZES_MOST:
        reason = f"at most {PRIZES_MOST} prizes of one table"
        raise Refusal("LIMITS_WRONG", where="odds_prizes", reason=reason)
    for each in prizes:
        need_text(each.bet, where="odds_prizes")
        need_text(each.hand, where="odds_prizes")
