"""Signs for the pictures of `screens.py`: every theme and state, told by a fake floor, with a logo
that is drawn here."""

from __future__ import annotations

import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, Page, expect

from browser.fake_floor import (
    FakeFloor,
    award,
    hand,
    jackpot,
    level,
    site_of,
    table,
    winner,
    winners,
)
from browser.live_site import HOLDS_BACK
from browser.scene_pages import hold_still
from pitboss.web.screens.theme import THEMES

LOGO_SIDE = 192
THEME_NAMES = sorted(path.stem for path in THEMES.glob("*.toml"))
NAMES = ("Mega", "Major", "Minor", "Mini")
HANDS = ("Royal Flush", "Straight Flush", "Four of a Kind", "Full House")
CENTS = (123_456_789, 8_204_17, 512_66, 104_90)
LEVELS = {"midnight": 3, "ruby": 1, "dragon": 2, "violet": 4, "ivory": 3, "gold": 3, "plain": 1}
SITE = """
[property]
name = "The Silver Creek Card Room"
time_zone = "America/Los_Angeles"
opened_by = ["S200", "A400"]

[signs]
logo = "house.png"
idle = "Ask your dealer how to play for the jackpot"
"""
PANEL = """
[[jackpot]]
id = "{name}"
kind = "{kind}"
paytable = "multi_game/five_card/ml03"
theme = "{theme}"

[[table]]
id = "{table}"
game = "crazy4"
title = "Crazy 4 Poker"
seats = 6
jackpots = ["{name}"]
[table.limits]
ante = ["$5", "$100"]
[table.paytables]
base = "crazy4/base/c4p"
queens_up = "crazy4/queens_up/c4p-09"
"""
TWO = """
[[table]]
id = "C8"
game = "crazy4"
title = "Crazy 4 Poker"
seats = 6
jackpots = ["midnight", "ruby"]
"""
NOTICES = [
    "The amount of this jackpot is fixed by the house and is paid in full to each player who makes"
    " the hand.",
    "No player's money pays for this jackpot.",
    "The house may remove this jackpot without notice.",
]


class SignPictures(Protocol):
    """Where a picture of a sign goes."""

    def wants(self, name: str) -> bool:
        """Whether a picture was asked for."""

    def shoot(self, page: Page, name: str, *, whole: bool = False, sign: bool = False) -> None:
        """Take the page at each size."""


def themed_signs(browser: Browser, camera: SignPictures, folder: Path) -> None:
    """Every theme while a table is played and while one wins; every state of a sign; two walls."""
    if not any(map(camera.wants, ("theme-", "wall-"))):
        return
    with themed_floor(folder) as floor:
        state_pictures(browser, camera, floor)
        wall_pictures(browser, camera, floor)
        for name in THEME_NAMES:
            theme_pictures(browser, camera, floor, name)


@contextmanager
def themed_floor(folder: Path) -> Iterator[FakeFloor]:
    """A floor with a jackpot of every theme, each with its last winners."""
    (folder / "themes").mkdir(parents=True)
    (folder / "themes" / "house.png").write_bytes(spade())
    parts = [
        PANEL.format(name=each, table=seat_of(each), theme=each, kind=_kind(each))
        for each in THEME_NAMES
    ]
    made = FakeFloor(site_of(SITE + "".join(parts) + TWO), folder)
    with made.running() as floor, beating(floor):
        for name in THEME_NAMES:
            floor.say("jackpot", board(name))
            floor.say("winners", last_winners(name))
            floor.say("table", table("open", table=seat_of(name)))
        yield floor


def seat_of(theme: str) -> str:
    """The table where a theme is shown."""
    return f"{theme[0].upper()}{len(theme)}"


def _kind(theme: str) -> str:
    return "house" if theme == "emerald" else "progressive"


def board(name: str, pending: str = "") -> dict[str, Any]:
    """A jackpot with as many levels as its theme is shown with, and a meter of nine figures."""
    if _kind(name) == "house":
        prizes = [
            hand("Royal Flush in five cards", "$10,000", 1_000_000, source="house"),
            hand("Royal Flush in six cards", "$5,000", 500_000, source="house"),
            hand("Straight Flush", "250 for 1", 25_000),
            hand("Four of a Kind", "75 for 1", 7_500),
        ]
        return jackpot(name, [], kind="house", hands=prizes, notices=NOTICES, title="House Royals")
    count = LEVELS.get(name, 3)
    levels = [
        level(each.lower(), CENTS[at], maximum_cents=200_000_000 if at == 0 else None)
        for at, each in enumerate(NAMES[:count])
    ]
    levels[0]["pending"] = [pending] if pending else []
    hands = [
        hand(
            HANDS[at],
            f"100% {NAMES[at]}",
            CENTS[at],
            source="meter",
            envy=(100_000, 30_000, 0, 0)[at],
        )
        for at in range(count)
    ]
    hands += [
        hand("Flush", "40 for 1", 4_000),
        hand("Straight", "30 for 1", 3_000),
        hand("Three of a Kind", "9 for 1", 900),
    ]
    title = f"{name.capitalize()} Jackpot"
    footnotes = ["Original wager is NOT returned", "Envy payouts are multiplied by Wager Amount"]
    return jackpot(name, levels, hands=hands, title=title, footnotes=footnotes)


def last_winners(name: str) -> dict[str, Any]:
    """Four winners of the last days."""
    is_house = _kind(name) == "house"
    count = 1 if is_house else LEVELS.get(name, 3)
    won = [
        winner(
            HANDS[at % count],
            1_000_000 if is_house else CENTS[at % count] // 3,
            table=f"C{at + 1}",
            level=NAMES[at % count].lower(),
            level_name=NAMES[at % count],
            at_ms=1_794_700_000_000 - at * 47_000_000,
        )
        for at in range(4)
    ]
    return winners(name, *won)


@contextmanager
def beating(floor: FakeFloor) -> Iterator[None]:
    """The floor says every second that all is well."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(1.0):
            say_beat(floor)

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def say_beat(floor: FakeFloor) -> None:
    """All is well."""
    floor.say("beat", {"at_ms": round(time.time() * 1000), "journal": "ok"})


def shown(browser: Browser, floor: FakeFloor, path: str) -> Page:
    """A sign that is live."""
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.add_init_script(HOLDS_BACK)
    page.goto(f"{floor.address}{path}")
    ready = ".sign[data-link=live] .jackpot:not([data-state=waiting])"
    page.wait_for_selector(ready, state="attached")
    return page


def hit_at(name: str, *, seat: int = 4, rank: int = 0) -> dict[str, Any]:
    """A level that was won whole, just now."""
    won = award(HANDS[rank], seat=seat, meter=CENTS[rank]) | {
        "jackpot": name,
        "level": NAMES[rank].lower(),
        "level_name": NAMES[rank],
    }
    at_ms = round(time.time() * 1000)
    return {"seq": "9", "table": seat_of(name), "title": "", "at_ms": at_ms, "awards": [won]}


def theme_pictures(browser: Browser, camera: SignPictures, floor: FakeFloor, name: str) -> None:
    """A theme with its levels, its winners, and a hit."""
    for state, path in (
        ("playing", "?page=jackpots"),
        ("winners", "?page=winners"),
        ("bets", "?page=bets"),
    ):
        if camera.wants(f"theme-{name}-{state}"):
            page = shown(browser, floor, f"/sign/{seat_of(name)}{path}")
            camera.shoot(page, f"theme-{name}-{state}", sign=True)
            page.close()
    if _kind(name) == "progressive" and camera.wants(f"theme-{name}-hit"):
        page = shown(browser, floor, f"/sign/{seat_of(name)}?page=jackpots")
        floor.say("hit", hit_at(name))
        page.locator(".hit").wait_for()
        hold_still(page)
        camera.shoot(page, f"theme-{name}-hit", sign=True)
        page.close()


def state_pictures(browser: Browser, camera: SignPictures, floor: FakeFloor) -> None:
    """The default theme in every state."""

    def state(
        name: str, told: Callable[[Page], None], path: str = "/sign/M8?page=jackpots"
    ) -> None:
        if camera.wants(f"theme-state-{name}"):
            page = shown(browser, floor, path)
            told(page)
            camera.shoot(page, f"theme-state-{name}", sign=True)
            page.close()
            for each in ("M8", "R4"):
                floor.say("table", table("open", table=each))

    def phase(name: str) -> Callable[[Page], None]:
        return lambda _: floor.say("table", table(name, table="M8", seq=str(len(name) + 9)))

    state("two-jackpots", lambda _: None, "/sign/C8?page=jackpots")
    state("checking", phase("marked"))
    state("closed", phase("closed"))
    state("training", lambda _: floor.say("table", table("idle", table="R4", training=True)),
          "/sign/R4?page=jackpots")  # fmt: skip
    state("no-data", lose)
    state("idle", lambda page: leave(page, floor))


def lose(page: Page) -> None:
    """Nothing arrives any more."""
    page.evaluate("window.heldBack = []")
    page.locator('[data-link="old"]').wait_for()


def leave(page: Page, floor: FakeFloor) -> None:
    """Nobody has played for a long while."""
    floor.say("table", table("idle", table="M8", seq="99"))
    page.evaluate("performance.now = () => 1e9")
    expect(page.locator(".line")).to_have_text("Ask your dealer how to play for the jackpot")


def wall_pictures(browser: Browser, camera: SignPictures, floor: FakeFloor) -> None:
    """All jackpots, their second page where there is one, four of them, one, and the hits of two
    tables."""
    paths = {
        "all": "?page=1",
        "all-second": "?page=2",
        "four": "/midnight,ruby,dragon,violet",
        "three": "/ruby,dragon,violet",
        "one": "/midnight",
    }
    for name, path in paths.items():
        if camera.wants(f"wall-{name}"):
            page = shown(browser, floor, f"/wall{path}")
            camera.shoot(page, f"wall-{name}", sign=True)
            page.close()
    if camera.wants("wall-hits"):
        page = shown(browser, floor, "/wall")
        floor.say("hit", hit_at("midnight"))
        floor.say("hit", hit_at("violet", seat=2, rank=1))
        expect(page.locator(".win")).to_have_count(2)
        hold_still(page)
        camera.shoot(page, "wall-hits", sign=True)
        page.close()


# ---- a logo -------------------------------------------------------------------------------------


def spade() -> bytes:
    """A house's logo as a PNG: a spade in a ring, in silver on nothing."""
    rows = b"".join(
        b"\0" + b"".join(_pixel(x, y) for x in range(LOGO_SIDE)) for y in range(LOGO_SIDE)
    )
    head = struct.pack(">IIBBBBB", LOGO_SIDE, LOGO_SIDE, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in parts)


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def _pixel(x: int, y: int) -> bytes:
    inside = sum(
        _is_drawn((x + dx) / LOGO_SIDE * 2 - 1, (y + dy) / LOGO_SIDE * 2 - 1)
        for dx in (0.25, 0.75)
        for dy in (0.25, 0.75)
    )
    return bytes((214, 224, 240, inside * 255 // 4))


def _is_drawn(x: float, y: float) -> bool:
    far = (x * x + y * y) ** 0.5
    lobes = any((x - side) ** 2 + (y - 0.08) ** 2 < 0.24**2 for side in (-0.22, 0.22))
    point = -0.52 < y < 0.1 and abs(x) < (y + 0.52) * 0.72
    stem = 0.05 < y < 0.5 and abs(x) < 0.05 + max(0.0, y - 0.3) * 0.8
    return 0.86 < far < 0.97 or lobes or point or stem
