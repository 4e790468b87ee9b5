"""The keys of a paytable file, each read once with its type checked."""

from __future__ import annotations

from typing import Any

from pitboss.refusal import Refusal, say


class PaytableKeys:
    """The keys of a file, each read once with its type checked; leftovers are refused."""

    def __init__(self, data: Any, at: str = "") -> None:
        if not isinstance(data, dict):
            raise Refusal("PAYTABLE_UNREADABLE", "must_table", where=at.rstrip("."))
        self._data = dict(data)
        self._at = at

    def _take(self, key: str, kind: type, wanted: str = "", *, default: Any = None) -> Any:
        value = self._data.pop(key, default)
        if value is None:
            raise Refusal("PAYTABLE_INCOMPLETE", "key_missing", where=self._at + key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise Refusal(
                "PAYTABLE_UNREADABLE",
                "must",
                where=self._at + key,
                wanted=say("KIND", wanted or kind.__name__),
            )
        return value

    def text(self, key: str, *, default: str | None = None) -> str:
        return str(self._take(key, str, default=default))

    def integer(self, key: str, *, default: int | None = None) -> int:
        """A whole number."""
        return int(self._take(key, int, default=default))

    def flag(self, key: str) -> bool:
        """True or false; false if omitted."""
        return bool(self._take(key, bool, default=False))

    def table(self, key: str) -> dict[str, Any]:
        """A table; empty if omitted."""
        return dict(self._take(key, dict, default={}))

    def rows(self, key: str) -> list[dict[str, Any]]:
        return list(self._take(key, list, "tables", default=[]))

    def texts(self, key: str, *, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts; required unless there is a default."""
        values = self._take(key, list, "texts", default=list(default or ()))
        if default is None and not values:
            raise Refusal("PAYTABLE_INCOMPLETE", "key_missing", where=self._at + key)
        return tuple(str(value) for value in values)

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        values = self._take(key, list, "ints", default=[])
        if any(not isinstance(value, int) for value in values):
            raise Refusal("PAYTABLE_UNREADABLE", "must_whole_numbers", where=key)
        return tuple(values)

    def refuse_the_rest(self) -> None:
        """Refuse the keys that nobody has read."""
        for key in self._data:
            raise Refusal("PAYTABLE_KEY_UNKNOWN", where=self._at + key)
