"""Decisions about people whose data is in the vault."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor.decide.checks import need_id, need_reason, need_text
from pitboss.floor.facts import persons
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import IdentityNote, Payment
from pitboss.floor.money.tax import people_of
from pitboss.floor.state.floor import State
from pitboss.floor.state.retention import keep_until, kept_up_to, local_today
from pitboss.refusal import Refusal

NOTES_MOST = 6
NO_PAYMENT = Payment()
LAST_FOUR = re.compile(r"[0-9A-Za-z]{1,4}", re.ASCII)
DIGEST = re.compile(r"[0-9a-f]{64}")


def record_person(state: State, command: persons.RecordPerson) -> Sequence[Event]:
    need_id(command.person, where="person")
    before = state.people.get(command.person)
    if before is not None and before.purged:
        raise Refusal("PERSON_PURGED", "id_purged", where=command.person)
    _need_notes(command)
    kept = keep_until(state, command.at_ms)
    return [
        event_from(
            persons.PersonRecorded,
            command,
            keep_until=max(kept, before.keep_until) if before is not None else kept,
        )
    ]


def correct_person(state: State, command: persons.CorrectPerson) -> Sequence[Event]:
    found = state.person(command.person)
    need_reason(command.reason)
    _need_notes(command)
    if not command.parts:
        raise Refusal("CORRECTION_EMPTY", where=command.person)
    for digest in (command.digest_before, command.digest):
        if not DIGEST.fullmatch(digest):
            raise Refusal("IDENTITY_WRONG", "not_keyed_digest", where="digest")
    return [
        event_from(
            persons.PersonCorrected,
            command,
            identities_before=found.identities,
            tax_number_before=found.tax_number,
        )
    ]


def _need_notes(command: persons.RecordPerson | persons.CorrectPerson) -> None:
    if len(command.identities) > NOTES_MOST:
        raise Refusal(
            "IDENTITY_WRONG", "at_most_identities", where="identities", notes_most=NOTES_MOST
        )
    tax_number = () if command.tax_number is None else (command.tax_number,)
    for note in (*command.identities, *tax_number):
        _need_note(note)


def _need_note(note: IdentityNote) -> None:
    """Refuse more of a number than its last four characters in the journal."""
    need_text(note.identity, where="identity")
    if not LAST_FOUR.fullmatch(note.last_four) or not DIGEST.fullmatch(note.digest):
        raise Refusal("IDENTITY_WRONG", "journal_keeps_last", where="identities")


def read_person(state: State, command: persons.ReadPerson) -> Sequence[Event]:
    state.person(command.person)
    need_reason(command.reason)
    return [event_from(persons.PersonRead, command)]


def export_people(state: State, command: persons.ExportPeople) -> Sequence[Event]:
    need_reason(command.reason)
    for person in command.people:
        state.person(person)
    return [event_from(persons.PeopleExported, command)]


def purge_person(state: State, command: persons.PurgePerson) -> Sequence[Event]:
    need_reason(command.reason)
    found, years = state.person(command.person), state.law_at(command.at_ms).retain_years
    kept = kept_up_to(state, found.keep_until, command.at_ms)
    is_early = local_today(state, command.at_ms) <= kept
    if is_early and found.on_record:
        raise Refusal(
            "PURGE_TOO_EARLY", "kept_up", where=command.person, kept=kept, rule=years.rule
        )
    if award := _find_claim(state, command.person):
        raise Refusal("PURGE_TOO_EARLY", "named_pay_out", where=command.person, award=award)
    if paper := _find_dispute(state, command.person):
        raise Refusal("PURGE_TOO_EARLY", "named_dispute_open", where=command.person, paper=paper)
    return [event_from(persons.PersonPurged, command, is_early=is_early)]


def _find_claim(state: State, person: str) -> str:
    """An owed prize whose payout or hold names a person; empty if there is none."""
    for name, _ in state.owed.items():
        found = state.award(name)
        if person in (*people_of(found.draft or NO_PAYMENT), found.held_person):
            return name
    return ""


def _find_dispute(state: State, person: str) -> str:
    """The open dispute that names a person; empty if there is none."""
    named = (name for name, each in state.papers.items() if each.is_open and each.person == person)
    return next(named, "")
