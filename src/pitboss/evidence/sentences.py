"""Events as sentences, in the words of a language: who did what, where, and what it did to meters.

A part of a sentence in square brackets is left out where something that it names is not there: a
command that is about no table, a paper about no round.

What is noted of a payment is told within the house alone (see `withheld`), who was paid nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.books.history import changes_of
from pitboss.books.things import BADGE, CHANGE, DEVICE, JACKPOT, METER, Thing
from pitboss.evidence.differences import ChangeTeller
from pitboss.evidence.filling import exact, filled
from pitboss.floor.change_state import change_number, end_said
from pitboss.floor.facts.approvals import ReleaseNoted
from pitboss.floor.facts.awards import MetersMoved
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.changes import ChangeApplied, ChangeRequested, SiteOpened
from pitboss.floor.facts.jackpots import MeterAdjusted, WonAt
from pitboss.floor.facts.payments import PaymentHeld, PaymentReleased, PayoutStepNoted, PrizePaid
from pitboss.floor.facts.people import UNKNOWN_BADGE, AccessRefused
from pitboss.floor.facts.values import (
    STEP_FIELDS,
    Award,
    Change,
    CloseTable,
    EnvyPay,
    Hold,
    Mark,
    Payment,
    SetTable,
    Spot,
)
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
from pitboss.notation import names_in, place_named, without_notes
from pitboss.phrasebook import phrasebook_of
from pitboss.reports.citing import citation
from pitboss.reports.sheet import plain_words
from pitboss.rules import catalog
from pitboss.rules.law import CitedAmount, CitedNumber, CitedRate, value_text

CODED = (  # which the language has names for
    "adjustment", "cause", "command", "device_kind", "direction", "ground", "outcome", "method",
    "paper_kind", "place", "purpose", "report", "role", "role_before", "step", "identity",
    "winnings_reported",
)  # fmt: skip
# Who did what no badge stands for: the server says at its start what the site file has.
UNSIGNED = {
    "bundle-changed": {"badge": "server"},
    "limits-recorded": {"badge": "server"},
    "badge-issued": {"by": "site_file"},
    "site-opened": {"by": "site_file"},
    "access-refused": {"who": "somebody"},
}
PEOPLE = ("badge", "badges", "by", "witness", "who")  # fields that say who
# Entries about a badge itself, and what becomes of it.
OF_BADGES = ("badge-issued", "badge-revoked", "keys-renewed", "pin-changed", "badge-changed")
# Entries that say at which device, or which of them is not seen.
AT_DEVICE = (
    "person-signed-on", "person-signed-off", "access-refused", "screen-went-dark",
    "screen-came-back",
)  # fmt: skip
NO_FORM, DIGEST_SHOWN = "none", 16
TOLD_OF_PAID = ("identical_seats", "method", "check_number", "group_checks", "tax_form", "seal")
ZERO_IS_NONE = ("round", "seat", "before")  # numbers of which 0 says that there is none
# Texts that the code has written, not somebody.
OF_THE_CODE = {
    "command-refused": "reason", "access-refused": "reason", "betting-closed": "reason",
    "day-closed": "left", "paper-proposed": "text", "statement-held": "why", "fork-found": "why",
}  # fmt: skip
# What a sentence says in its own way, or elsewhere.
TOLD_APART = ("movements", "movement", "contributions", "takings", "released", "holds")


class KnownNames(NamedTuple):
    """What a house calls things: a hand of a jackpot, a jackpot, a level of one, a paytable; whose
    a badge is (empty: not known, or not to be said); an award by its number, and a device of a
    table by its id, if they are known."""

    hand: Callable[[str, str], str]
    title: Callable[[str], str]
    level: Callable[[str, str], str] = lambda _, level: level
    paytable: Callable[[str], str] = str
    person: Callable[[str], str] = lambda _: ""
    award: Callable[[str], Award | None] = lambda _: None
    device: Callable[[str], tuple[str, str] | None] = lambda _: None  # its kind and its table
    tells_payments: bool = False  # how a prize was paid stays in the house


class Sentences:
    """Tells events in the words of a language."""

    def __init__(self, words: Mapping[str, Any], *, time_zone: str, known: KnownNames) -> None:
        self._words = words["sentences"]
        self._names = names_in(words)
        self._phrasebook = phrasebook_of(words)
        step, report, figure = (words["office"][each] for each in ("payout", "reports", "rules"))
        self._titles = {"step": step["step"], "report": report["titles"], "figure": figure["names"]}
        self._letter_steps = words["why"]["steps"]
        self._reasons = words["offered_reasons"]
        self._time_zone = time_zone
        self.hand, self.title, self._person = known.hand, known.title, known.person
        self._level = known.level
        self._award, self._known_device = known.award, known.device
        self._tells_payments = known.tells_payments
        self._changes = ChangeTeller(
            parts=words["office"]["change_parts"],
            names=self._names,
            sentences=self._words,
            title=known.title,
            level=known.level,
            hand=known.hand,
            paytable=known.paytable,
        )

    def row(self, row: Row) -> str:
        """All that followed from one command. A refusal about a person is told without its reason,
        which may repeat what was noted of him."""
        events = events_of(row.events, seq=row.seq)
        if events and events[0].kind == "command-refused" and is_withheld(row):
            return self._withheld(events[0])
        return " ".join(self.sentence(event) for event in events)

    def sentence(self, event: Event) -> str:
        """One event, and what it did to meters. Of a refused command that is about a person, the
        reason is not told."""
        if isinstance(event, CommandRefused) and is_personal(event.command):
            return self._withheld(event)
        fields = {**self._fields(event), **self._reckoned(event)}
        other = _other_sentence(event, fields)
        text = self._words[other] if other else self._words["kinds"].get(event.kind)
        said = (
            self._plain(event, fields)
            if text is None
            else filled(text, self._whole(event.kind, fields))
        )
        return " ".join([said, *self._noted(event), *self._moved(event)])

    def with_reason(self, event: Any) -> str:
        """One event with the reason for which somebody did it, where its sentence does not say it;
        about a person only for who may know what is noted of him."""
        said, reason = self.sentence(event), self._reasoned(event.reason)
        if reason in said or (is_personal(event.kind) and not self._tells_payments):
            return said
        return f"{said} {self._words['why'].format(reason=reason)}"

    def tokens(self, thing: Thing) -> Iterator[str]:
        """How sentences say a thing. A name that is a number alone would be found in any other."""
        where, which = thing.place
        name = thing.name
        if thing.kind == JACKPOT:
            name = self.title(name)
        elif thing.kind == CHANGE:
            name = change_number(name)
        if thing.kind == METER:
            where, which = self.title(where), self._level(where, which)
        said = self._words["tokens"].get(thing.kind, ["{name}"])
        if thing.kind in self._words["tokens"] or not name.isdecimal():
            number = f"{int(which):,}" if which.isdecimal() else which
            if thing.kind == BADGE and (whole := self._who(name)) != name:
                yield whole
            if thing.kind == DEVICE and (device := self._device(name)) != name:
                yield device
            yield from (each.format(name=name, where=where, which=number) for each in said)

    def value(self, value: Struct) -> str:
        """A value of an event, such as an award, as sentences say it."""
        return self._struct(value)

    def time(self, at_ms: int) -> str:
        """A time on the clock of the house."""
        return local_time(at_ms, self._time_zone)

    def _withheld(self, refused: Event) -> str:
        text: str = self._words["refused_withheld"]
        return filled(text, self._fields(refused))

    def _whole(self, kind: str, fields: Mapping[str, str]) -> dict[str, str]:
        """What a sentence says: a name in place of a badge that is nobody's."""
        unsigned = UNSIGNED.get(kind, {})
        named = {name: fields[name] or self._words[who] for name, who in unsigned.items()}
        return {**fields, **named}

    def _fields(self, event: Event) -> dict[str, str]:
        fields = {
            name: self._value(name, getattr(event, name))
            for name in event.__struct_fields__
            if name not in TOLD_APART
        }
        if "rule" in fields:
            fields["rule"] = citation(fields["rule"])
        if "change" in fields:
            fields["change"] = change_number(fields["change"])
        if (
            event.kind in AT_DEVICE
            and (device := self._device(fields["device"])) != fields["device"]
        ):
            fields |= {"device": device, "table": ""}  # its table is said with it
        if event.kind in OF_BADGES:
            fields["badge"] = self._held(getattr(event, "badge"))  # noqa: B009 of several kinds
        if name := OF_THE_CODE.get(event.kind):
            fields[name] = self._of_the_code(fields[name])
        elif reason := fields.get("reason"):
            fields["reason"] = self._reasoned(reason)
        if fields.get("level") and fields.get("jackpot"):
            fields["level"] = self._level(getattr(event, "jackpot", ""), fields["level"])
        if event.kind == "shuffler-step-taken":
            step = fields["text"]
            fields["text"] = self._letter_steps.get(step, step).removesuffix(".")
        return fields

    def _reckoned(self, event: Event) -> dict[str, str]:
        """What a sentence says that is no field of its event."""
        match event:
            case ChangeRequested() | ChangeApplied():
                told = self._changes.told(event.what, event.before, event.after)
                return {"differences": told, "about": self._about(event.what)}
            case ReleaseNoted():
                return {
                    "release": event.release[:DIGEST_SHOWN],
                    "before": event.before[:DIGEST_SHOWN],
                    "files": f"{len(event.altered):,}",
                }
            case MetersMoved():
                return {"awards": self._paid(event)}
            case MeterAdjusted():
                at = event.won_at
                return {"hand": self.hand(event.jackpot, at.outcome) if at else ""}
            case AccessRefused():
                is_page = "/" in event.tried
                return {"what": event.tried if is_page else self._value("command", event.tried)}
            case SiteOpened() if event.profile in catalog.profile_names():
                return {"profile": self._of_the_code(catalog.profile(event.profile).title)}
            case _:
                return {}

    def _of_the_code(self, text: str) -> str:
        """What the product itself has written, in the language."""
        plain, book = without_notes(text), self._phrasebook
        return place_named(self._names, plain) if book is None else book.value(plain)

    def _about(self, what: Change) -> str:
        """The jackpot or the table that a change is about."""
        if isinstance(what, SetTable | CloseTable):
            return f"{self._words['change_of_table'].format(table=what.table)}"
        return self.title(what.jackpot)

    def _paid(self, event: MetersMoved) -> str:
        """What recorded awards were paid from: a tray's prize moves no meter."""
        moved = {each.award for each in event.movements}
        by_source: dict[str, list[str]] = {}
        for name in event.awards:
            source = "meters" if name in moved else _source(self._award(name))
            by_source.setdefault(source, []).append(name)
        said: Mapping[str, str] = self._words["paid"]
        return "; ".join(
            said[source].format(awards=", ".join(names)) for source, names in by_source.items()
        )

    def _noted(self, event: Event) -> list[str]:
        """What was noted of a payment, and why it was held or released, for who may know it."""
        if not self._tells_payments:
            return []
        match event:
            case PrizePaid():
                form = event.payment.tax_form
                fields = [each for each in TOLD_OF_PAID if each != "tax_form" or form != NO_FORM]
                return list(self._of_payment(event.payment, fields))
            case PayoutStepNoted():
                return list(self._of_payment(event.payment, STEP_FIELDS[event.step]))
            case PaymentHeld() | PaymentReleased():
                return [self._words["why"].format(reason=self._reasoned(event.reason))]
            case _:
                return []

    def _of_payment(self, payment: Payment, fields: Iterable[str]) -> Iterator[str]:
        """Fields of a payment that say something; who was paid is in the vault alone."""
        said: Mapping[str, str] = self._words["payment"]
        for name in fields:
            value = getattr(payment, name)
            if value and name in said:
                text = f"{len(value)}" if name == "group" else self._value(name, value)
                yield said[name].format(text=self._names[NO_FORM] if value == NO_FORM else text)

    def _reasoned(self, reason: str) -> str:
        """A reason as somebody typed it; an offered one in the reader's language, and so the end of
        a change, which the code has written."""
        over = end_said(reason, self._words["change_over"])
        return over or f"{self._reasons.get(reason, reason)}"

    def _who(self, badge: str) -> str:
        """Who did something: by name, with the badge."""
        if badge == UNKNOWN_BADGE:
            return f"{self._words['unknown_badge']}"
        name = self._person(badge)
        said: str = self._words["person"]
        return said.format(name=name, badge=badge) if name else badge

    def _device(self, device: str) -> str:
        """A device of a table by what it is and where; any other by its id."""
        kind, table = self._known_device(device) or ("", "")
        said: Mapping[str, str] = self._words["devices"]
        return said[kind].format(table=table) if kind in said and table else device

    def _held(self, badge: str) -> str:
        """A badge, and whose it is."""
        name = self._person(badge)
        said: str = self._words["held_badge"]
        return said.format(name=name, badge=badge) if name else badge

    def _plain(self, event: Event, fields: Mapping[str, str]) -> str:
        """An event without a sentence of its own: its kind, and its fields by name. Of one that is
        about a person nothing is told but who did it."""
        kind = plain_words(event.kind.replace("-", "_"))
        shown = ("badge", "badges", "by", "award", "cents") if is_personal(event.kind) else fields
        parts = [f"{name.replace('_', ' ')} {fields[name]}" for name in shown if fields.get(name)]
        return f"{kind}: {', '.join(parts)}." if parts else f"{kind}."

    def _value(self, name: str, value: Any) -> str:
        if name in ("jackpot", "into", "jackpots") and isinstance(value, str) and value:
            return self.title(value)
        if name in PEOPLE and isinstance(value, str):
            return self._who(value)
        if name == "game" and isinstance(value, str):
            return catalog.game_title(value)
        if name in self._titles and value in self._titles[name]:
            return f"{self._titles[name][value]}"
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
        if not value and (name in ZERO_IS_NONE or name.endswith("_ms")):
            return ""
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
                word = "mark_shared" if len(value.sharers) > 1 else "mark"
                said = self._words[word].format(
                    spot=self._struct(value.spot),
                    hand=self.hand(value.jackpot, value.outcome),
                    seats=", ".join(map(str, value.sharers)),
                )
            case Award():
                said = self._words["award"].format(
                    award=value.award,
                    seat=value.seat,
                    hand=self.hand(value.jackpot, value.outcome),
                    amount=dollars(value.total_cents),
                )
            case WonAt():
                said = self._words["won_at"].format(
                    table=value.table,
                    round=f"{value.round:,}",
                    spot=self._struct(value.spot),
                )
            case EnvyPay():
                said = self._words["envy"].format(seat=value.seat, amount=dollars(value.cents))
            case Hold():
                said = self._struct(value.mark)
            case CitedNumber() | CitedAmount() | CitedRate():
                said = f"{value_text(value)} ({value.rule})"
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
            word, fields = (
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
            word, fields = (
                "wide_answer",
                {
                    "seq": f"{value.hub_seq:,}",
                    "number": f"{value.number:,}",
                    "standing": self._names.get(value.standing, value.standing),
                },
            )
        elif isinstance(value, LevelRest):
            amount = exact(value.micros + value.reserve_micros)
            level = self._level(value.jackpot, value.level)
            named = {"jackpot": self.title(value.jackpot), "level": level}
            word, fields = "wide_rest", {**named, "amount": amount}
        else:
            made = value.statement if isinstance(value, StatementRow) else value
            collected = exact(sum(sum(each.net_micros) for each in made.sums))
            named = {"number": f"{made.number:,}", "property": made.property}
            word, fields = "wide_statement", {**named, "collected": collected}
        text: str = self._words[word]
        return text.format_map(fields)

    def _moved(self, event: Event) -> list[str]:
        """What it did to each meter, and what that showed then. A meter that pays begins anew with
        its seed: so before and after say more than what it changed by."""
        sentences: list[str] = []
        text: str = self._words["paid_off" if event.kind == "meters-moved" else "moved"]
        for change in changes_of(event):
            if change.meter_micros:
                sign, after = "" if change.meter_micros < 0 else "+", change.after.meter_micros
                fields = {
                    "jackpot": self.title(change.jackpot),
                    "level": self._level(change.jackpot, change.after.level),
                    "change": f"{sign}{exact(change.meter_micros)}",
                    "before": exact(Micros(after - change.meter_micros)),
                }
                shown = dollars(shown_down(after))
                sentences.append(text.format(**fields, after=exact(after), shown=shown))
            if change.top_up_micros:
                word = "topped_up" if change.top_up_micros > 0 else "top_up_back"
                sentences.append(self._words[word].format(amount=exact(abs(change.top_up_micros))))
        return sentences


def _source(award: Award | None) -> str:
    """What an award was paid from that moves no meter now; one of a level was locked at the mark,
    and came off it then."""
    if award is None:
        return "unknown"
    if award.level:
        return "meters"
    return "tray" if award.tray_cents else "house"


def _other_sentence(event: Event, fields: Mapping[str, str]) -> str:
    """The sentence that fits an event better than that of its kind; empty: none."""
    match event.kind:
        case "variance-opened" if getattr(event, "voided_round", 0):
            return "variance_by_void"
        case "counts-recorded" if getattr(event, "is_late", False):
            return "counts_late"
        case "key-turned" if getattr(event, "without_badge", False):
            return "key_put_back"
        case "change-begun" if len(getattr(event, "jackpots", ())) == 1:
            return "change_begun"
        case "meter-adjusted" if fields["hand"]:
            return "won_by_hand"
        case "change-requested" | "change-applied" if fields["differences"]:
            return event.kind.replace("-", "_")
        case "release-noted" if fields["before"]:
            return "release_changed"
        case "site-opened" if fields["reason"]:
            return "site_changed"
        case _:
            return ""
