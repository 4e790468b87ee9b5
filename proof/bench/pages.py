"""How soon the first page of the office and of the pit is usable while fifty tables play, and their
sizes, next to a bare page of the same size.

A page is usable when its document is read and its scripts have run; the pit must also show every
table. The bare page comes from Python's own server in its own process, which does nothing else. If
the machine is busy with other work, run this as root under `nice -n -20`, and read the best value
and the ratio."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
import tempfile
import threading
from pathlib import Path

import uvloop
from playwright.sync_api import Browser, Page, sync_playwright

from pitboss.web.access.admission import Access
from proof.bench.sign import ARGUMENTS
from proof.bench.web import TABLES, Floor, make_keys, make_site, percentile, served

LOADS = 15
PLAYING_S = 90.0  # longer than all loads; the floor stops with its server
GOAL_MS, GOAL_KB = 500, 150
BADGE, PIN = "E300", "4064"
# What shows that a page is usable.
PAGES = {"/office/today": "main h1", "/pit": f"#tables .table:nth-child({TABLES})"}
SEEN = """(wanted) => new Promise((done) => {
  const look = () => {
    const read = performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd;
    if (read && document.querySelector(wanted)) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""


def main() -> None:
    """Measure both pages and the bare one in turn."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        print("   no Chromium on this machine: not measured")
        return
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        site, bare = Path(folder) / "site", Path(folder) / "bare"
        site.mkdir()
        bare.mkdir()
        make_site(site)
        tokens, tracks = make_keys(site)
        access = Access(site)
        access.set_pin(BADGE, PIN)
        access.close()
        serves = [sys.executable, "-m", "pitboss", "serve", "--site", str(site)]
        plain = [sys.executable, "-m", "proof.bench.bare_pages", "--folder", str(bare)]
        with served(serves) as ours, served(plain) as other, sync_playwright() as playwright:
            playing = threading.Thread(
                target=lambda: uvloop.run(play(Floor(ours.port, tokens, tracks))), daemon=True
            )
            playing.start()
            browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
            measure(browser, f"http://127.0.0.1:{ours.port}", bare, other.port)
            browser.close()


async def play(floor: Floor) -> None:
    """Play at every table until the server stops."""
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        await floor.sign_in()
        for _ in range(TABLES):
            await floor.start()
        await floor.play(PLAYING_S)


def measure(browser: Browser, address: str, bare: Path, bare_port: int) -> None:
    """Load each page several times, and a bare one of its size after each."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{address}/sign-on")
    page.fill("[name=badge]", BADGE)
    page.fill("[name=pin]", PIN)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "sign-on" not in url)
    print(f"   {'page':14} {'kB':>5}   ms to use it: best, p50, worst   bare: p50   ratio")
    for path, wanted in PAGES.items():
        weight = weigh_page(browser, page, f"{address}{path}", wanted)
        name = path.strip("/").replace("/", "-")
        (bare / f"{name}.html").write_text(f"<!doctype html><h1>x</h1><p>{'x ' * (weight // 2)}")
        times, bare_times = [], []
        for _ in range(LOADS):
            times.append(used_ms(page, f"{address}{path}", wanted))
            plain = f"http://127.0.0.1:{bare_port}/{name}.html"
            bare_times.append(used_ms(page, plain, "h1"))
        tell(path, weight, times, bare_times)


def weigh_page(browser: Browser, page: Page, address: str, wanted: str) -> int:
    """How many bytes a browser with an empty cache gets for a page."""
    fresh = browser.new_context(storage_state=page.context.storage_state()).new_page()
    sizes: list[int] = []
    fresh.on("requestfinished", lambda asked: sizes.append(asked.sizes()["responseBodySize"]))
    fresh.goto(address)
    fresh.wait_for_selector(wanted)
    fresh.context.close()
    return sum(sizes)


def used_ms(page: Page, address: str, wanted: str) -> float:
    """How long a page takes to be usable."""
    page.goto(address, wait_until="commit")
    return float(page.evaluate(SEEN, wanted))


def tell(path: str, weight: int, times: list[float], bare: list[float]) -> None:
    """Print one line."""
    middle, beside, kb = percentile(times, 50), percentile(bare, 50), weight / 1000
    verdict = "ok" if middle < GOAL_MS and kb < GOAL_KB else f"over {GOAL_MS} ms or {GOAL_KB} kB"
    figures = f"{min(times):.0f}, {middle:.0f}, {max(times):.0f}"
    beside_it = f"{beside:9.0f}   {middle / beside:.1f}"
    print(f"   {path:14} {kb:>5.0f}   {figures:30}   {beside_it}   {verdict}")


if __name__ == "__main__":
    main()
