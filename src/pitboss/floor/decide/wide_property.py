"""Decisions of a property: what it states and claims, and what it takes of the hub's answers
(docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.floor.decide.checks import need_id
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Award, Mark
from pitboss.floor.facts.wide import (
    LEASE_MS,
    OPEN,
    AnswerTaken,
    Claim,
    ClaimMade,
    Grant,
    HubAnswer,
    HubForkFound,
    HubJoined,
    JoinHub,
    MakeStatement,
    Statement,
    StatementMade,
    TakeAnswer,
    WideAwardRecorded,
    each_cents,
)
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.signatures import answer_bytes, need_key, need_signature
from pitboss.floor.state import JackpotState, State, TableState
from pitboss.floor.wide_state import FOUND, ClaimState, WideState
from pitboss.floor.wide_sums import collected, rates
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share

NOTHING = Cents(0)
OFF = "off"


def join_hub(state: State, command: JoinHub, paytables: PaytableLookup) -> Sequence[Event]:
    need_id(command.hub, where="hub")
    need_id(command.property, where="property")
    need_key(command.key)
    switch = state.law.wide_area
    if switch.value == OFF:
        reason = f"a jackpot is played at one location here ({switch.rule})"
        raise Refusal("WIDE_NOT_ALLOWED", where=command.hub, reason=reason)
    wide = state.wide
    if wide.hub and (wide.hub, wide.property) != (command.hub, command.property):
        reason = f"this floor is {wide.property} of {wide.hub}, and states its sums there"
        raise Refusal("HUB_JOINED", where=command.hub, reason=reason)
    return [
        HubJoined(
            hub=command.hub, property=command.property, key=command.key, badges=command.badges
        )
    ]


def make_statement(
    state: State, command: MakeStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    _need_hub(state)
    if state.wide.waiting:
        number = state.wide.waiting[0].number
        reason = f"the hub does not have statement {number} yet; it is sent first"
        raise Refusal("STATEMENT_WAITING", where=state.wide.hub, reason=reason)
    return [StatementMade(statement=_statement(state, command.at_ms))]


def _statement(state: State, at_ms: int, claims: tuple[Claim, ...] = ()) -> Statement:
    wide = state.wide
    return Statement(
        hub=wide.hub,
        property=wide.property,
        number=wide.number + 1,
        made_ms=max(at_ms, wide.made_ms),
        rates=rates(state),
        sums=collected(state),
        claims=claims,
    )


def _need_hub(state: State) -> None:
    if not state.wide.hub:
        raise Refusal("HUB_UNKNOWN", where="hub", reason="this floor has joined no hub")


# ---- wagers and hits ----------------------------------------------------------------------------


def need_lease(state: State, jackpot: str, *, at_ms: int) -> None:
    """Whether wagers on a wide jackpot may be taken: the hub has answered a moment ago."""
    if not state.wide.has_lease(at_ms):
        detail = (
            "return these wagers: the line to the hub is down, and its amount is not confirmed; "
            "the other jackpots play on"
        )
        raise Refusal("LEASE_LOST", where=jackpot, reason=detail)


def level_claimed(jackpot: JackpotState, outcome: str, paytable: Paytable) -> str:
    """The level of a wide jackpot that a hand is paid from; empty where the table pays it."""
    if not jackpot.terms.wide:
        return ""
    prize = paytable.prize(outcome)
    if isinstance(prize, Share):
        return prize.level
    if isinstance(prize, Odds | Fixed):
        return jackpot.terms.pays_fixed_from(prize.level)
    return ""


def is_hit(state: State, mark: Mark, paytables: PaytableLookup) -> bool:
    """Whether a mark has to be claimed from the hub."""
    jackpot = state.jackpot(mark.jackpot)
    return bool(level_claimed(jackpot, mark.outcome, paytables[jackpot.terms.paytable]))


def claims_made(
    state: State, table: TableState, marks: Sequence[Mark], badge: str, *, at_ms: int
) -> list[Event]:
    """A statement with the claims of these marks, in the order of payment. A claim is named by
    table, round and row, and by the last row of the hub that was heard of: a floor that was
    restored comes to the same rows again, and hears of a later one before it takes wagers."""
    if not marks:
        return []
    assert table.round is not None
    prefix = f"{table.table}-{table.round.number}-{state.seq + 1}-{state.wide.hub_seq}"
    claims = [
        Claim(
            claim=f"{prefix}.w{place}",
            jackpot=mark.jackpot,
            outcome=mark.outcome,
            paytable_sha256=state.jackpot(mark.jackpot).terms.paytable_sha256,
            table=table.table,
            round=table.round.number,
            seats=mark.sharers or (mark.spot.seat,),
            sensor=mark.spot.sensor,
        )
        for place, mark in enumerate(marks, start=1)
    ]
    made = [
        ClaimMade(
            claim=claim.claim,
            table=table.table,
            round=table.round.number,
            badge=badge,
            mark=mark,
        )
        for claim, mark in zip(claims, marks, strict=True)
    ]
    return [StatementMade(statement=_statement(state, at_ms, tuple(claims))), *made]


# ---- answers ------------------------------------------------------------------------------------


def take_answer(state: State, command: TakeAnswer, paytables: PaytableLookup) -> Sequence[Event]:
    _need_hub(state)
    answer, wide = command.answer, state.wide
    need_signature(wide.key, command.signature, answer_bytes(answer), where=wide.hub)
    if (answer.hub, answer.property) != (wide.hub, wide.property):
        reason = f"it is for {answer.property} of {answer.hub}"
        raise Refusal("ANSWER_WRONG", where=wide.hub, reason=reason)
    is_newer = wide.asked_ms < answer.asked_ms <= command.at_ms
    is_lost = answer.own_hash != answer.heard.hash and answer.heard != wide.settled
    if not is_newer or (answer.hub_seq < wide.hub_seq and not is_lost):
        reason = "a newer answer is on record; nothing is changed"
        raise Refusal("ANSWER_OLD", where=wide.hub, reason=reason)
    need_joined(wide, answer)
    if is_lost and not wide.hub_fork:
        return [HubForkFound(answer=answer)]
    _need_own_numbers(state, answer)
    recorded = list(_recorded(state, answer))
    lease_ms = LEASE_MS if answer.standing == OPEN and answer.number == wide.number else 0
    taken = AnswerTaken(
        answer=answer, heard_ms=command.at_ms, lease_until_ms=answer.asked_ms + lease_ms
    )
    return [taken, *recorded]


def need_joined(wide: WideState, answer: HubAnswer) -> None:
    """Refuse a hub that does not have a row any more which it has spoken of, until two people here
    have joined it again, and two there have decided."""
    if not wide.hub_fork:
        return
    if wide.hub_fork == FOUND:
        reason = (
            f"it does not have its row {wide.hub_seq} any more, which it has spoken of: it was "
            "restored; two people there decide, and two here join it again in the office"
        )
    elif answer.standing != OPEN:
        reason = "it was restored, and two people there have not decided yet"
    else:
        return
    raise Refusal("HUB_FORKED", where=wide.hub, reason=reason)


def _need_own_numbers(state: State, answer: HubAnswer) -> None:
    """Refuse an answer about statements that this floor does not know of."""
    wide = state.wide
    if answer.number > wide.number:
        reason = (
            f"it has statement {answer.number}, and this floor has made {wide.number}: this floor "
            "was restored; two people at the hub must decide from where it goes on"
        )
        raise Refusal("PROPERTY_FORKED", where=wide.property, reason=reason)


def _recorded(state: State, answer: HubAnswer) -> Iterator[WideAwardRecorded]:
    """The awards of the claims that the hub has granted; a hub that has a statement has granted
    what it claims."""
    grants = {grant.claim: grant for grant in answer.grants}
    for waiting in state.wide.waiting:
        for name in waiting.claims if waiting.number <= answer.number else ():
            if name not in grants:
                reason = f"it has statement {waiting.number} and does not say what {name} gets"
                raise Refusal("ANSWER_WRONG", where=state.wide.hub, reason=reason)
            yield _award(state, name, grants.pop(name))
    for name, grant in grants.items():
        found = state.claims.get(name)
        if found is None or not found.awards or found.each_cents != each_cents(grant):
            reason = f"it grants {name}, which was not claimed, or has another amount on record"
            raise Refusal("ANSWER_WRONG", where=state.wide.hub, reason=reason)


def _award(state: State, name: str, grant: Grant) -> WideAwardRecorded:
    found: ClaimState | None = state.claims.get(name)
    assert found is not None
    mark = found.mark
    seats = mark.sharers or (mark.spot.seat,)
    asked = (mark.jackpot, mark.outcome, seats)
    if (grant.jackpot, grant.outcome, grant.seats) != asked or found.awards:
        reason = f"what it grants for {name} is not what was claimed"
        raise Refusal("ANSWER_WRONG", where=state.wide.hub, reason=reason)
    awards = tuple(
        Award(
            f"{name}.{place}", seat, mark.spot.sensor, mark.jackpot, mark.outcome, grant.level,
            each_cents(grant), NOTHING, NOTHING, grant.restarts and seat == seats[-1],
        )
        for place, seat in enumerate(seats, start=1)
    )  # fmt: skip
    return WideAwardRecorded(
        claim=name, table=found.table, round=found.round, badge=found.badge, awards=awards
    )
