"""`pitboss deploy`: the files for each machine of a cluster."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import on_disk
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text

commands = typer.Typer()

DEBIAN_POSTGRESQL = 17  # Debian 13's
OLDEST_POSTGRESQL, NEWEST_POSTGRESQL = 15, 18


@commands.command()
def deploy(
    folder: Annotated[Path, argument("FOLDER", of="deploy")],
    address: Annotated[str, option("--address HOST=ADDRESS/BITS")],
    database: Annotated[list[str], option("--database NAME=ADDRESS")],
    engine: Annotated[list[str], option("--engine NAME=ADDRESS")],
    proxy: Annotated[list[str], option("--proxy NAME=ADDRESS")],
    interface: Annotated[str, option("--interface")] = "eth0",
    postgresql: Annotated[
        int, option("--postgresql", min=OLDEST_POSTGRESQL, max=NEWEST_POSTGRESQL)
    ] = DEBIAN_POSTGRESQL,
) -> None:
    """Pack the files for each machine of a failover cluster. Three run the database, two the
    engines and two the proxies. Unpack NAME.tar at the root of each machine. Certificates are new
    each time; in a folder from an earlier run, passwords and the certificate authority stay the
    same."""
    from pitboss.cluster.packing import pack_machines
    from pitboss.cluster.plan import Plan, need_interface

    need_interface(interface)
    plan = Plan.read(database=database, engine=engine, proxy=proxy, address=address)
    with on_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
        files = pack_machines(
            plan, folder, interface=interface, postgresql=postgresql, now=datetime.now(UTC)
        )
    for file in files:
        typer.echo(command_text("deploy.unpack", file=file, machine=file.stem, archive=file.name))
    typer.echo(command_text("deploy.secret"))
