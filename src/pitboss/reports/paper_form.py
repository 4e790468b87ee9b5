"""A form with a deadline, on paper: the facts on record, and blanks to fill in and sign.

`paper_form.typ` only lays it out. The same paper and words make the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.floor.state.papers import PaperState
from pitboss.local_time import local_day, local_time
from pitboss.reports.typeset import typeset


class PaperForm(Struct, frozen=True, kw_only=True):
    """A paper as printed: the record, the rule that sets its deadline, and the site's names for
    what it concerns (label and text)."""

    found: PaperState
    house: str
    time_zone: str
    rule: str
    about: tuple[tuple[str, str], ...]


def paper_form(form: PaperForm, words: Mapping[str, Any], *, size: str = "letter") -> bytes:
    return typeset("paper_form.typ", form_data(form, words), paper=size)


def form_data(form: PaperForm, words: Mapping[str, Any]) -> dict[str, Any]:
    """The form's contents, as texts."""
    found, labels = form.found, words["labels"]
    own = words["form"][found.paper_kind]
    times = (
        (own["began"], found.learned_ms),
        (labels["due_by"], found.due_ms),
        (labels["sent"], found.sent_ms),
    )
    return {
        "title": own["title"],
        "intro": own["intro"],
        "house": form.house,
        "paper": found.paper,
        "date": local_day(found.learned_ms, form.time_zone),
        "status": words["status"][found.status],
        "facts": [
            *([label, local_time(at_ms, form.time_zone)] for label, at_ms in times if at_ms),
            *([labels["reference"], found.reference] for _ in range(bool(found.reference))),
            *(list(pair) for pair in form.about),
        ],
        "happened": [own["text"], found.text],
        "blanks": list(own["blanks"]),
        "signers": list(own["signers"]),
        "sign": words["sign"],
        "rule": form.rule,
        "entry": words["entry"].format(seq=found.seq),
    }
