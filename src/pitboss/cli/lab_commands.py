"""`pitboss lab`: the exact figures of every wager in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import paytables
from pitboss.cli.server_options import PublicAddresses, open_browser

commands = typer.Typer()

HOST, PORT = "127.0.0.1", 8090


@commands.command()
def lab(
    ctx: typer.Context,
    port: Annotated[int | None, option("--port N", of="demo", min=0, max=65_535, port=PORT)] = None,
    host: Annotated[str, option("--host ADDRESS", of="demo")] = HOST,
    address: PublicAddresses = None,
    no_browser: Annotated[bool, option("--no-browser")] = False,
) -> None:
    """Explore exact odds in a browser. Change pays, rules and meters, see what may share a meter,
    design paytables and save PAR sheets. It needs no site and stores nothing."""
    from pitboss.web.lab_pages.lab_app import create_lab_app  # late: other commands start without
    from pitboss.web.shell import server
    from pitboss.web.shell.addresses import Addresses

    def tell() -> None:
        found = server.address_of(host, listener, None)
        typer.echo(command_text("lab.open", address=found))
        if host != HOST:
            typer.echo(command_text("lab.open_to_all"))
        if not no_browser:
            open_browser(found)

    application = create_lab_app(paytables(ctx), addresses=Addresses(address or (), host=host))
    listener = server.bind_socket(host, server.free_port(host, PORT) if port is None else port)
    with listener:
        server.serve(application, listener=listener, tell=tell)
