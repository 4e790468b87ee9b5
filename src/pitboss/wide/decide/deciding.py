"""Two people's decisions at a hub about a fork, with what a property shows a restored hub: where
both continue from, and what was granted (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.floor.decide.checks import need_reason
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.signatures import need_key, need_signature
from pitboss.money import Micros, need_exact
from pitboss.refusal import Refusal
from pitboss.wide.decide.at_hub import known_property, need_jackpots
from pitboss.wide.decide.possible import claimed_again, granted_since, lost_grants
from pitboss.wide.decide.posting import (
    HubLevels,
    correct_claim,
    grant_claims,
    grant_remembered,
    post_statement,
)
from pitboss.wide.decide.undecided import find_undecided, need_decided
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.signing import answer_bytes
from pitboss.wide.state import (
    PropertyState,
    all_shown,
    amounts,
    grant_name,
    grants_of,
    level_name,
    names_of,
)


def take_shown_grants(
    state: State, command: sharing.TakeShownGrants, paytables: PaytableLookup
) -> Sequence[Event]:
    found = known_property(state, command.property)
    if found.lost is None:
        raise Refusal("FORK_UNKNOWN", "hub_lost_no", where=command.property)
    if command.beyond > found.number:
        raise Refusal(
            "GRANTS_NOT_SHOWN", "shows_what_got", where=command.property, beyond=command.beyond
        )
    need_key(command.own_key)
    grants: dict[str, sharing.ShownGrant] = {}
    for each in command.answers:
        answer = each.answer
        data = answer_bytes(answer)
        need_signature(command.own_key, each.signature, data, where=command.property)
        if (answer.hub, answer.property) != (found.hub, found.property):
            raise Refusal(
                "ANSWER_WRONG",
                "shows_answer",
                where=command.property,
                hub=answer.hub,
                property=answer.property,
            )
        for grant in (*answer.grants, *answer.lost_grants):
            grants.setdefault(grant.claim, sharing.ShownGrant(grant, answer.hub_seq))
    return [
        sharing.GrantsShown(
            property=command.property,
            heard=command.heard,
            asked_ms=command.asked_ms,
            grants=tuple(granted_since(state, tuple(grants.values()), paytables)),
        )
    ]


def decide_fork(
    state: State, command: sharing.DecideFork, paytables: PaytableLookup
) -> Sequence[Event]:
    """Apply two people's decision about one property. If this hub has lost rows that the property
    has heard of, it is posted along with their decisions about every other such property."""
    need_reason(command.reason)
    found = known_property(state, command.property)
    stated = found.fork
    if stated is None or stated.statement.number != command.number:
        raise Refusal(
            "FORK_UNKNOWN",
            "statement_property_shown",
            where=command.property,
            number=command.number,
        )
    _need_said(found)
    need_decided(state, found, stated)
    need_jackpots(found, stated)
    agreed = event_from(sharing.ForkAgreed, command)
    others = [] if found.lost is None else _undecided_beside(state, found)
    known = [each.agreed for each in others if each.agreed is not None]
    # Refuse now what can't be posted with the others.
    events = _settled(state, [*known, agreed], paytables)
    return events if len(known) == len(others) else [agreed]


def settled_without(
    state: State, gone: PropertyState, paytables: PaytableLookup
) -> Sequence[Event]:
    """What to post once nobody waits any longer for a property that has heard of lost rows: two
    people have decided about all others."""
    others = [] if gone.lost is None else _undecided_beside(state, gone)
    known = [each.agreed for each in others if each.agreed is not None]
    return _settled(state, known, paytables) if len(known) == len(others) else []


def _undecided_beside(state: State, found: PropertyState) -> list[PropertyState]:
    return [each for each in find_undecided(state) if each.property != found.property]


def _need_said(found: PropertyState) -> None:
    """Refuse to decide before a property has said everything it has to say."""
    if found.awaited:
        raise Refusal("FORK_NOT_STATED", where=found.property)
    if found.lost is not None and found.shown is None:
        raise Refusal("GRANTS_NOT_SHOWN", "not_shown_yet", where=found.property)


class _Settlement(NamedTuple):
    """The outcome of a decision about one property: its grants by lost rows, the claims known by
    another name or amount, and every name that isn't granted again."""

    found: PropertyState
    decided: sharing.ForkDecided
    given: tuple[sharing.ShownGrant, ...]
    repeated: tuple[lost_rows.ClaimRepeated, ...]
    but: frozenset[str]


def _settled(
    state: State, agreed: Sequence[sharing.ForkAgreed], paytables: PaytableLookup
) -> list[Event]:
    """What decisions post: first each property's statement, then all grants by lost rows in the
    order they were told, and only then any further claims, first stated first. So the order of the
    decisions doesn't matter."""
    settling = [_settlement(state, each, paytables) for each in agreed]
    settling.sort(key=_turn)
    levels = HubLevels(state)
    events: list[Event] = []
    for each in settling:
        decided = each.decided
        events += [decided, post_statement(levels, each.found, decided.stated, decided.rests)]
    shown = [
        sharing.ShownGrant(
            replace(one.grant, number=each.decided.stated.statement.number), one.hub_seq
        )
        for each in settling
        for one in each.given
        if one.grant.claim not in {again.grant.claim for again in each.repeated}
    ]
    events += grant_remembered(state, levels, shown)
    events += [correct_claim(state, levels, again) for each in settling for again in each.repeated]
    for each in settling:
        events += grant_claims(state, levels, each.decided.stated, paytables, but=each.but)
    return events


def _turn(settling: _Settlement) -> tuple[int, str]:
    return settling.decided.stated.statement.made_ms, settling.found.property


def _settlement(state: State, agreed: sharing.ForkAgreed, paytables: PaytableLookup) -> _Settlement:
    """The outcome of a decision, by what this hub already has on record."""
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
    decided = sharing.ForkDecided(
        stated=stated,
        posts_difference=agreed.posts_difference,
        rests=tuple(_rests(found, stated, takes_back=agreed.posts_difference)),
        lost_grants=tuple(grant for grant in listed if grant.claim not in again),
        reason=agreed.reason,
        badges=agreed.badges,
    )
    return _Settlement(found, decided, given, tuple(repeated), frozenset(but))


def _shown_again(
    state: State, shown: Sequence[sharing.ShownGrant]
) -> Iterator[lost_rows.ClaimRepeated]:
    """Grants that a property shows and this hub has under an earlier name: it has lost only the
    repeated claim. Two grants that it has are never merged, which would hide what the second one
    took."""
    for grant in (each.grant for each in shown):
        names = [
            name
            for name in (grant.claim, *grant.earlier)
            if grants_of(state).get(grant_name(grant.property, name)) is not None
        ]
        if names and names[0] != grant.claim:
            yield lost_rows.ClaimRepeated(grant=grant, before=names[0])


def _shown_otherwise(
    state: State, shown: Sequence[sharing.ShownGrant]
) -> Iterator[lost_rows.ClaimRepeated]:
    """Grants that a property shows and this hub has with another amount: it continues from a disk
    with an answer that never arrived, and has granted that claim again in later rows. The
    property's record counts."""
    for grant in (each.grant for each in shown):
        known = grants_of(state).get(grant_name(grant.property, grant.claim))
        if known is not None and amounts(known) != amounts(grant):
            yield lost_rows.ClaimRepeated(grant=grant, before=grant.claim)


def _shown_before(state: State, found: PropertyState) -> Iterator[sharing.ShownGrant]:
    """What a property showed before it was restored itself, except hits that this hub granted to
    another journal of that house with another amount: those stay as they are. It now belongs to the
    fork's statement: a property that goes back before it has lost it."""
    assert found.fork is not None
    number = found.fork.statement.number
    for each in found.shown_before:
        grant = each.grant
        names = [grant_name(found.property, name) for name in grant.earlier]
        known = [other for name in names if (other := grants_of(state).get(name)) is not None]
        if all(amounts(other) == amounts(grant) for other in known):
            yield sharing.ShownGrant(replace(grant, number=number), each.hub_seq)


def _repeated(
    statement: sharing.Statement,
    pairs: Iterable[tuple[sharing.Claim, sharing.Grant]],
    *,
    but: Collection[str],
) -> Iterator[lost_rows.ClaimRepeated]:
    """A restored property's claims for wagers that were granted in rows it has lost, `but` those
    whose amount it has shown."""
    for claim, grant in pairs:
        if claim.claim not in but:
            earlier = (*grant.earlier, grant.claim)
            again = replace(grant, claim=claim.claim, number=statement.number, earlier=earlier)
            yield lost_rows.ClaimRepeated(grant=again, before=grant.claim)


def _rests(
    found: PropertyState, stated: sharing.StatementRow, *, takes_back: bool
) -> Iterator[sharing.LevelRest]:
    """What was posted beyond the present statement, level by level, and stays. Amounts taken back
    are no rest, but a level that isn't stated at all is left alone."""
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
            yield sharing.LevelRest(each.jackpot, each.level, Micros(meter), Micros(reserve))
