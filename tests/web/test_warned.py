"""Warnings of a change, which the record keeps in English, in the reader's language."""

from __future__ import annotations

import pytest

from pitboss.web.language import speaking
from pitboss.web.warned import warned


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "House edge 12.5000 % → 10.2500 %, before envy, in the long run",
            "Ventaja de la casa 12.5000 % → 10.2500 % (antes de los pagos de envidia)"
            " a largo plazo",
        ),
        (
            "House edge 12.5000 % → 10.2500 %, at the posted amounts",
            "Ventaja de la casa 12.5000 % → 10.2500 % con los importes anunciados",
        ),
        (
            "Crazy 4 Mega is won 1 in 1,200, Sevens Main never (GLI-13)",
            "Crazy 4 Mega: se gana 1 vez de cada 1,200; Sevens Main: no se gana nunca (GLI-13)",
        ),
        (
            "Crazy 4: same hand equal odds with C1, C2 (WAC 230-15-685)",
            "Crazy 4: misma mano con iguales probabilidades que C1, C2 (WAC 230-15-685)",
        ),
    ],
)
def test_a_warning_is_said_in_the_readers_language(text: str, said: str) -> None:
    with speaking("es"):
        assert warned(text) == said
    with speaking("en"):
        assert warned(text) == text


def test_a_warning_with_a_code_begins_with_what_the_code_means() -> None:
    with speaking("es"):
        told = warned("SEED_ZERO: the meter restarts from nothing; house edge 1 % (PS-13)")
    assert not told.startswith("SEED_ZERO")
    assert told.endswith("(the meter restarts from nothing; house edge 1 % (PS-13))")
