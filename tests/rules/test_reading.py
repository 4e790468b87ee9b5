"""What is wrong with a file or a message, in our own words and not in a library's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pitboss.devices.signals import Unreadable, read_message
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.letters import parse_letter
from pitboss.rules.paytable import parse_paytable
from pitboss.rules.profile import parse_profile
from pitboss.rules.reading import TOO_DEEP, TOO_LONG, in_words, toml_data
from pitboss.rules.record import play_record
from pitboss.site.parse import parse_site
from pitboss.web.screens.theme import read_theme

EXCESS = {
    f"x = {'9' * 5_000}": TOO_LONG,
    f"x = 0x{'f' * 5_000}": TOO_LONG,
    "x = 9007199254740992": TOO_LONG,
    f"x = {'[' * 5_000}{']' * 5_000}": TOO_DEEP,
    f"[{'.'.join('a' * 100)}]": TOO_DEEP,
}
GOLDEN = Path(__file__).parents[1] / "golden"
PYTHON = ("set_int_max_str_digits", "recursion", "integer string conversion", "Traceback", "sys.")


def _read_paytable(text: str) -> object:
    return parse_paytable(text, paytable_id="x", schemes={"x": ()}, columns=())


def _read_profile(text: str) -> object:
    return parse_profile(text, name="x")


@pytest.mark.parametrize("read", [parse_site, _read_paytable, _read_profile, parse_letter])
@pytest.mark.parametrize("text", EXCESS)
def test_what_is_too_long_or_deep_is_said_plainly(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(Refusal, match="_UNREADABLE") as refused:
        read(text)
    assert refused.value.reason == EXCESS[text].reason
    assert not any(word in str(refused.value) for word in PYTHON)


def test_a_theme_is_read_as_carefully(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    for text, told in EXCESS.items():
        file.write_text(text, "utf-8")
        with pytest.raises(Refusal, match="THEME_UNREADABLE") as refused:
            read_theme(file)
        assert refused.value.reason == told.reason


def test_the_largest_number_and_a_deep_file_are_still_read() -> None:
    assert toml_data("x = 9007199254740991", code="X")["x"] == 2**53 - 1
    assert toml_data(f"[{'.'.join('a' * 31)}]", code="X")


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (b'{"signals": [{"signal": "beat", "n": "1"}]}', "must be a whole number, not text"),
        (b'{"signals": [{"signal": "beat", "n": 1.5}]}', "must be a whole number, not a fraction"),
        (b'{"signals": [{"signal": "beat", "n": %s}]}' % (b"9" * 5_000), TOO_LONG.reason),
        (b'{"signals": [{"signal": "beat", "n": 0}]}', "must be a whole number >= 1"),
        (b'{"signals": [{"signal": "beat"}]}', "n is missing"),
        (b'{"signals": [{"signal": "beat", "n": 1, "x": 2}]}', "there is no field x"),
    ],
)
def test_what_is_wrong_with_a_message_is_said_plainly(message: bytes, told: str) -> None:
    (wrong,) = read_message(message)
    assert isinstance(wrong, Unreadable)
    assert wrong.why.reason.removeprefix("n: ") == told


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (b'{"signals": 7}', "must be a list, not a whole number"),
        (b"\xff", "JSON is malformed: invalid character (byte 0)"),
    ],
)
def test_what_is_no_message_is_said_plainly(message: bytes, told: str) -> None:
    with pytest.raises(Refusal, match="SIGNAL_UNREADABLE") as refused:
        read_message(message)
    assert refused.value.reason == told


def test_what_msgspec_says_otherwise_is_passed_on() -> None:
    assert in_words(msgspec.DecodeError("JSON is malformed")).reason == "JSON is malformed"
    assert in_words(RecursionError("maximum recursion depth exceeded")) == TOO_DEEP


@pytest.mark.parametrize(
    ("decks", "told"),
    [
        ("1", '"1" is a text; write the number 1 without quotes'),
        ("x", '"x" is not one of 6, 8, 4, 2, 1; choose one of them'),
        (7, "7 is not one of 6, 8, 4, 2, 1; choose one of them"),
        (None, "null is not one of 6, 8, 4, 2, 1; choose one of them"),
    ],
)
def test_a_setting_that_is_none_says_what_is_expected(decks: object, told: str) -> None:
    record = json.loads((GOLDEN / "playthrough_blackjack.json").read_text("utf-8"))
    with pytest.raises(Refusal, match="OPTION_UNKNOWN") as refused:
        play_record({**record, "options": {"decks": decks}}, catalog.Paytables(None))
    assert (refused.value.where, refused.value.reason) == ("options.decks", told)
