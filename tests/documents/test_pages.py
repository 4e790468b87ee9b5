"""Pages say what the code does."""

from __future__ import annotations

import pytest

from documents import pages
from documents.pages import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_follows_from_the_code_is_as_it_would_be_written_now(name: str) -> None:
    remake = "run PYTHONPATH=tests .venv/bin/python -m documents.pages"
    assert (DOCS / name).read_text("utf-8") == pages.filled(name), remake
