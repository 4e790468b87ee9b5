"""Every row says what carried its command: a device, a session, or the server itself (PS-60)."""

from __future__ import annotations

import hashlib
from contextlib import closing

from pitboss.journal import every_row
from pitboss.journal.codec import command_of
from pitboss.journal.sqlite import SqliteJournal

from .server_support import Site, Visitor, by_pin, code_of


def sent(site: Site, after: int) -> list[tuple[str, str]]:
    """The commands on record since a row, each with where it came from."""
    with closing(SqliteJournal(site.running_site.folder / "floor.db", read_only=True)) as journal:
        rows = list(every_row(journal, after_seq=after))
    return [(found.kind, found.sent_from) for found in (command_of(row.asked) for row in rows)]


def console(site: Site, table: str) -> tuple[Visitor, str]:
    """A new console, and the name it was enrolled by."""
    before = {each.device for each in site.access.devices()}
    visitor = site.visitor().enroll("console", table)
    (name,) = {each.device for each in site.access.devices()} - before
    return visitor, name


def session_of(visitor: Visitor) -> str:
    """How rows name the session of a browser: by the digest that its sign-on put on record."""
    digest = hashlib.sha256(visitor.cookies["pitboss_session"].encode()).hexdigest()
    return f"office {digest[:16]}"


def test_PS_60_rows_of_two_consoles_name_each_of_them_refused_or_not(site: Site) -> None:
    (first, one), (second, two) = console(site, "C1"), console(site, "H1")
    seq = site.running_site.seq
    first.press("sign-in", table="C1", swipe=by_pin("D100"))
    second.press("start-round", table="H1", spots=[])
    first.press("start-round", table="C1", spots=[])
    second.press("end-round", table="C1")
    assert sent(site, seq) == [
        ("sign-in", one), ("start-round", two), ("start-round", one), ("refuse-access", two),
    ]  # fmt: skip


def test_PS_60_rows_of_the_office_name_the_session(site: Site) -> None:
    visitor = site.visitor()
    visitor.load()
    seq = site.running_site.seq
    visitor.sign_on("S200")
    session = session_of(visitor)
    visitor.press("suspend-jackpot", jackpot="fours", reason="test")
    visitor.press("suspend-jackpot", jackpot="none", reason="test")
    visitor.form("/sign-off")
    assert sent(site, seq) == [
        ("sign-on", "browser"),
        ("suspend-jackpot", session),
        ("suspend-jackpot", session),
        ("sign-off", session),
    ]
    assert {where for _, where in sent(site, 0)[:10]} == {"server"}


def test_PS_60_who_asks_does_not_say_from_where(site: Site) -> None:
    visitor, _ = console(site, "C1")
    seq = site.running_site.seq
    answer = visitor.press("start-round", table="C1", spots=[], sent_from="console-1")
    assert code_of(answer) == (422, "COMMAND_UNREADABLE")
    assert answer.json()["field"] == "sent_from"
    assert sent(site, seq) == []


def test_PS_60_the_same_press_from_another_session_gets_the_first_answer(site: Site) -> None:
    body = {"command_id": "once", "jackpot": "fours", "reason": "test"}
    first = site.visitor().sign_on("S200").post("/api/commands/suspend-jackpot", body)
    again = site.visitor().sign_on("S200").post("/api/commands/suspend-jackpot", body)
    assert (first.status_code, again.json()) == (200, first.json())


def test_PS_60_the_page_of_an_entry_names_the_device(site: Site) -> None:
    visitor, name = console(site, "C1")
    visitor.press("sign-in", table="C1", swipe=by_pin("D100"))
    reader = site.visitor().sign_on("U600")
    page = reader.load(f"/office/journal/{site.running_site.seq - 1}").text
    assert "<dt>Sent from</dt>" in page
    assert f'<a href="/office/story/device/{name}">Console at C1</a>' in page
    office = reader.load(f"/office/journal/{site.running_site.seq}").text
    assert "<dt>Sent from</dt><dd>A browser before sign-in</dd>" in office
