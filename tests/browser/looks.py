"""What every page is held to: it can be read, it has names, its focus is seen, it fits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Literal

from playwright.sync_api import Page

CONTRAST_LEAST = 4.5
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
TABS = 12
DRAWN = 0.1  # of its size
LOOKS_MOST, LOOK_MS = 400, 50  # until a page has fitted itself to a new size

# The contrast of each text with what really lies behind it: every layer under its middle, from the
# bottom up; of a gradient, the color that is worst for it. Of texts in one color on the same
# grounds, as in the rows of a long list, three are enough.
CONTRASTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const parsed = new Map();
  const color = (text) => {
    if (!parsed.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      parsed.set(text, [red, green, blue, alpha / 255]);
    }
    return parsed.get(text);
  };
  const over = (top, below) => [0, 1, 2].map((n) => top[n] * top[3] + below[n] * (1 - top[3]));
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const COLORS = /(?:rgba?|color|oklab|oklch|hsla?)\\([^()]*\\)|#[0-9a-f]{3,8}/g;
  const grounds = (stack) => {
    let found = [[255, 255, 255]];
    for (const each of stack.reverse()) {
      const style = getComputedStyle(each);
      found = found.map((below) => over(color(style.backgroundColor), below));
      const tints = (style.backgroundImage.match(COLORS) ?? []).map(color);
      const tinted = tints.flatMap((tint) => found.map((below) => over(tint, below)));
      const opaque = tints.length > 0 && tints.every((tint) => tint[3] === 1);
      found = opaque ? tinted : [...found, ...tinted];
      found = [...new Map(found.map((rgb) => [rgb.map(Math.round).join(), rgb])).values()];
    }
    return found;
  };
  const texts = (each) => [...each.childNodes].filter((node) => node.nodeType === 3);
  const said = (each) => texts(each).some((node) => node.data.trim());
  const passed =
    '.wheel, .unseen, .skip, :disabled, [aria-disabled=true], [hidden], script, option';
  const judged = new Map();
  const isNew = (each) => {
    let kind = getComputedStyle(each).color;
    for (let at = each; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, position } = getComputedStyle(at);
      kind += `|${at.tagName} ${backgroundColor} ${backgroundImage} ${position}`;
    }
    judged.set(kind, (judged.get(kind) ?? 0) + 1);
    return judged.get(kind) <= 3;
  };
  return [...document.body.querySelectorAll('*')].filter((each) =>
    said(each) && !each.closest(passed) && each.checkVisibility({ visibilityProperty: true })
    && isNew(each),
  ).flatMap((each) => {
    each.scrollIntoView({ block: 'center', inline: 'center' });
    const range = document.createRange();
    range.selectNodeContents(each);
    const box = range.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const all = document.elementsFromPoint(x, y);
    if (!all.length) return [];
    const at = all.findIndex((other) => other.contains(each));
    const style = getComputedStyle(each);
    const worst = Math.min(...grounds(all.slice(at)).map((ground) =>
      ratio(over(color(style.color), ground), ground)));
    return [{ text: each.textContent.trim().slice(0, 60), ratio: Math.round(worst * 100) / 100 }];
  });
}"""
# Every place that the focus comes to from now on, and whether it is seen there.
WATCH_FOCUS = """() => {
  document.activeElement?.blur();
  scrollTo(0, 0);
  window.focused = [];
  document.addEventListener('focusin', ({ target }) => {
    const style = getComputedStyle(target);
    const box = target.getBoundingClientRect();
    const seen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    const shown = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    focused.push([target.outerHTML.slice(0, 80), (seen && shown) || target.tagName === 'IFRAME']);
  });
}"""


# Fields and buttons that lie under a message.
COVERED = """() => {
  const messages = [...document.querySelectorAll('.toast')];
  const boxes = messages.map((each) => each.getBoundingClientRect());
  const controls = document.querySelectorAll('input:not([type=hidden]), select, button, a.button');
  return [...controls].filter((each) => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility() && !each.closest('.help-open') && boxes.some((message) =>
      box.left < message.right && box.right > message.left &&
      box.top < message.bottom && box.bottom > message.top);
  }).map((each) => each.outerHTML.slice(0, 80));
}"""


# Lists that are wider than their place.
CUT_LISTS = """() => [...document.querySelectorAll('.scroll')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.innerText.slice(0, 40)} is ${each.scrollWidth} in ${each.clientWidth}`)"""


# Texts that lie over one another, or are cut off, among the parts of each place.
COLLIDING = """([places, parts]) => {
  const box = (each) => {
    if (getComputedStyle(each).overflow !== 'visible') return each.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  };
  const over = (one, other) => one.left < other.right - 1 && one.right > other.left + 1
    && one.top < other.bottom - 2 && one.bottom > other.top + 2;
  return [...document.querySelectorAll(places)].flatMap((place) => {
    const texts = [...place.querySelectorAll(parts)].filter((each) =>
      each.checkVisibility() && (each.textContent.trim() || each.matches('svg')));
    const boxes = texts.map(box);
    return texts.flatMap((each, at) => boxes.slice(at + 1).flatMap((other, after) =>
      over(boxes[at], other)
        ? [`${each.textContent} / ${texts[at + 1 + after].textContent}`] : []));
  });
}"""


# The rules of WCAG 2.2 at level AA that a program can judge, and those of best practice, such as
# landmarks and table headers, with the names of pages and controls, and that a page has one
# heading. Contrast and links within a text take axe more time than all others together. CONTRASTS,
# where it is asked too, is stricter: of large texts it asks the same. So is what is asked of a link
# beside other words: it is underlined, whatever its color.
AXE_RUN = """async ([contrast, known]) => {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const runOnly = { type: 'tag', values };
  const rules = {
    'color-contrast': { enabled: contrast },
    'link-in-text-block': { enabled: false },
  };
  const options = { runOnly, rules, resultTypes: ['violations'] };
  const { violations } = await axe.run({ include: ['html'], exclude: known }, options);
  const headings = document.querySelectorAll('h1').length;
  const isInline = (each) => getComputedStyle(each).display.startsWith('inline');
  const says = (node) => node.nodeType === 3
    || (node.nodeType === 1 && !node.matches('a, button') && isInline(node));
  const isWithinText = (link) => {
    let block = link.parentElement;
    while (isInline(block)) block = block.parentElement;
    return [...block.childNodes].some((node) =>
      !node.contains(link) && says(node) && node.textContent.trim());
  };
  const plain = [...document.querySelectorAll('a[href]')].filter((link) =>
    link.checkVisibility() && link.textContent.trim()
    && getComputedStyle(link).textDecorationLine === 'none' && isWithinText(link));
  return [
    ...(headings === 1 ? [] : [['headings', `${headings} instead of one`]]),
    ...plain.map((link) => ['link-underline', link.outerHTML.slice(0, 120)]),
    ...violations.flatMap((rule) => rule.nodes.map((node) => [rule.id, node.html.slice(0, 120)])),
  ];
}"""


@cache
def _axe() -> str:
    """axe-core, as its package brings it."""
    file = resources.files("axe_playwright_python") / "axe.min.js"
    return f"{file.read_text('utf-8')}\n;undefined"


def broken_rules(page: Page, *, contrast: bool = False, known: tuple[str, ...] = ()) -> list[str]:
    """What of WCAG 2.2 AA a page breaks, as axe-core judges it; with `contrast` where `unreadable`
    is not asked, as under an open sheet; without the parts that are `known` from another page."""
    page.evaluate(_axe())
    return [f"{rule}: {text}" for rule, text in page.evaluate(AXE_RUN, [contrast, list(known)])]


def unreadable(page: Page) -> list[str]:
    """Texts that lie too close to their ground."""
    return [
        f"{found['ratio']}: {found['text']}"
        for found in page.evaluate(CONTRASTS)
        if found["ratio"] < CONTRAST_LEAST
    ]


def unreadable_by_night_and_day(page: Page) -> list[str]:
    """Texts that lie too close to their ground where the device is set to dark, or to light."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {each}" for each in unreadable(page)]
    return found


def unseen_focus(page: Page) -> list[str]:
    """Places where the keyboard's focus is not seen."""
    page.evaluate(WATCH_FOCUS)
    for _ in range(TABS):
        page.keyboard.press("Tab")
    return [f"focus: {name}" for name, is_seen in page.evaluate("focused") if not is_seen]


def covered(page: Page) -> list[str]:
    """Fields and buttons that a message covers."""
    return [f"covered: {each}" for each in page.evaluate(COVERED)]


def colliding(page: Page, places: str, parts: str) -> list[str]:
    """Texts of a place that lie over one another; both are selectors."""
    return [f"colliding: {each}" for each in page.evaluate(COLLIDING, [places, parts])]


def still_wrong(page: Page, find: Callable[[], list[str]]) -> list[str]:
    """What is wrong with a page that has had time to fit itself to its size."""
    for _ in range(LOOKS_MOST):
        if not (found := find()):
            break
        page.wait_for_timeout(LOOK_MS)
    return found


def resized(page: Page, width: int, height: int) -> None:
    """Give a page that is open another size."""
    page.set_viewport_size({"width": width, "height": height})


def reshaped(page: Page, width: int, height: int) -> None:
    """Give a page that is only measured another size. Its picture is drawn small: nobody looks at
    it, and drawing a large one takes half of the time. A click would miss."""
    size = {"width": width, "height": height, "screenWidth": width, "screenHeight": height}
    more = {"deviceScaleFactor": 1, "mobile": False, "scale": DRAWN}
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setDeviceMetricsOverride", size | more)


def too_wide(page: Page) -> list[str]:
    """Whether the page has to be scrolled sideways."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [f"{wide} wide in {room}"] if wide > room else []


def cut_lists(page: Page) -> list[str]:
    """Lists that have to be scrolled sideways."""
    return [f"list: {each}" for each in page.evaluate(CUT_LISTS)]


def filled(page: Page, selector: str) -> float:
    """How much of a 4K screen's width an element's right edge reaches."""
    page.set_viewport_size({"width": 3840, "height": 2160})
    script = "each => each.getBoundingClientRect().right / document.documentElement.clientWidth"
    reached: float = page.locator(selector).evaluate(script)
    return reached
