"""The search and the stories of the office in a browser: by keyboard, and with rows that unfold."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.live_site import LiveSite


def test_a_slash_leads_to_the_search_and_enter_to_a_story(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "E300", "/office/wins")
    page.keyboard.press("/")
    page.keyboard.type("C1/")  # in the box a slash is a letter
    expect(page.locator("#find")).to_have_value("C1/")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    # The keyboard is where the results begin: how many there are is heard, and the first is next.
    expect(page.locator(".found")).to_be_focused()
    expect(page.locator(".found")).to_have_text(re.compile(r"Results: \d+"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Table C1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table C1")
    expect(page.locator(".story")).to_contain_text("opened table C1")


def test_a_row_unfolds_below_its_sentence(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "E300", "/office/journal?kind=table-opened", width=390)
    row = page.locator("details[data-row]").first
    row.locator("summary").click()
    expect(row.locator("pre")).to_contain_text('{"kind":"open-table"')
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_few_letters_in_the_palette_open_the_form_of_a_task(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "A400", "/office/wins")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Find or do")).to_be_focused()
    page.keyboard.type("record wi")
    expect(page.get_by_role("option", name="Record a withdrawal")).to_have_attribute(
        "aria-selected", "true"
    )
    page.keyboard.press("Enter")
    page.wait_for_url("**/office/bank#record-withdrawal")
    form = page.locator('details[data-ask="record-withdrawal"]')
    expect(form).to_have_attribute("open", "")
    expect(form.locator("select, input:not([type=hidden])").first).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.palette")).to_be_hidden()
