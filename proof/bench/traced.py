"""A server that traces its presses, for `press`: `python -m proof.bench.traced FILE serve ...`.

SIGUSR1 starts a trace. SIGUSR2 ends it and writes every Python function that ran since, in any
thread, to the file: one per line, its own file first."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from pitboss.cli import main

_seen: set[CodeType] = set()
_is_on = False


def _note(frame: FrameType, event: str, argument: Any) -> None:
    if _is_on and event == "call":
        _seen.add(frame.f_code)


def _begin(number: int, frame: FrameType | None) -> None:
    global _is_on
    _seen.clear()
    _is_on = True


def _end(number: int, frame: FrameType | None) -> None:
    global _is_on
    _is_on = False
    ours = (_begin.__code__, _end.__code__, signal.signal.__code__)
    lines = {f"{code.co_filename} {code.co_qualname}" for code in _seen if code not in ours}
    made = Path(f"{sys.argv[0]}.new")
    made.write_text("\n".join(sorted(lines)), "utf-8")
    made.rename(sys.argv[0])


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    threading.setprofile(_note)
    sys.setprofile(_note)
    signal.signal(signal.SIGUSR1, _begin)
    signal.signal(signal.SIGUSR2, _end)
    main()
