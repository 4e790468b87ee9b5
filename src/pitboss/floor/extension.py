"""What a floor asks about jackpots that several properties share. `pitboss.wide` answers, loaded
only when a site, a journal or a snapshot needs it. Everywhere else nothing is shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import JackpotTerms, Mark
from pitboss.floor.state.floor import JackpotState, LevelState, RoundState, State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.money import Cents, Micros

PACKAGE = "pitboss.wide"


def _nothing(*asked: Any) -> None:
    """The answer when nothing is shared: nothing to refuse, and nothing to say."""


def _none(*asked: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """The questions, each with the answer of a house that shares no jackpot. Names that begin with
    `need` refuse."""

    # A hub's jackpot opens; takes a wager; has a round voided.
    need_hub: Callable[[State, str, JackpotTerms], None] = _nothing
    need_lease: Callable[[State, str, int], None] = _nothing
    need_not_won: Callable[[State, str, RoundState], None] = _nothing
    # A jackpot of this hub ends or changes its rates; rows are archived.
    need_done: Callable[[State, JackpotState], None] = _nothing
    need_rates_kept: Callable[[State, JackpotState, JackpotTerms], None] = _nothing
    need_not_sent: Callable[[State, int], None] = _nothing
    # The marks claimed from a hub, and the events that follow.
    claimed: Callable[
        [State, TableState, Sequence[Mark], str, PaytableLookup, Command],
        tuple[Sequence[Mark], Sequence[Event]],
    ] = lambda *asked: ((), ())
    # Who plays a jackpot of this hub; the hub's properties.
    players_of: Callable[[State, str], Sequence[str]] = _none
    properties: Callable[[State], Sequence[str]] = _none
    # How much more than the meters the bank account must hold, and what a hub hasn't paid.
    elsewhere_micros: Callable[[State], Micros | None] = _nothing
    unfunded_micros: Callable[[State], int] = lambda state: 0
    # A hub meter's last reading; additions to boards; what stops play, by its word and jackpot.
    as_shown: Callable[[State, str, LevelState], LevelState] = lambda state, jackpot, level: level
    board: Callable[[State, JackpotState, Any], dict[str, Any]] = lambda *asked: {}
    claims_at: Callable[[State, str, Any], list[dict[str, Any]]] = lambda *asked: []
    stops: Callable[[State], Iterable[tuple[str, str]]] = _none
    # The jackpots whose boards an event changes, and no others; None for other events.
    jackpots_shown: Callable[[Event], set[str] | None] = _nothing
    # Who owes whom: name, collected, won, paid, owed.
    positions: Callable[[State], Sequence[tuple[str, Cents, Cents, Cents, Cents]]] = _none
    # What a site file asks before jackpots open, and after; whether that is on record; the hub.
    joining: Callable[[Any, int, Iterator[str]], Iterable[Command]] = _none
    admitting: Callable[[Any, int, Iterator[str]], Iterable[Command]] = _none
    is_on_record: Callable[[State, Command], bool] = lambda state, command: False
    hub_of: Callable[[State], str] = lambda state: ""
    # How to write a value of its facts, and what to add beside its fields.
    told_as: Callable[[Any], Any] = lambda value: value
    reckoned: Callable[[Any], dict[str, Any]] = lambda value: {}


_loaded = [Extension()]


def here() -> Extension:
    """The extension that answers in this process."""
    return _loaded[-1]


def is_loaded() -> bool:
    """Whether this process knows of shared jackpots."""
    return len(_loaded) > 1


def load() -> None:
    """Load it, if it isn't loaded."""
    import_module(PACKAGE)


def answer_with(found: Extension) -> None:
    """Called by `pitboss.wide` when it is loaded."""
    _loaded.append(found)
