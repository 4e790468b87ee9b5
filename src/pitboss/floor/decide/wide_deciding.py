"""Decisions of two people at a hub about a fork, with what a property shows to a hub that was
restored: from where both go on, and what was granted (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.floor.decide.checks import need_reason
from pitboss.floor.decide.wide_hub import known_property, need_jackpots
from pitboss.floor.decide.wide_possible import claimed_again, granted_since, lost_grants
from pitboss.floor.decide.wide_posting import HubLevels, corrected, granted, posted, remembered
from pitboss.floor.decide.wide_undecided import need_decided, undecided
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.wide import (
    Claim,
    DecideFork,
    ForkAgreed,
    ForkDecided,
    Grant,
    GrantsShown,
    LevelRest,
    ShownGrant,
    Statement,
    StatementRow,
    TakeShownGrants,
)
from pitboss.floor.facts.wide_lost import ClaimRepeated
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.signatures import answer_bytes, need_key, need_signature
from pitboss.floor.state import State
from pitboss.floor.wide_state import (
    PropertyState,
    all_shown,
    amounts,
    grant_name,
    level_name,
    names_of,
)
from pitboss.money import Micros, need_exact
from pitboss.refusal import Refusal


def take_shown_grants(
    state: State, command: TakeShownGrants, paytables: PaytableLookup
) -> Sequence[Event]:
    found = known_property(state, command.property)
    if found.lost is None:
        reason = "this hub has lost no row that it has heard of; nothing is taken"
        raise Refusal("FORK_UNKNOWN", where=command.property, reason=reason)
    if command.beyond > found.number:
        reason = f"it shows what it got since statement {command.beyond}, and this hub has less"
        raise Refusal("GRANTS_NOT_SHOWN", where=command.property, reason=reason)
    need_key(command.own_key)
    grants: dict[str, ShownGrant] = {}
    for each in command.answers:
        answer = each.answer
        data = answer_bytes(answer)
        need_signature(command.own_key, each.signature, data, where=command.property)
        if (answer.hub, answer.property) != (found.hub, found.property):
            reason = f"it shows an answer of {answer.hub} to {answer.property}"
            raise Refusal("ANSWER_WRONG", where=command.property, reason=reason)
        for grant in (*answer.grants, *answer.lost_grants):
            grants.setdefault(grant.claim, ShownGrant(grant, answer.hub_seq))
    return [
        GrantsShown(
            property=command.property,
            heard=command.heard,
            asked_ms=command.asked_ms,
            grants=tuple(granted_since(state, tuple(grants.values()), paytables)),
        )
    ]


def decide_fork(state: State, command: DecideFork, paytables: PaytableLookup) -> Sequence[Event]:
    """What two people decide about one property. If this hub has lost rows that the property has
    heard of, it is posted with what they decide about the others that have."""
    need_reason(command.reason)
    found = known_property(state, command.property)
    stated = found.fork
    if stated is None or stated.statement.number != command.number:
        reason = f"statement {command.number} of this property has shown no fork"
        raise Refusal("FORK_UNKNOWN", where=command.property, reason=reason)
    _need_said(found)
    need_decided(state, found, stated)
    need_jackpots(found, stated)
    agreed = event_from(ForkAgreed, command)
    others = [] if found.lost is None else _undecided_beside(state, found)
    known = [each.agreed for each in others if each.agreed is not None]
    # What cannot be posted with the others is refused now.
    events = _settled(state, [*known, agreed], paytables)
    return events if len(known) == len(others) else [agreed]


def settled_without(
    state: State, gone: PropertyState, paytables: PaytableLookup
) -> Sequence[Event]:
    """What is posted once nobody waits any more for a property that has heard of rows which are
    lost: two people have decided about all others."""
    others = [] if gone.lost is None else _undecided_beside(state, gone)
    known = [each.agreed for each in others if each.agreed is not None]
    return _settled(state, known, paytables) if len(known) == len(others) else []


def _undecided_beside(state: State, found: PropertyState) -> list[PropertyState]:
    return [each for each in undecided(state) if each.property != found.property]


def _need_said(found: PropertyState) -> None:
    """Refuse to decide before a property has said all that it has to say."""
    if found.awaited:
        reason = (
            "it has not stated yet what it has since it was restored; it does by itself within "
            "seconds, once its line is up: decide then, or give it up if it does not come back"
        )
        raise Refusal("FORK_NOT_STATED", where=found.property, reason=reason)
    if found.lost is not None and found.shown is None:
        reason = (
            "it has not shown yet what this hub granted it; decide when its line is back; if it "
            "was restored and has nothing left to show, give it up and admit it again"
        )
        raise Refusal("GRANTS_NOT_SHOWN", where=found.property, reason=reason)


class _Settlement(NamedTuple):
    """What a decision about one property comes to: what it was granted by rows that are lost, what
    is known by another name or amount, and every name that is not granted again."""

    found: PropertyState
    decided: ForkDecided
    given: tuple[ShownGrant, ...]
    repeated: tuple[ClaimRepeated, ...]
    but: frozenset[str]


def _settled(state: State, agreed: Sequence[ForkAgreed], paytables: PaytableLookup) -> list[Event]:
    """What decisions post: first what each property states, then what all were granted by rows that
    are lost, in the order in which they were told, and only then what is claimed beyond that, who
    stated it first first. So it does not matter about whom people decided first."""
    settling = [_settlement(state, each, paytables) for each in agreed]
    settling.sort(key=_turn)
    levels = HubLevels(state)
    events: list[Event] = []
    for each in settling:
        decided = each.decided
        events += [decided, posted(levels, each.found, decided.stated, decided.rests)]
    shown = [
        ShownGrant(replace(one.grant, number=each.decided.stated.statement.number), one.hub_seq)
        for each in settling
        for one in each.given
        if one.grant.claim not in {again.grant.claim for again in each.repeated}
    ]
    events += remembered(state, levels, shown)
    events += [corrected(state, levels, again) for each in settling for again in each.repeated]
    for each in settling:
        events += granted(state, levels, each.decided.stated, paytables, but=each.but)
    return events


def _turn(settling: _Settlement) -> tuple[int, str]:
    return settling.decided.stated.statement.made_ms, settling.found.property


def _settlement(state: State, agreed: ForkAgreed, paytables: PaytableLookup) -> _Settlement:
    """What a decision comes to, by what this hub has on record before."""
    found = known_property(state, agreed.property)
    stated = found.fork
    assert stated is not None
    here = () if found.shown is None else found.shown.grants
    before = tuple(_shown_before(state, found))
    given = all_shown(before, here)
    repeated = [*_shown_again(state, given), *_shown_otherwise(state, here)]
    kept = names_of(each.grant for each in here) | {each.before for each in repeated}
    lost = lost_grants(state, stated.statement, but=kept, before=before)
    listed = lost
    if found.lost is not None or found.settled is not None:
        listed = lost_grants(state, stated.statement, but=kept, before=before, since=0)
    but = names_of(each.grant for each in given)
    pairs = claimed_again(state, stated.statement, lost, paytables)
    repeated += _repeated(stated.statement, pairs, but=but)
    but |= {each.grant.claim for each in repeated}
    again = {each.before for each in repeated}
    decided = ForkDecided(
        stated=stated,
        posts_difference=agreed.posts_difference,
        rests=tuple(_rests(found, stated, takes_back=agreed.posts_difference)),
        lost_grants=tuple(grant for grant in listed if grant.claim not in again),
        reason=agreed.reason,
        badges=agreed.badges,
    )
    return _Settlement(found, decided, given, tuple(repeated), frozenset(but))


def _shown_again(state: State, shown: Sequence[ShownGrant]) -> Iterator[ClaimRepeated]:
    """Grants that a property shows, of which this hub has lost only that they were claimed again:
    it has them under an earlier name. Two that it has are not made one, which would hide what the
    second took."""
    for grant in (each.grant for each in shown):
        names = [
            name
            for name in (grant.claim, *grant.earlier)
            if state.grants.get(grant_name(grant.property, name)) is not None
        ]
        if names and names[0] != grant.claim:
            yield ClaimRepeated(grant=grant, before=names[0])


def _shown_otherwise(state: State, shown: Sequence[ShownGrant]) -> Iterator[ClaimRepeated]:
    """Grants that a property shows, and this hub has with another amount: it goes on from a disk
    with an answer that never came, and has granted that claim once more in rows of another. What
    the property has on record stands."""
    for grant in (each.grant for each in shown):
        known = state.grants.get(grant_name(grant.property, grant.claim))
        if known is not None and amounts(known) != amounts(grant):
            yield ClaimRepeated(grant=grant, before=grant.claim)


def _shown_before(state: State, found: PropertyState) -> Iterator[ShownGrant]:
    """What a property showed before it was restored itself, but for hits that this hub has granted
    to another journal of that house with another amount: that stands. It is of the statement of the
    fork from here on: who goes back to before it has lost it."""
    assert found.fork is not None
    number = found.fork.statement.number
    for each in found.shown_before:
        grant = each.grant
        names = [grant_name(found.property, name) for name in grant.earlier]
        known = [other for name in names if (other := state.grants.get(name)) is not None]
        if all(amounts(other) == amounts(grant) for other in known):
            yield ShownGrant(replace(grant, number=number), each.hub_seq)


def _repeated(
    statement: Statement, pairs: Iterable[tuple[Claim, Grant]], *, but: Collection[str]
) -> Iterator[ClaimRepeated]:
    """Claims of a restored property for wagers that were granted in rows that it has lost, `but`
    those of which it has shown what they got."""
    for claim, grant in pairs:
        if claim.claim not in but:
            earlier = (*grant.earlier, grant.claim)
            again = replace(grant, claim=claim.claim, number=statement.number, earlier=earlier)
            yield ClaimRepeated(grant=again, before=grant.claim)


def _rests(found: PropertyState, stated: StatementRow, *, takes_back: bool) -> Iterator[LevelRest]:
    """What was posted beyond what is stated now, level by level, and stays. What is taken back is
    no rest, but a level that is not stated at all is left alone."""
    by_level = {level_name(each.jackpot, each.level): each for each in stated.statement.sums}
    for each in found.sums:
        now = by_level.get(level_name(each.jackpot, each.level))
        if now is not None and takes_back:
            continue
        left = (0, 0) if now is None else now.net_micros
        parts = zip(each.net_micros, left, strict=True)
        meter, reserve = (max(0, was - net) for was, net in parts)
        need_exact(max(meter, reserve), where=each.level)
        if meter or reserve:
            yield LevelRest(each.jackpot, each.level, Micros(meter), Micros(reserve))
