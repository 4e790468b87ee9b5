"""Random values of a type, from its hint alone; written apart from the codec."""

from __future__ import annotations

from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import StructMeta

SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=20),
    int: st.integers(-(2**53) + 1, 2**53 - 1),
    bool: st.booleans(),
    NoneType: st.none(),
}
AMOUNTS = st.integers(-(10**30), 10**30)


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Random values of a type."""
    parts = get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if hasattr(hint, "__supertype__"):
        return AMOUNTS
    if isinstance(hint, StructMeta):
        hints = get_type_hints(hint)
        return st.builds(hint, **{name: values_of(hints[name]) for name in hint.__struct_fields__})
    if get_origin(hint) is tuple and parts[-1] is Ellipsis:
        return st.lists(values_of(parts[0]), max_size=3).map(tuple)
    if get_origin(hint) is tuple:
        return st.tuples(*map(values_of, parts))
    return st.one_of(*map(values_of, parts))
