"""What surveillance should look at, as an auditor reads it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.facts import rounds
from pitboss.floor.facts.values import Spot
from pitboss.web.access.issued import Secret

from .history import Past
from .office_support import exported, played, signed_on
from .played_weeks import nine_days
from .server_support import Site, Visitor

DAYS = "begin=2026-11-07&end=2026-11-17"
LINE = "hit|seat|C1|3|fours|four_of_a_kind"


def fours_at_a_seat(past: Past) -> None:
    """Nine days, and then four of a kind at one seat, four times; and a mark taken back."""
    nine_days(past)
    for _ in range(4):
        past.round("C1", [2, 3], hands={3: "four_of_a_kind"})
    past.ask(rounds.StartRound, table="C1", spots=(Spot(4, 1),))
    for _ in range(2):
        past.ask(rounds.PressHand, table="C1", spot=Spot(4, 1), outcome="four_aces")
    past.ask(rounds.EndRound, table="C1")


@pytest.fixture(scope="module")
def known(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("cheats") / "site"
    with played(folder, keys, then=fours_at_a_seat) as opened:
        yield opened


@pytest.fixture
def auditor(known: Site) -> Visitor:
    return signed_on(known, "U600")


def test_what_luck_hardly_does_comes_first_and_leads_to_its_rounds(auditor: Visitor) -> None:
    page = auditor.request("GET", f"/office/integrity?{DAYS}").text
    first = page.partition('<ol class="notes"><li>')[2].partition("</li>")[0]
    assert "Four of a Kind on" in first
    assert "Table C1, seat 3: Four of a Kind on Four-card progressive, Pays 3, 4 times" in page
    assert "Luck alone does this 1 time in" in first
    asked = f"/office/integrity?{DAYS}&line={LINE.replace('|', '%7C')}"
    assert asked.partition("?")[2].replace("&", "&amp;") in page
    cases = exported(auditor, asked, "cases")
    assert [(row["table"], row["seat"], row["hand"]) for row in cases] == [
        ("C1", "3", "Four of a Kind")
    ] * 4
    assert len({row["round"] for row in cases}) == 4
    assert all(row["camera_clock"] in row["time"] for row in cases)


def test_the_csv_has_every_line_that_was_looked_at(auditor: Visitor) -> None:
    lines = exported(auditor, f"/office/integrity?{DAYS}", "looked_at")
    chances = [float(line["luck"]) for line in lines]
    assert chances == sorted(chances)
    found = [line for line in lines if line["worth_a_look"]]
    assert found == lines[: len(found)]
    assert {line["what"] for line in found} == {"hit"}
    assert {line["what"] for line in lines} >= {"hit", "undone", "void", "late_bet"}


def test_quiet_days_say_so(auditor: Visitor) -> None:
    page = auditor.request("GET", "/office/integrity?begin=2026-11-10&end=2026-11-11").text
    assert "Nothing stands out in these 2 days. We looked at" in page


@pytest.mark.parametrize("badge", ["S200", "A400", "T500"])
def test_those_it_looks_at_do_not_read_it(known: Site, badge: str) -> None:
    assert signed_on(known, badge).request("GET", "/office/integrity").status_code == 403
