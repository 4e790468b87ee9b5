"""The same wagers and hits under other terms, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import pitboss
from pitboss.money import Cents
from pitboss.refusal import Refusal

# $1, 20 % to the meter and 5 % to the reserve, from $1,000; four aces take all of it.
FOURS = pitboss.look_up("crazy4/progressive/pays-3")
HITS = (
    pitboss.PlayedHit(1000, "four_aces"),
    pitboss.PlayedHit(10, "four_of_a_kind"),
    pitboss.PlayedHit(500, "four_aces"),
)


def test_its_own_terms_end_where_the_books_do() -> None:
    """$1,000 + $200; then $1,000 + $50 + 510 x $0.20; then $1,000 + $25.50 + 100 x $0.20."""
    played = pitboss.replay(FOURS, HITS, wagers_after=100)["main"]
    assert played.awards_cents == [120_000, 115_200]
    assert played.shown_cents == 104_550
    assert played.reserve_micros == 100 * 5 * 1_000_000
    assert (played.seeds_cents, played.short_cents) == (300_000, 0)


def test_another_seed_and_rate_pay_otherwise() -> None:
    other = FOURS.with_level("main", seed_cents=50_000, rate_ppm=400_000, reserve_ppm=0)
    played = pitboss.replay(other, HITS, wagers_after=100)["main"]
    assert played.awards_cents == [90_000, 50_000 + 510 * 40]
    assert played.shown_cents == 54_000
    assert played.seeds_cents == 150_000


def test_what_is_above_a_maximum_joins_the_next_restart() -> None:
    """$1,200 stops at $1,100; the restart has $1,000 + $50 + $100: $50 over again."""
    played = pitboss.replay(FOURS, HITS, maximums_cents={"main": Cents(110_000)})["main"]
    assert played.awards_cents == [110_000, 110_000]
    # The second restart: $1,000, $50 and 510 x $0.20 over, and $25.50 reserve.
    assert played.shown_cents == 110_000
    assert played.overflow_micros == (100_000 + 5_000 + 10_200 + 2_550 - 110_000) * 1_000_000


def test_other_pays_off_the_meter_take_what_it_has_and_the_house_the_rest() -> None:
    other = FOURS.with_pays(four_of_a_kind="50 % of main", four_aces="2000 for 1 from main")
    played = pitboss.replay(other, HITS)["main"]
    # $1,200 falls to nothing, and the house adds $800; $2 halves to $1; $101 and $1,899.
    assert played.awards_cents == [120_000, 100, 10_100]
    assert played.short_cents == 80_000 + 189_900
    assert (played.shown_cents, played.seeds_cents) == (0, 100_000)


@pytest.mark.parametrize(
    ("hits", "terms", "fault"),
    [
        ([(-5, "four_aces")], {}, ("LAB_FIELD_WRONG", "wagers")),
        ([(1.5, "four_aces")], {}, ("LAB_FIELD_WRONG", "wagers")),
        ([], {"wagers_after": -5}, ("LAB_FIELD_WRONG", "wagers")),
        ([(5, "five_aces")], {}, ("OUTCOME_UNKNOWN", "hits")),
        ([], {"maximums_cents": {"mega": 200_000}}, ("LEVEL_UNKNOWN", "maximums_cents")),
        ([], {"maximums_cents": {"main": 99_999}}, ("MAXIMUM_TOO_LOW", "maximum")),
    ],
)
def test_what_no_book_can_hold_is_refused_by_name(
    hits: list[tuple[Any, str]], terms: dict[str, Any], fault: tuple[str, str]
) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.replay(FOURS, [pitboss.PlayedHit(*each) for each in hits], **terms)
    assert (refused.value.code, refused.value.where) == fault
