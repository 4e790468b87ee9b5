"""Themes of the signs: every shipped one can be read across a room; a house's own are checked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pitboss.refusal import Refusal
from pitboss.web.theme import THEMES, contrast, parse_theme, read_theme, style_of, theme_for, themes

GOOD = (THEMES / "midnight.toml").read_text("utf-8")


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
    assert caught.value.reason == "no such theme; did you mean midnight?"


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
    (tmp_path / "lobby.png").write_bytes(b"\x89PNG")
    own = GOOD.replace(
        'pattern = "glow"', 'pattern = "glow"\nimage = "lobby.png"\nveil_percent = 90'
    )
    (tmp_path / "ours.toml").write_text(own, "utf-8")
    theme = themes(tmp_path)["ours"]
    assert theme.image == tmp_path / "lobby.png"
    assert '--image: url("/sign/themes/ours/image");' in style_of(theme)
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
