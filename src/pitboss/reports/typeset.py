"""A page as PDF: a template of this folder with its data. The same data make the same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import metadata, resources
from typing import Any, Literal, TypeAlias
from unicodedata import east_asian_width

from pitboss.refusal import Refusal

PdfStandard: TypeAlias = Literal["a-2b", "a-3b"]
SUBSTITUTE = "\ufffd"  # for a character that no font here has; archival PDF allows no empty box
PAPERS = {"a4": "a4", "letter": "us-letter"}


def typeset(
    template: str, data: Mapping[str, Any], *, paper: str, standard: PdfStandard = "a-2b"
) -> bytes:
    """The archival PDF of a template, marked with its producer; refuses an unknown paper size. Only
    the a-3b standard allows attachments."""
    check_paper(paper)
    from typst import TypstError  # only printing needs it

    source = resources.files("pitboss.reports").joinpath(template).read_bytes()
    version = f"pitboss {metadata.version('pitboss')}"
    sheet = json.dumps({"version": version, **data}, ensure_ascii=False)
    try:
        return _compiled(source, sheet, paper, standard)
    except TypstError:
        printable = "".join(each if _is_printable(each) else SUBSTITUTE for each in sheet)
        if printable == sheet:
            raise
        return _compiled(source, printable, paper, standard)


def _compiled(source: bytes, sheet: str, paper: str, standard: PdfStandard) -> bytes:
    import typst

    made = typst.compile(
        source,
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=standard,
        sys_inputs={"sheet": sheet, "paper": PAPERS[paper]},
    )
    assert isinstance(made, bytes)
    return made


@cache
def _is_printable(char: str) -> bool:
    """Whether our fonts have a character. They have none of the tens of thousands of wide ones; any
    other is tried."""
    from typst import TypstError

    if char.isascii():
        return True
    if east_asian_width(char) in "WF":
        return False
    try:
        _compiled(b"#sys.inputs.sheet", f"e{char}", "letter", "a-2b")  # it may be an accent
    except TypstError:
        return False
    return True


def check_paper(paper: str) -> None:
    """Refuse an unknown paper size."""
    if paper not in PAPERS:
        raise Refusal("PAPER_UNKNOWN", "there_are", where=f"--paper {paper}", papers=PAPERS)
