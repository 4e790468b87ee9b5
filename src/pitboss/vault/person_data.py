"""A person's data as the vault keeps them, and what other parts may know."""

from __future__ import annotations

from datetime import date

import msgspec
from msgspec import Struct

from pitboss.floor.decide.limits import need_limits
from pitboss.floor.facts.values import IDENTITIES, IdentityNote
from pitboss.refusal import Refusal, Told, say
from pitboss.vault.master_key import MasterKey

TEXT_MOST = 200
TAX_NUMBER = "tax number"
TAX_FIELD = "tax_number"


class Identity(Struct, frozen=True, forbid_unknown_fields=True):
    """An identity document that a person showed, with its number."""

    identity: str  # such as a driver license or a passport
    number: str
    issuer: str = ""


class PersonData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the house knows about a winner."""

    name: str
    address: str
    birth_date: str  # 1970-12-31
    identities: tuple[Identity, ...] = ()
    tax_number: str = ""
    signed: str = ""  # what was signed, when, before whom


def number_at(place: int) -> str:
    """Where an identity's number is among a person's data."""
    return f"identities.{place}.number"


def number_said(data: PersonData, field: str) -> Told:
    """Which number of a person's data a field holds."""
    if field == TAX_FIELD:
        return say("PERSON_NUMBER", "tax")
    place = int(field.split(".")[1])
    case = ("first", "second", "further")[min(place, 2)]
    return say("PERSON_NUMBER", case, identity=data.identities[place].identity)


def need_complete(data: PersonData) -> None:
    """Refuse data without what the forms need."""
    need_limits(data, lambda: "")
    for name in ("name", "address"):
        if not getattr(data, name).strip():
            raise Refusal("TEXT_MISSING", where=name)
    texts = (*msgspec.structs.astuple(data), *(each.number for each in data.identities))
    if any(isinstance(text, str) and len(text) > TEXT_MOST for text in texts):
        raise Refusal("TEXT_TOO_LONG", where="person", most=TEXT_MOST)
    for place, each in enumerate(data.identities):
        if each.identity not in IDENTITIES:
            where = f"identities.{place}.identity"
            raise Refusal("IDENTITY_UNREADABLE", "identity", where=where, identities=IDENTITIES)
        if len(_plain(each.number)) < len("1234"):
            number = number_said(data, number_at(place))
            raise Refusal(
                "IDENTITY_UNREADABLE",
                "needs_four_characters",
                where=number_at(place),
                number=number,
            )
    _need_apart(data)
    if data.tax_number and len(_plain(data.tax_number)) != len("123456789"):
        raise Refusal("TAX_NUMBER_WRONG", where=TAX_FIELD)
    parse_birth_date(data)


def _need_apart(data: PersonData) -> None:
    """Refuse one document that was typed as two, even of different kinds."""
    numbers = [_plain(each.number).upper() for each in data.identities]
    for place, number in enumerate(numbers):
        if (first := numbers.index(number)) < place:
            raise Refusal(
                "IDENTITY_TWICE",
                where=number_at(place),
                number=number_said(data, number_at(place)),
                first=number_said(data, number_at(first)),
            )


def parse_birth_date(data: PersonData) -> date:
    """The birth date, or DAY_WRONG."""
    try:
        return date.fromisoformat(data.birth_date)
    except ValueError:
        raise Refusal("DAY_WRONG", "write_date_birth", where="birth_date") from None


def is_of_age(data: PersonData, today: date, *, least: int) -> bool:
    """Whether a person has reached an age on a day."""
    birth = parse_birth_date(data)
    had_birthday = (today.month, today.day) >= (birth.month, birth.day)
    return today.year - birth.year - (not had_birthday) >= least


def notes_of(data: PersonData, key: MasterKey) -> tuple[IdentityNote, ...]:
    """What the journal may know about the documents."""
    return tuple(_note(each.identity, each.number, key) for each in data.identities)


def tax_note_of(data: PersonData, key: MasterKey) -> IdentityNote | None:
    """What the journal may know about the tax number."""
    return _note(TAX_NUMBER, data.tax_number, key) if data.tax_number else None


def record_digest(data: PersonData, key: MasterKey) -> str:
    """What the journal may know about a whole record: a keyed digest of its data."""
    return key.digest(msgspec.json.encode(data).hex())


def parts_changed(before: PersonData, after: PersonData) -> tuple[str, ...]:
    """The parts of a record that differ."""
    names = PersonData.__struct_fields__
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


def _note(identity: str, number: str, key: MasterKey) -> IdentityNote:
    return IdentityNote(identity, _plain(number)[-4:], key.digest(number))


def _plain(number: str) -> str:
    return "".join(letter for letter in number if letter.isalnum())


def mask_person(data: PersonData) -> PersonData:
    """What everyone who pays prizes may see: initials, the year of birth, the last four."""
    initials = " ".join(f"{part[0]}." for part in data.name.split())
    papers = tuple(
        Identity(each.identity, _hidden(each.number), each.issuer) for each in data.identities
    )
    return PersonData(
        name=initials,
        address="",
        birth_date=data.birth_date[:4],
        identities=papers,
        tax_number=_hidden(data.tax_number),
        signed=data.signed,
    )


def _hidden(number: str) -> str:
    return f"***{_plain(number)[-4:]}" if number else ""
