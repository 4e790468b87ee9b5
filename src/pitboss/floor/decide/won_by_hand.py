"""Takes a prize that no table recorded off its meter by hand: for a locked wager, once, for a hand
that this meter pays, and for what that hand pays unless someone explains another amount."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.decide.pending import paying_level
from pitboss.floor.decide.tables import SENSORS_MOST
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.values import Spot
from pitboss.floor.money.meter import read_shown, share_each
from pitboss.floor.state.floor import AwardState, JackpotState, State
from pitboss.floor.state.payouts import round_name
from pitboss.money import PPM_WHOLE, Cents
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share

UNDONE = ("backed out", "canceled")
NOTHING = Cents(0)


@dataclass(frozen=True, slots=True)
class WonByHand:
    """What a prize takes off its meter, what the house adds to it, whether the meter restarts, what
    part must leave the seed alone, and why it differs from what its hand pays."""

    cents: Cents
    house_cents: Cents = NOTHING
    restarts: bool = False
    beyond_cents: Cents = NOTHING
    amount_reason: str = ""


def won_by_hand(
    state: State, command: jackpots.AdjustMeter, jackpot: JackpotState, paytable: Paytable
) -> WonByHand:
    """The prize, or why there is none."""
    at = command.won_at
    if at is None:
        raise Refusal("WON_AT_WRONG", "choose_table_round", where="won_at")
    _need_wager(state, command, at)
    if at.outcome not in paytable.outcomes:
        raise Refusal("OUTCOME_UNKNOWN", "paytable_no_such", where=at.outcome)
    level = paying_level(jackpot.terms, paytable, at.outcome)
    if not level:
        raise Refusal("WON_AT_WRONG", "no_meter_pays", where=at.outcome)
    if level != command.level:
        raise Refusal("WON_AT_WRONG", "meter_pays", where=at.outcome, level=level)
    return _amount(command, line_pays(state, at, jackpot, paytable))


def _need_wager(state: State, command: jackpots.AdjustMeter, at: jackpots.WonAt) -> None:
    wager = command.wager if _is_possible(state, command, at) else None
    if wager is None or wager.jackpot != command.jackpot:
        raise Refusal(
            "NO_WAGER",
            "no_wager_jackpot",
            where=at.table,
            seat=at.spot.seat,
            sensor=at.spot.sensor,
            round=at.round,
        )
    if wager.status == "open":
        raise Refusal("ROUND_OPEN", "round_not_over", where=at.table, round=at.round)
    if wager.status == "void":
        raise Refusal("WON_AT_WRONG", "round_voided_wagers", where=at.table, round=at.round)
    if award := wager.award or _award_of(state, at):
        raise Refusal("WON_AT_WRONG", "wager_won_award", where=at.table, award=award)


def _is_possible(state: State, command: jackpots.AdjustMeter, at: jackpots.WonAt) -> bool:
    """Whether such a wager can exist, whatever the requester says of it."""
    table, wager = state.tables.get(at.table), command.wager
    return (
        table is not None
        and wager is not None
        and 1 <= wager.row <= state.seq
        and 1 <= at.round <= table.rounds
        and 1 <= at.spot.seat <= table.seats
        and 1 <= at.spot.sensor <= SENSORS_MOST
    )


def _award_of(state: State, at: jackpots.WonAt) -> str:
    """The award that a wager has on the floor now; empty: none."""
    standing = (found.award for found in _won_in(state, at))
    return next((each.award for each in standing if Spot(each.seat, each.sensor) == at.spot), "")


def _won_in(state: State, at: jackpots.WonAt) -> list[AwardState]:
    """The awards of a round that haven't been undone, as far as the floor still has them."""
    wins = state.round_wins.get(round_name(at.table, at.round))
    found = [state.award(name) for name in wins.awards] if wins is not None else []
    return [each for each in found if each.status not in UNDONE]


def line_pays(
    state: State, at: jackpots.WonAt, jackpot: JackpotState, paytable: Paytable
) -> WonByHand:
    """What a hand pays by its meter now. A further share of a hand that others share is what they
    have; the meter restarts once for all of them, and keeps that seed."""
    prize = paytable.prize(at.outcome)
    if isinstance(prize, Share):
        whole = prize.share_ppm == PPM_WHOLE
        shares = [each.award for each in _won_in(state, at) if each.award.outcome == at.outcome]
        if shares and paytable.is_shared(at.outcome):
            cents = shares[0].meter_cents
            return WonByHand(cents, beyond_cents=cents if whole else NOTHING)
        cents = share_each(jackpot.levels[prize.level], prize.share_ppm)
        return WonByHand(cents, restarts=whole)
    assert isinstance(prize, Odds | Fixed)
    cents = prize.pays_cents(jackpot.terms.wager_cents, paytable.wager_cents)
    level = jackpot.levels[paying_level(jackpot.terms, paytable, at.outcome)]
    from_meter = Cents(min(cents, read_shown(level)))
    return WonByHand(from_meter, Cents(cents - from_meter))


def _amount(command: jackpots.AdjustMeter, pays: WonByHand) -> WonByHand:
    """What the hand pays, or the amount someone gives instead, with the reason. That amount
    restarts no meter: it is less than all of it."""
    asked = Cents(-command.cents)
    if asked in (0, pays.cents):
        if not pays.cents:
            raise Refusal("AMOUNT_WRONG", "hand_pays_nothing", where="cents")
        return pays
    if not command.amount_reason.strip():
        raise Refusal(
            "AMOUNT_WRONG", "asked_hand_pays", where="amount_reason", asked=asked, amount=pays.cents
        )
    takes_all = pays.restarts or pays.beyond_cents
    beyond = asked if takes_all else max(0, asked - pays.cents)
    return WonByHand(asked, beyond_cents=Cents(beyond), amount_reason=command.amount_reason)
