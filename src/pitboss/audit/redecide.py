"""Decides every command a second time and checks that the result is the same.

A forger can make every hash and every sum fit. But the row must still be what the rules make of its
command: these awards at these prices, from a badge with the right role. A refused command must be
refused again, for the same reason.

This release may decide another release's row differently, because a rule has changed since. That is
only a notice, and the proof continues with the row as written. In any case the person who asked
must have been allowed to."""

from __future__ import annotations

from collections import Counter

from msgspec import json
from msgspec.structs import replace

from pitboss.audit.finding import BadRow, DecidedOtherwise, RowRelease, first_difference, why_not
from pitboss.engine import refusal_of
from pitboss.floor.decide import decide
from pitboss.floor.decide.permissions import need_badges
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.facts.values import JackpotTerms
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.journal.codec import json_text
from pitboss.refusal import Refusal, Told, cut, say

VALUE_MOST = 60  # characters of a value that differs
NOTICES_MOST = 1000  # the audit lists these and only counts the rest
Facts = tuple[Event, ...]
# The command and its event both hold a jackpot's opening terms.
TERMS = tuple(
    name
    for name in jackpots.OpenJackpot.__struct_fields__
    if name in jackpots.JackpotOpened.__struct_fields__
)


class Redecider:
    """Decides the commands of a journal in order.

    An award can't be priced again without its paytable: `undecided` counts, by paytable, the
    commands whose paytable is missing or has changed. `otherwise` counts, by release, the rows of
    other releases that this one would decide differently."""

    def __init__(self, offered: PaytableLookup, begun: State, *, running_sha256: str = "") -> None:
        """`begun` is the floor before the first command: the paytables of its jackpots are compared
        with the installed ones. `running_sha256` is the digest of this release; without it every
        row counts as this release's own."""
        self._running_sha256 = running_sha256
        self._offered = offered
        self._paytables = dict(offered)
        self._absent: set[str] = set()
        for _, jackpot in begun.jackpots.items():
            self._look_for(jackpot.terms.paytable, jackpot.terms.paytable_sha256, opened=True)
        self.done = 0
        self.refused = 0
        self.undecided: Counter[str] = Counter()
        self.otherwise: Counter[RowRelease] = Counter()
        self.notices: list[DecidedOtherwise] = []  # the first ones

    def check(
        self, before: State, command: Command, kept: Facts, release: RowRelease, *, seq: int
    ) -> None:
        """Prove the result of a command that a release decided. `before` is the floor before it."""
        try:
            self._check(before, command, kept, seq=seq)
            return
        except BadRow as found:
            bad = found
        except Exception as fault:  # noqa: BLE001 - whatever it is, nobody can have asked this
            bad = BadRow(seq, why_not(fault), field="asked")
        if not self.is_foreign(release):
            raise bad
        self._need_allowed(before, command, kept, seq=seq)
        self.otherwise[release] += 1
        if len(self.notices) < NOTICES_MOST:
            self.notices.append(
                DecidedOtherwise(seq, command.at_ms, command.kind, release, bad.told)
            )

    def is_foreign(self, release: RowRelease) -> bool:
        """Whether another release decided a row."""
        return release.code_sha256 not in ("", self._running_sha256) and bool(self._running_sha256)

    def _need_allowed(self, before: State, command: Command, kept: Facts, *, seq: int) -> None:
        """Check, for any release, that badges on record asked for this, in their role."""
        if kept and isinstance(kept[0], CommandRefused):
            return
        try:
            need_badges(before, command, self._paytables)
        except Refusal as refusal:
            raise BadRow(seq, refusal, field="asked") from None

    def _check(self, before: State, command: Command, kept: Facts, *, seq: int) -> None:
        if isinstance(command, jackpots.OpenJackpot):
            self._look_for_paytable(command, kept, seq=seq)
        try:
            due = _due(before, command, self._paytables)
        except KeyError as missing:
            if missing.args[0] not in self._absent:
                raise
            self.undecided[missing.args[0]] += 1
            return
        if due == kept:
            was_refused = bool(due) and isinstance(due[-1], CommandRefused)  # empty for some timers
            self.refused += was_refused
            self.done += not was_refused
        elif isinstance(command, jackpots.OpenJackpot) and self._is_about_paytable(
            command, kept, due
        ):
            self.undecided[command.terms.paytable] += 1
        else:
            raise BadRow(seq, _difference(kept, due), field="events")

    def _look_for_paytable(self, command: jackpots.OpenJackpot, kept: Facts, *, seq: int) -> None:
        """The paytable a jackpot was opened with, or None: prices from another one prove nothing.
        Nothing else depends on a refused opening."""
        opened = isinstance(kept[0], jackpots.JackpotOpened)
        self._look_for(command.terms.paytable, command.terms.paytable_sha256, opened=opened)
        if isinstance(kept[0], jackpots.JackpotOpened):
            for name in TERMS:
                if not _is_as_asked(getattr(command, name), getattr(kept[0], name)):
                    raise BadRow(seq, _otherwise(name, kept[0], command), field="events")

    def _look_for(self, paytable: str, sha256: str, *, opened: bool) -> None:
        at_hand = self._offered.get(paytable)
        if at_hand is None or at_hand.sha256 != sha256:
            self._absent.add(paytable)
            if opened:
                self._paytables.pop(paytable, None)

    def _is_about_paytable(self, command: jackpots.OpenJackpot, kept: Facts, due: Facts) -> bool:
        """Whether an opening differs only because its paytable is missing now, or was missing
        then."""
        return _is_unapproved(kept) or (
            _is_unapproved(due) and command.terms.paytable in self._absent
        )


def _is_as_asked(asked: object, kept: object) -> bool:
    """Whether a jackpot was opened as requested. A printed line can be posted for any of its hands
    and is stored with all of them; only its paytable says which those are."""
    if isinstance(asked, JackpotTerms) and isinstance(kept, JackpotTerms):
        if not set(asked.house_prizes) <= set(kept.house_prizes):
            return False
        asked = replace(asked, house_prizes=kept.house_prizes)
    return asked == kept


def _is_unapproved(facts: Facts) -> bool:
    """Whether a jackpot wasn't opened because its paytable was a different one."""
    first = facts[0]
    return isinstance(first, CommandRefused) and first.code == "PAYTABLE_CHANGED"


def _due(before: State, command: Command, paytables: PaytableLookup) -> Facts:
    """The events of a command, as the engine would write them."""
    decision = decide(before, command, paytables)
    if isinstance(decision, Told):
        return (refusal_of(command, decision),)
    return decision


def _difference(kept: Facts, due: Facts) -> Told:
    """Where the events differ from what the rules say."""
    for fact, expected in zip(kept, due, strict=False):
        if type(fact) is not type(expected):
            expects = expected.code if isinstance(expected, CommandRefused) else expected.kind
            return say("ROW_BAD", "comes_of_it", expected=expects, found=fact.kind)
        for name in fact.__struct_fields__:
            if getattr(fact, name) != getattr(expected, name):
                return _otherwise(name, fact, expected)
    return say("ROW_BAD", "more_or_less")


def _otherwise(name: str, fact: Event, expected: Event | Command) -> Told:
    kept, due = (json.decode(json_text(getattr(each, name))) for each in (fact, expected))
    where, *values = first_difference(kept, due, name)
    found, wanted = (cut(json_text(value), VALUE_MOST) for value in values)
    return say("ROW_BAD", "otherwise", name=where, kind=fact.kind, found=found, due=wanted)
