"""The jackpot moment, the studio, and a sign without its server, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, FilePayload, Page, expect

from browser.fake_floor import FakeFloor, award, site_of
from browser.faults import Faults
from browser.live_site import LiveSite, closed_after
from browser.test_sign import NOW_MS, SITE, amount, hit, opened, rooms

LEAD_MS = 400  # from the record of a hit to its first frame
# Keeps the motion of an amount, also when it is over.
KEEPS_MOTION = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  const motion = animate.apply(this, given);
  if (this.matches('.figure')) window.motion = motion;
  return motion;
};
"""
# When it begins, by the screen's own clock.
BEGAN = "Date.now() - performance.now() + motion.startTime"
MOVING = """() => document.querySelector('.hit').getAnimations({subtree: true})
  .filter((each) => !each.animationName).length"""
KEPT = "caches.open('signs-1').then((store) => store.keys()).then((keys) => keys.length)"
ROYAL = award("Royal Flush", seat=4, meter=12_481_743)


@pytest.fixture
def floor(browser: Browser, tmp_path: Path) -> Iterator[FakeFloor]:
    with FakeFloor(site_of(SITE), tmp_path).running() as running, closed_after(browser):
        yield running


def configured(floor: FakeFloor, **settings: Any) -> None:
    """The floor's signs with other settings."""
    state = floor.app.state.running_site.signs
    floor.app.state.running_site.signs = replace(
        state, settings=replace(state.settings, **settings)
    )


def say_time(floor: FakeFloor) -> None:
    """A beat with this machine's time."""
    floor.say("beat", {"at_ms": int(time() * 1000), "journal": "ok"})


def win(floor: FakeFloor, seq: str = "9") -> None:
    floor.say("hit", hit([ROYAL], at="C1") | {"seq": seq, "at_ms": NOW_MS + 1000})


# ---- the moment ----------------------------------------------------------------------------------


def test_sign_and_wall_begin_a_hit_at_one_instant(browser: Browser, floor: FakeFloor) -> None:
    """Whatever each screen's own clock says, and however late it hears of the hit."""
    pages = {}
    for path, wrong_ms in (("/sign/C1", 0), ("/wall", 777_000)):
        page = browser.new_context().new_page()
        page.clock.install(time=(NOW_MS + wrong_ms) / 1000)
        page.clock.pause_at((NOW_MS + wrong_ms) / 1000 + 1)
        page.add_init_script(KEEPS_MOTION)
        page.goto(floor.address + path)
        pages[page] = wrong_ms
    floor.say("jackpot", rooms())
    floor.say("beat", {"at_ms": NOW_MS + 1000, "journal": "ok"})
    for page in pages:
        page.wait_for_selector('[data-link="live"] [data-level="mega"]')
    page.clock.run_for(1234)
    floor.say("hit", hit([ROYAL], at="C1") | {"seq": "9", "at_ms": NOW_MS + 1000})
    for page in pages:
        expect(page.locator(".hit .figure")).to_be_visible()
        expect(page.locator(".coins i").first).to_be_attached()
    began = {round(page.evaluate(BEGAN)) - wrong_ms for page, wrong_ms in pages.items()}
    assert began == {NOW_MS + 1000 + LEAD_MS}


def test_a_hit_is_framed_with_house_and_time_and_leaves_nothing_that_moves(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    floor.say("jackpot", rooms())
    win(floor)
    expect(page.locator(".hit-when")).to_have_text("The Card Room · Nov 14, 2:13 PM")
    assert (
        page.evaluate("document.querySelector('.coins').getAnimations({subtree: true}).length") > 0
    )
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    assert (
        page.evaluate("document.querySelector('.hit').getAnimations({subtree: true}).length") == 0
    )


@pytest.mark.parametrize("how", ["switch", "browser"])
def test_a_calm_hit_has_the_same_words_without_motion(
    browser: Browser, floor: FakeFloor, how: str
) -> None:
    configured(floor, calm=how == "switch")
    page = opened(browser, floor, still=how == "browser")
    floor.say("jackpot", rooms())
    win(floor)
    expect(page.locator(".hit-hand")).to_have_text("Royal Flush")
    assert page.locator(".coins i").count() == 0
    assert page.evaluate(MOVING) == 0


def test_a_hit_sounds_only_where_the_house_lets_it(browser: Browser, floor: FakeFloor) -> None:
    for sound, tones in ((True, True), (False, False)):
        configured(floor, sound=sound)
        page = browser.new_context().new_page()
        page.add_init_script(
            "window.tones = 0; const Tone = OscillatorNode;"
            "window.OscillatorNode = class extends Tone {"
            " constructor(...given) { super(...given); window.tones += 1; } }"
        )
        page.goto(f"{floor.address}/sign/C1")
        floor.say("jackpot", rooms())
        say_time(floor)
        page.wait_for_selector('[data-link="live"] [data-level="mega"]')
        page.mouse.click(5, 5)  # a browser that may not sound by itself
        floor.say(
            "hit", hit([ROYAL], at="C1") | {"seq": f"{sound:d}9", "at_ms": int(time() * 1000)}
        )
        expect(page.locator(".hit .figure")).to_be_visible()
        page.wait_for_timeout(1000)
        assert (page.evaluate("window.tones") > 0) is tones
        page.close()


def test_a_meter_that_passes_a_round_amount_says_so_for_three_seconds(
    browser: Browser, floor: FakeFloor
) -> None:
    configured(floor, milestone_cents=500_000)
    page = opened(browser, floor)
    floor.say("jackpot", rooms(499_990))
    amount(page, 499_990)
    expect(page.locator(".milestone")).to_have_count(0)
    floor.say("jackpot", rooms(500_010) | {"seq": "2"})
    expect(page.locator(".milestone")).to_have_text("Mega just passed $5,000")
    page.clock.run_for(3_000)
    expect(page.locator(".milestone")).to_have_count(0)
    floor.say("jackpot", rooms(100_000) | {"seq": "3"})  # a restart passes nothing
    floor.say("jackpot", rooms(100_100) | {"seq": "4"})
    expect(page.locator('.first [data-cents="100100"]')).to_be_attached()
    assert page.locator(".milestone").count() == 0


# ---- a rehearsal ---------------------------------------------------------------------------------


def test_a_rehearsal_says_so_moves_nothing_and_gives_way_to_a_hit(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "S200", "/sign/C1")
    page.wait_for_selector('[data-link="live"] .figure[data-cents]')
    before = site.running_site.seq
    page.mouse.move(200, 200)
    page.get_by_role("button", name="Show me a hit").click()
    expect(page.locator(".rehearsal")).to_have_text("REHEARSAL · NOBODY WON")
    expect(page.locator(".rehearsal")).to_be_visible()
    expect(page.locator(".hit .figure")).to_have_attribute("aria-label", "$12,345.67")
    expect(page.locator(".hit-place")).to_have_text("REHEARSAL · NOBODY WON")
    assert site.running_site.seq == before
    hands = site.hands()
    hands.start("C1", 1)
    hands.mark("C1", 1, "four_aces")
    hands.swipe("confirm-awards", "E300", table="C1")
    expect(page.locator(".rehearsal")).to_be_hidden()
    expect(page.locator(".hit-hand")).to_have_text("Four Aces")
    expect(page.locator(".hit-place")).to_have_text("Table C1 · Seat 1")


def test_a_monitor_has_no_button(browser: Browser, site: LiveSite) -> None:
    page = site.sign(browser, "C1")
    assert page.locator(".rehearse").count() == 0


# ---- without a server ----------------------------------------------------------------------------


def test_a_sign_that_is_loaded_without_its_server_shows_its_last_picture_for_a_week(
    browser: Browser, tmp_path: Path, faults: Faults
) -> None:
    faults.expect("ERR_", "Failed to load", "fetch")
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    with FakeFloor(site_of(SITE), tmp_path).running() as floor:
        page.goto(f"{floor.address}/sign/C1")
        floor.say("jackpot", rooms())
        say_time(floor)
        page.wait_for_selector('[data-link="live"] [data-level="mega"]')
        for _ in range(60):  # the page tells its worker what it has loaded
            page.wait_for_timeout(500)
            if page.evaluate(KEPT) > 20:
                break
    page.reload()
    expect(page.locator(".old")).to_be_visible()
    expect(page.locator(".old")).to_contain_text("These amounts aren't current.")
    amount(page, 100_000)
    later = "sign.picture /sign/C1"
    page.evaluate(
        "name => { const kept = JSON.parse(localStorage.getItem(name));"
        " kept.at_ms -= 7 * 24 * 3600000; localStorage.setItem(name, JSON.stringify(kept)); }",
        later,
    )
    page.reload()
    expect(page.locator(".lost .word")).to_be_visible()
    expect(page.locator(".old")).to_be_hidden()


# ---- the studio ----------------------------------------------------------------------------------


def studio(browser: Browser, site: LiveSite, width: int = 1280) -> Page:
    page = site.signed_on(browser, "S200", "/office/signs", width=width)
    page.frame_locator("#frame").locator('[data-link="live"] .figure[data-cents]').first.wait_for()
    return page


def test_the_studio_shows_a_look_before_it_is_saved_and_signs_follow(
    browser: Browser, site: LiveSite
) -> None:
    sign = site.sign(browser, "C1")
    page = studio(browser, site)
    page.get_by_label("Begin with").select_option(label="Ruby")
    inside = page.frame_locator("#frame").locator(".sign")
    expect(inside).to_have_css("background-color", "rgb(22, 3, 7)")
    expect(page.locator("#contrast")).to_have_text("Everyone can read these colors across a room.")
    page.locator("[name=text]").fill("#6e1022")
    expect(page.locator("#contrast")).to_have_text(
        "Text on Ground has a contrast of 1.7. It needs 7."
    )
    page.get_by_label("Name", exact=True).fill("gala")
    page.get_by_role("button", name="SAVE LOOK").click()
    expect(page.locator(".toast.refused")).to_contain_text("contrast 1.7 against ground")
    page.locator("[name=text]").fill("#fff3f1")
    page.get_by_role("button", name="SAVE LOOK").click()
    expect(page.locator("#own option")).to_have_text(["gala"])
    page.get_by_role("button", name="Add a line").click()
    page.get_by_role("button", name="SAVE SCHEDULE").click()
    expect(sign.locator('.sign[data-theme="~gala"]')).to_be_attached()
    expect(sign.locator(".sign")).to_have_css("background-color", "rgb(22, 3, 7)")


def test_a_picture_is_uploaded_and_shown_behind_the_preview(
    browser: Browser, site: LiveSite
) -> None:
    page = studio(browser, site)
    drawn = page.screenshot(type="png")
    file = FilePayload(name="lobby.png", mimeType="image/png", buffer=drawn)
    page.get_by_label("Upload a file").set_input_files(file)
    expect(page.get_by_label("Picture or video").locator("option")).to_have_text(
        ["None", "lobby.png"]
    )
    page.get_by_label("Picture or video").select_option(label="lobby.png")
    ground = page.frame_locator("#frame").locator(".ground")
    kept = next(iter(site.running_site.signs.files))
    shown = re.compile(re.escape(f"/sign/themes/files/{kept}"))
    expect(ground).to_have_css("background-image", shown)


def test_show_me_a_hit_plays_in_the_preview_alone(browser: Browser, site: LiveSite) -> None:
    sign = site.sign(browser, "C1")
    page = studio(browser, site)
    page.get_by_role("button", name="Show me a hit").click()
    expect(page.frame_locator("#frame").locator(".rehearsal")).to_be_visible()
    expect(sign.locator(".hit")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 3840])
def test_the_studio_fits_every_screen(browser: Browser, site: LiveSite, width: int) -> None:
    page = studio(browser, site, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
