"""Whether a recorded command came from a signal: how a press repeated after a restart is
recognized. The keypad's lights and waiting button at that time don't matter."""

from __future__ import annotations

from pitboss.devices.signals import BadgeSwiped, ButtonPressed, HandPressed, KeyMoved, Signal
from pitboss.floor.facts import awards, devices, people, rounds, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot


def came_of(signal: Signal, command: Command, *, badge: str) -> bool:
    """Whether a signal, with the badge it reads, asked for a command."""
    match command:
        case devices.PressKeypad(press=press):
            return press == name_of(signal)
        case rounds.StartRound():
            return name_of(signal) in ("start", "coin-in")
        case rounds.EndRound():
            return name_of(signal) in ("end", "game-over")
        case tables.CallSupervisor():
            return name_of(signal) == "call"
        case awards.PressJackpot(spot=spot) if isinstance(signal, ButtonPressed):
            meant = Spot(signal.seat, signal.sensor) if signal.seat else spot
            return signal.button == "j-pot" and meant == spot
        case rounds.PressHand(spot=spot, outcome=outcome, sharers=sharers):
            pressed = isinstance(signal, HandPressed) and (
                Spot(signal.seat, signal.sensor), signal.outcome, signal.sharers,
            )  # fmt: skip
            return pressed == (spot, outcome, sharers)
        case awards.TurnKey(position=position) if isinstance(signal, KeyMoved):
            return position == signal.position
        case awards.TurnNumberedKey(position=position, key_number=number):
            moved = isinstance(signal, KeyMoved) and (signal.position, signal.number)
            return moved == (position, number)
        case (
            awards.TurnKey(badge=who) | people.SignIn(badge=who)
            | awards.ConfirmAwards(badge=who) | rounds.VoidRound(badge=who)
            | tables.PauseTable(badge=who) | tables.ResumeTable(badge=who)
        ):  # fmt: skip
            return isinstance(signal, BadgeSwiped) and who == badge
    return False


def name_of(signal: Signal) -> str:
    """The button, key position or hand that a signal names; empty for a badge."""
    match signal:
        case ButtonPressed():
            return signal.button
        case KeyMoved():
            return signal.position
        case HandPressed():
            return signal.outcome
    return ""
