"""Proves the journals of properties and of their hub against each other, from their exports.

It folds nothing and trusts no sum in a row: it adds up collections from rounds, and postings from
movements. Every statement that the hub has must be a row of the property with the signed hash,
every answer that a property has must be a row of the hub, and every claim must be granted once and
every grant recorded once (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.journal import Row
from pitboss.refusal import Refusal, Told, say
from pitboss.wide.exports import HubBook, LevelPlace, PropertyBook, read_export
from pitboss.wide.facts import sharing
from pitboss.wide.state import FOUND, JOINED

DIFFERS, WAITS, EXPLAINED = "JOURNALS_DIFFER", "RECONCILING_WAITS", "RECONCILING_EXPLAINED"


class ReconciledLevel(NamedTuple):
    """A level of a property, in micros: collected + rests + unlearned + undecided = posted +
    under_way. `rests` is what the property has learned about rows it has lost, when two people
    decided about a fork; `unlearned` the same until it takes that decision; `undecided` what the
    hub has posted of such rows while nobody has decided; `under_way` isn't posted yet."""

    property: str
    jackpot: str
    level: str
    collected: int
    posted: int
    under_way: int
    rests: int
    unlearned: int
    undecided: int


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What the journals say together: by property and level what was collected and what the hub
    posted, every difference, what waits for people or for an answer (`unsettled`), and what looks
    like a difference but was decided by two people (`explained`). `remittances` are cents per
    property, positive to the hub: by its own record, by the hub's, and in transit."""

    levels: tuple[ReconciledLevel, ...]
    remittances: tuple[tuple[str, int, int, int], ...]
    claims: int
    granted: int
    recorded: int
    differences: tuple[Told, ...]
    unsettled: tuple[Told, ...]
    explained: tuple[Told, ...]


def reconcile(exports: Sequence[tuple[str, Iterable[Row]]]) -> Reconciled:
    """Read every export, and compare the properties with the hub."""
    hubs: list[HubBook] = []
    properties: list[PropertyBook] = []
    differences: list[Told] = []
    for name, rows in exports:
        hub, book = read_export(name, rows, differences)
        if hub.keys:
            hubs.append(hub)
        elif any(book.name == other.name for other in properties):
            differences.append(say(DIFFERS, "given_twice", property=book.name, name=name))
        elif book.name:
            properties.append(book)
        else:
            raise Refusal("EXPORT_UNREADABLE", "neither_hub_nor", where=name)
    if len(hubs) != 1 or not properties:
        raise Refusal(
            "EXPORT_UNREADABLE", "hubs", where="journals", count=len(hubs), count_2=len(properties)
        )
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
        unsettled=tuple(each for book in properties for each in _unsettled(hubs[0], book)),
        explained=tuple(each for book in properties for each in _explained(hubs[0], book)),
    )


# ---- compared -----------------------------------------------------------------------------------


def _not_given(hub: HubBook, given: Set[str]) -> Iterator[Told]:
    """Properties on the hub's record that nobody compares, and journals of another hub's."""
    known = {stated.statement.property for stated in hub.stated}
    known |= {grant.property for grant in hub.grants} | {party for party, _ in hub.remitted}
    for name in sorted(known - given):
        yield say(DIFFERS, "not_given", property=name)
    for name in sorted(given - hub.keys.keys()):
        yield say(DIFFERS, "not_admitted", property=name)


def _differences(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """Where a property and the hub disagree."""
    last: sharing.StatementRow | None = None
    for stated in hub.stated:
        if stated.statement.property == book.name:
            last = stated
    yield from _unknown_statements(hub, book)
    for seq, row_hash in dict.fromkeys(book.answers):
        if hub.hashes.get(seq) != row_hash:
            yield say(DIFFERS, "row_unknown", property=book.name, seq=seq)
    fork = hub.forks.get(book.name)
    for _, jackpot, level, _, posted, *_ in _levels(hub, book):
        is_fork = fork is not None and last == fork.stated
        left = _left(fork, (jackpot, level)) if is_fork else 0
        stated_micros = 0
        for each in last.statement.sums if last is not None else ():
            if (each.jackpot, each.level) == (jackpot, level):
                stated_micros = sum(each.net_micros)
        if posted - left != stated_micros:
            amounts = {"posted": posted, "left": left, "stated": stated_micros}
            place = {"property": book.name, "jackpot": jackpot, "level": level}
            yield say(DIFFERS, "posted", **place, **amounts)
    yield from _claims(hub, book)
    yield from _not_granted(hub, book)
    yield from _other_amounts(hub, book)


def _left(fork: sharing.ForkDecided | None, place: LevelPlace) -> int:
    """What two people have left on a meter beyond the statement that showed a fork."""
    rests = fork.rests if fork is not None else ()
    return sum(
        each.micros + each.reserve_micros for each in rests if (each.jackpot, each.level) == place
    )


def _other_amounts(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """Remittances that the two ends have with different amounts, and money received but never sent:
    only sent money can be in transit."""
    for reference, cents in book.remitted.items():
        at_hub = hub.remitted.get((book.name, reference), cents)
        if at_hub != cents:
            amounts = {"cents": cents, "at_hub": at_hub}
            yield say(DIFFERS, "remittance", property=book.name, reference=reference, **amounts)
    here = list(book.remitted.values())
    there = [cents for (name, _), cents in hub.remitted.items() if name == book.name]
    sent, received = _above_zero(here), _above_zero(there)
    if received > sent:
        yield say(DIFFERS, "hub_received", property=book.name, received=received, sent=sent)
    sent, received = _above_zero(-cents for cents in there), _above_zero(-cents for cents in here)
    if received > sent:
        yield say(DIFFERS, "received", property=book.name, received=received, sent=sent)


def _above_zero(cents: Iterable[int]) -> int:
    return sum(each for each in cents if each > 0)


def _unknown_statements(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """Statements that the hub has posted and the property doesn't have, except those from before
    two people decided, those they still have to decide about (a restored property has lost them),
    and those made after its export."""
    lost = _lost_statements(hub, book)
    for place in range(hub.before_decided.get(book.name, 0), len(hub.stated)):
        stated = hub.stated[place]
        is_own = stated.statement.property == book.name
        if is_own and not _is_row(book, stated) and place not in lost:
            number = stated.statement.number
            yield say(DIFFERS, "no_row", property=book.name, number=number)
    for stated in hub.stated:
        made = book.made.get(stated.seq)
        is_same_row = book.hashes.get(stated.seq) == stated.hash
        if stated.statement.property == book.name and is_same_row and made != stated.statement:
            yield say(DIFFERS, "other_content", property=book.name, seq=stated.seq)


def _is_row(book: PropertyBook, stated: sharing.StatementRow) -> bool:
    return book.hashes.get(stated.seq) == stated.hash and stated.seq in book.made


def _lost_statements(hub: HubBook, book: PropertyBook) -> list[int]:
    """The places of statements that the hub has posted and a property's export lacks without a
    difference: they were made after the export ends, or lost with its rows and not yet decided as a
    fork. Leaves out those it has an answer to."""
    is_fork, last_seq = book.name in hub.undecided, max(book.hashes, default=0)
    return [
        place
        for place, stated in enumerate(hub.stated)
        if stated.statement.property == book.name
        and place >= hub.before_decided.get(book.name, 0)
        and stated.statement.number > book.answered
        and not _is_row(book, stated)
        and (is_fork or stated.seq > last_seq)
    ]


def _claims(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    grants: dict[str, sharing.Grant] = {}
    for grant in _granted(hub, book):
        if grant.claim in grants:
            yield say(DIFFERS, "granted_twice", property=book.name, claim=grant.claim)
        grants[grant.claim] = grant
    lost = {grant.claim for grant in (*_lost_grants(hub, book), *_undecided_grants(hub, book))}
    for claim in grants:
        if claim not in book.claims and claim not in lost:
            yield say(DIFFERS, "not_claimed", property=book.name, claim=claim)
    for claim, cents in book.recorded.items():
        due = _due(grants.get(claim) or _forgotten_grant(hub, book, claim))
        if cents != due:
            named = {"property": book.name, "claim": claim}
            yield say(DIFFERS, "other_amount", **named, cents=cents, due=due)


def _due(grant: sharing.Grant | None) -> tuple[int, ...]:
    """What to record for a grant, seat by seat."""
    return () if grant is None else (sharing.each_cents(grant),) * len(grant.seats)


def _forgotten_grant(hub: HubBook, book: PropertyBook, claim: str) -> sharing.Grant | None:
    """What the hub has granted by a signed answer whose row it has lost, while nobody has decided
    about that."""
    grant, seq, row_hash = book.granted.get(claim, (None, 0, ""))
    is_lost = hub.hashes.get(seq) != row_hash
    return grant if is_lost and book.name in hub.undecided else None


def _granted(hub: HubBook, book: PropertyBook) -> Iterator[sharing.Grant]:
    """What a property was granted, by its own names: a property that continues from a journal with
    the first claim of a hit never had the later ones."""
    for grant in hub.grants:
        if grant.property == book.name:
            names = (grant.claim, *grant.earlier)
            here = next((name for name in names if name in book.claims), grant.claim)
            yield replace(grant, claim=here)


def _not_granted(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """Claims of posted statements that the hub hasn't granted with them."""
    granted = {grant.claim for grant in hub.grants if grant.property == book.name}
    for statement in (stated.statement for stated in hub.stated):
        for each in statement.claims if statement.property == book.name else ():
            if each.claim not in granted and (book.name, each.claim) not in hub.renamed:
                named = {"property": book.name, "claim": each.claim}
                yield say(DIFFERS, "not_granted", **named, number=statement.number)


def _lost_grants(hub: HubBook, book: PropertyBook) -> list[sharing.Grant]:
    """What was granted, or shown, before a property lost the rows with the claim."""
    before = hub.before_fork.get(book.name, 0)
    return [
        each
        for place, each in enumerate(hub.grants)
        if each.property == book.name and book.claims.isdisjoint((each.claim, *each.earlier))
        if place < before or (book.name, each.claim) in hub.told
    ]


def _undecided_grants(hub: HubBook, book: PropertyBook) -> list[sharing.Grant]:
    """What was granted for claims of statements that a property has lost, while nobody has decided
    about its fork, or that it made after its export."""
    numbers = {hub.stated[place].statement.number for place in _lost_statements(hub, book)}
    return [
        each
        for each in hub.grants
        if each.property == book.name and each.number in numbers
        if book.claims.isdisjoint((each.claim, *each.earlier))
    ]


def _explained(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """What restored journals leave behind once two people have decided where to continue."""
    lost = {seq for seq, row_hash in book.forgotten if hub.hashes.get(seq) != row_hash}
    if lost:
        yield say(EXPLAINED, property=book.name, first=min(lost), count=len(lost))


def _unsettled(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """What is correct so far, and waits for two people, or for an answer to be taken."""
    found = hub.undecided.get(book.name)
    if found is not None and book.name in hub.agreed:
        others, number = sorted(hub.undecided.keys() - hub.agreed), found.stated.statement.number
        yield say(WAITS, "others", property=book.name, number=number, others=others)
    elif found is not None:
        number = found.stated.statement.number
        yield say(WAITS, "fork", property=book.name, number=number, why=found.why)
    yield from _held(hub, book)
    if book.hub_fork == FOUND:
        yield say(WAITS, "not_joined", property=book.name)
    elif book.hub_fork == JOINED and found is None:
        yield say(WAITS, "joined", property=book.name)
    for each in _levels(hub, book):
        if each.unlearned:
            number = hub.forks[book.name].stated.statement.number
            place = {"property": book.name, "jackpot": each.jackpot, "level": each.level}
            yield say(WAITS, "unlearned", **place, unlearned=each.unlearned, number=number)
    yield from _beyond(hub, book)
    lost = [] if found is None else _undecided_grants(hub, book)
    for grant in (*_lost_grants(hub, book), *lost):
        cents = sharing.each_cents(grant) * len(grant.seats)
        case = "lost_claim" if found is None else "lost_claim_fork"
        yield say(WAITS, case, property=book.name, claim=grant.claim, cents=cents)


def _held(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """A statement that waits for two people at the hub. One that was refused and has been
    contradicted since is a fork."""
    held = hub.held.get(book.name)
    if held is None or book.name in hub.undecided:
        return
    statement, why = held.stated.statement, hub.refused.get(book.name)
    about = {"property": book.name, "number": statement.number, "claims": len(statement.claims)}
    case = "held" if why is None else "refused"
    yield say(WAITS, case, **about, why=held.why if why is None else why)


def _beyond(hub: HubBook, book: PropertyBook) -> Iterator[Told]:
    """Statements that a property made after its export: servers keep running during one."""
    if book.name in hub.undecided:
        return
    for place in _lost_statements(hub, book):
        number = hub.stated[place].statement.number
        yield say(WAITS, "beyond", property=book.name, number=number, last=max(book.hashes))


def _levels(hub: HubBook, book: PropertyBook) -> list[ReconciledLevel]:
    """Every level of a property. What it still has to learn isn't in transit."""
    found = []
    fork = hub.forks.get(book.name)
    unknown = fork if fork is not None and book.rests_of < fork.stated.statement.number else None
    lost = _lost_statements(hub, book)
    posted_to = {place[1:] for place in hub.posted if place[0] == book.name}
    for place in sorted({*book.given, *book.taken, *book.rests, *posted_to}):
        collected = book.given[place] - book.taken[place]
        posted, rests = hub.posted[book.name, *place], book.rests[place]
        unlearned = _left(unknown, place)
        undecided = sum(hub.moved[each].get(place, 0) for each in lost)
        under_way = collected + rests + unlearned + undecided - posted
        parts = (collected, posted, under_way, rests, unlearned, undecided)
        found.append(ReconciledLevel(book.name, *place, *parts))
    return found


def _remittances(hub: HubBook, book: PropertyBook) -> tuple[str, int, int, int]:
    """Property, then cents to the hub: by its own record, by the hub's, in transit."""
    sent = sum(book.remitted.values())
    came = sum(cents for (name, _), cents in hub.remitted.items() if name == book.name)
    return book.name, sent, came, sent - came
