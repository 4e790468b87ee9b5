"""The current keypad: START GAME, seat and hand, confirm and swipe, END GAME (PS-2 to PS-6)."""

from __future__ import annotations

from pitboss.devices.host import DeviceHost, Memory, Press, hand_press
from pitboss.devices.signals import BadgeSwiped, ButtonPressed, HandPressed, Signal
from pitboss.floor.facts.awards import ConfirmAwards
from pitboss.floor.facts.people import SignIn
from pitboss.floor.facts.rounds import EndRound, StartRound, VoidRound
from pitboss.floor.facts.tables import CallSupervisor, PauseTable, ResumeTable
from pitboss.refusal import Refusal

# These wait for the badge that is swiped next.
WITH_BADGE = {
    "confirm": (ConfirmAwards, {}),
    "misdeal": (VoidRound, {"reason": "misdeal, called at the keypad"}),
    "pause": (PauseTable, {"reason": "paused at the keypad"}),
    "resume": (ResumeTable, {"reason": "resumed at the keypad"}),
}


class AtlasKeypad:
    """GM Atlas and Nexus Command."""

    async def press(
        self, signal: Signal, *, table: str, badge: str, host: DeviceHost, memory: Memory
    ) -> Press | None:
        """The command a signal asks for."""
        match signal:
            case ButtonPressed(button="start"):
                return Press(StartRound, {"spots": host.lit(table)})
            case ButtonPressed(button="end"):
                return Press(EndRound, {})
            case ButtonPressed(button="call"):
                return Press(CallSupervisor, {"reason": "called at the keypad"})
            case ButtonPressed(button=button) if button in WITH_BADGE:
                memory.keep(waiting=button, now_ms=host.steady_ms())
                return None
            case HandPressed():
                return hand_press(signal)
            case BadgeSwiped():
                return _swiped(badge, memory.take_waiting(host.steady_ms()))
        raise Refusal("SIGNAL_UNKNOWN", where=table, reason="this keypad has no such button")


def _swiped(badge: str, waiting: str) -> Press:
    """A badge is for the button that waits for it; without one a dealer takes the table."""
    if not waiting:
        return Press(SignIn, {"badge": badge})
    command, fields = WITH_BADGE[waiting]
    return Press(command, {**fields, "badge": badge}, waiting)
