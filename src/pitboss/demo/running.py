"""A running demonstration: its folder, its badges with known PINs, its server and its players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI

from pitboss.demo.players import SPEEDS, Players
from pitboss.live.folder import SITE_FILE
from pitboss.live.house_key import HouseKey
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.screens import start
from pitboss.web.screens.start import ShownBadge
from pitboss.web.shell import server
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.telling import BOARD_WORDS

if TYPE_CHECKING:
    from pitboss.demo.line_cut import LineCut

# One badge of each role is for the visitor. The PINs are public, so use them only for a
# demonstration.
PINS = {
    "D100": "4071",
    "S200": "4072",
    "E300": "4073",
    "A400": "4074",
    "T500": "4075",
    "R600": "4076",
}
OPENING_S = 0.3  # the server listens a moment after the players arrive


class Demonstration(Players):
    """A demonstration's players, with what its start page shows."""

    def __init__(
        self,
        running_site: RunningSite,
        *,
        badges: Sequence[ShownBadge],
        rng_seed: int,
        line: LineCut | None = None,
        vault_key: Path | None = None,
        has_past: bool = False,
    ) -> None:
        dealers = [badge.badge for badge in running_site.site.badges if badge.role == "dealer"]
        super().__init__(running_site, dealers=dealers, rng_seed=rng_seed, vault_key=vault_key)
        self.badges = badges
        self.speeds = SPEEDS
        self.line, self.has_past = line, has_past


def make_folder(folder: Path) -> None:
    """Put the demonstration's site into an empty folder, or one that has it already: unchanged,
    except for what two people have appended since."""
    text = resources.files("pitboss.demo").joinpath(SITE_FILE).read_text("utf-8")
    file = folder / SITE_FILE
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        file.write_text(text, "utf-8")
    elif not file.is_file() or not file.read_text("utf-8").startswith(text.rstrip("\n")):
        raise Refusal("FOLDER_NOT_EMPTY", "holds_something_else", where=str(folder))


def open_room(
    folder: Path,
    *,
    rng_seed: int,
    addresses: Addresses | None = None,
    handover: Handover | None = None,
    opened: Callable[[], None] = lambda: None,
    house_key: HouseKey | None = None,
    vault_key: Path | None = None,
    has_past: bool = False,
) -> tuple[FastAPI, Sequence[ShownBadge]]:
    """The application of a demonstration in a folder with its site, and its badges. `handover`
    leads to the setup of your own house; `opened` is called once it serves; with `has_past` the
    start page says what there is to see."""
    running_site = open_running_site(folder, words=BOARD_WORDS)
    access = Access(folder, house_key=house_key)
    badges = shown_badges(running_site, access)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        cut: LineCut | None = None
        if (line := getattr(app.state, "hub_line", None)) is not None:
            from pitboss.demo.line_cut import LineCut  # only if a jackpot is shared

            cut = LineCut(running_site, line)
        players = Demonstration(
            running_site,
            badges=badges,
            rng_seed=rng_seed,
            line=cut,
            vault_key=vault_key,
            has_past=has_past,
        )
        application.state.demonstration = players
        players.begin()
        asyncio.get_running_loop().call_later(OPENING_S, opened)
        yield
        await players.end()
        if cut is not None:
            await cut.settle()

    application = server.create_app(
        running_site,
        access,
        addresses=addresses,
        handover=handover,
        house_key=house_key,
        vault_key=vault_key,
        extra=[start.router, APIRouter(lifespan=life)],
    )
    return application, badges


def shown_badges(running_site: RunningSite, access: Access) -> list[ShownBadge]:
    """The visitor's badges, of those the site has."""
    shown = []
    for badge, pin in PINS.items():
        if badge in running_site.badges:
            made, who = access.issue(badge), running_site.badges[badge]
            access.set_pin(badge, pin)
            named = {"badge": badge, "name": who.name, "role": who.role}
            shown.append(ShownBadge(**named, pin=pin, track=made.track))
    return shown
