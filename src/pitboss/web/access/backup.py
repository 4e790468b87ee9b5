"""What a backup keeps of the access store: PINs, cards, devices and languages, all as digests, the
broker's position, and the signs' pictures. Not sessions and codes: after a restore people sign in
again."""

from __future__ import annotations

from typing import Any, LiteralString

import msgspec

from pitboss.refusal import Refusal
from pitboss.web.access.store import AccessStore

# By table: how to read it, and how to write a row.
KEPT: dict[str, tuple[LiteralString, LiteralString]] = {
    "key": (
        "SELECT name, value FROM key WHERE name <> 'house' ORDER BY name",
        "INSERT INTO key VALUES (?, ?)",
    ),
    "badge": (
        "SELECT badge, pin, code_sha256 FROM badge ORDER BY badge",
        "INSERT INTO badge VALUES (?, ?, ?)",
    ),
    "device": (
        "SELECT device, kind, gaming_table, token_sha256, enrolled_ms, enrolled_by FROM device"
        " ORDER BY device",
        "INSERT INTO device VALUES (?, ?, ?, ?, ?, ?)",
    ),
    "device_line": (
        "SELECT device, seats, last_n FROM device_line ORDER BY device",
        "INSERT INTO device_line VALUES (?, ?, ?)",
    ),
    "language": (
        "SELECT badge, language FROM language ORDER BY badge",
        "INSERT INTO language VALUES (?, ?)",
    ),
    "sign_file": (
        "SELECT sha256, part, content FROM sign_file ORDER BY sha256, part",
        "INSERT INTO sign_file VALUES (?, ?, ?)",
    ),
    "published": ("SELECT seq, hash FROM published", "INSERT INTO published VALUES (?, ?)"),
}


def copy_store(store: AccessStore) -> bytes:
    """The current content as JSON."""
    found = {table: store.read(reading) for table, (reading, _) in KEPT.items()}
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def restore(store: AccessStore, data: bytes) -> None:
    """Load a copy into a store that is empty, or has part of it from an interrupted restore."""
    there, found = _rows_in(copy_store(store)), _rows_in(data)
    if there == found:
        return
    if any(there.values()):
        raise Refusal("RESTORE_NOT_EMPTY", "pins_devices", where="access")
    with store.writing() as execute:
        for table, (_, writing) in KEPT.items():
            for row in found[table]:
                execute(writing, row)


def _rows_in(data: bytes) -> dict[str, list[list[Any]]]:
    """The rows of each table in a copy, in an order that doesn't depend on a server's collation."""
    found: dict[str, list[list[Any]]] = msgspec.json.decode(data)
    return {table: sorted(found.get(table, [])) for table in KEPT}
