"""`pitboss hub`: run a hub, which keeps jackpots for several properties. `pitboss line`: the
certificate each end of their line needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import server_options
from pitboss.cli.device_code import SiteFolder
from pitboss.cli.files import Database, HouseKeyFile, check_new, key_of_house, write_text
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.refusal import Refusal

commands = typer.Typer()
line_commands = typer.Typer(
    help="Make keys and certificates for the line to a hub.", no_args_is_help=True
)
commands.add_typer(line_commands, name="line")

LINE = "127.0.0.1:8443"


@commands.command()
def hub(
    site: SiteFolder,
    line: Annotated[str, option("--line HOST:PORT")] = LINE,
    database: Database = "",
    host: server_options.Host = "127.0.0.1",
    port: server_options.Port = 8080,
    certificate: server_options.Certificate = None,
    key: server_options.CertificateKey = None,
    replay: server_options.Replay = False,
    address: server_options.PublicAddresses = None,
    proxy: server_options.Proxy = "",
    house_key: HouseKeyFile = None,
    standby: server_options.Standby = False,
) -> None:
    """Run a hub: its office and the line to its card rooms."""
    folder = server_options.load_server()(
        site,
        host=host,
        addresses=address or (),
        database=database,
        replay=replay,
        house_key=house_key,
        standby=standby,
        line=line,
    )
    folder.serve(port=port, certificate=certificate, key=key, proxy=proxy)


@line_commands.command("certificate")
def line_certificate(
    name: Annotated[str, argument("NAME", of="certificate")],
    site: SiteFolder,
    house_key: HouseKeyFile = None,
    output: Annotated[Path | None, option("-o --output FILE", of="certificate")] = None,
) -> None:
    """Make this house's certificate for the line, and a key if it has none. The certificate isn't
    secret: send it to the other end. The key stays here."""
    from pitboss.live.line_tls import ENDING, LINE_FOLDER, certificate_of
    from pitboss.site.file_keys import ID

    if not ID.match(name):
        raise Refusal("ID_WRONG", "letters_digits", where="NAME", value=name)
    file = output or Path(f"{name}{ENDING}")
    check_new(file)
    with key_of_house(site, house_key) as key:
        write_text(file, certificate_of(name, key).decode("ascii"))
    typer.echo(f'key = "{key.public_hex}"')
    typer.echo(command_text("hub.key", file=key.path))
    typer.echo(command_text("hub.send", file=file, folder=LINE_FOLDER))
