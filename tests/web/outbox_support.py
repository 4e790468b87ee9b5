"""A system that reads the outbox of a site, and what it must have read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from pitboss.evidence.outbox import message_text, messages_of
from pitboss.journal import every_row
from pitboss.journal.place import JournalPlace

WAIT_S = 60
Message = dict[str, Any]


def told_by(folder: Path, database: str = "") -> list[Message]:
    """Every message of a journal, from its own rows."""
    with closing(JournalPlace(folder, database)()) as journal:
        rows = list(every_row(journal))
    return [json.loads(message_text(each)) for row in rows for each in messages_of(row)]


def place(ident: str) -> tuple[int, ...]:
    """Row and place that an id names, or the row alone."""
    return tuple(map(int, ident.partition("-")[0].split(".")))


@contextmanager
def reading(
    address: str, token: str, *, after: str = "", last_event_id: str = ""
) -> Iterator[Iterator[Message]]:
    """The messages of a stream, the beats with them."""
    headers = {"Authorization": f"Bearer {token}"}
    if last_event_id:
        headers["Last-Event-ID"] = last_event_id
    with (
        httpx.Client(base_url=address, timeout=WAIT_S) as client,
        client.stream(
            "GET", "/api/outbox", params={"after": after} if after else {}, headers=headers
        ) as answer,
    ):
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield messages_in(answer.iter_lines())


def messages_in(lines: Iterator[str]) -> Iterator[Message]:
    """What stands in the lines of a stream; its head says the same as its text."""
    head: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        head[name] = value
        if name == "data":
            found: Message = json.loads(value)
            assert (head["event"], head["id"]) == (found["kind"], found["id"])
            yield found


def until_beat(messages: Iterator[Message]) -> list[Message]:
    """What comes before the stream has no more; a beat in the middle of a page is passed over."""
    found: list[Message] = []
    for message in messages:
        if message["kind"] != "beat":
            found.append(message)
        elif not found or message["id"] != found[-1]["id"]:
            return found
    raise AssertionError("the stream has ended")
