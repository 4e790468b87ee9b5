"""A sentence cut into pieces where it names what has a page of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.books import things as of
from pitboss.books.history import changes_of
from pitboss.books.things import Thing, inside, things_of
from pitboss.evidence.sentences import Sentences
from pitboss.floor.facts.base import Event

# What has a page of its own, in the order in which a page names it.
TOLD = (
    of.AWARD, of.ROUND, of.TABLE, of.SEAT, of.METER, of.JACKPOT, of.BADGE, of.DEVICE, of.CHANGE,
    of.PAPER,
)  # fmt: skip

BEFORE_PART, AFTER_PART = tuple("_$.,/-"), tuple("_/-")  # these go on with a name or a number


class Piece(NamedTuple):
    """A part of a sentence, and the thing that it names."""

    text: str
    thing: Thing | None = None


def named_in(events: Iterable[Event]) -> set[Thing]:
    """Everything that events name, and every meter that they moved."""
    found: set[Thing] = set()
    for event in events:
        found |= things_of(event)
        found |= {inside(of.METER, one.jackpot, one.after.level) for one in changes_of(event)}
    return found


def pieces_of(
    sentence: str, named: Iterable[Thing], teller: Sentences
) -> tuple[tuple[Piece, ...], tuple[Thing, ...]]:
    """A sentence cut where it names things that have pages, and those that it does not name."""
    known = [thing for thing in named if thing.kind in TOLD]
    tokens = {token: thing for thing in known for token in teller.tokens(thing)}
    pieces, end = [], 0
    for place, token in _found(sentence, tokens):
        pieces += [Piece(sentence[end:place]), Piece(token, tokens[token])]
        end = place + len(token)
    pieces.append(Piece(sentence[end:]))
    said = {piece.thing for piece in pieces if piece.thing}
    meters = {thing.place[0] for thing in known if thing.kind == of.METER}
    said |= {Thing(of.JACKPOT, jackpot) for jackpot in meters}  # each meter names its jackpot
    unsaid = sorted((thing for thing in known if thing not in said), key=in_order)
    return tuple(piece for piece in pieces if piece.text), tuple(unsaid)


def _found(sentence: str, tokens: Iterable[str]) -> list[tuple[int, str]]:
    """Where tokens stand as words of their own, in the order of the sentence; a longer one comes
    before a shorter one that is a part of it."""
    found: list[tuple[int, str]] = []
    for token in sorted(tokens, key=lambda each: (-len(each), each)):
        place = sentence.find(token)
        while place >= 0:
            end = place + len(token)
            is_free = all(end <= at or at + len(other) <= place for at, other in found)
            if is_free and _is_apart(sentence, place, end):
                found.append((place, token))
            place = sentence.find(token, end)
    return sorted(found)


def _is_apart(sentence: str, begin: int, end: int) -> bool:
    """Whether a part of a sentence is no part of a longer word, name or number."""
    before, after = sentence[begin - 1 : begin], sentence[end : end + 2]
    if before.isalnum() or before in BEFORE_PART:
        return False
    return not (after[:1].isalnum() or after[:1] in AFTER_PART or _is_decimal(after))


def _is_decimal(after: str) -> bool:
    return after[:1] == "." and after[1:].isdigit()


def in_order(thing: Thing) -> tuple[int, str]:
    """What things are sorted by, as pages name them."""
    return TOLD.index(thing.kind), thing.name
