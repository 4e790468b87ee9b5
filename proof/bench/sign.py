"""How much of a frame a sign costs its machine, from a Chromium trace.

Measures a sign of the demonstration with simulated players, and a wall of all its jackpots. Script
and layout should take less than 4 ms per frame: a 60 Hz frame has 16.7 ms, and a small computer
draws on the same core. This counts thread time, not wall time, so that a busy machine doesn't blur
it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, sync_playwright

from proof.bench.web import percentile

SECONDS = 10
GOAL_MS = 4.0
SETTLES_MS = 2000  # one-time work is done by then
FRAME_US = 16_667
PAGES = ("/sign/H1", "/wall")
SCRIPT = {"FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "EventDispatch"}
LAYOUT = {"Layout", "UpdateLayoutTree", "PrePaint", "Layerize"}
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline"
DEMO = [sys.executable, "-m", "pitboss", "demo", "--no-browser", "--port", "0"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run"]


def main() -> None:
    """Measure each page, on this machine and on a slower one."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        print("   no Chromium on this machine: not measured")
        return
    print(f"   {'page':10} {'frames':>6}   script + layout in ms: p50, p99, worst   of the worst")
    with demonstration() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        for path in PAGES:
            page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
            page.goto(address)  # the demonstration makes this browser a device of every table
            page.goto(f"{address}{path}")
            page.wait_for_selector(".sign[data-link=live]")
            page.wait_for_timeout(SETTLES_MS)
            tell(path, frames_of(trace_page(page)))
            page.close()
        browser.close()


def tell(path: str, frames: list[dict[str, float]]) -> None:
    """Print one line."""
    spent = [sum(frame.values()) for frame in frames]
    middle, high = (percentile(spent, percent) for percent in (50, 99))
    figures = f"{middle:.2f}, {high:.2f}, {max(spent):.2f}"
    worst = ", ".join(
        f"{name} {ms:.2f}" for name, ms in max(frames, key=lambda f: sum(f.values())).items()
    )
    verdict = "ok" if high < GOAL_MS else f"over {GOAL_MS:g}"
    print(f"   {path:10} {len(frames):>6}   {figures}   {verdict}   {worst}")


def trace_page(page: Page) -> list[dict[str, Any]]:
    """Trace the main thread for a few seconds."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    session.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    page.wait_for_timeout(SECONDS * 1000)
    over: list[bool] = []
    session.on("Tracing.tracingComplete", lambda _: over.append(True))
    session.send("Tracing.end")
    while not over:
        page.wait_for_timeout(50)
    return events


def frames_of(events: list[dict[str, Any]]) -> list[dict[str, float]]:
    """Script and layout of each frame that had any, in milliseconds by kind; work inside a counted
    event isn't counted again."""
    wanted = [
        event
        for event in events
        if event.get("ph") == "X" and event["name"] in SCRIPT | LAYOUT and event.get("tdur")
    ]
    spent: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    ends: dict[tuple[int, int], int] = {}
    for event in sorted(wanted, key=lambda each: (each["ts"], -each["dur"])):
        thread = (event["pid"], event["tid"])
        if event["ts"] >= ends.get(thread, 0):
            ends[thread] = event["ts"] + event["dur"]
            spent[event["ts"] // FRAME_US][event["name"]] += event["tdur"] / 1000
    return list(spent.values()) or [{"nothing": 0.0}]


@contextmanager
def demonstration() -> Iterator[str]:
    """A demonstration on a free port, with its players."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        process = subprocess.Popen(
            [*DEMO, "--folder", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if "http://" in line)
            yield line[line.index("http://") :].split()[0].rstrip("/")
        finally:
            process.terminate()
            process.wait(10)
