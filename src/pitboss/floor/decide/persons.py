"""Decisions about people whose data the vault keeps."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor.decide.checks import need_id, need_reason, need_text
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.persons import (
    CorrectPerson,
    ExportPeople,
    PeopleExported,
    PersonCorrected,
    PersonPurged,
    PersonRead,
    PersonRecorded,
    PurgePerson,
    ReadPerson,
    RecordPerson,
)
from pitboss.floor.facts.values import IdentityNote, Payment
from pitboss.floor.retention import keep_until, kept_up_to, local_today
from pitboss.floor.state import State
from pitboss.floor.tax import people_of
from pitboss.refusal import Refusal

NOTES_MOST = 6
NO_PAYMENT = Payment()
LAST_FOUR = re.compile(r"[0-9A-Za-z]{1,4}", re.ASCII)
DIGEST = re.compile(r"[0-9a-f]{64}")


def record_person(state: State, command: RecordPerson) -> Sequence[Event]:
    need_id(command.person, where="person")
    before = state.people.get(command.person)
    if before is not None and before.purged:
        reason = "this id is purged; record the person under a new one"
        raise Refusal("PERSON_PURGED", where=command.person, reason=reason)
    _need_notes(command)
    kept = keep_until(state, command.at_ms)
    return [
        event_from(
            PersonRecorded,
            command,
            keep_until=max(kept, before.keep_until) if before is not None else kept,
        )
    ]


def correct_person(state: State, command: CorrectPerson) -> Sequence[Event]:
    found = state.person(command.person)
    need_reason(command.reason)
    _need_notes(command)
    if not command.parts:
        reason = "nothing differs from the record; type what is right"
        raise Refusal("CORRECTION_EMPTY", where=command.person, reason=reason)
    for digest in (command.digest_before, command.digest):
        if not DIGEST.fullmatch(digest):
            raise Refusal("IDENTITY_WRONG", where="digest", reason="not a keyed digest")
    return [
        event_from(
            PersonCorrected,
            command,
            identities_before=found.identities,
            tax_number_before=found.tax_number,
        )
    ]


def _need_notes(command: RecordPerson | CorrectPerson) -> None:
    if len(command.identities) > NOTES_MOST:
        reason = f"at most {NOTES_MOST} identities"
        raise Refusal("IDENTITY_WRONG", where="identities", reason=reason)
    tax_number = () if command.tax_number is None else (command.tax_number,)
    for note in (*command.identities, *tax_number):
        _need_note(note)


def _need_note(note: IdentityNote) -> None:
    """The journal takes no more of a number than its last four."""
    need_text(note.identity, where="identity")
    if not LAST_FOUR.fullmatch(note.last_four) or not DIGEST.fullmatch(note.digest):
        reason = "the journal keeps the last four characters and a keyed digest, nothing else"
        raise Refusal("IDENTITY_WRONG", where="identities", reason=reason)


def read_person(state: State, command: ReadPerson) -> Sequence[Event]:
    state.person(command.person)
    need_reason(command.reason)
    return [event_from(PersonRead, command)]


def export_people(state: State, command: ExportPeople) -> Sequence[Event]:
    need_reason(command.reason)
    for person in command.people:
        state.person(person)
    return [event_from(PeopleExported, command)]


def purge_person(state: State, command: PurgePerson) -> Sequence[Event]:
    need_reason(command.reason)
    found, years = state.person(command.person), state.law_at(command.at_ms).retain_years
    kept = kept_up_to(state, found.keep_until, command.at_ms)
    is_early = local_today(state, command.at_ms) <= kept
    if is_early and found.on_record:
        reason = f"kept up to {kept}; purge it after that day ({years.rule})"
        raise Refusal("PURGE_TOO_EARLY", where=command.person, reason=reason)
    if award := _claimed(state, command.person):
        reason = (
            f"named in the pay-out of {award}, which is still owed: note there who is paid, then "
            "purge whoever is not"
        )
        raise Refusal("PURGE_TOO_EARLY", where=command.person, reason=reason)
    if paper := _disputed(state, command.person):
        reason = f"named in {paper}, a dispute that is open; two people close it first"
        raise Refusal("PURGE_TOO_EARLY", where=command.person, reason=reason)
    return [event_from(PersonPurged, command, is_early=is_early)]


def _claimed(state: State, person: str) -> str:
    """A prize that is owed and whose pay-out or hold names a person; empty if there is none."""
    for name, _ in state.owed.items():
        found = state.award(name)
        if person in (*people_of(found.draft or NO_PAYMENT), found.held_person):
            return name
    return ""


def _disputed(state: State, person: str) -> str:
    """The open dispute that names a person; empty if there is none."""
    named = (name for name, each in state.papers.items() if each.is_open and each.person == person)
    return next(named, "")
