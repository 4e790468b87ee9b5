"""Writes files completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss.refusal import Refusal


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the file, then rename over it, so that nobody ever reads half of it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as fault:
        beside.unlink(missing_ok=True)
        said = fault.strerror or fault
        raise Refusal("FILE_UNWRITABLE", "fails", where=str(path), fault=said) from None
