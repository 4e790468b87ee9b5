"""Which camera saw an award: noted with its time, on the win page, in the pack and in R15."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from .office_support import award_of, signed_on, written
from .office_support import seen_site as site
from .server_support import Site, Visitor, code_of

__all__ = ["site"]

SEEN = "PTZ-4, 2026-11-07 08:00"


@pytest.fixture(scope="module")
def cage(site: Site) -> Visitor:
    visitor = signed_on(site, "A400")
    fields = {"award": award_of(visitor, "Four Aces"), "camera": "PTZ-4"}
    answer = visitor.press("note-camera", **fields, shown_at="Nov 7, 8:00 AM")
    assert answer.json()["accepted"], answer.text
    return visitor


@pytest.mark.parametrize(
    ("camera", "shown_at", "code"),
    [
        ("", "2026-11-07 08:00", "TEXT_MISSING"),
        ("PTZ-4", "eight o'clock", "DAY_WRONG"),
        ("PTZ-4", "2199-01-01 00:00", "DAY_WRONG"),
    ],
)
def test_a_camera_has_a_name_and_a_time_that_has_passed(
    cage: Visitor, camera: str, shown_at: str, code: str
) -> None:
    award = award_of(cage, "Four Aces")
    answer = cage.press("note-camera", award=award, camera=camera, shown_at=shown_at)
    assert code_of(answer)[1] == code


def test_the_win_page_names_it(cage: Visitor) -> None:
    award = award_of(cage, "Four Aces")
    assert written(SEEN) in cage.request("GET", f"/office/wins/{award}").text
    other = award_of(cage, "Four of a Kind")
    assert written(SEEN) not in cage.request("GET", f"/office/wins/{other}").text
    spanish = cage.request("GET", f"/office/wins/{award}?language=es").text
    assert written(SEEN, "es") in spanish


def test_the_pack_names_it(cage: Visitor) -> None:
    award = award_of(cage, "Four Aces")
    cage.load(f"/office/wins/{award}")
    answer = cage.form("/office/pack", award=award)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as pack:
        facts = json.loads(pack.read("facts.json"))
        story = pack.read("story.txt").decode()
    assert [each["seen"] for each in facts["cameras"]] == [SEEN]
    assert f"  {SEEN}\n" in story
    assert "No camera on record" not in story


def test_R15_names_it_and_no_note_says_otherwise(cage: Visitor) -> None:
    address = "/office/reports/surveillance?begin=2026-11-07T00:00&end=2199-01-01T00:00"
    text = cage.request("GET", address).text
    assert f">{written(SEEN)}<" in text
    assert "Cameras are not on record" not in text


def test_R15_writes_its_day_as_the_reader_does(site: Site, cage: Visitor) -> None:
    address = "/office/reports/surveillance?begin=2026-11-07T00:00&end=2199-01-01T00:00"
    site.access.choose_language("A400", "es")
    try:
        assert f">{written(SEEN, 'es')}<" in cage.request("GET", address).text
    finally:
        site.access.choose_language("A400", "en")
