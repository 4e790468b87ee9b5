"""The teller of the record: says in a language when an event happened, what happened, and what it
names. Every page that shows entries shows a selection of its sentences.

The kind of event picks the sentence, and a value's class picks its words. The meaning of a field
(`floor/facts/meanings.py`) says how to show it and which thing it names. Notes on a payment are
shown inside the house only (see `withheld`); the person who was paid, nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.books import Books
from pitboss.books import things as of
from pitboss.books.history import LevelMovement, changes_of
from pitboss.books.things import Thing, inside, things_of
from pitboss.evidence.differences import ChangeTeller
from pitboss.evidence.filling import Piece, Pieces, exact, fill_pieces, join_pieces, text_of
from pitboss.evidence.known_names import KnownNames, names_in_books, with_titles
from pitboss.floor import extension
from pitboss.floor.facts import awards, changes, jackpots, payments, people, rounds
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.meanings import Meaning, meanings_of
from pitboss.floor.facts.values import STEP_FIELDS, Award, Hold, Mark, Payment, Spot
from pitboss.floor.state.changes import change_number
from pitboss.floor.state.floor import AwardState
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.journal.withheld import is_personal, is_withheld
from pitboss.local_time import local_time
from pitboss.money import Micros, dollars
from pitboss.notation import names_in, translate
from pitboss.refusal import Told
from pitboss.reports.citing import cite
from pitboss.reports.source import SiteFacts, prize_text
from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedAmount, CitedNumber, CitedRate, value_text
from pitboss.words.sentences import joins_in

# Things with a page of their own, in the order a page names them.
STORIED = (
    of.AWARD, of.ROUND, of.TABLE, of.SEAT, of.METER, of.JACKPOT, of.BADGE, of.DEVICE, of.CHANGE,
    of.PAPER,
)  # fmt: skip
COUNTED_AT_TABLE = {"round": of.ROUND, "seat": of.SEAT}
NO_FORM, DIGEST_SHOWN = "none", 16
TOLD_OF_PAID = ("identical_seats", "method", "check_number", "group_checks", "tax_form", "seal")
NOTHING_KNOWN: Set[Thing] = frozenset()
# What to say about values instead of a field, or in addition.
RECKONED: Mapping[type[Struct], Callable[[Any], dict[str, Any]]] = {
    Spot: lambda spot: {"sensor": spot.sensor if spot.sensor > 1 else 0},
    Mark: lambda mark: {"sharers": mark.sharers if len(mark.sharers) > 1 else ()},
}


class ToldEntry(NamedTuple):
    """An entry in sentences; `also` is what it names and they don't say."""

    seq: int
    at_ms: int
    pieces: Pieces
    also: tuple[Thing, ...]

    @property
    def sentence(self) -> str:
        return text_of(self.pieces)


class Teller:
    """Describes events in a language."""

    def __init__(self, words: Mapping[str, Any], *, time_zone: str, known: KnownNames) -> None:
        self._words, self._all_words = words["sentences"], words
        self._known, self._time_zone = known, time_zone
        self._names = names_in(words)
        self._changes = ChangeTeller(words, known)
        office, reasons = words["office"], words["offered"]
        steps = words["why"]["steps"]
        # Names that are shown in their own way everywhere.
        self._called: Mapping[str, Callable[[str], str]] = {
            "game": catalog.game_title,
            "profile": self._profile,
            "rule": cite,
            "standing": self._coded_text,
            "reason": lambda text: reasons.get(text, text),
            "step": lambda text: office["payout"]["step"].get(text, text),
            "report": lambda text: office["reports"]["titles"].get(text) or self._coded_text(text),
            "figure": lambda text: office["rules"]["names"].get(text, text),
            "text": lambda text: steps.get(text, text).removesuffix("."),
            "tax_form": lambda text: self._names[NO_FORM] if text == NO_FORM else text,
            "property": known.property,
            "party": known.property,
        }

    def row(self, row: Row) -> ToldEntry:
        """Everything that followed from one command. A refusal about a person comes without its
        reason, which may repeat notes about him."""
        events = events_of(row.events, seq=row.seq)
        refused = events[0] if events else None
        if isinstance(refused, CommandRefused) and is_withheld(row):
            return self._entry(row.seq, row.at_ms, events, self._withheld(refused))
        return self.entry(row.seq, row.at_ms, events)

    def entry(self, seq: int, at_ms: int, events: Iterable[Event]) -> ToldEntry:
        """Events of one row, and what each did to meters."""
        events, said, told = list(events), list[Pieces](), NOTHING_KNOWN
        for event in events:
            place = _place_of(event)
            said += (self.tell(event, place if place <= told else NOTHING_KNOWN),)
            said += self.details(event)
            told |= place
        return self._entry(seq, at_ms, events, join_pieces(said, " "))

    def tell(self, event: Event, implied: Set[Thing] = NOTHING_KNOWN) -> Pieces:
        """One event in a sentence that doesn't repeat the page's subject. If a refused command is
        about a person, its reason is left out."""
        if isinstance(event, CommandRefused) and is_personal(event.command):
            return self._withheld(event)
        text: str = self._words["kinds"][event.kind]
        first, *others = self._fill(text, event, implied=implied)
        if text.startswith("[") and not first.thing:
            first = Piece(first.text[:1].upper() + first.text[1:])
        return first, *others

    def details(self, event: Event) -> Iterator[Pieces]:
        """Notes on a payment, for people who may read them, and what an event did to meters."""
        if self._known.tells_payments:
            yield self._tell_noted(event)
        # A meter that pays restarts at its seed: before and after say more than the change.
        word = "paid_off" if isinstance(event, awards.MetersMoved) else "moved"
        for change in changes_of(event):
            yield from self._tell_moved(self._words[word], change)

    def tell_text(self, event: Event) -> str:
        """Everything about one event, as a text."""
        return self.entry(0, 0, (event,)).sentence

    def value(self, value: Struct) -> str:
        """A value of an event, such as an award, in words."""
        return text_of(self._struct(value, ""))

    def found_by(self, value: Struct, *, is_number: bool) -> Iterator[str]:
        """What finds an event or an award, in words; a void also as consoles call it."""
        if isinstance(value, rounds.RoundVoided):
            yield self._all_words["console"]["more"]["misdeal"]
        for name in search_fields(type(value), is_number=is_number):
            found, meanings = getattr(value, name), meanings_of(type(value))[name]
            if isinstance(found, Payment):
                has_form = not is_number and found.tax_form != NO_FORM
                shown = ("tax_form", "seal") if has_form else ("seal",)
                yield text_of(self._of_payment(found, shown))
            else:
                yield text_of(self._value(name, "", found, meanings, value, ""))

    def time(self, at_ms: int) -> str:
        """A time on the house's clock."""
        return local_time(at_ms, self._time_zone)

    def who(self, badge: str) -> str:
        """Who did something: name and badge."""
        if badge == people.UNKNOWN_BADGE:
            return f"{self._words['unknown_badge']}"
        return self._badge("person", badge)

    # ---- a sentence ---------------------------------------------------------------------------

    def _entry(self, seq: int, at_ms: int, events: Iterable[Event], said: Pieces) -> ToldEntry:
        named = {thing for event in events for thing in _named_in(event) if thing.kind in STORIED}
        # Seats that were lit at START have no entry there.
        said = tuple(each if each.thing in named else Piece(each.text) for each in said)
        told = {piece.thing for piece in said}
        # Each meter names its jackpot.
        told |= {Thing(of.JACKPOT, each.place[0]) for each in named if each.kind == of.METER}
        return ToldEntry(seq, at_ms, said, tuple(sorted(named - told, key=in_order)))

    def _withheld(self, refused: CommandRefused) -> Pieces:
        return self._fill(self._words["refused_withheld"], refused)

    def _fill(
        self,
        text: str,
        value: Struct,
        at: str = "",
        *,
        implied: Set[Thing] = NOTHING_KNOWN,
        omitted: Set[str] = frozenset(),
    ) -> Pieces:
        """A text with the fields of a value; `at` is the table it all concerns."""
        own, meanings = self._own(value), meanings_of(type(value))
        at = getattr(value, "table", "") or at

        def field(name: str, how: str) -> Pieces:
            found = own[name] if name in own else getattr(value, name)
            is_inside = how == "inside" and not self._known.tells_payments
            is_told_apart = how == "apart" and self._device(getattr(value, "device", "")) != ""
            if name in omitted or is_inside or is_told_apart:
                return ()
            said = self._value(name, how, found, meanings.get(name, frozenset()), value, at)
            return () if said and said[0].thing in implied else said

        return fill_pieces(text, field, self._words["nouns"])

    def _own(self, value: Any) -> dict[str, Any]:
        """What to say about a value beyond its fields, or instead of one."""
        own: dict[str, Any] = {}
        if reckon := RECKONED.get(type(value)):
            own |= reckon(value)
        own |= extension.here().reckoned(value)
        if told := getattr(value, "told", None):  # what the system itself found
            own["reason"] = told
        match value:
            case changes.ChangeRequested() | changes.ChangeApplied():
                own["differences"] = self._changes.describe_within(
                    value.what, value.before, value.after
                )
                own["about"] = self._about(value.what)
            case awards.MetersMoved():
                own["awards"] = self._tell_paid(value)
            case jackpots.MeterAdjusted(won_at=at):
                own["hand"] = self._known.hand(value.jackpot, at.outcome) if at else ""
            case people.PersonSignedOn(device=people.TRAINING):
                own["device"] = ""
            case people.AccessRefused():
                own["what"] = value.tried if "/" in value.tried else self._coded_text(value.tried)
        return own

    def _about(self, what: Any) -> Pieces:
        """The jackpot or table of a change."""
        if table := getattr(what, "table", ""):
            text = self._words["change_of_table"].format(table=table)
            return (Piece(text, Thing(of.TABLE, table)),)
        return (Piece(self._known.title(what.jackpot), Thing(of.JACKPOT, what.jackpot)),)

    def _tell_paid(self, event: awards.MetersMoved) -> Pieces:
        """What recorded awards were paid from: a tray prize moves no meter."""
        moved = {each.award for each in event.movements}
        by_source: dict[str, list[Pieces]] = {}
        for name in event.awards:
            source = "meters" if name in moved else _source(self._known.award(name))
            by_source.setdefault(source, []).append(
                (Piece(self._award(name), Thing(of.AWARD, name)),)
            )
        return join_pieces(
            (
                self._tell_text(self._words["paid"][source], awards=join_pieces(names))
                for source, names in by_source.items()
            ),
            "; ",
        )

    def _tell_text(self, text: str, **values: Pieces | str) -> Pieces:
        """A text with values that are already in words."""

        def value(name: str, _how: str) -> Pieces:
            found = values[name]
            return (Piece(found),) if isinstance(found, str) else found

        return fill_pieces(text, value, {})

    def _tell_noted(self, event: Event) -> Pieces:
        match event:
            case payments.PrizePaid():
                form = event.payment.tax_form
                shown = [each for each in TOLD_OF_PAID if each != "tax_form" or form != NO_FORM]
                return self._of_payment(event.payment, shown)
            case payments.PayoutStepNoted():
                return self._of_payment(event.payment, STEP_FIELDS[event.step])
            case _:
                return ()

    def _of_payment(self, payment: Payment, shown: Iterable[str]) -> Pieces:
        """Fields of a payment that say something; who was paid is only in the vault."""
        told = {each for each in shown if getattr(payment, each)}
        omitted = set(Payment.__struct_fields__) - told
        said = self._fill(self._words["values"]["Payment"], payment, omitted=omitted)
        return (Piece(said[0].text.lstrip()), *said[1:]) if said else ()

    def _tell_moved(self, text: str, change: LevelMovement) -> Iterator[Pieces]:
        """What an event did to a meter, and what the meter showed then."""
        if change.meter_micros:
            jackpot, level, after = change.jackpot, change.after.level, change.after.meter_micros
            called = self._words["meter"].format(meter=self._known.meter(jackpot, level))
            sign = "" if change.meter_micros < 0 else "+"
            yield self._tell_text(
                text,
                meter=(Piece(called, inside(of.METER, jackpot, level)),),
                change=f"{sign}{exact(change.meter_micros)}",
                before=exact(Micros(after - change.meter_micros)),
                after=exact(after),
            )
        if change.top_up_micros:
            word = "topped_up" if change.top_up_micros > 0 else "top_up_back"
            yield self._tell_text(self._words[word], amount=exact(abs(change.top_up_micros)))

    # ---- a value ------------------------------------------------------------------------------

    def _value(
        self, name: str, how: str, value: Any, meanings: Set[Meaning], around: Struct, at: str
    ) -> Pieces:
        match value:
            case None | "" | ():
                return ()
            case str():
                return self._text(name, how, value, meanings, around)
            case bool():
                return (Piece(self._words["yes" if value else "no"]),) if value or not how else ()
            case int():
                return self._number(name, value, at)
            case (Piece(), *_):
                return tuple(value)
            case tuple() if how == "count":
                return (Piece(f"{len(value):,}"),)
            case tuple():
                told = [self._value(name, how, each, meanings, around, at) for each in value]
                return self._people(told) if Meaning.BADGE in meanings else join_pieces(told)
            case Told():
                titled = with_titles(value, self._known.property)
                return (Piece(titled.reason_in(self._all_words)),)
            case _:
                return self._struct(value, at)

    def _text(self, name: str, how: str, text: str, meanings: Set[Meaning], around: Any) -> Pieces:
        kind = next((each.value for each in meanings if each.value in STORIED), "")
        thing = Thing(kind, text) if kind else None
        jackpot: str = getattr(around, "jackpot", "")
        if Meaning.JACKPOT in meanings:
            text = self._known.title(text)
        elif Meaning.BADGE in meanings:
            text = self._badge("held_badge", text) if how == "held" else self.who(text)
        elif Meaning.AWARD in meanings:
            text = self._award(text)
        elif Meaning.CHANGE in meanings:
            text = change_number(text)
        elif Meaning.DEVICE in meanings:
            text = text if how == "id" else self._device(text) or text
        elif name == "level" and jackpot:
            text, thing = self._known.level(jackpot, text), inside(of.METER, jackpot, text)
        elif name == "outcome" and jackpot:
            text = self._known.hand(jackpot, text)
            thing = Thing(of.AWARD, around.award) if isinstance(around, Award) else None
        elif name in self._called:
            text = self._called[name](text)
        elif Meaning.CODED in meanings:
            text = self._coded_text(text)
        return (Piece(text[:DIGEST_SHOWN] if how == "short" else text, thing),) if text else ()

    def _number(self, name: str, value: int, at: str) -> Pieces:
        if name.endswith("_ms"):
            return (Piece(self.time(value)),) if value else ()
        if name == "cents" or name.endswith("_cents"):
            return (Piece(dollars(value)),)
        if name.endswith("_micros"):
            return (Piece(exact(value)),)
        kind = COUNTED_AT_TABLE.get(name)
        return (Piece(f"{value:,}", inside(kind, at, value) if kind and at and value else None),)

    def _struct(self, value: Any, at: str) -> Pieces:
        match value:
            case CitedNumber() | CitedAmount() | CitedRate():
                return (Piece(f"{value_text(value)} ({value.rule})"),)
            case Hold():
                return self._struct(value.mark, at)
            case _:  # terms, standings and readings have no words: see the row itself
                told = extension.here().told_as(value)
                text: str = self._words["values"].get(type(told).__name__, "")
                return self._fill(text, told, at)

    def _coded_text(self, text: str) -> str:
        code = text.replace("-", "_").replace(" ", "_")
        return self._names.get(code) or code.replace("_", " ")

    def _badge(self, word: str, badge: str) -> str:
        """A badge and its owner, in one of two orders."""
        name = self._known.person(badge)
        said: str = self._words[word]
        return said.format(name=name, badge=badge) if name else badge

    def _people(self, told: Sequence[Pieces]) -> Pieces:
        """Several people, the last one after "and"."""
        *others, last = [each for each in told if each] or [()]
        if not others:
            return last
        word = joins_in(self._all_words)["and"].before(text_of(last))
        return (*join_pieces(others), Piece(f" {word} "), *last)

    def _award(self, name: str) -> str:
        """A prize as people call it; its number if the books don't have it."""
        found = self._known.award(name)
        if found is None:
            return name
        hand = self._known.hand(found.award.jackpot, found.award.outcome)
        return prize_text(self._all_words["win"]["called"], hand, found.table, found.award.seat)

    def _device(self, device: str) -> str:
        """A table's device by kind and place; empty for any other."""
        kind, table = self._known.device(device) or ("", "")
        said: Mapping[str, str] = self._words["devices"]
        return said[kind].format(table=table) if kind in said and table else ""

    def _profile(self, name: str) -> str:
        if name not in catalog.profile_names():
            return name
        return translate(catalog.profile(name).title, self._all_words["told"])


def teller_of(books: Books, site: SiteFacts, words: Mapping[str, Any]) -> Teller:
    return Teller(words, time_zone=site.time_zone, known=names_in_books(books, site))


@cache
def search_fields(kind: type[Struct], *, is_number: bool) -> tuple[str, ...]:
    """The fields that a search covers: typed text, a hand, a ground, a payment, a property; for a
    number alone, references. Names and cameras have their own search."""
    wanted = {Meaning.NUMBERED} if is_number else {Meaning.NUMBERED, Meaning.TYPED}
    named = ("payment",) if is_number else ("payment", "outcome", "ground", "property", "party")
    return tuple(
        name
        for name, meanings in meanings_of(kind).items()
        if name not in ("name", "camera") and (name in named or meanings & wanted)
    )


def in_order(thing: Thing) -> tuple[int, str]:
    """Sort key of things, in the order pages name them."""
    return STORIED.index(thing.kind), thing.name


def _named_in(event: Event) -> set[Thing]:
    """Everything an event names, and every meter it moved."""
    moved = {inside(of.METER, each.jackpot, each.after.level) for each in changes_of(event)}
    return things_of(event) | moved


def _place_of(event: Event) -> Set[Thing]:
    """The table and the round of an event: an entry says them once."""
    table, number = getattr(event, "table", ""), getattr(event, "round", 0)
    found = {Thing(of.TABLE, table)} if table else set()
    return found | {inside(of.ROUND, table, number)} if table and number else found


def _source(found: AwardState | None) -> str:
    """What an award was paid from if it moves no meter now. A level's award was locked at the mark
    and came off the meter then."""
    if found is None:
        return "unknown"
    if found.award.level:
        return "meters"
    return "tray" if found.award.tray_cents else "house"
