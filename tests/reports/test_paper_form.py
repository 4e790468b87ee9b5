"""The printed form of a paper: what the record says, blanks, lines to sign."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.state.papers import PaperState
from pitboss.reports.paper_form import PaperForm, form_data, paper_form
from pitboss.words.language import WORDS

PAPERS = WORDS["office"]["papers"]
LEARNED_MS = 1_794_753_600_000  # 15 November 2026, 06:40 in Seattle
HOUR_MS = 3_600_000


def form(kind: str, **fields: Any) -> PaperForm:
    """A paper of a kind, ready to print."""
    found = PaperState(
        paper="paper-7", paper_kind=kind, status="open", seq=7, typed="no signal from the board",
        learned_ms=LEARNED_MS, due_ms=LEARNED_MS + 72 * HOUR_MS, **fields,
    )  # fmt: skip
    return PaperForm(
        found=found,
        house="Cedar Room",
        time_zone="America/Los_Angeles",
        rule="WAC 230-06-054",
        about=(("Table", "C1"),),
    )


def test_a_malfunction_learned_at_0640_is_due_three_days_later() -> None:
    data = form_data(form("malfunction"), PAPERS)
    assert data["facts"] == [
        ["Found out", "2026-11-15 06:40:00 PST"],
        ["Due by", "2026-11-18 06:40:00 PST"],
        ["Table", "C1"],
    ]
    assert data["happened"] == ["What happened", "no signal from the board"]
    assert data["rule"] == "WAC 230-06-054"


def test_what_was_sent_stands_on_the_form_with_its_reference() -> None:
    sent = form("forfeiture", sent_ms=LEARNED_MS + HOUR_MS, reference="mail 12")
    data = form_data(sent, PAPERS)
    assert data["facts"][2:4] == [["Sent", "2026-11-15 07:40:00 PST"], ["Reference", "mail 12"]]


@pytest.mark.parametrize("kind", ["malfunction", "forfeiture", "removal", "dispute"])
def test_each_kind_has_a_form_with_blanks_to_sign(kind: str) -> None:
    data = form_data(form(kind), PAPERS)
    assert data["blanks"]
    assert len(data["signers"]) >= 2
    made = paper_form(form(kind), PAPERS)
    assert made.startswith(b"%PDF")
    assert made == paper_form(form(kind), PAPERS)
