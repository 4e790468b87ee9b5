"""Whether a command on record came of a signal: how a press that is repeated after a restart is
known. What a keypad had in mind then, lights and a button that waited, is not asked for."""

from __future__ import annotations

from pitboss.devices.signals import BadgeSwiped, ButtonPressed, HandPressed, KeyMoved, Signal
from pitboss.floor.facts.awards import ConfirmAwards, PressJackpot, TurnKey, TurnNumberedKey
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.devices import PressKeypad
from pitboss.floor.facts.people import SignIn
from pitboss.floor.facts.rounds import EndRound, PressHand, StartRound, VoidRound
from pitboss.floor.facts.tables import CallSupervisor, PauseTable, ResumeTable
from pitboss.floor.facts.values import Spot


def came_of(signal: Signal, command: Command, *, badge: str) -> bool:
    """Whether a signal, with the badge that it reads, is what asked for a command."""
    match command:
        case PressKeypad(press=press):
            return press == name_of(signal)
        case StartRound():
            return name_of(signal) in ("start", "coin-in")
        case EndRound():
            return name_of(signal) in ("end", "game-over")
        case CallSupervisor():
            return name_of(signal) == "call"
        case PressJackpot(spot=spot) if isinstance(signal, ButtonPressed):
            meant = Spot(signal.seat, signal.sensor) if signal.seat else spot
            return signal.button == "j-pot" and meant == spot
        case PressHand(spot=spot, outcome=outcome, sharers=sharers):
            pressed = isinstance(signal, HandPressed) and (
                Spot(signal.seat, signal.sensor), signal.outcome, signal.sharers,
            )  # fmt: skip
            return pressed == (spot, outcome, sharers)
        case TurnKey(position=position) if isinstance(signal, KeyMoved):
            return position == signal.position
        case TurnNumberedKey(position=position, key_number=number):
            moved = isinstance(signal, KeyMoved) and (signal.position, signal.number)
            return moved == (position, number)
        case (
            TurnKey(badge=who) | SignIn(badge=who) | ConfirmAwards(badge=who) | VoidRound(badge=who)
            | PauseTable(badge=who) | ResumeTable(badge=who)
        ):  # fmt: skip
            return isinstance(signal, BadgeSwiped) and who == badge
    return False


def name_of(signal: Signal) -> str:
    """The button, key position or hand that a signal names; nothing for a badge."""
    match signal:
        case ButtonPressed():
            return signal.button
        case KeyMoved():
            return signal.position
        case HandPressed():
            return signal.outcome
    return ""
