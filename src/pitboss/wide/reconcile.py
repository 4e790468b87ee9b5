"""Proves the journals of properties and of their hub against each other, from their exports.

It folds nothing and trusts no sum that a row tells: what was collected is added up from rounds,
what was posted from movements. Every statement that the hub has must be a row of the property with
the hash that was signed, every answer that a property has a row of the hub, every claim must be
granted once, and every grant recorded once (docs/wide.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from msgspec.structs import replace

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.jackpots import JackpotOpened
from pitboss.floor.facts.remittances import SENT, RemittanceRecorded, RemittanceVoided
from pitboss.floor.facts.rounds import RoundStarted, RoundVoided
from pitboss.floor.facts.values import Contribution, Movement
from pitboss.floor.facts.wide import (
    AnswerTaken,
    ClaimGranted,
    ForkDecided,
    ForkFound,
    Grant,
    HubForkFound,
    HubJoined,
    PropertyAdmitted,
    ShownAnswer,
    Statement,
    StatementMade,
    StatementPosted,
    StatementRow,
    TakeAnswer,
    TakeShownGrants,
    TakeStatement,
    WideAwardRecorded,
    each_cents,
)
from pitboss.floor.facts.wide_lost import ClaimRepeated, GrantTakenOver, RestsRecorded
from pitboss.floor.signatures import answer_bytes, need_signature, statement_bytes
from pitboss.journal import EMPTY, Last, Row
from pitboss.journal.chain import check_row
from pitboss.journal.codec import command_of, events_of
from pitboss.refusal import Refusal
from pitboss.wide.granted_twice import granted_twice

_Place = tuple[str, str]  # jackpot and level


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What journals say together: per property and level what was collected and what the hub
    posted, every difference in words, and what looks like one and two people have decided about
    (`explained`). `under_way` is collected and not yet posted; `rests` is what a property has
    learned of rows that it has lost, when two people decided about a fork. `remittances` are cents
    per property, to the hub above zero: as it has recorded them, as the hub has, and under way."""

    levels: tuple[tuple[str, str, str, int, int, int, int], ...]
    remittances: tuple[tuple[str, int, int, int], ...]
    claims: int
    granted: int
    recorded: int
    differences: tuple[str, ...]
    explained: tuple[str, ...]


@dataclass(slots=True)
class PropertyBook:
    """What the rows of a property say."""

    name: str = ""
    hub_key: str = ""
    hashes: dict[int, str] = field(default_factory=dict)
    wide: set[str] = field(default_factory=set)
    given: Counter[_Place] = field(default_factory=Counter)
    taken: Counter[_Place] = field(default_factory=Counter)
    made: dict[int, Statement] = field(default_factory=dict)  # by row
    claims: set[str] = field(default_factory=set)
    recorded: dict[str, tuple[int, ...]] = field(default_factory=dict)
    answers: list[tuple[int, str]] = field(default_factory=list)  # rows of the hub
    rests: Counter[_Place] = field(default_factory=Counter)
    rests_of: int = 0  # the statement that lacked the last of them
    forgotten: list[tuple[int, str]] = field(
        default_factory=list
    )  # the same, of a hub restored since
    remitted: dict[str, int] = field(default_factory=dict)  # cents to the hub, by reference


@dataclass(slots=True)
class HubBook:
    """What the rows of a hub say."""

    hashes: dict[int, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    posted: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    forks: dict[str, ForkDecided] = field(default_factory=dict)  # the last of each property
    before_decided: dict[str, int] = field(default_factory=dict)  # statements until then
    stated: list[StatementRow] = field(default_factory=list)
    grants: list[Grant] = field(default_factory=list)
    renamed: set[tuple[str, str]] = field(default_factory=set)  # claims that were made again
    before_fork: dict[str, int] = field(default_factory=dict)  # grants until a property lost rows
    told: set[tuple[str, str]] = field(default_factory=set)  # as lost: property and claim
    remitted: dict[tuple[str, str], int] = field(default_factory=dict)  # cents from a property


def rows_of(lines: Iterable[str], *, where: str) -> Iterator[Row]:
    """The rows of an export, each proven to follow the one before."""
    after = EMPTY
    for line in lines:
        try:
            told = json.loads(line)
            first = told.pop("previous_hash")
            row = Row(**told)
        except (ValueError, TypeError, KeyError, AttributeError):
            reason = f"line {after.seq + 1} is no row; give the output of pitboss export"
            raise Refusal("EXPORT_UNREADABLE", where=where, reason=reason) from None
        if after == EMPTY and row.seq > 1:
            after = Last(row.seq - 1, first)
        check_row(row, after=after)
        after = Last(row.seq, row.hash)
        yield row


def reconcile(exports: Sequence[tuple[str, Iterable[Row]]]) -> Reconciled:
    """Read every export, and compare the properties with the hub."""
    hubs: list[HubBook] = []
    properties: list[PropertyBook] = []
    differences: list[str] = []
    for name, rows in exports:
        hub, book = _read(name, rows, differences)
        if hub.keys:
            hubs.append(hub)
        elif any(book.name == other.name for other in properties):
            differences.append(f"{book.name}: it was given twice; {name} is not counted")
        elif book.name:
            properties.append(book)
        else:
            reason = "it is neither a hub nor a property of one"
            raise Refusal("EXPORT_UNREADABLE", where=name, reason=reason)
    if len(hubs) != 1 or not properties:
        reason = f"{len(hubs)} hubs and {len(properties)} properties; give one hub and its own"
        raise Refusal("EXPORT_UNREADABLE", where="journals", reason=reason)
    differences += _not_given(hubs[0], {book.name for book in properties})
    for book in properties:
        differences += _differences(hubs[0], book)
    return Reconciled(
        levels=tuple(line for book in properties for line in _levels(hubs[0], book)),
        remittances=tuple(_remittances(hubs[0], book) for book in properties),
        claims=sum(len(book.claims) for book in properties),
        granted=len(hubs[0].grants),
        recorded=sum(len(book.recorded) for book in properties),
        differences=tuple(differences),
        explained=tuple(each for book in properties for each in _explained(hubs[0], book)),
    )


# ---- what rows say ------------------------------------------------------------------------------


def _read(name: str, rows: Iterable[Row], found: list[str]) -> tuple[HubBook, PropertyBook]:
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
        case JackpotOpened() if event.terms.wide:
            book.wide.add(event.jackpot)
        case RoundStarted():
            _add(book, book.given, event.contributions, 1)
        case RoundVoided():
            _add(book, book.taken, event.movements, -1)
        case RestsRecorded():
            _add(book, book.rests, event.movements, 1)
            book.rests_of = event.number


def _note_property(book: PropertyBook, row: Row, event: Event, found: list[str]) -> None:
    match event:
        case HubJoined():
            book.name, book.hub_key = event.property, event.key
        case StatementMade():
            _note_statement(book, row, event.statement, found)
        case AnswerTaken():
            book.answers.append((event.answer.hub_seq, event.answer.hub_hash))
        case HubForkFound():
            book.forgotten += book.answers
            book.answers.clear()
        case GrantTakenOver():
            book.claims.add(event.grant.claim)
        case WideAwardRecorded():
            if event.claim in book.recorded:
                found.append(f"{book.name}: claim {event.claim} is recorded twice")
            book.recorded[event.claim] = tuple(award.meter_cents for award in event.awards)


def _note_statement(book: PropertyBook, row: Row, statement: Statement, found: list[str]) -> None:
    """A statement says what the rounds before it gave, with what is known of rows that are
    lost."""
    book.made[row.seq] = statement
    book.claims |= {claim.claim for claim in statement.claims}
    for each in statement.sums:
        place = (each.jackpot, each.level)
        given = each.given_micros + each.given_reserve_micros
        taken = each.taken_micros + each.taken_reserve_micros
        due = (book.given[place] + book.rests[place], book.taken[place])
        if (given, taken) != due:
            found.append(
                f"{book.name}: row {row.seq} states {(given, taken)} micros for {place}, and its "
                f"rounds give {due}"
            )


def _add(
    book: PropertyBook,
    sums: Counter[_Place],
    moves: Iterable[Contribution | Movement],
    sign: int,
) -> None:
    for each in moves:
        if each.jackpot in book.wide:
            micros = each.meter_micros + each.reserve_micros + each.overflow_micros
            sums[each.jackpot, each.after.level] += sign * micros


def _note_hub(hub: HubBook, event: Event) -> None:
    match event:
        case PropertyAdmitted():
            hub.keys[event.property] = event.key
        case StatementPosted():
            name = event.stated.statement.property
            hub.stated.append(event.stated)
            for place, micros in posted_by(event):
                hub.posted[name, *place] += micros
        case ForkDecided():
            name = event.stated.statement.property
            hub.forks[name] = event
            hub.before_decided[name] = len(hub.stated)
            hub.told |= {(name, grant.claim) for grant in event.lost_grants}
            if event.stated.statement.restored or not event.posts_difference:
                hub.before_fork[name] = len(hub.grants)
        case ClaimGranted():
            hub.grants.append(event.grant)
        case ClaimRepeated():
            again, before = event.grant, (event.grant.property, event.before)
            hub.grants = [
                again if (each.property, each.claim) == before else each for each in hub.grants
            ]
            if again.claim != event.before:
                hub.renamed.add(before)


def posted_by(event: StatementPosted) -> Iterator[tuple[_Place, int]]:
    """What a statement has posted, for each level as it was stated: the money of a jackpot that is
    retired is on another's meter."""
    own = [(move.jackpot, move.after.level) for move in event.movements]
    for place, move in zip(event.stated_as or own, event.movements, strict=True):
        micros = move.meter_micros + move.reserve_micros + move.overflow_micros
        yield place, micros - move.house_micros


def _note_remittance(hub: HubBook, book: PropertyBook, event: Event) -> None:
    """What is sent at one end is to be received at the other, under the same reference."""
    if isinstance(event, RemittanceRecorded):
        cents = event.cents if event.direction == SENT else -event.cents
        book.remitted[event.reference] = cents
        hub.remitted[event.party, event.reference] = -cents
    elif isinstance(event, RemittanceVoided):
        del book.remitted[event.reference]
        del hub.remitted[event.party, event.reference]


def _check_signature(
    name: str, hub: HubBook, book: PropertyBook, row: Row, found: list[str]
) -> None:
    """What was accepted was signed by the other end; what a hub that was restored was shown, by
    itself."""
    if '"kind":"take-' not in row.asked or '"kind":"command-refused"' in row.events:
        return
    command = command_of(row.asked, seq=row.seq)
    try:
        if isinstance(command, TakeStatement):
            key = hub.keys.get(command.stated.statement.property, "")
            data = statement_bytes(command.stated, command.heard, command.asked_ms)
            need_signature(key, command.signature, data, where=name)
        elif isinstance(command, TakeAnswer):
            data = answer_bytes(command.answer)
            need_signature(book.hub_key, command.signature, data, where=name)
        for own_key, each in _shown(command, row):
            need_signature(own_key, each.signature, answer_bytes(each.answer), where=name)
    except Refusal:
        found.append(f"{name}: row {row.seq} took what the other end has not signed")


def _shown(command: Command, row: Row) -> Iterator[tuple[str, ShownAnswer]]:
    """What a hub that was restored was shown of its own answers and has believed, and its key."""
    if isinstance(command, TakeShownGrants):
        for each in command.answers:
            yield command.own_key, each
    elif isinstance(command, TakeStatement) and command.proof is not None:
        for event in events_of(row.events, seq=row.seq):
            if isinstance(event, ForkFound) and event.lost is not None:
                yield command.own_key, command.proof


# ---- compared -----------------------------------------------------------------------------------


def _not_given(hub: HubBook, given: Set[str]) -> Iterator[str]:
    """Properties of which the hub has something on record that nobody compares, and journals of
    another hub's."""
    known = {stated.statement.property for stated in hub.stated}
    known |= {grant.property for grant in hub.grants} | {party for party, _ in hub.remitted}
    for name in sorted(known - given):
        yield f"{name}: the hub has posted for it, and its export was not given"
    for name in sorted(given - hub.keys.keys()):
        yield f"{name}: it was given, and this hub has not admitted it"


def _differences(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """Where a property and the hub do not agree."""
    last: StatementRow | None = None
    for stated in hub.stated:
        if stated.statement.property == book.name:
            last = stated
    yield from _unknown_statements(hub, book)
    for seq, row_hash in dict.fromkeys(book.answers):
        if hub.hashes.get(seq) != row_hash:
            yield f"{book.name}: it was told of a row {seq} that the hub does not have"
    fork = hub.forks.get(book.name)
    for _, jackpot, level, _, posted, _, _ in _levels(hub, book):
        is_fork = fork is not None and last == fork.stated
        left = _left(fork, (jackpot, level)) if is_fork else 0
        stated_micros = 0
        for each in last.statement.sums if last is not None else ():
            if (each.jackpot, each.level) == (jackpot, level):
                stated_micros = sum(each.net_micros)
        if posted - left != stated_micros:
            yield (
                f"{book.name}: {jackpot} {level}: {posted:,} micros posted, {left:,} of them left "
                f"by a fork, and {stated_micros:,} stated"
            )
    yield from _claims(hub, book)
    yield from _not_granted(hub, book)
    yield from _other_amounts(hub, book)


def _left(fork: ForkDecided | None, place: _Place) -> int:
    """What two people have left on a meter beyond the statement that has shown a fork."""
    rests = fork.rests if fork is not None else ()
    return sum(
        each.micros + each.reserve_micros for each in rests if (each.jackpot, each.level) == place
    )


def _other_amounts(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """Remittances that both ends have, with different amounts; and an end that has received more
    than the other has sent: only what was sent can be under way."""
    for reference, cents in book.remitted.items():
        at_hub = hub.remitted.get((book.name, reference), cents)
        if at_hub != cents:
            yield (
                f"{book.name}: remittance {reference} is {cents:+,} cents there and {at_hub:+,} "
                "cents at the hub"
            )
    here = list(book.remitted.values())
    there = [cents for (name, _), cents in hub.remitted.items() if name == book.name]
    sent, received = _above_zero(here), _above_zero(there)
    if received > sent:
        yield f"{book.name}: the hub received {received:,} cents from it, and it sent {sent:,}"
    sent, received = _above_zero(-cents for cents in there), _above_zero(-cents for cents in here)
    if received > sent:
        yield f"{book.name}: it received {received:,} cents from the hub, which sent {sent:,}"


def _above_zero(cents: Iterable[int]) -> int:
    return sum(each for each in cents if each > 0)


def _unknown_statements(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """Statements that the hub has posted and the property does not have, those apart that came
    before two people decided: a property that was restored has lost them."""
    for stated in hub.stated[hub.before_decided.get(book.name, 0) :]:
        is_row = book.hashes.get(stated.seq) == stated.hash and stated.seq in book.made
        if stated.statement.property == book.name and not is_row:
            number = stated.statement.number
            yield f"{book.name}: the hub posted statement {number}, which is no row of it"
    for stated in hub.stated:
        made = book.made.get(stated.seq)
        is_same_row = book.hashes.get(stated.seq) == stated.hash
        if stated.statement.property == book.name and is_same_row and made != stated.statement:
            yield f"{book.name}: row {stated.seq} states something else than the hub posted"


def _claims(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    grants: dict[str, Grant] = {}
    for grant in _granted(hub, book):
        if grant.claim in grants:
            yield f"{book.name}: claim {grant.claim} was granted twice"
        grants[grant.claim] = grant
    lost = {grant.claim for grant in _lost_grants(hub, book)}
    for claim in grants:
        if claim not in book.claims and claim not in lost:
            yield f"{book.name}: {claim} was granted, and nobody claimed it"
    for claim, cents in book.recorded.items():
        granted = grants.get(claim)
        due = () if granted is None else (each_cents(granted),) * len(granted.seats)
        if cents != due:
            yield f"{book.name}: claim {claim} is recorded with {cents} cents; granted: {due}"


def _granted(hub: HubBook, book: PropertyBook) -> Iterator[Grant]:
    """What a property was granted, by the names that it has for it: one that goes on from a journal
    with the first claim of a hit never had the later ones."""
    for grant in hub.grants:
        if grant.property == book.name:
            names = (grant.claim, *grant.earlier)
            here = next((name for name in names if name in book.claims), grant.claim)
            yield replace(grant, claim=here)


def _not_granted(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """Claims of statements that the hub has posted and has not granted with them."""
    granted = {grant.claim for grant in hub.grants if grant.property == book.name}
    for statement in (stated.statement for stated in hub.stated):
        for each in statement.claims if statement.property == book.name else ():
            if each.claim not in granted and (book.name, each.claim) not in hub.renamed:
                told = f"{book.name}: the hub posted statement {statement.number}, and not what"
                yield f"{told} {each.claim} gets"


def _lost_grants(hub: HubBook, book: PropertyBook) -> list[Grant]:
    """What was granted before a property lost the rows in which it had claimed it, or was shown
    before it did."""
    before = hub.before_fork.get(book.name, 0)
    return [
        each
        for place, each in enumerate(hub.grants)
        if each.property == book.name and book.claims.isdisjoint((each.claim, *each.earlier))
        if place < before or (book.name, each.claim) in hub.told
    ]


def _explained(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """What restored journals leave behind, once two people have decided from where to go on."""
    lost = {seq for seq, row_hash in book.forgotten if hub.hashes.get(seq) != row_hash}
    if lost:
        yield (
            f"{book.name}: the hub was restored, and has lost {len(lost):,} rows that it was told "
            f"of, from row {min(lost):,} on"
        )
    for grant in _lost_grants(hub, book):
        cents = each_cents(grant) * len(grant.seats)
        yield (
            f"{book.name}: {grant.claim} was granted {cents:,} cents; it was restored since, and "
            "has lost the claim: two people there take it over, so that its winner is owed it"
        )


def _levels(hub: HubBook, book: PropertyBook) -> list[tuple[str, str, str, int, int, int, int]]:
    """Property, jackpot, level, then micros: collected, posted, under way, learned of rows that
    are lost. What a property still has to learn is not under way."""
    found = []
    fork = hub.forks.get(book.name)
    unknown = fork if fork is not None and book.rests_of < fork.stated.statement.number else None
    posted_to = {place[1:] for place in hub.posted if place[0] == book.name}
    for place in sorted({*book.given, *book.taken, *book.rests, *posted_to}):
        collected = book.given[place] - book.taken[place]
        posted, rests = hub.posted[book.name, *place], book.rests[place]
        under_way = collected + rests + _left(unknown, place) - posted
        found.append((book.name, *place, collected, posted, under_way, rests))
    return found


def _remittances(hub: HubBook, book: PropertyBook) -> tuple[str, int, int, int]:
    """Property, then cents to the hub: as it has recorded them, as the hub has, under way."""
    sent = sum(book.remitted.values())
    came = sum(cents for (name, _), cents in hub.remitted.items() if name == book.name)
    return book.name, sent, came, sent - came
