"""What commands that run a server share: their options, and loading it."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pitboss.cli.options import option
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.cli.served_folder import ServedFolder

PublicAddresses = Annotated[
    list[str] | None,
    option(
        "--address URL",
        "The address browsers use, for example https://floor.example. Repeat for more; win "
        "pages show the first. You don't need it for this machine's own name and addresses.",
    ),
]
Host = Annotated[str, option("--host ADDRESS", "Address to listen on.")]
Port = Annotated[
    int, option("--port N", "Port to listen on; 0 is any free port.", min=0, max=65_535)
]
Certificate = Annotated[Path | None, option("--certificate FILE", "TLS certificate, in PEM.")]
CertificateKey = Annotated[Path | None, option("--key FILE", "The certificate's key, in PEM.")]
Replay = Annotated[
    bool, option("--replay", "Replay every row first instead of trusting the snapshot.")
]
Proxy = Annotated[
    str,
    option(
        "--proxy ADDRESS",
        "Trust this proxy, or a server that follows, for where requests come from "
        "(X-Forwarded-For). Separate several with commas.",
    ),
]
Witnesses = Annotated[
    list[str] | None,
    option(
        "--witness FILE|URL",
        "A file on another machine, or an address that keeps what's posted to it. Gets the "
        "newest row every ten minutes. Repeat for more.",
    ),
]
Standby = Annotated[
    bool,
    option("--standby", "Stand by: follow the server in charge, and take over when it's gone."),
]


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
