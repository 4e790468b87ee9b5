"""Quick writers: straight-line source for each class, made from its type hints and compiled once.

A value that is not plainly as it should be goes to the slow writer of `shapes`, which tells what is
wrong with it, or writes what is only rare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from json.encoder import encode_basestring
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import StructMeta

from pitboss.journal.shapes import (
    AMOUNT_MOST,
    INTEGER_MOST,
    codec_of,
    fields_writer,
    is_amount,
    sorted_names,
)
from pitboss.refusal import Refusal

Writer = Callable[[Any], str]

KEPT_MOST = 4096
# True equals 1 and must not be taken for it: hence the classes.
KEEPING = """
def write(value):
    if value.__class__ is made:
{reads}
        if {checks}:
            return kept_of(({numbers})) or keep(value, ({numbers}))
    return whole(value)
"""
SOURCE = """
def write(value):
    if value.__class__ is not made:
        return tell(value)
{reads}
    if not ({checks}):
        return tell(value)
    try:
        return f'{{{{{text}}}}}'
    except Refusal:
        return tell(value)
"""


@cache
def writer_of(made: Any) -> Writer:
    """The writer of a class."""
    names = sorted_names(made)
    whole = compiled(made, names)
    hints = get_type_hints(made)
    if len(names) > 1 and all(hints[name] is int for name in names):
        return _keeping(made, names, whole)
    return whole


def _keeping(made: Any, names: Sequence[str], whole: Writer) -> Writer:
    """A writer of a class of a few small numbers, spots and the like: the same come in every round,
    and their texts are kept."""
    kept: dict[tuple[int, ...], str] = {}

    def keep(value: Any, numbers: tuple[int, ...]) -> str:
        text = whole(value)
        if len(kept) < KEPT_MOST:
            kept[numbers] = text
        return text

    source = KEEPING.format(
        reads="\n".join(f"        {name} = value.{name}" for name in names),
        checks=" and ".join(f"{name}.__class__ is int" for name in names),
        numbers=", ".join(names),
    )
    return _made(source, made, {"made": made, "whole": whole, "kept_of": kept.get, "keep": keep})


def compiled(made: Any, names: Sequence[str]) -> Writer:
    """A writer of some fields of a class."""
    hints = get_type_hints(made)
    used: dict[str, Any] = {
        "made": made, "tell": fields_writer(made, list(names)), "Refusal": Refusal,
        "quote": encode_basestring, "join": ",".join, "truth": {True: "true", False: "false"},
        "integer_most": INTEGER_MOST, "amount_most": AMOUNT_MOST,
    }  # fmt: skip
    reads, checks, texts = [], ["True"], []
    for name in names:
        field = f"field_{name}"
        check, text = _parts(hints[name], field, used)
        reads.append(f"    {field} = value.{name}")
        checks += [check] if check else []
        texts.append(f'"{name}":{text}')
    source = SOURCE.format(
        reads="\n".join(reads) or "    pass", checks=" and ".join(checks), text=",".join(texts)
    )
    return _made(source, made, used)


def _made(source: str, made: Any, used: dict[str, Any]) -> Writer:
    exec(compile(source, f"<writer of {made.__name__}>", "exec"), used)  # noqa: S102 - our own text
    writer: Writer = used["write"]
    return writer


def _parts(hint: Any, field: str, used: dict[str, Any]) -> tuple[str, str]:
    """What must hold of a field to be written quickly, and how it is written inside a string."""
    if hint is str:
        # Beyond ASCII there are halves of characters, which no storage keeps.
        return f"{field}.__class__ is str and {field}.isascii()", f"{{quote({field})}}"
    if hint is int:
        return _within(field, "integer_most"), f"{{{field}}}"
    if is_amount(hint):
        return _within(field, "amount_most"), f'"{{{field}}}"'
    if hint is bool:
        return f"{field}.__class__ is bool", f"{{truth[{field}]}}"
    parts = get_args(hint)
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        used[f"write_{field}"] = _any_writer(parts[0])
        return f"{field}.__class__ is tuple", f"[{{join(map(write_{field}, {field}))}}]"
    used[f"write_{field}"] = _any_writer(hint)
    return "", f"{{write_{field}({field})}}"


def _within(field: str, most: str) -> str:
    return f"{field}.__class__ is int and -{most} <= {field} <= {most}"


def _any_writer(hint: Any) -> Writer:
    if isinstance(hint, StructMeta):
        return writer_of(hint)
    return codec_of(hint).write
