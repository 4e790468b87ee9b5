"""What a search finds in the books."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from evidence.test_story import SITE
from pitboss.books import Books, Entry
from pitboss.books.things import AMOUNT, AWARD, Thing, things_of
from pitboss.evidence import lookup
from pitboss.evidence.lookup import Lookup
from pitboss.evidence.typed import Typed
from pitboss.floor.facts.awards import AwardsRecorded
from pitboss.floor.facts.values import Award
from pitboss.money import Cents
from pitboss.web.language import WORDS

SHARE_CENTS, LEAST_CENTS = 166_676, 5_000


def award(seat: int, cents: int) -> Award:
    """What a seat won in the one round of this test."""
    return Award(
        f"M1-1-76.{seat}", seat, 1, "dragon", "suited", "main",
        Cents(cents), Cents(0), Cents(0), restarts=False,
    )  # fmt: skip


def books_of(event: AwardsRecorded) -> Mock:
    """Books with one entry."""
    books = Mock(spec=Books)
    books.naming.side_effect = lambda thing, **_: (
        [Entry(76, 0, event)] if thing in things_of(event) else []
    )
    books.names.return_value = books.newest.return_value = []
    books.row.return_value = None
    return books


def test_an_amount_leads_to_every_award_of_it_that_one_entry_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    awards = (*(award(seat, SHARE_CENTS) for seat in (1, 4, 6)), award(2, LEAST_CENTS))
    event = AwardsRecorded(table="M1", round=1, badge="E300", awards=awards)
    typed = Typed(text="1666.76", cents=SHARE_CENTS)
    wanted = Lookup(typed=typed, tables=("M1",), named_tables=())
    monkeypatch.setattr(lookup, "teller_of", Mock())  # the lines are not looked at
    hits = lookup.look_up(books_of(event), wanted, SITE, WORDS)
    assert [(hit.group, hit.thing) for hit in hits] == [
        (AMOUNT, Thing(AWARD, f"M1-1-76.{seat}")) for seat in (1, 4, 6)
    ]
