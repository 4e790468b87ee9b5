"""What commands that run a server share: their options, and loading it."""

from __future__ import annotations

import gc
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pitboss.cli.options import option
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.cli.served_folder import ServedFolder

PublicAddresses = Annotated[list[str] | None, option("--address URL")]
Host = Annotated[str, option("--host ADDRESS", of="serve")]
Port = Annotated[int, option("--port N", of="serve", min=0, max=65535)]
Certificate = Annotated[Path | None, option("--certificate FILE")]
CertificateKey = Annotated[Path | None, option("--key FILE")]
Replay = Annotated[bool, option("--replay")]
Proxy = Annotated[str, option("--proxy ADDRESS")]
Witnesses = Annotated[list[str] | None, option("--witness FILE|URL", of="serve")]
Standby = Annotated[bool, option("--standby")]


def load_server() -> type[ServedFolder]:
    """Load what serves a folder; other commands start without it. Refuses an interpreter that would
    skip the code's own checks."""
    gc.disable()  # nothing loaded so far ever becomes garbage
    from pitboss.cli.served_folder import ServedFolder

    gc.freeze()
    gc.enable()
    if not __debug__:
        raise Refusal("ASSERTIONS_OFF", "floor_runs_assertions", where="python")
    return ServedFolder


def open_browser(address: str) -> None:
    """Open a page, if a browser can open in a window; a terminal browser would cover this one."""
    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
