"""What the commands that run a server have in common: their options, and how they load it."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.cli.serving import ServedFolder

PublicAddresses = Annotated[
    list[str] | None,
    typer.Option(
        "--address",
        metavar="URL",
        help="What browsers call it, such as https://floor.example; win pages show the first. "
        "Repeat it for others. This machine's own name and addresses need none.",
    ),
]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")]
Port = Annotated[
    int, typer.Option("--port", metavar="N", min=0, max=65_535, help="0: any that is free.")
]
Certificate = Annotated[
    Path | None, typer.Option("--certificate", metavar="FILE", help="For TLS, in PEM.")
]
CertificateKey = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="The certificate's key, in PEM.")
]
Replay = Annotated[
    bool, typer.Option("--replay", help="Replay every row first; believe no snapshot.")
]
Proxy = Annotated[
    str,
    typer.Option(
        "--proxy",
        metavar="ADDRESS",
        help="A proxy whose word is taken for where requests come from (X-Forwarded-For), or a"
        " server that follows; several with commas.",
    ),
]
Witnesses = Annotated[
    list[str] | None,
    typer.Option(
        "--witness",
        metavar="FILE|URL",
        help="On another machine: a file, or an address that keeps what is posted to it. It is"
        " told the newest row every ten minutes. Repeat it for others.",
    ),
]
Standby = Annotated[
    bool,
    typer.Option(
        "--standby", help="Where another server leads: follow it, and lead when it is gone."
    ),
]


def load_server() -> type[ServedFolder]:
    """What serves a folder, loaded now: other commands start without a server. A floor that would
    not notice what a programmer did wrong is refused."""
    gc.disable()  # nothing of what is loaded now is ever garbage
    from pitboss.cli.serving import ServedFolder

    gc.freeze()
    gc.enable()
    if not __debug__:
        raise Refusal("ASSERTIONS_OFF", "floor_runs_assertions", where="python")
    return ServedFolder
