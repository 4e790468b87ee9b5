"""Values by name, layered over an older set: the storage of a draft of the floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

_Item = TypeVar("_Item")


class Entries(dict[str, _Item]):
    """Values by name, layered over an older set that stays as it is.

    `get` returns the newest value of a name, or None; `entries[name] = value` puts a newer one, and
    `drop` removes it. Otherwise only `any` and `items` look at the layers below."""

    __slots__ = ("_below",)

    def __init__(self, below: Entries[_Item] | None = None) -> None:
        self._below = below

    if TYPE_CHECKING:

        def get(self, name: str) -> _Item | None:  # type: ignore[override]
            """The newest value of a name."""
    else:
        # The dictionary's own method: every decision and replay comes through it many times.
        get = dict.__getitem__

    def __missing__(self, name: str) -> _Item | None:
        below = self._below
        found = None if below is None else below.get(name)
        if found is not None:
            self[name] = found  # most are looked up again
        return found

    def drop(self, name: str) -> None:
        """Remove a value wherever it is; None marks its place while a layer below exists."""
        if self._below is None:
            self.pop(name, None)
        else:
            self[name] = None  # type: ignore[assignment]

    def any(self) -> bool:
        """Whether there is any value."""
        if self._below is None:
            return bool(self)
        return next(self.items(), None) is not None if self else self._below.any()

    def items(self) -> Iterator[tuple[str, _Item]]:  # type: ignore[override]
        """All names with their newest values."""
        merged = dict(self._below.items()) if self._below is not None else {}
        yield from sorted(pair for pair in (merged | self).items() if pair[1] is not None)

    def adopt(self, newer: Entries[_Item]) -> None:
        """Take over the values on top."""
        self.update(newer)
        if self._below is None and None in newer.values():
            for name in [name for name, value in dict.items(newer) if value is None]:
                del self[name]

    def rebase(self, below: Entries[_Item]) -> None:
        """Hand down everything in between."""
        self._below = below


class HeldEntries(Generic[_Item]):
    """A state's entries, created on first use: a command reads few, and creating all would cost a
    draft more than its decision."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, state: Any, owner: type) -> Entries[_Item]:
        name, below = self._name, state.below
        made: Entries[_Item] = Entries(None if below is None else getattr(below, name))
        setattr(state, name, made)  # it is found there directly from now on
        state.made[name] = made
        return made

    def of(self, state: Any) -> Entries[_Item]:
        """An extension's entries, whose names the state doesn't know."""
        found: Entries[_Item] = getattr(state, self._name)
        return found
