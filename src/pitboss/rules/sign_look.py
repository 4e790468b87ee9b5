"""The look of a sign: the colors, shapes and typefaces that it may have, and the contrast that it
needs.

A look decides how a jackpot looks, never what is shown: no color may hide an amount or a notice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pitboss.refusal import Refusal

COLORS = ("ground", "glow", "panel", "line", "text", "quiet", "accent", "money", "hit")
LEVEL_COLORS_MOST = 6
PATTERNS = ("plain", "glow", "rays", "felt", "deco")
FAMILIES = ("sans", "serif", "narrow", "roman", "deco")
FRAMES = ("line", "none", "double", "plate", "neon", "corners")  # around each level
SCALE_PERCENTS = range(70, 131)
VEIL_PERCENTS = range(60, 101)
# The minimum contrast with anything behind the text: WCAG's 7, since signs are read from far away.
CONTRAST_LEAST = {"text": 7.0, "money": 7.0, "hit": 7.0, "quiet": 4.5, "accent": 4.5}
LEVEL_CONTRAST_LEAST = 4.5
BEHIND = ("ground", "glow", "panel")
# The lightest and the darkest that a picture can have below its veil, and WCAG's AA against both.
PICTURE_ENDS = ("#000000", "#ffffff")
PICTURE_CONTRAST_LEAST = 4.5

_COLOR = re.compile(r"#[0-9a-f]{6}\Z", re.ASCII)


def is_color(text: object) -> bool:
    """Whether it is a color such as #0b1a2c."""
    return isinstance(text, str) and _COLOR.match(text) is not None


def contrast(first: str, second: str) -> float:
    """The contrast of two colors, from 1 to 21, as in WCAG 2."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def need_contrast(colors: Mapping[str, str], levels: Sequence[str]) -> None:
    """Refuse colors that can't be read across a room."""
    read = [(f"colors.{key}", colors[key], least) for key, least in CONTRAST_LEAST.items()]
    read += [("levels.colors", color, LEVEL_CONTRAST_LEAST) for color in levels]
    for where, color, least in read:
        for behind in BEHIND:
            _need(where, color, behind, colors[behind], least)


def need_contrast_on_picture(colors: Mapping[str, str], veil_percent: int) -> None:
    """Refuse a veil so thin that a picture could hide what stands on it."""
    for key in CONTRAST_LEAST:
        for mixed in _veiled(colors["ground"], veil_percent):
            _need(f"colors.{key}", colors[key], "picture", mixed, PICTURE_CONTRAST_LEAST)


def _need(where: str, color: str, behind: str, background: str, least: float) -> None:
    found = contrast(color, background)
    if found < least:
        raise Refusal(
            "THEME_CONTRAST_LOW",
            where=where,
            found=f"{found:.1f}",
            behind=behind,
            least=f"{least:g}",
        )


def _veiled(ground: str, veil_percent: int) -> Iterator[str]:
    """The lightest and the darkest that a picture can look below a veil of the ground's color."""
    for end in PICTURE_ENDS:
        parts = zip(_parts(ground), _parts(end), strict=True)
        mixed = (
            (veil * veil_percent + below * (100 - veil_percent)) // 100 for veil, below in parts
        )
        yield "#" + "".join(f"{part:02x}" for part in mixed)


def _luminance(color: str) -> float:
    parts = (part / 255 for part in _parts(color))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(color: str) -> tuple[int, ...]:
    """Red, green and blue."""
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))
