"""Decisions of a hub: whose statements it takes, what it posts, holds and grants (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.floor.decide.checks import need_id, need_reason
from pitboss.floor.decide.wide_forks import (
    is_first_word,
    is_known,
    is_lost_anew,
    lost_row,
    shown_fork,
)
from pitboss.floor.decide.wide_possible import impossible, impossible_claims, need_whole
from pitboss.floor.decide.wide_posting import SEATS_MOST, level_of_hub, priced, shared_jackpot
from pitboss.floor.decide.wide_undecided import decided_first, need_decided
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.wide import (
    AdmitProperty,
    PropertyAdmitted,
    RefuseStatement,
    ReleaseStatement,
    Statement,
    StatementHeld,
    StatementRefused,
    StatementReleased,
    StatementRow,
    TakeStatement,
)
from pitboss.floor.facts.wide_lost import PropertyHeard
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.signatures import need_key, need_signature, statement_bytes
from pitboss.floor.state import State
from pitboss.floor.wide_state import PropertyState
from pitboss.money import Cents, Ppm, dollars
from pitboss.refusal import Refusal

TABLES_MOST, ROUNDS_MOST = 10_000, 1_000


def admit_property(
    state: State, command: AdmitProperty, paytables: PaytableLookup
) -> Sequence[Event]:
    need_id(command.hub, where="hub")
    need_id(command.property, where="property")
    need_key(command.key)
    for where, most in (
        ("tables", TABLES_MOST),
        ("seats", SEATS_MOST),
        ("rounds_an_hour", ROUNDS_MOST),
    ):
        if not 1 <= getattr(command, where) <= most:
            raise Refusal("NUMBER_WRONG", where=where, reason=f"1 to {most:,}")
    for name in command.jackpots:
        jackpot = state.jackpot(name)
        if jackpot.terms.wide or jackpot.terms.training or not jackpot.levels:
            reason = "a hub shares progressive jackpots for money that are its own"
            raise Refusal("JACKPOT_WIDE", where=name, reason=reason)
    return [
        PropertyAdmitted(
            hub=command.hub,
            property=command.property,
            key=command.key,
            tables=command.tables,
            seats=command.seats,
            rounds_an_hour=command.rounds_an_hour,
            jackpots=tuple(sorted(set(command.jackpots))),
            badges=command.badges,
            at_ms=command.at_ms,
        )
    ]


def take_statement(
    state: State, command: TakeStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    stated = command.stated
    name = stated.statement.property
    found = known_property(state, name)
    data = statement_bytes(stated, command.heard, command.asked_ms)
    need_signature(found.key, command.signature, data, where=name)
    need_expected(found)
    need_whole(stated)
    if stated.statement.hub != found.hub:
        reason = f"it is meant for {stated.statement.hub}; this hub is {found.hub}"
        raise Refusal("STATEMENT_WRONG", where=name, reason=reason)
    first: list[Event] = []
    if is_first_word(state, found, command.heard, own_hash=command.own_hash):
        first.append(PropertyHeard(property=name, heard=command.heard))
    lost = lost_row(found, command.heard, asked_ms=command.asked_ms, own_hash=command.own_hash)
    anew = is_lost_anew(found, lost, asked_ms=command.asked_ms)
    if is_known(found, stated) and (lost is None or (found.fork is not None and not anew)):
        if first:
            return first
        reason = f"statement {stated.statement.number} is on record; nothing is changed"
        raise Refusal("STATEMENT_REPEATED", where=name, reason=reason)
    fork = shown_fork(found, command)
    if fork is not None:
        fork = replace(fork, asked_ms=command.asked_ms)
        claims = impossible_claims(state, found, stated.statement, paytables)
        if claims:
            fork = replace(fork, why=f"{fork.why}; {claims}")
        return [*first, fork]
    if first and decided_first(state, found, stated):
        return first
    return [*first, *_taken(state, found, stated, paytables, at_ms=command.at_ms)]


def is_put_off(state: State, found: PropertyState, command: TakeStatement) -> bool:
    """Whether a statement contradicts nothing, and its claims wait until two people have decided
    about others."""
    is_whole = found.fork is None and shown_fork(found, command) is None
    return is_whole and bool(decided_first(state, found, command.stated))


def _taken(
    state: State,
    found: PropertyState,
    stated: StatementRow,
    paytables: PaytableLookup,
    *,
    at_ms: int,
) -> Sequence[Event]:
    """What a statement that contradicts nothing posts, or that it is held."""
    if found.held is not None:
        number = found.held.statement.number
        reason = f"statement {number} is held; two people must release it"
        if found.refused:
            reason = f"statement {number} was refused: {found.refused}"
        raise Refusal("PROPERTY_STOPPED", where=found.property, reason=reason)
    need_jackpots(found, stated)
    need_same_rates(state, stated.statement)
    need_decided(state, found, stated)
    why = impossible(state, found, stated, paytables, at_ms=at_ms)
    if why:
        priced(state, found, stated, paytables)  # what cannot be posted later is refused now
        return [StatementHeld(stated=stated, why=why)]
    return priced(state, found, stated, paytables)


def known_property(state: State, name: str) -> PropertyState:
    """The property, or PROPERTY_UNKNOWN."""
    found = state.properties.get(name)
    if found is None:
        reason = "this hub has not admitted it; two people admit a property"
        raise Refusal("PROPERTY_UNKNOWN", where=name, reason=reason)
    return found


def need_expected(found: PropertyState) -> None:
    """Refuse a property that two people have given up."""
    if found.given_up:
        reason = f"two people have given it up ({found.given_up}); it is back once it is admitted"
        raise Refusal("PROPERTY_GIVEN_UP", where=found.property, reason=reason)


def need_jackpots(found: PropertyState, stated: StatementRow) -> None:
    """Refuse jackpots that a property was never admitted to. What it collected while it was counts,
    also when it is not any more."""
    named = [(each.jackpot, each.level) for each in stated.statement.sums]
    others = {jackpot for jackpot, _ in named} - found.opened.keys()
    others |= {each.jackpot for each in stated.statement.claims} - found.opened.keys()
    if others or len(set(named)) < len(named):
        reason = f"it was admitted to {', '.join(found.opened) or 'none'}, each level once"
        raise Refusal("STATEMENT_WRONG", where=found.property, reason=reason)


def need_same_rates(state: State, statement: Statement) -> None:
    """Refuse what was collected by other terms than this hub's: its meters would say something else
    than is posted at the tables."""
    for each in statement.rates:
        jackpot = shared_jackpot(state, each.jackpot)
        own = level_of_hub(jackpot, each.level).setting
        here = (jackpot.terms.wager_cents, own.rate_ppm, own.reserve_ppm)
        there = (each.wager_cents, each.rate_ppm, each.reserve_ppm)
        if here != there:
            reason = (
                f"{each.jackpot} {each.level} gets {_terms(*there)} there, and {_terms(*here)} "
                "here; make both ends alike"
            )
            raise Refusal("RATES_DIFFER", where=statement.property, reason=reason)


def _terms(wager_cents: Cents, rate_ppm: Ppm, reserve_ppm: Ppm) -> str:
    return (
        f"{rate_ppm:,} and for its reserve {reserve_ppm:,} of a million of each "
        f"{dollars(wager_cents)}"
    )


# ---- what two people decide ---------------------------------------------------------------------


def release_statement(
    state: State, command: ReleaseStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    found, held = _held(state, command)
    need_decided(state, found, held)
    released = StatementReleased(
        property=command.property,
        number=command.number,
        reason=command.reason,
        badges=command.badges,
    )
    return [released, *priced(state, found, held, paytables)]


def refuse_statement(
    state: State, command: RefuseStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    _held(state, command)
    return [
        StatementRefused(
            property=command.property,
            number=command.number,
            reason=command.reason,
            badges=command.badges,
        )
    ]


def _held(
    state: State, command: ReleaseStatement | RefuseStatement
) -> tuple[PropertyState, StatementRow]:
    """The property and its statement that waits for two people."""
    found = known_property(state, command.property)
    held = found.held
    if held is None or held.statement.number != command.number or found.refused:
        refused = ", or was refused" if found.refused else ""
        reason = f"statement {command.number} of this property is not held{refused}"
        raise Refusal("STATEMENT_NOT_HELD", where=command.property, reason=reason)
    return found, held
