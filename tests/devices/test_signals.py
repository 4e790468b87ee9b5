"""What a device may say, and what is refused by name."""

from __future__ import annotations

import pytest

from pitboss.devices.sealing import seal, unseal
from pitboss.devices.signals import (
    SIGNALS_MOST,
    BadgeSwiped,
    Beat,
    BetSeen,
    HandPressed,
    Signal,
    Unreadable,
    read_message,
    write_message,
)
from pitboss.devices.words import signal_of
from pitboss.refusal import Refusal

KEY = bytes(range(32))


def test_a_message_comes_back_as_it_was_sent() -> None:
    signals: list[Signal] = [
        BetSeen(n=1, seat=3, sensor=2),
        HandPressed(n=2, seat=3, outcome="royal_flush", sharers=(1, 3)),
        Beat(n=3),
    ]
    assert read_message(write_message(signals)) == signals


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"signals": [], "more": 1}',
        b'{"signals": [' + b" " * 64_000 + b"]}",
    ],
)
def test_what_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        read_message(body)
    assert refused.value.code == "SIGNAL_UNREADABLE"


@pytest.mark.parametrize(
    ("part", "n"),
    [
        (b'{"signal": "jump", "n": 1}', 1),
        (b'{"signal": "beat"}', 0),
        (b'{"signal": "beat", "n": 0}', 0),
        (b'{"signal": "beat", "n": 1, "more": 1}', 1),
        (b'{"signal": "bet-seen", "n": 7, "seat": 10}', 7),
        (b'{"signal": "bet-seen", "n": 1, "seat": 1, "sensor": 3}', 1),
        (b'{"signal": "beat", "n": "\xff"}', 0),
        (b"null", 0),
    ],
)
def test_a_signal_that_cannot_be_read_spoils_no_other(part: bytes, n: int) -> None:
    body = b'{"signals": [' + part + b', {"signal": "beat", "n": 9}]}'
    wrong, beat = read_message(body)
    assert isinstance(wrong, Unreadable)
    assert (wrong.n, beat) == (n, Beat(n=9))


def test_a_message_has_a_limit() -> None:
    read_message(write_message([Beat(n=n + 1) for n in range(SIGNALS_MOST)]))
    with pytest.raises(Refusal):
        read_message(write_message([Beat(n=n + 1) for n in range(SIGNALS_MOST + 1)]))


TOPIC = "pitboss/signals/sensor-1"


def test_a_seal_holds_for_one_topic_one_session_one_body() -> None:
    message = seal(KEY, topic=TOPIC, session="one", body=b"{}")
    assert unseal(KEY, topic=TOPIC, session="one", message=message) == b"{}"
    changed = bytes([message[20] ^ 1])
    forged = [
        (KEY, "pitboss/signals/sensor-2", "one", message),
        (KEY, "pitboss/answers/sensor-1", "one", message),
        (KEY, TOPIC, "two", message),
        (bytes(32), TOPIC, "one", message),
        (KEY, TOPIC, "one", message + b" "),
        (KEY, TOPIC, "one", message[:17] + changed + message[18:]),
        (KEY, TOPIC, "one", b"{}"),
        (KEY, TOPIC, "one", b""),
    ]
    for key, topic, session, given in forged:
        with pytest.raises(Refusal) as refused:
            unseal(key, topic=topic, session=session, message=given)
        assert (refused.value.code, refused.value.where[:7]) == ("DEVICE_FORGED", "sensor-")


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 64_000])
def test_a_body_of_any_length_comes_back_and_is_never_the_same_twice(length: int) -> None:
    body = bytes(length)
    first, second = (seal(KEY, topic=TOPIC, session="one", body=body) for _ in range(2))
    assert first != second
    assert unseal(KEY, topic=TOPIC, session="one", message=first) == body
    assert len(first) == 16 + length + 32


def test_the_seal_is_the_one_the_page_describes(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/devices.md; the digits are those of openssl dgst -sha256 -mac HMAC."""
    monkeypatch.setattr("secrets.token_bytes", lambda length: bytes(range(length)))
    message = seal(KEY, topic=TOPIC, session="0" * 32, body=b"{}")
    start, hidden = "000102030405060708090a0b0c0d0e0f", "81c0"
    digits = "11d247b76d060772247d1ecb88f390365d1f64ec303e9939c74554179981e22b"
    assert message.hex() == start + hidden + digits


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("sensor", "on 3", BetSeen(n=5, seat=3, sensor=1)),
        ("sensor", "on 3.2", BetSeen(n=5, seat=3, sensor=2)),
        (
            "keypad",
            "hand 2 any_nine by 1,2",
            HandPressed(n=5, seat=2, outcome="any_nine", sharers=(1, 2)),
        ),
        ("reader", "swipe ;S200=12?", BadgeSwiped(n=5, track=";S200=12?")),
    ],
)
def test_lines_of_the_emulators(kind: str, text: str, expected: object) -> None:
    assert signal_of(text, kind=kind, n=5) == expected


@pytest.mark.parametrize("text", ["", "on", "on x", "start", "hand 1"])
def test_a_line_that_is_no_signal_says_what_there_is(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        signal_of(text, kind="sensor", n=1)
    assert refused.value.code == "SIGNAL_UNKNOWN"
    assert "on SEAT" in refused.value.reason
