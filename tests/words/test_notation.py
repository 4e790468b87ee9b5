"""Texts of files and records in the reader's language."""

from __future__ import annotations

import pytest

from pitboss.notation import PARTS_MOST, translate

SPANISH = {"bets": "apuestas", "meters": "pozos", "bets of {name}": "apuestas de {name}"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bets", "apuestas"),
        ("C1: bets, meters", "C1: apuestas, pozos"),
        ("bets of meters", "apuestas de pozos"),
        ("nobody's word", "nobody's word"),
    ],
)
def test_a_text_is_told_as_a_whole_or_in_its_parts(text: str, told: str) -> None:
    assert translate(text, SPANISH) == told


@pytest.mark.parametrize("parts", [PARTS_MOST // 2, 5_000])
def test_a_list_that_somebody_typed_costs_no_more_than_its_length(parts: int) -> None:
    """Looking at both sides of each sign took twice as long with every part."""
    typed = "".join(f"C1-{number}: four aces, " for number in range(parts))
    assert translate(typed, SPANISH) == typed
