"""Pictures of every screen in every state, for people to look at: `make screens`."""

from __future__ import annotations

import html
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.routing import APIRoute
from playwright.sync_api import Browser, Page, sync_playwright

from browser import looks, scenes
from browser.live_site import launched

FOLDER = Path(__file__).parents[2] / "screens"
PEOPLE = {
    "desk": (1280, 800), "small": (1024, 768), "wall": (1920, 1080), "huge": (3840, 2160),
    "phone": (390, 844),
}  # fmt: skip
SIGNS = PEOPLE | {"upright": (1080, 1920), "banner": (3840, 1080), "shelf": (1920, 360)}
PDF_DOTS = "90"  # an inch
PATIENCE_MS = 120_000  # a picture of 3840 x 2160 on a busy machine
PAPER = (966, 725)  # Letter on its side, without its margins
# What a browser asks for that is no page: it leads on, or is told to a script, or is text.
NO_PAGES = {
    "/", "/setup", "/office", "/inspect", "/healthz", "/help", "/help/docs", "/office/open/check",
    "/office/adjustments/wagers/{table}/{number}", "/sign/themes/images/{digest}/{file}",
    "/help/docs/pictures/{name}", "/enroll/waiting/{ticket}",
    "/table/{table}/language", "/office/journal/{seq}/row", "/inspect/journal/{seq}/row",
}  # fmt: skip
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
INDEX = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Screens</title><style>
body {{ margin: 24px; background: #111; color: #eee; font-family: system-ui, sans-serif; }}
section {{ display: flex; flex-wrap: wrap; gap: 12px; align-items: start; margin-bottom: 32px; }}
h2 {{ flex: 1 1 100%; margin: 0; }} img {{ height: 300px; border: 1px solid #555; }}
figure {{ margin: 0; }} a {{ color: #9cf; }}
</style></head><body><h1>Screens</h1>{sections}</body></html>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """Takes a page at every size and keeps the pictures."""

    folder: Path
    only: str = ""
    taken: dict[str, list[str]] = field(default_factory=dict)
    paths: set[str] = field(default_factory=set)  # of the pages that were taken
    routes: list[APIRoute] = field(default_factory=list)  # of the pages that are to be taken
    too_wide: list[str] = field(default_factory=list)  # pictures of pages that scroll sideways

    def wants(self, name: str) -> bool:
        """Whether a picture was asked for."""
        return self.only in name or self.only.startswith(name)

    def shoot(self, page: Page, name: str, *, whole: bool = False, sign: bool = False) -> None:
        """A picture of the page at each size; `whole` also of what lies below the edge."""
        if not self.wants(name):
            return
        self.paths.add(urlsplit(page.url).path)
        for size, (width, height) in (SIGNS if sign else PEOPLE).items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            file = f"{name}.{size}.png"
            self.too_wide.extend(f"{file}: {each}" for each in looks.too_wide(page))
            page.screenshot(path=self.folder / file, full_page=whole, timeout=PATIENCE_MS)
            self.taken.setdefault(name, []).append(file)

    def print(self, page: Page, name: str) -> None:
        """A picture of the page as paper has it."""
        if not self.wants(name):
            return
        width, height = PAPER
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(media="print")
        page.evaluate(SETTLED)
        file = f"{name}.paper.png"
        page.screenshot(path=self.folder / file, full_page=True, timeout=PATIENCE_MS)
        page.emulate_media(media="screen")
        self.taken.setdefault(name, []).append(file)

    def pdf(self, document: bytes, name: str) -> None:
        """Pictures of the pages of a document that is printed."""
        if not self.wants(name):
            return
        pages = self.folder / f"{name}.page"
        command = ["pdftoppm", "-png", "-r", PDF_DOTS, "-", str(pages)]
        subprocess.run(command, input=document, check=True)
        self.taken[name] = sorted(each.name for each in self.folder.glob(f"{name}.page-*.png"))

    def expect_pages(self, app: FastAPI) -> None:
        """Every page of this application is to have a picture."""
        routes = [each for each in app.routes if isinstance(each, APIRoute)]
        self.routes.extend(
            route
            for route in routes
            if "GET" in (route.methods or ())
            and not route.include_in_schema
            and "." not in route.path.rpartition("/")[2]
            and route.path not in NO_PAGES
        )

    def missing(self) -> list[str]:
        """The pages that have none."""
        return [
            route.path
            for route in self.routes
            if not any(route.path_regex.match(path) for path in self.paths)
        ]

    def write_index(self) -> Path:
        """A page that shows all of them."""
        sections = "".join(
            f"<section><h2>{html.escape(name)}</h2>"
            + "".join(
                f'<figure><a href="{file}"><img src="{file}" alt="{file}" loading="lazy"></a>'
                f"<figcaption>{file.split('.')[1]}</figcaption></figure>"
                for file in files
            )
            + "</section>"
            for name, files in self.taken.items()
        )
        index = self.folder / "index.html"
        index.write_text(INDEX.format(sections=sections), "utf-8")
        return index


def take_all(browser: Browser, camera: Camera) -> None:
    """Every scene, each on a floor of its own."""
    with tempfile.TemporaryDirectory(prefix="pitboss-screens-") as folder:
        for number, scene in enumerate(scenes.SCENES):
            scene(browser, camera, Path(folder) / str(number))
            for context in browser.contexts:
                context.close()


def main(only: str = "") -> None:
    """Take the pictures whose name has this text, or all."""
    if not only:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(exist_ok=True)
    camera = Camera(folder=FOLDER, only=only)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        take_all(browser, camera)
        browser.close()
    for name, files in camera.taken.items():
        sys.stdout.write(f"{name}: {len(files)}\n")
    sys.stdout.write(f"{sum(map(len, camera.taken.values()))} pictures, {camera.write_index()}\n")
    if not only and (missing := camera.missing()):
        sys.exit(f"no picture of {', '.join(missing)}: add a scene")
    if camera.too_wide:
        sys.exit("\n".join(("these pages have to be scrolled sideways:", *camera.too_wide)))


if __name__ == "__main__":
    main(*sys.argv[1:2])
