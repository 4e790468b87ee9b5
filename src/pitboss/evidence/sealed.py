"""A zip with a signed manifest and the verifier: the same files and key make the same bytes."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib import resources
from typing import Any

from pitboss.books import Books
from pitboss.journal import NO_HASH, Row
from pitboss.journal.signed_zip import Signer
from pitboss.journal.withheld import is_withheld

VERIFIER = "verify.py"
MANIFEST, SIGNATURE, PUBLIC_KEY, ROWS = (
    "manifest.json",
    "manifest.sig",
    "house.pub.pem",
    "rows.jsonl",
)
FORM = "pitboss evidence 1"
_DATE = (1980, 1, 1, 0, 0, 0)  # of every file in the zip: the manifest has the real time
_SHOWN = (
    "kind", "award", "cents", "withheld_cents", "collected_cents", "borne_cents", "table", "badge",
    "badges", "by",
)  # fmt: skip


def sealed_zip(files: Mapping[str, bytes], about: Mapping[str, Any], signer: Signer) -> bytes:
    """The files with their manifest, its signature, the house's public key and the verifier."""
    verifier = resources.files("pitboss.evidence").joinpath("verify_pack.py").read_bytes()
    whole = {**files, PUBLIC_KEY: signer.public_pem, VERIFIER: verifier}
    manifest = {
        "form": FORM,
        **about,
        "files": {
            name: {"sha256": sha256(whole[name]).hexdigest(), "bytes": len(whole[name])}
            for name in sorted(whole)
        },
    }
    text = (json.dumps(manifest, indent=2) + "\n").encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in {MANIFEST: text, SIGNATURE: signer.sign(text), **whole}.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            file.writestr(entry, data)
    return made.getvalue()


def row_lines(rows: Iterable[Row], previous: Mapping[int, str]) -> bytes:
    """Rows as lines of JSON, each with the hash of the row before (`previous`, by sequence). A
    withheld row shows its hash, and its money, time and badges."""
    return b"".join(_line(row, previous[row.seq]) for row in rows)


def hashes_before(books: Books, rows: Sequence[Row]) -> dict[int, str]:
    """The hash before each row; looked up only if the row before is outside the pack."""
    known = {row.seq: row.hash for row in rows}
    found: dict[int, str] = {}
    for row in rows:
        before = known.get(row.seq - 1)
        if before is None:
            earlier = books.row(row.seq - 1)
            before = NO_HASH if earlier is None else earlier.hash
        found[row.seq] = before
    return found


def _line(row: Row, previous: str) -> bytes:
    said: dict[str, Any] = {"previous_hash": previous, **row._asdict()}
    if is_withheld(row):
        events = [
            {name: fact[name] for name in _SHOWN if name in fact} for fact in json.loads(row.events)
        ]
        said = {"seq": row.seq, "at_ms": row.at_ms, "hash": row.hash, "withheld": events}
    # ASCII only, like `pitboss export`: no terminal or pipe can change a character.
    return (json.dumps(said, separators=(",", ":")) + "\n").encode()
