"""Tunes Python's memory, and the C library's, for a process that runs an engine."""

from __future__ import annotations

import contextlib
import ctypes
import gc

NEW_MOST = 50_000  # objects made and not yet dropped before the collector looks at them
# glibc's own numbers (malloc.h). It keeps freed memory, and the larger the piece, the larger the
# next one it keeps: a PIN's digest takes 19 MiB, and each thread that had made one kept them.
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
LARGE_BYTES = 1024 * 1024  # a separate piece, returned when freed
ARENAS_MOST = 2


def settle_memory() -> None:
    """Stop the collector from rescanning: what exists now lives as long as the process, and
    commands and events have no reference cycles. Freed memory goes back to the system."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_MOST)
    with contextlib.suppress(AttributeError):  # a C library other than glibc
        library = ctypes.CDLL(None)
        library.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        library.mallopt(M_ARENA_MAX, ARENAS_MOST)
    return_memory()


def return_memory() -> None:
    """Return the small pieces left behind after a rush. It takes a few milliseconds, beside
    Python's lock."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
