"""A house that plays for money, for the pictures of `screens.py`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from web.office_support import award_of, played, signed_on
from web.server_support import Site, make_keys
from web.test_office_changes import ask, level

WAIT_S = 120.0  # the proof of a change takes a while on a busy machine


@contextmanager
def office(folder: Path) -> Iterator[tuple[Site, str]]:
    """The house, and its award for four aces, which is not paid yet."""
    keys = make_keys(folder / "keys")
    with played(folder / "site", (folder / "keys", keys)) as site:
        site.client.timeout = WAIT_S
        site.visitor().enroll("console", "C1")
        clerk = signed_on(site, "A400")
        ask(clerk, "request", action="set", jackpot="fours", levels=[level(rate_ppm=300_000)])
        yield site, award_of(clerk, "Four Aces")
