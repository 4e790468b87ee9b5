"""`pitboss api`: the server's HTTP API as an OpenAPI document, and the JSON schema of the messages
that other systems read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.files import written
from pitboss.cli.options import option
from pitboss.floor import extension

commands = typer.Typer()


@commands.command()
def api(
    out: Annotated[Path, option("--out FILE")] = Path("-"),
    outbox: Annotated[bool, option("--outbox")] = False,
) -> None:
    """Print the OpenAPI document of the server."""
    with written(out) as file:
        file.write(json.dumps(_document(outbox=outbox), indent=2, ensure_ascii=False) + "\n")


def _document(*, outbox: bool) -> dict[str, Any]:
    extension.load()  # the document is the same for every house
    if outbox:
        from pitboss.evidence.outbox_schema import outbox_schema

        return outbox_schema()
    from pitboss.web.shell.server import api_description

    return api_description()
