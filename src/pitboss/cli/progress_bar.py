"""A progress bar for long work, on a terminal only."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from pitboss.progress import TellProgress


@contextlib.contextmanager
def progress(title: str) -> Iterator[TellProgress]:
    """A bar on standard error during the work; nothing if standard error isn't a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda done: bar.update(task, completed=done)
