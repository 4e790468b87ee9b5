"""Reads the exports of properties and their hub: sums of rounds and movements, statements, claims,
grants and decisions, exactly as in the rows (docs/wide.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pitboss.floor.facts import jackpots, rounds
from pitboss.floor.facts.awards import WideAwardRecorded
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import Contribution, Movement
from pitboss.floor.state.signatures import need_signature
from pitboss.journal import EMPTY, Last, Row
from pitboss.journal.chain import check_row
from pitboss.journal.codec import command_of, events_of
from pitboss.refusal import Refusal, Told, say
from pitboss.wide.facts import lost_rows, remittances, sharing
from pitboss.wide.granted_twice import granted_twice
from pitboss.wide.signing import answer_bytes, statement_bytes
from pitboss.wide.state import FOUND, JOINED

LevelPlace = tuple[str, str]  # jackpot and level


@dataclass(slots=True)
class PropertyBook:
    """What the rows of a property say."""

    name: str = ""
    hub_key: str = ""
    hashes: dict[int, str] = field(default_factory=dict)
    wide: set[str] = field(default_factory=set)
    given: Counter[LevelPlace] = field(default_factory=Counter)
    taken: Counter[LevelPlace] = field(default_factory=Counter)
    made: dict[int, sharing.Statement] = field(default_factory=dict)  # by row
    claims: set[str] = field(default_factory=set)
    recorded: dict[str, tuple[int, ...]] = field(default_factory=dict)
    granted: dict[str, tuple[sharing.Grant, int, str]] = field(
        default_factory=dict
    )  # signed; hub's row
    answered: int = 0  # the last statement the hub says it has
    answers: list[tuple[int, str]] = field(default_factory=list)  # rows of the hub
    rests: Counter[LevelPlace] = field(default_factory=Counter)
    rests_of: int = 0  # the statement that lacked the last of them
    forgotten: list[tuple[int, str]] = field(
        default_factory=list
    )  # the same, for a hub restored since
    remitted: dict[str, int] = field(default_factory=dict)  # cents to the hub, by reference
    hub_fork: str = ""  # a restored hub: FOUND, then JOINED once it is joined again


@dataclass(slots=True)
class HubBook:
    """What the rows of a hub say."""

    hashes: dict[int, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    posted: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    forks: dict[str, sharing.ForkDecided] = field(default_factory=dict)  # the last of each property
    undecided: dict[str, sharing.ForkFound] = field(default_factory=dict)  # the same
    agreed: set[str] = field(default_factory=set)  # those whose decision waits for the others
    held: dict[str, sharing.StatementHeld] = field(default_factory=dict)  # even if refused
    refused: dict[str, str] = field(default_factory=dict)  # why
    before_decided: dict[str, int] = field(default_factory=dict)  # statements up to then
    stated: list[sharing.StatementRow] = field(default_factory=list)
    moved: list[dict[LevelPlace, int]] = field(default_factory=list)  # by each of them, in micros
    grants: list[sharing.Grant] = field(default_factory=list)
    renamed: set[tuple[str, str]] = field(default_factory=set)  # claims that were made again
    before_fork: dict[str, int] = field(default_factory=dict)  # grants before a property lost rows
    told: set[tuple[str, str]] = field(default_factory=set)  # told as lost: property and claim
    remitted: dict[tuple[str, str], int] = field(default_factory=dict)  # cents from a property


def rows_of(lines: Iterable[str], *, where: str) -> Iterator[Row]:
    """The rows of an export, each proven to follow the one before."""
    after = EMPTY
    for line in lines:
        try:
            fields = json.loads(line)
            first = fields.pop("previous_hash")
            row = Row(**fields)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Refusal(
                "EXPORT_UNREADABLE", "line_no_row", where=where, seq=after.seq + 1
            ) from None
        if after == EMPTY and row.seq > 1:
            after = Last(row.seq - 1, first)
        check_row(row, after=after)
        after = Last(row.seq, row.hash)
        yield row


def read_export(name: str, rows: Iterable[Row], found: list[Told]) -> tuple[HubBook, PropertyBook]:
    """What a journal says, as a hub and as a property; contradictions are added to `found`."""
    hub, book = HubBook(), PropertyBook()
    for row in rows:
        hub.hashes[row.seq] = book.hashes[row.seq] = row.hash
        events = events_of(row.events, seq=row.seq)
        found += granted_twice(events)
        for event in events:
            _note_collected(book, event)
            _note_property(book, row, event, found)
            _note_hub(hub, event)
            _note_remittance(hub, book, event)
        _check_signature(name, hub, book, row, found)
    return hub, book


def _note_collected(book: PropertyBook, event: Event) -> None:
    match event:
        case jackpots.JackpotOpened() if event.terms.wide:
            book.wide.add(event.jackpot)
        case rounds.RoundStarted():
            _add(book, book.given, event.contributions, 1)
        case rounds.RoundVoided():
            _add(book, book.taken, event.movements, -1)
        case lost_rows.RestsRecorded():
            _add(book, book.rests, event.movements, 1)
            book.rests_of = event.number


def _note_property(book: PropertyBook, row: Row, event: Event, found: list[Told]) -> None:
    match event:
        case sharing.HubJoined():
            book.name, book.hub_key = event.property, event.key
            book.hub_fork = JOINED if book.hub_fork else ""
        case sharing.StatementMade():
            _note_statement(book, row, event.statement, found)
        case sharing.AnswerTaken():
            _note_answer(book, event.answer)
        case sharing.HubForkFound():
            book.hub_fork = FOUND
            book.forgotten += book.answers
            book.answers.clear()
        case lost_rows.GrantTakenOver():
            book.claims.add(event.grant.claim)
        case WideAwardRecorded():
            if event.claim in book.recorded:
                found.append(_differs("recorded_twice", book.name, claim=event.claim))
            book.recorded[event.claim] = tuple(award.meter_cents for award in event.awards)


def _differs(case: str, property_name: str, **values: object) -> Told:
    return say("JOURNALS_DIFFER", case, property=property_name, **values)


def _note_answer(book: PropertyBook, answer: sharing.HubAnswer) -> None:
    """An answer about a fork that nobody has decided about acknowledges no statement."""
    book.answers.append((answer.hub_seq, answer.hub_hash))
    book.hub_fork = ""
    if answer.standing != sharing.FORKED:
        book.answered = max(book.answered, answer.number)


def _note_statement(
    book: PropertyBook, row: Row, statement: sharing.Statement, found: list[Told]
) -> None:
    """A statement reports what the rounds before it gave, with what is known about lost rows."""
    book.made[row.seq] = statement
    book.claims |= {claim.claim for claim in statement.claims}
    for each in statement.sums:
        place = (each.jackpot, each.level)
        given = each.given_micros + each.given_reserve_micros
        taken = each.taken_micros + each.taken_reserve_micros
        due = (book.given[place] + book.rests[place], book.taken[place])
        if (given, taken) != due:
            named = {"seq": row.seq, "jackpot": each.jackpot, "level": each.level}
            found.append(_differs("stated", book.name, **named, stated=(given, taken), due=due))


def _add(
    book: PropertyBook,
    sums: Counter[LevelPlace],
    moves: Iterable[Contribution | Movement],
    sign: int,
) -> None:
    for each in moves:
        if each.jackpot in book.wide:
            micros = each.meter_micros + each.reserve_micros + each.overflow_micros
            sums[each.jackpot, each.after.level] += sign * micros


def _note_hub(hub: HubBook, event: Event) -> None:
    match event:
        case sharing.PropertyAdmitted():
            hub.keys[event.property] = event.key
        case sharing.StatementPosted():
            name = event.stated.statement.property
            hub.stated.append(event.stated)
            hub.moved.append(dict(posted_by(event)))
            for place, micros in hub.moved[-1].items():
                hub.posted[name, *place] += micros
        case sharing.ClaimGranted():
            hub.grants.append(event.grant)
        case lost_rows.ClaimRepeated():
            again, before = event.grant, (event.grant.property, event.before)
            hub.grants = [
                again if (each.property, each.claim) == before else each for each in hub.grants
            ]
            if again.claim != event.before:
                hub.renamed.add(before)
        case _:
            _note_held(hub, event)
            _note_fork(hub, event)


def _note_held(hub: HubBook, event: Event) -> None:
    match event:
        case sharing.StatementHeld():
            hub.held[event.stated.statement.property] = event
        case sharing.StatementRefused():
            hub.refused[event.property] = event.reason
        case sharing.StatementReleased() | lost_rows.PropertyGivenUp():
            hub.held.pop(event.property, None)
            hub.refused.pop(event.property, None)


def _note_fork(hub: HubBook, event: Event) -> None:
    match event:
        case sharing.ForkFound():
            hub.undecided[event.stated.statement.property] = event
            hub.agreed.discard(event.stated.statement.property)
        case sharing.ForkAgreed():
            hub.agreed.add(event.property)
        case sharing.ForkDecided():
            _note_decision(hub, event)
        case lost_rows.PropertyGivenUp():
            hub.undecided.pop(event.property, None)
            hub.agreed.discard(event.property)


def _note_decision(hub: HubBook, event: sharing.ForkDecided) -> None:
    name = event.stated.statement.property
    for waiting in (hub.undecided, hub.held, hub.refused):
        waiting.pop(name, None)
    hub.agreed.discard(name)
    hub.forks[name] = event
    hub.before_decided[name] = len(hub.stated)
    hub.told |= {(name, grant.claim) for grant in event.lost_grants}
    if event.stated.statement.restored or not event.posts_difference:
        hub.before_fork[name] = len(hub.grants)


def posted_by(event: sharing.StatementPosted) -> Iterator[tuple[LevelPlace, int]]:
    """What a statement has posted, for each level as stated: a retired jackpot's money is on
    another meter."""
    own = [(move.jackpot, move.after.level) for move in event.movements]
    for place, move in zip(event.stated_as or own, event.movements, strict=True):
        micros = move.meter_micros + move.reserve_micros + move.overflow_micros
        yield place, micros - move.house_micros


def _note_remittance(hub: HubBook, book: PropertyBook, event: Event) -> None:
    """What one end sends, the other must receive, under the same reference."""
    if isinstance(event, remittances.RemittanceRecorded):
        cents = event.cents if event.direction == remittances.SENT else -event.cents
        book.remitted[event.reference] = cents
        hub.remitted[event.party, event.reference] = -cents
    elif isinstance(event, remittances.RemittanceVoided):
        del book.remitted[event.reference]
        del hub.remitted[event.party, event.reference]


def _check_signature(
    name: str, hub: HubBook, book: PropertyBook, row: Row, found: list[Told]
) -> None:
    """Check that the other end signed what was accepted, and a restored hub itself what it was
    shown."""
    if '"kind":"take-' not in row.asked or '"kind":"command-refused"' in row.events:
        return
    command = command_of(row.asked, seq=row.seq)
    try:
        if isinstance(command, sharing.TakeStatement):
            key = hub.keys.get(command.stated.statement.property, "")
            data = statement_bytes(command.stated, command.heard, command.asked_ms)
            need_signature(key, command.signature, data, where=name)
        elif isinstance(command, sharing.TakeAnswer):
            data = answer_bytes(command.answer)
            need_signature(book.hub_key, command.signature, data, where=name)
            answered = (command.answer.hub_seq, command.answer.hub_hash)
            book.granted |= {grant.claim: (grant, *answered) for grant in command.answer.grants}
        for own_key, each in _shown(command, row):
            need_signature(own_key, each.signature, answer_bytes(each.answer), where=name)
    except Refusal:
        found.append(_differs("not_signed", name, seq=row.seq))


def _shown(command: Command, row: Row) -> Iterator[tuple[str, sharing.ShownAnswer]]:
    """The hub's own answers that it was shown after a restore and believed, and its key."""
    if isinstance(command, sharing.TakeShownGrants):
        for each in command.answers:
            yield command.own_key, each
    elif isinstance(command, sharing.TakeStatement) and command.proof is not None:
        for event in events_of(row.events, seq=row.seq):
            if isinstance(event, sharing.ForkFound) and event.lost is not None:
                yield command.own_key, command.proof
