"""What the exact mathematics says of a change of a running floor.

Pays 1 returns 34.9334 % in fixed awards; with a contribution of 20 % and a seed of $1,000 the house
keeps 43.2197 %: see the warnings of a site file. Four aces come 48 times in 2,598,960 hands, a
royal flush four times."""

from __future__ import annotations

import pytest
from running_floor import ask, refused, running
from site_support import HOUSE, PAYTABLES, SMALL, changed, for_money, jackpot, table

from pitboss.floor.facts import changes, tables
from pitboss.floor.facts.values import (
    Change,
    CloseTable,
    LevelSetting,
    SetTable,
    SetTerms,
    Transfer,
)
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Ppm
from pitboss.refusal import Refusal
from pitboss.site.change_warnings import proof_of_change, warnings_of_change
from pitboss.site.parse import parse_site


def setting(
    *, seed: int = 100_000, rate: int = 200_000, reserve: int = 0, maximum: int | None = None
) -> LevelSetting:
    most = None if maximum is None else Cents(maximum)
    return LevelSetting("main", Cents(seed), Ppm(rate), Ppm(reserve), most)


def warned(what: Change, text: str = SMALL) -> list[tuple[str, str]]:
    """The code and the sentence of each warning."""
    warnings = warnings_of_change(what, running(text), parse_site(text), PAYTABLES)
    return [(each.code, each.reason) for each in warnings]


def set_main(**main: int) -> Change:
    return SetTerms(jackpot="fours", levels=(setting(**main),))


@pytest.mark.parametrize(
    ("what", "code", "edge"),
    [
        (set_main(rate=300_000), "CONTRIBUTION_RAISED", "33.22 %"),
        (set_main(seed=29_900), "SEED_LOW", "44.51 %"),
        # four aces come 48 in 2,598,960 times: $29,000 more are 53.56 cents of each dollar
        (set_main(seed=3_000_000), "HOUSE_EDGE_NEGATIVE", "-10.34 %"),
        (set_main(seed=0), "SEED_ZERO", "45.07 %"),
        (set_main(seed=0, reserve=100_000), "SEED_RESERVE_ONLY", "35.07 %"),
    ],
)
def test_PS_13_who_approves_sees_the_new_edge(what: Change, code: str, edge: str) -> None:
    (found, text), *_, (_, change) = warned(what)
    assert found == code
    assert text.endswith(f"house edge {edge}, before envy")
    # at $1,000 and 20 %: ten cents of each dollar more than at 30 %
    assert change == f"House edge 43.22 % → {edge}, before envy, in the long run"


def test_PS_65_who_raises_a_seed_sees_what_the_house_puts_up() -> None:
    """The meter of $1,000.00 is filled up to $1,250.00; a lower seed moves nothing."""
    fills, _ = warned(set_main(seed=125_000))
    assert fills == (
        "SEED_RAISED",
        "Main shows $1,000.00. When you apply this, the house puts up $250.00 so it shows "
        "the new seed of $1,250.00",
    )
    assert len(warned(set_main(seed=90_000))) == 1


@pytest.mark.parametrize(("maximum", "room"), [(100_000, "$0.00"), (150_000, "$500.00")])
def test_PS_17_who_sets_a_maximum_sees_what_becomes_of_contributions_above_it(
    maximum: int, room: str
) -> None:
    (code, limits), _ = warned(set_main(maximum=maximum))
    assert code == "MAXIMUM_SET"
    assert limits.startswith(
        f"Main shows $1,000.00 and can grow by {room}. Contributions beyond that "
        "are players' money that no meter shows until the next restart (WAC 230-15-685"
    )


POSTED = changed(
    'kind = "progressive"',
    'kind = "house"\nprizes = { four_aces = "$1,000" }',
)


def test_PS_34_who_posts_an_amount_sees_its_edge_first() -> None:
    """48 of 2,598,960 hands are worth $2,000 and the others 907,904: the house keeps 1,595,056."""
    raised = SetTerms(jackpot="fours", house_prizes=(("four_aces", Cents(200_000)),))
    assert [told for _, told in warned(raised, POSTED)] == [
        "house edge 61.3729 % (99691/162435), before envy, at the posted amounts",
        # four aces for $1,000 less, 48 of 2,598,960 times
        "House edge 63.22 % → 61.37 %, before envy, at the posted amounts",
    ]
    dear = SetTerms(jackpot="fours", house_prizes=(("four_aces", Cents(5_000_000)),))
    (code, text), _ = warned(dear, POSTED)
    assert code == "HOUSE_EDGE_NEGATIVE"
    assert text.startswith("it pays back more than players wager; house edge -27")
    with pytest.raises(Refusal, match="OUTCOME_UNKNOWN"):
        warned(SetTerms(jackpot="fours", house_prizes=(("flush", Cents(1)),)), POSTED)


def test_PS_12_a_lower_rate_is_not_warned_of_and_a_table_only_of_a_jackpot_left_alone() -> None:
    ((_, edge),) = warned(set_main(rate=150_000))
    assert edge == "House edge 43.22 % → 48.22 %, before envy, in the long run"
    ((_, left_alone),) = warned(CloseTable(table="C1"))
    assert left_alone == (
        "No table plays for Four-card progressive, Pays 1 after this. Give it to another table, or "
        "retire it"
    )


def test_PS_64_who_asks_sees_which_tables_take_no_round_until_a_new_approval() -> None:
    text = for_money(SMALL)
    (code, stops), (_, edge) = warned(set_main(rate=150_000), text)
    assert code == "TERMS_DRIFT"
    assert stops.startswith(
        "C1 can't start a round after this change until you enter its new approval in "
        "the office: sensor 1 Main rate: approved 20 %, then 15 % (WAC 230-15-035"
    )
    assert edge.startswith("House edge ")
    # who confirms a large award is no part of what was approved
    assert len(warned(SetTerms(jackpot="fours", executive_above_cents=Cents(100_000)), text)) == 1
    ((_, keypad),) = warned(SetTable(table="C1", keypad="aquarius"), text)
    assert "keypad: approved atlas, then aquarius" in keypad


def test_PS_64_tables_that_stop_for_the_same_reason_are_told_together() -> None:
    text = for_money(for_money(SMALL) + table("C2", "crazy4", '["fours"]'))
    (_, stops), _ = warned(set_main(rate=150_000), text)
    assert stops.startswith(
        "C1, C2 can't start a round after this change until you enter their new "
    )


def test_PS_4_an_executive_asked_later_than_the_profile_proposes_is_warned_of() -> None:
    (code, text), _ = warned(SetTerms(jackpot="fours", executive_above_cents=Cents(900_000)))
    assert code == "EXECUTIVE_AMOUNT_HIGH"
    assert text.startswith("an executive confirms only above $9,000.00")


def test_what_the_profile_does_not_allow_is_refused_with_its_rule() -> None:
    text = changed('pays-1"', 'pays-1"\nwager = "$150"', SMALL)
    with pytest.raises(Refusal) as caught:
        warned(set_main(seed=15_000_000, rate=700_000), text)
    assert caught.value.code == "CONTRIBUTION_UNREASONABLE"
    assert "more than $100.00" in caught.value.reason


TWO = (
    HOUSE
    + jackpot("fours", "crazy4/progressive/pays-1")
    + jackpot("rooms", "multi_game/five_card/01")
    + table("C1", "crazy4", '["fours"]')
    + table("C2", "crazy4", '["rooms"]')
)


def test_GLI_13_money_that_would_be_won_with_other_odds_is_warned_of() -> None:
    what = Transfer(jackpot="fours", into="rooms", pairs=(("main", "main"),))
    ((_, odds),) = warned(what, TWO)
    assert odds == (
        "Four-card progressive, Pays 1 Main hits 1 in 54,145, Multi-game progressive 01 Main "
        "1 in 649,740 (GLI-13)"
    )
    same = TWO + jackpot("more", "crazy4/progressive/pays-1")
    what = Transfer(jackpot="fours", into="more", pairs=(("main", "main"),))
    assert warned(what, same) == []


# ---- links on a running floor -------------------------------------------------------------------

FOLDED = 'folded_qualify = "no"'


def proof(text: str, state: State | None = None) -> str:
    what = SetTable(table="C1", jackpots=("rooms",))
    return proof_of_change(what, state or running(text), parse_site(text), PAYTABLES)


def test_PS_30_a_lawful_link_is_proven_and_the_floor_takes_the_proof() -> None:
    state = running(TWO)
    told = proof(TWO, state)
    assert told.startswith("rooms: same hand equal odds with C2 (WAC 230-15-685")
    asked = changes.RequestChange(
        command_id="x",
        at_ms=1,
        what=SetTable(table="C1", jackpots=("rooms",)),
        reason="link it",
        badge="S2",
    )
    assert refused(state, asked).code == "LINK_UNPROVEN"
    linked = changes.RequestChange(
        command_id="y", at_ms=1, what=asked.what, reason="link it", badge="S2", proof=told
    )
    ask(state, linked)


def test_PS_30_an_unlawful_link_is_refused_with_the_rule() -> None:
    unequal = (
        HOUSE
        + jackpot("fours", "crazy4/progressive/pays-1")
        + jackpot("rooms", "multi_game/five_card/01")
        + table("C1", "crazy4", '["fours"]')
        + table("H1", "holdem_bonus", '["rooms"]', options=FOLDED)
    )
    with pytest.raises(Refusal) as caught:
        proof(unequal)
    assert caught.value.code == "LINK_REFUSED"
    assert "WAC 230-15-685" in caught.value.reason


def test_PS_30_a_table_that_the_file_does_not_know_can_not_be_linked_with() -> None:
    state = running(TWO)
    ask(
        state,
        tables.OpenTable(
            command_id="x",
            at_ms=1,
            table="C9",
            game="crazy4",
            seats=6,
            jackpots=("rooms",),
            training=True,
            proof="on paper",
            badges=("S2", "E3"),
        ),
    )
    with pytest.raises(Refusal) as caught:
        proof(TWO, state)
    assert (caught.value.code, caught.value.where) == ("LINK_UNPROVEN", "C9")
