"""The electronic Forms W-2G, each position read back by a parser of its own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.refusal import Refusal
from pitboss.reports.postal_address import read_address
from pitboss.reports.tax_year import TaxYear, YearForm, corrections
from pitboss.vault.person_data import Identity, PersonData
from pitboss.web.office.fire_file import (
    Payer,
    Transmitter,
    fire_file,
    need_layout,
    need_payer,
    need_readable,
    need_transmitter,
)

from .fire_parser import read_fire

HOUSE = {
    "name": "Cedar Card Room & Grill LLC", "ein": "91-1234567", "phone": "(509) 555-0142",
    "address": "1 Cedar Street, Suite 4, Spokane, WA 99201-1234",
}  # fmt: skip
ANN = PersonData(
    name="Zoë Núñez-O'Hara", address="12 Pine St, Coeur d'Alene, ID 83814", birth_date="1970-01-01",
    identities=(Identity("driver license", "WDL-55 4711"), Identity("passport", "P7654321")),
    tax_number="078-05-1120",
)  # fmt: skip
BOB = PersonData(
    name="B" * 50, address="9 Elm Rd\nYakima WA 98901", birth_date="1980-01-01", tax_number=""
)
PEOPLE = {"ann": ANN, "bob": BOB}
SENDER = Transmitter("AB12C", "Pat Lee", "pat@example.com")


def form(person: str, transaction: str = "T1-186-2", **others: object) -> YearForm:
    asked: dict[str, object] = {
        "transaction": transaction, "person": person, "form": "W-2G", "is_group": False,
        "wager": "Crazy 4 Progressive", "won_day": "2025-11-14", "paid_day": "2025-11-15",
        "paid_cents": 1_000_400, "reported_cents": 1_000_400, "identical_cents": 333_353,
        "federal_cents": 240_072, "state_cents": 12_345, "borne_cents": 0, "cashier": "A400",
        "window": "T1", "nra_rate": 300_000, **others,
    }  # fmt: skip
    return YearForm(**asked)  # type: ignore[arg-type]


def payer() -> Payer:
    return need_payer(HOUSE, "Cedar")


def made(*groups: tuple[str, list[YearForm]], **others: object) -> str:
    asked: dict[str, object] = {"this_year": 2026, "is_test": False, **others}
    return fire_file(2025, groups, PEOPLE, payer(), SENDER, **asked)  # type: ignore[arg-type]


def test_every_position_is_where_the_publication_has_it() -> None:
    sender, house, ann, bob, total, end = read_fire(made(("", [form("ann"), form("bob")])))
    assert sender == {
        "type": "T", "year": "2025", "prior": "", "tin": "911234567", "tcc": "AB12C", "test": "",
        "foreign": "", "name": "CEDAR CARD ROOM & GRILL LLC",
        "company": "CEDAR CARD ROOM & GRILL LLC", "street": "1 CEDAR STREET SUITE 4",
        "city": "SPOKANE", "state": "WA", "zip": "992011234", "payees": "00000002",
        "contact": "PAT LEE", "phone": "5095550142", "email": "pat@example.com",
        "sequence": "00000001", "vendor": "I",
    }  # fmt: skip
    assert house == {
        "type": "A", "year": "2025", "tin": "911234567", "return": "W", "codes": "127",
        "foreign": "", "name": "CEDAR CARD ROOM & GRILL LLC", "agent": "0",
        "street": "1 CEDAR STREET SUITE 4", "city": "SPOKANE", "state": "WA", "zip": "992011234",
        "phone": "5095550142", "sequence": "00000002",
    }  # fmt: skip
    assert {name: text for name, text in ann.items() if "amount" not in name} == {
        "type": "B", "year": "2025", "corrected": "", "tin type": "2", "tin": "078051120",
        "account": "T1-186-2", "foreign": "", "name": "ZOE NUNEZ-OHARA", "street": "12 PINE ST",
        "city": "COEUR DALENE", "state": "ID", "zip": "83814", "sequence": "00000003",
        "wager": "9", "won": "20251114", "transaction": "", "race": "", "cashier": "A400",
        "window": "T1", "first id": "WDL-55 4711", "second id": "P7654321",
        "state tax": "000000012345", "local tax": "000000000000",
    }  # fmt: skip
    amounts = {name: text for name, text in ann.items() if "amount" in name and int(text)}
    assert amounts == {
        "amount 1": "000001000400", "amount 2": "000000240072", "amount 7": "000000333353",
    }  # fmt: skip
    assert (bob["tin type"], bob["tin"], bob["name"]) == ("", "", "B" * 50)
    assert (bob["street"], bob["city"], bob["zip"]) == ("9 ELM RD", "YAKIMA", "98901")
    assert total["total 1"] == "000000000002000800"
    assert end["payers"] == "00000001"


def test_a_correction_is_coded_under_a_payer_of_its_own() -> None:
    records = read_fire(made(("", [form("ann")]), ("G", [form("bob", federal_cents=0)])))
    assert [each["type"] for each in records] == list("TABCABCF")
    assert [each["corrected"] for each in records if each["type"] == "B"] == ["", "G"]


def test_an_earlier_year_and_a_test_are_marked() -> None:
    (sender, *_) = read_fire(made(("", [form("ann")]), this_year=2027, is_test=True))
    assert (sender["prior"], sender["test"]) == ("P", "T")


def test_the_same_forms_make_the_same_bytes() -> None:
    assert made(("", [form("ann")])) == made(("", [form("ann")]))


def year(*forms: YearForm, moved: frozenset[str] = frozenset()) -> TaxYear:
    return TaxYear(2025, forms, 1, moved=moved)


def test_corrections_are_what_changed_since_the_file() -> None:
    same, wrong, gone = (form("ann", f"T1-{n}-1") for n in (1, 2, 3))
    right, late = wrong._replace(federal_cents=0), form("bob", "T1-4-1")
    new, coded = corrections(year(same, wrong, gone), year(same, right, late))
    assert new == [late]
    zero = gone._replace(reported_cents=0, identical_cents=0, federal_cents=0, state_cents=0)
    assert coded == [right, zero]
    _, moved = corrections(year(same), year(same, moved=frozenset({"ann"})))
    assert moved == [same]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1 Cedar Street, Spokane, WA 99201", ("1 Cedar Street", "Spokane", "WA", "99201")),
        ("2 Pine St\nApt 4\nSpokane WA 99201-01", None),
        ("2 Elm St\nApt 4\nYakima WA 98901-0001", ("2 Elm St Apt 4", "Yakima", "WA", "989010001")),
        ("1 Cedar Street, Spokane", None),
        ("10 Rue de Rivoli, Paris, France", None),
        ("1 Cedar Street, Spokane, ZZ 99201", None),
        ("x" * 41 + ", Spokane, WA 99201", None),
    ],
)  # fmt: skip
def test_an_address_is_told_apart_or_refused(text: str, found: tuple[str, ...] | None) -> None:
    assert read_address(text) == found


def refusal_of(check: object) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        check()  # type: ignore[operator]
    return refused.value.told.code, refused.value.told.case


def test_what_cannot_be_filed_is_refused_by_name() -> None:
    abroad = {"ann": PersonData(name="A", address="Paris, France", birth_date="1970-01-01")}
    wrong = {
        "payer": lambda: need_payer({**HOUSE, "ein": "91"}, "Cedar"),
        "transmitter": lambda: need_transmitter(Transmitter("AB12", "Pat", "")),
        "people": lambda: need_readable([form("ann")], abroad),
        "nothing": lambda: made(("", [])),
    }
    assert {name: refusal_of(check) for name, check in wrong.items()} == {
        name: ("TAX_FILE_WRONG", name) for name in wrong
    }
    need_readable([form("ann"), form("bob")], PEOPLE)
    unwritten = {"ann": replace(ANN, name="王小明")}
    assert refusal_of(lambda: need_readable([form("ann")], unwritten)) == (
        "TAX_FILE_WRONG", "people",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("year", "this_year", "is_test", "is_refused"),
    [
        (2025, 2026, False, False),
        (2025, 2025, False, True),  # it isn't over
        (2025, 2025, True, False),
        (2026, 2027, False, True),  # nobody has read its layout
        (2026, 2027, True, False),
        (2020, 2026, True, True),  # another layout
    ],
)
def test_a_year_whose_layout_nobody_read_gives_test_files_only(
    year: int, this_year: int, *, is_test: bool, is_refused: bool
) -> None:
    if is_refused:
        assert refusal_of(lambda: need_layout(year, this_year=this_year, is_test=is_test)) == (
            "TAX_FILE_WRONG", "year",
        )  # fmt: skip
    else:
        need_layout(year, this_year=this_year, is_test=is_test)
