"""How many threads count: all cores but one, unless told otherwise."""

from __future__ import annotations

import os

from pitboss.refusal import Refusal


def use_threads(threads: int | None) -> None:
    """Leave a core free unless told otherwise: whoever shares the machine goes on working."""
    try:
        import numba
    except ImportError:
        raise Refusal(
            "NUMBA_MISSING",
            reason="counting needs the extra packages: pip install 'pitboss[maths]'",
        ) from None
    cores = os.cpu_count() or 1
    most = int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]
    wanted = threads or max(1, cores - 1)
    if wanted > most:
        raise Refusal(
            "THREADS_TOO_MANY", where="--threads", reason=f"this machine has {most} cores"
        )
    numba.set_num_threads(wanted)
