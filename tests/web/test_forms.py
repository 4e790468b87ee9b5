"""What a form does before its script is there: nothing, or what its own address does by itself."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.floor.facts import COMMANDS, papers
from pitboss.web.office.command_forms import READERS, CommandForm, FormField, form_of
from pitboss.web.office.menu import BY_NAME, INSPECTED
from pitboss.web.shell.server import WEB


def test_no_form_sends_its_fields_in_an_address_before_its_script_is_there() -> None:
    forms = [
        (page, form)
        for page in sorted(Path(WEB / "templates").rglob("*.html"))
        for form in re.findall(r"<form\b[^>]*>", page.read_text("utf-8"))
    ]
    assert len(forms) > 10
    wrong = [
        f"{page.name}: {form}"
        for page, form in forms
        if 'method="dialog"' not in form and " action=" not in form
    ]
    assert wrong == []


def test_every_kind_of_field_has_its_reader() -> None:
    pages = (page.read_text("utf-8") for page in Path(WEB / "templates").rglob("*.html"))
    written = {kind for page in pages for kind in re.findall(r'data-kind="(\w+)"', page)}
    script = Path(WEB / "static" / "office_fields.js").read_text("utf-8")
    readers = re.findall(r"^  (\w+): ", script.partition("const READERS")[2], re.M)
    assert "seats" in written
    assert written | set(READERS.values()) <= set(readers)


def test_a_form_has_what_its_command_asks_for_and_who_signs_it() -> None:
    assert form_of("record-cover") == CommandForm(
        (
            FormField("ground", "text", is_required=True),
            FormField("cents", "dollars", is_required=True),
            FormField("reference", "text", is_required=True),
            FormField("until", "day", is_required=False),
        ),
        people=2,
    )
    assert [each.name for each in form_of("name-bank-account").fields] == [
        "account.bank", "account.state", "account.last_four",
    ]  # fmt: skip


def test_a_command_of_the_office_says_the_section_whose_page_asks_for_it() -> None:
    assert {command.office for command in COMMANDS} - {""} <= set(BY_NAME)
    assert papers.SendPaper in BY_NAME["papers"].asks
    assert "supervisor" in BY_NAME["papers"].writers
    assert not any(section.asks for section in INSPECTED)
