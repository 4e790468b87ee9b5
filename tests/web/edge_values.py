"""Values at the edges of sense, put into every field of every command in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

EDGES: tuple[Any, ...] = (
    0, -1, 2**31, 2**47, 2**53 - 1, 2**53, 2**63, -(2**63), 10**15, 1.5, True, None, {}, [],
    "", " ", "x" * 20_000, "\x00\x1f\x7f", "骰子 משחק", "\u202e\u200b\ufeff", "'; --", "../../x",
    "0001-01-01", "9999-12-31", "9999-12-31 23:59", "0001-01-01 00:00", "2026-02-30", "not-a-day",
    "25:61", "457-55-5462", "1e999", "-5",
)  # fmt: skip
REPEATED = 300  # times that a list holds its first part


class Mutant(NamedTuple):
    """A body with one value that is otherwise, and where."""

    place: str
    edge: Any
    body: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.place} = {self.edge!r:.60}"


def mutants(body: dict[str, Any]) -> Iterator[Mutant]:
    """A body with each of its values in turn replaced by each edge."""
    for place in _places(body):
        value = _at(body, place)
        many = [value[0] if value else "x"] * REPEATED if isinstance(value, list) else None
        for edge in (*EDGES, *([many] if many is not None else [])):
            yield Mutant(".".join(map(str, place)), edge, _replaced(body, place, edge))


def _places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, str | int | None):
        return
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*place, key)
        yield from _places(part, (*place, key))


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    return _at(value[place[0]], place[1:]) if place else value


def _replaced(value: Any, place: tuple[Any, ...], edge: Any) -> Any:
    if not place:
        return edge
    made = dict(value) if isinstance(value, dict) else list(value)
    made[place[0]] = _replaced(value[place[0]], place[1:], edge)
    return made
