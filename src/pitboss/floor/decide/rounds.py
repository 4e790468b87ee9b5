"""Decisions of a round: START, hand buttons, END, void."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pitboss.floor import extension
from pitboss.floor.decide.calls import call_met
from pitboss.floor.decide.checks import (
    need_betting,
    need_jackpot,
    need_parts,
    need_playing,
    need_reason,
    need_spot,
    need_wagers_taken,
    open_round,
)
from pitboss.floor.decide.days import count_after_void
from pitboss.floor.decide.holds import after_release, release, reprice_holds
from pitboss.floor.decide.pricing import envy_pays, is_of, price, seats_in_order
from pitboss.floor.facts import rounds
from pitboss.floor.facts.awards import AwardsRecorded, MetersMoved
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import Contribution, Mark, Spot, Taking
from pitboss.floor.money.meter import contribute
from pitboss.floor.money.reversal import reverse_wagers
from pitboss.floor.state.floor import JackpotState, RoundState, State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.money import MICROS_PER_CENT
from pitboss.refusal import Refusal
from pitboss.rules.game import OWN_SIDE
from pitboss.rules.paytable import Loses, Paytable, Push

LAYOUTS_KEPT = 4096
HANDS_LEAST = 2  # one player's and the dealer's


def start_round(state: State, command: rounds.StartRound) -> Sequence[Event]:
    table = need_playing(state, command.table)
    if table.round is not None:
        raise Refusal("ROUND_OPEN", "press_end_game", where=command.table)
    if table.key != "RUN":
        raise Refusal("KEY_NOT_IN_RUN", where=command.table)
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
                extension.here().need_lease(state, name, command.at_ms)
            given, taking = _wagers(jackpot, bets)
            contributions += given
            takings.append(taking)
    return (
        rounds.RoundStarted(
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
        raise Refusal(
            "HANDS_WRONG",
            "deal_hands_yours",
            where=table.table,
            hands_least=HANDS_LEAST,
            seats=table.seats + 1,
        )


def correct_hands(state: State, command: rounds.CorrectHands) -> Sequence[Event]:
    table = need_playing(state, command.table)
    opened = open_round(table)
    _need_hands(table, command.hands)
    if command.hands == opened.hands:
        raise Refusal("HANDS_WRONG", "round_hands", where=command.table, hands=command.hands)
    if opened.awards:
        raise Refusal("AWARD_RECORDED", where=command.table)
    if opened.hands or command.reason:
        need_reason(command.reason)
    return [
        event_from(
            rounds.HandsCorrected,
            command,
            round=opened.number,
            badge=table.dealer,
            before=opened.hands,
        )
    ]


@lru_cache(LAYOUTS_KEPT)
def _bets(spots: tuple[Spot, ...], seats: int, sensors: int) -> tuple[int, ...] | None:
    """How many wagers each sensor has, if the spots are in order, each once, and all at a table
    with that many seats: most are, and they repeat round after round."""
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
    """What one sensor's wagers give to each level, and what the house keeps."""
    cents: Any = bets * jackpot.terms.wager_cents  # as in `contribute`
    wager, shared = cents * MICROS_PER_CENT, 0
    given = []
    for level in jackpot.levels.values():
        each = contribute(jackpot.jackpot, level, wagers_cents=cents)
        shared += each.meter_micros + each.reserve_micros + each.overflow_micros
        given.append(each)
    return given, Taking(jackpot.jackpot, bets, wager, wager - shared)


def see_late_bet(state: State, command: rounds.SeeLateBet) -> Sequence[Event]:
    table = state.table(command.table)
    opened = open_round(table)
    need_spot(table, command.spot)
    if command.spot in opened.spots:
        raise Refusal("BET_LOCKED", where=command.table)
    jackpot = table.jackpots[command.spot.sensor - 1]
    return [event_from(rounds.LateBetSeen, command, round=opened.number, jackpot=jackpot)]


def press_hand(
    state: State, command: rounds.PressHand, paytables: PaytableLookup
) -> Sequence[Event]:
    table = need_playing(state, command.table)
    need_jackpot(table)
    opened = open_round(table)
    if command.spot not in opened.spots:
        raise Refusal(
            "NO_WAGER",
            "no_wager_locked",
            where=command.table,
            seat=command.spot.seat,
            sensor=command.spot.sensor,
        )
    if command.folded and not table.folded_qualify:
        raise Refusal("FOLDED_HAND", where=command.table)
    jackpot = state.jackpot(table.jackpots[command.spot.sensor - 1])
    names = {"table": command.table, "round": opened.number}
    for standing in opened.marks:
        if standing.spot == command.spot:
            if standing.outcome == command.outcome:
                left = [each for each in opened.marks if each != standing]
                return [
                    rounds.WinnerUnmarked(**names, mark=standing),  # type: ignore[arg-type]
                    *reprice_holds(state, table, standing, left, paytables),
                ]
            raise Refusal(
                "SPOT_MARKED",
                "seat_marked",
                where=command.table,
                seat=command.spot.seat,
                words=paytables[jackpot.terms.paytable].labels[standing.outcome].short,
            )
    if _has_award(opened, command.spot):
        raise Refusal("SPOT_AWARDED", "award", where=command.table)
    sharers = _sharers(opened, jackpot, command, paytables[jackpot.terms.paytable])
    in_order = seats_in_order(table, sharers)
    mark = Mark(command.spot, jackpot.jackpot, command.outcome, in_order)
    _check_mark(state, table, opened, jackpot, mark, paytables)
    return [
        rounds.WinnerMarked(**names, mark=mark),  # type: ignore[arg-type]
        *reprice_holds(state, table, mark, [*opened.marks, mark], paytables),
        *_recorded_by_dealer(state, table, jackpot, mark, paytables),
    ]


def _has_award(opened: RoundState, spot: Spot) -> bool:
    """Whether a spot's wager has already won, by its own mark or as a share of another's."""
    return any(is_of(hit, spot) for hit in opened.hits)


def _sharers(
    opened: RoundState, jackpot: JackpotState, command: rounds.PressHand, paytable: Paytable
) -> tuple[int, ...]:
    """The seats that share a percentage: those named, if the house shares by side; otherwise, or if
    the keypad can't name them, everyone who made the wager (MB-6)."""
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
        raise Refusal(
            "SHARERS_WRONG",
            "all_who_made",
            where=command.table,
            everybody=tuple(map(str, everybody)),
        )
    return command.sharers


def _recorded_by_dealer(
    state: State,
    table: TableState,
    jackpot: JackpotState,
    mark: Mark,
    paytables: PaytableLookup,
) -> list[Event]:
    """A small fixed pay from the tray needs no swipe if the house says so; a meter's award, and the
    house's own posted amounts, always do."""
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
        raise Refusal("HAND_UNKNOWN", where=mark.outcome, title=paytable.title)
    if other := next((each for each in opened.marks if is_of(each, mark.spot)), None):
        raise Refusal(
            "SPOT_MARKED",
            "seat_shares_mark",
            where=table.table,
            spot_seat=mark.spot.seat,
            seat_2=other.spot.seat,
        )
    posted = jackpot.terms.posted_cents(mark.outcome) is not None  # each gets it in full
    shared = paytable.is_shared(mark.outcome) and not posted
    _check_sharers(table, opened, mark, shared=shared)


def _check_sharers(table: TableState, opened: RoundState, mark: Mark, *, shared: bool) -> None:
    """Require a shared hand to be marked once, naming the seats with a wager that share it."""
    if shared:
        if not mark.sharers or len(set(mark.sharers)) < len(mark.sharers):
            raise Refusal("SHARERS_WRONG", "name_each_seat", where=table.table)
        taken = {(each.jackpot, each.outcome) for each in (*opened.marks, *opened.hits)}
        if (mark.jackpot, mark.outcome) in taken:
            raise Refusal("HAND_MARKED", where=mark.outcome)
    if mark.sharers:
        if not shared:
            raise Refusal("NOT_SHARED", where=mark.outcome)
        locked = {spot.seat for spot in opened.spots if spot.sensor == mark.spot.sensor}
        if without := set(mark.sharers) - locked:
            raise Refusal("NO_WAGER", "seat_made_no", where=table.table, without=min(without))
        _need_one_prize(table, opened, mark)
        if mark.spot.seat not in mark.sharers:
            raise Refusal("NO_WAGER", "seat_marked_does", where=table.table, seat=mark.spot.seat)


def _need_one_prize(table: TableState, opened: RoundState, mark: Mark) -> None:
    """Refuse two prizes for one wager: a round of baccarat has one winning hand."""
    for seat in mark.sharers:
        spot = Spot(seat, mark.spot.sensor)
        if any(is_of(each, spot) for each in opened.marks):
            raise Refusal("SPOT_MARKED", "seat_marked_undo", where=table.table, seat=seat)
        if _has_award(opened, spot):
            raise Refusal("SPOT_AWARDED", "seat_award", where=table.table, seat=seat)


def end_round(state: State, command: rounds.EndRound, paytables: PaytableLookup) -> Sequence[Event]:
    table = state.table(command.table)
    opened = open_round(table)
    if opened.marks:
        raise Refusal("MARKS_UNCONFIRMED", where=command.table)
    if opened.unmoved:
        raise Refusal("AWARD_PENDING", "turn_key_back", where=command.table)
    envy = tuple(envy_pays(state, opened, paytables))
    return (rounds.RoundEnded(table=command.table, round=opened.number, envy=envy),)


def void_round(state: State, command: rounds.VoidRound) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    opened = open_round(table)
    if opened.awards:
        raise Refusal("AWARD_RECORDED", where=command.table)
    if opened.claims:
        raise Refusal("JACKPOT_WIDE", "hit_round_claimed", where=command.table)
    extension.here().need_not_won(state, command.table, opened)
    releases = release(state, table, command.badge)
    movements = []
    for given in opened.contributions:
        level = state.jackpot(given.jackpot).levels[given.level]
        level = after_release(level, releases, given.jackpot)
        movements.append(reverse_wagers(level, given, opened.seq))
    return [
        *releases,
        rounds.RoundVoided(
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
