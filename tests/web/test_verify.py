"""Anybody checks a win page: what is true is said to be, what is forged is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.web.access.issued import Secret

from .office_support import award_of, played, signed_on
from .office_support import seen_site as site
from .server_support import Site, by_pin

__all__ = ["site"]


def link_of(site: Site) -> str:
    """The address on the paper of the four aces."""
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    page = visitor.request("GET", f"/office/wins/{award}").text
    found = re.search(r'href="(/verify/\d+/[0-9a-f]{16})\?', page)
    assert found is not None
    return f"{found[1]}?award={award}&table=C1&round=6&seat=2&total_cents=100360"


def test_a_true_page_is_said_to_be_true(site: Site) -> None:
    answer = site.visitor().request("GET", link_of(site))
    assert answer.status_code == 200
    assert "it matches the journal" in answer.text
    assert "$1,003.60" in answer.text


@pytest.mark.parametrize(
    ("figure", "forged"),
    [
        ("total_cents=100360", "total_cents=900360"),
        ("seat=2", "seat=3"),
        ("round=6", "round=7"),
        ("total_cents=100360", "total_cents=%3Cb%3E"),
    ],
)
def test_a_forged_figure_is_found(site: Site, figure: str, forged: str) -> None:
    address = link_of(site)
    assert figure in address
    answer = site.visitor().request("GET", address.replace(figure, forged))
    assert "match the journal" in answer.text
    assert "<b>" not in answer.text


def test_without_the_hash_nothing_is_told(site: Site) -> None:
    address = link_of(site)
    for wrong in (
        re.sub(r"[0-9a-f]{16}\?", "0123456789abcdef?", address),
        re.sub(r"[0-9a-f]{8}\?", "?", address),
        re.sub(r"/verify/\d+", "/verify/999999", address),
    ):
        answer = site.visitor().request("GET", wrong)
        assert answer.status_code == 404
        assert "$1,003.60" not in answer.text


def test_a_true_page_of_an_award_that_was_backed_out_says_do_not_pay(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with played(tmp_path / "site", keys, closes=False) as site:
        address = link_of(site)
        award = award_of(signed_on(site, "A400"), "Four Aces")
        undone = signed_on(site, "S200").press(
            "back-out-award", award=award, reason="misread", second_swipe=by_pin("A400")
        )
        assert undone.status_code == 200, undone.text
        answer = site.visitor().request("GET", address)
        assert "BACKED OUT: do not pay" in answer.text
        assert "it matches the journal" not in answer.text
