"""Checks every day, time, amount and text of a command against the limits of its type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import repeat
from operator import or_
from types import GenericAlias, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from pitboss.floor.facts.limits import TIME_MOST, AmountLimit, DayLimit, TextLimit
from pitboss.floor.facts.meanings import Meaning
from pitboss.local_time import is_day
from pitboss.money import Cents
from pitboss.refusal import Refusal, Told

_AMOUNT, _TEXT = AmountLimit(), TextLimit()
_LINES = str.maketrans("", "", "\n\t")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def need_limits(asked: Struct, today: Callable[[], str]) -> None:
    """Refuse a day, a time, an amount or a text that makes no sense, in a command or a part of it.
    `today` tells the day on the clock of the house; empty: it is not known."""
    for limit, value, where in _limited(asked):
        if isinstance(limit, DayLimit):
            _need_day(value, limit, where, today=today())
        elif isinstance(limit, AmountLimit):
            _need_amount(value, limit, where)
        elif isinstance(limit, TextLimit):
            _need_text(value, limit, where)
        elif not 0 <= value < TIME_MOST:
            raise Refusal("TIME_WRONG", "no_clock_shows", where=where)


def _need_day(day: str, limit: DayLimit, where: str, *, today: str) -> None:
    """Days are compared as they are written: a calendar has none before the year 1."""
    if not is_day(day):
        raise Refusal("DAY_WRONG", "write_date_such", where=where)
    if not today:
        return
    year, rest = int(today[:4]), today[4:]
    first, last = f"{year - limit.years_back:04d}{rest}", f"{year + limit.years_ahead:04d}{rest}"
    if not first <= day <= last:
        raise Refusal("DAY_WRONG", "out_range", where=where, day=day, first=first, last=last)


def _need_amount(cents: int, limit: AmountLimit, where: str) -> None:
    if not limit.least <= cents <= limit.most:
        raise Refusal(
            "AMOUNT_WRONG",
            "out_range",
            where=where,
            amount=cents,
            least=limit.least,
            most=limit.most,
        )


def _need_text(text: str, limit: TextLimit, where: str) -> None:
    if text.isprintable():  # nearly all are, and every START has some
        return
    found = _CONTROL.search(text.translate(_LINES) if limit.lines else text)
    if found is not None:
        raise Refusal("TEXT_WRONG", "control", where=where, ord=f"{ord(found[0]):04X}")


def _limited(struct: Struct, where: str = "") -> Iterator[tuple[Struct, Any, str]]:
    """Everything in a struct that has a limit, and its place; what is left out has none."""
    for name, hint, default in _fields(type(struct)):
        value = getattr(struct, name)
        if value != default:
            yield from _limits(value, hint, f"{where}{name}")


def _limits(value: Any, hint: Any, where: str) -> Iterator[tuple[Struct, Any, str]]:
    if get_origin(hint) is Annotated:
        yield hint.__metadata__[0], value, where
    elif hint is Cents:
        yield _AMOUNT, value, where
    elif isinstance(value, str):
        yield _TEXT, value, where
    elif isinstance(value, Struct):
        yield from _limited(value, f"{where}.")
    elif isinstance(value, tuple):
        parts = get_args(hint)
        hints = repeat(parts[0]) if parts[-1] is ... else parts
        for number, (each, part) in enumerate(zip(value, hints, strict=False)):
            if _has_limits(part):
                yield from _limits(each, part, f"{where}.{number}")
    elif value is not None:  # of two types, of which the other is nothing
        yield from _limits(value, get_args(hint)[0], where)


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Any, Any], ...]:
    """The fields of a struct that have limits, with their types and defaults."""
    found = ((each.name, _bare(each.type), each.default) for each in fields(kind))
    return tuple(each for each in found if _has_limits(each[1]))


def _bare(hint: Any) -> Any:
    """A type without the meanings in it: `Annotated` is left where there is a limit."""
    parts = get_args(hint)
    if get_origin(hint) is Annotated:
        limits = [each for each in parts[1:] if not isinstance(each, Meaning)]
        return Annotated[parts[0], *limits] if limits else _bare(parts[0])
    if get_origin(hint) is tuple:
        return GenericAlias(tuple, tuple(map(_bare, parts)))
    return reduce(or_, map(_bare, parts)) if get_origin(hint) in (Union, UnionType) else hint


def _has_limits(hint: Any) -> bool:
    if hint is Told or get_origin(hint) is dict:  # made by the code, which knows what it says
        return False
    if isinstance(hint, type) and issubclass(hint, Struct):
        return bool(_fields(hint))
    is_limited = hint in (Cents, str) or get_origin(hint) is Annotated
    return is_limited or any(_has_limits(each) for each in get_args(hint))
