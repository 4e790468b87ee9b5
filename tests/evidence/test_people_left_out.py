"""An export never holds people's data, unless somebody asked for them on the record; a purge leaves
every proof as it was."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.floor.facts import papers, payments, persons
from pitboss.floor.facts.values import Payment
from pitboss.vault.person_data import Identity, PersonData, notes_of, tax_note_of
from pitboss.vault.vault_file import Vault
from pitboss.web.access.admission import Access
from reports.played import LISTED, SIGNED, app, award_of, make_house, verify
from web.history import Past

KIM = PersonData(
    name="Kimberly Example",
    address="1 Cedar Street, Spokane",
    birth_date="1970-12-31",
    identities=(Identity("driver license", "WDL55ABC4711"), Identity("passport", "P5550815")),
    tax_number="078-05-1120",
)
SECRETS = ("Kimberly", "Cedar Street", "1970-12-31", "WDL55ABC4711", "078-05-1120", "P5550815")
DAYS = ("--from", "2026-11-01", "--to", "2026-11-30")
PIN = "4066"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that has paid a person whose data are in its vault."""
    folder = tmp_path_factory.mktemp("people") / "site"

    def pay(past: Past) -> None:
        vault = Vault(folder, folder.parent / "vault-key")
        person = vault.add(KIM)
        past.ask(
            persons.RecordPerson, person=person, identities=notes_of(KIM, vault.key),
            tax_number=tax_note_of(KIM, vault.key), is_of_age=True, badge="A400",
        )  # fmt: skip
        vault.close()
        past.round("C1", [1, 2], hands={2: "four_aces"})
        verify(past, "four_aces")
        paid = Payment(
            method="check", check_number="2001", person=person, exclusion="A400, no",
            exclusion_list=LISTED, seal="S-9", tax_form="none", **SIGNED,
        )  # fmt: skip
        past.ask(payments.PayPrize, award=award_of(past, "four_aces"), payment=paid, badge="A400")

    make_house(folder, then=pay)
    return folder


def run(*words: str, **environment: str) -> str:
    """What a command says."""
    told = CliRunner().invoke(app, list(words), env=environment)
    assert told.exit_code == 0, told.output
    return told.output


def contents(file: Path) -> Iterator[bytes]:
    """Everything in a file, and in the files that it holds."""
    data = file.read_bytes()
    yield data
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            yield from (packed.read(name) for name in packed.namelist())


def need_nobody(file: Path) -> None:
    """Refuse a file that holds anything of a person."""
    for data in contents(file):
        for secret in SECRETS:
            assert secret.encode() not in data, (file.name, secret)


def award_named(house: Path) -> str:
    """The award that was paid to the person."""
    rows = [json.loads(line) for line in run("export", str(house / "floor.db")).splitlines()]
    paid = [
        event["award"]
        for row in rows
        for event in json.loads(row["events"])
        if event["kind"] == "prize-paid" and event["payment"].get("check_number") == "2001"
    ]
    return str(paid[0])


@pytest.mark.parametrize("file_format", ["csv", "xlsx", "pdf"])
@pytest.mark.parametrize("name", ["prize_register", "tax_and_cash", "surveillance", "exceptions"])
def test_no_report_holds_people(house: Path, tmp_path: Path, name: str, file_format: str) -> None:
    file = tmp_path / f"{name}.{file_format}"
    run("report", name, str(house), *DAYS, "--format", file_format, "-o", str(file))
    need_nobody(file)


def test_neither_pack_nor_inspection_nor_export_holds_people(house: Path, tmp_path: Path) -> None:
    key = ("--house-key", str(tmp_path / "house.key"))
    run("inspect", str(house), *DAYS, "-o", str(tmp_path / "inspect.zip"), *key)
    need_nobody(tmp_path / "inspect.zip")
    run("pack", "--award", award_named(house), str(house), "-o", str(tmp_path / "p.zip"), *key)
    need_nobody(tmp_path / "p.zip")
    rows = run("export", str(house / "floor.db"))
    assert not any(secret in rows for secret in SECRETS)


def set_pin(house: Path, badge: str) -> None:
    """Give somebody a PIN."""
    access = Access(house)
    access.set_pin(badge, PIN)
    access.close()


def test_people_go_along_when_somebody_asks_by_pin_and_the_journal_says_so(
    house: Path, tmp_path: Path
) -> None:
    set_pin(house, "A400")
    words = (
        "inspect", str(house), *DAYS, "-o", str(tmp_path / "i.zip"),
        "--house-key", str(tmp_path / "house.key"), "--with-people", "--badge", "A400",
        "--reason", "request 12 of the agency", "--vault-key", str(house.parent / "vault-key"),
    )  # fmt: skip
    wrong = CliRunner().invoke(app, list(words), env={"PITBOSS_PIN": "1111"})
    assert "PIN_WRONG" in wrong.output
    assert not (tmp_path / "i.zip").exists()
    run(*words, PITBOSS_PIN=PIN)
    with zipfile.ZipFile(tmp_path / "i.zip") as packed:
        (person,) = json.loads(packed.read("people.json")).values()
        others = [packed.read(name) for name in packed.namelist() if name != "people.json"]
    assert person["tax_number"] == "078-05-1120"
    assert not any(secret.encode() in data for secret in SECRETS for data in others)
    rows = run("export", str(house / "floor.db"))
    assert "people-exported" in rows
    assert "request 12 of the agency" in rows
    assert not any(secret in rows for secret in SECRETS)


def test_a_purge_leaves_audit_replay_and_proofs_as_they_were(tmp_path: Path) -> None:
    """Refused on the last day of 2029; afterwards record and key are gone, and no row has
    changed."""
    folder, kept = tmp_path / "site", []

    def keep(past: Past) -> None:
        vault = Vault(folder, tmp_path / "vault-key")
        kept.append(vault.add(KIM))
        past.ask(
            persons.RecordPerson, person=kept[0], identities=notes_of(KIM, vault.key),
            tax_number=tax_note_of(KIM, vault.key), is_of_age=True, badge="A400",
        )  # fmt: skip
        past.ask(
            papers.OpenDispute,
            table="C1",
            round=1,
            person=kept[0],
            reason="his cards",
            badge="A400",
        )
        vault.close()

    make_house(folder, then=keep)
    before = run("export", str(folder / "floor.db"))
    past = Past(folder)
    past._ids = (f"later-{number}" for number in count(1))
    purge = {"person": kept[0], "reason": "retention is over", "badges": ("E300", "A400")}
    past.at_ms = int(datetime(2029, 12, 31, 20, tzinfo=UTC).timestamp() * 1000)
    past.try_to(persons.PurgePerson, **purge)
    past.at_ms = int(datetime(2030, 1, 2, 20, tzinfo=UTC).timestamp() * 1000)
    (dispute,) = [name for name, each in past.state.papers.items() if each.person == kept[0]]
    ended = {"paper": dispute, "outcome": "withdrawn", "reason": "his word"}
    past.ask(papers.CloseDispute, **ended, badges=("E300", "A400"))
    past.ask(persons.PurgePerson, **purge)
    past.close()
    vault = Vault(folder, tmp_path / "vault-key")
    vault.purge(kept)
    assert vault.people() == []
    vault.close()
    after = run("export", str(folder / "floor.db"))
    assert after.startswith(before)
    told = [json.loads(json.loads(line)["events"])[0] for line in after.splitlines()[-3:]]
    assert [(each["kind"], each.get("code", "")) for each in told] == [
        ("command-refused", "PURGE_TOO_EARLY"),
        ("paper-closed", ""),
        ("person-purged", ""),
    ]
    run("audit", str(folder / "floor.db"))
    run("replay", str(folder / "floor.db"), "--until", "100")
