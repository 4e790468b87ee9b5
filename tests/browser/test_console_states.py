"""Each state of a console as its page shows it: the phase, the one big button, what is dead."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.live_site import LiveSite

# The step of the big button, and which of MISDEAL and PAUSE are dead.
SHOWN = {
    "no_dealer": ("sign_in", {"misdeal"}),
    "idle": ("start", {"misdeal"}),
    "open": ("play", set()),
    "marked": ("confirm", set()),
    "awarded": ("end", {"misdeal"}),  # an award on the record is backed out first
    "paused": ("resume", {"misdeal", "pause"}),
}


def test_every_state_shows_its_one_next_step(browser: Browser, site: LiveSite) -> None:
    page, hands = site.console(browser, "C1"), site.hands()
    steps = {
        "no_dealer": lambda: None,
        "idle": lambda: hands.swipe("sign-in", "D100", table="C1"),
        "open": lambda: hands.press("start-round", table="C1", spots=[{"seat": 1, "sensor": 1}]),
        "marked": lambda: hands.mark("C1", 1, "three_of_a_kind"),
        "awarded": lambda: hands.swipe("confirm-awards", "S200", table="C1"),
        "paused": lambda: hands.swipe("pause-table", "D100", table="C1", reason="a fill"),
    }
    for phase, (step, dead) in SHOWN.items():
        steps[phase]()
        page.locator(f'main[data-phase="{phase}"]').wait_for()
        expect(page.locator(f'#next[data-step="{step}"]:enabled')).to_have_count(1)
        for name in ("misdeal", "pause"):
            expect(page.locator(f"#{name}")).to_be_enabled(enabled=name not in dead)
