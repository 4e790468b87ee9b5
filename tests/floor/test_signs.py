"""Looks of the signs: what a look must have, when it is shown, and what stays while it is used."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts import signs
from pitboss.floor.facts.signs import LookTime, SignFile, SignLook, SignSettings
from pitboss.floor.state.signs import SignsState
from pitboss.floor.state.snapshot import read_snapshot, write_snapshot
from pitboss.money import Cents
from pitboss.refusal import Told

from .support import Floor, hired_floor

MIDNIGHT = {
    "ground": "#060a18", "glow": "#1a2f6b", "panel": "#0e1630", "line": "#31457f",
    "text": "#eef3ff", "quiet": "#a9b8de", "accent": "#8fb4ff", "money": "#fff3c9",
    "hit": "#ffd873",
}  # fmt: skip
PICTURE, FILM = "a" * 64, "b" * 64
WEDNESDAY_6_PM_MS = 1_772_647_200_000  # March 4, 2026, 18:00 UTC
HOUR_MS = 3_600_000


def look(**changes: Any) -> SignLook:
    return SignLook(**{"colors": MIDNIGHT, "levels": ("#ffd873",), **changes})


def save(floor: Floor, shows: SignLook, name: str = "lobby") -> Any:
    return floor.ask(signs.SaveLook, look=name, shows=shows, badge="sam")


def keep(floor: Floor, sha256: str, media_type: str) -> None:
    file = SignFile(
        sha256=sha256, media_type=media_type, file_name="x", width=640, height=360, size_bytes=9
    )
    floor.must(signs.KeepSignFile, file=file, badge="sam")


def show(floor: Floor, *times: LookTime, **more: Any) -> Any:
    return floor.ask(signs.SetSigns, settings=SignSettings(times=times, **more), badge="sam")


@pytest.fixture
def floor() -> Floor:
    made = hired_floor()
    keep(made, PICTURE, "image/png")
    keep(made, FILM, "video/webm")
    return made


@pytest.mark.parametrize(
    ("changes", "code", "where"),
    [
        ({"colors": {**MIDNIGHT, "text": "#1a2f6b"}}, "THEME_CONTRAST_LOW", "colors.text"),
        ({"colors": {**MIDNIGHT, "quiet": "#31457f"}}, "THEME_CONTRAST_LOW", "colors.quiet"),
        ({"levels": ("#0e1630",)}, "THEME_CONTRAST_LOW", "levels.colors"),
        ({"colors": {**MIDNIGHT, "text": "white"}}, "THEME_VALUE_WRONG", "colors.text"),
        ({"colors": {**MIDNIGHT, "more": "#ffffff"}}, "THEME_VALUE_WRONG", "colors"),
        ({"colors": {"text": "#ffffff"}}, "THEME_VALUE_WRONG", "colors.accent"),
        ({"levels": ()}, "THEME_VALUE_WRONG", "levels"),
        ({"levels": ("#ffd873",) * 7}, "THEME_VALUE_WRONG", "levels"),
        ({"levels": ("red",)}, "THEME_VALUE_WRONG", "levels"),
        ({"pattern": "stripes"}, "THEME_VALUE_WRONG", "pattern"),
        ({"family": "comic"}, "THEME_VALUE_WRONG", "family"),
        ({"frame": "oval"}, "THEME_VALUE_WRONG", "frame"),
        ({"motion": "fire"}, "THEME_VALUE_WRONG", "motion"),
        ({"scale_percent": 131}, "THEME_VALUE_WRONG", "scale_percent"),
        ({"veil_percent": 59}, "THEME_VALUE_WRONG", "veil_percent"),
        ({"picture": "c" * 64}, "SIGN_LOOK_WRONG", "picture"),
        ({"logo": FILM}, "SIGN_LOOK_WRONG", "logo"),
    ],
)
def test_a_look_that_could_hide_something_is_refused_by_name(
    floor: Floor, changes: dict[str, Any], code: str, where: str
) -> None:
    refused = save(floor, look(**changes))
    assert isinstance(refused, Told)
    assert (refused.code, refused.where) == (code, where)


def test_a_picture_needs_a_veil_through_which_white_stays_readable(floor: Floor) -> None:
    """60 % of #060a18 over white is #696c74, on which #a9b8de has 2.6 to 1."""
    refused = save(floor, look(picture=PICTURE, veil_percent=60))
    assert isinstance(refused, Told)
    assert (refused.code, refused.values["behind"]) == ("THEME_CONTRAST_LOW", "picture")
    assert save(floor, look(picture=PICTURE, veil_percent=85))[0].look == "lobby"
    assert save(floor, look(veil_percent=60))[0].look == "lobby"  # nothing is behind it


def test_a_look_is_kept_with_the_floor(floor: Floor) -> None:
    floor.must(signs.SaveLook, look="lobby", shows=look(picture=FILM, veil_percent=90), badge="sam")
    show(floor)
    floor.must(
        signs.SetSigns,
        settings=SignSettings(calm=True, milestone_cents=Cents(500_000)),
        badge="sam",
    )
    again = read_snapshot(write_snapshot(floor.state))
    assert again.signs == floor.state.signs
    assert again.signs.looks["lobby"].picture == FILM
    assert again.signs.settings.calm
    assert again.signs.seq == floor.state.seq


def test_what_is_used_is_not_removed(floor: Floor) -> None:
    floor.must(signs.SaveLook, look="lobby", shows=look(logo=PICTURE), badge="sam")
    assert floor.refused(signs.RemoveSignFile, sha256=PICTURE, badge="sam") == "SIGN_LOOK_WRONG"
    at_night = SignSettings(times=(LookTime(look="lobby"),))
    floor.must(signs.SetSigns, settings=at_night, badge="sam")
    assert floor.refused(signs.RemoveLook, look="lobby", badge="sam") == "SIGN_LOOK_WRONG"
    floor.must(signs.SetSigns, settings=SignSettings(), badge="sam")
    floor.must(signs.RemoveLook, look="lobby", badge="sam")
    floor.must(signs.RemoveSignFile, sha256=PICTURE, badge="sam")
    assert (floor.state.signs.looks, list(floor.state.signs.files)) == ({}, [FILM])


@pytest.mark.parametrize(
    ("time", "where"),
    [
        ({"look": "none"}, "look"),
        ({"look": "lobby", "weekdays": ()}, "weekdays"),
        ({"look": "lobby", "weekdays": (0, 8)}, "weekdays"),
        ({"look": "lobby", "from_clock": "6 PM"}, "from_clock"),
        ({"look": "lobby", "to_clock": "24:30"}, "to_clock"),
    ],
)
def test_a_line_of_the_schedule_is_checked(floor: Floor, time: dict[str, Any], where: str) -> None:
    save(floor, look())
    floor.must(signs.SaveLook, look="lobby", shows=look(), badge="sam")
    refused = show(floor, LookTime(**time))
    assert isinstance(refused, Told)
    assert (refused.code, refused.where) == ("SIGN_LOOK_WRONG", where)


def shown(times: tuple[LookTime, ...], *, hours: int, jackpot: str = "fours") -> str:
    """The look at so many hours after 6 PM on a Wednesday."""
    state = SignsState(settings=SignSettings(times=times))
    at_ms = WEDNESDAY_6_PM_MS + hours * HOUR_MS
    return state.look_at(jackpot, at_ms=at_ms, time_zone="UTC")


def test_the_first_line_that_fits_decides() -> None:
    times = (
        LookTime(look="gala", weekdays=(3,), from_clock="18:00", to_clock="02:00"),
        LookTime(look="own", jackpot="fours"),
        LookTime(look="day", from_clock="06:00", to_clock="19:00"),
    )
    assert shown(times, hours=0) == "gala"
    assert shown(times, hours=7, jackpot="rooms") == "gala"  # 1 AM on Thursday, begun on Wednesday
    assert shown(times, hours=8) == "own"
    assert shown(times, hours=-1) == "own"
    assert shown(times, hours=-1, jackpot="rooms") == "day"
    assert shown(times, hours=9, jackpot="rooms") == ""  # 3 AM: what the site file says
    assert shown(times, hours=24, jackpot="rooms") == "day"  # Thursday, 6 PM
    assert shown((), hours=0) == ""
