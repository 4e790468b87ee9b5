"""`pitboss serve`: run a site. `pitboss hand-over`: let the other engine take over. `pitboss badge
pin`: set a badge's PIN."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import server_options
from pitboss.cli.device_code import SiteFolder, access_of, check_badge
from pitboss.cli.files import Database, HouseKeyFile
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.refusal import Refusal

commands = typer.Typer()
badge_commands = typer.Typer(help="Set badge PINs.", no_args_is_help=True)
commands.add_typer(badge_commands, name="badge")

USUAL_SITE = "card-room"
PIN_VARIABLE = "PITBOSS_PIN"  # for scripts: other users can see a command line


@commands.command()
def serve(
    site: Annotated[Path | None, option("--site DIR", of="serve")] = None,
    database: Database = "",
    host: server_options.Host = "127.0.0.1",
    port: server_options.Port = 8080,
    certificate: server_options.Certificate = None,
    key: server_options.CertificateKey = None,
    replay: server_options.Replay = False,
    mqtt: Annotated[str, option("--mqtt URL", of="serve")] = "",
    vault_key: Annotated[Path | None, option("--vault-key FILE", of="serve")] = None,
    address: server_options.PublicAddresses = None,
    proxy: server_options.Proxy = "",
    house_key: HouseKeyFile = None,
    witness: server_options.Witnesses = None,
    standby: server_options.Standby = False,
    follow: Annotated[bool, option("--follow")] = False,
) -> None:
    """Run a site: consoles, signs, pit, office and API. If there's no site yet, it opens setup."""
    served_folder = server_options.load_server()
    from pitboss.live.outside_witness import to_place  # loaded with the server

    if follow and (standby or mqtt):
        raise Refusal("OPTION_UNREADABLE", "server_follows_never", where="--follow")
    _check_broker(mqtt)
    folder = served_folder(
        site or usual_site(),
        host=host,
        addresses=address or (),
        database=database,
        replay=replay,
        broker=mqtt,
        vault_key=vault_key,
        house_key=house_key,
        witnesses=tuple(map(to_place, witness or ())),
        standby=standby,
        follow=follow,
    )
    folder.serve(port=port, certificate=certificate, key=key, proxy=proxy)


@commands.command("hand-over")
def hand_over(
    site: SiteFolder,
    anyway: Annotated[bool, option("--anyway")] = False,
) -> None:
    """Hand over to the standby engine and stop this one. The command waits until the other engine
    is in charge."""
    from pitboss.web.shell.control import hand_over as ask

    ask(site, anyway=anyway)
    typer.echo(command_text("serve.handed_over"))


def usual_site() -> Path:
    """The current folder if it is a site, else a site inside it, where setup opens."""
    from pitboss.live.folder import SITE_FILE

    if Path(SITE_FILE).is_file():
        return Path()
    Path(USUAL_SITE).mkdir(exist_ok=True)
    return Path(USUAL_SITE)


def _check_broker(mqtt: str) -> None:
    if not mqtt:
        return
    try:
        from pitboss.devices.mqtt import BrokerAddress
    except ImportError:
        raise Refusal("AIOMQTT_MISSING", where="--mqtt") from None
    BrokerAddress.at(mqtt)


@badge_commands.command("pin")
def pin(
    site: SiteFolder,
    badge: Annotated[str, argument("BADGE")],
    by_chance: Annotated[bool, option("--new-card")] = False,
    database: Database = "",
    house_key: HouseKeyFile = None,
) -> None:
    """Set a badge's PIN and unlock the badge. You type it twice; a running server uses it right
    away."""
    from pitboss.live.folder import read_folder  # late: other commands start without it

    folder = read_folder(site)
    with access_of(site, database, house_key) as access:
        check_badge(badge, folder, access, database)
        if by_chance:
            made = access.issue(badge)
            card = {"badge": made.badge, "pin": made.pin, "track": made.track}
            typer.echo(command_text("serve.pin_made", **card))
            typer.echo(command_text("serve.shown_once"))
            return
        typed = os.environ.get(PIN_VARIABLE) or typer.prompt(
            command_text("serve.pin_ask"), hide_input=True, confirmation_prompt=True
        )
        access.set_pin(badge, typed)
        typer.echo(command_text("serve.pin_set", badge=badge))
