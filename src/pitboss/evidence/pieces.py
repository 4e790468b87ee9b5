"""A sentence cut into pieces where it names what has a page of its own."""

from __future__ import annotations

import re
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
    if not tokens:
        return (Piece(sentence),), tuple(sorted(known, key=in_order))
    longest_first = sorted(tokens, key=lambda token: (-len(token), token))
    choice = "|".join(map(re.escape, longest_first))
    pieces, said, end = [], set(), 0
    for found in re.finditer(rf"(?<![\w$.,/-])(?:{choice})(?![\w/-]|\.\d)", sentence):
        pieces += [Piece(sentence[end : found.start()]), Piece(found[0], tokens[found[0]])]
        said.add(tokens[found[0]])
        end = found.end()
    pieces.append(Piece(sentence[end:]))
    meters = {thing.place[0] for thing in said if thing.kind == of.METER}
    said |= {Thing(of.JACKPOT, jackpot) for jackpot in meters}  # each leads to its jackpot
    unsaid = sorted((thing for thing in known if thing not in said), key=in_order)
    return tuple(piece for piece in pieces if piece.text), tuple(unsaid)


def in_order(thing: Thing) -> tuple[int, str]:
    """What things are sorted by, as pages name them."""
    return TOLD.index(thing.kind), thing.name
