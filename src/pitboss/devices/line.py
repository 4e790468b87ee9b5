"""The line to one enrolled device: its signals in their order, each taken once.

A command's id is the device and the signal's number, so that a message that came twice, or again
after a restart of the server, is answered as it was the first time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.devices.aquarius import AquariusKeypad
from pitboss.devices.atlas import AtlasKeypad
from pitboss.devices.contacts import Contacts
from pitboss.devices.host import DeviceHost, Family, Memory, Press
from pitboss.devices.signals import BadgeSwiped, Beat, BetGone, BetSeen, Signal
from pitboss.floor.facts.values import KEYPADS, Spot
from pitboss.refusal import Refusal

FAMILIES: Mapping[str, Family] = {
    "atlas": AtlasKeypad(),
    "nexus": AtlasKeypad(),
    "aquarius": AquariusKeypad(),
}
assert set(FAMILIES) == set(KEYPADS), "a keypad that nothing presses"


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a signal: nothing to say, a durable answer, or a refusal."""

    n: int
    accepted: bool = True
    code: str = ""
    reason: str = ""


@dataclass(slots=True, kw_only=True)
class DeviceLine:
    """One device. `kind` is sensor, keypad or reader; a reader belongs to its table's keypad."""

    device: str
    kind: str
    table: str
    keypad: str
    seats: int
    sensors: int
    contacts: Contacts
    memory: Memory
    last_n: int = 0
    _answers: dict[int, Heard] = field(default_factory=dict)

    async def hear(self, signals: Sequence[Signal], desk: DeviceHost) -> list[Heard]:
        """Take signals in their order; one that was taken before is answered and not taken."""
        heard = []
        for signal in signals:
            if signal.n <= self.last_n:
                heard.append(self._answers.get(signal.n, Heard(signal.n)))
                continue
            answer = await self._take(signal, desk)
            self.last_n = signal.n
            if answer.code or not isinstance(signal, Beat):
                self._keep(answer)
            heard.append(answer)
        return heard

    def _keep(self, answer: Heard) -> None:
        """The newest answers; an older message does not come again."""
        self._answers[answer.n] = answer
        while len(self._answers) > 256:
            del self._answers[next(iter(self._answers))]

    async def _take(self, signal: Signal, desk: DeviceHost) -> Heard:
        try:
            if self.kind == "sensor":
                return self._sensed(signal, desk.now_ms())
            if isinstance(signal, Beat):
                return Heard(signal.n)
            if self.kind == "reader" and not isinstance(signal, BadgeSwiped):
                raise Refusal("SIGNAL_UNKNOWN", where=self.table, reason="a reader only reads")
            badge = ""
            if isinstance(signal, BadgeSwiped):
                badge = await desk.badge_of(signal.track, self.device)
            press = await FAMILIES[self.keypad].press(
                signal, table=self.table, badge=badge, desk=desk, memory=self.memory
            )
            return Heard(signal.n) if press is None else await self._asked(signal.n, press, desk)
        except Refusal as refusal:
            return Heard(signal.n, accepted=False, code=refusal.code, reason=refusal.reason)

    def _sensed(self, signal: Signal, now_ms: int) -> Heard:
        """A sensor board only tells; what has stood still becomes a light, or a late bet."""
        match signal:
            case Beat():
                self.contacts.hear(now_ms)
            case BetSeen() | BetGone():
                spot, covered = Spot(signal.seat, signal.sensor), isinstance(signal, BetSeen)
                if signal.seat > self.seats or signal.sensor > self.sensors:
                    raise Refusal("SPOT_UNKNOWN", where=self.table, reason="no such seat or sensor")
                self.contacts.change(spot, covered=covered, n=signal.n, now_ms=now_ms)
            case _:
                raise Refusal(
                    "SIGNAL_UNKNOWN", where=self.table, reason="a sensor board has no buttons"
                )
        return Heard(signal.n)

    async def _asked(self, n: int, press: Press, desk: DeviceHost) -> Heard:
        command = press.command(
            command_id=f"{self.device}-{n}",
            at_ms=desk.now_ms(),
            table=self.table,
            **press.fields,
        )
        reply = await desk.ask(command)
        self.memory.wait_again(press, reply, now_ms=desk.now_ms())
        return Heard(n, accepted=reply.accepted, code=reply.code, reason=reply.reason)
