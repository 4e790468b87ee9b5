"""The vault: nothing readable at rest, a key that lies elsewhere, records that can be destroyed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.refusal import Refusal
from pitboss.vault.master_key import key_file
from pitboss.vault.person_data import (
    Identity,
    PersonData,
    is_of_age,
    mask_person,
    notes_of,
    tax_note_of,
)
from pitboss.vault.vault_file import VAULT_FILE, Vault, copy_of

KIM = PersonData(
    name="Kimberly Example",
    address="1 Cedar Street, Spokane",
    birth_date="1970-12-31",
    identities=(
        Identity("driver license", "WDL-55-ABC-4711", "WA"),
        Identity("passport", "987650815"),
    ),
    tax_number="078-05-1120",
)


def opened(tmp_path: Path) -> Vault:
    """A vault with its key beside the site's folder, not in it."""
    folder = tmp_path / "site"
    folder.mkdir(exist_ok=True)
    return Vault(folder, tmp_path / "keys" / "key")


def code_of(tmp_path: Path, key: Path) -> str:
    """Why a vault does not open."""
    with pytest.raises(Refusal) as refused:
        Vault(tmp_path / "site", key)
    return refused.value.code


def test_a_record_comes_back_and_nothing_of_it_is_readable_at_rest(tmp_path: Path) -> None:
    vault = opened(tmp_path)
    person = vault.add(KIM)
    vault.close()
    again = opened(tmp_path)
    assert again.read(person) == KIM
    bytes_at_rest = (tmp_path / "site" / VAULT_FILE).read_bytes()
    for text in ("Kimberly", "Cedar", "1970", "4711", "078-05-1120", "0815"):
        assert text.encode() not in bytes_at_rest


def test_the_key_is_for_its_owner_alone_and_made_once(tmp_path: Path) -> None:
    vault = opened(tmp_path)
    assert vault.key.is_new
    assert vault.key.file.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "site" / VAULT_FILE).stat().st_mode & 0o777 == 0o600
    assert not opened(tmp_path).key.is_new
    vault.key.file.chmod(0o644)
    assert code_of(tmp_path, vault.key.file) == "VAULT_KEY_WRONG"


def test_a_key_in_the_sites_folder_is_refused(tmp_path: Path) -> None:
    opened(tmp_path)
    assert code_of(tmp_path, tmp_path / "site" / "key") == "VAULT_KEY_INSIDE"
    assert code_of(tmp_path, tmp_path / "other" / ".." / "site" / "x" / "key") == "VAULT_KEY_INSIDE"


def test_a_vault_with_records_never_gets_a_new_key(tmp_path: Path) -> None:
    opened(tmp_path).add(KIM)
    assert code_of(tmp_path, tmp_path / "keys" / "lost") == "VAULT_KEY_MISSING"
    other = tmp_path / "keys" / "other"
    other.write_text("ab" * 32)
    other.chmod(0o600)
    assert code_of(tmp_path, other) == "VAULT_KEY_WRONG"
    other.write_text("ab")
    assert code_of(tmp_path, other) == "VAULT_KEY_WRONG"


def test_a_purge_destroys_record_and_key_in_the_file(tmp_path: Path) -> None:
    vault = opened(tmp_path)
    person, other = vault.add(KIM), vault.add(replace(KIM, name="Lee"))
    row = vault._base.execute(
        "SELECT wrapped_key, sealed FROM person WHERE person = ?", (person,)
    ).fetchone()
    vault.purge([person])
    vault.purge([person])
    with pytest.raises(Refusal, match="PERSON_UNKNOWN"):
        vault.read(person)
    at_rest = (tmp_path / "site" / VAULT_FILE).read_bytes()
    assert row[0] not in at_rest
    assert row[1] not in at_rest
    assert vault.read(other).name == "Lee"


def test_a_correction_keeps_what_was_wrong_and_a_purge_destroys_both(tmp_path: Path) -> None:
    vault = opened(tmp_path)
    person = vault.add(replace(KIM, name="Kim Exampel"))
    vault.correct(person, KIM)
    vault.close()
    again = opened(tmp_path)
    assert again.read(person).name == "Kimberly Example"
    assert [each.name for each in again.earlier(person)] == ["Kim Exampel"]
    again.purge([person])
    assert again.earlier(person) == []


def test_a_record_under_another_id_does_not_open(tmp_path: Path) -> None:
    vault = opened(tmp_path)
    person = vault.add(KIM)
    vault._base.execute("UPDATE person SET person = 'lee' WHERE person = ?", (person,))
    with pytest.raises(Refusal, match="VAULT_KEY_WRONG"):
        vault.read("lee")


def test_an_id_has_no_digit(tmp_path: Path) -> None:
    person = opened(tmp_path).add(KIM)
    assert person.isalpha()
    assert len(person) == 10


def test_the_journal_hears_of_kind_last_four_and_a_keyed_digest(tmp_path: Path) -> None:
    key = opened(tmp_path).key
    license_note, passport = notes_of(KIM, key)
    tax = tax_note_of(KIM, key)
    assert (license_note.identity, license_note.last_four) == ("driver license", "4711")
    assert tax is not None
    assert (tax.identity, tax.last_four) == ("tax number", "1120")
    assert tax.digest == key.digest("078 051120")
    assert len({license_note.digest, passport.digest, tax.digest}) == 3
    assert tax_note_of(replace(KIM, tax_number=""), key) is None


def test_who_pays_prizes_sees_initials_year_and_last_four() -> None:
    shown = mask_person(KIM)
    assert (shown.name, shown.address, shown.birth_date) == ("K. E.", "", "1970")
    assert [each.number for each in shown.identities] == ["***4711", "***0815"]
    assert shown.tax_number == "***1120"


@pytest.mark.parametrize(
    ("birth_date", "old_enough"),
    [("2005-11-15", True), ("2005-11-16", False), ("1970-01-01", True)],
)
def test_age_is_counted_to_the_day(birth_date: str, old_enough: bool) -> None:  # noqa: FBT001
    data = replace(KIM, birth_date=birth_date)
    assert is_of_age(data, date(2026, 11, 15), least=21) == old_enough


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": " "}, "TEXT_MISSING"),
        ({"address": ""}, "TEXT_MISSING"),
        ({"birth_date": "31.12.1970"}, "DAY_WRONG"),
        ({"tax_number": "123"}, "TAX_NUMBER_WRONG"),
        ({"identities": (Identity("passport", "P99"),)}, "IDENTITY_UNREADABLE"),
        ({"identities": (Identity("library card", "P9999"),)}, "IDENTITY_UNREADABLE"),
        (
            {"identities": (Identity("driver license", "WDL 123"), Identity("passport", "wdl123"))},
            "IDENTITY_TWICE",
        ),
        (
            {"identities": (Identity("passport", "P9999"), Identity("passport", "P-9999"))},
            "IDENTITY_TWICE",
        ),
        ({"name": "x" * 201}, "TEXT_TOO_LONG"),
        ({"name": "Kim\x07"}, "TEXT_WRONG"),
    ],
)
def test_data_that_fill_in_no_form_are_refused(
    tmp_path: Path, changes: dict[str, object], code: str
) -> None:
    vault = opened(tmp_path)
    with pytest.raises(Refusal, match=code):
        vault.add(replace(KIM, **changes))
    assert vault.people() == []


def test_where_the_key_lies_unless_somebody_says(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path)}
    usual = key_file(tmp_path / "cedar", named=None, environment=state)
    assert usual.parent == tmp_path / "pitboss"
    assert usual.name.startswith("cedar-")
    told = key_file(tmp_path, named=None, environment={**state, "PITBOSS_VAULT_KEY": "/k"})
    assert told == Path("/k")
    assert key_file(tmp_path, named=Path("/n"), environment={**state}) == Path("/n")


def test_a_vault_that_fails_is_told_in_words_and_keeps_every_record_whole(tmp_path: Path) -> None:
    vault = opened(tmp_path)
    person = vault.add(KIM)
    moved = replace(KIM, address="2 Cedar Street, Spokane")
    vault._base.execute("PRAGMA query_only = ON")
    for writing, given in (
        (vault.put, (person, moved)),
        (vault.correct, (person, moved)),
        (vault.purge, ([person],)),
    ):
        with pytest.raises(Refusal, match=r"VAULT_UNAVAILABLE: .*: it can't be written. Give this"):
            writing(*given)
    vault._base.execute("PRAGMA query_only = OFF")
    vault._base.execute(
        "CREATE TRIGGER fails BEFORE INSERT ON person WHEN new.person IS NOT NULL"
        " BEGIN SELECT RAISE(ABORT, 'halfway'); END"
    )
    with pytest.raises(Refusal, match="VAULT_UNAVAILABLE"):
        vault.correct(person, moved)
    vault._base.execute("DROP TRIGGER fails")
    assert (vault.read(person), vault.earlier(person)) == (KIM, [])
    vault.correct(person, moved)
    assert (vault.read(person), vault.earlier(person)) == (moved, [KIM])


def test_a_vault_that_cannot_be_opened_says_what_to_do(tmp_path: Path) -> None:
    opened(tmp_path).close()
    file = tmp_path / "site" / VAULT_FILE
    file.write_bytes(b"no vault" * 1000)
    damaged = r"VAULT_UNAVAILABLE: .*: it's damaged. Restore it from a backup"
    with pytest.raises(Refusal, match=damaged):
        opened(tmp_path)
    with pytest.raises(Refusal, match=r"VAULT_UNAVAILABLE: .*: it's missing"):
        copy_of(tmp_path / "missing" / VAULT_FILE)
