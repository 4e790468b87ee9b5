"""`pitboss serve`: run a site. `pitboss hand-over`: let the other engine lead. `pitboss badge pin`:
another PIN for somebody."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.device_code import SiteFolder, access_of, check_badge
from pitboss.cli.files import Database, HouseKeyFile
from pitboss.refusal import Refusal

commands = typer.Typer()
badge_commands = typer.Typer(help="Badges: who may sign on and swipe.")
commands.add_typer(badge_commands, name="badge")

PIN_VARIABLE = "PITBOSS_PIN"  # for scripts: others see the command line
PublicAddresses = Annotated[
    list[str] | None,
    typer.Option(
        "--address",
        metavar="URL",
        help="What browsers call it, such as https://floor.example; win pages show the first. "
        "Repeat it for others. This machine's own name and addresses need none.",
    ),
]


@commands.command()
def serve(
    site: SiteFolder,
    database: Database = "",
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65_535, help="0: any that is free.")
    ] = 8080,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="For TLS, in PEM.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="The certificate's key, in PEM.")
    ] = None,
    clock_reason: Annotated[
        str,
        typer.Option(
            "--clock-reason", metavar="TEXT", help="Why a clock behind the last row is right."
        ),
    ] = "",
    replay: Annotated[
        bool, typer.Option("--replay", help="Replay every row first; believe no snapshot.")
    ] = False,
    mqtt: Annotated[
        str,
        typer.Option(
            "--mqtt", metavar="URL", help="Devices speak here too: mqtts://HOST:8883?ca=FILE."
        ),
    ] = "",
    vault_key: Annotated[
        Path | None,
        typer.Option(
            "--vault-key", metavar="FILE", help="The key of the winners' data, outside DIR."
        ),
    ] = None,
    address: PublicAddresses = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A proxy whose word is taken for where requests come from (X-Forwarded-For), or a"
            " server that follows; several with commas.",
        ),
    ] = "",
    house_key: HouseKeyFile = None,
    standby: Annotated[
        bool,
        typer.Option(
            "--standby", help="Where another server leads: follow it, and lead when it is gone."
        ),
    ] = False,
    follow: Annotated[
        bool,
        typer.Option(
            "--follow",
            help="Show what another server writes: signs, pit, office. It never leads; what is"
            " pressed here goes to the one that does.",
        ),
    ] = False,
) -> None:
    """Run a site: consoles, signs, pit, office and the API, until it is told to stop."""
    gc.disable()  # nothing of what is loaded now is ever garbage
    from pitboss.cli.serving import ServedFolder  # late: other commands start without a server

    gc.freeze()
    gc.enable()
    need_assertions()
    if follow and (standby or mqtt):
        reason = "a server that follows never leads, and hears no devices; leave out the other one"
        raise Refusal("OPTION_UNREADABLE", where="--follow", reason=reason)
    _check_broker(mqtt)
    folder = ServedFolder(
        site,
        host=host,
        addresses=address or (),
        database=database,
        clock_reason=clock_reason,
        replay=replay,
        broker=mqtt,
        vault_key=vault_key,
        house_key=house_key,
        standby=standby,
        follow=follow,
    )
    folder.serve(port=port, certificate=certificate, key=key, proxy=proxy)


def need_assertions() -> None:
    """Refuse to run a floor that would not notice what a programmer did wrong."""
    if not __debug__:
        reason = "a floor runs only with its assertions; start without -O"
        raise Refusal("ASSERTIONS_OFF", where="python", reason=reason)


@commands.command("hand-over")
def hand_over(site: SiteFolder) -> None:
    """Let the engine that stands by lead, and stop this machine's: for work on it."""
    from pitboss.web.control import hand_over as ask

    ask(site)
    typer.echo("Handed over: the engine that stands by leads from here on.")


def _check_broker(mqtt: str) -> None:
    if not mqtt:
        return
    try:
        from pitboss.devices.mqtt import BrokerAddress
    except ImportError:
        raise Refusal("AIOMQTT_MISSING", where="--mqtt", reason="install pitboss[mqtt]") from None
    BrokerAddress.at(mqtt)


@badge_commands.command("pin")
def pin(
    site: SiteFolder,
    badge: Annotated[str, typer.Argument(metavar="BADGE", help="A badge of the site.")],
    by_chance: Annotated[
        bool, typer.Option("--new-card", help="Make PIN and card code by chance, and show them.")
    ] = False,
    database: Database = "",
) -> None:
    """Set a badge's PIN, typed twice; a lock ends. A running server knows it at once."""
    from pitboss.live.folder import clock_ms, read_folder  # late: other commands start without it

    found = read_folder(site).site
    with access_of(site, database) as access:
        check_badge(badge, found, access)
        if by_chance:
            made = access.issue(badge, unnoted_ms=clock_ms())
            typer.echo(f"badge {made.badge}  PIN {made.pin}  track of the card {made.track}")
            typer.echo("Shown now and never again.")
            return
        typed = os.environ.get(PIN_VARIABLE) or typer.prompt(
            "New PIN", hide_input=True, confirmation_prompt=True
        )
        access.set_pin(badge, typed, unnoted_ms=clock_ms())
        typer.echo(f"The PIN of {badge} is set.")
