"""What an approval covers: every item of a table, and which of them differ."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.floor.decide.approvals import MANIFEST_MOST
from pitboss.floor.facts import approvals, tables
from pitboss.floor.facts.changes import OpenSite
from pitboss.floor.facts.values import NO_PAPERS, BundleItem, Equipment, JackpotTerms, LevelSetting
from pitboss.floor.state.approved import (
    altered_files,
    altered_text,
    bundle_items,
    bundle_sha256,
    files_of,
    item_drifts,
    short,
)
from pitboss.money import Cents, Ppm
from pitboss.rules.cited_law import CitedFlag, Law

from .support import Floor
from .test_custody import a_floor

SHA = "ab" * 32
LEVEL = LevelSetting("main", Cents(100_000), Ppm(200_000), Ppm(50_000), Cents(5_000_000))
TERMS = JackpotTerms(
    kind="progressive",
    paytable="crazy4/progressive/pays-1",
    paytable_sha256=SHA,
    wager_cents=Cents(100),
    levels=(LEVEL,),
    executive_above_cents=Cents(250_000),
)
PLAYS = (BundleItem("game", "crazy4"), BundleItem("wager ante", "$5.00 to $100.00"))
PARTS = (Equipment("shuffler", "i-Deal", "1.0", mode="Crazy 4 Poker", serial="S-1"),)


def items(**changes: Any) -> tuple[BundleItem, ...]:
    given: dict[str, Any] = {"plays": PLAYS, "terms": TERMS, "keypad": "atlas", "parts": PARTS}
    given |= changes
    return bundle_items(given["plays"], [given["terms"]], given["keypad"], given["parts"])


def level(**changes: Any) -> JackpotTerms:
    return replace(TERMS, levels=(replace(LEVEL, **changes),))


def test_every_item_stands_in_a_line_of_its_own() -> None:
    assert [(each.item, each.value) for each in items()] == [
        ("game", "crazy4"),
        ("wager ante", "$5.00 to $100.00"),
        ("sensor 1 kind", "progressive"),
        ("sensor 1 paytable", f"crazy4/progressive/pays-1 {SHA}"),
        ("sensor 1 wager", "$1.00"),
        ("sensor 1 main seed", "$1,000.00"),
        ("sensor 1 main rate", "20 %"),
        ("sensor 1 main reserve rate", "5 %"),
        ("sensor 1 main maximum", "$50,000.00"),
        ("sensor 1 fixed awards from", "the tray"),
        ("sensor 1 percentage shared by", "own_side"),
        ("sensor 1 amount locked at the mark", "no"),
        ("keypad", "atlas"),
        ("equipment shuffler", "i-Deal 1.0, Crazy 4 Poker"),
    ]


@pytest.mark.parametrize(
    ("changes", "code", "line"),
    [
        (
            {"terms": replace(TERMS, wager_cents=Cents(40_000))},
            "TERMS_DRIFT",
            "sensor 1 wager: approved $1.00, runs $400.00",
        ),
        (
            {"terms": level(seed_cents=Cents(600_000))},
            "TERMS_DRIFT",
            "sensor 1 Main seed: approved $1,000.00, runs $6,000.00",
        ),
        (
            {"terms": level(rate_ppm=Ppm(123_456))},
            "TERMS_DRIFT",
            "sensor 1 Main rate: approved 20 %, runs 12.3456 %",
        ),
        (
            {"terms": level(reserve_ppm=Ppm(0))},
            "TERMS_DRIFT",
            "sensor 1 Main reserve rate: approved 5 %, runs 0 %",
        ),
        (
            {"terms": level(maximum_cents=None)},
            "TERMS_DRIFT",
            "sensor 1 Main maximum: approved $50,000.00, runs none",
        ),
        (
            {"plays": (PLAYS[0], BundleItem("wager ante", "$5.00 to $400.00"))},
            "TERMS_DRIFT",
            "wager ante: approved $5.00 to $100.00, runs $5.00 to $400.00",
        ),
        ({"keypad": "nexus"}, "EQUIPMENT_UNAPPROVED", "keypad: approved atlas, runs nexus"),
        (
            {"parts": (replace(PARTS[0], version="1.1"),)},
            "EQUIPMENT_UNAPPROVED",
            "equipment shuffler: approved i-Deal 1.0, Crazy 4 Poker, runs i-Deal 1.1, "
            "Crazy 4 Poker",
        ),
        (
            {"parts": ()},
            "EQUIPMENT_UNAPPROVED",
            "equipment shuffler: approved i-Deal 1.0, Crazy 4 Poker, runs none",
        ),
    ],
)
def test_each_item_that_differs_is_named(changes: dict[str, Any], code: str, line: str) -> None:
    (drift,) = item_drifts(items(), items(**changes))
    assert (drift.code, drift.told.reason) == (code, line)
    assert bundle_sha256(items()) != bundle_sha256(items(**changes))


def test_what_is_up_to_the_house_and_another_of_the_same_kind_are_no_drift() -> None:
    same = items(
        terms=replace(TERMS, executive_above_cents=Cents(1), dealer_records_up_to_cents=Cents(1)),
        parts=(replace(PARTS[0], serial="S-2", made="2026-01-01"),),
    )
    assert item_drifts(items(), same) == ()
    assert bundle_sha256(items()) == bundle_sha256(same)


def test_a_line_has_the_beginning_of_a_digest() -> None:
    assert short(f"pays-1 {SHA}, runs") == f"pays-1 {'ab' * 8}, runs"


# ---- software -----------------------------------------------------------------------------------


def manifest(**files: str) -> str:
    return "".join(f"{content * 64}  {name}.py\n" for name, content in files.items())


def test_altered_files_are_named_one_by_one() -> None:
    before = manifest(a="1", b="2", c="3")
    assert altered_files(before, manifest(a="1", b="4", d="5")) == ("b.py", "c.py", "d.py")
    assert altered_files(before, before) == ()
    assert altered_text(("a", "b", "c", "d", "e")) == "a, b, c and 2 more"
    assert altered_text(("a", "b")) == "a, b"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no list",
        manifest(a="1") + manifest(a="2"),
        manifest(a="g"),
        manifest(a="1") * (1 + MANIFEST_MOST // 71),
    ],
)
def test_a_manifest_is_what_sha256sum_writes(text: str) -> None:
    assert files_of(manifest(a="1", b="2")) == {"a.py": "1" * 64, "b.py": "2" * 64}
    assert a_floor().refused(approvals.NoteRelease, version="1", manifest=text) == "MANIFEST_WRONG"


# ---- what may be entered ------------------------------------------------------------------------


def with_inventory(floor: Floor) -> None:
    floor.must(
        OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile="own", reason="a new law",
        law=Law(device_inventory=CitedFlag(value=True, rule="9 NYCRR 5321.3")),
        by=("eve", "ann"),
    )  # fmt: skip


def test_a_part_has_its_serial_number_where_the_law_lists_devices() -> None:
    floor = a_floor()
    part = Equipment("shoe", "shoe", "1.0")
    floor.must(tables.RecordEquipment, table="T1", parts=(part,), badge="tom")
    with_inventory(floor)
    for lacking in (part, replace(part, serial="S-1"), replace(part, made="2020-01-01")):
        asked = {"table": "T1", "parts": (lacking,), "badge": "tom"}
        assert floor.refused(tables.RecordEquipment, **asked) == "SERIAL_MISSING"
    whole = replace(part, serial="S-1", made="2020-01-01")
    floor.must(tables.RecordEquipment, table="T1", parts=(whole,), badge="tom")


def test_items_are_lines_each_once() -> None:
    twice = (BundleItem("game", "a"), BundleItem("game", "b"))
    asked: dict[str, Any] = {"table": "T1", "badge": "tom"}
    assert a_floor().refused(approvals.ChangeBundle, plays=twice, **asked) == "BUNDLE_WRONG"
    empty = (BundleItem("game", " "),)
    assert a_floor().refused(approvals.ChangeBundle, plays=empty, **asked) == "TEXT_MISSING"


def test_an_approval_names_what_runs_by_its_digest() -> None:
    floor = a_floor()
    asked: dict[str, Any] = {"table": "T1", "approval": NO_PAPERS, "badges": ("sam", "ann")}
    assert floor.refused(approvals.EnterApproval, bundle="abc", **asked) == "DIGEST_WRONG"
    assert floor.refused(approvals.EnterApproval, bundle=SHA, **asked) == "APPROVAL_VOID"
    runs = floor.state.table("T1").bundle
    assert (
        floor.refused(approvals.EnterApproval, bundle=runs, **asked) == "TEXT_MISSING"
    )  # who signed it
