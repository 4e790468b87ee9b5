"""What a process that runs an engine asks of Python's memory, and of the C library's."""

from __future__ import annotations

import contextlib
import ctypes
import gc

NEW_MOST = 50_000  # objects made and not yet dropped, before the collector looks at them
# glibc's own numbers (malloc.h). It keeps what was freed, and the larger the piece, the larger the
# next one that it keeps: a PIN's digest takes 19 MiB, and each thread that has made one kept them.
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
LARGE_BYTES = 1024 * 1024  # a piece of its own, given back when it is freed
ARENAS_MOST = 2


def settle_memory() -> None:
    """What is there now stays as long as the process, and commands and events hold no circles: the
    collector need not look at them again and again. What is freed goes back to the system."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_MOST)
    with contextlib.suppress(AttributeError):  # a C library other than glibc
        library = ctypes.CDLL(None)
        library.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        library.mallopt(M_ARENA_MAX, ARENAS_MOST)
    return_memory()


def return_memory() -> None:
    """Give back what a crowd has left behind in small pieces. It takes a few milliseconds, beside
    Python's lock."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
