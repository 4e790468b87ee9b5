"""The bundle for the regulator: one PDF whose every part can be checked by its digest."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from pitboss.evidence.approval_bundle import (
    ApprovalBundle,
    BundleSource,
    _cover,
    _parts,
    approval_bundle,
)
from pitboss.evidence.submission import Submission
from pitboss.rules.catalog import Paytables
from pitboss.site.check import played_of, tables_of
from pitboss.site.parse import parse_site
from pitboss.site.table_approval import bundle_of

PAYTABLES = Paytables()
SOFTWARE = f"{'0' * 64}  core.py\n"
BILL = """{"metadata": {"component": {"version": "0.3.0", "bom-ref": "pitboss"}}, "dependencies": [
  {"ref": "pitboss", "dependsOn": ["starlette"]}, {"ref": "starlette", "dependsOn": ["jinja2"]}],
 "components": [
  {"type": "operating-system", "bom-ref": "debian", "name": "debian", "version": "12",
   "components": [{}, {}]},
  {"type": "library", "bom-ref": "jinja2", "name": "jinja2", "version": "3.1.6",
   "licenses": [{"license": {"name": "BSD License"}}]},
  {"type": "library", "bom-ref": "msgspec", "name": "msgspec", "version": "0.22.0",
   "licenses": [{"expression": "BSD-3-Clause"}]}]}"""
SUBMISSION = Submission(
    installed=f"{'0' * 64}  stdlib/os.py\n",
    bill=BILL,
    release_class="minor",
    since="1" * 64,
    changed=[("pitboss/web/screens/start.py", "altered")],
)


def text(profile: str = "washington") -> str:
    """The starter site with its first table alone."""
    whole = resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8")
    head, first, *_ = whole.split("[[table]]")
    return f"{head}[[table]]{first}".replace('profile = "washington"', f'profile = "{profile}"')


@cache
def source(profile: str = "washington") -> BundleSource:
    return BundleSource(
        site=parse_site(text(profile)),
        text=text(profile),
        paytables=PAYTABLES,
        version="0.3.0",
        software=SOFTWARE,
        day="2026-11-16",
        submission=SUBMISSION,
    )


@cache
def bundle() -> ApprovalBundle:
    return approval_bundle(source(), paper="letter")


def parts_of(of: BundleSource) -> dict[str, Any]:
    return dict(_parts(of, lambda done: None))


def test_whoever_waits_is_told_how_much_is_done() -> None:
    told: list[float] = []
    sheets = [name for name, _ in _parts(source(), told.append) if name.startswith("par-sheet")]
    assert len(sheets) == len(told) == 3
    assert told == [1 / 3, 2 / 3, 1.0]


def test_the_manifest_has_the_digest_of_every_part_and_of_every_table() -> None:
    made = bundle()
    assert made.pdf.startswith(b"%PDF-1.7")
    found = json.loads(made.manifest)
    assert found["software"] == {
        "version": "0.3.0",
        "sha256": sha256(SOFTWARE.encode()).hexdigest(),
    }
    assert found["parts"]["site.toml"] == {
        "sha256": sha256(text().encode()).hexdigest(),
        "bytes": len(text().encode()),
    }
    paytable = PAYTABLES.text("crazy4/base/c4p").encode()
    assert found["parts"]["crazy4-base-c4p.toml"]["sha256"] == sha256(paytable).hexdigest()
    site = source().site
    (table,) = site.tables
    opened, played = tables_of(site, PAYTABLES), played_of(site, PAYTABLES)
    assert found["tables"] == {"C1": bundle_of(table, opened["C1"], played)}
    assert approval_bundle(source(), paper="letter") == made, "the same facts, the same bytes"


def test_a_table_has_its_terms_rules_and_par_sheets() -> None:
    parts = parts_of(source())
    assert "table-C1" in parts
    table = json.dumps(parts["table-C1"])
    for told in ("wager ante", "$5.00 to $100.00", "main seed", "bundle", "Rules"):
        assert told in table, told
    sheets = [part for name, part in parts.items() if name.startswith("par-sheet")]
    assert {sheet["title"] for sheet in sheets} == {"PAR sheet"}
    opened = tables_of(source().site, PAYTABLES)["C1"]
    assert {sheet["id"] for sheet in sheets} == {each.id for each in opened.paytables.values()}


def test_new_jersey_has_a_submission_sheet() -> None:
    assert "submission-sheet" not in parts_of(source())
    sheet = json.dumps(parts_of(source("new_jersey"))["submission-sheet"])
    for told in ("13:69D-1.52", "Initial and reset", "Who holds keys and codes", "ppm"):
        assert told in sheet, told


def test_the_notice_of_new_software_is_in_the_bundle() -> None:
    told = "tells the agency in writing 72 hours before installing it (9 NYCRR 5321.8"
    assert told in json.dumps(_cover(source("new_york"), {}, ""))
    assert "before installing it" not in json.dumps(_cover(source(), {}, ""))


def test_the_software_has_its_class_bill_of_materials_and_statement_on_randomness() -> None:
    attached = json.loads(bundle().manifest)["parts"]
    assert attached["bom.cdx.json"]["sha256"] == sha256(BILL.encode()).hexdigest()
    assert attached["installation.sha256"]["bytes"] == len(SUBMISSION.installed)
    software = json.dumps(parts_of(source())["software"])
    for told in (
        "This release is minor.", "pitboss/web/screens/start.py",
        "The floor uses no random numbers.",
        '["jinja2", "3.1.6", "BSD License", "yes"]', '["msgspec", "0.22.0", "BSD-3-Clause", "no"]',
        f"the previous approval, SHA-256 of its list {'1' * 64}", "debian 12. Its 2 packages",
    ):  # fmt: skip
        assert told in software, told


def test_the_standards_have_clauses_that_were_read_with_their_evidence() -> None:
    matrix = json.dumps(parts_of(source("new_york"))["standards"])
    order = "9 NYCRR 5321.18: the order of wins at nearly the same time is identified and recorded"
    for told in (
        order, "WAC 230-06-050 (2021): Equipment operates as it was approved.",
        "test_an_altered_file_stops_money_and_not_training", "GLI-13 were not",
    ):  # fmt: skip
        assert told in matrix, told
    assert "no rule found" not in matrix


def test_a_clause_that_is_left_to_the_house_says_so() -> None:
    matrix = json.dumps(parts_of(source())["standards"])
    keys = ["Locks the server up, and gives out the keys.", "Sends the notice in time."]
    for told in keys:
        assert f"The house: {told}" in matrix, told


def test_a_release_in_which_nothing_changed_says_so() -> None:
    made = Submission(installed="", bill=BILL, release_class="minor", since="1" * 64)
    assert "Nothing differs." in json.dumps(dict(made.parts())["software"])
    first = Submission(installed="", bill=BILL)
    told = json.dumps(dict(first.parts())["software"])
    assert "This release is major. No earlier approval was named." in told
    assert "Compared with" not in told
