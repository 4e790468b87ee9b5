"""A hub's decisions: which statements it takes, what it posts and grants (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.floor.decide.checks import need_id, need_reason
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.limits import PROPERTY_TABLES_MOST, ROUNDS_AN_HOUR_MOST
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.signatures import need_key, need_signature
from pitboss.money import Cents, Ppm
from pitboss.refusal import Refusal, Told, say
from pitboss.rules.game import SEATS_MOST
from pitboss.wide.decide.forks import is_first_word, is_known, is_lost_anew, lost_row, shown_fork
from pitboss.wide.decide.possible import impossible, impossible_claims, need_whole
from pitboss.wide.decide.posting import level_of_hub, price_statement, shared_jackpot
from pitboss.wide.decide.undecided import decided_first, need_decided
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.signing import statement_bytes
from pitboss.wide.state import PropertyState, properties_of


def admit_property(
    state: State, command: sharing.AdmitProperty, paytables: PaytableLookup
) -> Sequence[Event]:
    need_id(command.hub, where="hub")
    need_id(command.property, where="property")
    need_key(command.key)
    for where, most in (
        ("tables", PROPERTY_TABLES_MOST),
        ("seats", SEATS_MOST),
        ("rounds_an_hour", ROUNDS_AN_HOUR_MOST),
    ):
        if not 1 <= getattr(command, where) <= most:
            raise Refusal("NUMBER_WRONG", "out_of_range", where=where, most=most)
    for name in command.jackpots:
        jackpot = state.jackpot(name)
        if jackpot.terms.wide or jackpot.terms.training or not jackpot.levels:
            raise Refusal("JACKPOT_WIDE", "hub_shares_progressive", where=name)
    return [
        event_from(sharing.PropertyAdmitted, command, jackpots=tuple(sorted(set(command.jackpots))))
    ]


def take_statement(
    state: State, command: sharing.TakeStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    stated = command.stated
    name = stated.statement.property
    found = known_property(state, name)
    data = statement_bytes(stated, command.heard, command.asked_ms)
    need_signature(found.key, command.signature, data, where=name)
    need_expected(found)
    need_whole(stated)
    if stated.statement.hub != found.hub:
        raise Refusal(
            "STATEMENT_WRONG",
            "meant",
            where=name,
            statement_hub=stated.statement.hub,
            found_hub=found.hub,
        )
    first: list[Event] = []
    if is_first_word(state, found, command.heard, own_hash=command.own_hash):
        first.append(lost_rows.PropertyHeard(property=name, heard=command.heard))
    lost = lost_row(found, command.heard, asked_ms=command.asked_ms, own_hash=command.own_hash)
    anew = is_lost_anew(found, lost, asked_ms=command.asked_ms)
    if is_known(found, stated) and (lost is None or (found.fork is not None and not anew)):
        if first:
            return first
        raise Refusal("STATEMENT_REPEATED", where=name, number=stated.statement.number)
    fork = shown_fork(found, command)
    if fork is not None:
        fork = replace(fork, asked_ms=command.asked_ms)
        claims = impossible_claims(state, found, stated.statement, paytables)
        if claims:
            fork = replace(fork, why=say("FORK_SHOWN", "claims", why=fork.why, claims=claims))
        return [*first, fork]
    if first and decided_first(state, found, stated):
        return first
    return [*first, *_taken(state, found, stated, paytables, at_ms=command.at_ms)]


def is_put_off(state: State, found: PropertyState, command: sharing.TakeStatement) -> bool:
    """Whether a statement contradicts nothing, but its claims wait until two people have decided
    about other properties."""
    is_whole = found.fork is None and shown_fork(found, command) is None
    return is_whole and bool(decided_first(state, found, command.stated))


def _taken(
    state: State,
    found: PropertyState,
    stated: sharing.StatementRow,
    paytables: PaytableLookup,
    *,
    at_ms: int,
) -> Sequence[Event]:
    """Post a statement that contradicts nothing, or hold it."""
    if found.held is not None:
        raise Refusal(
            "PROPERTY_STOPPED",
            "refused" if found.refused else "held",
            where=found.property,
            number=found.held.statement.number,
            refused=found.refused,
        )
    need_jackpots(found, stated)
    need_same_rates(state, stated.statement)
    need_decided(state, found, stated)
    why = impossible(state, found, stated, paytables, at_ms=at_ms)
    if why:
        price_statement(
            state, found, stated, paytables
        )  # refuse now whatever can't be posted later
        return [sharing.StatementHeld(stated=stated, why=why)]
    return price_statement(state, found, stated, paytables)


def known_property(state: State, name: str) -> PropertyState:
    """The property, or PROPERTY_UNKNOWN."""
    found = properties_of(state).get(name)
    if found is None:
        raise Refusal("PROPERTY_UNKNOWN", where=name)
    return found


def need_expected(found: PropertyState) -> None:
    """Refuse a property that two people have given up."""
    if found.given_up:
        raise Refusal("PROPERTY_GIVEN_UP", where=found.property, given_up=found.given_up)


def need_jackpots(found: PropertyState, stated: sharing.StatementRow) -> None:
    """Refuse jackpots that a property was never admitted to. What it collected while admitted
    counts, even if it no longer is."""
    named = [(each.jackpot, each.level) for each in stated.statement.sums]
    others = {jackpot for jackpot, _ in named} - found.opened.keys()
    others |= {each.jackpot for each in stated.statement.claims} - found.opened.keys()
    if others or len(set(named)) < len(named):
        raise Refusal(
            "STATEMENT_WRONG", "admitted_each_level", where=found.property, opened=found.opened
        )


def need_same_rates(state: State, statement: sharing.Statement) -> None:
    """Refuse collections under terms other than this hub's: its meters would differ from what the
    tables post."""
    for each in statement.rates:
        jackpot = shared_jackpot(state, each.jackpot)
        own = level_of_hub(jackpot, each.level).setting
        here = (jackpot.terms.wager_cents, own.rate_ppm, own.reserve_ppm)
        there = (each.wager_cents, each.rate_ppm, each.reserve_ppm)
        if here != there:
            raise Refusal(
                "RATES_DIFFER",
                where=statement.property,
                jackpot=each.jackpot,
                level=each.level,
                terms=_terms(*there),
                terms_2=_terms(*here),
            )


def _terms(wager_cents: Cents, rate_ppm: Ppm, reserve_ppm: Ppm) -> Told:
    return say("PART", "rates", rate=rate_ppm, reserve=reserve_ppm, wager=wager_cents)


# ---- what two people decide ---------------------------------------------------------------------


def release_statement(
    state: State, command: sharing.ReleaseStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    found, held = _held(state, command)
    need_decided(state, found, held)
    released = event_from(sharing.StatementReleased, command)
    return [released, *price_statement(state, found, held, paytables)]


def refuse_statement(
    state: State, command: sharing.RefuseStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    _held(state, command)
    return [event_from(sharing.StatementRefused, command)]


def _held(
    state: State, command: sharing.ReleaseStatement | sharing.RefuseStatement
) -> tuple[PropertyState, sharing.StatementRow]:
    """The property and its statement that waits for two people."""
    found = known_property(state, command.property)
    held = found.held
    if held is None or held.statement.number != command.number or found.refused:
        case, number = "refused" if found.refused else "", command.number
        raise Refusal("STATEMENT_NOT_HELD", case, where=command.property, number=number)
    return found, held
