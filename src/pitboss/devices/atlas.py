"""The current keypad: START GAME, seat and hand, confirm and swipe, END GAME (PS-2 to PS-6).

A table in `docs/presses.md` lists what every press does in every state; a test checks it."""

from __future__ import annotations

from pitboss.devices.host import DeviceHost, Memory, Press, hand_press
from pitboss.devices.signals import BadgeSwiped, ButtonPressed, HandPressed, Signal
from pitboss.floor.decide.checks import open_round
from pitboss.floor.facts import awards, offered, people, rounds, tables
from pitboss.floor.state.floor import TableState
from pitboss.refusal import Refusal

# These wait for the next badge swipe.
WITH_BADGE = {
    "confirm": (awards.ConfirmAwards, {}),
    "misdeal": (rounds.VoidRound, {"reason": offered.MISDEAL_AT_KEYPAD}),
    "pause": (tables.PauseTable, {"reason": offered.PAUSED_AT_KEYPAD}),
    "resume": (tables.ResumeTable, {"reason": offered.RESUMED_AT_KEYPAD}),
}


class AtlasKeypad:
    """GM Atlas and Nexus Command."""

    async def press(
        self, signal: Signal, *, table: str, badge: str, host: DeviceHost, memory: Memory
    ) -> Press | None:
        """The command a signal leads to. A new button replaces a waiting one."""
        if isinstance(signal, BadgeSwiped):
            return _swiped(badge, memory.take_waiting(host.steady_ms()))
        memory.forget_waiting()
        match signal:
            case ButtonPressed(button="start"):
                return Press(rounds.StartRound, {"spots": host.find_lit(table)})
            case ButtonPressed(button="end"):
                return Press(rounds.EndRound, {})
            case ButtonPressed(button="call"):
                return Press(tables.CallSupervisor, {"reason": offered.CALLED_AT_KEYPAD})
            case ButtonPressed(button=button) if button in WITH_BADGE:
                _need_sense(button, await host.table(table))
                memory.keep(waiting=button, now_ms=host.steady_ms())
                return None
            case HandPressed():
                return hand_press(signal)
        raise Refusal("SIGNAL_UNKNOWN", "keypad_no_such", where=table)


def _need_sense(button: str, table: TableState) -> None:
    """Refuse at once a button that no card could help, before anyone swipes for it."""
    if table.paused and button in ("confirm", "pause"):
        raise Refusal("TABLE_PAUSED", "resume_table", where=table.table)
    if not table.paused and button == "resume":
        raise Refusal("TABLE_NOT_PAUSED", where=table.table)
    if button in ("confirm", "misdeal"):
        opened = open_round(table)
        if button == "confirm" and not opened.marks:
            raise Refusal("NOTHING_MARKED", "mark_winners", where=table.table)


def _swiped(badge: str, waiting: str) -> Press:
    """A badge is for the button that waits for it; without one, a dealer takes the table, which the
    floor allows only between rounds (PS-9)."""
    if not waiting:
        return Press(people.SignIn, {"badge": badge})
    command, fields = WITH_BADGE[waiting]
    return Press(command, {**fields, "badge": badge}, waiting)
