"""Decisions of a round: START, hand buttons, END, void."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pitboss.floor.decide.calls import call_met
from pitboss.floor.decide.checks import (
    need_betting,
    need_jackpot,
    need_parts,
    need_reason,
    need_spot,
    need_wagers_taken,
    open_round,
    playing,
)
from pitboss.floor.decide.days import count_after_void
from pitboss.floor.decide.holds import after_release, release, reprice_holds
from pitboss.floor.decide.pricing import envy_pays, is_of, price, seats_in_order
from pitboss.floor.decide.wide_lost import need_not_won
from pitboss.floor.decide.wide_property import need_lease
from pitboss.floor.facts.awards import AwardsRecorded, MetersMoved
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.rounds import (
    CorrectHands,
    EndRound,
    HandsCorrected,
    LateBetSeen,
    PressHand,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    SeeLateBet,
    StartRound,
    VoidRound,
    WinnerMarked,
    WinnerUnmarked,
)
from pitboss.floor.facts.values import Contribution, Mark, Spot, Taking
from pitboss.floor.meter import contribute
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.reversal import reverse_wagers
from pitboss.floor.state import JackpotState, RoundState, State, TableState
from pitboss.money import MICROS_PER_CENT
from pitboss.refusal import Refusal
from pitboss.rules.game import OWN_SIDE
from pitboss.rules.paytable import Loses, Paytable, Push

LAYOUTS_KEPT = 4096
HANDS_LEAST = 2  # one player's and the dealer's


def start_round(state: State, command: StartRound) -> Sequence[Event]:
    table = playing(state, command.table)
    if table.round is not None:
        raise Refusal("ROUND_OPEN", where=command.table, reason="press END GAME first")
    if table.key != "RUN":
        raise Refusal("KEY_NOT_IN_RUN", where=command.table, reason="turn the key to RUN")
    need_betting(state, table, at_ms=command.at_ms)
    need_parts(table)
    spots = command.spots
    all_bets = _bets(spots, table.seats, len(table.jackpots))
    if all_bets is None:
        spots = _in_order(table, spots)
        all_bets = _bets(spots, table.seats, len(table.jackpots))
        assert all_bets is not None
    if command.hands:
        _need_hands(table, command.hands)
    contributions: list[Contribution] = []
    takings: list[Taking] = []
    for name, bets in zip(table.jackpots, all_bets, strict=True):
        if bets:
            jackpot = state.jackpot(name)
            need_wagers_taken(jackpot)
            if jackpot.terms.wide:
                need_lease(state, name, at_ms=command.at_ms)
            given, taking = _wagers(jackpot, bets)
            contributions += given
            takings.append(taking)
    return (
        RoundStarted(
            table=command.table,
            round=table.rounds + 1,
            badge=table.dealer,
            spots=spots,
            contributions=tuple(contributions),
            takings=tuple(takings),
            hands=command.hands,
        ),
    )


def _need_hands(table: TableState, hands: int) -> None:
    if not HANDS_LEAST <= hands <= table.seats + 1:
        reason = f"deal {HANDS_LEAST} to {table.seats + 1} hands, yours included; choose again"
        raise Refusal("HANDS_WRONG", where=table.table, reason=reason)


def correct_hands(state: State, command: CorrectHands) -> Sequence[Event]:
    table = playing(state, command.table)
    opened = open_round(table)
    _need_hands(table, command.hands)
    if command.hands == opened.hands:
        reason = f"the round has {command.hands} hands already; nothing is changed"
        raise Refusal("HANDS_WRONG", where=command.table, reason=reason)
    if opened.awards:
        raise Refusal(
            "AWARD_RECORDED", where=command.table, reason="back out the round's awards first"
        )
    if opened.hands or command.reason:
        need_reason(command.reason)
    return [
        event_from(
            HandsCorrected, command, round=opened.number, badge=table.dealer, before=opened.hands
        )
    ]


@lru_cache(LAYOUTS_KEPT)
def _bets(spots: tuple[Spot, ...], seats: int, sensors: int) -> tuple[int, ...] | None:
    """How many wagers lie on each sensor, if the spots come in order, each once, and are all at a
    table of so many seats: most come like that, and the same ones round after round."""
    before = (0, sensors)  # the first seat is 1
    for spot in spots:
        place = (spot.seat, spot.sensor)
        if not before < place or spot.seat > seats or not 0 < spot.sensor <= sensors:
            return None
        before = place
    on_sensors = [spot.sensor for spot in spots]
    return tuple(on_sensors.count(sensor) for sensor in range(1, sensors + 1))


def _in_order(table: TableState, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Spots of a table by seat and sensor, each once."""
    for spot in spots:
        need_spot(table, spot)
    return tuple(sorted(set(spots), key=lambda spot: (spot.seat, spot.sensor)))


def _wagers(jackpot: JackpotState, bets: int) -> tuple[list[Contribution], Taking]:
    """What the wagers of one sensor give to each level, and what the house keeps."""
    cents: Any = bets * jackpot.terms.wager_cents  # as in `contribute`
    wager, shared = cents * MICROS_PER_CENT, 0
    given = []
    for level in jackpot.levels.values():
        each = contribute(jackpot.jackpot, level, wagers_cents=cents)
        shared += each.meter_micros + each.reserve_micros + each.overflow_micros
        given.append(each)
    return given, Taking(jackpot.jackpot, bets, wager, wager - shared)


def see_late_bet(state: State, command: SeeLateBet) -> Sequence[Event]:
    table = state.table(command.table)
    opened = open_round(table)
    need_spot(table, command.spot)
    if command.spot in opened.spots:
        raise Refusal(
            "BET_LOCKED", where=command.table, reason="this wager is already in the round"
        )
    jackpot = table.jackpots[command.spot.sensor - 1]
    return [event_from(LateBetSeen, command, round=opened.number, jackpot=jackpot)]


def press_hand(state: State, command: PressHand, paytables: PaytableLookup) -> Sequence[Event]:
    table = playing(state, command.table)
    need_jackpot(table)
    opened = open_round(table)
    if command.spot not in opened.spots:
        reason = (
            f"no wager was locked on seat {command.spot.seat}, sensor {command.spot.sensor}; only "
            "wagers locked at START can win"
        )
        raise Refusal("NO_WAGER", where=command.table, reason=reason)
    if command.folded and not table.folded_qualify:
        reason = "a folded hand cannot win at this table; nothing is marked, play on"
        raise Refusal("FOLDED_HAND", where=command.table, reason=reason)
    jackpot = state.jackpot(table.jackpots[command.spot.sensor - 1])
    names = {"table": command.table, "round": opened.number}
    for standing in opened.marks:
        if standing.spot == command.spot:
            if standing.outcome == command.outcome:
                left = [each for each in opened.marks if each != standing]
                return [
                    WinnerUnmarked(**names, mark=standing),  # type: ignore[arg-type]
                    *reprice_holds(state, table, standing, left, paytables),
                ]
            marked = f"seat {command.spot.seat} is marked {_words(paytables, jackpot, standing)}"
            reason = f"{marked}; undo that mark first"
            raise Refusal("SPOT_MARKED", where=command.table, reason=reason)
    if _has_award(opened, command.spot):
        raise Refusal(
            "SPOT_AWARDED",
            where=command.table,
            reason="it has its award; back that out if it is wrong",
        )
    sharers = _sharers(opened, jackpot, command, paytables[jackpot.terms.paytable])
    in_order = seats_in_order(table, sharers)
    mark = Mark(command.spot, jackpot.jackpot, command.outcome, in_order)
    _check_mark(state, table, opened, jackpot, mark, paytables)
    return [
        WinnerMarked(**names, mark=mark),  # type: ignore[arg-type]
        *reprice_holds(state, table, mark, [*opened.marks, mark], paytables),
        *_recorded_by_dealer(state, table, jackpot, mark, paytables),
    ]


def _has_award(opened: RoundState, spot: Spot) -> bool:
    """Whether the wager of a spot has won already, by its own mark or as a share of another's."""
    return any(is_of(hit, spot) for hit in opened.hits)


def _sharers(
    opened: RoundState, jackpot: JackpotState, command: PressHand, paytable: Paytable
) -> tuple[int, ...]:
    """The seats that share a percentage: those named, where the house shares by side; everybody
    who made the wager otherwise, and where the keypad cannot name them (MB-6)."""
    posted = jackpot.terms.posted_cents(command.outcome) is not None  # each gets it in full
    if (
        posted
        or command.outcome not in paytable.outcomes
        or not paytable.is_shared(command.outcome)
    ):
        return command.sharers
    everybody = tuple(spot.seat for spot in opened.spots if spot.sensor == command.spot.sensor)
    if not command.sharers:
        return everybody
    by_side = jackpot.terms.split_among == OWN_SIDE
    if not by_side and set(command.sharers) != set(everybody):
        detail = f"all who made the wager share it: seats {', '.join(map(str, everybody))}"
        raise Refusal("SHARERS_WRONG", where=command.table, reason=detail)
    return command.sharers


def _recorded_by_dealer(
    state: State,
    table: TableState,
    jackpot: JackpotState,
    mark: Mark,
    paytables: PaytableLookup,
) -> list[Event]:
    """A small fixed pay from the tray needs no swipe where the house says so; a meter's award, and
    what the house itself posts, always does."""
    assert table.round is not None
    limit = jackpot.terms.dealer_records_up_to_cents
    if not limit:
        return []
    awards = price(state, table, [mark], paytables).awards
    total = sum(award.total_cents for award in awards)
    if total > limit or any(award.owed_cents or not award.tray_cents for award in awards):
        return []
    names = {"table": table.table, "round": table.round.number}
    return [
        AwardsRecorded(**names, badge=table.dealer, awards=awards),  # type: ignore[arg-type]
        MetersMoved(
            **names,  # type: ignore[arg-type]
            awards=tuple(award.award for award in awards),
            movements=(),
        ),
    ]


def _words(paytables: PaytableLookup, jackpot: JackpotState, mark: Mark) -> str:
    return paytables[jackpot.terms.paytable].labels[mark.outcome].short


def _check_mark(
    state: State,
    table: TableState,
    opened: RoundState,
    jackpot: JackpotState,
    mark: Mark,
    paytables: PaytableLookup,
) -> None:
    paytable = paytables[jackpot.terms.paytable]
    if mark.outcome not in paytable.outcomes or isinstance(
        paytable.prize(mark.outcome), Loses | Push
    ):
        reason = f"not a winning hand of {paytable.title}; press another hand"
        raise Refusal("HAND_UNKNOWN", where=mark.outcome, reason=reason)
    if other := next((each for each in opened.marks if is_of(each, mark.spot)), None):
        reason = f"seat {mark.spot.seat} shares the mark of seat {other.spot.seat}; undo that first"
        raise Refusal("SPOT_MARKED", where=table.table, reason=reason)
    posted = jackpot.terms.posted_cents(mark.outcome) is not None  # each gets it in full
    shared = paytable.is_shared(mark.outcome) and not posted
    _check_sharers(state, table, opened, mark, shared=shared)


def _check_sharers(
    state: State, table: TableState, opened: RoundState, mark: Mark, *, shared: bool
) -> None:
    """A shared hand is marked once, and names the seats with a wager that share it."""
    if shared:
        if not mark.sharers or len(set(mark.sharers)) < len(mark.sharers):
            raise Refusal("SHARERS_WRONG", where=table.table, reason="name each seat once")
        awarded = [state.award(name).award for name in opened.awards]
        taken = {(each.jackpot, each.outcome) for each in opened.marks}
        taken |= {(each.jackpot, each.outcome) for each in awarded}
        claims = [state.claims.get(name) for name in opened.claims]
        taken |= {(each.mark.jackpot, each.mark.outcome) for each in claims if each is not None}
        if (mark.jackpot, mark.outcome) in taken:
            raise Refusal(
                "HAND_MARKED",
                where=mark.outcome,
                reason="marked once already; undo that mark first",
            )
    if mark.sharers:
        if not shared:
            raise Refusal(
                "NOT_SHARED", where=mark.outcome, reason="this hand is not shared; mark each winner"
            )
        locked = {spot.seat for spot in opened.spots if spot.sensor == mark.spot.sensor}
        if without := set(mark.sharers) - locked:
            reason = f"seat {min(without)} made no wager this round and cannot share; take it off"
            raise Refusal("NO_WAGER", where=table.table, reason=reason)
        _need_one_prize(table, opened, mark)
        if mark.spot.seat not in mark.sharers:
            reason = f"seat {mark.spot.seat} is marked and does not share; press a seat that does"
            raise Refusal("NO_WAGER", where=table.table, reason=reason)


def _need_one_prize(table: TableState, opened: RoundState, mark: Mark) -> None:
    """A round of baccarat has one winning hand: who shares it has no other prize for the wager."""
    for seat in mark.sharers:
        spot = Spot(seat, mark.spot.sensor)
        if any(is_of(each, spot) for each in opened.marks):
            reason = f"seat {seat} is marked already; undo that mark, or take the seat off"
            raise Refusal("SPOT_MARKED", where=table.table, reason=reason)
        if _has_award(opened, spot):
            reason = f"seat {seat} has its award; take the seat off, or back that award out"
            raise Refusal("SPOT_AWARDED", where=table.table, reason=reason)


def end_round(state: State, command: EndRound, paytables: PaytableLookup) -> Sequence[Event]:
    table = state.table(command.table)
    opened = open_round(table)
    if opened.marks:
        raise Refusal(
            "MARKS_UNCONFIRMED",
            where=command.table,
            reason="confirm the winners, or undo the marks",
        )
    if opened.unmoved:
        raise Refusal("AWARD_PENDING", where=command.table, reason="turn the key back to RUN")
    envy = tuple(envy_pays(state, opened, paytables))
    return (RoundEnded(table=command.table, round=opened.number, envy=envy),)


def void_round(state: State, command: VoidRound) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    opened = open_round(table)
    if opened.awards:
        raise Refusal(
            "AWARD_RECORDED", where=command.table, reason="back out the round's awards first"
        )
    if opened.claims:
        reason = "a hit of this round was claimed from the hub, and is final there"
        raise Refusal("JACKPOT_WIDE", where=command.table, reason=reason)
    need_not_won(state, command.table, opened)
    releases = release(state, table, command.badge)
    movements = []
    for given in opened.contributions:
        level = state.jackpot(given.jackpot).levels[given.level]
        level = after_release(level, releases, given.jackpot)
        movements.append(reverse_wagers(level, given, opened.seq))
    return [
        *releases,
        RoundVoided(
            table=command.table,
            round=opened.number,
            badge=command.badge,
            reason=command.reason,
            reverses=opened.seq,
            movements=tuple(movements),
            takings=opened.takings,
        ),
        *count_after_void(state, command.table, opened, command.badge),
        *call_met(state, table, command.badge, at_ms=command.at_ms),
    ]
