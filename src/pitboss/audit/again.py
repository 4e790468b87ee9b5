"""Asks again for what was asked: the same must come of it.

A row can be forged so that every hash and every sum fits. It still has to be what the rules make of
some command: these awards at these prices, by a badge that may. So each command is told from its
events, decided once more on the floor as it stood, and compared, its digest included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.audit.finding import BadRow
from pitboss.floor.asked_for import asked_for
from pitboss.floor.decide import Decision, Refused, decide
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.facts.jackpots import JackpotOpened
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.journal import Row
from pitboss.journal.codec import command_digest


class Again:
    """Decides every command of a journal once more.

    Without its paytable an award can not be priced again: `undecided` counts, by paytable, the
    commands that needed one that is not at hand, or is another one now. What an older version of
    this program wrote in bodies of its own is taken as it stands: it may have decided otherwise."""

    def __init__(self, offered: PaytableLookup) -> None:
        self._offered = offered
        self._book = dict(offered)
        self._absent: set[str] = set()
        self.decided = 0
        self.undecided: Counter[str] = Counter()

    def check(self, before: State, rows: Sequence[Row], facts: Sequence[Event]) -> None:
        """Prove the events of one command. `before` is the floor before them."""
        first, told = rows[0], tuple(facts)
        if isinstance(told[-1], CommandRefused):
            if len(told) > 1:
                raise BadRow(first.seq, "a refused command does nothing else", field="kind")
            return
        if any(row.version != fact.version for row, fact in zip(rows, told, strict=True)):
            return
        asked = asked_for(before, told, command_id=first.command_id, at_ms=first.at_ms)
        if not asked.commands:
            raise BadRow(first.seq, "no command leads to it", field="kind")
        same = self._same(before, asked.commands, rows, told)
        if asked.is_worded and first.command_digest not in map(command_digest, same):
            raise BadRow(first.seq, "it is not of what was asked for", field="command_digest")

    def _same(
        self,
        before: State,
        asked: tuple[Command, ...],
        rows: Sequence[Row],
        told: tuple[Event, ...],
    ) -> Sequence[Command]:
        """The commands of which the same comes again, as far as anybody can tell."""
        try:
            self._look_for_paytable(told[0])
            decisions = [decide(before, command, self._book) for command in asked]
        except KeyError as missing:
            if missing.args[0] not in self._absent:
                raise
            self.undecided[missing.args[0]] += 1
            return asked
        same = [each for each, due in zip(asked, decisions, strict=True) if due == told]
        if not same:
            raise _otherwise(rows, told, decisions[0])
        self.decided += 1
        return same

    def _look_for_paytable(self, fact: Event) -> None:
        """The paytable by which a jackpot was opened, or none: prices of another prove nothing."""
        if not isinstance(fact, JackpotOpened):
            return
        name = fact.terms.paytable
        at_hand = self._offered.get(name)
        if at_hand is None or at_hand.sha256 != fact.terms.paytable_sha256:
            self._absent.add(name)
            self._book.pop(name, None)
        if name in self._absent:
            raise KeyError(name)


def _otherwise(rows: Sequence[Row], told: tuple[Event, ...], decision: Decision) -> BadRow:
    """Where the events part from what the rules say."""
    if isinstance(decision, Refused):
        reason = f"asked again, it is refused: {decision.code}, {decision.reason}"
        return BadRow(rows[0].seq, reason, field="body")
    for row, fact, due in zip(rows, told, decision, strict=False):
        if type(fact) is not type(due):
            return BadRow(row.seq, f"asked again, {due.kind} comes of it", field="kind")
        for name in fact.__struct_fields__:
            if getattr(fact, name) != getattr(due, name):
                return BadRow(row.seq, f"asked again, {name} is otherwise", field="body")
    last = rows[min(len(told), len(decision)) - 1]
    return BadRow(last.seq, "asked again, more or less comes of it", field="reply")
