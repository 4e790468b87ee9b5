"""Checks a pack of evidence with Python alone: run it in the unpacked folder, or name the zip.

    python3 verify.py
    python3 verify.py PACK.zip

It compares every file with the manifest, every row of the journal with its hash, and the hashes of
neighboring rows with each other; then it says what is proven, and what isn't. The exit code is 0 if
everything matches, 1 if not, and 3 if everything else matches but the signature couldn't be checked
because the Python package cryptography is missing."""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

MANIFEST, SIGNATURE, PUBLIC_KEY, ROWS = (
    "manifest.json",
    "manifest.sig",
    "house.pub.pem",
    "rows.jsonl",
)
NO_HASH = "0" * 64  # what a journal's first row follows
SIGNATURE_BYTES = 64  # of every Ed25519 signature
HOLDS, FAILS, UNSIGNED = 0, 1, 3
UNREADABLE = (OSError, ValueError, RuntimeError, EOFError, zipfile.BadZipFile, zlib.error)
MISFORMED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


def main() -> int:
    """Check everything, print the findings, and return the exit code."""
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    try:
        files = read_files(where)
    except UNREADABLE as fault:
        return verdict([f"can't read {where} as a pack: {fault}"])
    try:
        manifest = json.loads(files[MANIFEST])
        show(f"{manifest.get('form', 'evidence')}: {manifest.get('title', '')}")
        bad = check_files(files, manifest)
    except MISFORMED:
        return verdict([f"{MANIFEST} is missing, or was changed: it isn't a manifest"])
    found = check_signature(files)
    bad += found or []
    try:
        bad += check_rows(files)
    except MISFORMED:
        bad.append(f"can't read {ROWS} as rows of a journal")
    if bad:
        return verdict(bad)
    signed = "" if found is not None else ", BUT THE SIGNATURE WAS NOT CHECKED"
    show("\nNot proven here: that the house's journal still has these rows. To prove that, ask for")
    show(f"its audit: pitboss audit JOURNAL --known {manifest.get('journal_end')}")
    show(
        f"\nPROVEN{signed}: the files are those of the manifest, and the rows shown are unchanged."
    )
    return HOLDS if found is not None else UNSIGNED


def verdict(bad: list[str]) -> int:
    """Name what is wrong."""
    for line in bad:
        show(f"BAD: {line}")
    show(f"\nNOT PROVEN: {len(bad)} of the checks above failed. Do not rely on this pack.")
    return FAILS


def show(line: str) -> None:
    """Print one line."""
    sys.stdout.write(line + "\n")


def read_files(where: Path) -> dict[str, bytes]:
    """Every file of a folder or a zip, by name."""
    if where.is_dir():
        return {
            path.relative_to(where).as_posix(): path.read_bytes()
            for path in sorted(where.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        }
    with zipfile.ZipFile(where) as pack:
        return {name: pack.read(name) for name in pack.namelist()}


def check_files(files: dict[str, bytes], manifest: dict[str, Any]) -> list[str]:
    """What is missing, changed or added."""
    listed = manifest["files"]
    bad = [f"{name} is missing" for name in listed if name not in files]
    bad += [
        f"{name} is not in the manifest"
        for name in files
        if name not in (*listed, MANIFEST, SIGNATURE)
    ]
    for name, said in listed.items():
        if name in files and hashlib.sha256(files[name]).hexdigest() != said["sha256"]:
            bad.append(f"{name} was changed: its SHA-256 is not the manifest's")
    found = "NOT all of them match" if bad else "and all of them match"
    show(f"Files      {len(listed)} in the manifest, {found}")
    return bad


def check_signature(files: dict[str, bytes]) -> list[str] | None:
    """What is wrong with the house's signature of the manifest; None, and how to find out, if the
    package for that is missing."""
    key, signature = files.get(PUBLIC_KEY, b""), files.get(SIGNATURE, b"")
    show(f"Key        SHA-256 of {PUBLIC_KEY}: {hashlib.sha256(key).hexdigest()}")
    show("           Compare it with the one the house gave you some other way.")
    if len(signature) != SIGNATURE_BYTES:
        return [f"{SIGNATURE} is missing, or was changed: it isn't an Ed25519 signature"]
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError:
        show("Signature  NOT CHECKED: the Python package cryptography isn't here. With OpenSSL 3:")
        show(f"           openssl pkeyutl -verify -pubin -inkey {PUBLIC_KEY} -rawin \\")
        show(f"             -in {MANIFEST} -sigfile {SIGNATURE}")
        return None
    try:
        public = load_pem_public_key(key)
    except ValueError:
        public = None
    if not isinstance(public, Ed25519PublicKey):
        return [f"{PUBLIC_KEY} isn't an Ed25519 key"]
    try:
        public.verify(signature, files[MANIFEST])
    except InvalidSignature:
        return [f"{SIGNATURE} does not fit {MANIFEST}: it isn't signed with this key"]
    show("Signature  good: someone with the house key signed this manifest")
    return []


def check_rows(files: dict[str, bytes]) -> list[str]:
    """Check each row against its hash, and neighboring rows against each other."""
    rows = [json.loads(line) for line in files.get(ROWS, b"").splitlines()]
    bad: list[str] = []
    first, last = 0, None
    for row in rows:
        seq = row["seq"]
        if last is not None and seq <= last["seq"]:
            bad.append(f"row {seq} comes after row {last['seq']}")
        follows = last is not None and seq == last["seq"] + 1
        if not follows:
            tell_stretch(first, last, row)
            first = seq
        bad += check_row(row, last["hash"] if follows and last is not None else None)
        last = row
    tell_stretch(first, last, None)
    held = sum("withheld" in row for row in rows)
    show(f"Rows       {len(rows)} in all; {held} about a person, with only their hashes here")
    return bad


def check_row(row: dict[str, Any], before: str | None) -> list[str]:
    """Check one row: its hash is the SHA-256 of six lines, the first of them the hash before it."""
    if "withheld" in row:
        return []
    previous = row["previous_hash"]
    if before is not None and previous != before:
        return [f"row {row['seq']} does not follow row {row['seq'] - 1}"]
    if row["seq"] == 1 and previous != NO_HASH:
        return ["row 1 is not the first of its journal"]
    parts = (previous, row["seq"], row["at_ms"], row["command_id"], row["asked"], row["events"])
    made = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()
    return [] if made == row["hash"] else [f"row {row['seq']} was changed: its hash does not fit"]


def tell_stretch(first: int, last: dict[str, Any] | None, following: dict[str, Any] | None) -> None:
    """Describe neighboring rows, and what bridges the gap of rows left out after them."""
    if last is not None:
        name = f"row {first}" if first == last["seq"] else f"rows {first} to {last['seq']}"
        show(f"Rows       {name}: end with hash {last['hash']}")
    if last is not None and following is not None and "previous_hash" in following:
        gap = f"{last['seq'] + 1} to {following['seq'] - 1}"
        show(f"           rows {gap} are left out; their last hash is {following['previous_hash']}")


if __name__ == "__main__":
    sys.exit(main())
