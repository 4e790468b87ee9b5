"""Forms W-2G as the IRS's FIRE system takes them: records of 750 characters (Publication 1220).

The layout is that of tax year 2025. Sources: the T, A, B (positions 1-543), C and F records and
the amount codes as moov-io/irs transcribes them, with the changes for tax year 2021 that Microsoft
lists (Dynamics 365, year-end FAQ: 18 amount fields); positions 1-543 of the B record are also in a
transcription of the revision for 2025. Positions 544-750 for Form W-2G are those of moov-io/irs and
of a second generator. We couldn't read the publication itself: a file for a later year, or for a
year that isn't over, is a test file (position 28 of the T record). Send a test file first.

Form 1042-S (Publication 1187) isn't written: no source that we read had every field's position. So
W-2G for someone with an address outside the United States isn't either."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pitboss.refusal import Refusal
from pitboss.reports.postal_address import PostalAddress, read_address
from pitboss.reports.tax_year import YearForm
from pitboss.vault.person_data import PersonData

LAYOUT_YEAR, LAYOUT_SINCE = 2025, 2021
LENGTH = 750
ANOTHER_WAGER = "9"  # the code of any other type of gambling winnings
AMOUNT_CODES = {"1": "reported_cents", "2": "federal_cents", "7": "identical_cents"}
AMOUNTS = "123456789ABCDEFGHJ"  # the codes of the amount fields, in their order
AMOUNT_LENGTH, TOTAL_LENGTH = 12, 18
SSN, UNKNOWN = "2", " "  # types of taxpayer numbers
ONE_TRANSACTION = "G"  # a correction of amounts or of an address
AS_IS = ("email", "account")  # with every character they have
NAME_MOST, PHONE = 40, re.compile(r"\d{10,15}")

_T = """
type 1 year 2-5 prior_year 6 tin 7-15 tcc 16-20 test 28 foreign 29 name 30-69 name_more 70-109
company 110-149 company_more 150-189 street 190-229 city 230-269 state 270-271 zip 272-280
payees 296-303 contact 304-343 phone 344-358 email 359-408 sequence 500-507 vendor 518
"""
_A = """
type 1 year 2-5 tin 12-20 type_of_return 26-27 amount_codes 28-45 foreign 52 name 53-92
name_more 93-132 agent 133 street 134-173 city 174-213 state 214-215 zip 216-224 phone 225-239
sequence 500-507
"""
_B = """
type 1 year 2-5 corrected 6 tin_type 11 tin 12-20 account 21-40 foreign 287 name 288-327
name_more 328-367 street 368-407 city 448-487 state 488-489 zip 490-498 sequence 500-507 wager 547
won 548-555 transaction 556-570 race 571-575 cashier 576-580 window 581-585 first_id 586-600
second_id 601-615 state_withheld 723-734 local_withheld 735-746
"""
_C = "type 1 payees 2-9 sequence 500-507"
_F = "type 1 payers 2-9 zeros 10-30 payees 50-57 sequence 500-507"


def _layout(text: str) -> dict[str, tuple[int, int]]:
    """Fields with the positions they begin and end at."""
    words = text.split()
    ends = (each.split("-") for each in words[1::2])
    return {name: (int(at[0]), int(at[-1])) for name, at in zip(words[::2], ends, strict=True)}


def _amounts(begin: int, length: int) -> dict[str, tuple[int, int]]:
    return {
        f"amount_{code}": (begin + place * length, begin + (place + 1) * length - 1)
        for place, code in enumerate(AMOUNTS)
    }


LAYOUTS = {
    "T": _layout(_T),
    "A": _layout(_A),
    "B": _layout(_B) | _amounts(55, AMOUNT_LENGTH),
    "C": _layout(_C) | _amounts(16, TOTAL_LENGTH),
    "F": _layout(_F),
}


class Transmitter(NamedTuple):
    """What somebody types for the file: the house's control code, and whom the IRS may ask."""

    tcc: str
    contact: str
    email: str


class Payer(NamedTuple):
    """The house, as the site file names it."""

    name: str
    tin: str
    phone: str
    address: PostalAddress


def need_payer(payer: Mapping[str, str], house: str) -> Payer:
    """The payer, or the parts that the site file doesn't have."""
    tin, phone = (_digits(payer.get(name, "")) for name in ("ein", "phone"))
    address = read_address(payer.get("address", ""))
    is_missing = {"ein": len(tin) != 9, "phone": not PHONE.fullmatch(phone), "address": not address}
    if address is None or any(is_missing.values()):
        keys = [name for name, missing in is_missing.items() if missing]
        raise Refusal("TAX_FILE_WRONG", "payer", where="[payer]", keys=keys)
    return Payer(payer.get("name") or house, tin, phone, address)


def need_transmitter(said: Transmitter) -> None:
    """Refuse a control code or a contact that the IRS would."""
    wrong = {
        "tcc": not re.fullmatch(r"[A-Z0-9]{5}", said.tcc),
        "contact": not 0 < len(said.contact.strip()) <= NAME_MOST,
        "email": len(said.email) > 50 or not said.email.isascii(),
    }
    if fields := [name for name, is_wrong in wrong.items() if is_wrong]:
        raise Refusal("TAX_FILE_WRONG", "transmitter", where=fields[0], fields=fields)


def need_layout(year: int, *, this_year: int, is_test: bool) -> None:
    """Refuse a year whose layout we haven't read, or that isn't over, except as a test."""
    if year < LAYOUT_SINCE or (not is_test and (year > LAYOUT_YEAR or year >= this_year)):
        raise Refusal(
            "TAX_FILE_WRONG", "year", where=str(year), since=LAYOUT_SINCE, layout=LAYOUT_YEAR
        )


def need_readable(forms: Iterable[YearForm], people: Mapping[str, PersonData]) -> None:
    """Refuse people who aren't in the vault any more, or whose address can't be told apart, or
    whose name has no Latin letters."""
    ids = dict.fromkeys(each.person for each in forms)
    wrong = [
        who
        for who in ids
        if who not in people
        or not read_address(people[who].address)
        or not _plain(people[who].name)
    ]
    if wrong:
        raise Refusal("TAX_FILE_WRONG", "people", where=wrong[0], people=wrong)


def fire_file(
    year: int,
    groups: Sequence[tuple[str, Sequence[YearForm]]],
    people: Mapping[str, PersonData],
    payer: Payer,
    transmitter: Transmitter,
    *,
    this_year: int,
    is_test: bool,
) -> str:
    """The file: forms that aren't coded, and those coded as corrections, each under a payer's
    record of its own. It is all in plain capitals."""
    groups = [group for group in groups if group[1]]
    if not groups:
        raise Refusal("TAX_FILE_WRONG", "nothing", where=str(year))
    count = sum(len(forms) for _, forms in groups)
    lines: list[dict[str, str | int]] = [
        {
            "type": "T", "prior_year": "P" if year < this_year - 1 else "",
            "test": "T" if is_test else "", "tcc": transmitter.tcc,
            "contact": transmitter.contact, "email": transmitter.email, "payees": count,
            "vendor": "I", "company": payer.name, **_payer(payer),
        }
    ]  # fmt: skip
    for corrected, forms in groups:
        codes = "".join(AMOUNT_CODES)
        lines.append(
            {
                "type": "A",
                "type_of_return": "W",
                "amount_codes": codes,
                "agent": "0",
                **_payer(payer),
            }
        )
        lines += [_payee(form, people[form.person], corrected) for form in forms]
        totals = {
            f"amount_{code}": sum(getattr(form, name) for form in forms)
            for code, name in AMOUNT_CODES.items()
        }
        lines.append({"type": "C", "payees": len(forms), **totals})
    lines.append({"type": "F", "payers": len(groups), "zeros": 0, "payees": count})
    dated = {"T", "A", "B"}
    return "".join(
        _record(each | ({"year": str(year)} if each["type"] in dated else {}) | {"sequence": place})
        for place, each in enumerate(lines, 1)
    )


def _payer(payer: Payer) -> dict[str, str | int]:
    where = payer.address
    name = _plain(payer.name)
    return {
        "tin": payer.tin, "name": name[:NAME_MOST], "name_more": name[NAME_MOST : 2 * NAME_MOST],
        "street": where.street, "city": where.city, "state": where.state, "zip": where.zip_code,
        "phone": payer.phone,
    }  # fmt: skip


def _payee(form: YearForm, person: PersonData, corrected: str) -> dict[str, str | int]:
    where = read_address(person.address)
    assert where is not None
    name, tin = _plain(person.name), _digits(person.tax_number)
    first, second, *_ = (*(_plain(each.number)[:15] for each in person.identities), "", "")
    return {
        "type": "B", "corrected": corrected, "tin": tin, "tin_type": SSN if tin else UNKNOWN,
        "account": form.transaction[-20:],
        "name": name[:NAME_MOST], "name_more": name[NAME_MOST : 2 * NAME_MOST],
        "street": where.street, "city": where.city, "state": where.state, "zip": where.zip_code,
        "wager": ANOTHER_WAGER, "won": form.won_day.replace("-", ""),
        "cashier": _fit(form.cashier), "window": _fit(form.window),
        "first_id": first, "second_id": second,
        "state_withheld": form.state_cents, "local_withheld": 0,
        **{f"amount_{code}": getattr(form, name) for code, name in AMOUNT_CODES.items()},
    }  # fmt: skip


def _fit(text: str) -> str:
    """A badge or table in five places; nothing if it needs more."""
    return text if len(text) <= len("12345") else ""


def _record(values: Mapping[str, str | int]) -> str:
    """A record: amounts and counts at the right, filled with zeros; texts at the left, filled with
    blanks; its last two places end the line."""
    layout = LAYOUTS[str(values["type"])]
    unknown = values.keys() - layout.keys()
    assert not unknown, unknown
    places = [" "] * (LENGTH - 2)
    for name, (first, last) in layout.items():
        length = last - first + 1
        value = values.get(name, 0 if name.startswith("amount_") else "")
        if isinstance(value, int):
            assert 0 <= value < 10**length, f"{name}: {value}"
            text = f"{value:0{length}d}"
        else:
            text = (value if name in AS_IS else _plain(value))[:length].ljust(length)
        places[first - 1 : last] = text
    return "".join(places) + "\r\n"


def _digits(text: str) -> str:
    return "".join(each for each in text if each.isascii() and each.isdigit())


def _plain(text: str) -> str:
    """Capitals of ASCII, digits, blanks, hyphens, ampersands and slashes; accents are left off."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().upper()
    return " ".join(re.sub(r"[^A-Z0-9&/ -]", "", bare.replace(",", " ")).split())
