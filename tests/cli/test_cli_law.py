"""`pitboss law`: the figures of a site, and two people who enter or withdraw one by their PINs."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import pytest
from typer.testing import Result

from pitboss.rules.profile import FIGURES
from pitboss.web.access.admission import Access

Run: TypeAlias = Callable[..., Result]
Refuses: TypeAlias = Callable[..., str]
BOTH = ("--badge", "A400", "--badge", "E300")
CITED = ("--from", "2050-01-01", "--citation", "instructions of 2050")


@pytest.fixture(name="house")
def _house(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A site to start from, in which accounting and an executive have their PINs."""
    folder = tmp_path / "house"
    run("init", str(folder))
    access = Access(folder)
    for badge, pin in (("A400", "4826"), ("E300", "7159")):
        access.set_pin(badge, pin)
    access.close()
    monkeypatch.setenv("PITBOSS_PIN", "4826")
    monkeypatch.setenv("PITBOSS_SECOND_PIN", "7159")
    return str(folder)


def test_two_people_enter_a_figure_that_is_shown_with_the_profiles(run: Run, house: str) -> None:
    said = run("law", "enter", house, "tax_threshold", "$2,300", *CITED, *BOTH).stdout
    assert said == "tax_threshold is $2,300 starting 2050-01-01 (instructions of 2050).\n"
    rows = json.loads(run("law", "show", house, "--json").stdout)
    tax = [row for row in rows if row["figure"] == "tax_threshold"]
    assert [(row["first_day"], row["value"], row["entered_by"]) for row in tax] == [
        ("2025-01-01", "$600.00", []),
        ("2026-01-01", "$2,000.00", []),
        ("2050-01-01", "$2,300.00", ["A400", "E300"]),
    ]
    exported = [json.loads(line) for line in run("export", house).stdout.splitlines()]
    asked = [json.loads(row["asked"]) for row in exported]
    sent_from = {each["kind"]: each["sent_from"] for each in asked}
    assert (sent_from["enter-figure"], sent_from["open-site"]) == ("command line", "server")
    lines = run("law", "show", house).stdout.splitlines()
    assert "  tax_threshold from 2050-01-01: $2,300.00" in lines
    assert "    instructions of 2050; entered by A400 and E300" in lines


def test_a_figure_is_withdrawn_before_its_day(run: Run, house: str) -> None:
    run("law", "enter", house, "deposit_days", "5", *CITED, *BOTH)
    gone = ("--from", "2050-01-01", "--reason", "typed wrong")
    run("law", "withdraw", house, "deposit_days", *gone, *BOTH)
    rows = json.loads(run("law", "show", house, "--json").stdout)
    left = [row for row in rows if row["figure"] == "deposit_days"]
    assert [(row["first_day"], row["value"], row["holds"]) for row in left] == [("", "7", True)]


def test_every_figure_is_listed_with_what_holds_today(run: Run, house: str) -> None:
    """Whoever enters one finds its name there, before anybody has entered it."""
    run("law", "enter", house, "wager_most", "$300", *CITED, *BOTH)
    rows = json.loads(run("law", "show", house, "--json").stdout)
    assert {row["figure"] for row in rows} == set(FIGURES)
    assert sorted(row["figure"] for row in rows if row["holds"]) == sorted(FIGURES)
    asked = [
        json.loads(json.loads(line)["asked"])
        for line in run("export", house).stdout.split("\n")
        if line
    ]
    entered = [each["sent_from"] for each in asked if each["kind"] == "enter-figure"]
    assert (entered, {each["sent_from"] for each in asked}) == (
        ["command line"],
        {"command line", "server"},
    )
    lines = run("law", "show", house).stdout.splitlines()
    assert "* wager_most: $400.00" in lines
    assert "  wager_most from 2050-01-01: $300.00" in lines


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("deposit_days", "5", *CITED, "--badge", "A400"), "AUTHORITY_MISSING"),
        (("deposit_days", "5", *CITED, "--badge", "E300", "--badge", "A400"), "PIN_WRONG"),
        (("deposit_days", "5", "--from", "2001-01-01", "--citation", "x", *BOTH), "DAY_WRONG"),
        (("exclusion_check", "no", *CITED, *BOTH), "LAW_FIGURE_UNKNOWN"),
    ],
)
def test_what_is_refused(refuses: Refuses, house: str, words: tuple[str, ...], code: str) -> None:
    assert refuses("law", "enter", house, *words).startswith(f"{code}: ")


def test_the_check_of_a_site_file_knows_what_was_entered(
    run: Run, house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Limits of $500 are above Washington's $400, until the day from which on $500 was entered."""
    file = Path(house) / "site.toml"
    text = file.read_text("utf-8")
    first = text.index('ante = ["')
    line = text[first:].partition("\n")[0]
    day = ("--from", "2050-01-01", "--citation", "WAC 230-15-140")
    run("law", "enter", house, "wager_most", "$500", *day, *BOTH)
    file.write_text(text.replace(line, 'ante = ["$5", "$500"]', 1), "utf-8")
    for time, is_refused in (("2049-12-31T20:00", True), ("2050-01-01T20:00", False)):
        now_ms = int(datetime.fromisoformat(f"{time}+00:00").timestamp() * 1000)
        monkeypatch.setattr("pitboss.live.clocks.clock_ms", lambda now_ms=now_ms: now_ms)
        found = json.loads(run("site", "check", str(file), "--json").stdout)
        codes = {fault["code"] for fault in found["faults"]}
        assert ("LIMITS_ABOVE_CEILING" in codes) == is_refused
