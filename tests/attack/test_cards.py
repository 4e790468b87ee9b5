"""A card that somebody has read or copied: alone, and from a browser that is nobody's, it opens
nothing."""

from __future__ import annotations

import pytest

from web.server_support import Site


@pytest.mark.parametrize("kind", ["", "sign"])
def test_a_card_alone_signs_nobody_on_where_no_console_is(site: Site, kind: str) -> None:
    stranger = site.visitor()
    if kind:
        stranger.enroll(kind, "C1")
    answer = stranger.form("/sign-on", badge=site.cards["E300"].track, pin="")
    assert answer.status_code == 403
    assert "CARD_NOT_HERE" in answer.text
    assert stranger.load("/pit").status_code == 303


def test_at_an_enrolled_console_a_card_signs_its_owner_on(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    assert console.form("/sign-on", badge=site.cards["E300"].track, pin="").status_code == 303
    assert console.load("/pit").status_code == 200
