"""The pictures of the documents: a few of what `make screens` has taken, cropped and as WebP.
`PYTHONPATH=tests .venv/bin/python -m browser.pictures` writes them, or only those named."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from browser.live_site import launched
from browser.screens import FOLDER

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
WIDTH_MOST = 1280
# Of each picture its screen, and how much of it is shown from the top.
SHOWN = {
    "console": ("console-c1-06-marked.small.png", 768),
    "devices": ("office-devices.desk.png", 800),
    "games": ("lab-games.desk.png", 760),
    "inspect": ("inspect-journal.desk.png", 800),
    "lab": ("lab-wager.desk.png", 1000),
    "office": ("office-today.desk.png", 900),
    "payout": ("payout-1-verify.desk.png", 900),
    "paytable": ("office-paytables-crazy4-progressive-pays-3.desk.png", 900),
    "pit": ("pit-2-busy.desk.png", 760),
    "posted": ("seldom-posted-crazy4-progressive-pays-3.small.png", 800),
    "setup": ("setup-jackpots.small.png", 1070),
    "sign": ("sign-C1-playing.wall.png", 1080),
    "sign_on": ("door-sign-on.small.png", 600),
    "start": ("console-c1-03-wagers.small.png", 768),
    "system": ("office-system.desk.png", 800),
}
# A browser is here anyway, and writes WebP; nothing else here does.
TO_WEBP = """async ([address, height, most]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const scale = Math.min(1, most / image.width);
  const canvas = document.createElement("canvas");
  const shown = Math.min(height, image.height);
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(shown * scale);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, image.width, shown, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.85);
}"""


def main(*names: str) -> None:
    """Write these, or all of them."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        for name in names or SHOWN:
            screen, height = SHOWN[name]
            taken = base64.b64encode((FOLDER / screen).read_bytes()).decode()
            address = f"data:image/png;base64,{taken}"
            made = page.evaluate(TO_WEBP, [address, height, WIDTH_MOST])
            (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(made.partition(",")[2]))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
