"""The line to one enrolled device: its signals in their order, each taken once.

A command's id is the device and the signal's number, so that a message that came twice, or again
after a restart of the server, is answered as it was the first time. After a restart the journal has
that answer: the press is known by its number and by what was pressed, and no command is made of it
again, as lights and waiting buttons may be others by then."""

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
from pitboss.floor.facts.awards import TurnKey
from pitboss.floor.facts.devices import PressKeypad
from pitboss.floor.facts.rounds import EndRound
from pitboss.floor.facts.values import KEYPADS, Spot
from pitboss.live.chores import ASK_AGAIN
from pitboss.refusal import Refusal

FAMILIES: Mapping[str, Family] = {
    "atlas": AtlasKeypad(),
    "nexus": AtlasKeypad(),
    "aquarius": AquariusKeypad(),
}
OLD = "SIGNAL_OLD"
ANSWERS_MOST = 256  # four whole messages
AHEAD_MS = 3_600_000  # a number from a wrong clock makes a device deaf for so long at most
assert set(FAMILIES) == set(KEYPADS), "a keypad that nothing presses"


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a signal: nothing to say, a durable answer, or a refusal."""

    n: int
    accepted: bool = True
    code: str = ""
    reason: str = ""


def _refused(n: int, code: str, reason: str) -> Heard:
    return Heard(n, accepted=False, code=code, reason=reason)


@dataclass(slots=True, kw_only=True)
class DeviceLine:
    """One device. `kind` is sensor, keypad or reader; a reader belongs to its table's keypad."""

    device: str
    kind: str
    table: str
    keypad: str
    seats: tuple[int, ...]  # that it reads
    sensors: int
    contacts: Contacts
    memory: Memory
    last_n: int = 0
    may_be_recorded: bool = True  # whether the journal may know signals that this line does not
    _answers: dict[int, Heard] = field(default_factory=dict)

    async def hear(self, signals: Sequence[Signal | Unreadable], host: DeviceHost) -> list[Heard]:
        """Take signals in their order; one that was taken before is answered and not taken. Where
        the floor cannot say whether one was done, the device asks again, and what came with it
        waits for that."""
        heard: list[Heard] = []
        unsure: Heard | None = None
        for signal in signals:
            if isinstance(signal, Unreadable):
                heard.append(_refused(signal.n, "SIGNAL_UNREADABLE", signal.reason))
            elif signal.n in self._answers:
                heard.append(self._answers[signal.n])
            elif unsure:
                heard.append(replace(unsure, n=signal.n))
            elif signal.n > host.now_ms() + AHEAD_MS:
                reason = "it is more than an hour ahead of the server; count on from its now_ms"
                heard.append(_refused(signal.n, "SIGNAL_AHEAD", reason))
            else:
                heard.append(await self._take(signal, host))
                self._keep(heard[-1])
                unsure = heard[-1] if heard[-1].code in ASK_AGAIN else None
        return heard

    def _too_old(self, n: int) -> Heard:
        reason = f"it is not above {self.last_n}, the last one; numbers only grow"
        return _refused(n, OLD, reason)

    def _keep(self, answer: Heard) -> None:
        """The newest answers; an older message does not come again."""
        if answer.code in (*ASK_AGAIN, OLD):
            return
        self.last_n = max(self.last_n, answer.n)
        self._answers[answer.n] = answer
        while len(self._answers) > ANSWERS_MOST:
            del self._answers[next(iter(self._answers))]

    async def _take(self, signal: Signal, host: DeviceHost) -> Heard:
        """The last number itself may come again after a restart, which kept no answers."""
        is_press = self.kind != "sensor" and not isinstance(signal, Beat | Started | TableAsked)
        is_old = signal.n < self.last_n
        if is_old and not (is_press and self.may_be_recorded):
            return self._too_old(signal.n)
        badge = ""
        try:
            if self.kind == "sensor":
                return self._sensed(signal, host.steady_ms())
            if not is_press:
                return Heard(signal.n)
            if isinstance(signal, BadgeSwiped):
                badge = await host.badge_of(signal.track, self.device)
            first = await self._first_answer(signal, badge, host)
        except Refusal as refusal:
            return _refused(signal.n, refusal.code, refusal.reason)
        if first is not None or is_old:
            return first or self._too_old(signal.n)
        try:
            if self.kind == "reader" and not isinstance(signal, BadgeSwiped):
                raise Refusal("SIGNAL_UNKNOWN", where=self.table, reason="a reader only reads")
            press = await FAMILIES[self.keypad].press(
                signal, table=self.table, badge=badge, host=host, memory=self.memory
            )
        except Refusal as refusal:
            press = self._senseless(signal, refusal)
        return Heard(signal.n) if press is None else await self._asked(signal.n, press, host)

    async def _first_answer(self, signal: Signal, badge: str, host: DeviceHost) -> Heard | None:
        """What a press got that was recorded before this line began. Once a press is new, so is
        all that follows: numbers only grow."""
        found = await host.first_answer(self._id(signal.n)) if self.may_be_recorded else None
        if found is None:
            return None
        command, reply = found
        if not came_of(signal, command, badge=badge):
            reason = "another press had this number; numbers only grow"
            raise Refusal("COMMAND_ID_REUSED", where=self.device, reason=reason)
        if reply.accepted:
            self.memory.forget_waiting()  # done, it needs no button and no badge any longer
            if isinstance(command, EndRound | TurnKey):
                self.memory.badge = ""
        return Heard(signal.n, accepted=reply.accepted, code=reply.code, reason=reply.reason)

    def _id(self, n: int) -> str:
        return f"{self.device}-{n}"

    def _senseless(self, signal: Signal, refusal: Refusal) -> Press:
        """A press that asks for nothing is refused by the floor too, so that it is recorded."""
        fields = {
            "device": self.device,
            "press": name_of(signal),
            "code": refusal.code,
            "reason": refusal.reason,
        }
        return Press(PressKeypad, fields)

    def _sensed(self, signal: Signal, now_ms: int) -> Heard:
        """A sensor board only tells; what has stood still becomes a light, or a late bet."""
        match signal:
            case Beat() | TableAsked():
                self.contacts.hear(now_ms)
            case Started():
                self.contacts.forget(signal.n, now_ms)
            case BetSeen() | BetGone():
                spot, covered = Spot(signal.seat, signal.sensor), isinstance(signal, BetSeen)
                if signal.seat not in self.seats or signal.sensor > self.sensors:
                    seats = ", ".join(map(str, self.seats))
                    reason = f"this board has seats {seats}, and sensors 1 to {self.sensors}"
                    where = f"{self.table} {signal.seat}.{signal.sensor}"
                    raise Refusal("SPOT_UNKNOWN", where=where, reason=reason)
                self.contacts.change(spot, covered=covered, n=signal.n, now_ms=now_ms)
            case _:
                raise Refusal(
                    "SIGNAL_UNKNOWN", where=self.table, reason="a sensor board has no buttons"
                )
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
        return Heard(n, accepted=reply.accepted, code=reply.code, reason=reply.reason)
