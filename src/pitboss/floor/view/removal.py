"""A jackpot's removal: its progress, what is still on the jackpot, and what players read."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.money.custody import held_of
from pitboss.floor.state.floor import JackpotState, State
from pitboss.floor.state.papers import PaperState
from pitboss.local_time import spoken_day
from pitboss.money import Cents, Micros, covering_up


class RemovalStep(Struct, frozen=True, gc=False):
    """A step by its name in the words, and whether it is done."""

    step: str
    is_done: bool


class Removal(Struct, frozen=True, gc=False):
    """A removal's steps in order, and the money held for players: on the jackpot, and won from it
    but not yet paid."""

    jackpot: str
    last_day: str
    steps: tuple[RemovalStep, ...]
    held_cents: Cents
    owed_cents: Cents


def removal_notice(jackpot: JackpotState, text: str) -> tuple[str, ...]:
    """The notice to players about a jackpot's removal, in the words of `text`."""
    is_announced = jackpot.last_day and text
    return (text.format(day=spoken_day(jackpot.last_day)),) if is_announced else ()


def removal_of(state: State, paper: PaperState) -> Removal:
    """What is done, seen on the floor itself: nobody ticks boxes."""
    jackpot = state.kept_jackpot(paper.jackpot)
    held = Micros(sum(held_of(level.reading) for level in jackpot.levels.values()))
    owed = sum(
        found.award.owed_cents
        for _, found in state.awards.items()
        if found.award.jackpot == paper.jackpot and found.status in ("recorded", "moved")
    )
    done = {
        "announced": paper.status != "dismissed",
        "told": bool(paper.sent_ms),
        "stopped": jackpot.status != "open",
        "paid": owed == 0,
        "moved": jackpot.status == "retired",
        "closing": jackpot.status == "retired" and held == 0,
    }
    return Removal(
        jackpot=paper.jackpot,
        last_day=jackpot.last_day,
        steps=tuple(RemovalStep(step, is_done) for step, is_done in done.items()),
        held_cents=covering_up(held),
        owed_cents=Cents(owed),
    )
