"""Themes of the players' signs: data files, from the product or the house.

A theme decides how a jackpot looks, never what is shown. Anything unreadable across a room is
refused, so no theme can hide an amount.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pitboss.floor.facts.signs import COINS, SignFile, SignLook
from pitboss.refusal import Refusal
from pitboss.rules.reading import toml_data
from pitboss.rules.sign_look import (
    COLORS,
    FAMILIES,
    FRAMES,
    LEVEL_COLORS_MOST,
    PATTERNS,
    SCALE_PERCENTS,
    VEIL_PERCENTS,
    is_color,
    need_contrast,
)
from pitboss.site.model import SiteJackpot
from pitboss.web.screens.pictures import KeptFile, SignImage, read_image

THEMES = Path(str(resources.files("pitboss.web"))) / "themes"
TYPEFACES = {  # `sign_fonts.css` brings the first of each
    "sans": 'Inter, system-ui, "Noto Sans", "DejaVu Sans", sans-serif',
    "serif": '"Playfair Display", Charter, "Noto Serif", "DejaVu Serif", Georgia, serif',
    "narrow": 'Oswald, "Arial Narrow", "DejaVu Sans Condensed", sans-serif',
    "roman": 'Cinzel, "Noto Serif", Georgia, serif',
    "deco": 'Limelight, "Noto Serif", Georgia, serif',
}
OWN = "~"  # before the name of a look that the house made in the studio
FONTS = {
    "sans": "inter", "serif": "playfair-display", "narrow": "oswald",
    "roman": "cinzel", "deco": "limelight",
}  # fmt: skip
GAME = "game"  # what the sign of a table without jackpots shows
DEFAULTS = {"progressive": "midnight", "house": "emerald", GAME: "emerald"}
LEVEL_VARIABLES = ("--level-1", "--level-2", "--level-3", "--level-4", "--level-5", "--level-6")
IMAGE_BYTES_MOST = 4_000_000
LOGO_BYTES_MOST = 1_000_000
_LEVEL_KEY = re.compile(r"level_[1-6]\Z", re.ASCII)  # of a jackpot's colors in the site file
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}\Z", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """How a jackpot looks on a sign. `image` is the house's own background picture, and
    `veil_percent` how much of the ground covers it; `logo` goes beside the name. `levels` are the
    levels' colors, highest first; lower levels use the last one."""

    name: str
    title: str
    colors: Mapping[str, str]
    pattern: str
    family: str
    scale_percent: int
    image: SignImage | KeptFile | None
    veil_percent: int
    frame: str
    levels: tuple[str, ...]
    logo: SignImage | KeptFile | None
    motion: str = COINS


def themes(house: Path | None = None) -> Mapping[str, Theme]:
    """Every theme by name: the product's, and those in a house's folder."""
    found = dict(_own())
    if house is not None and house.is_dir():
        for path in sorted(house.glob("*.toml")):
            if path.stem in found:
                raise Refusal("THEME_TWICE", where=path.name, stem=path.stem)
            found[path.stem] = read_theme(path)
    return found


@cache
def _own() -> Mapping[str, Theme]:
    """The product's themes, read once: nobody changes them while it runs."""
    return {path.stem: read_theme(path) for path in sorted(THEMES.glob("*.toml"))}


def theme_for(name: str, *, kind: str, known: Mapping[str, Theme]) -> Theme:
    """A site's theme for a jackpot or table, or the default for its kind."""
    wanted = name or DEFAULTS[kind]
    if wanted not in known:
        near = difflib.get_close_matches(wanted, known, n=1)
        case = "near" if near else "known"
        raise Refusal("THEME_UNKNOWN", case, where=wanted, near=near, known=sorted(known))
    return known[wanted]


def read_theme(path: Path) -> Theme:
    """Read and check one theme; a refusal names its file."""
    if not path.is_file():  # reading a pipe would block forever
        raise Refusal("THEME_UNREADABLE", "not_plain_file", where=path.name)
    try:
        return parse_theme(path.read_text("utf-8"), name=path.stem, folder=path.parent)
    except Refusal as refusal:
        raise refusal.at(path.name) from None
    except (OSError, UnicodeError):
        raise Refusal("THEME_UNREADABLE", "cannot_read", where=path.name) from None


def parse_theme(text: str, *, name: str, folder: Path) -> Theme:
    """Parse a theme; its image is in the same folder."""
    data = toml_data(text, code="THEME_UNREADABLE")
    _only(data, ("title", "colors", "ground", "type", "levels", "brand"), at="")
    parts = ("colors", "ground", "type", "levels", "brand")
    colors, ground, lettering, levels, brand = (_part(data, key) for key in parts)
    _only(colors, COLORS, at="colors.")
    _only(ground, ("pattern", "image", "veil_percent"), at="ground.")
    _only(lettering, ("family", "scale_percent"), at="type.")
    _only(levels, ("frame", "colors"), at="levels.")
    _only(brand, ("logo",), at="brand.")
    if not _NAME.match(name):
        raise _wrong("name", "name")
    theme = Theme(
        name=name,
        title=_title(data),
        colors={key: _color(colors, key) for key in COLORS},
        pattern=_choice(ground, "pattern", PATTERNS, at="ground."),
        family=_choice(lettering, "family", FAMILIES, at="type."),
        scale_percent=_number(lettering, "scale_percent", SCALE_PERCENTS, 100, at="type."),
        image=_image(ground, "image", folder, IMAGE_BYTES_MOST, at="ground."),
        veil_percent=_number(ground, "veil_percent", VEIL_PERCENTS, 80, at="ground."),
        frame=_choice(levels, "frame", FRAMES, at="levels."),
        levels=_level_colors(levels) or (_color(colors, "accent"),),
        logo=_image(brand, "logo", folder, LOGO_BYTES_MOST, at="brand."),
    )
    need_contrast(theme.colors, theme.levels)
    return theme


def brand_theme(theme: Theme, jackpot: SiteJackpot, folder: Path) -> Theme:
    """A theme with a jackpot's own logo and colors from the site file, held to the same contrast.
    Without either it is the theme itself."""
    if not jackpot.logo and not jackpot.colors:
        return theme
    own = dict(jackpot.colors)
    levels = [own.pop(key) for key in sorted(own) if _LEVEL_KEY.match(key)]
    logo = {"logo": jackpot.logo} if jackpot.logo else {}
    try:
        _only(own, COLORS, at="colors.")
        made = replace(
            theme,
            name=f"{theme.name}.{jackpot.jackpot}",
            colors={**theme.colors, **{key: _color(own, key) for key in own}},
            levels=_level_colors({"colors": levels}) or theme.levels,
            logo=_image(logo, "logo", folder, LOGO_BYTES_MOST, at="") or theme.logo,
        )
        need_contrast(made.colors, made.levels)
    except Refusal as refusal:
        raise refusal.at(f"jackpot.{jackpot.jackpot}") from None
    return made


def own_theme(name: str, look: SignLook, files: Mapping[str, SignFile]) -> Theme:
    """A look that the house made in the studio, as a theme."""

    def file_of(sha256: str) -> KeptFile | None:
        kept = files.get(sha256)
        if kept is None:
            return None
        return KeptFile(
            media_type=kept.media_type, width=kept.width, height=kept.height, sha256=sha256
        )

    return Theme(
        name=OWN + name,
        title=name,
        colors=look.colors,
        pattern=look.pattern,
        family=look.family,
        scale_percent=look.scale_percent,
        image=file_of(look.picture),
        veil_percent=look.veil_percent,
        frame=look.frame,
        levels=look.levels,
        logo=file_of(look.logo),
        motion=look.motion,
    )


def style_of(theme: Theme) -> str:
    """A theme as a style sheet: variables for everything that has its name."""
    values = {f"--{key}": value for key, value in theme.colors.items()}
    values["--family"] = TYPEFACES[theme.family]
    values["--scale"] = f"{theme.scale_percent / 100:g}"
    values["--veil"] = f"{theme.veil_percent}%"
    for rank, name in enumerate(LEVEL_VARIABLES):
        values[name] = theme.levels[min(rank, len(theme.levels) - 1)]
    if theme.image is not None and theme.image.media_type.startswith("image/"):
        values["--image"] = f'url("{theme.image.address}")'
    lines = "".join(f"  {key}: {value};\n" for key, value in values.items())
    return f'[data-theme="{theme.name}"] {{\n{lines}}}\n'


# ---- one key ------------------------------------------------------------------------------------


def _wrong(key: str, case: str, **values: object) -> Refusal:
    return Refusal("THEME_VALUE_WRONG", case, where=key, **values)


def _part(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise _wrong(key, "table")
    return found


def _only(data: Mapping[str, Any], known: tuple[str, ...], *, at: str) -> None:
    for key in data:
        if key not in known:
            raise _wrong(f"{at}{key}", "no_such_key", known=known)


def _title(data: Mapping[str, Any]) -> str:
    found = data.get("title")
    if not isinstance(found, str) or not 0 < len(found) <= 60 or not found.isprintable():
        raise _wrong("title", "title")
    return found


def _color(colors: Mapping[str, Any], key: str) -> str:
    found = colors.get(key)
    if not is_color(found):
        raise _wrong(f"colors.{key}", "color")
    return str(found)


def _choice(data: Mapping[str, Any], key: str, known: tuple[str, ...], *, at: str) -> str:
    found = data.get(key, known[0])
    if found not in known:
        raise _wrong(f"{at}{key}", "one_of", known=known)
    return str(found)


def _number(data: Mapping[str, Any], key: str, allowed: range, default: int, *, at: str) -> int:
    found = data.get(key, default)
    if not isinstance(found, int) or isinstance(found, bool) or found not in allowed:
        raise _wrong(f"{at}{key}", "from_to", least=allowed.start, most=allowed.stop - 1)
    return found


def _level_colors(levels: Mapping[str, Any]) -> tuple[str, ...]:
    found = levels.get("colors", [])
    if not isinstance(found, list) or len(found) > LEVEL_COLORS_MOST:
        raise _wrong("levels.colors", "colors", most=LEVEL_COLORS_MOST)
    if not all(map(is_color, found)):
        raise _wrong("levels.colors", "each_color")
    return tuple(found)


def _image(
    data: Mapping[str, Any], key: str, folder: Path, bytes_most: int, *, at: str
) -> SignImage | None:
    if key not in data:
        return None
    return read_image(folder, data[key], bytes_most=bytes_most, at=f"{at}{key}")
