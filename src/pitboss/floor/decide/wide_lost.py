"""Decisions about what is lost of shared jackpots: grants that a restored property takes over from
its hub, and properties that do not come back (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.floor.decide.checks import need_reason
from pitboss.floor.decide.wide_deciding import settled_without
from pitboss.floor.decide.wide_hub import known_property, need_expected
from pitboss.floor.decide.wide_property import granted_awards, level_here
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Mark
from pitboss.floor.facts.wide import WideAwardRecorded
from pitboss.floor.facts.wide_lost import (
    GiveUpProperty,
    GrantTakenOver,
    PropertyGivenUp,
    TakeOverGrant,
)
from pitboss.floor.ledger import owed_to
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import RoundState, State
from pitboss.floor.wide_state import LostGrant, grant_name
from pitboss.money import Micros
from pitboss.refusal import Refusal

LOST = 0  # in place of a round
TAKE_OVER = "take that grant over in the office, and press this hand again to clear it"
TAKEN_OVER = (
    "that grant is taken over, and its winner has the award; press this hand again to clear it"
)


def need_not_granted(state: State, table: str, opened: RoundState, hits: Sequence[Mark]) -> None:
    """Refuse to claim a hit that the hub may have granted in rows that this floor has lost, or
    has: a round that was open in a backup can have been won before it was restored."""
    if not hits:
        return
    _need_decided(state, "granted this hit before; confirm it")
    granted = dict(_granted_before(state, table, opened))
    recorded = dict(_recorded(state, opened))
    for mark in hits:
        for seat in mark.sharers or (mark.spot.seat,):
            if (seat, mark.jackpot) in recorded:
                reason = (
                    f"seat {seat} has an award of this jackpot in this round, as the hub granted "
                    "it before this floor was restored; press this hand again to clear it"
                )
                raise Refusal("HIT_GRANTED", where=recorded[seat, mark.jackpot], reason=reason)
            if (seat, mark.jackpot) in granted:
                claim = granted[seat, mark.jackpot]
                reason = (
                    f"the hub has granted seat {seat} this jackpot in rows that this floor has "
                    f"lost; {_left_to_do(state, claim)}"
                )
                raise Refusal("HIT_GRANTED", where=claim, reason=reason)
        if mark.sharers and (mark.outcome, mark.jackpot) in granted:
            claim = granted[mark.outcome, mark.jackpot]
            reason = (
                "the hub has granted this hand in rows that this floor has lost, and a shared hand "
                f"is won once in a round; {_left_to_do(state, claim)}"
            )
            raise Refusal("HIT_GRANTED", where=claim, reason=reason)


def _left_to_do(state: State, claim: str) -> str:
    """What is left to do about a grant in rows that are lost; who has taken it over has its claim
    on record."""
    return TAKE_OVER if state.claims.get(claim) is None else TAKEN_OVER


def need_not_won(state: State, table: str, opened: RoundState) -> None:
    """Refuse to void a round of which the hub has granted a hit, or may have, in rows that this
    floor has lost."""
    if not any(state.kept_jackpot(each.jackpot).terms.wide for each in opened.contributions):
        return
    _need_decided(state, "granted a hit of this round; end it, or void it")
    for (seat, _), claim in _granted_before(state, table, opened):
        reason = (
            f"the hub has granted seat {seat} a jackpot of this round in rows that this floor has "
            "lost; end the round"
        )
        raise Refusal("HIT_GRANTED", where=claim, reason=reason)


def _need_decided(state: State, maybe: str) -> None:
    """Refuse what waits for two people at the hub while this floor was restored."""
    if state.wide.own_fork:
        reason = (
            f"this floor was restored, and the hub may have {maybe} once two people at the hub "
            "have decided"
        )
        raise Refusal("PROPERTY_FORKED", where=state.wide.property, reason=reason)


def _granted_before(
    state: State, table: str, opened: RoundState
) -> Iterator[tuple[tuple[int | str, str], str]]:
    """Seats, and behind them the hand, with its jackpot, of an open round that the hub has granted
    in rows that are lost, with the claim, taken over or not. A round that began after the hub told
    of it is another one."""
    if opened.seq > state.wide.lost_row:
        return
    for lost in state.wide.lost_grants:
        grant = lost.grant
        if (grant.table, grant.round) == (table, opened.number) and opened.seq < lost.seq:
            won: tuple[int | str, ...] = (*grant.seats, grant.outcome)
            yield from (((each, grant.jackpot), grant.claim) for each in won)
    for name, claim in state.claims.items():
        is_round = (claim.table, claim.round) == (table, opened.number) and opened.seq < claim.seq
        if claim.is_lost and is_round:
            mark = claim.mark
            won = (*(mark.sharers or (mark.spot.seat,)), mark.outcome)
            yield from (((each, mark.jackpot), name) for each in won)


def _recorded(state: State, opened: RoundState) -> Iterator[tuple[tuple[int, str], str]]:
    """Seats and jackpots that have an award of the hub in an open round, with the claim; who
    shared it in rows that are lost has one too."""
    for name in opened.claims:
        claim = state.claims.get(name)
        assert claim is not None
        for award in claim.awards:
            found = state.award(award).award
            yield (found.seat, found.jackpot), name


def _need_not_claimed(state: State, lost: LostGrant) -> None:
    """Refuse a grant for a wager whose claim of this floor the hub has answered with the same row:
    a wager wins once. A later round that came to the same number is another one."""
    grant = lost.grant
    for name, claim in state.claims.items():
        if claim.is_lost or (claim.table, claim.round) != (grant.table, grant.round):
            continue
        for award in map(state.award, claim.awards):
            won = award.award
            if award.seq == lost.seq and won.jackpot == grant.jackpot and won.seat in grant.seats:
                reason = (
                    f"seat {won.seat} has the award of {name} for that round, and a wager wins "
                    "once; call the hub, which has granted both"
                )
                raise Refusal("HIT_GRANTED", where=grant.claim, reason=reason)


def take_over_grant(
    state: State, command: TakeOverGrant, paytables: PaytableLookup
) -> Sequence[Event]:
    """Its winner is owed what the hub granted, as of any claim; the round is not on record here,
    and another one may have its number."""
    need_reason(command.reason)
    lost = next(
        (each for each in state.wide.lost_grants if each.grant.claim == command.claim), None
    )
    if lost is None:
        reason = "the hub has named no such grant that this floor has lost, or it is taken over"
        raise Refusal("GRANT_NOT_LOST", where=command.claim, reason=reason)
    grant = lost.grant
    _need_not_claimed(state, lost)
    level_here(state, grant)
    if state.tables.get(grant.table) is None:
        reason = "it was opened in rows that this floor has lost; open it again as it was"
        raise Refusal("TABLE_UNKNOWN", where=grant.table, reason=reason)
    awards = granted_awards(grant)
    taken = GrantTakenOver(
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
    state: State, command: GiveUpProperty, paytables: PaytableLookup
) -> Sequence[Event]:
    """Nothing of it is moved: what it owes stays on its account, and this hub has to hold it
    itself. What was decided about others waits no longer."""
    need_reason(command.reason)
    found = known_property(state, command.property)
    need_expected(found)
    stated = found.fork or found.held
    claims = () if stated is None else stated.statement.claims
    gone = PropertyGivenUp(
        property=found.property,
        owes_micros=Micros(-owed_to(state, found.property)),
        claims=tuple(
            each.claim
            for each in claims
            if state.grants.get(grant_name(found.property, each.claim)) is None
        ),
        lost=found.lost,
        reason=command.reason,
        badges=command.badges,
    )
    return [gone, *settled_without(state, found, paytables)]
