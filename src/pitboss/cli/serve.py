"""`pitboss serve`: run a site. `pitboss hand-over`: let the other engine lead. `pitboss badge pin`:
another PIN for somebody."""

from __future__ import annotations

import os
import socket
import ssl
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import paper
from pitboss.cli.device_code import SiteFolder, access_of, check_badge
from pitboss.cli.files import Database, HouseKeyFile
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.live.identity import EngineIdentity
    from pitboss.live.running_site import RunningSite
    from pitboss.web.access import Access

commands = typer.Typer()
badge_commands = typer.Typer(help="Badges: who may sign on and swipe.")
commands.add_typer(badge_commands, name="badge")

PIN_VARIABLE = "PITBOSS_PIN"  # for scripts: others see the command line
FIRST_PINS_FILE = "first-pins.txt"
OWNER_ONLY = 0o600
STANDING_BY = "STANDING_BY"
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
            help="A proxy whose word is taken for where requests come from (X-Forwarded-For).",
        ),
    ] = "",
    house_key: HouseKeyFile = None,
    standby: Annotated[
        bool,
        typer.Option(
            "--standby", help="Where another server leads: follow it, and lead when it is gone."
        ),
    ] = False,
) -> None:
    """Run a site: consoles, signs, pit, office and the API, until it is told to stop."""
    from pitboss.live.house_key import HouseKey, house_key_file  # late, as all that a server needs
    from pitboss.web import server
    from pitboss.web.addresses import Addresses
    from pitboss.web.log import log

    if not __debug__:
        reason = "a floor runs only with its assertions; start without -O"
        raise Refusal("ASSERTIONS_OFF", where="python", reason=reason)
    _check_broker(mqtt)
    key_of_house = HouseKey(house_key_file(house_key), site_folder=site)
    if house_key is not None:
        key_of_house.need_outside()
    tls = server.tls_of(certificate, key)
    place = _Place(host, port, tls, address or [])
    while True:
        over = _serve_once(
            site,
            place,
            database=database,
            clock_reason=clock_reason,
            with_snapshot=not replay,
            standby=standby,
            proxy=proxy,
            options={
                "addresses": Addresses(address or (), host=host),
                "broker": mqtt,
                "vault_key": vault_key,
                "house_key": key_of_house,
            },
        )
        if over is None or (over.code == STANDING_BY and not standby):
            return  # somebody stopped it, or had it hand over
        if not standby:
            raise over
        log("over", code=over.code, reason=over.reason)


class _Place:
    """Where a server listens: the same port each time that it begins anew."""

    def __init__(
        self, host: str, port: int, tls: ssl.SSLContext | None, public: Sequence[str]
    ) -> None:
        self.tls = tls
        self._host, self._port = host, port
        self._public = public
        self.address = ""

    def bound(self) -> socket.socket:
        """The listening socket."""
        from pitboss.web import server

        listener = server.bound(self._host, self._port)
        self._port = listener.getsockname()[1]
        self.address = server.address_of(self._host, listener, self.tls)
        return listener

    @property
    def identity(self) -> EngineIdentity:
        """What the engine calls itself on the record: the address that others have for it."""
        from pitboss.live.identity import this_machine

        return this_machine(self._public[0] if self._public else self.address)


def _serve_once(
    site: Path,
    place: _Place,
    *,
    database: str,
    clock_reason: str,
    with_snapshot: bool,
    standby: bool,
    proxy: str,
    options: dict[str, Any],
) -> Refusal | None:
    """One tenure of an engine; why it is over, or nothing where somebody stopped it."""
    from pitboss.live.running_site import open_running_site
    from pitboss.web import server
    from pitboss.web.access import Access
    from pitboss.web.language import BOARD_WORDS

    with closing(place.bound()) as listener:
        running_site = open_running_site(
            site,
            database=database,
            words=BOARD_WORDS,
            clock_reason=clock_reason,
            with_snapshot=with_snapshot,
            standby=standby,
            identity=place.identity,
        )
        access = Access(site, database)
        if running_site.tenure.leads:
            _issue_missing(running_site, access)

        def tell() -> None:
            typer.echo("\n".join(_greeting(running_site, access, site, place.address)))

        app = server.create_app(
            running_site, access, on_lead=lambda: _issue_missing(running_site, access), **options
        )
        server.serve(app, listener=listener, tls=place.tls, proxy=proxy, tell=tell)
        return running_site.tenure.over


@commands.command("hand-over")
def hand_over(site: SiteFolder) -> None:
    """Let the engine that stands by lead, and stop this machine's: for work on it."""
    from pitboss.web.control import hand_over as ask

    ask(site)
    typer.echo("Handed over: the engine that stands by leads from here on.")


def _greeting(running_site: RunningSite, access: Access, folder: Path, address: str) -> list[str]:
    """Where it is; and as long as nothing is enrolled, what to do next."""
    from pitboss.floor.facts.devices import EnrollDevice  # late, as everything that a server needs

    if not running_site.tenure.leads:
        leader = running_site.leader
        found = f" for {leader.name}, {leader.address}" if leader else ""
        return [f"pitboss stands by{found} at {address}"]
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
    database: Database = "",
) -> None:
    """Set a badge's PIN, typed twice; a lock ends. A running server knows it at once."""
    from pitboss.live.folder import read_folder  # late: other commands start without it

    found = read_folder(site).site
    with access_of(site, database) as access:
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
