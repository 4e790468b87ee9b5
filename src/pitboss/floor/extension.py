"""What a floor asks about jackpots that several properties share. `pitboss.wide` answers: it is
loaded where a site, a journal or a snapshot needs it. Everywhere else nothing is shared."""

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
    """Nothing is shared: there is nothing to refuse, and nothing to say."""


def _none(*asked: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """The questions, each with the answer of a house that shares no jackpot. What begins with
    `need` refuses."""

    # A jackpot that a hub keeps is opened; takes a wager; a round with one is voided.
    need_hub: Callable[[State, str, JackpotTerms], None] = _nothing
    need_lease: Callable[[State, str, int], None] = _nothing
    need_not_won: Callable[[State, str, RoundState], None] = _nothing
    # A jackpot of this hub is ended or gets other rates; rows are archived.
    need_done: Callable[[State, JackpotState], None] = _nothing
    need_rates_kept: Callable[[State, JackpotState, JackpotTerms], None] = _nothing
    need_not_sent: Callable[[State, int], None] = _nothing
    # The marks that are claimed from a hub, and what that makes.
    claimed: Callable[
        [State, TableState, Sequence[Mark], str, PaytableLookup, Command],
        tuple[Sequence[Mark], Sequence[Event]],
    ] = lambda *asked: ((), ())
    # Who plays a jackpot of this hub; the properties that it has.
    players_of: Callable[[State, str], Sequence[str]] = _none
    properties: Callable[[State], Sequence[str]] = _none
    # By how much the bank account must hold more than the meters say, and what a hub has not paid.
    elsewhere_micros: Callable[[State], Micros | None] = _nothing
    unfunded_micros: Callable[[State], int] = lambda state: 0
    # What a hub's meter showed last; what boards add; what stops play, by its word and jackpot.
    as_shown: Callable[[State, str, LevelState], LevelState] = lambda state, jackpot, level: level
    board: Callable[[State, JackpotState, Any], dict[str, Any]] = lambda *asked: {}
    claims_at: Callable[[State, str, Any], list[dict[str, Any]]] = lambda *asked: []
    stops: Callable[[State], Iterable[tuple[str, str]]] = _none
    # The jackpots whose boards alone an event changes; none where it is no event of these.
    jackpots_shown: Callable[[Event], set[str] | None] = _nothing
    # Who owes whom: name, collected, won, paid, owed.
    positions: Callable[[State], Sequence[tuple[str, Cents, Cents, Cents, Cents]]] = _none
    # What a site file asks, before jackpots open and after; whether that is on record; the hub.
    joining: Callable[[Any, int, Iterator[str]], Iterable[Command]] = _none
    admitting: Callable[[Any, int, Iterator[str]], Iterable[Command]] = _none
    is_on_record: Callable[[State, Command], bool] = lambda state, command: False
    hub_of: Callable[[State], str] = lambda state: ""
    # What a value of its facts is told as, and what is told of it besides its fields.
    told_as: Callable[[Any], Any] = lambda value: value
    reckoned: Callable[[Any], dict[str, Any]] = lambda value: {}


_loaded = [Extension()]


def here() -> Extension:
    """The one that answers in this process."""
    return _loaded[-1]


def is_loaded() -> bool:
    """Whether this process knows of shared jackpots."""
    return len(_loaded) > 1


def load() -> None:
    """Make them known, if they are not."""
    import_module(PACKAGE)


def answer_with(found: Extension) -> None:
    """What `pitboss.wide` says of itself when it is loaded."""
    _loaded.append(found)
