"""`pitboss api`: what the server takes over HTTP, as an OpenAPI document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import written

commands = typer.Typer()


@commands.command()
def api(
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Write it there; - is the screen.")
    ] = Path("-"),
) -> None:
    """Print the OpenAPI document of the server: every command, who may ask for it, its answer."""
    from pitboss.web.server import api_description

    with written(out) as file:
        file.write(json.dumps(api_description(), indent=2, ensure_ascii=False) + "\n")
