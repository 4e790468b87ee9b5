"""Decisions about jackpots: opened, adjusted by hand, suspended, resumed."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.change_state import change_number
from pitboss.floor.decide.checks import (
    holding_change,
    need_id,
    need_own,
    need_reason,
    need_reduction_reason,
)
from pitboss.floor.decide.pending import need_not_pending
from pitboss.floor.decide.won_by_hand import won_by_hand
from pitboss.floor.evidence import need_evidence
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.jackpots import (
    AdjustMeter,
    JackpotOpened,
    JackpotResumed,
    JackpotSuspended,
    MeterAdjusted,
    OpenJackpot,
    ResumeJackpot,
    SuspendJackpot,
)
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Movement, Reading
from pitboss.floor.meter import correct, house_left, micros, pay, shown, trim
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import JackpotState, LevelState, State, changed
from pitboss.money import CENTS_MOST, PPM_WHOLE, Cents, Micros, dollars, shown_down, split_down
from pitboss.refusal import Refusal
from pitboss.rules.game import SPLITS
from pitboss.rules.house_jackpot import check_posted, for_every_hand
from pitboss.rules.paytable import Paytable


def open_jackpot(state: State, command: OpenJackpot, paytables: PaytableLookup) -> Sequence[Event]:
    need_id(command.jackpot, where="jackpot")
    if state.jackpots.get(command.jackpot) is not None:
        raise Refusal("JACKPOT_EXISTS", where=command.jackpot, reason="already open")
    terms = command.terms
    paytable = paytables.get(terms.paytable)
    if paytable is None or paytable.sha256 != terms.paytable_sha256:
        raise Refusal(
            "PAYTABLE_CHANGED",
            where=terms.paytable,
            reason="this paytable is not the one that was approved",
        )
    posted = for_every_hand(paytable, terms.house_prizes)
    terms = changed(terms, house_prizes=tuple(posted.items()))
    check_terms(command.jackpot, terms, paytable)
    if terms.wide:
        _check_wide(state, command.jackpot, terms)
    opening = tuple(
        Reading(each.level, micros(each.seed_cents), Micros(0), Micros(0)) for each in terms.levels
    )
    return [event_from(JackpotOpened, command, terms=terms, opening=opening)]


def _check_wide(state: State, jackpot: str, terms: JackpotTerms) -> None:
    """A hub's jackpot begins with nothing here: seeds and maximums are the hub's."""
    if terms.wide != state.wide.hub:
        reason = f"this floor has not joined {terms.wide}; join that hub first"
        raise Refusal("HUB_UNKNOWN", where=jackpot, reason=reason)
    own = any(level.seed_cents or level.maximum_cents is not None for level in terms.levels)
    if own or not terms.levels or terms.lock_at_mark or terms.training:
        reason = "seeds, maximums and locks are its hub's; it has meters, and is played for money"
        raise Refusal("JACKPOT_WIDE", where=jackpot, reason=reason)


def check_terms(jackpot: str, terms: JackpotTerms, paytable: Paytable) -> None:
    """Whether a jackpot may be set so."""
    if terms.kind not in ("progressive", "house"):
        raise Refusal("JACKPOT_KIND_UNKNOWN", where=terms.kind, reason="progressive or house")
    if terms.split_among not in SPLITS:
        known = f"a percentage is shared by {', '.join(SPLITS)} (MB-6)"
        raise Refusal("SPLIT_UNKNOWN", where=terms.split_among, reason=known)
    _check_wager(jackpot, terms.wager_cents)
    named = [level.level for level in terms.levels]
    if terms.kind == "house":
        if named or terms.lock_at_mark or terms.fixed_from:
            raise Refusal("HOUSE_JACKPOT_GROWS", reason="a house jackpot has no meter (PS-34)")
        check_posted(paytable, dict(terms.house_prizes))
        return
    if terms.house_prizes:
        reason = "only a house jackpot posts prizes; these come from the meters (PS-34)"
        raise Refusal("OUTCOME_UNKNOWN", where=jackpot, reason=reason)
    _check_levels(jackpot, terms.levels, paytable)
    if terms.fixed_from and terms.fixed_from not in named:
        known = f"fixed awards come from one of {', '.join(named)}, or from the tray (PS-12)"
        raise Refusal("LEVEL_UNKNOWN", where=terms.fixed_from, reason=known)


def _check_wager(jackpot: str, wager_cents: Cents) -> None:
    """A wager is something, and a table full of them no more than the record holds exactly."""
    most = split_down(CENTS_MOST, BETS_MOST)
    if not 0 < wager_cents <= most:
        reason = (
            f"a wager of {dollars(wager_cents)}; it is more than $0.00 and at most {dollars(most)}"
        )
        raise Refusal("AMOUNT_WRONG", where=jackpot, reason=reason)


def _check_levels(jackpot: str, levels: Sequence[LevelSetting], paytable: Paytable) -> None:
    named = [level.level for level in levels]
    if not named or named != [level.name for level in paytable.levels]:
        wanted = ", ".join(level.name for level in paytable.levels)
        reason = f"it names {', '.join(named) or 'none'}; the paytable has {wanted}, in this order"
        raise Refusal("LEVELS_WRONG", where=jackpot, reason=reason)
    rates = sum(level.rate_ppm + level.reserve_ppm for level in levels)
    lowest = min(min(level.rate_ppm, level.reserve_ppm) for level in levels)
    if lowest < 0 or rates > PPM_WHOLE:
        reason = (
            f"meters and reserves take {rates:,} ppm of a wager; none may be below 0, and all "
            "together at most 1,000,000"
        )
        raise Refusal("RATES_WRONG", where=jackpot, reason=reason)
    for level in levels:
        if level.maximum_cents is not None and level.maximum_cents < level.seed_cents:
            reason = (
                f"a maximum of {dollars(level.maximum_cents)} is below the seed of "
                f"{dollars(level.seed_cents)}; raise it"
            )
            raise Refusal("MAXIMUM_TOO_LOW", where=level.level, reason=reason)


# The only reasons for which a displayed or accrued amount may be reduced.
BETS_MOST = 18  # in one round: nine seats, two sensors
WON = "won"
ADJUSTMENTS = (WON, "faulty_display", "over_limit", "gross_receipts", "seed_recovery")


def adjust_meter(state: State, command: AdjustMeter, paytables: PaytableLookup) -> Sequence[Event]:
    need_reason(command.reason)
    jackpot = state.jackpot(command.jackpot)
    need_own(jackpot)
    level = jackpot.levels.get(command.level)
    if level is None:
        reason = f"no such meter; it has {', '.join(jackpot.levels) or 'none'}"
        raise Refusal("LEVEL_UNKNOWN", where=command.level, reason=reason)
    need_not_pending(state, jackpot, command.level, paytables)
    if command.corrects is not None and not 1 <= command.corrects <= state.seq:
        reason = f"no entry {command.corrects}; the last one is {state.seq}"
        raise Refusal("ENTRY_UNKNOWN", where="corrects", reason=reason)
    _check_adjustment(command, level)
    if command.adjustment == WON:
        event = _won(state, command, jackpot, paytables[jackpot.terms.paytable])
    elif command.won_at is not None or command.amount_reason:
        reason = "only a prize was won somewhere; adjust the meter as won, or leave it out"
        raise Refusal("WON_AT_WRONG", where=command.adjustment, reason=reason)
    else:
        movement = _adjustment(command, level)
        event = event_from(MeterAdjusted, command, award="", movement=movement)
    if event.cents < 0:
        need_reduction_reason(state, command.adjustment)
    if command.adjustment == "seed_recovery":
        _need_own_money(state, level, Cents(-command.cents))
    need_evidence(state, command)
    return [event]


def _won(
    state: State, command: AdjustMeter, jackpot: JackpotState, paytable: Paytable
) -> MeterAdjusted:
    """What was won by hand comes off as an award does."""
    won, level = won_by_hand(state, command, jackpot, paytable), jackpot.levels[command.level]
    _need_shown(level, won.cents)
    award = f"adjustment-{state.seq + 1}"
    return event_from(
        MeterAdjusted,
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
    if lowered > shown(level):
        reason = f"{dollars(lowered)} asked; the meter shows {dollars(shown(level))}"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)


def _adjustment(command: AdjustMeter, level: LevelState) -> Movement:
    """One of the closed list that is no prize; `cents` is the change, negative where the amount
    goes down."""
    lowered = Cents(-command.cents)
    reading = level.reading
    if command.adjustment == "gross_receipts":
        # Both are funds that no meter shows: the reserve first.
        reserve = min(micros(lowered), reading.reserve_micros)
        overflow = micros(lowered) - reserve
        if overflow > reading.overflow_micros:
            held = shown_down(Micros(reading.reserve_micros + reading.overflow_micros))
            reason = f"{dollars(lowered)} asked; reserve and overflow hold {dollars(held)}"
            raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)
        return correct(command.jackpot, level, reserve=-reserve, overflow=-overflow)
    _need_shown(level, lowered)
    if command.adjustment == "over_limit":
        maximum = level.setting.maximum_cents
        if maximum is None or shown(level) - lowered < maximum:
            raise Refusal("AMOUNT_WRONG", where="cents", reason=_above(level, lowered))
        return trim(command.jackpot, level, micros(lowered))
    return correct(command.jackpot, level, meter=micros(command.cents))


def _need_own_money(state: State, level: LevelState, recovered: Cents) -> None:
    """The house recovers what it has put up, and nothing that players have brought. The seed stays
    for those who play; it goes home when the jackpot is retired."""
    own, above = house_left(level), max(0, shown(level) - level.setting.seed_cents)
    if recovered > above:
        reason = (
            f"{dollars(recovered)} asked; the seed stays while the jackpot is in play: at most "
            f"{dollars(Cents(above))} may be recovered; retire the jackpot to recover the rest"
        )
        raise Refusal("SEED_RECOVERED", where=level.setting.level, reason=reason)
    if micros(recovered) > own:
        reason = (
            f"{dollars(recovered)} asked; {dollars(shown_down(own))} of what the house put up is "
            f"left in it, the rest is players' ({state.law.reduction_reasons.rule})"
        )
        raise Refusal("SEED_RECOVERED", where=level.setting.level, reason=reason)


def _check_adjustment(command: AdjustMeter, level: LevelState) -> None:
    if command.adjustment not in ADJUSTMENTS:
        known = ", ".join(ADJUSTMENTS)
        raise Refusal("ADJUSTMENT_UNKNOWN", where=command.adjustment, reason=f"only {known}")
    is_nothing = command.cents == 0 and command.adjustment != WON
    if is_nothing or (command.cents > 0 and command.adjustment != "faulty_display"):
        raise Refusal("AMOUNT_WRONG", where="cents", reason=_direction(command))
    _need_room(level, command.cents)


def _direction(command: AdjustMeter) -> str:
    if command.cents == 0:
        return "$0.00 asked; an adjustment changes the meter"
    return (
        f"{dollars(command.cents)} upward asked; {command.adjustment} only lowers a meter, and "
        "only a faulty display is corrected upward"
    )


def _above(level: LevelState, lowered: Cents) -> str:
    maximum = level.setting.maximum_cents
    if maximum is None:
        return f"{dollars(lowered)} asked; the meter has no maximum to be above"
    over = dollars(Cents(max(0, shown(level) - maximum)))
    return (
        f"{dollars(lowered)} asked; the meter shows {dollars(shown(level))}, its maximum is "
        f"{dollars(maximum)}: at most {over} comes off"
    )


def _need_room(level: LevelState, cents: Cents) -> None:
    """A displayed amount never exceeds its maximum (PS-17)."""
    maximum = level.setting.maximum_cents
    if maximum is not None and cents > 0 and shown(level) + cents > maximum:
        fits = dollars(Cents(max(0, maximum - shown(level))))
        detail = (
            f"{dollars(cents)} asked; the meter shows {dollars(shown(level))}, its maximum is "
            f"{dollars(maximum)}: at most {fits} fits (PS-17)"
        )
        raise Refusal("ABOVE_MAXIMUM", where=level.setting.level, reason=detail)


def suspend_jackpot(state: State, command: SuspendJackpot) -> Sequence[Event]:
    """Also where a change holds it: then it stays suspended when the change is over."""
    need_reason(command.reason)
    is_suspended = state.jackpot(command.jackpot).status == "suspended"
    if is_suspended and holding_change(state, command.jackpot) is None:
        raise Refusal("JACKPOT_SUSPENDED", where=command.jackpot, reason="already suspended")
    return [event_from(JackpotSuspended, command)]


def resume_jackpot(state: State, command: ResumeJackpot) -> Sequence[Event]:
    need_reason(command.reason)
    if state.jackpot(command.jackpot).status != "suspended":
        raise Refusal(
            "JACKPOT_NOT_SUSPENDED", where=command.jackpot, reason="it is open and takes wagers"
        )
    if (asked := holding_change(state, command.jackpot)) is not None:
        reason = (
            f"change {change_number(asked.change)} holds it and is applied when rounds end; wait, "
            "or reject it under Site changes"
        )
        raise Refusal("JACKPOT_IN_CHANGE", where=command.jackpot, reason=reason)
    return [event_from(JackpotResumed, command)]
