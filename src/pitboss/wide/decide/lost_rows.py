"""Decisions about lost rows of shared jackpots: grants that a restored property takes over from its
hub, and properties that don't come back (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.floor.decide.checks import need_reason
from pitboss.floor.facts.awards import WideAwardRecorded
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import Mark
from pitboss.floor.state.floor import RoundState, State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.money import Micros
from pitboss.refusal import Refusal, Told, say
from pitboss.wide.decide.at_hub import known_property, need_expected
from pitboss.wide.decide.at_property import claims_made, granted_awards, level_claimed, level_here
from pitboss.wide.decide.deciding import settled_without
from pitboss.wide.facts import lost_rows
from pitboss.wide.postings import owed_to
from pitboss.wide.state import LostGrant, claims_of, grant_name, grants_of, wide_of

LOST = 0  # replaces the round number


def claim_marks(
    state: State,
    table: TableState,
    marks: Sequence[Mark],
    badge: str,
    paytables: PaytableLookup,
    command: Command,
) -> tuple[Sequence[Mark], Sequence[Event]]:
    """The marks to claim from the hub, and the events that follow."""
    hits = []
    for mark in marks:
        jackpot = state.jackpot(mark.jackpot)
        if level_claimed(jackpot, mark.outcome, paytables[jackpot.terms.paytable]):
            hits.append(mark)
    assert table.round is not None
    _need_not_granted(state, table.table, table.round, hits)
    return hits, claims_made(state, table, hits, badge, command)


def _need_not_granted(state: State, table: str, opened: RoundState, hits: Sequence[Mark]) -> None:
    """Refuse to claim a hit that the hub has granted, or may have granted, in rows that this floor
    has lost: a round that was open in a backup may have been won before it was restored."""
    if not hits:
        return
    _need_decided(state, "granted_hit")
    granted = dict(_granted_before(state, table, opened))
    recorded = dict(_recorded(state, opened))
    for mark in hits:
        for seat in mark.sharers or (mark.spot.seat,):
            if (seat, mark.jackpot) in recorded:
                raise Refusal(
                    "HIT_GRANTED",
                    "seat_award_jackpot",
                    where=recorded[seat, mark.jackpot],
                    seat=seat,
                )
            if (seat, mark.jackpot) in granted:
                claim = granted[seat, mark.jackpot]
                raise Refusal(
                    "HIT_GRANTED",
                    "hub_granted_seat_jackpot",
                    where=claim,
                    seat=seat,
                    left_to_do=_left_to_do(state, claim),
                )
        if mark.sharers and (mark.outcome, mark.jackpot) in granted:
            claim = granted[mark.outcome, mark.jackpot]
            raise Refusal(
                "HIT_GRANTED", "hub_granted_hand", where=claim, left_to_do=_left_to_do(state, claim)
            )


def _left_to_do(state: State, claim: str) -> Told:
    """What is left to do about a grant in lost rows; after a takeover, its claim is on record."""
    return say("PART", "take_over" if claims_of(state).get(claim) is None else "taken_over")


def need_not_won(state: State, table: str, opened: RoundState) -> None:
    """Refuse to void a round if the hub has granted one of its hits, or may have, in rows that this
    floor has lost."""
    if not any(state.kept_jackpot(each.jackpot).terms.wide for each in opened.contributions):
        return
    _need_decided(state, "granted_round")
    for (seat, _), claim in _granted_before(state, table, opened):
        raise Refusal("HIT_GRANTED", "hub_granted_seat", where=claim, seat=seat)


def _need_decided(state: State, case: str) -> None:
    """Refuse anything that must wait for two people at the hub after this floor was restored."""
    if wide_of(state).own_fork:
        raise Refusal("PROPERTY_FORKED", case, where=wide_of(state).property)


def _granted_before(
    state: State, table: str, opened: RoundState
) -> Iterator[tuple[tuple[int | str, str], str]]:
    """Seats (then the hand) and jackpots in an open round that the hub has granted in lost rows,
    with the claim, taken over or not. A round that started after the hub reported it is a different
    one."""
    if opened.seq > wide_of(state).lost_row:
        return
    for lost in wide_of(state).lost_grants:
        grant = lost.grant
        if (grant.table, grant.round) == (table, opened.number) and opened.seq < lost.seq:
            won: tuple[int | str, ...] = (*grant.seats, grant.outcome)
            yield from (((each, grant.jackpot), grant.claim) for each in won)
    for name, claim in claims_of(state).items():
        is_round = (claim.table, claim.round) == (table, opened.number) and opened.seq < claim.seq
        if claim.is_lost and is_round:
            mark = claim.mark
            won = (*(mark.sharers or (mark.spot.seat,)), mark.outcome)
            yield from (((each, mark.jackpot), name) for each in won)


def _recorded(state: State, opened: RoundState) -> Iterator[tuple[tuple[int, str], str]]:
    """Seats and jackpots in an open round with an award of the hub, with the claim; a seat that
    shared it in lost rows has one, too."""
    for name in opened.claims:
        claim = claims_of(state).get(name)
        assert claim is not None
        for award in claim.awards:
            found = state.award(award).award
            yield (found.seat, found.jackpot), name


def _need_not_claimed(state: State, lost: LostGrant) -> None:
    """Refuse a grant for a wager if the hub has answered this floor's own claim for it in the same
    row: a wager wins once. A later round with the same number is a different one."""
    grant = lost.grant
    for name, claim in claims_of(state).items():
        if claim.is_lost or (claim.table, claim.round) != (grant.table, grant.round):
            continue
        for award in map(state.award, claim.awards):
            won = award.award
            if award.seq == lost.seq and won.jackpot == grant.jackpot and won.seat in grant.seats:
                raise Refusal(
                    "HIT_GRANTED", "seat_award_round", where=grant.claim, seat=won.seat, name=name
                )


def take_over_grant(
    state: State, command: lost_rows.TakeOverGrant, paytables: PaytableLookup
) -> Sequence[Event]:
    """The winner is owed what the hub granted, as for any claim; the round isn't on record here,
    and another one can have its number."""
    need_reason(command.reason)
    lost = next(
        (each for each in wide_of(state).lost_grants if each.grant.claim == command.claim), None
    )
    if lost is None:
        raise Refusal("GRANT_NOT_LOST", where=command.claim)
    grant = lost.grant
    _need_not_claimed(state, lost)
    level_here(state, grant)
    if state.tables.get(grant.table) is None:
        raise Refusal("TABLE_UNKNOWN", "opened_rows_floor", where=grant.table)
    awards = granted_awards(grant)
    taken = lost_rows.GrantTakenOver(
        grant=grant,
        awards=tuple(award.award for award in awards),
        told_seq=lost.seq,
        reason=command.reason,
        badges=command.badges,
    )
    badge, _ = command.badges
    recorded = WideAwardRecorded(
        claim=grant.claim, table=grant.table, round=LOST, badge=badge, awards=awards
    )
    return [taken, recorded]


def give_up_property(
    state: State, command: lost_rows.GiveUpProperty, paytables: PaytableLookup
) -> Sequence[Event]:
    """Nothing of the property's moves: what it owes stays on its account, and this hub must hold
    it. Decisions about others no longer wait."""
    need_reason(command.reason)
    found = known_property(state, command.property)
    need_expected(found)
    stated = found.fork or found.held
    claims = () if stated is None else stated.statement.claims
    gone = lost_rows.PropertyGivenUp(
        property=found.property,
        owes_micros=Micros(-owed_to(state, found.property)),
        claims=tuple(
            each.claim
            for each in claims
            if grants_of(state).get(grant_name(found.property, each.claim)) is None
        ),
        lost=found.lost,
        reason=command.reason,
        badges=command.badges,
    )
    return [gone, *settled_without(state, found, paytables)]
