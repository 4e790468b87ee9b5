"""What a fact's field means, according to its type: which thing it names, whether the language has
a name for it, whether it is about a person, whether it stays in the house.

Links, sentences, the outbox and everything else that leaves the house read it here. A text without
a meaning stays in the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

from msgspec import Struct, structs


class Meaning(Enum):
    """What a field means. A field that names a thing with a story has that thing's kind."""

    TABLE = "table"
    AWARD = "award"
    JACKPOT = "jackpot"
    BADGE = "badge"
    DEVICE = "device"
    CHANGE = "change"
    PAPER = "paper"
    CHECK = "check"
    REFUSAL = "refusal"
    CODED = "coded"  # the language has a name for it
    OPEN = "open"  # may leave the house: a level, a paytable, a digest, a day
    TYPED = "typed"  # someone's own words: stays in the house, and has no identity number
    NUMBERED = "numbered"  # in other books, such as a bank's: long numbers are normal there
    PRIVATE = "private"  # about a person: a row that holds it never leaves the house
    INSIDE = "inside"  # stays in the house


_Any = TypeVar("_Any")
TableId: TypeAlias = Annotated[str, Meaning.TABLE]
AwardId: TypeAlias = Annotated[str, Meaning.AWARD]
JackpotId: TypeAlias = Annotated[str, Meaning.JACKPOT]
BadgeId: TypeAlias = Annotated[str, Meaning.BADGE]
DeviceId: TypeAlias = Annotated[str, Meaning.DEVICE]
ChangeId: TypeAlias = Annotated[str, Meaning.CHANGE]
PaperId: TypeAlias = Annotated[str, Meaning.PAPER]
CheckNumber: TypeAlias = Annotated[str, Meaning.CHECK, Meaning.PRIVATE]
RefusalCode: TypeAlias = Annotated[str, Meaning.REFUSAL]
Coded: TypeAlias = Annotated[str, Meaning.CODED]
OpenName: TypeAlias = Annotated[str, Meaning.OPEN]
TypedText: TypeAlias = Annotated[str, Meaning.TYPED]
Reference: TypeAlias = Annotated[str, Meaning.TYPED, Meaning.NUMBERED]
Private: TypeAlias = Annotated[_Any, Meaning.PRIVATE]
Inside: TypeAlias = Annotated[_Any, Meaning.INSIDE]


@cache
def meanings_of(kind: type[Struct]) -> Mapping[str, frozenset[Meaning]]:
    """The meaning of each field of a struct; for a collection, that of its values."""
    return {name: frozenset(meanings_in(hint)) for name, hint in types_of(kind).items()}


@cache
def types_of(kind: type[Struct]) -> Mapping[str, Any]:
    """The fields of a struct with their types and annotations."""
    return {each.name: each.type for each in structs.fields(kind)}


def meanings_in(hint: Any) -> Iterator[Meaning]:
    """Every meaning in a type, except those of the structs in it."""
    yield from (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Meaning))
    for part in get_args(hint):
        yield from meanings_in(part)


def with_parts(kinds: Iterable[type[Struct]]) -> set[type[Struct]]:
    """These structs and every struct in their fields."""
    found: set[type[Struct]] = set()
    waiting: list[Any] = list(kinds)
    while waiting:
        part = waiting.pop()
        if isinstance(part, type) and issubclass(part, Struct) and part not in found:
            found.add(part)
            waiting += types_of(part).values()
        waiting += get_args(part)
    return found
