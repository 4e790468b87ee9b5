"""Which jackpots of a hub a property may take wagers for, and when all properties are done with
one: a hub can't retire a jackpot while a property may still have collected for it
(docs/wide.md)."""

from __future__ import annotations

from pitboss.floor.facts.values import JackpotTerms
from pitboss.floor.state.floor import JackpotState, State
from pitboss.refusal import Refusal
from pitboss.wide.state import PropertyState, properties_of, wide_of

# ---- at a property ------------------------------------------------------------------------------


def closed_by_hub(state: State) -> tuple[str, ...]:
    """The hub's jackpots that take no wagers here, by the hub's last word; empty before its
    first."""
    if wide_of(state).asked_ms < 0:
        return ()
    opened = wide_of(state).open_jackpots
    return tuple(
        name
        for name, jackpot in state.jackpots.items()
        if jackpot.terms.wide and name not in opened
    )


def closed_here(state: State) -> tuple[str, ...]:
    """Jackpots that the hub has closed and that have no open round: nothing more is collected for
    them until the hub says otherwise."""
    closed = set(closed_by_hub(state))
    if closed:
        for _, table in state.tables.items():
            if table.round is not None:
                closed -= {taking.jackpot for taking in table.round.takings}
    return tuple(sorted(closed))


# ---- at the hub ---------------------------------------------------------------------------------


def open_for(state: State, found: PropertyState) -> tuple[str, ...]:
    """The jackpots that a property may take wagers for: it is admitted to them, they are open, and
    the hub's account holds what it must."""
    if state.bank.stopped:
        return ()
    return tuple(name for name in found.jackpots if state.kept_jackpot(name).status == "open")


def players_of(state: State, jackpot: str) -> tuple[str, ...]:
    """The properties that may have unstated collections for a jackpot, or claims not yet
    granted."""
    since = state.kept_jackpot(jackpot).opened_seq
    return tuple(
        name
        for name, found in properties_of(state).items()
        if (opened := found.opened.get(jackpot)) is not None
        and not found.given_up
        and not _is_done(found, jackpot, since=max(since, opened))
    )


def _is_done(found: PropertyState, jackpot: str, *, since: int) -> bool:
    """Whether a property has reported the jackpot closed since it was last open there. A property
    that never spoke has taken no wagers; it is done if it is no longer admitted."""
    if found.held is not None or found.fork is not None:
        return False
    if not found.number:
        return jackpot not in found.jackpots
    return jackpot in found.closed and found.closed_seq >= since


def _unheard(state: State, jackpot: str) -> tuple[str, ...]:
    """Properties that were ever admitted to a jackpot and have heard of no row of the engine that
    leads now: only they know whether this hub was restored."""
    return tuple(
        name
        for name, found in properties_of(state).items()
        if jackpot in found.opened and found.heard_epoch != state.epoch and not found.given_up
    )


def need_done(state: State, jackpot: JackpotState) -> None:
    """Refuse to end a jackpot if properties can still have wagers or hits on it."""
    if not any(jackpot.jackpot in found.opened for _, found in properties_of(state).items()):
        return
    if jackpot.status == "open":
        raise Refusal("PROPERTY_PLAYS", "properties_play", where=jackpot.jackpot)
    if unheard := _unheard(state, jackpot.jackpot):
        raise Refusal("PROPERTY_UNHEARD", where=jackpot.jackpot, unheard=unheard)
    if playing := players_of(state, jackpot.jackpot):
        raise Refusal("PROPERTY_PLAYS", "may_still_wagers", where=jackpot.jackpot, playing=playing)


def need_rates_kept(state: State, jackpot: JackpotState, asked: JackpotTerms) -> None:
    """Refuse to change a jackpot's rates while properties collect for it at the present ones."""
    if not any(jackpot.jackpot in found.opened for _, found in properties_of(state).items()):
        return
    rates = [
        [(each.rate_ppm, each.reserve_ppm) for each in terms.levels]
        for terms in (jackpot.terms, asked)
    ]
    if rates[0] != rates[1]:
        raise Refusal("JACKPOT_WIDE", "properties_collect_at", where=jackpot.jackpot)
