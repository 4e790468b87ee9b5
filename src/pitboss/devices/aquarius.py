"""The older keypad: COIN IN, a key with JPH and RUN, J-POT, GAME OVER (PS-2, PS-5, PS-6)."""

from __future__ import annotations

from pitboss.devices.host import DeviceHost, Memory, Press, hand_press
from pitboss.devices.signals import BadgeSwiped, ButtonPressed, HandPressed, KeyMoved, Signal
from pitboss.floor.facts.awards import PressJackpot, TurnKey
from pitboss.floor.facts.people import SignIn
from pitboss.floor.facts.rounds import EndRound, StartRound
from pitboss.floor.facts.tables import CallSupervisor
from pitboss.floor.facts.values import Spot
from pitboss.refusal import Refusal


class AquariusKeypad:
    """A key says that somebody is allowed; the badge swiped before it says who."""

    async def press(
        self, signal: Signal, *, table: str, badge: str, host: DeviceHost, memory: Memory
    ) -> Press | None:
        """The command a signal asks for."""
        match signal:
            case ButtonPressed(button="coin-in"):
                return Press(StartRound, {"spots": host.lit(table)})
            case ButtonPressed(button="game-over"):
                return Press(EndRound, {})
            case ButtonPressed(button="j-pot", seat=int(seat), sensor=sensor):
                return Press(PressJackpot, {"spot": Spot(seat, sensor)})
            case ButtonPressed(button="call"):
                return Press(CallSupervisor, {"reason": "called at the keypad"})
            case HandPressed():
                return hand_press(signal)
            case KeyMoved():
                return _key(signal, table, memory.holder(host.steady_ms()))
            case BadgeSwiped():
                return await _swiped(badge, table, host, memory)
        raise Refusal("SIGNAL_UNKNOWN", where=table, reason="this keypad has no such button")


def _key(signal: KeyMoved, table: str, holder: str) -> Press:
    if not holder:
        raise Refusal(
            "KEY_HOLDER_UNKNOWN", where=table, reason="swipe your badge first, then turn the key"
        )
    return Press(TurnKey, {"position": signal.position, "badge": holder})


async def _swiped(badge: str, table: str, host: DeviceHost, memory: Memory) -> Press | None:
    """At a table without a dealer a badge signs him in; else it is the key holder's."""
    if not await host.dealer_of(table):
        return Press(SignIn, {"badge": badge})
    memory.keep(badge=badge, now_ms=host.steady_ms())
    return None
