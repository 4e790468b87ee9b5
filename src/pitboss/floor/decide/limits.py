"""Checks every day, time, amount and text of a command against the limits of its type."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import repeat
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from pitboss.floor.facts.limits import TIME_MOST, AmountLimit, DayLimit, TextLimit, TimeLimit
from pitboss.floor.facts.meanings import Meaning
from pitboss.local_time import is_day
from pitboss.money import Cents
from pitboss.refusal import Refusal, Told

Today: TypeAlias = Callable[[], str]
Check: TypeAlias = Callable[[Any, str, Today], None]  # given a value, and its place

_LINES = str.maketrans("", "", "\n\t")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def need_limits(asked: Struct, today: Today) -> None:
    """Refuse an impossible day, time, amount or text in a command or part of one. `today` gives the
    day on the house's clock; empty: unknown."""
    _need_fields(asked, "", today)


def _need_fields(asked: Struct, where: str, today: Today) -> None:
    """Check the fields; an omitted one has no limit."""
    for name, default, check in _checks(type(asked)):
        value = getattr(asked, name)
        if value != default:
            check(value, where + name, today)


def _need_part(asked: Struct, where: str, today: Today) -> None:
    _need_fields(asked, f"{where}.", today)


def _need_day(limit: DayLimit) -> Check:
    """Days compare as text: a calendar has none before the year 1."""

    def need(day: str, where: str, today: Today) -> None:
        if not is_day(day):
            raise Refusal("DAY_WRONG", "write_date_such", where=where)
        if not (now := today()):
            return
        year, rest = int(now[:4]), now[4:]
        first = f"{year - limit.years_back:04d}{rest}"
        last = f"{year + limit.years_ahead:04d}{rest}"
        if not first <= day <= last:
            raise Refusal("DAY_WRONG", "out_range", where=where, day=day, first=first, last=last)

    return need


def _need_time(limit: TimeLimit) -> Check:
    def need(at_ms: int, where: str, today: Today) -> None:
        if not 0 <= at_ms < TIME_MOST:
            raise Refusal("TIME_WRONG", "no_clock_shows", where=where)

    return need


def _need_amount(limit: AmountLimit) -> Check:
    least, most = limit.least, limit.most

    def need(cents: int, where: str, today: Today) -> None:
        if not least <= cents <= most:
            raise Refusal(
                "AMOUNT_WRONG", "out_range", where=where, amount=cents, least=least, most=most
            )

    return need


def _need_text(limit: TextLimit) -> Check:
    def need(text: str, where: str, today: Today) -> None:
        if text.isprintable():  # nearly all are, and every START has some
            return
        found = _CONTROL.search(text.translate(_LINES) if limit.lines else text)
        if found is not None:
            raise Refusal("TEXT_WRONG", "control", where=where, ord=f"{ord(found[0]):04X}")

    return need


_MAKERS: dict[type, Callable[[Any], Check]] = {
    DayLimit: _need_day, TimeLimit: _need_time, AmountLimit: _need_amount, TextLimit: _need_text,
}  # fmt: skip
_PLAIN: dict[Any, Check] = {Cents: _need_amount(AmountLimit()), str: _need_text(TextLimit())}


@cache
def _checks(kind: type[Struct]) -> tuple[tuple[str, Any, Check], ...]:
    """The fields of a struct with limits, each with its default and its check."""
    found = ((each.name, each.default, _check_of(each.type)) for each in fields(kind))
    return tuple((name, default, check) for name, default, check in found if check)


def _check_of(hint: Any) -> Check | None:
    """The check for a type; None if it has no limit."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Told or origin is dict:  # made by the code, which knows what it says
        return None
    if origin is Annotated:
        limits = [each for each in parts[1:] if not isinstance(each, Meaning)]
        return _MAKERS[type(limits[0])](limits[0]) if limits else _check_of(parts[0])
    if origin is tuple:
        return _check_of_each(parts)
    if origin in (Union, UnionType):
        return _check_of_one(parts)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _need_part if _checks(hint) else None
    return _PLAIN.get(hint)


def _check_of_each(parts: tuple[Any, ...]) -> Check | None:
    checks = [_check_of(part) for part in parts if part is not ...]
    if not any(checks):
        return None

    def need(values: tuple[Any, ...], where: str, today: Today) -> None:
        of_each = repeat(checks[0]) if parts[-1] is ... else checks
        for number, (value, check) in enumerate(zip(values, of_each, strict=False)):
            if check:
                check(value, f"{where}.{number}", today)

    return need


def _check_of_one(parts: tuple[Any, ...]) -> Check | None:
    """The check for a value of one of several types."""
    checks = {_plain_type(part): check for part in parts if (check := _check_of(part))}
    if not checks:
        return None

    def need(value: Any, where: str, today: Today) -> None:
        if check := checks.get(type(value)):
            check(value, where, today)

    return need


def _plain_type(hint: Any) -> Any:
    """The class of a type's values."""
    if get_origin(hint) is Annotated:
        return _plain_type(get_args(hint)[0])
    return getattr(hint, "__supertype__", get_origin(hint) or hint)
