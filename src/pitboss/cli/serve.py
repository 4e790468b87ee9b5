"""`pitboss serve`: run a site. `pitboss badge pin`: another PIN for somebody."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.device_code import SiteFolder, access_of, check_badge
from pitboss.cli.files import HouseKeyFile
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.live.running_site import RunningSite
    from pitboss.web.access import Access

commands = typer.Typer()
badge_commands = typer.Typer(help="Badges: who may sign on and swipe.")
commands.add_typer(badge_commands, name="badge")

PIN_VARIABLE = "PITBOSS_PIN"  # for scripts: others see the command line
FIRST_PINS_FILE = "first-pins.txt"
OWNER_ONLY = 0o600
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
    database: Annotated[
        str,
        typer.Option("--database", metavar="URL", help="postgresql://...; else a file in DIR."),
    ] = "",
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
            help="A proxy whose word is taken for where requests come from (X-Forwarded-For).",
        ),
    ] = "",
    house_key: HouseKeyFile = None,
) -> None:
    """Run a site: consoles, signs, pit, office and the API, until it is told to stop."""
    from pitboss.live.house_key import HouseKey, house_key_file
    from pitboss.live.running_site import (
        open_running_site,  # late: other commands start without a server
    )
    from pitboss.web import server
    from pitboss.web.access import Access
    from pitboss.web.addresses import Addresses
    from pitboss.web.language import BOARD_WORDS

    if not __debug__:
        reason = "a floor runs only with its assertions; start without -O"
        raise Refusal("ASSERTIONS_OFF", where="python", reason=reason)
    _check_broker(mqtt)
    addresses = Addresses(address or (), host=host)
    key_of_house = HouseKey(house_key_file(house_key), site_folder=site)
    if house_key is not None:
        key_of_house.need_outside()
    running_site = open_running_site(
        site,
        database=database,
        words=BOARD_WORDS,
        clock_reason=clock_reason,
        with_snapshot=not replay,
    )
    access = Access(site)
    _issue_missing(running_site, access)
    server.serve(
        server.create_app(
            running_site,
            access,
            addresses=addresses,
            broker=mqtt,
            vault_key=vault_key,
            house_key=key_of_house,
        ),
        host=host,
        port=port,
        certificate=certificate,
        key=key,
        proxy=proxy,
        tell=lambda found: typer.echo("\n".join(_greeting(running_site, access, site, found))),
    )


def _greeting(running_site: RunningSite, access: Access, folder: Path, address: str) -> list[str]:
    """Where it is; and as long as nothing is enrolled, what to do next."""
    from pitboss.floor.facts.devices import EnrollDevice  # late, as everything that a server needs

    first = f"pitboss serves {running_site.site.name} at {address}"
    if access.devices():
        return [first]
    table = next((each.table for each in running_site.site.tables), "TABLE")
    enrolling = EnrollDevice.permission.roles
    badge = next(
        (name for name, who in running_site.badges.items() if who.role in enrolling), "BADGE"
    )
    code = f"pitboss device code --site {folder} --table {table} --kind console --badge {badge}"
    places = [
        ("supervisors, office", f"{address}/sign-on", "badge and PIN"),
        ("a table's console", f"{address}/enroll", f"a code from: {code}"),
        ("its sign", f"{address}/enroll", "a code from the same with --kind sign"),
    ]
    return [first, *paper.lined_up(places, indent="  ", wraps=False)]


def _check_broker(mqtt: str) -> None:
    if not mqtt:
        return
    try:
        from pitboss.devices.mqtt import BrokerAddress
    except ImportError:
        raise Refusal("AIOMQTT_MISSING", where="--mqtt", reason="install pitboss[mqtt]") from None
    BrokerAddress.at(mqtt)


def _issue_missing(running_site: RunningSite, access: Access) -> None:
    """PINs and card codes for badges that have none, shown once: on the screen, or where nobody
    watches, in a file that only its owner reads. A log keeps none."""
    missing = access.without_pin(iter(running_site.badges))
    if not missing:
        return
    rows = [("badge", "name", "role", "PIN", "track of the card")]
    for badge in missing:
        made, who = access.issue(badge), running_site.badges[badge]
        rows.append((badge, who.name, who.role, made.pin, made.track))
    lines = paper.lined_up(rows, wraps=False)
    if sys.stdout.isatty():
        typer.echo("New PINs and cards. They are shown now and never again: hand them out, then")
        typer.echo("clear this screen. `pitboss badge pin` makes others.")
        typer.echo("\n".join(lines))
        return
    file = running_site.folder / FIRST_PINS_FILE
    with file.open("a", encoding="utf-8") as private:
        os.fchmod(private.fileno(), OWNER_ONLY)
        private.write("\n".join([*lines, ""]))
    typer.echo(f"New PINs and cards are in {file}: hand them out, then delete it.")


@badge_commands.command("pin")
def pin(
    site: SiteFolder,
    badge: Annotated[str, typer.Argument(metavar="BADGE", help="A badge of the site.")],
    by_chance: Annotated[
        bool, typer.Option("--new-card", help="Make PIN and card code by chance, and show them.")
    ] = False,
) -> None:
    """Set a badge's PIN, typed twice; a lock ends. A running server knows it at once."""
    from pitboss.live.folder import read_folder  # late: other commands start without it

    found = read_folder(site).site
    with access_of(site) as access:
        check_badge(badge, found, access)
        if by_chance:
            made = access.issue(badge)
            typer.echo(f"badge {made.badge}  PIN {made.pin}  track of the card {made.track}")
            typer.echo("Shown now and never again.")
            return
        typed = os.environ.get(PIN_VARIABLE) or typer.prompt(
            "New PIN", hide_input=True, confirmation_prompt=True
        )
        access.set_pin(badge, typed)
        typer.echo(f"The PIN of {badge} is set.")
