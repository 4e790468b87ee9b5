"""Where an award is confirmed: at its table everywhere, from the pit where the profile lets it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.web.access.issued import Secret

from .server_support import Site, Visitor, by_pin, code_of, move_site, running
from .test_commands import kinds_after

SPOT = {"seat": 2, "sensor": 1}
RULE = "no rule found: we use the strictest"
FORM = 'id="confirm-form"'
SENT = '<p id="at-table-only">Confirm this at the table: press CONFIRM there and swipe.'


@contextmanager
def under(profile: str, folder: Path, cards: dict[str, Secret]) -> Iterator[Site]:
    """The site as it would run there."""
    move_site(folder, profile)
    with running(folder, cards) as opened:
        yield opened


@pytest.fixture(params=["new_york", "new_jersey"])
def strict(
    request: pytest.FixtureRequest, folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """A site where awards are confirmed at the table only."""
    with under(request.param, folder, keys[1]) as opened:
        yield opened


def marked(site: Site) -> Visitor:
    """The console of C1, with a straight flush marked at seat 2."""
    console = site.visitor().enroll("console", "C1")
    for press in (
        console.press("sign-in", table="C1", swipe=by_pin("D100")),
        console.press("start-round", table="C1", spots=[SPOT]),
        console.press("press-hand", table="C1", spot=SPOT, outcome="straight_flush"),
    ):
        assert press.status_code == 200, press.text
    return console


def test_the_pit_confirms_nothing_and_the_table_does_PS_4(strict: Site) -> None:
    console = marked(strict)
    pit = strict.visitor().sign_on("S200")
    seq = strict.running_site.seq
    refused = pit.press("confirm-awards", table="C1", swipe=by_pin("S200"))
    assert code_of(refused) == (403, "CONFIRM_AT_TABLE")
    assert refused.json()["reason"] == "C1: confirm it at the table's own console or keypad"
    assert kinds_after(strict, seq) == ["access-refused"]
    done = console.press("confirm-awards", table="C1", swipe=by_pin("S200"))
    assert done.status_code == 200, done.text
    assert "awards-recorded" in kinds_after(strict, seq)


def test_the_key_of_an_older_keypad_is_turned_at_its_table_PS_5(strict: Site) -> None:
    pit = strict.visitor().sign_on("S200")
    turned = pit.press("turn-key", table="B1", position="JPH")
    assert code_of(turned) == (403, "CONFIRM_AT_TABLE")
    console = strict.visitor().enroll("console", "B1")
    console.press("sign-in", table="B1", swipe=by_pin("D101"))
    turned = console.press("turn-key", table="B1", position="JPH", swipe=by_pin("S200"))
    assert turned.status_code == 200, turned.text


def test_another_tables_console_or_a_sign_is_not_at_the_table(strict: Site) -> None:
    marked(strict)
    for kind, table in (("console", "C2"), ("sign", "C1")):
        browser = strict.visitor().enroll(kind, table)
        browser.sign_on("S200")
        answer = browser.press("confirm-awards", table="C1", swipe=by_pin("S200"))
        assert code_of(answer) == (403, "CONFIRM_AT_TABLE"), kind


def test_who_may_not_confirm_at_all_is_told_so_first(strict: Site) -> None:
    clerk = strict.visitor().sign_on("A400")
    assert code_of(clerk.press("confirm-awards", table="C1")) == (403, "ROLE_TOO_LOW")


def test_other_acts_of_the_pit_stay(strict: Site) -> None:
    pit = strict.visitor().sign_on("S200")
    assert pit.press("pause-table", table="C1", reason="count").status_code == 200


def test_the_pits_page_sends_to_the_table_with_the_rule(strict: Site) -> None:
    pit = strict.visitor().sign_on("S200")
    page = pit.request("GET", "/pit/C1").text
    assert FORM not in page
    assert SENT in page
    assert "Confirm it at the table: check" in page  # its help
    assert "CHECKED: CONFIRM" not in page.partition('id="help"')[2]
    assert "An award is waiting to be confirmed at its table." in pit.request("GET", "/pit").text
    assert RULE not in page


@pytest.mark.parametrize("profile", ["washington", "tribal"])
def test_where_the_profile_lets_it_the_pit_confirms_PS_4(
    profile: str, folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with under(profile, folder, keys[1]) as site:
        marked(site)
        pit = site.visitor().sign_on("S200")
        page = pit.request("GET", "/pit/C1").text
        assert FORM in page
        assert SENT not in page
        done = pit.press("confirm-awards", table="C1", swipe=by_pin("S200"))
        assert done.status_code == 200, done.text
