"""The lines a person types to play a device: one line, one signal."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.devices.signals import (
    BadgeSwiped,
    BetGone,
    BetSeen,
    ButtonPressed,
    HandPressed,
    KeyMoved,
    Signal,
    Started,
)
from pitboss.refusal import Refusal

HELP = {
    "sensor": "on SEAT[.SENSOR] | off SEAT[.SENSOR] | started",
    "keypad": "start | end | hand SEAT[.SENSOR] HAND [by SEAT,SEAT] | confirm | misdeal | pause |"
    " resume | call | coin-in | key JPH [NUMBER] | key RUN [NUMBER] | j-pot [SEAT[.SENSOR]] |"
    " game-over | swipe ;BADGE=CODE?",
    "reader": "swipe ;BADGE=CODE?",
}
PLAIN_BUTTONS = (
    "start", "end", "confirm", "misdeal", "pause", "resume", "call", "coin-in", "game-over",
)  # fmt: skip


def signal_of(text: str, *, kind: str, n: int) -> Signal:
    """The signal for a typed line; an unknown line is refused with the list of known ones."""
    first, *rest = text.split() or [""]
    make = _KINDS[kind].get(first)
    try:
        if make is None:
            raise ValueError(first)
        return make(n, first, rest)
    except (ValueError, IndexError):
        raise Refusal("SIGNAL_UNKNOWN", "typed", where=text, help=HELP[kind]) from None


def _spot(word: str) -> dict[str, int]:
    seat, _, sensor = word.partition(".")
    return {"seat": int(seat), "sensor": int(sensor or 1)}


def _j_pot(n: int, button: str, rest: list[str]) -> Signal:
    return ButtonPressed(n=n, button=button, **(_spot(rest[0]) if rest else {}))


def _hand(n: int, _: str, rest: list[str]) -> Signal:
    sharers = tuple(map(int, rest[3].split(","))) if rest[2:3] == ["by"] else ()
    return HandPressed(n=n, outcome=rest[1], sharers=sharers, **_spot(rest[0]))


def _key(n: int, _: str, rest: list[str]) -> Signal:
    return KeyMoved(n=n, position=rest[0].upper(), number=rest[1] if rest[1:] else "1")


def _swipe(n: int, _: str, rest: list[str]) -> Signal:
    return BadgeSwiped(n=n, track=rest[0])


_Make = Callable[[int, str, list[str]], Signal]
_KINDS: dict[str, dict[str, _Make]] = {
    "sensor": {
        "on": lambda n, _, rest: BetSeen(n=n, **_spot(rest[0])),
        "off": lambda n, _, rest: BetGone(n=n, **_spot(rest[0])),
        "started": lambda n, _, rest: Started(n=n),
    },
    "reader": {"swipe": _swipe},
    "keypad": {
        **dict.fromkeys(PLAIN_BUTTONS, lambda n, button, _: ButtonPressed(n=n, button=button)),
        "hand": _hand,
        "key": _key,
        "j-pot": _j_pot,
        "swipe": _swipe,
    },
}
