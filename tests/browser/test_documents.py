"""The documents in a browser, as a server shows them without the internet."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.live_site import LiveSite


def test_a_reader_finds_a_word_and_goes_there(browser: Browser, site: LiveSite) -> None:
    page = site.context(browser).new_page()
    page.goto(f"{site.address}/help/docs")
    expect(page.locator("article h1")).to_have_text("pitboss")
    page.keyboard.press("/")
    page.keyboard.type("relief swipe")
    expect(page.locator("article")).to_be_hidden()
    page.locator("#found a", has_text="Work the floor: The dealer").click()
    expect(page.locator("#the-dealer")).to_be_in_viewport()
    expect(page.locator("#found")).to_be_hidden()


def test_a_search_without_a_match_says_so(browser: Browser, site: LiveSite) -> None:
    page = site.context(browser).new_page()
    page.goto(f"{site.address}/help/docs/running.html")
    page.locator("#find").fill("xylophone")
    expect(page.locator("#found p").first).to_be_visible()
    expect(page.locator("#found li")).to_have_count(0)
    page.locator("#find").fill("")
    expect(page.locator("article")).to_be_visible()
