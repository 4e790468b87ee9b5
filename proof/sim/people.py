"""How people ask: a person is a generator that yields commands and receives the answers' codes."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias, TypeVar

from pitboss.floor.facts.base import Command
from proof.sim.model import AuditorBooks, Discrepancy

_Asked = TypeVar("_Asked", bound=Command)

# Yields a command and gets its refusal code, empty if it was done; yields None to wait.
AskingPerson: TypeAlias = Generator[Command | None, str, None]
Asking: TypeAlias = Generator[Command | None, str, str]

ATTEMPTS_MOST = 400


@dataclass(slots=True)
class Clock:
    """The simulation's clock; it moves on demand."""

    at_ms: int = 1_700_000_000_000

    def pass_ms(self, duration_ms: int) -> None:
        """Let time pass."""
        self.at_ms += duration_ms


@dataclass(slots=True)
class CommandMaker:
    """Makes commands, each with its own id and the time."""

    name: str
    clock: Clock
    numbers: count[int] = field(default_factory=lambda: count(1))

    def make(self, kind: type[_Asked], /, **content: Any) -> _Asked:
        made: Any = kind
        command: _Asked = made(
            command_id=f"{self.name}-{next(self.numbers)}", at_ms=self.clock.at_ms, **content
        )
        return command


@dataclass(slots=True)
class SharedFloor:
    """What people on the floor share: chance, the rounds left to play, and what they can see, which
    is what is durable."""

    chance: random.Random
    clock: Clock
    books: AuditorBooks
    rounds_left: int
    rounds_played: int = 0

    def often(self, percent: int) -> bool:
        """True in this many of a hundred cases."""
        return self.chance.randrange(100) < percent

    def now_and_then(self, draw: Callable[[], Command], *, idle_percent: int) -> AskingPerson:
        """Somebody who asks for what is drawn, until the rounds are used up."""
        while self.rounds_left > 0:
            yield None if self.often(idle_percent) else draw()


def insist(
    make: Callable[[], Command], remedy: Callable[[str], Asking], *, until: tuple[str, ...] = ()
) -> Asking:
    """Ask, and do what each refusal calls for, until it is done or ends with a code of `until`."""
    code = ""
    for _ in range(ATTEMPTS_MOST):
        command = make()
        code = yield command
        if not code or code in until:
            return code
        yield from remedy(code)
    raise Discrepancy(f"{type(command).__name__} is refused for ever: {code}")
