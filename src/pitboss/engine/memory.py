"""What a process that runs an engine asks of Python's memory."""

from __future__ import annotations

import gc

NEW_MOST = 50_000  # objects made and not yet dropped, before the collector looks at them


def settle_memory() -> None:
    """What is there now stays as long as the process, and commands and events hold no circles: the
    collector need not look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_MOST)
