"""What must stand beside a jackpot on its sign, by the jurisdiction."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.live.folder import read_folder
from pitboss.rules import catalog
from pitboss.web.language import BOARD_WORDS

STARTER = Path(__file__).parents[2] / "src" / "pitboss" / "site" / "starter.toml"


def notices(folder: Path, profile: str, jackpot: str) -> tuple[str, ...]:
    """The notices of a jackpot of the starter site, as it would stand in a jurisdiction."""
    text = STARTER.read_text("utf-8").replace('"washington"', f'"{profile}"', 1)
    (folder / "site.toml").write_text(text, "utf-8")
    return tuple(read_folder(folder).names(BOARD_WORDS).notices[jackpot])


# Of the starter's jackpots fours feeds a reserve (5 percent), dragon feeds none.
@pytest.mark.parametrize(
    ("profile", "jackpot", "told"),
    [
        ("ohio", "fours", (BOARD_WORDS["en"].reserve,)),
        ("ohio", "dragon", ()),
        ("washington", "fours", ()),
        ("louisiana", "fours", ()),
    ],
)
def test_a_sign_tells_of_the_reserve_only_where_it_must(
    tmp_path: Path, profile: str, jackpot: str, told: tuple[str, ...]
) -> None:
    assert notices(tmp_path, profile, jackpot) == told


@pytest.mark.parametrize("profile", catalog.profile_names())
def test_a_house_jackpot_has_the_notices_of_its_jurisdiction(tmp_path: Path, profile: str) -> None:
    told = notices(tmp_path, profile, "royals")
    assert told == catalog.profile(profile).house_jackpot_notices.value
    assert "No player's money pays for this jackpot." in told
