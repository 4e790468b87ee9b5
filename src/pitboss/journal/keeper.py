"""The process that keeps a journal for an engine: python -m pitboss.journal.keeper DESCRIPTOR

It does what it is asked, in order, until the engine's end of the connection is gone. It shares the
engine's lock of a file, and has that of a database. If the engine is killed, so is this process:
nothing is written after the engine's death."""

from __future__ import annotations

import ctypes
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import closing, suppress

import msgspec
from msgspec import Raw

from pitboss.journal.calls import Call, Done, Failed, Line, Open, Refused, Told, encode
from pitboss.refusal import Refusal

DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of <linux/prctl.h>
# A terminal or a service manager tells every process to stop. The engine finishes what is under
# way, and needs its journal for that; this process ends after it.
NOT_MEANT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    """Keep a journal."""
    for number in NOT_MEANT:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform == "linux":  # elsewhere it finds out when it has done what it does just then
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    line = Line(socket.socket(fileno=int(sys.argv[1])))
    # The engine has ended, one way or the other; or memory has, and the engine begins another one.
    with suppress(EOFError, ConnectionError, MemoryError):
        keep(line)


def keep(line: Line) -> None:
    """Open what the first message names, and answer the others."""
    opening = msgspec.msgpack.decode(line.receive(), type=Open)
    opened = []
    line.send(encode(_told(lambda: opened.append(opening.opened()))))
    if not opened:
        return
    decode = msgspec.msgpack.Decoder(Call).decode
    with closing(opened[0]) as journal:
        while True:
            call = decode(line.receive())
            line.send(encode(_told(lambda: call.of(journal))))  # noqa: B023 - it is called at once


def _told(act: Callable[[], object]) -> Told:
    try:
        return Done(Raw(encode(act())))
    except Refusal as refusal:
        said = str(refusal.__cause__ or "")
        return Refused(refusal.code, refusal.where, refusal.reason, said)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - the engine is told, and stops
        return Failed(traceback.format_exc())


if __name__ == "__main__":
    main()
