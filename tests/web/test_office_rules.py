"""The page of the rules: what a jurisdiction asks, what the system does, which test holds it."""

from __future__ import annotations

from pitboss.rules import catalog

from .office_support import exported, signed_on
from .office_support import seen_site as site
from .server_support import Site

__all__ = ["site"]


def test_every_switch_of_the_profile_cites_its_rule(site: Site) -> None:
    rows = exported(signed_on(site, "T500"), "/office/rules", "switches")
    deposit = next(row for row in rows if row["switch"] == "Days to deposit accruals")
    assert deposit["value"] == "7"
    assert deposit["rule"].startswith("WAC 230-15-455")
    assert all(row["rule"] for row in rows)
    shown = {row["switch"]: row["value"] for row in rows}
    assert shown["Count the deck from"] == "$500.00"
    assert shown["Self-exclusion check"] == "yes"
    assert shown["Who confirms a win"] == "supervisor, executive"
    assert shown["Tax form: starting at"] == "January 1, 2025: $600.00, January 1, 2026: $2,000.00"
    assert "for this jackpot. The house" in shown["Notices on a house jackpot"]


def test_a_rule_its_behavior_and_its_test_stand_in_one_row(site: Site) -> None:
    rows = exported(signed_on(site, "S200"), "/office/rules", "switches")
    row = next(row for row in rows if row["switch"] == "Highest wager")
    assert row == {
        "switch": "Highest wager",
        "rule": "WAC 230-15-140, maximum single wager as raised in 2023 (WSR 23-09-065)",
        "confidence": "part",
        "value": "$400.00",
        "entered": "",
        "does": "No site can set a wager or limit above $400.00.",
        "tested": "tests/site/test_site_check.py"
        "::test_ALL_2_limits_above_the_ceiling_cite_the_rule",
    }


def test_what_is_for_people_to_follow_is_shown_as_such(site: Site) -> None:
    person = signed_on(site, "T500")
    rows = exported(person, "/office/rules", "for_people")
    records = next(row for row in rows if row["switch"] == "Records available")
    assert records == {
        "switch": "Records available",
        "rule": "WAC 230-06-070(3), in an archive of 2022",
        "confidence": "read",
        "asks": "A month's records are ready within 30 days.",
        "tested": "no test: people follow it",
    }
    assert "that people follow" in person.request("GET", "/office/rules").text


def test_another_jurisdiction_does_something_else(site: Site) -> None:
    person = signed_on(site, "S200")
    said = {
        name: {
            row["switch"]: row["does"]
            for row in exported(person, f"/office/rules/{name}", "switches")
        }
        for name in ("washington", "ohio", "pennsylvania")
    }
    assert said["ohio"]["Reserve disclosed to players"] == (
        "The sign of a jackpot with a reserve says part of each wager feeds it."
    )
    assert (
        said["washington"]["Reserve disclosed to players"]
        == "The sign doesn't mention the reserve."
    )
    assert said["pennsylvania"]["Who changes a rate or a limit"] == (
        "Changing rates or amounts takes a second person. "
        "The second person is from another department."
    )


def test_the_page_leads_to_every_jurisdiction_and_refuses_an_unknown_one(site: Site) -> None:
    person = signed_on(site, "U600")
    page = person.request("GET", "/office/rules").text
    for name in catalog.profile_names():
        assert f'href="/office/rules/{name}"' in page
    assert "no such profile" in person.request("GET", "/office/rules/moon").text


def test_a_reader_of_spanish_finds_the_switches_in_spanish(site: Site) -> None:
    person = signed_on(site, "S200")
    person.form("/language", language="es")
    page = person.request("GET", "/office/rules").text
    assert "Quién confirma un premio" in page
    assert "segunda credencial" in page
    assert "test_ALL_2" not in page  # who holds it is in the file
    assert "Ningún premio sale solo por azar" in page
    assert "<h2>Estado de Washington (salas de juego comerciales)</h2>" in page
    assert ">Nueva Jersey (casinos)</a>" in page
    assert "The house may remove this jackpot without notice." in page  # as it is posted
    ohio = person.request("GET", "/office/rules/ohio").text
    assert "no se encontró ninguna regla: usamos la más estricta" in ohio
    assert "inferred" not in ohio
    assert "no rule found" not in ohio
    assert (
        "se lleva a diario un registro del monto"
        in person.request("GET", "/office/rules/nevada").text
    )
    person.form("/language", language="")


def test_the_story_and_the_system_call_a_jurisdiction_so_too(site: Site) -> None:
    person = signed_on(site, "E300")
    person.form("/language", language="es")
    for address in ("/office/system", "/office/journal/1"):
        assert "Estado de Washington" in person.request("GET", address).text
    person.form("/language", language="")
