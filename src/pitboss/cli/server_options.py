"""What the commands that run a server have in common: their options, and how they load it."""

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
        "What browsers call it, such as https://floor.example; win pages show the first. "
        "Repeat it for others. This machine's own name and addresses need none.",
    ),
]
Host = Annotated[str, option("--host ADDRESS", "Where to listen.")]
Port = Annotated[int, option("--port N", "0: any that is free.", min=0, max=65_535)]
Certificate = Annotated[Path | None, option("--certificate FILE", "For TLS, in PEM.")]
CertificateKey = Annotated[Path | None, option("--key FILE", "The certificate's key, in PEM.")]
Replay = Annotated[bool, option("--replay", "Replay every row first; believe no snapshot.")]
Proxy = Annotated[
    str,
    option(
        "--proxy ADDRESS",
        "A proxy whose word is taken for where requests come from (X-Forwarded-For), or a"
        " server that follows; several with commas.",
    ),
]
Witnesses = Annotated[
    list[str] | None,
    option(
        "--witness FILE|URL",
        "On another machine: a file, or an address that keeps what is posted to it. It is"
        " told the newest row every ten minutes. Repeat it for others.",
    ),
]
Standby = Annotated[
    bool, option("--standby", "Where another server leads: follow it, and lead when it is gone.")
]


def load_server() -> type[ServedFolder]:
    """What serves a folder, loaded now: other commands start without a server. A floor that would
    not notice what a programmer did wrong is refused."""
    gc.disable()  # nothing of what is loaded now is ever garbage
    from pitboss.cli.served_folder import ServedFolder

    gc.freeze()
    gc.enable()
    if not __debug__:
        raise Refusal("ASSERTIONS_OFF", "floor_runs_assertions", where="python")
    return ServedFolder
