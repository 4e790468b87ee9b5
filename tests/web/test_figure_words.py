"""Figures of paytables are told in the reader's language; hands and levels stay as printed."""

from __future__ import annotations

import re

import pytest

from pitboss.floor.view.labels import pay_words
from pitboss.maths.analysis import analyze
from pitboss.maths.verdicts import verdicts
from pitboss.reports.sheet import PAY, cell_text
from pitboss.rules.catalog import Paytables
from pitboss.rules.posted import posted_lines
from pitboss.web.office.figure_words import (
    case_said,
    pay_said,
    reading_said,
    setting_said,
    verdict_said,
)
from pitboss.words.language import recording, speaking

from .test_language import FINISHED_GAMES

PAYTABLES = Paytables()
ENGLISH = re.compile(
    r"\b(for|to|of|from|loses|wins|push|average|fold|raise|play|check|bet|win|loss|tie|qualified|"
    r"unqualified|below|dealer|decks|side|naturals|agrees|differs|contradicts|yes)\b"
)


@pytest.mark.parametrize("paytable_id", PAYTABLES.ids())
def test_no_english_is_left_in_the_figures_of_a_paytable(paytable_id: str) -> None:
    paytable = PAYTABLES.get(paytable_id)
    if FINISHED_GAMES.isdisjoint(paytable.games):
        pytest.skip("a game that is not finished says its own words")
    analysis = analyze(paytable)
    own = {label.long for label in paytable.labels.values()}
    own |= {level.label for level in paytable.levels}
    with speaking("es"):
        said = [pay_said(case.pays, paytable) for case in analysis.printed_cases]
        posted = (prize for line in posted_lines(paytable) for prize in line.prizes)
        said += [pay_said(pay_words(prize, paytable), paytable) for prize in posted]
        said += [case_said(case.outcome, paytable) for case in analysis.printed_cases]
        settings = analysis.options.items()
        said += [setting_said(name, str(each)) for name, each in settings if name != "game"]
        for each in verdicts(paytable):
            said += [reading_said(each.where, paytable), reading_said(each.reading, paytable)]
            said.append(verdict_said(each.verdict))
    hands = re.compile("|".join(map(re.escape, sorted(own, key=len, reverse=True))))
    assert [each for each in said if ENGLISH.search(hands.sub("", each))] == []


def test_a_pay_reads_as_in_the_readers_language() -> None:
    paytable = PAYTABLES.get("multi_game/five_card/ml01")
    for language, pays in (
        ("en", ["30 for 1", "1,000 to 1", "100% of Mega", "loses", "wins 3"]),
        ("es", ["30 por 1", "1,000 a 1", "100 % de Mega", "pierde", "gana 3"]),
    ):
        with speaking(language):
            told = ("30 for 1", "1,000 to 1", "100 % of mega", "loses", "wins 3")
            assert [pay_said(each, paytable) for each in told] == pays


@pytest.mark.parametrize(
    ("printed", "spanish"),
    [
        ("300 for 1", "300 por 1"),
        ("9 for 1 from Mega", "9 por 1 de Mega"),
        ("$250 from the meter", "$250 del acumulado"),
        ("100% Mega", "100% Mega"),
        ("PUSH", "EMPATE"),
        ("$1,000", "$1,000"),
    ],
)
def test_a_pay_as_a_layout_prints_it_is_told_on_screens_and_in_the_files_of_a_house(
    printed: str, spanish: str
) -> None:
    paytable = PAYTABLES.get("multi_game/five_card/ml01")
    assert cell_text(PAY, printed, "UTC") == printed
    with speaking("es"):
        assert pay_said(printed, paytable) == cell_text(PAY, printed, "UTC") == spanish
    with recording("es"):
        assert cell_text(PAY, printed, "UTC") == spanish


def test_a_setting_is_no_name_of_the_data() -> None:
    with speaking("en"):
        assert setting_said("folded_qualify", "yes") == "folded hands can win: yes"
        assert setting_said("criterion", "flush") == "ante pays from: a flush"
        assert setting_said("game", "crazy4") == "Crazy 4 Poker"


def test_what_has_no_words_is_said_as_the_odds_of_its_game_write_it() -> None:
    paytable = PAYTABLES.get("crazy4/base/c4p")
    for language in ("en", "es"):
        with speaking(language):
            assert case_said("goes to war, second tie", paytable) == "goes to war, second tie"
            assert setting_said("burned_cards", "three") == "burned cards: three"
            assert reading_said("burned_cards three", paytable) == "burned_cards three"
