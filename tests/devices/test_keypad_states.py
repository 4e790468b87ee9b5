"""docs/presses.md says what every press of a keypad does in every state; here each cell is walked.

A cell names the state that follows; a refusal's code alone means that the state stays."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec.structs import replace

from floor.support import BOOK, MULTI_GAME, hired_floor
from pitboss.devices.contacts import Contacts
from pitboss.devices.device_line import DeviceLine
from pitboss.devices.host import Memory
from pitboss.devices.signals import Signal
from pitboss.devices.words import signal_of
from pitboss.engine import Reply
from pitboss.floor.decide import decide
from pitboss.floor.facts import people
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.fold import record
from pitboss.floor.state.floor import State, TableState
from pitboss.refusal import Refusal, Told, say

PAGE = Path(__file__).parents[2] / "docs" / "presses.md"
CARDS = {"dealer": "dora", "supervisor": "sam", "executive": "eve", "accountant": "ann"}
SMALL, LARGE = "hand 1 straight_flush", "hand 1 royal_flush"

# How to come into each state, from a table that has just been opened.
IDLE = ("dealer's card",)
OPEN = (*IDLE, "START GAME")
ATLAS_WAYS = {
    "no dealer": (),
    "idle": IDLE,
    "open": OPEN,
    "marked": (*OPEN, "hand"),
    "large": (*OPEN, "large hand"),
    "awarded": (*OPEN, "hand", "CONFIRM", "supervisor's card"),
    "paused": (*IDLE, "PAUSE", "supervisor's card"),
    "paused round": (*OPEN, "PAUSE", "supervisor's card"),
    "no dealer, pause waits": ("PAUSE",),
    "idle, pause waits": (*IDLE, "PAUSE"),
    "open, pause waits": (*OPEN, "PAUSE"),
    "open, misdeal waits": (*OPEN, "MISDEAL"),
    "marked, confirm waits": (*OPEN, "hand", "CONFIRM"),
    "marked, misdeal waits": (*OPEN, "hand", "MISDEAL"),
    "marked, pause waits": (*OPEN, "hand", "PAUSE"),
    "large, confirm waits": (*OPEN, "large hand", "CONFIRM"),
    "large, misdeal waits": (*OPEN, "large hand", "MISDEAL"),
    "large, pause waits": (*OPEN, "large hand", "PAUSE"),
    "awarded, misdeal waits": (*OPEN, "hand", "CONFIRM", "supervisor's card", "MISDEAL"),
    "awarded, pause waits": (*OPEN, "hand", "CONFIRM", "supervisor's card", "PAUSE"),
    "paused, resume waits": (*IDLE, "PAUSE", "supervisor's card", "RESUME"),
    "paused round, resume waits": (*OPEN, "PAUSE", "supervisor's card", "RESUME"),
    "paused round, misdeal waits": (*OPEN, "PAUSE", "supervisor's card", "MISDEAL"),
    "supervisor deals, marked": ("supervisor's card", "START GAME", "hand"),
    "supervisor deals, marked, confirm waits": (
        "supervisor's card", "START GAME", "hand", "CONFIRM",
    ),
}  # fmt: skip
COIN_IN = (*IDLE, "COIN IN")
MARKED, LARGE_MARKED = (*COIN_IN, "hand"), (*COIN_IN, "large hand")
WON = (*MARKED, "supervisor's card", "key to JPH", "J-POT", "key to RUN")


def _known(state: str, way: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """A state with the key at RUN: nobody's card is known, or somebody's, or it is turned."""
    found = {state: way}
    for role in ("supervisor", "executive"):
        found[f"{state}, {role} known"] = (*way, f"{role}'s card")
    for role in ("supervisor", "executive"):
        found[f"{state}, {role}'s key at JPH"] = (*way, f"{role}'s card", "key to JPH")
    return found


def _at_jph(*more: str) -> tuple[str, ...]:
    return (*COIN_IN, f"{more[0]}'s card", "key to JPH", *more[1:])


AQUARIUS_WAYS = {
    "no dealer": (),
    "idle": IDLE,
    **_known("open", COIN_IN),
    **_known("marked", MARKED),
    **_known("large", LARGE_MARKED),
    "recorded, supervisor's key at JPH": _at_jph("supervisor", "hand", "J-POT"),
    "recorded, executive's key at JPH": _at_jph("executive", "hand", "J-POT"),
    **_known("awarded", WON),
    "idle, supervisor's key at JPH": _at_jph("supervisor", "GAME OVER"),
    "idle, executive's key at JPH": _at_jph("executive", "GAME OVER"),
    "supervisor deals, marked": ("supervisor's card", "COIN IN", "hand"),
    "supervisor deals, marked, supervisor known": (
        "supervisor's card", "COIN IN", "hand", "supervisor's card",
    ),
}  # fmt: skip
NUMBERED_JPH = (*MARKED, "key to JPH")
NUMBERED_WAYS = {
    "idle": IDLE,
    "idle, key at JPH": (*IDLE, "key to JPH"),
    "open": COIN_IN,
    "open, key at JPH": (*COIN_IN, "key to JPH"),
    "marked": MARKED,
    "marked, key at JPH": NUMBERED_JPH,
    "large": LARGE_MARKED,
    "large, key at JPH": (*LARGE_MARKED, "key to JPH"),
    "large, executive's key at JPH": (*LARGE_MARKED, "key to JPH", "executive's card"),
    "recorded, key at JPH": (*NUMBERED_JPH, "J-POT"),
    "recorded, executive's key at JPH": (
        *LARGE_MARKED, "key to JPH", "executive's card", "J-POT",
    ),
    "awarded": (*NUMBERED_JPH, "J-POT", "key to RUN"),
    "awarded, key at JPH": (*NUMBERED_JPH, "J-POT", "key to RUN", "key to JPH"),
}  # fmt: skip
PRESSES = {
    "START GAME": "start", "END GAME": "end", "CONFIRM": "confirm", "MISDEAL": "misdeal",
    "PAUSE": "pause", "RESUME": "resume", "CALL": "call", "COIN IN": "coin-in",
    "GAME OVER": "game-over", "J-POT": "j-pot 1", "J-POT, no seat": "j-pot",
    "J-POT of another seat": "j-pot 2", "another key to JPH": "key JPH 2",
    "key to JPH": "key JPH", "key to RUN": "key RUN", "hand": SMALL, "large hand": LARGE,
    "unknown card": "swipe ;nobody=1?",
    **{f"{role}'s card": f"swipe ;{badge}=1?" for role, badge in CARDS.items()},
}  # fmt: skip
TABLES = {
    "atlas": ("atlas", ATLAS_WAYS, True),
    "aquarius": ("aquarius", AQUARIUS_WAYS, True),
    "numbered keys": ("aquarius", NUMBERED_WAYS, False),
}


@dataclass
class Bench:
    """A keypad at table T1 with a wager on seat 1, and a floor behind it."""

    state: State
    keypad: str
    n: int = 0
    at_ms: int = 0
    lights: bool = True
    last: Signal | None = None
    memory: Memory = field(default_factory=Memory)
    answered: dict[str, tuple[Command, Reply]] = field(default_factory=dict)
    line: DeviceLine = field(init=False)

    def __post_init__(self) -> None:
        self.line = self.new_line()

    def new_line(self) -> DeviceLine:
        return DeviceLine(
            device="keypad-1", kind="keypad", table="T1", keypad=self.keypad, seats=(1, 2),
            sensors=1, contacts=Contacts(heard_ms=0), memory=self.memory,
        )  # fmt: skip

    # ---- what the keypad's line needs of a site ------------------------------------------------

    def now_ms(self) -> int:
        return self.at_ms

    def steady_ms(self) -> int:
        return self.at_ms

    async def ask(self, command: Command) -> Reply:
        if command.command_id in self.answered:
            first, reply = self.answered[command.command_id]
            same = replace(first, at_ms=command.at_ms) == command
            return reply if same else Reply("", 0, say("COMMAND_ID_REUSED"))
        decision = decide(self.state, command, BOOK)
        reply = Reply(command.command_id, self.state.seq)
        if isinstance(decision, Told):
            reply = Reply(command.command_id, self.state.seq, decision)
        else:
            record(self.state, decision)
        self.answered[command.command_id] = (command, reply)
        return reply

    async def first_answer(self, command_id: str) -> tuple[Command, Reply] | None:
        return self.answered.get(command_id)

    async def badge_of(self, track: str, device: str) -> str:
        badge = track.strip(";?").partition("=")[0]
        if badge == "nobody":
            raise Refusal("BADGE_UNKNOWN", where=badge)
        return badge

    async def role_of(self, badge: str) -> str:
        return self.state.badges[badge].role

    async def table(self, table: str) -> TableState:
        return self.state.table(table)

    def find_lit(self, table: str) -> tuple[Spot, ...]:
        return (Spot(1, 1),) if self.lights else ()

    # ---- what happens at the table ------------------------------------------------------------

    def press(self, name: str) -> str:
        """What became of an input: nothing, or the code of its refusal."""
        if name == "half a minute":
            self.at_ms += 30_001
            return ""
        if name == "power lost":
            self.lose_power()
            return ""
        if name == "the same press again":
            return self.hear(self.last) if self.last is not None else ""
        self.n += 1
        self.last = signal_of(PRESSES[name], kind="keypad", n=self.n)
        return self.hear(self.last)

    def hear(self, signal: Signal) -> str:
        """Nothing here waits, so that no event loop is needed: there would be twenty thousand."""
        with pytest.raises(StopIteration) as done:
            self.line.hear([signal], self).send(None)
        return str(done.value.value[0].code)

    def lose_power(self) -> None:
        """The server starts anew: the floor is as recorded, no button waits, and no wager is seen
        until the sensors speak."""
        self.memory = Memory()
        self.line = self.new_line()
        self.lights = False

    def standing(self) -> str:
        """The name of the state."""
        table = self.state.table("T1")
        parts = [_phase(table)]
        if table.round is not None and table.round.dealer == CARDS["supervisor"]:
            parts.insert(0, "supervisor deals")
        if table.key == "JPH":
            role = _role(table.key_badge)
            parts.append(f"{role}'s key at JPH" if role else "key at JPH")
        elif self.at_ms - self.memory.since_ms <= 30_000:
            role = _role(self.memory.badge)
            parts += [f"{role} known"] if role else []
            parts += [f"{self.memory.waiting} waits"] if self.memory.waiting else []
        return ", ".join(parts)


def _role(badge: str) -> str:
    return next((role for role, who in CARDS.items() if who == badge), "")


def _phase(table: TableState) -> str:
    opened = table.round
    if table.paused:
        return "paused round" if opened else "paused"
    if opened is None:
        return "idle" if table.dealer else "no dealer"
    if opened.marks:
        return "large" if opened.marks[0].outcome == "royal_flush" else "marked"
    if opened.unmoved:
        return "recorded"
    return "awarded" if opened.awards else "open"


def _base() -> dict[str, State]:
    found = {}
    for name, (keypad, _, personal) in TABLES.items():
        floor = hired_floor(replays=False)
        floor.open_jackpot("multi", MULTI_GAME)
        floor.open_table("T1", "multi", seats=2, keypad=keypad, keys_are_personal=personal)
        floor.must(people.SignOut, table="T1")
        found[name] = floor.state
    return found


BASE = _base()


def bench(table: str, state: str) -> Bench:
    """A keypad that has been brought into a state."""
    keypad, ways, _ = TABLES[table]
    found = Bench(BASE[table].draft(), keypad)
    for name in ways[state]:
        assert not found.press(name), (state, name)
    assert found.standing() == state
    return found


def walked(table: str, state: str, name: str) -> str:
    """What an input does in a state, as a cell says it."""
    keypad = bench(table, state)
    code, after = keypad.press(name), keypad.standing()
    if not code:
        return after
    return f"`{code}`" if after == state else f"`{code}`, {after}"


def cells(table: str) -> dict[tuple[str, str], str]:
    """The table of the page, by state and input."""
    text = PAGE.read_text("utf-8")
    found = re.search(rf"<!-- states: {table} -->\n(.*?)<!-- end of states -->", text, re.S)
    assert found, f"docs/presses.md has no table {table}"
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in found[1].split("\n")[:-1]
    ]
    head, _, *body = rows
    return {
        (row[0], name): cell for row in body for name, cell in zip(head[1:], row[1:], strict=True)
    }


@pytest.mark.parametrize("table", TABLES)
def test_PS_9_every_press_in_every_state_does_what_the_page_says(table: str) -> None:
    told = cells(table)
    assert {state for state, _ in told} == set(TABLES[table][1])
    wrong = {
        place: (cell, found)
        for place, cell in told.items()
        if (found := walked(table, *place)) != (place[0] if cell == "stays" else cell)
    }
    assert not wrong


@pytest.mark.parametrize("table", TABLES)
def test_every_state_that_a_press_leads_to_has_a_row(table: str) -> None:
    """A supervisor who deals may do all that another dealer may; a key with a card is a personal
    one again."""
    rows = {"stays", *TABLES[table][1]}
    rows |= set(AQUARIUS_WAYS) if table == "numbered keys" else set()
    led_to = {cell.rpartition("`, ")[2] for cell in cells(table).values()}
    states = {cell.removeprefix("supervisor deals, ") for cell in led_to if "`" not in cell}
    assert states <= rows


@pytest.mark.parametrize("table", TABLES)
def test_PS_60_power_lost_after_a_press_records_nothing_twice(table: str) -> None:
    """The keypad sends its last signal again, with its number, until it is answered; it gets the
    first answer in every cell of the page, whatever the keypad remembered then."""
    for state, name in cells(table):
        if name not in PRESSES:
            continue
        keypad = bench(table, state)
        first = keypad.press(name)
        seq = keypad.state.seq
        keypad.press("power lost")
        again = keypad.press("the same press again")
        assert (keypad.state.seq, again) == (seq, first), (state, name)


@pytest.mark.parametrize(
    ("table", "state", "name", "other"),
    [
        ("atlas", "idle", "START GAME", "CALL"),
        ("atlas", "idle", "CALL", "START GAME"),
        ("atlas", "open", "hand", "large hand"),
        ("atlas", "open", "END GAME", "dealer's card"),
        ("atlas", "marked, confirm waits", "supervisor's card", "executive's card"),
        ("atlas", "marked", "RESUME", "PAUSE"),
        ("aquarius", "marked, supervisor's key at JPH", "J-POT", "key to RUN"),
        ("aquarius", "marked, supervisor's key at JPH", "J-POT", "J-POT of another seat"),
        ("aquarius", "marked, supervisor known", "key to JPH", "key to RUN"),
        ("aquarius", "idle", "dealer's card", "supervisor's card"),
        ("numbered keys", "marked", "key to JPH", "another key to JPH"),
    ],
)
def test_PS_60_after_a_restart_another_press_under_a_used_number_is_refused(
    table: str, state: str, name: str, other: str
) -> None:
    keypad = bench(table, state)
    keypad.press(name)
    seq = keypad.state.seq
    keypad.press("power lost")
    signal = signal_of(PRESSES[other], kind="keypad", n=keypad.n)
    assert (keypad.hear(signal), keypad.state.seq) == ("COMMAND_ID_REUSED", seq)


def test_another_press_under_a_used_number_is_refused_while_the_server_runs() -> None:
    keypad = bench("atlas", "open")
    keypad.press("END GAME")
    seq = keypad.state.seq
    again, other = (signal_of(said, kind="keypad", n=keypad.n) for said in ("end", "start"))
    assert (keypad.hear(other), keypad.state.seq) == ("COMMAND_ID_REUSED", seq)
    assert (keypad.hear(again), keypad.state.seq) == ("", seq)
