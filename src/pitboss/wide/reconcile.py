"""Proves the journals of properties and of their hub against each other, from their exports.

It folds nothing and trusts no sum that a row tells: what was collected is added up from rounds,
what was posted from movements. Every statement that the hub has must be a row of the property with
the hash that was signed, every answer that a property has a row of the hub, every claim must be
granted once, and every grant recorded once (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.floor.facts.wide import ForkDecided, Grant, StatementRow, each_cents
from pitboss.floor.wide_state import FOUND, JOINED
from pitboss.journal import Row
from pitboss.refusal import Refusal
from pitboss.wide.exports import HubBook, LevelPlace, PropertyBook, read_export


class ReconciledLevel(NamedTuple):
    """A level of a property, in micros: collected + rests + unlearned + undecided = posted +
    under_way. `rests` is what the property has learned of rows that it has lost, when two people
    decided about a fork; `unlearned` the same while it has not taken that decision; `undecided`
    what the hub has posted of such rows while nobody has decided; `under_way` is not posted yet."""

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
    """What journals say together: per property and level what was collected and what the hub
    posted, every difference in words, what waits for people or for an answer (`unsettled`), and
    what looks like a difference and two people have decided about (`explained`). `remittances` are
    cents per property, to the hub above zero: as it has recorded them, as the hub has, and under
    way."""

    levels: tuple[ReconciledLevel, ...]
    remittances: tuple[tuple[str, int, int, int], ...]
    claims: int
    granted: int
    recorded: int
    differences: tuple[str, ...]
    unsettled: tuple[str, ...]
    explained: tuple[str, ...]


def reconcile(exports: Sequence[tuple[str, Iterable[Row]]]) -> Reconciled:
    """Read every export, and compare the properties with the hub."""
    hubs: list[HubBook] = []
    properties: list[PropertyBook] = []
    differences: list[str] = []
    for name, rows in exports:
        hub, book = read_export(name, rows, differences)
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
        reason = (
            f"hubs: {len(hubs)}, properties: {len(properties)}; give one hub and its properties"
        )
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
        unsettled=tuple(each for book in properties for each in _unsettled(hubs[0], book)),
        explained=tuple(each for book in properties for each in _explained(hubs[0], book)),
    )


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
    for _, jackpot, level, _, posted, *_ in _levels(hub, book):
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


def _left(fork: ForkDecided | None, place: LevelPlace) -> int:
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
    before two people decided, or about which they have yet to (a property that was restored has
    lost them), or that were made after its export."""
    lost = _lost_statements(hub, book)
    for place in range(hub.before_decided.get(book.name, 0), len(hub.stated)):
        stated = hub.stated[place]
        is_own = stated.statement.property == book.name
        if is_own and not _is_row(book, stated) and place not in lost:
            number = stated.statement.number
            yield f"{book.name}: the hub posted statement {number}, which is no row of it"
    for stated in hub.stated:
        made = book.made.get(stated.seq)
        is_same_row = book.hashes.get(stated.seq) == stated.hash
        if stated.statement.property == book.name and is_same_row and made != stated.statement:
            yield f"{book.name}: row {stated.seq} states something else than the hub posted"


def _is_row(book: PropertyBook, stated: StatementRow) -> bool:
    return book.hashes.get(stated.seq) == stated.hash and stated.seq in book.made


def _lost_statements(hub: HubBook, book: PropertyBook) -> list[int]:
    """The places of those statements that the hub has posted and a property's export lacks, though
    nothing differs: they were made after the export ends, or lost with its rows, and nobody has
    decided about its fork. None to which it has an answer."""
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


def _claims(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    grants: dict[str, Grant] = {}
    for grant in _granted(hub, book):
        if grant.claim in grants:
            yield f"{book.name}: claim {grant.claim} was granted twice"
        grants[grant.claim] = grant
    lost = {grant.claim for grant in (*_lost_grants(hub, book), *_undecided_grants(hub, book))}
    for claim in grants:
        if claim not in book.claims and claim not in lost:
            yield f"{book.name}: {claim} was granted, and nobody claimed it"
    for claim, cents in book.recorded.items():
        due = _due(grants.get(claim) or _forgotten_grant(hub, book, claim))
        if cents != due:
            yield f"{book.name}: claim {claim} is recorded with {cents} cents; granted: {due}"


def _due(grant: Grant | None) -> tuple[int, ...]:
    """What is to be recorded for a grant, seat by seat."""
    return () if grant is None else (each_cents(grant),) * len(grant.seats)


def _forgotten_grant(hub: HubBook, book: PropertyBook, claim: str) -> Grant | None:
    """What the hub has granted by a signed answer whose row it has lost, while nobody has decided
    about that."""
    grant, seq, row_hash = book.granted.get(claim, (None, 0, ""))
    is_lost = hub.hashes.get(seq) != row_hash
    return grant if is_lost and book.name in hub.undecided else None


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
                detail = f"{book.name}: the hub posted statement {statement.number}, and not what"
                yield f"{detail} {each.claim} gets"


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


def _undecided_grants(hub: HubBook, book: PropertyBook) -> list[Grant]:
    """What was granted for claims of statements that a property has lost, while nobody has decided
    about its fork, or that it made after its export."""
    numbers = {hub.stated[place].statement.number for place in _lost_statements(hub, book)}
    return [
        each
        for each in hub.grants
        if each.property == book.name and each.number in numbers
        if book.claims.isdisjoint((each.claim, *each.earlier))
    ]


def _explained(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """What restored journals leave behind, once two people have decided from where to go on."""
    lost = {seq for seq, row_hash in book.forgotten if hub.hashes.get(seq) != row_hash}
    if lost:
        yield (
            f"{book.name}: the hub was restored, and has lost rows that it was told of, from row "
            f"{min(lost):,} on ({len(lost):,} in all)"
        )


def _unsettled(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """What is right as far as it goes, and waits for two people, or for an answer to be taken."""
    found = hub.undecided.get(book.name)
    if found is not None and book.name in hub.agreed:
        others = ", ".join(sorted(hub.undecided.keys() - hub.agreed))
        yield (
            f"{book.name}: statement {found.stated.statement.number} is decided about, and posted "
            f"when two people at the hub have decided about the others too: {others}"
        )
    elif found is not None:
        yield (
            f"{book.name}: statement {found.stated.statement.number} shows a fork, and nobody has "
            f"decided about it ({found.why}): two people at the hub do"
        )
    yield from _held(hub, book)
    if book.hub_fork == FOUND:
        yield (
            f"{book.name}: the hub was restored, and it has not joined it again: two people there "
            "do, in the office"
        )
    elif book.hub_fork == JOINED and found is None:
        yield (
            f"{book.name}: it has joined the restored hub again, and has not taken an answer of it "
            "yet: it does so by itself"
        )
    for each in _levels(hub, book):
        if each.unlearned:
            number = hub.forks[book.name].stated.statement.number
            yield (
                f"{book.name}: {each.jackpot} {each.level}: {each.unlearned:,} micros of rows that "
                f"it has lost stay on the hub's meter, as was decided about its statement "
                f"{number}; it has not taken that decision yet"
            )
    yield from _beyond(hub, book)
    lost = [] if found is None else _undecided_grants(hub, book)
    for grant in (*_lost_grants(hub, book), *lost):
        cents = each_cents(grant) * len(grant.seats)
        first = "" if found is None else "once its fork is decided about, "
        yield (
            f"{book.name}: {grant.claim} was granted {cents:,} cents; it was restored since, and "
            f"has lost the claim: {first}two people there take it over, so that its winner is owed "
            "it"
        )


def _held(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """A statement that waits for two people of the hub. One that was refused and contradicted since
    is a fork."""
    held = hub.held.get(book.name)
    if held is None or book.name in hub.undecided:
        return
    statement, why = held.stated.statement, hub.refused.get(book.name)
    detail = f"{book.name}: statement {statement.number}, with {len(statement.claims)} claims, "
    if why is None:
        yield f"{detail}is held ({held.why}): two people at the hub release or refuse it"
    else:
        yield (
            f"{detail}was refused by two people at the hub ({why}): it goes on from a backup that"
            " is right, and two people at the hub decide about that"
        )


def _beyond(hub: HubBook, book: PropertyBook) -> Iterator[str]:
    """Statements that a property made after its export: servers run while they are exported."""
    if book.name in hub.undecided:
        return
    for place in _lost_statements(hub, book):
        yield (
            f"{book.name}: the hub has its statement {hub.stated[place].statement.number}, and its "
            f"export ends before, with row {max(book.hashes):,}: export it again, then the hub; if "
            "its rows end there, it was restored, and says so once its line is up"
        )


def _levels(hub: HubBook, book: PropertyBook) -> list[ReconciledLevel]:
    """Every level of a property. What it still has to learn is not under way."""
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
    """Property, then cents to the hub: as it has recorded them, as the hub has, under way."""
    sent = sum(book.remitted.values())
    came = sum(cents for (name, _), cents in hub.remitted.items() if name == book.name)
    return book.name, sent, came, sent - came
