"""The language of tests/scenarios: one command a line, and after it what must be true.

    09:00  START    T1  seats 1 2 3         -> round-started
           HAND     T1  seat 2  four_aces   -> winner-marked
           CONFIRM  T1  sam
           -> refused ROLE_TOO_LOW
           meter    four-card main  $1,000.60

A word in capitals is a command; the time before it, and the date before that, are optional. After
the arrow, on the same line or the next, stand the events it makes or the refusal, and `, cites`
words of its reason; without one, anything but a refusal is right. A word in small letters is a
statement about the floor as it stands then. `seats 2/2` is the second sensor of seat 2. Amounts may
have more than two decimals: the floor keeps millionths of a cent.

A file of cases has a headline above each, `== what holds`. Each case is played on a new floor,
after the lines above the first of them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from .script import Script
from .statements import STATEMENTS
from .support import Floor
from .verbs import COMMANDS
from .words import Words, Wrong

_CASE = "== "
_DATE = re.compile(r"\d{4}-\d\d-\d\d\Z")
_TIME = re.compile(r"(\d\d):(\d\d)(?::(\d\d))?\Z")


def cases_in(path: Path) -> list[str]:
    """The headlines of a file of cases."""
    lines = path.read_text("utf-8").splitlines()
    return [line.removeprefix(_CASE) for line in lines if line.startswith(_CASE)]


def lines_of(path: Path, case: str = "") -> Iterator[tuple[int, str]]:
    """The lines of a scenario, or of one of its cases and before the first, with their numbers."""
    headline = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if line.startswith(_CASE):
            headline = line.removeprefix(_CASE)
        elif headline in ("", case):
            yield number, line


def play(path: Path, floor: Floor | None = None, *, case: str = "") -> Script:
    """Play a scenario or a case, on a new floor where none is given; what is wrong names the file
    and the line."""
    script = Script(floor or Floor(), [], [], [])
    number = 0
    try:
        for number, line in lines_of(path, case):
            _line(script, line, number)
        script.settle()
    except Exception as fault:
        # A refusal that nobody expected is noticed at the line after it.
        at = number if script.checked else script.asked_at
        raise Wrong(f"{path.name}:{at}: {type(fault).__name__}: {fault}") from fault
    return script


def _line(script: Script, line: str, number: int) -> None:
    text, arrow, expected = line.partition("->")
    words = shlex.split(text, comments=True)
    if words and _DATE.match(words[0]):
        script.floor.at_ms = int(datetime.fromisoformat(f"{words[0]}T00:00Z").timestamp()) * 1000
        words = words[1:]
    if words and (time := _TIME.match(words[0])):
        hours, minutes, seconds = (int(part or 0) for part in time.groups())
        script.floor.at_ms -= script.floor.at_ms % 86_400_000
        script.floor.at_ms += (hours * 3600 + minutes * 60 + seconds) * 1000
        words = words[1:]
    if words:
        script.settle()
        if words[0].isupper():
            script.asked_at = number
            script.answer, script.checked = (), False
            _do(COMMANDS, "command", script, words)
        else:
            _do(STATEMENTS, "statement", script, words)
    if arrow:
        script.expect(" ".join(expected.split("#")[0].split()))


def _do(
    known: Mapping[str, Callable[[Script, Words], None]],
    noun: str,
    script: Script,
    words: list[str],
) -> None:
    if words[0] not in known:
        raise Wrong(f"{words[0]!r} is no {noun}; there are {', '.join(known)}")
    rest = Words(words[1:])
    known[words[0]](script, rest)
    if left := rest.rest():
        raise Wrong(f"not understood: {' '.join(left)}")
