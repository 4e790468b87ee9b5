"""Every report, sheet, column and signer has words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.floor.decide.jackpots import ADJUSTMENTS
from pitboss.reports.making import reports
from pitboss.reports.r01_accrual import CAUSES
from pitboss.reports.sheet_xlsx import NAME_MOST
from pitboss.words.language import WORDS, languages, texts

FILES = Path(__file__).parents[2] / "src" / "pitboss" / "reports"
OFFICE = WORDS["office"]


def written(pattern: str) -> set[str]:
    """All that the files of reports name in such a place."""
    texts = [path.read_text("utf-8") for path in FILES.glob("r[0-9][0-9]_*.py")]
    return {name for text in texts for name in re.findall(pattern, text)}


def test_every_report_has_a_title_a_purpose_and_signers() -> None:
    names = [each.name for each in reports()]
    assert list(OFFICE["reports"]["titles"]) == list(OFFICE["reports"]["purposes"]) == names
    assert set(OFFICE["reports"]["notes"]) <= set(names)
    signers = {signer for each in reports() for signer in each.signers}
    assert signers == set(OFFICE["reports"]["signers"])


def test_an_auditor_reads_every_report() -> None:
    assert all("auditor" in each.readers for each in reports())


@pytest.mark.parametrize("language", languages())
def test_the_name_of_a_worksheet_is_the_whole_title_of_its_sheet(language: str) -> None:
    """A spreadsheet cuts names at 31 letters, after which two could be the same."""
    office = texts(language)["office"]
    sheets = {*written(r'source\.sheet\(\s*"(\w+)"'), "boxes", "boxes_explained"}
    titles = [office["reports"]["about"], *(office["sheets"][name] for name in sorted(sheets))]
    assert [title for title in titles if len(title) > NAME_MOST] == []


def test_every_sheet_and_column_has_words() -> None:
    assert written(r'source\.sheet\(\s*"(\w+)"') <= set(OFFICE["sheets"])
    assert written(r'Column\("(\w+)"') <= set(OFFICE["columns"])
    causes = {f"moved_{cause.replace('-', '_')}" for cause in CAUSES}
    reasons = {f"adjusted_{reason}" for reason in ADJUSTMENTS}
    assert causes | reasons <= set(OFFICE["columns"])
