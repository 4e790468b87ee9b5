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
from pitboss.floor.facts.payments import PrizePaid
from pitboss.floor.facts.values import Award, Payment
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


@pytest.mark.parametrize("typed", ["1042-S", "1042s", "Form 1042-S"])
def test_a_form_leads_to_the_awards_that_were_paid_with_it(
    monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    paid = [
        PrizePaid(
            award=name, cents=Cents(500_000), payment=Payment(method="check", tax_form=form),
            withheld_cents=Cents(0), parts=(), keep_until="2031-12-31", badge="A400",
        )
        for name, form in (("M1-1-76.1", "1042-S"), ("M1-2-80.1", "W-2G"), ("M1-3-90.1", "none"))
    ]  # fmt: skip
    books = Mock(spec=Books)
    books.naming.return_value = books.names.return_value = []
    books.row.return_value = None
    books.newest.side_effect = lambda *kinds, **_: (
        [Entry(90, 0, each) for each in paid] if kinds == ("prize-paid",) else []
    )
    monkeypatch.setattr(lookup, "teller_of", Mock())
    wanted = Lookup(typed=Typed(text=typed), tables=("M1",), named_tables=())
    hits = lookup.look_up(books, wanted, SITE, WORDS)
    assert [(hit.group, hit.thing) for hit in hits] == [(AWARD, Thing(AWARD, "M1-1-76.1"))]
