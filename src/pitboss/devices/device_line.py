"""The line to one enrolled device: its signals in order, each handled once.

A command's id is the device and the signal's number, so a repeated message gets its first answer,
even after a server restart. After a restart the journal has that answer: the number and what was
pressed identify the press. It isn't turned into a command again, because lights and waiting buttons
may have changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pitboss.devices.aquarius import AquariusKeypad
from pitboss.devices.atlas import AtlasKeypad
from pitboss.devices.contacts import Contacts
from pitboss.devices.host import DeviceHost, Family, Memory, Press
from pitboss.devices.repeats import came_of, name_of
from pitboss.devices.signals import (
    BadgeSwiped,
    Beat,
    BetGone,
    BetSeen,
    Signal,
    Started,
    TableAsked,
    Unreadable,
)
from pitboss.engine import Reply
from pitboss.floor.facts import awards, devices, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import KEYPADS, Spot
from pitboss.live.chores import ASK_AGAIN
from pitboss.refusal import Refusal, Told, say

FAMILIES: Mapping[str, Family] = {
    "atlas": AtlasKeypad(),
    "nexus": AtlasKeypad(),
    "aquarius": AquariusKeypad(),
}
OLD, AHEAD = "SIGNAL_OLD", "SIGNAL_AHEAD"
ANSWERS_MOST = 256  # four full messages
AHEAD_MS = 3_600_000  # keeps a wrong clock from using up a device's numbers
assert set(FAMILIES) == set(KEYPADS), "a keypad that nothing presses"


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a signal: nothing, a durable answer, or a refusal."""

    n: int
    refused: Told | None = None

    @property
    def code(self) -> str:
        """The refusal's code; empty if nothing was refused."""
        return self.refused.code if self.refused else ""

    @property
    def answer(self) -> dict[str, object]:
        """The answer to its device: the sentence prefixed with its subject, which the device
        doesn't see otherwise."""
        reason = self.refused.reason if self.refused else ""
        if self.refused and self.refused.where:
            reason = f"{self.refused.where}: {reason}"
        accepted = self.refused is None
        return {"n": self.n, "accepted": accepted, "code": self.code, "reason": reason}


@dataclass(slots=True, kw_only=True)
class DeviceLine:
    """One device. `kind` is sensor, keypad or reader; a reader belongs to its table's keypad."""

    device: str
    kind: str
    table: str
    keypad: str
    seats: tuple[int, ...]  # the seats it reads
    sensors: int
    contacts: Contacts
    memory: Memory
    last_n: int = 0
    may_be_recorded: bool = True  # whether the journal may know signals that this line doesn't
    _answers: dict[int, tuple[int, Heard]] = field(default_factory=dict)  # without card tracks

    async def hear(self, signals: Sequence[Signal | Unreadable], host: DeviceHost) -> list[Heard]:
        """Handle signals in order; a repeated one gets its answer and is not handled again. If the
        floor can't say whether one was done, the device asks again, and the rest of the message
        waits."""
        heard: list[Heard] = []
        unsure: Heard | None = None
        for signal in signals:
            if isinstance(signal, Unreadable):
                heard.append(Heard(signal.n, signal.why))
            elif signal.n in self._answers:
                heard.append(self._kept_answer(signal))
            elif unsure:
                heard.append(replace(unsure, n=signal.n))
            else:
                heard.append(await self._take(signal, host))
                self._keep(signal, heard[-1])
                unsure = heard[-1] if heard[-1].code in ASK_AGAIN else None
        return heard

    def _out_of_turn(self, n: int, now_ms: int) -> Heard | None:
        """The refusal of a number that is too low or too high. The last number plus one is neither,
        whatever a clock says. The last number itself may come again after a restart, which kept no
        answers."""
        if n < self.last_n:
            return Heard(n, say(OLD))
        return Heard(n, say(AHEAD)) if n > max(now_ms, self.last_n) + AHEAD_MS else None

    def _kept_answer(self, signal: Signal) -> Heard:
        """The first answer; a different signal under its number hears that it wasn't accepted."""
        first, answer = self._answers[signal.n]
        if hash(signal) == first:
            return answer
        return Heard(signal.n, say("COMMAND_ID_REUSED", "another_press_had"))

    def _keep(self, signal: Signal, answer: Heard) -> None:
        """Keep the newest answers; older messages don't come again."""
        if answer.code in (*ASK_AGAIN, OLD, AHEAD):
            return
        self.last_n = max(self.last_n, answer.n)
        self._answers[answer.n] = hash(signal), answer
        while len(self._answers) > ANSWERS_MOST:
            del self._answers[next(iter(self._answers))]

    async def _take(self, signal: Signal, host: DeviceHost) -> Heard:
        """Handle a signal that this line hasn't answered yet."""
        is_press = self.kind != "sensor" and not isinstance(signal, Beat | Started | TableAsked)
        badge = ""
        try:
            recorded = await self._recorded(signal.n, host) if is_press else None
            if recorded is None and (refused := self._out_of_turn(signal.n, host.now_ms())):
                return refused
            if self.kind == "sensor":
                return self._sensed(signal, host.steady_ms())
            if not is_press:
                return Heard(signal.n)
            if isinstance(signal, BadgeSwiped):
                badge = await host.badge_of(signal.track, self.device)
            if recorded is not None:
                return self._first_answer(signal, badge, *recorded)
        except Refusal as refusal:
            return Heard(signal.n, refusal.told)
        try:
            if self.kind == "reader" and not isinstance(signal, BadgeSwiped):
                raise Refusal("SIGNAL_UNKNOWN", "reader_reads", where=self.table)
            press = await FAMILIES[self.keypad].press(
                signal, table=self.table, badge=badge, host=host, memory=self.memory
            )
        except Refusal as refusal:
            press = self._senseless(signal, refusal)
        return Heard(signal.n) if press is None else await self._asked(signal.n, press, host)

    async def _recorded(self, n: int, host: DeviceHost) -> tuple[Command, Reply] | None:
        """The press recorded under a number before this line began, with its answer. Once a press
        is new, so are all that follow: numbers only grow."""
        return await host.first_answer(self._id(n)) if self.may_be_recorded else None

    def _first_answer(self, signal: Signal, badge: str, command: Command, reply: Reply) -> Heard:
        """The first answer to a press."""
        if not came_of(signal, command, badge=badge):
            raise Refusal("COMMAND_ID_REUSED", "another_press_had", where=self.device)
        if reply.accepted:
            self.memory.forget_waiting()  # done, so it needs no button or badge any more
            if isinstance(command, rounds.EndRound | awards.TurnKey):
                self.memory.badge = ""
        return Heard(signal.n, reply.refused)

    def _id(self, n: int) -> str:
        return f"{self.device}-{n}"

    def _senseless(self, signal: Signal, refusal: Refusal) -> Press:
        """Send a meaningless press to the floor, which refuses it, so that it is recorded."""
        fields = {"device": self.device, "press": name_of(signal), "refused": refusal.told}
        return Press(devices.PressKeypad, fields)

    def _sensed(self, signal: Signal, now_ms: int) -> Heard:
        """A sensor board only reports; a settled change becomes a light, or a late bet."""
        match signal:
            case Beat() | TableAsked():
                self.contacts.hear(now_ms)
            case Started():
                self.contacts.forget(signal.n, now_ms)
            case BetSeen() | BetGone():
                spot, covered = Spot(signal.seat, signal.sensor), isinstance(signal, BetSeen)
                if signal.seat not in self.seats or signal.sensor > self.sensors:
                    where = f"{self.table} {signal.seat}.{signal.sensor}"
                    raise Refusal(
                        "SPOT_UNKNOWN",
                        "board_seats_sensors",
                        where=where,
                        seats=self.seats,
                        sensors=self.sensors,
                    )
                self.contacts.change(spot, covered=covered, n=signal.n, now_ms=now_ms)
            case _:
                raise Refusal("SIGNAL_UNKNOWN", "sensor_board_no", where=self.table)
        return Heard(signal.n)

    async def _asked(self, n: int, press: Press, host: DeviceHost) -> Heard:
        command = press.command(
            command_id=self._id(n),
            at_ms=host.now_ms(),
            table=self.table,
            **press.fields,
        )
        reply = await host.ask(command)
        self.may_be_recorded = reply.code in ASK_AGAIN
        self.memory.settle(press, reply, now_ms=host.steady_ms())
        return Heard(n, reply.refused)
