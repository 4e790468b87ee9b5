"""The tables of docs/journal.md that follow from the code. Run this file to write them anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import StructMeta

from pitboss.floor.facts import values
from pitboss.journal.codec import event_classes
from pitboss.rules import law

DOCS = Path(__file__).parents[2] / "docs"
JOURNAL_PAGE = DOCS / "journal.md"
LEDGER_PAGE = DOCS / "ledger.md"
SIMPLE = {str: "text", int: "integer", bool: "true or false"}


def event_lines() -> list[str]:
    """Every kind of event with its version and fields."""
    lines = ["| kind | version | fields | tells |", "|---|---|---|---|"]
    lines += [
        f"| `{kind}` | {made.version} | {_fields(made)} | {_sentence(made)} |"
        for kind, made in sorted(event_classes().items())
    ]
    return lines


def value_lines() -> list[str]:
    """Every value that events hold."""
    lines = ["| value | fields | is |", "|---|---|---|"]
    used = sorted(_used_values(), key=lambda made: made.__name__)
    lines += [f"| {made.__name__} | {_fields(made)} | {_sentence(made)} |" for made in used]
    return lines


def between(page: str, name: str) -> list[str]:
    """The lines that stand between two marks of a page."""
    _, _, rest = page.partition(f"<!-- {name} -->\n")
    inside, end, _ = rest.partition(f"<!-- end of {name} -->")
    assert end, f"the page has no part {name}"
    return inside.splitlines()


def _fields(made: Any) -> str:
    hints = get_type_hints(made)
    names = sorted(made.__struct_fields__)
    return "; ".join(f"`{name}` {_type_text(hints[name])}" for name in names)


def _type_text(hint: Any) -> str:
    parts = get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if isinstance(hint, NewType):
        return "digits"
    if isinstance(hint, StructMeta):
        return hint.__name__
    if get_origin(hint) in (Union, UnionType):
        return " or ".join("null" if part is NoneType else _type_text(part) for part in parts)
    assert get_origin(hint) is tuple, hint
    if parts[-1] is Ellipsis:
        return f"list of {_type_text(parts[0])}"
    return f"[{', '.join(map(_type_text, parts))}]"


def _sentence(made: Any) -> str:
    """What the class says of itself, up to the first full stop."""
    text = " ".join(made.__doc__.split())
    return re.split(r"(?<=[.;:]) ", text)[0].rstrip(".;:").replace("|", "\\|")


def _used_values() -> set[Any]:
    found: set[Any] = set()
    waiting: list[Any] = list(event_classes().values())
    while waiting:
        for hint in get_type_hints(waiting.pop()).values():
            for made in _structs_in(hint):
                if made not in found:
                    assert made.__module__ in (values.__name__, law.__name__)
                    found.add(made)
                    waiting.append(made)
    return found


def _structs_in(hint: Any) -> Iterator[Any]:
    if isinstance(hint, StructMeta):
        yield hint
    for part in get_args(hint):
        yield from _structs_in(part)


def write_tables() -> None:
    """Put the tables into the page."""
    page = JOURNAL_PAGE.read_text("utf-8")
    for name, lines in (("events", event_lines()), ("values", value_lines())):
        start, _, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->")
        page = f"{start}<!-- {name} -->\n" + "\n".join(lines) + f"\n{end}{after}"
    JOURNAL_PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    write_tables()
