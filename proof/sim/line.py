"""The line between people and the engine: commands are lost, repeated, late and out of order, and
so are answers. A person without an answer asks again with the same id."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from pitboss.engine import Reply
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.people import IssueBadge
from proof.sim.auditor import FloorAuditor
from proof.sim.faults import Weather
from proof.sim.people import AskingPerson, Clock

PATIENCE_STEPS = 4
DELAY_STEPS_MOST = 2
LATE_STEPS_MOST = 40
REMEMBERED_MOST = 200


@dataclass(slots=True)
class Client:
    """A person with at most one command in transit."""

    person: AskingPerson
    waiting: Command | None = None
    sent_step: int = 0


class FaultyLine:
    """Carries commands to the engine and answers back."""

    def __init__(
        self, chance: random.Random, weather: Weather, clock: Clock, auditor: FloorAuditor
    ) -> None:
        self._chance = chance
        self._weather = weather
        self._clock = clock
        self._auditor = auditor
        self._clients: list[Client] = []
        self._on_the_way: list[tuple[int, Command]] = []
        self._answers: list[tuple[Command, Reply]] = []
        self._answered_ids: list[str] = []
        self._forged = 0
        self._step = 0

    def join(self, people: Sequence[AskingPerson]) -> None:
        """Add new people with something to ask."""
        self._clients += [Client(person) for person in people]

    def busy(self) -> bool:
        """Whether anyone still has something to ask, or anything is in transit."""
        return bool(self._clients or self._on_the_way)

    def deliver(self) -> list[Command]:
        """What reaches the engine in the next step, in any order."""
        self._step += 1
        for client in list(self._clients):
            if client.waiting is None:
                self._go_on(client, None)
            elif self._step - client.sent_step >= PATIENCE_STEPS:
                self._send(client, replace(client.waiting, at_ms=self._clock.at_ms))
        self._forge()
        arrived = [command for step, command in self._on_the_way if step <= self._step]
        self._on_the_way = [each for each in self._on_the_way if each[0] > self._step]
        self._chance.shuffle(arrived)
        return arrived

    def answer(self, command: Command, reply: Reply) -> None:
        """The engine has answered; the answer leaves when the step is over."""
        self._answers.append((command, reply))

    def lose_answers(self) -> None:
        """The engine is off, and all answers that hadn't left are gone."""
        self._answers.clear()

    def hand_out(self) -> None:
        """The auditor sees every answer; people see those that aren't lost."""
        answers, self._answers = self._answers, []
        for command, reply in answers:
            self._auditor.check_answer(command, code=reply.code, seq=reply.seq)
            if reply.code in self._auditor.again or self._weather.strikes(
                self._weather.faults.answer_lost
            ):
                continue
            for client in list(self._clients):
                waiting = client.waiting
                if waiting is not None and waiting.command_id == command.command_id:
                    self._remember(command.command_id)
                    self._go_on(client, reply.code)

    def _go_on(self, client: Client, code: str | None) -> None:
        """The person gets an answer and may ask the next thing."""
        try:
            command = client.person.send(code)  # type: ignore[arg-type]
        except StopIteration:
            self._clients.remove(client)
            return
        client.waiting = command
        if command is not None:
            self._send(client, command)

    def _send(self, client: Client, command: Command) -> None:
        client.sent_step = self._step
        self._auditor.note_command(command)
        faults = self._weather.faults
        if not self._weather.strikes(faults.command_lost):
            self._carry(command)
        if self._weather.strikes(faults.command_repeated):
            self._carry(command)

    def _carry(self, command: Command) -> None:
        late = self._weather.strikes(self._weather.faults.command_late)
        delay = self._chance.randint(1, LATE_STEPS_MOST if late else DELAY_STEPS_MOST)
        self._on_the_way.append((self._step + delay, command))

    def _remember(self, command_id: str) -> None:
        self._answered_ids = [*self._answered_ids[-REMEMBERED_MOST:], command_id]

    def _forge(self) -> None:
        """Commands that nobody should send: with another's id, or impossible to store."""
        faults = self._weather.faults
        if self._answered_ids and self._weather.strikes(faults.id_reused):
            self._carry(self._badge(self._chance.choice(self._answered_ids), name="Forger"))
        if self._weather.strikes(faults.unreadable):
            command_id, name = self._chance.choice(
                ((f"line\n{self._step}", "x"), ("i" * 101, "x"), (f"half-{self._step}", "\ud800"))
            )
            command = self._badge(command_id, name=name)
            self._auditor.note_command(command, readable=False)
            self._carry(command)

    def _badge(self, command_id: str, *, name: str) -> IssueBadge:
        self._forged += 1
        return IssueBadge(
            command_id=command_id,
            at_ms=self._clock.at_ms,
            badge=f"forged-{self._forged}",
            name=name,
            role="executive",
        )
