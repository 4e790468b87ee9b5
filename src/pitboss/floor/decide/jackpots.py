"""Decisions about jackpots: opened, adjusted by hand, suspended, resumed."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import extension
from pitboss.floor.decide.checks import (
    holding_change,
    need_id,
    need_own,
    need_reason,
    need_reduction_reason,
)
from pitboss.floor.decide.pending import need_not_pending
from pitboss.floor.decide.won_by_hand import won_by_hand
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Movement, Reading
from pitboss.floor.money.meter import correct, house_left, micros, pay, read_shown, trim
from pitboss.floor.state.changes import change_number
from pitboss.floor.state.floor import JackpotState, LevelState, State, changed
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.shortfalls import need_evidence
from pitboss.money import CENTS_MOST, PPM_WHOLE, Cents, Micros, shown_down, split_down
from pitboss.refusal import Refusal
from pitboss.rules.game import SPLITS
from pitboss.rules.house_jackpot import check_posted, for_every_hand
from pitboss.rules.paytable import Paytable


def open_jackpot(
    state: State, command: jackpots.OpenJackpot, paytables: PaytableLookup
) -> Sequence[Event]:
    need_id(command.jackpot, where="jackpot")
    if state.jackpots.get(command.jackpot) is not None:
        raise Refusal("JACKPOT_EXISTS", where=command.jackpot)
    terms = command.terms
    paytable = paytables.get(terms.paytable)
    if paytable is None or paytable.sha256 != terms.paytable_sha256:
        raise Refusal("PAYTABLE_CHANGED", where=terms.paytable)
    posted = for_every_hand(paytable, terms.house_prizes)
    terms = changed(terms, house_prizes=tuple(posted.items()))
    check_terms(command.jackpot, terms, paytable)
    if terms.wide:
        extension.here().need_hub(state, command.jackpot, terms)
    opening = tuple(
        Reading(each.level, micros(each.seed_cents), Micros(0), Micros(0)) for each in terms.levels
    )
    return [event_from(jackpots.JackpotOpened, command, terms=terms, opening=opening)]


def check_terms(jackpot: str, terms: JackpotTerms, paytable: Paytable) -> None:
    """Refuse terms that a jackpot can't have."""
    if terms.kind not in ("progressive", "house"):
        raise Refusal("JACKPOT_KIND_UNKNOWN", where=terms.kind)
    if terms.split_among not in SPLITS:
        raise Refusal("SPLIT_UNKNOWN", where=terms.split_among, splits=SPLITS)
    _check_wager(jackpot, terms.wager_cents)
    named = [level.level for level in terms.levels]
    if terms.kind == "house":
        if named or terms.lock_at_mark or terms.fixed_from:
            raise Refusal("HOUSE_JACKPOT_GROWS")
        check_posted(paytable, dict(terms.house_prizes))
        return
    if terms.house_prizes:
        raise Refusal("OUTCOME_UNKNOWN", "house_jackpot_posts", where=jackpot)
    _check_levels(jackpot, terms.levels, paytable)
    if terms.fixed_from and terms.fixed_from not in named:
        raise Refusal("LEVEL_UNKNOWN", "fixed_awards_come", where=terms.fixed_from, named=named)


def _check_wager(jackpot: str, wager_cents: Cents) -> None:
    """Require a wager above zero, and small enough that the record holds a full table's wagers
    exactly."""
    most = split_down(CENTS_MOST, BETS_MOST)
    if not 0 < wager_cents <= most:
        raise Refusal("AMOUNT_WRONG", "wager", where=jackpot, wager=wager_cents, most=most)


def _check_levels(jackpot: str, levels: Sequence[LevelSetting], paytable: Paytable) -> None:
    named = [level.level for level in levels]
    if not named or named != [level.name for level in paytable.levels]:
        wanted = [level.name for level in paytable.levels]
        raise Refusal("LEVELS_WRONG", "names", where=jackpot, named=named, wanted=wanted)
    rates = sum(level.rate_ppm + level.reserve_ppm for level in levels)
    lowest = min(min(level.rate_ppm, level.reserve_ppm) for level in levels)
    if lowest < 0 or rates > PPM_WHOLE:
        raise Refusal("RATES_WRONG", where=jackpot, rates=rates)
    for level in levels:
        if level.maximum_cents is not None and level.maximum_cents < level.seed_cents:
            raise Refusal(
                "MAXIMUM_TOO_LOW",
                "below_seed",
                where=level.level,
                maximum=level.maximum_cents,
                seed=level.seed_cents,
            )


# The only reasons to lower a displayed or accrued amount.
BETS_MOST = 18  # in one round: nine seats, two sensors
WON = "won"
ADJUSTMENTS = (WON, "faulty_display", "over_limit", "gross_receipts", "seed_recovery")


def adjust_meter(
    state: State, command: jackpots.AdjustMeter, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    jackpot = state.jackpot(command.jackpot)
    need_own(jackpot)
    level = jackpot.levels.get(command.level)
    if level is None:
        raise Refusal("LEVEL_UNKNOWN", "it_has", where=command.level, known=jackpot.levels)
    need_not_pending(state, jackpot, command.level, paytables)
    if command.corrects is not None and not 1 <= command.corrects <= state.seq:
        raise Refusal(
            "ENTRY_UNKNOWN", "no_entry", where="corrects", corrects=command.corrects, seq=state.seq
        )
    _check_adjustment(command, level)
    if command.adjustment == WON:
        event = _take_won_by_hand(state, command, jackpot, paytables[jackpot.terms.paytable])
    elif command.won_at is not None or command.amount_reason:
        raise Refusal("WON_AT_WRONG", "prize_won_somewhere", where=command.adjustment)
    else:
        movement = _adjustment(command, level)
        event = event_from(jackpots.MeterAdjusted, command, award="", movement=movement)
    if event.cents < 0:
        need_reduction_reason(state, command.adjustment)
    if command.adjustment == "seed_recovery":
        _need_own_money(state, level, Cents(-command.cents))
    need_evidence(state, command)
    return [event]


def _take_won_by_hand(
    state: State, command: jackpots.AdjustMeter, jackpot: JackpotState, paytable: Paytable
) -> jackpots.MeterAdjusted:
    """Take a prize won by hand off its meter, as an award does."""
    won, level = won_by_hand(state, command, jackpot, paytable), jackpot.levels[command.level]
    _need_shown(level, won.cents)
    award = f"adjustment-{state.seq + 1}"
    return event_from(
        jackpots.MeterAdjusted,
        command,
        award=award,
        cents=Cents(-won.cents),
        house_cents=won.house_cents,
        restarts=won.restarts,
        beyond_cents=won.beyond_cents,
        amount_reason=won.amount_reason,
        dealt_by=command.wager.dealer if command.wager else "",
        movement=pay(
            award,
            command.jackpot,
            level,
            won.cents,
            restarts=won.restarts,
            beyond=micros(won.beyond_cents),
        ),
    )


def _need_shown(level: LevelState, lowered: Cents) -> None:
    if lowered > read_shown(level):
        raise Refusal(
            "AMOUNT_WRONG",
            "asked_meter_shows",
            where="cents",
            lowered=lowered,
            shown=read_shown(level),
        )


def _adjustment(command: jackpots.AdjustMeter, level: LevelState) -> Movement:
    """An adjustment from the closed list that isn't a prize; `cents` is the change, negative if the
    amount goes down."""
    lowered = Cents(-command.cents)
    reading = level.reading
    if command.adjustment == "gross_receipts":
        # Both are funds that no meter shows; the reserve comes first.
        reserve = min(micros(lowered), reading.reserve_micros)
        overflow = micros(lowered) - reserve
        if overflow > reading.overflow_micros:
            held = shown_down(Micros(reading.reserve_micros + reading.overflow_micros))
            raise Refusal(
                "AMOUNT_WRONG", "asked_reserve_overflow", where="cents", lowered=lowered, held=held
            )
        return correct(command.jackpot, level, reserve=-reserve, overflow=-overflow)
    _need_shown(level, lowered)
    if command.adjustment == "over_limit":
        maximum = level.setting.maximum_cents
        if maximum is None or read_shown(level) - lowered < maximum:
            raise _not_above(level, lowered)
        return trim(command.jackpot, level, micros(lowered))
    return correct(command.jackpot, level, meter=micros(command.cents))


def _need_own_money(state: State, level: LevelState, recovered: Cents) -> None:
    """Let the house recover only what it put up, never what players have paid in. The seed stays
    for the players; it goes back when the jackpot is retired."""
    own, above = house_left(level), max(0, read_shown(level) - level.setting.seed_cents)
    if recovered > above:
        raise Refusal(
            "SEED_RECOVERED",
            "asked",
            where=level.setting.level,
            recovered=recovered,
            amount=Cents(above),
        )
    if micros(recovered) > own:
        raise Refusal(
            "SEED_RECOVERED",
            "asked_what_house",
            where=level.setting.level,
            recovered=recovered,
            shown_down=shown_down(own),
            rule=state.law.reduction_reasons.rule,
        )


def _check_adjustment(command: jackpots.AdjustMeter, level: LevelState) -> None:
    if command.adjustment not in ADJUSTMENTS:
        raise Refusal("ADJUSTMENT_UNKNOWN", where=command.adjustment, known=ADJUSTMENTS)
    is_nothing = command.cents == 0 and command.adjustment != WON
    if is_nothing or (command.cents > 0 and command.adjustment != "faulty_display"):
        case, kind = "only_lowers" if command.cents else "changes_nothing", command.adjustment
        raise Refusal("AMOUNT_WRONG", case, where="cents", asked=command.cents, adjustment=kind)
    _need_room(level, command.cents)


def _not_above(level: LevelState, lowered: Cents) -> Refusal:
    maximum = level.setting.maximum_cents
    if maximum is None:
        return Refusal("AMOUNT_WRONG", "no_maximum", where="cents", asked=lowered)
    return Refusal(
        "AMOUNT_WRONG",
        "over_maximum",
        where="cents",
        asked=lowered,
        shown=read_shown(level),
        maximum=maximum,
        over=max(0, read_shown(level) - maximum),
    )


def _need_room(level: LevelState, cents: Cents) -> None:
    """Refuse a displayed amount above its maximum (PS-17)."""
    maximum = level.setting.maximum_cents
    if maximum is not None and cents > 0 and read_shown(level) + cents > maximum:
        raise Refusal(
            "ABOVE_MAXIMUM",
            where=level.setting.level,
            amount=cents,
            shown=read_shown(level),
            maximum=maximum,
            fits=Cents(max(0, maximum - read_shown(level))),
        )


def suspend_jackpot(state: State, command: jackpots.SuspendJackpot) -> Sequence[Event]:
    """Allowed even while a change holds it: it then stays suspended after the change."""
    need_reason(command.reason)
    is_suspended = state.jackpot(command.jackpot).status == "suspended"
    if is_suspended and holding_change(state, command.jackpot) is None:
        raise Refusal("JACKPOT_SUSPENDED", "suspended", where=command.jackpot)
    return [event_from(jackpots.JackpotSuspended, command)]


def resume_jackpot(state: State, command: jackpots.ResumeJackpot) -> Sequence[Event]:
    need_reason(command.reason)
    if state.jackpot(command.jackpot).status != "suspended":
        raise Refusal("JACKPOT_NOT_SUSPENDED", where=command.jackpot)
    if (asked := holding_change(state, command.jackpot)) is not None:
        raise Refusal(
            "JACKPOT_IN_CHANGE",
            "change_holds_applied",
            where=command.jackpot,
            change_number=change_number(asked.change),
        )
    return [event_from(jackpots.JackpotResumed, command)]
