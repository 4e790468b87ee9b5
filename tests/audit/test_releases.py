"""Rows of another release: what this one would decide otherwise is a notice, never a fault; all
else must hold whatever the release."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import structs

from pitboss.audit import BadRow, JournalAuditor, audit
from pitboss.audit.finding import RowRelease
from pitboss.audit.in_two import audit_in_two, prove_first
from pitboss.audit.redecide import Redecider
from pitboss.cli.journal_pages import Outside, audit_data, audit_page
from pitboss.engine import Core
from pitboss.floor.facts import awards, engines
from pitboss.floor.facts.base import Event
from pitboss.journal import Row
from pitboss.journal.codec import events_of, events_text
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.outside_witness import WitnessAnswer

from .support import PAYTABLES, STARTED_MS, happenings, rechained

OLD, NEW = "a" * 64, "b" * 64
RELEASE = RowRelease("0.3.0", OLD)
ENDED, REFUSED, CONFIRMED = 15, 32, 14  # rows of the sample, after the engine's


def made_by(sha256: str, version: str = "0.3.0", witnesses: tuple[str, ...] = ()) -> list[Row]:
    """The sample as a release wrote it: its first row says which."""
    store = MemoryStore()
    core = Core(MemoryJournal(store), PAYTABLES)
    begun = engines.BeginEngine(
        command_id="begin", at_ms=STARTED_MS, epoch=1, engine="one", address="",
        version=version, code_sha256=sha256, witnesses=witnesses,
    )  # fmt: skip
    core.handle([begun])
    for number, (made, fields) in enumerate(happenings(), start=1):
        fields = _moved(fields)
        ids = {"command_id": f"c{number}", "at_ms": STARTED_MS + 1000 * number}
        core.handle([made(**(ids | fields))])
    return store.rows


def _moved(fields: dict[str, Any]) -> dict[str, Any]:
    """The names that rows give, a row later than in the sample."""
    moved = dict(fields)
    if str(moved.get("award", "")).startswith("T"):
        head, _, rest = moved["award"].rpartition("-")
        moved["award"] = f"{head}-{int(rest.split('.')[0]) + 1}.1"
    if "wager" in moved:
        moved["wager"] = structs.replace(moved["wager"], row=moved["wager"].row + 1)
    return moved


ROWS = made_by(OLD)


def with_events(seq: int, *events: Event) -> list[Row]:
    rows = list(ROWS)
    rows[seq - 1] = rows[seq - 1]._replace(events=events_text(events))
    return rechained(rows)


def with_asked(seq: int, asked: str) -> list[Row]:
    rows = list(ROWS)
    rows[seq - 1] = rows[seq - 1]._replace(asked=asked)
    return rechained(rows)


def events_at(seq: int) -> tuple[Event, ...]:
    return events_of(ROWS[seq - 1].events)


def journal_of(rows: Iterable[Row]) -> MemoryJournal:
    return MemoryJournal(MemoryStore(rows=list(rows)), read_only=True)


def proven(rows: Iterable[Row], *, running: str) -> JournalAuditor:
    return audit(journal_of(rows), paytables=PAYTABLES, running_sha256=running)


def again(auditor: JournalAuditor) -> Redecider:
    assert auditor.redecider is not None
    return auditor.redecider


def otherwise_row() -> list[Row]:
    """The sample with a refusal that has another name since."""
    refused = events_at(REFUSED)[0]
    return with_events(REFUSED, structs.replace(refused, code="NO_GAME"))


# ---- what is a notice ---------------------------------------------------------------------------


def test_each_row_knows_the_release_that_decided_it() -> None:
    assert proven(ROWS, running=NEW).releases == {RELEASE: len(ROWS)}


def test_another_release_that_decides_the_same_is_named_and_nothing_listed() -> None:
    found = again(proven(ROWS, running=NEW))
    assert (found.otherwise, found.notices) == ({}, [])
    assert (found.done, found.refused) == (len(ROWS) - 1, 1)


def test_what_another_release_decided_otherwise_is_listed_with_what_differs() -> None:
    found = again(proven(otherwise_row(), running=NEW))
    (notice,) = found.notices
    assert (notice.seq, notice.command, notice.release) == (REFUSED, "end-round", RELEASE)
    told = 'replayed, code of command-refused is "NO_ROUND", not "NO_GAME"'
    assert notice.told.reason == told
    assert found.otherwise == {RELEASE: 1}


def test_a_difference_in_a_row_of_this_release_is_a_fault() -> None:
    for running in (OLD, ""):
        with pytest.raises(BadRow) as bad:
            proven(otherwise_row(), running=running)
        assert (bad.value.seq, bad.value.field) == (REFUSED, "events")


def test_two_processes_list_the_same_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.audit.in_two.LONG_ROWS", 1)
    journal = journal_of(otherwise_row())

    def begin(until_seq: int) -> Any:
        part = prove_first(journal, until_seq=until_seq, paytables=PAYTABLES, running_sha256=NEW)
        return lambda: part

    both = audit_in_two(journal, begin, paytables=PAYTABLES, running_sha256=NEW)
    alone = proven(otherwise_row(), running=NEW)
    assert again(both).notices == again(alone).notices
    assert (again(both).otherwise, both.releases) == (again(alone).otherwise, alone.releases)


def test_a_row_may_lack_fields_that_its_release_did_not_have() -> None:
    old_text = ROWS[ENDED - 1].asked.replace(',"sent_from":"server"', "")
    assert old_text != ROWS[ENDED - 1].asked
    rows = with_asked(ENDED, old_text)
    assert again(proven(rows, running=NEW)).otherwise == {}
    with pytest.raises(BadRow, match="isn't written like a command"):
        proven(rows, running=OLD)


@pytest.mark.parametrize(("old", "new"), [('","at_ms"', '", "at_ms"'), ("c14", "c\\u00314")])
def test_but_never_another_spelling(old: str, new: str) -> None:
    rows = with_asked(ENDED, ROWS[ENDED - 1].asked.replace(old, new))
    assert rows[ENDED - 1].asked != ROWS[ENDED - 1].asked
    with pytest.raises(BadRow, match="isn't written like a command"):
        proven(rows, running=NEW)


# ---- what is a fault whatever the release -------------------------------------------------------


def test_the_meters_of_another_release_must_be_the_sum_of_their_entries() -> None:
    recorded, moved = events_at(CONFIRMED)
    assert isinstance(moved, awards.MetersMoved)
    movement = moved.movements[0]
    after = structs.replace(movement.after, meter_micros=movement.after.meter_micros + 1)
    forged = structs.replace(moved, movements=(structs.replace(movement, after=after),))
    with pytest.raises(BadRow) as bad:
        proven(with_events(CONFIRMED, recorded, forged), running=NEW)
    assert bad.value.seq == CONFIRMED


@pytest.mark.parametrize(("badge", "code"), [("nobody", "BADGE_UNKNOWN"), ("dora", "ROLE_TOO_LOW")])
def test_who_may_is_proven_whatever_the_release(badge: str, code: str) -> None:
    rows = list(ROWS)
    row = rows[CONFIRMED - 1]
    asked = row.asked.replace('"badge":"sam"', f'"badge":"{badge}"')
    assert asked != row.asked
    events = row.events.replace('"sam"', f'"{badge}"')
    rows[CONFIRMED - 1] = row._replace(asked=asked, events=events)
    with pytest.raises(BadRow) as bad:
        proven(rechained(rows), running=NEW)
    assert (bad.value.seq, bad.value.field, bad.value.told.code) == (CONFIRMED, "asked", code)


# ---- what is printed ----------------------------------------------------------------------------


def test_an_audit_prints_two_verdicts() -> None:
    page = audit_page(proven(ROWS, running=NEW), Outside())
    assert (
        f"The record is sound: {len(ROWS)} rows; chain, events, permissions, meters, ledger."
        in page
    )
    assert f"This release makes the same decisions: {len(ROWS) - 1} commands, 1 refused." in page
    assert any(line.startswith("Rows decided by release 0.3.0 (aaaaaaaa)") for line in page)


def test_an_audit_lists_what_it_would_decide_otherwise() -> None:
    page = audit_page(proven(otherwise_row(), running=NEW), Outside())
    first = "This release would decide some rows differently: 1 row of release 0.3.0 (aaaaaaaa)."
    at = page.index(f"{first} The record is still sound.")
    listed = " ".join(" ".join(page[at + 1 : at + 3]).split())
    assert listed.startswith(f"row {REFUSED} 2026-02-25T06:13:51.000Z end-round: replayed, code")
    assert page[-1] == "OK"


def test_an_audit_asks_for_the_witnesses_that_the_record_names() -> None:
    """Whoever deletes the folder's list of them does not silence it."""
    auditor = proven(made_by(OLD, witnesses=("/mnt/one", "https://two/")), running=OLD)
    page = audit_page(auditor, Outside(witnesses=[WitnessAnswer("https://two/", 12)]))
    assert "Witness /mnt/one: on record but not asked. Name it with --witness." in page
    assert page[-1] == "OK, but witnesses on record but not asked: 1"
    two, one = WitnessAnswer("https://two/", 12), WitnessAnswer("/mnt/one", 12)
    assert audit_page(auditor, Outside(witnesses=[two, one]))[-1] == "OK"
    for answer, said in (
        (WitnessAnswer("/mnt/one", 0), "witnesses with no row: 1"),
        (WitnessAnswer("/mnt/one", 0, "no answer"), "witnesses that didn't answer: 1"),
    ):
        page = audit_page(auditor, Outside(witnesses=[two, answer]))
        assert page[-1] == f"OK, but {said}"


def test_a_program_gets_the_notices_too() -> None:
    data = json.loads(json.dumps(audit_data(proven(otherwise_row(), running=NEW), Outside())))
    assert (data["sound"], data["decides_the_same"]) == (True, False)
    (release,) = data["releases"]
    assert release == {
        "version": "0.3.0", "code_sha256": OLD, "rows": len(ROWS), "otherwise": 1,
    }  # fmt: skip
    (notice,) = data["otherwise"]
    assert (notice["seq"], notice["command"], notice["version"]) == (REFUSED, "end-round", "0.3.0")


def test_a_page_lists_at_most_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.journal_pages.NOTICES_SHOWN", 0)
    page = audit_page(proven(otherwise_row(), running=NEW), Outside())
    assert "  and 1 more; --json lists them" in page
