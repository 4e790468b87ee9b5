"""Printed figures and their verdicts."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pitboss.lab.published import judge_published
from pitboss.maths import verdicts
from pitboss.maths.verdicts import AGREES, CONTRADICTS, DIFFERS, Verdict
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.posted import source_words

PAYTABLES = Paytables()
PAGE = Path(__file__).parents[2] / "docs" / "verified.md"


GAMES = tuple(dict.fromkeys(paytable_id.split("/")[0] for paytable_id in PAYTABLES.ids()))
FIGURE = re.compile(r"^\| (\w+/\w+/)", re.MULTILINE)  # a line of the page


@cache
def verdicts_of(game: str) -> list[Verdict]:
    ids = (each for each in PAYTABLES.ids() if each.startswith(f"{game}/"))
    return [verdict for each in ids for verdict in verdicts.verdicts(PAYTABLES.get(each))]


@pytest.mark.parametrize("game", GAMES)
def test_the_verdicts_of_a_game_are_recorded_and_on_the_page(game: str) -> None:
    found, own = verdicts_of(game), f"{game}/"
    record = {key: said for key, said in verdicts.read_recorded().items() if key.startswith(own)}
    assert verdicts.as_record(found) == record, "see `pitboss verify --write`"
    lines = PAGE.read_text("utf-8").splitlines()
    kept = [each for each in lines if each.startswith(f"| {own}") or not FIGURE.match(each)]
    judged = sorted((*found, *judge_published(game)), key=lambda each: each.paytable_id)
    made = verdicts.page(judged, lambda each: source_words(PAYTABLES.get(each)))
    assert kept == made.splitlines(), "see `pitboss verify --page docs/verified.md`"


def test_nothing_is_kept_of_a_game_that_is_gone() -> None:
    kept = {*verdicts.read_recorded(), *FIGURE.findall(PAGE.read_text("utf-8"))}
    assert {each.split("/")[0] for each in kept} <= set(GAMES)


def test_C4_7_the_source_contradicts_itself_about_the_bad_beat() -> None:
    found = verdicts.verdicts(PAYTABLES.get("crazy4/bad_beat/bbb-01"))
    assert [(each.printed, each.verdict) for each in found] == [
        ("19.3 %", CONTRADICTS),
        ("2.4 %", AGREES),
        ("19.87 %", CONTRADICTS),
        ("6.59 %", CONTRADICTS),
    ]


def test_MB_4_every_dragon_bonus_edge_agrees() -> None:
    for number in (1, 2, 3):
        found = verdicts.verdicts(PAYTABLES.get(f"baccarat/dragon_bonus/{number}"))
        assert [each.verdict for each in found] == [AGREES] * 6


def test_MB_5_a_figure_names_the_reading_it_agrees_with() -> None:
    hit = verdicts.verdicts(PAYTABLES.get("baccarat/dragon_progressive/1"))[2]
    assert (hit.figure, hit.verdict) == ("hit_frequency", AGREES)
    assert "side either, naturals yes" in hit.reading


def test_C4_9_a_wrong_figure_is_reported_as_wrong() -> None:
    edge, hit = verdicts.verdicts(PAYTABLES.get("crazy4/queens_up/c4p-09"))
    assert (edge.verdict, edge.exact) == (DIFFERS, Fraction(79544, 2598960))
    assert (hit.verdict, hit.exact) == (DIFFERS, Fraction(644244, 2598960))


def test_a_changed_verdict_is_noticed() -> None:
    found = [verdict for game in GAMES for verdict in verdicts_of(game)]
    wrong = next(each for each in found if each.verdict != AGREES)
    changed = [replace(each, verdict=AGREES) if each is wrong else each for each in found]
    assert len(verdicts.changes(changed)) == 1


@pytest.mark.parametrize(
    ("exact", "like", "more", "text"),
    [
        (Fraction(1, 3), "33.3 %", 0, "33.3 %"),
        (Fraction(1, 3), "33.3 %", 2, "33.333 %"),
        (Fraction(1, 2), "1", 0, "1"),
        (Fraction(-1, 3), "0.3", 0, "-0.3"),
        (Fraction(-1, 3000), "0.3 %", 0, "0.0 %"),
        (Fraction(123456789, 2), "$1,000", 0, "$61,728,395"),
        (Fraction(1999, 1000), "1.99", 0, "2.00"),
    ],
)
def test_rounding_is_half_up_to_the_digit(exact: Fraction, like: str, more: int, text: str) -> None:
    assert verdicts.round_like(exact, like, more=more) == text


def test_a_figure_that_is_none_is_refused() -> None:
    with pytest.raises(Refusal, match="FIGURE_UNKNOWN"):
        verdicts.number("about 3 %")
