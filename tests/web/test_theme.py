"""Themes of the signs: every shipped one can be read across a room; a house's own are checked."""

from __future__ import annotations

import hashlib
import os
import struct
from pathlib import Path

import pytest

from pitboss.refusal import Refusal
from pitboss.rules.sign_look import contrast
from pitboss.site.model import SiteJackpot
from pitboss.site.parse import parse_site
from pitboss.web.screens.pictures import SignImage, read_image
from pitboss.web.screens.theme import (
    THEMES,
    brand_theme,
    parse_theme,
    read_theme,
    style_of,
    theme_for,
    themes,
)

GOOD = (THEMES / "midnight.toml").read_text("utf-8")
EIGHT = ", ".join(['"#ffffff"'] * 8)
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 360)
JPEG = b"\xff\xd8\xff\xe0\0\x04\0\0" + b"\xff\xc2\0\x0b\x08" + struct.pack(">HH", 360, 640)
WEBP = b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x7f\x02\0" + b"\x67\x01\0"


@pytest.mark.parametrize("path", sorted(THEMES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_theme_is_good(path: Path) -> None:
    theme = read_theme(path)
    assert theme.title
    assert f'[data-theme="{path.stem}"] {{' in style_of(theme)


def test_there_is_a_theme_for_each_kind_of_jackpot() -> None:
    known = themes()
    assert theme_for("", kind="progressive", known=known).name == "midnight"
    assert theme_for("", kind="house", known=known).name == "emerald"
    assert theme_for("ruby", kind="house", known=known).name == "ruby"


def test_an_unknown_theme_is_refused_with_a_hint() -> None:
    with pytest.raises(Refusal) as caught:
        theme_for("midnigth", kind="house", known=themes())
    assert caught.value.code == "THEME_UNKNOWN"
    assert caught.value.reason == "no such theme. Did you mean midnight?"


def test_black_on_white_is_the_most_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(
    ("line", "instead", "code", "where"),
    [
        ('money = "#fff3c9"', 'money = "#555555"', "THEME_CONTRAST_LOW", "colors.money"),
        ('money = "#fff3c9"', 'money = "url(x)"', "THEME_VALUE_WRONG", "colors.money"),
        ('money = "#fff3c9"', "", "THEME_VALUE_WRONG", "colors.money"),
        ('pattern = "glow"', 'pattern = "stars"', "THEME_VALUE_WRONG", "ground.pattern"),
        ('pattern = "glow"', 'image = "../x.png"', "THEME_VALUE_WRONG", "ground.image"),
        ('pattern = "glow"', 'image = "gone.png"', "THEME_VALUE_WRONG", "ground.image"),
        ("scale_percent = 100", "scale_percent = 300", "THEME_VALUE_WRONG", "type.scale_percent"),
        ("scale_percent = 100", "scale = 1", "THEME_VALUE_WRONG", "type.scale"),
        ('title = "Midnight"', "", "THEME_VALUE_WRONG", "title"),
        ('frame = "neon"', 'frame = "wood"', "THEME_VALUE_WRONG", "levels.frame"),
        ('colors = ["#ffd873"', 'colors = ["#222222"', "THEME_CONTRAST_LOW", "levels.colors"),
        ('colors = ["#ffd873"', 'colors = ["gold"', "THEME_VALUE_WRONG", "levels.colors"),
        ('colors = ["#ffd873"', f"colors = [{EIGHT}", "THEME_VALUE_WRONG", "levels.colors"),
        ("[levels]", '[brand]\nlogo = "x.svg"\n[levels]', "THEME_VALUE_WRONG", "brand.logo"),
    ],
)
def test_what_a_theme_may_not_say(
    tmp_path: Path, line: str, instead: str, code: str, where: str
) -> None:
    assert line in GOOD
    with pytest.raises(Refusal) as caught:
        parse_theme(GOOD.replace(line, instead), name="own", folder=tmp_path)
    assert (caught.value.code, caught.value.where) == (code, where)


def test_a_house_has_themes_and_images_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "lobby.png").write_bytes(PNG)
    own = GOOD.replace(
        'pattern = "glow"', 'pattern = "glow"\nimage = "lobby.png"\nveil_percent = 90'
    )
    (tmp_path / "ours.toml").write_text(own, "utf-8")
    theme = themes(tmp_path)["ours"]
    assert isinstance(theme.image, SignImage)
    assert theme.image.path == tmp_path / "lobby.png"
    digest = hashlib.sha256(PNG).hexdigest()[:16]
    assert f'--image: url("/sign/themes/images/{digest}/lobby.png");' in style_of(theme)
    assert "--veil: 90%;" in style_of(theme)


def test_a_house_may_not_take_the_name_of_a_shipped_theme(tmp_path: Path) -> None:
    (tmp_path / "ruby.toml").write_text(GOOD, "utf-8")
    with pytest.raises(Refusal) as caught:
        themes(tmp_path)
    assert caught.value.code == "THEME_TWICE"


def test_a_file_that_is_no_theme_is_refused_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("title = ", "utf-8")
    with pytest.raises(Refusal) as caught:
        themes(tmp_path)
    assert (caught.value.code, caught.value.where) == ("THEME_UNREADABLE", "own.toml")


def test_a_theme_nested_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("a = " + "[" * 3_000 + "]" * 3_000, "utf-8")
    with pytest.raises(Refusal) as caught:
        themes(tmp_path)
    assert (caught.value.code, caught.value.where) == ("THEME_UNREADABLE", "own.toml")


def test_a_pipe_among_a_houses_themes_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "own.toml")
    with pytest.raises(Refusal) as caught:
        themes(tmp_path)
    assert (caught.value.code, caught.value.reason) == ("THEME_UNREADABLE", "not a plain file")


# ---- images, logos and colors of the site file ---------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "media_type"),
    [
        ("a.png", PNG, "image/png"),
        ("a.jpg", JPEG, "image/jpeg"),
        ("a.webp", WEBP, "image/webp"),
    ],
)
def test_an_image_is_what_its_bytes_say(
    tmp_path: Path, name: str, content: bytes, media_type: str
) -> None:
    (tmp_path / name).write_bytes(content)
    found = read_image(tmp_path, name, bytes_most=1000, at="brand.logo")
    assert (found.media_type, found.width, found.height) == (media_type, 640, 360)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.png", JPEG, "isn't the kind of image its name says"),
        ("a.jpg", b"<svg onload=alert(1)>", "isn't the kind of image its name says"),
        ("a.png", PNG + bytes(1000), "has more than 1,000 bytes"),
        ("a.png", PNG[:16] + struct.pack(">II", 8, 8), "Each side must be 16 to 4,096"),
        ("a.png", PNG[:16] + struct.pack(">II", 9000, 90), "Each side must be 16 to 4,096"),
    ],
)
def test_an_image_no_sign_can_take(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Refusal) as caught:
        read_image(tmp_path, name, bytes_most=1000, at="brand.logo")
    assert (caught.value.code, caught.value.where) == ("THEME_VALUE_WRONG", "brand.logo")
    assert reason in caught.value.reason


def site_jackpot(more: str) -> SiteJackpot:
    """A jackpot of a site file with these lines of its own."""
    text = f"""
[property]
name = "A house"
time_zone = "UTC"
opened_by = []
[[jackpot]]
id = "fours"
kind = "progressive"
paytable = "crazy4/progressive/pays-3"
{more}
"""
    (found,) = parse_site(text).jackpots
    return found


def test_a_jackpot_has_a_logo_and_colors_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "fours.png").write_bytes(PNG)
    colors = 'colors = { money = "#ffffff", level_1 = "#ff9e8f", level_2 = "#63d6ae" }'
    jackpot = site_jackpot(f'logo = "fours.png"\n{colors}')
    look = brand_theme(themes()["midnight"], jackpot, tmp_path)
    assert look.name == "midnight.fours"
    assert look.logo is not None
    style = style_of(look)
    assert '[data-theme="midnight.fours"] {' in style
    assert "--money: #ffffff;" in style
    assert "--level-1: #ff9e8f;\n  --level-2: #63d6ae;\n  --level-3: #63d6ae;" in style


def test_a_jackpot_without_either_has_the_theme_itself(tmp_path: Path) -> None:
    theme = themes()["midnight"]
    assert brand_theme(theme, site_jackpot(""), tmp_path) is theme


@pytest.mark.parametrize(
    ("colors", "code", "where"),
    [
        ('{ money = "#060a18" }', "THEME_CONTRAST_LOW", "jackpot.fours: colors.money"),
        ('{ shine = "#ffffff" }', "THEME_VALUE_WRONG", "jackpot.fours: colors.shine"),
        ('{ level_1 = "#111111" }', "THEME_CONTRAST_LOW", "jackpot.fours: levels.colors"),
    ],
)
def test_no_color_of_the_site_file_hides_an_amount(
    tmp_path: Path, colors: str, code: str, where: str
) -> None:
    with pytest.raises(Refusal) as caught:
        brand_theme(themes()["midnight"], site_jackpot(f"colors = {colors}"), tmp_path)
    assert (caught.value.code, caught.value.where) == (code, where)
