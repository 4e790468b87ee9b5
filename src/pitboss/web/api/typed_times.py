"""What people type as times, read in every way that the search of the office reads."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from msgspec import Struct, structs

from pitboss.evidence.typed import SearchWords, read_clock, search_words
from pitboss.floor.facts.limits import TextLimit
from pitboss.local_time import instant
from pitboss.words.language import WORDS, languages, texts

_SomeStruct = TypeVar("_SomeStruct", bound=Struct)


def reader_words() -> SearchWords:
    """How the reader's language, and every other, writes days and says what a number is."""
    return search_words(WORDS, *map(texts, languages()))


def with_times(asked: _SomeStruct, *, now_ms: int, time_zone: str) -> _SomeStruct:
    """A command with its times as the journal writes them; what is no time stays, for the floor to
    refuse."""
    changes: dict[str, Any] = {}
    for name, is_time in _places(type(asked)):
        value = getattr(asked, name)
        if not is_time:
            changes[name] = with_times(value, now_ms=now_ms, time_zone=time_zone)
        elif value and instant(value, time_zone) is None:
            words = reader_words()
            changes[name] = read_clock(value, now_ms=now_ms, time_zone=time_zone, words=words)
    return structs.replace(asked, **changes) if changes else asked


@cache
def _places(kind: type[Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields of a struct that are times, or parts that have some."""
    found = []
    for each in structs.fields(kind):
        said = getattr(each.type, "__metadata__", ())
        is_time = any(isinstance(part, TextLimit) and part.is_time for part in said)
        is_part = isinstance(each.type, type) and issubclass(each.type, Struct)
        if is_time or (is_part and _places(each.type)):
            found.append((each.name, is_time))
    return tuple(found)
