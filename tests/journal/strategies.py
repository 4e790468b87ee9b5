"""Random values of a type, and what they are as plain data, from their hints alone; written apart
from the codec."""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct, StructMeta

EXACT = st.integers(-(2**53) + 1, 2**53 - 1)
SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=20),
    int: EXACT,
    bool: st.booleans(),
    NoneType: st.none(),
}


@cache
def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Random values of a type; made once for each, for that takes longer than a value."""
    parts = get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if hasattr(hint, "__supertype__"):
        return EXACT
    if isinstance(hint, StructMeta):
        hints = get_type_hints(hint)
        return st.builds(hint, **{name: values_of(hints[name]) for name in hint.__struct_fields__})
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        return st.lists(values_of(parts[0]), max_size=3).map(tuple)
    if get_origin(hint) is tuple:
        return st.tuples(*map(values_of, parts))
    return st.one_of(*map(values_of, parts))


def plain(value: Any) -> Any:
    """A value as JSON has it: what is stored by name begins with it, and fields stand in the order
    of their class."""
    if isinstance(value, tuple):
        return list(map(plain, value))
    if not isinstance(value, Struct):
        return value
    config = value.__struct_config__
    named = {config.tag_field: config.tag} if config.tag_field else {}
    return named | {name: plain(getattr(value, name)) for name in value.__struct_fields__}
