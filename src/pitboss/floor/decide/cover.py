"""Decisions about the cover of large prizes, and which prizes a table offers by odds."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_text
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.cover import CoverRecorded, LimitsRecorded, RecordCover, RecordLimits
from pitboss.floor.facts.values import COVER_GROUNDS, TIME_END, CoverGround, OddsPrize
from pitboss.floor.state.floor import State
from pitboss.local_time import days_before, instant, local_day
from pitboss.refusal import Refusal

GROUNDS_MOST = 20
PRIZES_MOST = 200  # of one table


def record_cover(state: State, command: RecordCover) -> Sequence[Event]:
    need_text(command.reference, where="reference")
    if command.ground not in COVER_GROUNDS:
        rule = state.law_at(command.at_ms).cover_second_prize_above.rule
        raise Refusal("COVER_WRONG", "only", where="ground", cover_grounds=COVER_GROUNDS, rule=rule)
    others = [each for each in state.bank.cover.grounds if each.reference != command.reference]
    if not command.cents and len(others) == len(state.bank.cover.grounds):
        raise Refusal("COVER_WRONG", "nothing_recorded_under", where="reference")
    if command.cents and len(others) >= GROUNDS_MOST:
        raise Refusal("COVER_WRONG", "recorded", where="reference", grounds_most=GROUNDS_MOST)
    cover = CoverGround(
        command.ground,
        command.cents,
        command.reference,
        command.until,
        _until_ms(state, command),
    )
    return [CoverRecorded(cover=cover, badges=command.badges)]


def _until_ms(state: State, command: RecordCover) -> int:
    """When the last day of a cover ends, on the house's clock."""
    if not command.until:
        return TIME_END
    if command.until < local_day(command.at_ms, state.time_zone):
        raise Refusal("DAY_WRONG", "cover_run_out", where=command.until)
    until_ms = instant(f"{days_before(command.until, -1)} 00:00", state.time_zone)
    assert until_ms is not None
    return until_ms


def record_limits(state: State, command: RecordLimits) -> Sequence[Event]:
    if state.table(command.table).odds_prizes == command.odds_prizes:
        raise Refusal("LIMITS_WRONG", "these_limits_record", where=command.table)
    need_odds_prizes(command.odds_prizes)
    return [event_from(LimitsRecorded, command)]


def need_odds_prizes(prizes: Sequence[OddsPrize]) -> None:
    """Refuse prizes that nobody can win at a table."""
    if len(prizes) > PRIZES_MOST:
        raise Refusal(
            "LIMITS_WRONG", "at_most_prizes", where="odds_prizes", prizes_most=PRIZES_MOST
        )
    for each in prizes:
        need_text(each.bet, where="odds_prizes")
        need_text(each.hand, where="odds_prizes")
