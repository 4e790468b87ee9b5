"""Files that commands write: whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pitboss.refusal import Refusal


@contextlib.contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """A text file that appears when it is complete; `-` is standard output."""
    if str(path) == "-":
        yield sys.stdout
        return
    with contextlib.ExitStack() as stack:
        try:
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            file = stack.enter_context(os.fdopen(handle, "w", encoding="utf-8", newline=""))
        except OSError as fault:
            raise Refusal(
                "FILE_UNWRITABLE", where=str(path), reason=fault.strerror or "can not be written"
            ) from None
        stack.callback(Path(name).unlink, missing_ok=True)
        yield file
        file.flush()
        try:
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except OSError as fault:
            raise Refusal(
                "FILE_UNWRITABLE", where=str(path), reason=fault.strerror or "can not be written"
            ) from None


def write_text(path: Path, text: str) -> None:
    """Write a whole text."""
    with written(path) as file:
        file.write(text)
