"""The pages of a wall with more jackpots than can be read at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.fake_floor import FakeFloor, site_of
from browser.live_site import closed_after
from browser.looks import reshaped, still_wrong
from browser.sign_scenes import (
    PANEL,
    SITE,
    THEME_NAMES,
    beating,
    board,
    hit_at,
    say_beat,
    shown,
    spade,
    themed_floor,
)
from browser.test_sign_show import CUT_OFF, LEAST_LETTER_PX, wall

pytestmark = pytest.mark.proof  # minutes of a browser

# Where the parts of a wall stand, those of its other pages too.
PLACES = """() => [...document.querySelectorAll('.cell, .jackpot, .meters, .posted, .pages i')]
  .map((part) => Object.values(part.getBoundingClientRect().toJSON()))"""
READ_PX = 16  # of the least figure on a wall


def test_small_print_of_a_wall_of_eight_is_read_from_afar(browser: Browser, tmp_path: Path) -> None:
    with themed_floor(tmp_path / "eight") as floor, closed_after(browser):
        page = shown(browser, floor, "/wall")
        expect(page.locator(".last b")).to_have_count(8)
        for shape in ((1920, 1080), (3840, 2160), (1080, 1920), (3840, 1080)):
            reshaped(page, *shape)
            assert (shape, still_wrong(page, lambda: page.evaluate(CUT_OFF))) == (shape, [])
            least = page.locator(".notices:not(:empty)").evaluate_all(LEAST_LETTER_PX)
            assert least >= 0.013 * min(shape), shape


def test_a_larger_picture_of_the_shape_has_its_pages(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "house.png").write_bytes(spade())
    names = [f"jackpot{number}" for number in range(22)]
    parts = [
        PANEL.format(name=each, table=each.upper(), theme="plain", kind="progressive")
        for each in names
    ]
    made = FakeFloor(site_of(SITE + "".join(parts)), tmp_path)
    with made.running() as floor, beating(floor), closed_after(browser):
        for name in names:
            floor.say("jackpot", board(name))
        page = shown(browser, floor, "/wall")
        expect(page.locator(".jackpot[data-state=waiting]")).to_have_count(0)
        for wide, tall in ((1920, 1080), (3840, 2160)):
            reshaped(page, wide, tall)
            expect(page.locator(".pages i")).to_have_count(3)
            figures = page.locator(".cell[data-shown] .figure:not(:empty)")
            assert figures.evaluate_all(LEAST_LETTER_PX) >= 0.02 * tall, tall


def test_a_wall_of_eight_turns_through_readable_pages(browser: Browser, tmp_path: Path) -> None:
    with themed_floor(tmp_path / "eight") as floor, closed_after(browser):
        page = wall(browser, floor, "")
        expect(page.locator(".last b")).to_have_count(8)
        here = page.locator(".cell[data-shown] .jackpot")
        expect(here).to_have_count(8)
        expect(page.locator(".pages i")).to_have_count(0)
        for shape in ((1920, 360), (390, 844)):
            reshaped(page, *shape)
            expect(page.locator(".pages i")).to_have_count(3)
            turns = []
            for _ in range(4):
                turns.append(here.evaluate_all("parts => parts.map(part => part.dataset.jackpot)"))
                before = page.evaluate(PLACES)
                page.clock.run_for(12_000)
                say_beat(floor)  # without it the picture is old, and says so
                expect(page.locator('[data-link="live"]')).to_be_attached()
                assert page.evaluate(PLACES) == before, shape  # what turns moves nothing
            assert turns[3] == turns[0], shape
            assert sorted(name for turn in turns[:3] for name in turn) == THEME_NAMES, shape
            assert (shape, still_wrong(page, lambda: page.evaluate(CUT_OFF))) == (shape, [])
            figures = page.locator(".cell .figure:not(:empty)")
            assert figures.evaluate_all(LEAST_LETTER_PX) >= READ_PX, shape


def test_a_page_with_a_hit_or_a_pending_award_stays(browser: Browser, tmp_path: Path) -> None:
    with themed_floor(tmp_path / "eight") as floor, closed_after(browser):
        page = wall(browser, floor, "")
        expect(page.locator(".last b")).to_have_count(8)
        reshaped(page, 1920, 360)
        dots = page.locator(".pages i")
        violet = page.locator('.cell[data-shown] [data-jackpot="violet"]')
        expect(dots).to_have_count(3)
        expect(violet).to_have_count(0)
        floor.say("jackpot", board("violet", pending="V6"))
        expect(violet.locator(".under").first).to_have_text("Award pending at table V6")
        page.clock.fast_forward(12_000)
        expect(violet).to_have_count(1)
        floor.say("jackpot", board("violet") | {"seq": "2"})
        expect(page.locator(".level[data-pending]")).to_have_count(0)
        page.clock.fast_forward(12_000)
        expect(violet).to_have_count(0)
        say_beat(floor)
        floor.say("hit", hit_at("violet"))
        page.locator(".hit").wait_for()
        expect(violet).to_have_count(1)
        page.clock.fast_forward(12_000)
        page.locator(".hit").wait_for()
        expect(violet).to_have_count(1)
        page.clock.fast_forward(12_000)
        expect(page.locator(".hit")).to_be_hidden()


def test_a_hit_turns_the_wall_to_its_page_at_once_from_one_with_a_pending_award(
    browser: Browser, tmp_path: Path
) -> None:
    with themed_floor(tmp_path / "eight") as floor, closed_after(browser):
        page = wall(browser, floor, "")
        expect(page.locator(".last b")).to_have_count(8)
        reshaped(page, 1920, 360)
        expect(page.locator(".pages i")).to_have_count(3)
        here = page.locator(".cell[data-shown] .jackpot")
        first = here.first.get_attribute("data-jackpot")
        assert first
        floor.say("jackpot", board(first, pending="V1"))
        expect(page.locator(".level[data-pending]")).not_to_have_count(0)
        say_beat(floor)
        floor.say("hit", hit_at("violet"))
        expect(page.locator('.cell[data-shown] [data-jackpot="violet"]')).to_have_count(1)


def test_a_page_of_a_wall_can_be_held(browser: Browser, tmp_path: Path) -> None:
    with themed_floor(tmp_path / "eight") as floor, closed_after(browser):
        page = wall(browser, floor, "?page=2")
        reshaped(page, 1920, 360)
        dots = page.locator(".pages i")
        expect(dots.nth(1)).to_have_attribute("data-shown", "")
        page.clock.run_for(60_000)
        expect(dots.nth(1)).to_have_attribute("data-shown", "")
