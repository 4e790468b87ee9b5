"""Winners' data in the vault: record, correct, read masked or in clear, purge.

Nothing from these bodies goes into a log or the journal: the floor gets an id, kinds, last fours
and digests. Reading in clear is recorded first.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from pitboss.floor.facts import persons
from pitboss.floor.facts.values import IdentityNote
from pitboss.floor.state.floor import State
from pitboss.live.running_site import RunningSite
from pitboss.local_time import local
from pitboss.refusal import Refusal
from pitboss.vault.master_key import key_file, need_elsewhere
from pitboss.vault.person_data import (
    TAX_FIELD,
    PersonData,
    is_of_age,
    mask_person,
    need_complete,
    notes_of,
    number_at,
    number_said,
    parts_changed,
    record_digest,
    tax_note_of,
)
from pitboss.vault.vault_file import Vault, need_person_id
from pitboss.web.access.gate import need_role, person
from pitboss.web.access.proving import second_person
from pitboss.web.access.records import Records
from pitboss.web.api import openapi
from pitboss.web.api.bodies import REASON_SCHEMA, SHORT_MOST, SWIPE_SCHEMA, object_schema
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.shell.log import log

ELSEWHERE = "lives_elsewhere"  # lives in another state; the journal has this, the vault need not
_TEXT = {"type": "string", "maxLength": SHORT_MOST}
_PERSON: dict[str, Any] = {
    "name": _TEXT,
    "address": _TEXT,
    "birth_date": {**_TEXT, "examples": ["1970-12-31"]},
    "identities": {
        "type": "array",
        "maxItems": 6,
        "items": {
            "type": "object",
            "properties": {"identity": _TEXT, "number": _TEXT, "issuer": _TEXT},
            "required": ["identity", "number"],
            "additionalProperties": False,
        },
    },
    "tax_number": _TEXT,
    "signed": _TEXT,
    ELSEWHERE: {"type": "boolean"},
}
_NOT_ALWAYS = ("identities", "tax_number", "signed", ELSEWHERE)
PERSON_SCHEMA = object_schema(
    "Person",
    {**_PERSON, "beside": {"type": "array", "maxItems": 20, "items": _TEXT}},
    optional=(*_NOT_ALWAYS, "beside"),
)
READ_SCHEMA = object_schema("Reason", {"reason": REASON_SCHEMA})
EXPORT_SCHEMA = object_schema(
    "Export",
    {"reason": REASON_SCHEMA, "people": {"type": "array", "maxItems": 200, "items": _TEXT}},
)
CORRECT_SCHEMA = object_schema(
    "Correction",
    {**_PERSON, "reason": REASON_SCHEMA, "second_swipe": SWIPE_SCHEMA},
    optional=(*_NOT_ALWAYS, "second_swipe"),
)
PURGE_SCHEMA = object_schema(
    "Purge", {"reason": REASON_SCHEMA, "second_swipe": SWIPE_SCHEMA}, optional=("second_swipe",)
)

router = APIRouter(tags=["people"])


class PeopleVault:
    """The vault of a running site, opened on first use."""

    def __init__(self, running_site: RunningSite, named: Path | None) -> None:
        self._running_site = running_site
        self._file = key_file(running_site.folder, named=named, environment=os.environ)
        self._vault: Vault | None = None
        self._turn = asyncio.Lock()
        need_elsewhere(self._file, running_site.folder)

    async def open(self) -> Vault:
        """Open the vault. Finish a purge that the journal has and a killed server didn't
        complete."""
        async with self._turn:
            if self._vault is None:
                vault = await asyncio.to_thread(Vault, self._running_site.folder, self._file)
                log("vault", key=str(vault.key.file), made=vault.key.is_new)
                gone = await self._running_site.look(
                    lambda state: [name for name, each in state.people.items() if each.purged]
                )
                await asyncio.to_thread(vault.purge, gone)
                self._vault = vault
            return self._vault

    def close(self) -> None:
        """Close the vault when the server stops."""
        if self._vault is not None:
            self._vault.close()


class _Known(NamedTuple):
    """The person who showed this number before, by id, and the field with the number; empty for a
    new person."""

    person: str = ""
    field: str = ""


async def _known(running_site: RunningSite, vault: Vault, data: PersonData) -> _Known:
    tax = tax_note_of(data, vault.key)
    fields = {tax.digest: TAX_FIELD} if tax else {}
    numbers = enumerate(notes_of(data, vault.key))
    fields |= {note.digest: number_at(place) for place, note in numbers}

    def found(state: State) -> _Known:
        for name, each in state.people.items():
            notes = (*each.identities, *((each.tax_number,) if each.tax_number else ()))
            if not each.purged and (field := _first(fields, notes)):
                return _Known(name, field)
        return _Known()

    return await running_site.look(found)


def _first(fields: Mapping[str, str], notes: Sequence[IdentityNote]) -> str:
    return next((fields[note.digest] for note in notes if note.digest in fields), "")


@router.post("/api/people", **openapi.describe_operation("KeepPerson", PERSON_SCHEMA))
async def record(request: Request) -> JSONResponse:
    """Store a winner's data in the vault; the journal gets an id. If the name and date of birth
    match one of those `beside`, who share a prize, it is that person."""
    running_site: RunningSite = request.app.state.running_site
    who = person(request)
    need_role(who, persons.RecordPerson.permission.roles)
    body = await body_of(request)
    beside = _ids_of(body.pop("beside", []), where="beside")
    elsewhere = _elsewhere_of(body)
    data = _data_of(body)
    vault = await _vault(request)
    today = local(running_site.now_ms(), running_site.site.time_zone).date()
    least = running_site.profile.law.age_least.value
    before, field = await _known(running_site, vault, data)
    before = before or await asyncio.to_thread(vault.same_person, beside, data)
    if before:
        data = await asyncio.to_thread(vault.join_data, before, data, known_by=field)
    name = before or await asyncio.to_thread(vault.add, data)
    reply = await _records(request).keep(
        persons.RecordPerson,
        person=name,
        identities=notes_of(data, vault.key),
        tax_number=tax_note_of(data, vault.key),
        is_of_age=is_of_age(data, today, least=least),
        lives_elsewhere=elsewhere,
        badge=who.badge,
    )
    if not reply.accepted:
        if not before:
            await asyncio.to_thread(vault.purge, [name])
        reply.need(name)
    if before:
        await asyncio.to_thread(vault.put, before, data)
    return answer_done(reply.seq, person=name, shown=msgspec.to_builtins(mask_person(data)))


@router.post(
    "/api/people/{name}/read", **openapi.describe_operation("ReadPersonInClear", READ_SCHEMA)
)
async def read(request: Request, name: str) -> JSONResponse:
    """A person's data in clear; the row about it comes first."""
    need_person_id(name, where="person")
    reason = _reason_of(await body_of(request))
    vault = await _vault(request)
    seq = await _kept(request, persons.ReadPerson, name, reason=reason, badge=person(request).badge)
    data = await asyncio.to_thread(vault.read, name)
    earlier = await asyncio.to_thread(vault.earlier, name)
    fields = {**msgspec.to_builtins(data), "before": msgspec.to_builtins(earlier)}
    return answer_done(seq, person=name, data=fields)


@router.post(
    "/api/people/{name}/correct", **openapi.describe_operation("CorrectPersonsData", CORRECT_SCHEMA)
)
async def correct(request: Request, name: str) -> JSONResponse:
    """Correct a winner's data, by two people; the vault keeps the old data."""
    need_person_id(name, where="person")
    running_site: RunningSite = request.app.state.running_site
    body = await body_of(request)
    badges = await _both(request, body)
    reason = _reason_of({"reason": body.pop("reason", None)})
    elsewhere = _elsewhere_of(body)
    data, vault = _data_of(body), await _vault(request)
    known = await _known(running_site, vault, data)
    if known.person not in ("", name):
        number = number_said(data, known.field)
        raise Refusal("IDENTITY_TAKEN", "recorded_another_person", where=known.field, number=number)
    found = await running_site.look(lambda state: state.person(name))
    before = await asyncio.to_thread(vault.read, name)
    moved = (ELSEWHERE,) if found.lives_elsewhere != elsewhere else ()
    today = local(running_site.now_ms(), running_site.site.time_zone).date()
    least = running_site.profile.law.age_least.value
    seq = await _kept(
        request,
        persons.CorrectPerson,
        name,
        parts=(*parts_changed(before, data), *moved),
        digest_before=record_digest(before, vault.key),
        digest=record_digest(data, vault.key),
        identities=notes_of(data, vault.key),
        tax_number=tax_note_of(data, vault.key),
        is_of_age=is_of_age(data, today, least=least),
        lives_elsewhere=elsewhere,
        reason=reason,
        badges=badges,
    )
    await asyncio.to_thread(vault.correct, name, data)
    return answer_done(seq, person=name, shown=msgspec.to_builtins(mask_person(data)))


@router.post(
    "/api/people/{name}/purge", **openapi.describe_operation("DestroyPerson", PURGE_SCHEMA)
)
async def purge(request: Request, name: str) -> JSONResponse:
    """Destroy a person's data and key, once nobody has to keep them."""
    need_person_id(name, where="person")
    body = await body_of(request)
    badges = await _both(request, body)
    reason = _reason_of(body)
    vault = await _vault(request)
    seq = await _kept(request, persons.PurgePerson, name, reason=reason, badges=badges)
    await asyncio.to_thread(vault.purge, [name])
    return answer_done(seq)


@router.post(
    "/api/people/export", **openapi.describe_operation("ExportPeopleInClear", EXPORT_SCHEMA)
)
async def export(request: Request) -> JSONResponse:
    """People's data in clear, for an export of the journal; whose and why is recorded first."""
    body = await body_of(request)
    names = _ids_of(body.pop("people", None), where="people")
    reason = _reason_of(body)
    vault = await _vault(request)
    reply = await _records(request).keep(
        persons.ExportPeople, people=tuple(names), reason=reason, badge=person(request).badge
    )
    reply.need("people")
    found = await asyncio.to_thread(lambda: {each: vault.read(each) for each in names})
    return answer_done(reply.seq, people=msgspec.to_builtins(found))


async def _both(request: Request, body: dict[str, Any]) -> tuple[str, str]:
    """The requester and the second person's swipe."""
    second = await second_person(request, body)
    return person(request).badge, second.badge


async def _kept(request: Request, kind: Any, name: str, **content: Any) -> int:
    """The entry that holds it."""
    reply = await _records(request).keep(kind, person=name, **content)
    reply.need("person")
    return reply.seq


def _records(request: Request) -> Records:
    records: Records = request.app.state.records
    return records


async def _vault(request: Request) -> Vault:
    people: PeopleVault = request.app.state.people
    return await people.open()


def _elsewhere_of(body: dict[str, Any]) -> bool:
    """Whether a winner lives outside the house's state."""
    said = body.pop(ELSEWHERE, False)
    if not isinstance(said, bool):
        raise Refusal("COMMAND_UNREADABLE", "true_false", where=ELSEWHERE)
    return said


def _data_of(body: dict[str, Any]) -> PersonData:
    """The data in a body; an empty second identity counts as none."""
    papers = body.get("identities", ())
    if isinstance(papers, list):
        body["identities"] = [
            each for each in papers if not isinstance(each, dict) or any(each.values())
        ]
    try:
        data = msgspec.convert(body, PersonData)
    except msgspec.ValidationError:
        # The validation error would repeat what was typed.
        raise Refusal("COMMAND_UNREADABLE", "name_address_birth", where="body") from None
    need_complete(data)
    return data


def _ids_of(names: Any, *, where: str) -> list[str]:
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise Refusal("COMMAND_UNREADABLE", "list_ids", where=where, place=where)
    for each in names:
        need_person_id(each, where=where)
    return names


def _reason_of(body: dict[str, Any]) -> str:
    reason = body.pop("reason", None)
    if body or not isinstance(reason, str):
        raise Refusal("COMMAND_UNREADABLE", "takes_reason_nothing", where="body")
    return reason
