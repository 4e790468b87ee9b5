"""Reads the keys of a part of a site file, each once with its type checked. A value that doesn't
fit is a fault and is replaced by a blank, so that reading continues with the next key."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.money import CENTS_MOST, Cents, parse_dollars
from pitboss.refusal import Refusal, say
from pitboss.site.faults import Faults

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}\Z", re.ASCII)
TEXT_MOST = 500
NUMBER_MOST = 1_000_000  # the parts of a whole wager; every other count is lower

_Kind = TypeVar("_Kind")
_Part = TypeVar("_Part")


class Keys:
    """One part of the file."""

    def __init__(self, data: Any, faults: Faults) -> None:
        self.faults = faults
        if not isinstance(data, dict):
            faults.error("SITE_VALUE_WRONG", "", "must_table")
            data = {}
        self._data: dict[str, Any] = dict(data)
        self._read: set[str] = set()

    @property
    def names(self) -> tuple[str, ...]:
        """Every key in it."""
        return tuple(self._data)

    def has(self, key: str) -> bool:
        """Whether the file has a key."""
        return key in self._data

    def text(self, key: str, *, default: str | None = None) -> str:
        """A text; without a default the key is required."""
        value = self._take(key, str, "must_text", blank="", default=default)
        if len(value) > TEXT_MOST or not all(char.isprintable() for char in value):
            self._wrong(key, "must_one_line", most=TEXT_MOST)
            return default or ""
        if isinstance(self._data.get(key), str) and not value.strip():
            self._wrong(key, "is_empty")
        return value.strip()

    def choice(self, key: str, known: tuple[str, ...], *, default: str | None = None) -> str:
        """One of a few words."""
        value = self.text(key, default=default)
        if value and value not in known:
            self._wrong(key, "not_one_of", value=value, known=known)
            return default or ""
        return value

    def identifier(self, key: str) -> str:
        """An id: letters, digits, dash and underscore."""
        value = self.text(key)
        if value and not ID.match(value):
            self.faults.error("ID_WRONG", key, "letters_digits", value=value)
            return ""
        return value

    def number(self, key: str) -> int | None:
        """A whole number from 0 to NUMBER_MOST; None if the key is missing."""
        if key not in self._data:
            self._read.add(key)
            return None
        value = self._take(key, int, "must_number", blank=0)
        if not 0 <= value <= NUMBER_MOST:
            self._wrong(key, "out_of_range", most=NUMBER_MOST)
            return 0
        return value

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false; the default if the key is missing."""
        return self._take(key, bool, "must_flag", blank=default, default=default)

    def amount(self, key: str) -> Cents | None:
        """An amount such as "$1,000"; None if the key is missing or unreadable."""
        if key not in self._data:
            self._read.add(key)
            return None
        value = self._take(key, str, "must_amount", blank="")
        return self.parse_cents(key, value) if isinstance(self._data[key], str) else None

    def parse_cents(self, key: str, value: object) -> Cents | None:
        """Cents from a written amount."""
        try:
            cents = parse_dollars(str(value))
        except Refusal as refusal:
            self.faults.refusal(refusal, key)
            return None
        if cents > CENTS_MOST:
            self._wrong(key, "more_than_any_meter", most=CENTS_MOST)
            return None
        return cents

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty if the key is missing."""
        values = self._take(key, list, "must_texts", blank=[], default=[])
        if not all(isinstance(value, str) for value in values):
            self._wrong(key, "must_texts")
            return ()
        return tuple(values)

    def table(self, key: str) -> dict[str, Any]:
        """A table of keys; empty if the key is missing."""
        return dict(self._take(key, dict, "must_table", blank={}, default={}))

    def rows(self, key: str, *, most: int) -> list[Any]:
        """A list of tables, `[[key]]`; any above the maximum are left out."""
        values: list[Any] = self._take(key, list, "must_list", blank=[], default=[])
        if len(values) > most:
            self.faults.error("SITE_TOO_LARGE", key, "them", count=len(values), most=most)
        return values[:most]

    def below(self, key: str, data: Any) -> Keys:
        """The keys under a key of this part."""
        return Keys(data, self.faults.below(key))

    def raw(self, key: str) -> Any:
        """The raw value; None if the key is missing."""
        self._read.add(key)
        return self._data.get(key)

    def close(self) -> None:
        """Report every key that nobody read as a fault."""
        for key in [key for key in self._data if key not in self._read]:
            near = difflib.get_close_matches(key, sorted(self._read), n=1)
            if near:
                self.faults.error("SITE_KEY_UNKNOWN", key, "did_you_mean", near=near[0])
            else:
                self.faults.error("SITE_KEY_UNKNOWN", key, "no_such_key", known=sorted(self._read))

    def _take(
        self,
        key: str,
        kind: type[_Kind],
        case: str,
        *,
        blank: _Kind,
        default: _Kind | None = None,
    ) -> _Kind:
        self._read.add(key)
        if key not in self._data:
            if default is None:
                incomplete(self.faults, key)
                return blank
            return default
        value = self._data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self._wrong(key, case, name=key)
            return blank
        return value

    def _wrong(self, key: str, case: str, **values: object) -> None:
        self.faults.add(say("SITE_VALUE_WRONG", case, **values), key)


def incomplete(faults: Faults, key: str, at: str = "") -> None:
    """A key that a site file lacks, by what people call its subject."""
    faults.error("SITE_INCOMPLETE", at or key, "missing", what=key.replace("_", " "))


def parts_of(
    keys: Keys, kind: str, most: int, read: Callable[[Keys, str], _Part]
) -> tuple[_Part, ...]:
    """Each `[[kind]]` of the file; its faults show its id, or its number if it has none."""
    parts = []
    seen: set[str] = set()
    for index, row in enumerate(keys.rows(kind, most=most), 1):
        found = row.get("id") if isinstance(row, dict) else None
        shown = found if isinstance(found, str) and ID.match(found) else str(index)
        part = keys.below(f"{kind}.{shown}", row)
        identifier = part.identifier("id")
        value = read(part, identifier)
        part.close()
        if identifier.casefold() in seen:
            part.faults.error("ID_TWICE", "id", "another_id", kind=kind, identifier=identifier)
        elif identifier:
            seen.add(identifier.casefold())  # nobody can tell M1 from m1 on the floor
            parts.append(value)
    return tuple(parts)
