"""Which PINs are good enough: digits, enough of them, and not among the first someone would guess.

Rules decide what is easy, not a list, so PINs of any length are judged alike. Each rule says what
is wrong with a PIN; the advice is the same for all.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from itertools import groupby, pairwise

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.refusal import Refusal

# The cost of a hash: 19 MiB and two passes, OWASP's minimum for argon2id, about 30 ms.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
# No PIN has this digest: refusing an unknown badge takes just as long.
NOBODY_PIN = f"$argon2id$v=19$m=19456,t=2,p=1${'A' * 22}${'A' * 43}"
PIN_DIGITS = range(4, 13)
PIN_MADE_DIGITS = 4  # few presses are enough: five wrong ones lock the place
DIFFERENT_LEAST = 3
BADGE_DIGITS_LEAST = 3  # fewer occur in random PINs
ZEROS_LEAST = 3
RUN_LEAST = 4  # shorter ones occur by chance
# Rows, columns and diagonals of a keypad, both ways; 0 is below all of them.
_LINES = ("2580", "0258", "1470", "3690", "123", "456", "789", "147", "258", "369", "159", "357")
KEYPAD = re.compile("|".join(f"{line}|{line[::-1]}" for line in _LINES))
_BESIDE = ["12", "23", "45", "56", "78", "89", "14", "25", "36", "47", "58", "69", "80"]
NEIGHBORS = frozenset(_BESIDE) | {pair[::-1] for pair in _BESIDE}
COUNTING = {0, 1, 2, 8, 9}  # steps on a dial of ten digits
CORNERS = frozenset("1379")
_YEAR, _MONTH, _DAY = "(19|20)[0-9]{2}", "(0[1-9]|1[0-2])", "(0[1-9]|[12][0-9]|3[01])"
YEAR = re.compile(_YEAR)
DATE = re.compile(f"{_YEAR}{_MONTH}{_DAY}|{_MONTH}{_DAY}{_YEAR}|{_DAY}{_MONTH}{_YEAR}")


def check_pin(pin: str, *, badge: str) -> None:
    """Refuse a text that isn't a PIN, or a PIN anyone would guess."""
    if not (pin.isascii() and pin.isdigit() and len(pin) in PIN_DIGITS):
        least, most = PIN_DIGITS[0], PIN_DIGITS[-1]
        raise Refusal("PIN_UNREADABLE", where="PIN", least=least, most=most)
    if case := fault_of(pin, badge=badge):
        raise Refusal("PIN_TOO_EASY", case, where="PIN")


def made_pin(badge: str) -> str:
    """A random PIN that passes the check."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(PIN_MADE_DIGITS))
        if not fault_of(pin, badge=badge):
            return pin


def fault_of(pin: str, *, badge: str) -> str:
    """Why a PIN is one of the first guesses; nothing if it isn't."""
    number = "".join(filter(str.isdecimal, badge))
    if len(number) >= BADGE_DIGITS_LEAST and number in pin:
        return "badge"
    return next((case for case, is_so in _RULES if is_so(pin)), "")


def _counts(pin: str) -> bool:
    """Counts by ones or twos, all of it or at least two thirds: 1234, 8642, 7890, 123450."""
    steps = [(int(later) - int(earlier)) % 10 for earlier, later in pairwise(pin)]
    runs = [len(list(same)) + 1 for step, same in groupby(steps) if step in COUNTING]
    longest = max(runs, default=0)
    return longest >= RUN_LEAST and longest * 3 >= len(pin) * 2


def _repeats(pin: str) -> bool:
    """Repeats a block, as in 123123: only such a text appears inside its own double."""
    return pin in (pin + pin)[1:-1]


def _stutters(pin: str) -> bool:
    """Has every digit more than once in a row, as in 112233."""
    return all(len(list(same)) > 1 for _, same in groupby(pin))


def _is_drawn(pin: str) -> bool:
    """Draws lines on the keypad, as in 147258, or a path from key to neighboring key that never
    returns to one, as in 1236, or its four corners."""
    moves = all(earlier + later in NEIGHBORS for earlier, later in pairwise(pin))
    walks = moves and len(set(pin)) == len(pin)
    return walks or not KEYPAD.sub("", pin) or set(pin) == CORNERS


def _is_round(pin: str) -> bool:
    """Mostly zeros: 100200, 102030."""
    zeros = pin.count("0")
    return zeros >= ZEROS_LEAST and zeros * 2 >= len(pin)


_RULES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("year", lambda pin: YEAR.fullmatch(pin) is not None),
    ("date", lambda pin: DATE.fullmatch(pin) is not None),
    ("counts", _counts),
    ("few_digits", lambda pin: len(set(pin)) < DIFFERENT_LEAST),
    ("repeats", _repeats),
    ("stutters", _stutters),
    ("backward", lambda pin: pin == pin[::-1]),
    ("keypad", _is_drawn),
    ("zeros", _is_round),
)


def hash_pin(pin: str) -> str:
    """The slow digest to store for a PIN."""
    return _HASHER.hash(pin)


def digest_in(cell: object) -> str:
    """The digest of a PIN or card in a store; a ValueError if it can't be compared."""
    return str(cell).encode("ascii").decode()


def fits_pin(kept: str, pin: str) -> bool:
    """Whether a digest matches this PIN."""
    try:
        return _HASHER.verify(kept, pin)
    except (VerificationError, InvalidHashError):
        return False
