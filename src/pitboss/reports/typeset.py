"""A page as PDF: a template of this folder with its data. The same bytes for the same data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import metadata, resources
from typing import Any, Literal, TypeAlias

from pitboss.refusal import Refusal

PdfStandard: TypeAlias = Literal["a-2b", "a-3b"]
PAPERS = {"a4": "a4", "letter": "us-letter"}


def typeset(
    template: str, data: Mapping[str, Any], *, paper: str, standard: PdfStandard = "a-2b"
) -> bytes:
    """The PDF of a template, for archives, which says by what it was made; a paper that there is
    not is refused. Files may go along in the standard a-3b alone."""
    check_paper(paper)
    import typst  # only a page that is printed needs the typesetter

    made = typst.compile(
        resources.files("pitboss.reports").joinpath(template).read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=standard,
        sys_inputs={
            "sheet": json.dumps({"version": f"pitboss {metadata.version('pitboss')}", **data}),
            "paper": PAPERS[paper],
        },
    )
    assert isinstance(made, bytes)
    return made


def check_paper(paper: str) -> None:
    """Refuse a paper that there is not."""
    if paper not in PAPERS:
        raise Refusal(
            "PAPER_UNKNOWN", where=f"--paper {paper}", reason=f"there are {', '.join(PAPERS)}"
        )
