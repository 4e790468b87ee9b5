"""A storage that says nothing: a press is answered all the same, and never with a yes."""

from __future__ import annotations

import threading

import pytest

from pitboss.journal import CANNOT_WRITE
from pitboss.web.answers import floor_status_of, status_of
from web.server_support import Site

WAIT_S = 20.0


@pytest.fixture
def gate(site: Site, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """While it is closed the journal does not come back from a write."""
    opened = threading.Event()
    opened.set()
    append = site.running_site._journal.append

    def slow(*words: object, **named: object) -> None:
        assert opened.wait(WAIT_S)
        append(*words, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(site.running_site._journal, "append", slow)
    monkeypatch.setattr("pitboss.live.running_site.ANSWER_S", 0.2)
    return opened


def test_a_press_on_a_silent_journal_is_answered_and_is_no_yes(
    site: Site, gate: threading.Event
) -> None:
    console = site.visitor().enroll("console", "C1")
    gate.clear()
    body = {"command_id": "once", "table": "C1", "swipe": {"track": site.cards["D100"].track}}
    unsure = console.post("/api/commands/sign-in", body)
    gate.set()
    assert (unsure.status_code, unsure.json()["code"]) == (503, "JOURNAL_UNSURE")
    assert unsure.json()["reason"].endswith("it may be done or not: ask again with the same id")
    found = console.post("/api/commands/sign-in", body)
    assert found.json()["accepted"], "asked again, it has its one answer"


@pytest.mark.parametrize("code", sorted(CANNOT_WRITE))
def test_what_the_journal_cannot_do_is_503(code: str) -> None:
    assert (status_of(code), floor_status_of(code)) == (503, 503)
