"""What a hub can say to a property: an answer that can't be true isn't taken, whoever signed it,
and the floor plays on (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state.floor import State
from pitboss.money import CENTS_MOST, MICROS_MOST
from pitboss.refusal import Refusal, Told, say
from pitboss.rules.game import SEATS_MOST
from pitboss.wide.facts import sharing
from pitboss.wide.state import WideState, claims_of, wide_of

STANDINGS = frozenset(
    (sharing.OPEN, sharing.HELD, sharing.REFUSED, sharing.FORKED, sharing.RESTORED)
)
ROWS_A_MS_MOST = 100  # more than a hub writes
ROWS_AHEAD_MOST = 1_000_000  # on top of that, in case a clock here was set back
NUMBERS_MOST = 1_000_000_000_000  # a hundred years have fewer rows and statements


def need_possible(state: State, answer: sharing.HubAnswer, *, at_ms: int) -> None:
    """Refuse an answer that no hub can give."""
    wrong = next(_wrong(state, answer, at_ms=at_ms), None)
    if wrong is not None:
        raise Refusal("ANSWER_WRONG", "no_hub_can", where=wide_of(state).hub, wrong=wrong)


def _wrong(state: State, answer: sharing.HubAnswer, *, at_ms: int) -> Iterator[Told]:
    """What can't be true in an answer."""
    if not 0 < answer.hub_seq <= _rows_most(wide_of(state), at_ms=at_ms):
        yield say("PART", "row", seq=answer.hub_seq)
    if not 0 <= answer.rests_of <= answer.number <= NUMBERS_MOST:
        yield say("PART", "statements", number=answer.number, other=answer.rests_of)
    if answer.standing not in STANDINGS:
        yield say("PART", "standing", standing=answer.standing)
    for what, amounts, most in (
        ("readings", [each.cents for each in answer.readings], CENTS_MOST),
        (
            "rests",
            [part for each in answer.rests for part in (each.micros, each.reserve_micros)],
            MICROS_MOST,
        ),
    ):
        places = [(each.jackpot, each.level) for each in getattr(answer, what)]
        if len(set(places)) < len(places) or not all(0 <= each <= most for each in amounts):
            yield say("PART", what)
    yield from _wrong_grants(state, answer)


def _rows_most(wide: WideState, *, at_ms: int) -> int:
    """The highest row a hub can have reached since we last heard from it."""
    if wide.asked_ms < 0:
        return NUMBERS_MOST
    passed_ms = max(0, at_ms - wide.asked_ms)
    return min(NUMBERS_MOST, wide.hub_seq + ROWS_AHEAD_MOST + ROWS_A_MS_MOST * passed_ms)


def _wrong_grants(state: State, answer: sharing.HubAnswer) -> Iterator[Told]:
    """Which grants are impossible. A grant for an unrecorded claim may be from a jackpot that was
    opened in rows this floor has lost."""
    grants = (*answer.grants, *answer.lost_grants)
    if len({grant.claim for grant in grants}) < len(grants):
        yield say("PART", "granted_twice")
    for grant in grants:
        jackpot = state.jackpots.get(grant.jackpot)
        is_here = jackpot is not None and grant.level in jackpot.levels
        is_claimed = claims_of(state).get(grant.claim) is not None
        if not _is_possible(state, grant) or (is_claimed and not is_here):
            yield say("PART", "grant", claim=grant.claim)


def _is_possible(state: State, grant: sharing.Grant) -> bool:
    """Whether a grant is one for this property, with amounts that a record can hold."""
    seats = grant.seats
    return (
        grant.property == wide_of(state).property
        and bool(grant.claim)
        and 1 <= len(seats) == len(set(seats)) <= SEATS_MOST
        and all(1 <= seat <= SEATS_MOST for seat in seats)
        and min(grant.meter_cents, grant.house_cents) >= 0
        and sharing.each_cents(grant) * len(seats) <= CENTS_MOST
    )
