"""docs/presses.md says what every press at a console does in every state; here each cell is walked
through the server's API, as the page sends it, and each state's one big button with it.

A cell names the state that follows; a refusal's code alone means that the state stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from devices.support import table_of
from devices.test_keypad_states import cells
from pitboss.web.access.issued import Secret
from pitboss.words.language import WORDS

from .server_support import Site, Visitor, running

SPOT = {"seat": 1, "sensor": 1}
CARDS = {"dealer": "D100", "supervisor": "S200", "executive": "E300"}
SMALL, LARGE = "three_of_a_kind", "four_aces"

# How to come into each state, from a table without a dealer.
IDLE = ("sign in, dealer",)
OPEN = (*IDLE, "START GAME")
WAYS = {
    "no dealer": (),
    "idle": IDLE,
    "open": OPEN,
    "marked": (*OPEN, "hand"),
    "large": (*OPEN, "large hand"),
    "awarded": (*OPEN, "hand", "CONFIRM, supervisor"),
    "paused": (*IDLE, "PAUSE, dealer"),
    "paused round": (*OPEN, "PAUSE, dealer"),
    "suspended": (*IDLE, "suspend"),
    "suspended round": (*OPEN, "suspend"),
    "betting closed": (*IDLE, "sensor dies"),
    "supervisor deals, marked": ("sign in, supervisor", "START GAME", "hand"),
}
BUTTON = "big button"
AGAIN = "the same press again"


@dataclass
class Bench:
    """The console of C1 with a wager on seat 1, and those who come to it."""

    site: Site
    console: Visitor
    supervisor: Visitor
    sensor: str
    last: tuple[str, dict[str, Any]] | None = field(default=None)
    kept: str = ""  # the state that a refusal has left as it was

    def press(self, name: str) -> str:
        """What became of an input: nothing, or the code of its refusal."""
        if name == AGAIN:
            if self.last is None:
                return ""
            return self._code(self.console.post(*self.last))
        if name in ("suspend", "carry on"):
            asked = "suspend-jackpot" if name == "suspend" else "resume-jackpot"
            return self._code(self.supervisor.press(asked, jackpot="fours", reason="x"))
        if name in ("sensor dies", "sensor lives"):
            return self._sense("close" if name == "sensor dies" else "open")
        command, body = self._asked(name)
        body = {"command_id": str(uuid4()), "table": "C1", **body}
        self.last = (f"/api/commands/{command}", body)
        return self._code(self.console.post(*self.last))

    def _asked(self, name: str) -> tuple[str, dict[str, Any]]:
        """The command that the page sends for a press, and the card that was swiped for it."""
        press, _, role = name.partition(", ")
        track = self.site.cards[CARDS[role]].track if role in CARDS else ";nobody=1?"
        card: dict[str, Any] = {"swipe": {"track": track}} if role else {}
        plain: dict[str, tuple[str, dict[str, Any]]] = {
            "sign in": ("sign-in", {}),
            "START GAME": ("start-round", {"spots": [SPOT]}),
            "hand": ("press-hand", {"spot": SPOT, "outcome": SMALL}),
            "large hand": ("press-hand", {"spot": SPOT, "outcome": LARGE}),
            "CONFIRM": ("confirm-awards", {}),
            "END GAME": ("end-round", {}),
            "MISDEAL": ("void-round", {"reason": "misdeal"}),
            "PAUSE": ("pause-table", {"reason": "x"}),
            "RESUME": ("resume-table", {"reason": "x"}),
            "CALL": ("call-supervisor", {"reason": "x"}),
            "answer": ("answer-call", {}),
            "sign out": ("sign-out", {}),
        }
        command, body = plain[press]
        return command, body | card

    def _sense(self, what: str) -> str:
        body = {"command_id": str(uuid4()), "table": "C1"} | (
            {"reason": "x"} if what == "close" else {}
        )
        headers = {"Authorization": f"Bearer {self.sensor}"}
        path = f"/api/commands/{what}-betting"
        return self._code(self.site.client.post(path, json=body, headers=headers))

    def _code(self, answer: httpx.Response) -> str:
        told: str = answer.json()["code"]
        return told

    def standing(self) -> str:
        """The name of the state."""
        table = table_of(self.site, "C1")
        opened = table.round
        jackpot_waits = self.site.running_site._engine.look(
            lambda state: state.jackpot("fours").status != "open"
        ).result(10)
        if table.paused:
            return "paused round" if opened else "paused"
        if opened is None:
            if not table.dealer:
                return "no dealer"
            if table.betting_closed:
                return "betting closed"
            return "suspended" if jackpot_waits else "idle"
        first = "supervisor deals, " if opened.dealer == CARDS["supervisor"] else ""
        if opened.marks:
            outcome = opened.marks[0].outcome
            return f"{first}{'large' if outcome == LARGE else 'marked'}"
        if opened.awards:
            return f"{first}awarded"
        return f"{first}{'suspended round' if jackpot_waits else 'open'}"

    def button(self) -> str:
        """The word on the one big button, as the answer to a press names its step."""
        told = self.console.press("sign-in", table="C1").json()  # refused: without a card
        word: str = WORDS["console"]["step"][told["table"]["next"]]
        return word

    def clear(self) -> None:
        """Back to a table without a dealer, whatever was pressed."""
        self.press("RESUME, supervisor")
        self.press("carry on")
        self.press("sensor lives")
        if table_of(self.site, "C1").round is not None:
            self.press("CONFIRM, executive")
            self.press("END GAME")
        self.press("sign out")
        self.press("answer, supervisor")
        self.last = None
        assert self.standing() == "no dealer"

    def bring(self, state: str) -> None:
        """Bring the table into a state."""
        self.clear()
        for name in WAYS[state]:
            assert not self.press(name), (state, name)
        assert self.standing() == state

    def walked(self, state: str, name: str) -> str:
        """What an input does in a state, as a cell says it."""
        if self.kept != state or name == AGAIN:
            self.bring(state)
        self.kept = ""
        if name == BUTTON:
            return self.button()
        code, after = self.press(name), self.standing()
        if not code:
            return after
        if after != state:
            return f"`{code}`, {after}"
        self.kept = state
        return f"`{code}`"


@pytest.fixture
def site(folder: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A site whose whole meter takes an executive's card, even when it has just restarted."""
    file = folder / "site.toml"
    text = file.read_text("utf-8")
    assert 'executive_above = "$2,500"' in text
    file.write_text(text.replace('executive_above = "$2,500"', 'executive_above = "$100"'), "utf-8")
    with running(folder, keys[1]) as opened:
        yield opened


def bench(site: Site) -> Bench:
    """A console that was enrolled, and a sensor board that only closes betting."""
    sensor, token = site.access.add_device(kind="sensor", table="C1", enrolled_by="E300", now_ms=1)
    console = site.visitor().enroll("console", "C1")
    site.app.state.devices.forget(sensor.device, table="C1")  # nobody minds its silence
    console.load("/table/C1")
    return Bench(site, console, site.visitor().sign_on("S200"), token)


def test_PS_9_every_press_at_a_console_in_every_state_does_what_the_page_says(site: Site) -> None:
    console, told = bench(site), cells("console")
    assert {state for state, _ in told} == set(WAYS)
    wrong = {
        place: (cell, found)
        for place, cell in told.items()
        if (found := console.walked(*place)) != (place[0] if cell == "stays" else cell)
    }
    assert not wrong, "\n".join(f"{place}: {cell}" for place, cell in wrong.items())


def test_every_state_that_a_console_leads_to_has_a_row() -> None:
    led_to = {cell for (_, name), cell in cells("console").items() if name != BUTTON}
    states = {cell.removeprefix("supervisor deals, ") for cell in led_to if "`" not in cell}
    assert states <= {"stays", *WAYS}
