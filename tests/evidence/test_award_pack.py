"""The dispute pack: what is in it, what is not, and that its verifier finds every change."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pitboss.journal.withheld import is_personal
from reports.played import command, exported_rows, make_house

FILES = {
    "README.txt", "story.txt", "facts.json", "rows.jsonl", "terms/jackpot.json",
    "terms/table.json", "terms/crazy4-progressive-pays-3.toml", "manifest.json", "manifest.sig",
    "house.pub.pem", "verify.py",
}  # fmt: skip
# A Python in which one package cannot be found.
WITHOUT = "import sys, runpy; sys.modules['cryptography'] = None; sys.argv = {argv!r}; "


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pack") / "site"
    make_house(folder)
    return folder


@pytest.fixture(scope="module")
def aces(house: Path) -> dict[str, Any]:
    """The event that recorded the four aces, with its row and those of its START and payment."""
    rows = exported_rows(house)
    for row in rows:
        for event in row["events"]:
            if event["kind"] == "awards-recorded" and event["awards"][0]["outcome"] == "four_aces":
                award = event["awards"][0]["award"]
                start = next(
                    each["seq"]
                    for each in rows
                    for told in each["events"]
                    if told["kind"] == "round-started"
                    and (told["table"], told["round"]) == (event["table"], event["round"])
                )
                paid = next(
                    each["seq"]
                    for each in rows
                    if each["events"][0]["kind"] == "prize-paid"
                    and each["events"][0]["award"] == award
                )
                return {"award": award, "seq": row["seq"], "start": start, "paid": paid}
    raise AssertionError


@pytest.fixture(scope="module")
def pack(house: Path, aces: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("made") / "pack.zip"
    command("pack", str(house), "--award", aces["award"], "-o", str(file))
    return file


def files_of(pack: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(pack) as file:
        return {name: file.read(name) for name in file.namelist()}


def unpacked(pack: Path, folder: Path) -> Path:
    with zipfile.ZipFile(pack) as file:
        file.extractall(folder)
    return folder


def verified(folder: Path, *, without_cryptography: bool = False) -> tuple[int, str]:
    """What the verifier of a pack says, run as anybody runs it: alone, without this project."""
    script = str(folder / "verify.py")
    words = [sys.executable, script]
    if without_cryptography:
        run = WITHOUT.format(argv=[script]) + f"runpy.run_path({script!r}, run_name='__main__')"
        words = [sys.executable, "-c", run]
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(words, cwd=folder, env=bare, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def rows_of(pack: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files_of(pack)["rows.jsonl"].splitlines()]


def test_it_holds_story_facts_rows_terms_and_a_verifier(pack: Path) -> None:
    assert set(files_of(pack)) == FILES


def test_meters_before_and_after_to_the_cent(pack: Path) -> None:
    """200 bets of $1 gave 20 cents each to $1,000.00; the round three more; the seed came back with
    5 cents of each of 203 bets."""
    facts = json.loads(files_of(pack)["facts.json"])
    shown = {each["when"]: each["shown"] for each in facts["meters"]}
    assert shown["before_start"] == "$1,040.00"
    assert shown["before_award"] == "$1,040.60"
    assert shown["after_award"] == "$1,010.15"
    assert facts["total"] == "$1,040.60"
    assert facts["hand"] == "Four Aces"


def test_the_times_for_the_cameras_are_those_of_lock_mark_confirmation_and_payment(
    pack: Path,
) -> None:
    facts = json.loads(files_of(pack)["facts.json"])
    told = [each["what"] for each in facts["times"]]
    assert told == ["locked", "marked", "confirmed", "paid"]
    at = [each["at_ms"] for each in facts["times"]]
    assert [later - at[0] for later in at] == [0, 1000, 2000, 5000]  # END came between


def test_every_row_from_start_to_payment_is_there(pack: Path, aces: dict[str, Any]) -> None:
    found = [row["seq"] for row in rows_of(pack)]
    assert found == sorted(found)
    assert set(range(aces["start"], aces["paid"] + 1)) <= set(found)


def test_the_rows_that_set_the_terms_are_there(pack: Path, aces: dict[str, Any]) -> None:
    early = [
        json.loads(row["events"])[0]["kind"]
        for row in rows_of(pack)
        if row["seq"] < aces["start"] and "events" in row
    ]
    assert {"jackpot-opened", "table-opened", "dealer-signed-in"} <= set(early)
    terms = json.loads(files_of(pack)["terms/jackpot.json"])
    assert terms["paytable"] == "crazy4/progressive/pays-3"


def test_what_is_noted_of_a_winner_stays_out(pack: Path, aces: dict[str, Any]) -> None:
    for name, data in files_of(pack).items():
        said = re.sub(rb"[0-9a-f]{64}", b"", data)  # a digest may have any digits
        for noted in (b"1042", b"S-7", b"clear, 08:10", b"Technician"):
            assert noted not in said, (name, noted)
    (paid,) = [row for row in rows_of(pack) if row["seq"] == aces["paid"]]
    assert set(paid) == {"seq", "at_ms", "hash", "withheld"}
    assert paid["withheld"] == [
        {
            "kind": "prize-paid",
            "award": aces["award"],
            "cents": 104_060,
            "withheld_cents": 0,
            "collected_cents": 0,
            "borne_cents": 0,
            "badge": "A400",
        }
    ]


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (("prize-paid", "pay-prize", "payment-held", "void-payment", "badge-issued"), {True}),
        (("person-signed-on", "round-started", "badge-revoked", "awards-recorded"), {False}),
    ],
)
def test_which_entries_are_about_a_person(kinds: tuple[str, ...], expected: set[bool]) -> None:
    assert {is_personal(kind) for kind in kinds} == expected


def test_the_story_says_it_in_sentences(pack: Path, aces: dict[str, Any]) -> None:
    story = files_of(pack)["story.txt"].decode()
    for said in (
        "D100 started round 41 at table C1. Sensors lit: seat 1, seat 2, seat 3.",
        "Crazy 4 Progressive meter +$0.60, now $1,040.60.",
        "the dealer marked Four Aces at seat 2.",
        "E300 confirmed Four Aces at seat 2, $1,040.60.",
        "A400 paid Four Aces at C1, seat 2: $1,040.60.",
        "A400 (accounting): signed in at office",
        "D100 (dealer): dealer at the table",
    ):
        assert said in story, said


def test_an_unchanged_pack_is_proven(pack: Path, tmp_path: Path) -> None:
    code, told = verified(unpacked(pack, tmp_path))
    assert code == 0, told
    assert "Signature  good" in told
    assert "PROVEN: the files are those of the manifest" in told
    assert "1 about a person" in told


def test_without_cryptography_it_says_how_to_check_the_signature(
    pack: Path, tmp_path: Path
) -> None:
    code, told = verified(unpacked(pack, tmp_path), without_cryptography=True)
    assert code == 3
    assert "PROVEN, BUT THE SIGNATURE WAS NOT CHECKED" in told.splitlines()[-1]
    assert "openssl pkeyutl -verify -pubin -inkey house.pub.pem -rawin" in told


def test_openssl_agrees(pack: Path, tmp_path: Path) -> None:
    words = "openssl pkeyutl -verify -pubin -inkey house.pub.pem -rawin -in manifest.json -sigfile"
    done = subprocess.run(
        [*words.split(), "manifest.sig"], cwd=unpacked(pack, tmp_path), capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert "Signature Verified Successfully" in done.stdout


def test_a_changed_row_is_found_even_with_a_new_manifest(pack: Path, tmp_path: Path) -> None:
    """Whoever can write a manifest still cannot make a row's hash fit, nor sign for the house."""
    folder = unpacked(pack, tmp_path)
    file = folder / "rows.jsonl"
    text = file.read_text("ascii").replace("four_aces", "four_kings")
    file.write_text(text, "ascii")
    code, told = verified(folder)
    assert code == 1
    assert "BAD: rows.jsonl was changed" in told
    assert "was changed: its hash does not fit" in told
    assert "NOT PROVEN" in told


def test_a_row_taken_from_between_two_is_found(
    pack: Path, tmp_path: Path, aces: dict[str, Any]
) -> None:
    folder = unpacked(pack, tmp_path)
    file = folder / "rows.jsonl"
    rows = [json.loads(line) for line in file.read_text("ascii").splitlines()]
    moved = [
        {**row, "seq": row["seq"] - 1} if row["seq"] > aces["seq"] else row
        for row in rows
        if row["seq"] != aces["seq"]
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in moved), "ascii")
    code, told = verified(folder)
    assert code == 1
    assert f"BAD: row {aces['seq']} does not follow row {aces['seq'] - 1}" in told


@pytest.mark.parametrize("how", ["missing", "added", "unsigned"])
def test_a_manifest_that_does_not_fit_is_found(pack: Path, tmp_path: Path, how: str) -> None:
    folder = unpacked(pack, tmp_path)
    if how == "missing":
        (folder / "story.txt").unlink()
        expected = "BAD: story.txt is missing"
    elif how == "added":
        (folder / "note.txt").write_text("believe me", "ascii")
        expected = "BAD: note.txt is not in the manifest"
    else:
        manifest = folder / "manifest.json"
        manifest.write_bytes(manifest.read_bytes().replace(b"\n}", b" \n}"))
        expected = "BAD: manifest.sig does not fit manifest.json: it isn't signed with this key"
    code, told = verified(folder)
    assert code == 1
    assert expected in told


@pytest.mark.parametrize("without_cryptography", [False, True])
@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("rows.jsonl", b"{", b"[", "rows.jsonl was changed"),
        ("rows.jsonl", b'"seq"', b'"sEq"', "rows.jsonl was changed"),
        ("rows.jsonl", b'"seq":', b'"seq":"', "rows.jsonl was changed"),
        ("manifest.json", b"{", b"[", "manifest.json is missing, or was changed"),
        ("manifest.json", b'"files"', b'"filEs"', "manifest.json is missing, or was changed"),
        ("manifest.json", b'"sha256"', b'"sha257"', "manifest.json is missing, or was changed"),
        ("house.pub.pem", b"BEGIN", b"BEGUN", "house.pub.pem was changed"),
        ("manifest.sig", b"", b"x", "manifest.sig is missing, or was changed"),
    ],
)
def test_a_byte_that_breaks_the_form_of_a_file_names_the_file(
    pack: Path, tmp_path: Path, name: str, old: bytes, new: bytes, expected: str, *,
    without_cryptography: bool,
) -> None:  # fmt: skip
    folder = unpacked(pack, tmp_path)
    file = folder / name
    file.write_bytes(file.read_bytes().replace(old, new, 1))
    code, told = verified(folder, without_cryptography=without_cryptography)
    assert code == 1
    assert f"BAD: {expected}" in told
    assert "NOT PROVEN" in told.splitlines()[-1]
    assert "Traceback" not in told


def test_a_changed_signature_is_named(pack: Path, tmp_path: Path) -> None:
    folder = unpacked(pack, tmp_path)
    file = folder / "manifest.sig"
    signature = file.read_bytes()
    file.write_bytes(bytes([signature[0] ^ 1]) + signature[1:])
    code, told = verified(folder)
    assert code == 1
    assert "BAD: manifest.sig does not fit manifest.json" in told
    code, told = verified(folder, without_cryptography=True)
    assert code == 3


def test_the_same_prize_and_key_make_the_same_bytes(
    house: Path, aces: dict[str, Any], pack: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again.zip"
    command("pack", str(house), "--award", aces["award"], "-o", str(again))
    assert again.read_bytes() == pack.read_bytes()
    assert zipfile.is_zipfile(io.BytesIO(again.read_bytes()))
