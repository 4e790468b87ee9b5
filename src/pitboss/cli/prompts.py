"""One-line questions at the terminal; at any of them `q` leaves and `?` helps."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import typer

from pitboss.cli import paper
from pitboss.cli.paper import command_text
from pitboss.money import Cents, parse_dollars
from pitboss.refusal import Refusal, say
from pitboss.rules.game import Choice

QUIT, HELP = "q", "?"
ANSWER_CHARACTERS_MOST = 200


class Leave(Exception):  # noqa: N818 - a wish, not a fault
    """The player wants to leave, or input has ended."""


class Asker:
    """Asks until the answer makes sense. `?` calls `show_help`."""

    def __init__(self, show_help: Callable[[], None]) -> None:
        self._show_help = show_help

    def line(self, question: str) -> str:
        """One line of input, stripped."""
        while True:
            answer = _read(f"{question} ")
            if answer.lower() in (QUIT, "quit", "exit"):
                raise Leave
            if answer != HELP:
                return answer
            self._show_help()

    def choice(self, choices: Sequence[Choice], available: Cents) -> tuple[Choice, Cents]:
        """One of the choices the chips allow, and an amount if it has a range."""
        open_choices = [choice for choice in choices if choice.least_cents <= available]
        keys = keys_of([choice.name for choice in open_choices])
        question = "  " + "   ".join(
            f"[{paper.paint(keys[choice.name], paper.BOLD)}] {_choice_text(choice, available)}"
            for choice in open_choices
        )
        for choice in choices:
            if choice.least_cents > available:
                least, left = paper.amount(choice.least_cents), paper.amount(available)
                explain(command_text("ask.needs", choice=choice.name, least=least, left=left))
        while True:
            answer = self.line(f"{question} ?")
            try:
                return self._read_choice(answer, open_choices, keys, available)
            except Refusal as refusal:
                explain(refusal.reason)

    def _read_choice(
        self, answer: str, choices: Sequence[Choice], keys: dict[str, str], available: Cents
    ) -> tuple[Choice, Cents]:
        word, _, rest = answer.lower().partition(" ")
        found = [c for c in choices if word == keys[c.name]]
        found = found or [c for c in choices if word and c.name.startswith(word)]
        if len(found) != 1:
            listed = (say("PART", "key", key=keys[each.name], name=each.name) for each in choices)
            raise Refusal("CHOICE_UNKNOWN", listed=listed)
        choice = found[0]
        least, most = choice.least_cents, min(choice.most_cents, available)
        if rest or least < most:
            return choice, self._amount(rest, least=least, most=Cents(most))
        return choice, least

    def _amount(self, answer: str, *, least: Cents, most: Cents) -> Cents:
        """An amount in a range; Enter means the maximum."""
        bounds = {"least": paper.amount(least), "most": paper.amount(most)}
        while True:
            answer = answer or self.line(command_text("ask.how_much", **bounds))
            if not answer:
                return most
            try:
                cents = parse_dollars(answer)
            except Refusal as refusal:
                explain(refusal.reason)
            else:
                if least <= cents <= most:
                    return cents
                explain(command_text("ask.outside", amount=paper.amount(cents), **bounds))
            answer = ""


def keys_of(names: Sequence[str]) -> dict[str, str]:
    """A key for each name: its first letter that is still free."""
    keys: dict[str, str] = {}
    for name in names:
        taken = {QUIT, *keys.values()}
        keys[name] = next((letter for letter in name if letter not in taken), name)
    return keys


def explain(reason: str) -> None:
    """Say why something isn't possible."""
    for line in paper.wrap_text(reason, first="  ! "):
        typer.echo(paper.paint(line, paper.YELLOW))


def _choice_text(choice: Choice, available: Cents) -> str:
    most = Cents(min(choice.most_cents, available))
    if not most:
        return choice.name
    if choice.least_cents == most:
        return f"{choice.name} {paper.amount(most)}"
    least = paper.amount(choice.least_cents)
    return command_text("ask.choice", choice=choice.name, least=least, most=paper.amount(most))


def _read(question: str) -> str:
    try:
        answer = input(question)
    except EOFError:
        typer.echo()
        raise Leave from None
    except KeyboardInterrupt:
        typer.echo()
        raise
    if not sys.stdin.isatty():
        typer.echo(answer)  # nobody typed it, so the page does not show it yet
    return answer[:ANSWER_CHARACTERS_MOST].strip()
