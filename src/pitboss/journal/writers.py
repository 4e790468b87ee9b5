"""Quick writers: straight-line source for each class, made from its type hints and compiled once.

A value that is not plainly as it should be goes to the slow writer of `shapes`, which tells what is
wrong with it, or writes what is only rare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from json.encoder import encode_basestring
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
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
    return compiled(made, sorted_names(made))


def _list_writer(made: Any) -> Writer:
    """A writer of tuples of one class, with its brackets."""
    one = _any_writer(made)

    def write(values: tuple[Any, ...]) -> str:
        if len(values) == 1:  # as it mostly is, or there is none
            return f"[{one(values[0])}]"
        return f"[{','.join([one(value) for value in values])}]" if values else "[]"

    if isinstance(made, StructMeta) and set(get_type_hints(made).values()) == {int}:
        return _keeping(made, write)
    return write


def _keeping(made: Any, write: Writer) -> Writer:
    """A writer of tuples of a few small numbers, spots and the like: the same come in every round,
    and their texts are kept. They are known again by a text that C makes without looking closely;
    it tells True from 1, which are equal."""
    kept: dict[bytes, str] = {}
    own, sketch = {made}, msgspec.json.Encoder().encode

    def write_kept(values: tuple[Any, ...]) -> str:
        if not own.issuperset(map(type, values)):
            return write(values)
        try:
            key = sketch(values)
        except (TypeError, ValueError, OverflowError, RecursionError):
            return write(values)
        text = kept.get(key)
        if text is None:
            text = write(values)
            if len(kept) < KEPT_MOST:
                kept[key] = text
        return text

    return write_kept


def compiled(made: Any, names: Sequence[str]) -> Writer:
    """A writer of some fields of a class."""
    hints = get_type_hints(made)
    used: dict[str, Any] = {
        "made": made, "tell": fields_writer(made, list(names)), "Refusal": Refusal,
        "quote": encode_basestring, "truth": {True: "true", False: "false"},
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
    exec(compile(source, f"<writer of {made.__name__}>", "exec"), used)  # noqa: S102 - our own text
    writer: Writer = used["write"]
    return writer


def _parts(hint: Any, field: str, used: dict[str, Any]) -> tuple[str, str]:
    """What must hold of a field to be written quickly, and how it is written inside a string."""
    if hint is str:
        # Beyond ASCII there are halves of characters, which no storage keeps.
        return f"{field}.__class__ is str and {field}.isascii()", f"{{quote({field})}}"
    if hint is int:
        return _within(field, INTEGER_MOST), f"{{{field}}}"
    if is_amount(hint):
        return _within(field, AMOUNT_MOST), f'"{{{field}}}"'
    if hint is bool:
        return f"{field}.__class__ is bool", f"{{truth[{field}]}}"
    parts = get_args(hint)
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        used[f"write_{field}"] = _list_writer(parts[0])
        return f"{field}.__class__ is tuple", f"{{write_{field}({field})}}"
    used[f"write_{field}"] = _any_writer(hint)
    return "", f"{{write_{field}({field})}}"


def _within(field: str, most: int) -> str:
    """The bounds stand in the source as numbers, and are made once."""
    return f"{field}.__class__ is int and {-most} <= {field} <= {most}"


def _any_writer(hint: Any) -> Writer:
    if isinstance(hint, StructMeta):
        return writer_of(hint)
    return codec_of(hint).write
