"""Fills in a sentence of the record: in pieces, each with the thing it names.

A part in square brackets appears only if everything it names is there; after a bar comes the text
to use if not. A suffix says how to show a value: {badge:held} as its owner, {device:id} by its id,
{release:short}, {seats:count}, {reason:inside} inside the house only; {is_late:if} shows
nothing."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from pitboss.books.things import Thing
from pitboss.money import Micros, dollars, shown_down

PART = re.compile(r"\[([^\]]*)\]|([^\[]+)")
IF = "if"


class Piece(NamedTuple):
    """A part of a sentence, and the thing it names."""

    text: str
    thing: Thing | None = None


Pieces: TypeAlias = tuple[Piece, ...]
DASH = (Piece("–"),)  # in place of an empty value, so that a sentence doesn't break off


def fill_pieces(
    sentence: str, value: Callable[[str, str], Pieces], nouns: Mapping[str, str]
) -> Pieces:
    """Fill in a sentence, asking for each value by name and format. The noun before a name belongs
    to it: table C1, round 6."""
    found: list[Piece] = []
    for optional, told in PART.findall(sentence):
        *ways, last = optional.split("|") if "|" in optional else (optional, "")
        wanted = told or next((each for each in ways if _is_there(each, value)), last)
        for text, name, how, _ in string.Formatter().parse(wanted):
            said = (value(name, how or "") or DASH) if name and how != IF else ()
            noun = nouns.get(said[0].thing.kind, "") if said and said[0].thing else ""
            if noun and text.lower().endswith(f"{noun} "):
                begin = len(text) - len(noun) - 1
                said = (Piece(text[begin:] + said[0].text, said[0].thing), *said[1:])
                text = text[:begin]
            # Somebody's reason may end in a period of its own.
            if text.startswith(".") and found and found[-1].text.endswith("."):
                text = text[1:]
            found += [Piece(text), *said]
    return tuple(piece for piece in found if piece.text)


def _is_there(part: str, value: Callable[[str, str], Pieces]) -> bool:
    """Whether a part of a sentence has everything it names; the number 0 counts as missing."""
    named = ((name, how) for _, name, how, _ in string.Formatter().parse(part) if name)
    return all(text_of(value(name, how or "")) not in ("", "0") for name, how in named)


def join_pieces(said: Iterable[Pieces], between: str = ", ") -> Pieces:
    """Several values in a row."""
    found = [piece for each in said if each for piece in (Piece(between), *each)]
    return tuple(found[1:])


def text_of(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def exact(micros: int) -> str:
    """An amount of the ledger with all its nonzero decimals, and at least the cents."""
    sign, amount = ("-", -micros) if micros < 0 else ("", micros)
    whole = dollars(shown_down(Micros(amount)))
    below = f"{amount % 1_000_000:06d}".rstrip("0")
    return f"{sign}{whole}{below}"
