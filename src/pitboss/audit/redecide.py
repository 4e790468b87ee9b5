"""Decides every command a second time: the same must come of it.

A row can be forged so that every hash and every sum fits. It still has to be what the rules make of
the command it tells of: these awards at these prices, by a badge that may; and what was refused
must be refused again, for the same reason."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from pitboss.audit.finding import BadRow
from pitboss.engine import refusal_of
from pitboss.floor.decide import Refused, decide
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.facts.jackpots import JackpotOpened, OpenJackpot
from pitboss.floor.facts.values import JackpotTerms
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State

Facts = tuple[Event, ...]
# What a jackpot is opened with stands in the command and in its event.
TERMS = tuple(
    name for name in OpenJackpot.__struct_fields__ if name in JackpotOpened.__struct_fields__
)


class Redecider:
    """Decides the commands of a journal in their order.

    Without its paytable an award cannot be priced again: `undecided` counts, by paytable, the
    commands that needed one that is not at hand, or is another one now."""

    def __init__(self, offered: PaytableLookup, begun: State) -> None:
        """`begun` is the floor before the first of them: the paytables of its jackpots are
        checked against those at hand."""
        self._offered = offered
        self._paytables = dict(offered)
        self._absent: set[str] = set()
        for _, jackpot in begun.jackpots.items():
            self._look_for(jackpot.terms.paytable, jackpot.terms.paytable_sha256, opened=True)
        self.done = 0
        self.refused = 0
        self.undecided: Counter[str] = Counter()

    def check(self, before: State, command: Command, kept: Facts, *, seq: int) -> None:
        """Prove what a command led to. `before` is the floor before it."""
        if isinstance(command, OpenJackpot):
            self._look_for_paytable(command, kept, seq=seq)
        try:
            due = _due(before, command, self._paytables)
        except KeyError as missing:
            if missing.args[0] not in self._absent:
                raise
            self.undecided[missing.args[0]] += 1
            return
        if due == kept:
            was_refused = bool(due) and isinstance(due[-1], CommandRefused)  # a timer's may be none
            self.refused += was_refused
            self.done += not was_refused
        elif isinstance(command, OpenJackpot) and self._is_about_paytable(command, kept, due):
            self.undecided[command.terms.paytable] += 1
        else:
            raise BadRow(seq, _difference(kept, due), field="events")

    def _look_for_paytable(self, command: OpenJackpot, kept: Facts, *, seq: int) -> None:
        """The paytable by which a jackpot was opened, or none: prices of another prove nothing. Of
        a refused opening nothing else depends."""
        opened = isinstance(kept[0], JackpotOpened)
        self._look_for(command.terms.paytable, command.terms.paytable_sha256, opened=opened)
        if isinstance(kept[0], JackpotOpened):
            for name in TERMS:
                if not _is_as_asked(getattr(command, name), getattr(kept[0], name)):
                    raise BadRow(seq, _otherwise(name, kept[0]), field="events")

    def _look_for(self, paytable: str, sha256: str, *, opened: bool) -> None:
        at_hand = self._offered.get(paytable)
        if at_hand is None or at_hand.sha256 != sha256:
            self._absent.add(paytable)
            if opened:
                self._paytables.pop(paytable, None)

    def _is_about_paytable(self, command: OpenJackpot, kept: Facts, due: Facts) -> bool:
        """Whether an opening is otherwise only because its paytable is not at hand now, or was not
        at hand then."""
        return _is_unapproved(kept) or (
            _is_unapproved(due) and command.terms.paytable in self._absent
        )


def _is_as_asked(asked: object, kept: object) -> bool:
    """Whether a jackpot was opened as it was asked for. A printed line is posted by any of its
    hands, and kept with all of them: which those are, only its paytable says."""
    if isinstance(asked, JackpotTerms) and isinstance(kept, JackpotTerms):
        if not set(asked.house_prizes) <= set(kept.house_prizes):
            return False
        asked = replace(asked, house_prizes=kept.house_prizes)
    return asked == kept


def _is_unapproved(facts: Facts) -> bool:
    """Whether a jackpot was not opened because its paytable was another one."""
    first = facts[0]
    return isinstance(first, CommandRefused) and first.code == "PAYTABLE_CHANGED"


def _due(before: State, command: Command, paytables: PaytableLookup) -> Facts:
    """What follows from a command, as the engine would write it."""
    decision = decide(before, command, paytables)
    if isinstance(decision, Refused):
        return (refusal_of(command, decision),)
    return decision


def _difference(kept: Facts, due: Facts) -> str:
    """Where the events part from what the rules say."""
    for fact, expected in zip(kept, due, strict=False):
        if type(fact) is not type(expected):
            reason = f", {expected.code}" if isinstance(expected, CommandRefused) else ""
            return f"asked again, {expected.kind}{reason} comes of it, not {fact.kind}"
        for name in fact.__struct_fields__:
            if getattr(fact, name) != getattr(expected, name):
                return _otherwise(name, fact)
    return "asked again, more or less comes of it"


def _otherwise(name: str, fact: Event) -> str:
    return f"asked again, {name} of {fact.kind} is otherwise"
