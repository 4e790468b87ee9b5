"""What a form does before its script is there: nothing, or what its own address does by itself."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.web.server import WEB


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
