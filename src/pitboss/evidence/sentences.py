"""Events as sentences, in the words of a language: who did what, where, and what it did to meters.

What is noted of a winner is not told: see `withheld`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from pitboss.books.history import changes_of
from pitboss.books.things import JACKPOT, METER, Thing
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.values import Award, EnvyPay, Hold, Mark, Spot
from pitboss.floor.facts.wide import (
    Grant,
    HubAnswer,
    LevelRest,
    ShownGrant,
    Statement,
    StatementRow,
    each_cents,
)
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.journal.withheld import is_personal, is_withheld
from pitboss.local_time import local_time
from pitboss.money import Micros, dollars, shown_down
from pitboss.notation import names_in
from pitboss.reports.sheet import plain_words
from pitboss.rules import catalog

# Codes, which the language has names for.
CODED = (
    "adjustment", "cause", "command", "device_kind", "direction", "ground", "outcome",
    "paper_kind", "place", "purpose", "report", "role", "role_before", "step",
)  # fmt: skip
# Who did what no badge stands for: the server says at its start what the site file has.
UNSIGNED = {
    "bundle-changed": {"badge": "server"},
    "limits-recorded": {"badge": "server"},
    "badge-issued": {"by": "site_file"},
    "site-opened": {"by": "site_file"},
}
# What a sentence says in its own way, or elsewhere.
TOLD_APART = ("movements", "movement", "contributions", "takings", "released", "holds")


class Sentences:
    """Tells events in the words of a language; `hand` names a hand of a jackpot, `title` a
    jackpot."""

    def __init__(
        self,
        words: Mapping[str, Any],
        *,
        time_zone: str,
        hand: Callable[[str, str], str],
        title: Callable[[str], str],
    ) -> None:
        self._words = words["sentences"]
        self._names = names_in(words)
        self._steps = words["office"]["payout"]["step"]
        self._time_zone = time_zone
        self.hand = hand
        self.title = title

    def row(self, row: Row) -> str:
        """All that followed from one command. A refusal about a person is told without its reason,
        which may repeat what was noted of him."""
        events = events_of(row.events)
        if events and events[0].kind == "command-refused" and is_withheld(row):
            return self._withheld(events[0])
        return " ".join(self.sentence(event) for event in events)

    def sentence(self, event: Event) -> str:
        """One event, and what it did to meters. Of a refused command that is about a person, the
        reason is not told."""
        if isinstance(event, CommandRefused) and is_personal(event.command):
            return self._withheld(event)
        fields = self._fields(event)
        text = self._words["kinds"].get(event.kind)
        if not fields.get("envy", "some"):
            text = self._words["no_envy"]  # as most rounds end
        if getattr(event, "voided_round", 0):
            text = self._words["variance_by_void"]
        if getattr(event, "without_badge", False):
            text = self._words["key_put_back"]
        if event.kind == "paper-opened" and not getattr(event, "due_ms", 0):
            text = self._words["paper_without_due"]  # such as a dispute
        if event.kind == "meter-adjusted" and fields["evidence"]:
            text = self._words["adjusted_by_evidence"]
        said = (
            self._plain(event, fields)
            if text is None
            else text.format_map(self._whole(event.kind, fields))
        )
        return " ".join([said, *self._moved(event)])

    def tokens(self, thing: Thing) -> Iterator[str]:
        """How sentences say a thing. A name that is a number alone would be found in any other."""
        where, which = thing.place
        name = self.title(thing.name) if thing.kind == JACKPOT else thing.name
        if thing.kind == METER:
            where = self.title(where)
        said = self._words["tokens"].get(thing.kind, ["{name}"])
        if thing.kind in self._words["tokens"] or not name.isdecimal():
            number = f"{int(which):,}" if which.isdecimal() else which
            yield from (each.format(name=name, where=where, which=number) for each in said)

    def value(self, value: Struct) -> str:
        """A value of an event, such as an award, as sentences say it."""
        return self._struct(value)

    def time(self, at_ms: int) -> str:
        """A time on the clock of the house."""
        return local_time(at_ms, self._time_zone)

    def _withheld(self, refused: Event) -> str:
        text: str = self._words["refused_withheld"]
        return text.format_map(_shown(self._fields(refused)))

    def _whole(self, kind: str, fields: Mapping[str, str]) -> dict[str, str]:
        """What a sentence says, whole: a name in place of a badge that is nobody's."""
        unsigned = UNSIGNED.get(kind, {})
        named = {name: fields[name] or self._words[who] for name, who in unsigned.items()}
        return _shown({**fields, **named})

    def _fields(self, event: Event) -> dict[str, str]:
        return {
            name: self._value(name, getattr(event, name))
            for name in event.__struct_fields__
            if name not in TOLD_APART
        }

    def _plain(self, event: Event, fields: Mapping[str, str]) -> str:
        """An event without a sentence of its own: its kind, and its fields by name. Of one that is
        about a person nothing is told but who did it."""
        kind = plain_words(event.kind.replace("-", "_"))
        shown = ("badge", "badges", "by", "award", "cents") if is_personal(event.kind) else fields
        told = [f"{name.replace('_', ' ')} {fields[name]}" for name in shown if fields.get(name)]
        return f"{kind}: {', '.join(told)}." if told else f"{kind}."

    def _value(self, name: str, value: Any) -> str:
        if name in ("jackpot", "into", "jackpots") and isinstance(value, str) and value:
            return self.title(value)
        if name == "game" and value in catalog.game_names():
            return catalog.game(value).title
        if name == "step" and value in self._steps:
            return f"{self._steps[value]}"
        if name in CODED and isinstance(value, str):
            code = value.replace("-", "_").replace(" ", "_")
            return self._names.get(code) or code.replace("_", " ")
        if isinstance(value, bool):
            said: str = self._words["yes" if value else "no"]
            return said
        if isinstance(value, int):
            return self._number(name, value)
        if isinstance(value, tuple):
            return ", ".join(self._value(name, each) for each in value if each != "")
        if isinstance(value, Struct):
            return self._struct(value)
        return "" if value is None else str(value)

    def _number(self, name: str, value: int) -> str:
        if name == "cents" or name.endswith("_cents"):
            return dollars(value)
        if name.endswith("_micros"):
            return exact(value)
        return self.time(value) if name.endswith("_ms") else f"{value:,}"

    def _struct(self, value: Struct) -> str:
        said: str
        match value:
            case Spot():
                word = "spot" if value.sensor > 1 else "seat"
                said = self._words[word].format(seat=value.seat, sensor=value.sensor)
            case Mark():
                said = self._words["mark"].format(
                    spot=self._struct(value.spot), hand=self.hand(value.jackpot, value.outcome)
                )
            case Award():
                said = self._words["award"].format(
                    award=value.award,
                    seat=value.seat,
                    hand=self.hand(value.jackpot, value.outcome),
                    amount=dollars(value.total_cents),
                )
            case EnvyPay():
                said = self._words["envy"].format(seat=value.seat, amount=dollars(value.cents))
            case Hold():
                said = self._struct(value.mark)
            case ShownGrant():
                said = self._wide(value.grant)
            case StatementRow() | Statement() | Grant() | HubAnswer() | LevelRest():
                said = self._wide(value)
            case _:
                said = ""  # terms, standings, readings: the row itself has them
        return said

    def _wide(self, value: StatementRow | Statement | Grant | HubAnswer | LevelRest) -> str:
        """What passes between a property and its hub."""
        if isinstance(value, Grant):
            word, told = (
                "wide_grant",
                {
                    "claim": value.claim,
                    "property": value.property,
                    "hand": self.hand(value.jackpot, value.outcome),
                    "amount": dollars(each_cents(value)),
                    "seats": f"{len(value.seats)}",
                },
            )
        elif isinstance(value, HubAnswer):
            word, told = (
                "wide_answer",
                {
                    "seq": f"{value.hub_seq:,}",
                    "number": f"{value.number:,}",
                    "standing": self._names.get(value.standing, value.standing),
                },
            )
        elif isinstance(value, LevelRest):
            amount = exact(value.micros + value.reserve_micros)
            named = {"jackpot": self.title(value.jackpot), "level": value.level}
            word, told = "wide_rest", {**named, "amount": amount}
        else:
            made = value.statement if isinstance(value, StatementRow) else value
            collected = exact(sum(sum(each.net_micros) for each in made.sums))
            named = {"number": f"{made.number:,}", "property": made.property}
            word, told = "wide_statement", {**named, "collected": collected}
        text: str = self._words[word]
        return text.format_map(told)

    def _moved(self, event: Event) -> list[str]:
        """What it did to each meter, and what that showed then. A meter that pays begins anew with
        its seed: so before and after say more than what it changed by."""
        told: list[str] = []
        text: str = self._words["paid_off" if event.kind == "meters-moved" else "moved"]
        for change in changes_of(event):
            if change.meter_micros:
                sign = "" if change.meter_micros < 0 else "+"
                before = Micros(change.after.meter_micros - change.meter_micros)
                said = text.format(
                    jackpot=self.title(change.jackpot),
                    level=change.after.level,
                    change=f"{sign}{exact(change.meter_micros)}",
                    before=exact(before),
                    after=exact(change.after.meter_micros),
                    shown=dollars(shown_down(change.after.meter_micros)),
                )
                told.append(said)
        return told


def _shown(fields: Mapping[str, str]) -> dict[str, str]:
    """A dash stands for what is empty, so that a sentence does not break off."""
    return {name: text or "–" for name, text in fields.items()}


def exact(micros: int) -> str:
    """An amount of the ledger with all its decimals that are not zero, cents at least."""
    sign, amount = ("-", -micros) if micros < 0 else ("", micros)
    whole = dollars(shown_down(Micros(amount)))
    below = f"{amount % 1_000_000:06d}".rstrip("0")
    return f"{sign}{whole}{below}"
