"""`pitboss demo`: a made-up card room with simulated players, to see a floor run."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.cli.server_options import PublicAddresses, open_browser
from pitboss.journal.place import JOURNAL_FILE
from pitboss.words.language import WORDS

if TYPE_CHECKING:
    from fastapi import FastAPI

    from pitboss.web.screens.start import ShownBadge

HOST, PORT = "127.0.0.1", 8080
RNG_SEED = 1
LOG_FILE, VAULT_KEY = "log.jsonl", "vault-key"
OWN_FOLDER = "card-room"  # where visitors set up a house of their own

PlayersLuck = Annotated[int, option("--rng-seed N", of="demo", min=0)]
commands = typer.Typer()


def _help() -> str:
    """The `--help` text, with the tables counted from the demo's own site file."""
    site = Path(__file__).parents[1] / "demo" / "site.toml"
    tables = site.read_text("utf-8").splitlines().count("[[table]]")
    return (
        f"Run a demo card room of {tables} tables with simulated players. Open the address it "
        "prints, take over a table and hit its jackpot. It runs on this machine only."
    )


@commands.command(help=_help())
def demo(
    port: Annotated[int | None, option("--port N", of="demo", min=0, max=65_535, port=PORT)] = None,
    host: Annotated[str, option("--host ADDRESS", of="demo")] = HOST,
    folder: Annotated[Path | None, option("--folder DIR", of="demo")] = None,
    rng_seed: PlayersLuck = RNG_SEED,
    address: PublicAddresses = None,
    no_browser: Annotated[bool, option("--no-browser")] = False,
) -> None:
    """The running demo."""
    from pitboss.cli.served_folder import ServedFolder
    from pitboss.demo.past import make_past  # late: other commands start without it
    from pitboss.demo.running import make_folder, open_room
    from pitboss.web.shell import server
    from pitboss.web.shell.addresses import Addresses
    from pitboss.web.shell.handover import Handover
    from pitboss.web.shell.log import log_to

    started: list[str] = []

    def tell() -> None:
        found = server.address_of(host, listener, None)
        started.append(found)
        typer.echo(
            "\n".join([*_page(found, badges), command_text("demo.log", file=place / LOG_FILE)])
        )
        if host != HOST:
            typer.echo(command_text("demo.open_to_all"))

    def opened() -> None:
        if not no_browser:
            open_browser(started[0])

    addresses = Addresses(address or (), host=host)
    own = Path.cwd() / OWN_FOLDER
    served = ServedFolder(own, host=host, addresses=address or ())

    def set_up() -> FastAPI:
        own.mkdir(exist_ok=True)
        return served.make_application(address=started[0], let_in=handover.token)

    handover = Handover(set_up, place=str(own))
    listener = server.bind_socket(host, server.free_port(host, PORT) if port is None else port)
    with listener, demo_folder(folder) as place:
        make_folder(place)
        # A temporary floor takes the key of its winners' data with it.
        vault_key = place.parent / VAULT_KEY if folder is None else None
        if not (place / JOURNAL_FILE).exists():
            typer.echo(command_text("demo.past"))
            make_past(place, rng_seed=rng_seed, vault_key=vault_key)
        application, badges = open_room(
            place,
            addresses=addresses,
            rng_seed=rng_seed,
            handover=handover,
            opened=opened,
            vault_key=vault_key,
            has_past=True,
        )
        log_to(place / LOG_FILE)
        server.serve(application, listener=listener, tell=tell)


@contextmanager
def demo_folder(folder: Path | None) -> Iterator[Path]:
    """The named folder, or a temporary one that is deleted afterwards."""
    if folder is not None:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="pitboss-demo-") as made:
        yield Path(made) / "floor"


def _page(address: str, badges: Sequence[ShownBadge]) -> list[str]:
    """Where everything is, and who may do what."""
    places = [
        (command_text("demo.start"), f"{address}/"),
        (command_text("demo.table"), f"{address}/table/C1"),
        (command_text("demo.sign"), f"{address}/sign/C1"),
        (command_text("demo.pit"), f"{address}/pit"),
        (command_text("demo.office"), f"{address}/office"),
    ]
    rows = [tuple(WORDS["commands"]["serve"]["pin_heads"])]
    rows += [(each.badge, each.name, each.role, each.pin, each.track) for each in badges]
    return [
        paper.format_heading(command_text("demo.title")),
        *paper.lined_up(places, indent="  ", wraps=False),
        "",
        *paper.lined_up(rows, indent="  ", wraps=False),
        "",
        command_text("demo.end"),
    ]
