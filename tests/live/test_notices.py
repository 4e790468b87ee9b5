"""What must stand beside a jackpot on its sign, by the jurisdiction."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.floor.view.board import Names
from pitboss.live.folder import read_folder
from pitboss.rules import catalog
from pitboss.web.shell.telling import BOARD_WORDS

STARTER = Path(__file__).parents[2] / "src" / "pitboss" / "site" / "starter.toml"


def names(folder: Path, profile: str) -> Names:
    """What signs of the starter site say, as it would stand in a jurisdiction."""
    text = STARTER.read_text("utf-8").replace('"washington"', f'"{profile}"', 1)
    (folder / "site.toml").write_text(text, "utf-8")
    return read_folder(folder).names(BOARD_WORDS)


# Of the starter's jackpots fours feeds a reserve (5 percent), dragon feeds none.
@pytest.mark.parametrize(
    ("profile", "told"),
    [
        ("ohio", ["fours"]),
        ("washington", []),
        ("louisiana", []),
    ],
)
def test_a_sign_tells_of_the_reserve_only_where_it_must(
    tmp_path: Path, profile: str, told: list[str]
) -> None:
    reserves = names(tmp_path, profile).reserves
    assert [jackpot for jackpot in ("fours", "dragon") if jackpot in reserves] == told


@pytest.mark.parametrize("profile", catalog.profile_names())
def test_a_house_jackpot_has_the_notices_of_its_jurisdiction(tmp_path: Path, profile: str) -> None:
    told = tuple(names(tmp_path, profile).notices["royals"])
    assert told == catalog.profile(profile).house_jackpot_notices.value
    assert "No player's money pays for this jackpot." in told


def test_a_spanish_house_posts_them_as_the_law_has_them(tmp_path: Path) -> None:
    text = STARTER.read_text("utf-8").replace("[property]", '[property]\nlanguage = "es"', 1)
    (tmp_path / "site.toml").write_text(text, "utf-8")
    told = read_folder(tmp_path).names(BOARD_WORDS).notices["royals"]
    assert told == catalog.profile("washington").house_jackpot_notices.value


POSTED = """
[[jackpot]]
id = "{name}"
kind = "house"
paytable = "{paytable}"
prizes = {{ {hand} = "$2,000" }}
"""


def test_PS_50_house_jackpots_without_titles_are_told_apart(tmp_path: Path) -> None:
    """Two of them may be on one layout; of the same hands a number tells which."""
    text = STARTER.read_text("utf-8")
    for name, paytable, hand in (
        ("aces", "crazy4/progressive/pays-1", "four_aces"),
        ("more", "crazy4/progressive/pays-2", "four_aces"),
    ):
        text += POSTED.format(name=name, paytable=paytable, hand=hand)
    (tmp_path / "site.toml").write_text(text, "utf-8")
    called = read_folder(tmp_path).names(BOARD_WORDS).jackpots
    assert {name: called[name] for name in ("royals", "aces", "more")} == {
        "royals": "House jackpot: Royal Flush",
        "aces": "House jackpot: Four Aces (1)",
        "more": "House jackpot: Four Aces (2)",
    }
