"""Changes of a running floor: money that moves stays whole, and what cannot be is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import third
from pitboss.floor.facts import awards, days, jackpots, payments, rounds
from pitboss.floor.facts.changes import (
    ApplyChange,
    ApproveChange,
    ChangeApplied,
    ChangeRequested,
    OpenSite,
    RequestChange,
)
from pitboss.floor.facts.values import (
    Change,
    CloseTable,
    JackpotStanding,
    LevelSetting,
    Retire,
    SetTable,
    SetTerms,
    Spot,
    Transfer,
)
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.refusal import Told
from pitboss.rules import catalog
from pitboss.rules.law import (
    NOT_STATED,
    CitedAmount,
    CitedNumber,
    CitedText,
    CitedTexts,
    Law,
    cited_of,
)

from .support import FOUR_CARD, FROM_METER, MULTI_GAME, QUICK_HIT, Floor, level, take_of_seed
from .test_properties import HOUSES, JACKPOTS, MOVES, WAGERS, House, Move, a_floor, play, tidy


def asked(floor: Floor, what: Change) -> str:
    """A change on its way: accounting asks, a supervisor approves; without a site the strictest
    reading holds, so that its jackpots are suspended too."""
    (request,) = floor.must(RequestChange, what=what, reason="it had to be", badge="ann")
    assert isinstance(request, ChangeRequested)
    floor.must(ApproveChange, change=request.change, badge="sam")
    for name in {getattr(what, "jackpot", ""), getattr(what, "into", "")} - {""}:
        floor.ask(jackpots.SuspendJackpot, jackpot=name, badge="sam", reason="it had to be")
    return request.change


def applied(floor: Floor, what: Change) -> ChangeApplied:
    """A change that is made."""
    *_, fact = floor.must(ApplyChange, change=asked(floor, what), badge="tom")
    assert isinstance(fact, ChangeApplied)
    return fact


# ---- money ---------------------------------------------------------------------------------------

MOVED = st.tuples(
    st.sampled_from(("transfer", "retire")),
    st.permutations(tuple(JACKPOTS)).map(lambda names: tuple(names[:2])),
    st.booleans(),
)


def accounts(state: State, *prefixes: str) -> int:
    return sum(amount for name, amount in state.balances.items() if name.startswith(prefixes))


@settings(max_examples=third(40), deadline=None)
@given(HOUSES, WAGERS, MOVES, st.lists(MOVED, min_size=1, max_size=4))
def test_PS_62_money_that_moves_between_jackpots_stays_whole(
    house: House,
    wager_cents: int,
    moves: list[Move],
    changes: list[tuple[str, tuple[str, str], bool]],
) -> None:
    floor = a_floor(house, wager_cents)
    play(floor, moves)
    tidy(floor)
    for name, award in list(floor.state.awards.items()):
        if award.status == "moved" and award.award.owed_cents:
            payer = next(
                badge for badge in ("ann", "sam", "eve") if badge not in award.confirmed_by
            )
            floor.must(payments.PayPrize, award=name, badge=payer)
    for action, (source, target), home in changes:
        home = home and action == "retire"
        what: Change = Transfer(jackpot=source, into=target, pairs=(("main", "main"),))
        if action == "retire":
            what = Retire(
                jackpot=source, into=target, pairs=(("main", "main"),), seed_to_house=home
            )
        held, shown = required_micros(floor.state), accounts(floor.state, "house", "meter:")
        house_before, seed = floor.state.balance("house"), house_seed(floor, source)
        decision = floor.ask(RequestChange, what=what, reason="x", badge="ann")
        if isinstance(decision, Told):
            assert decision.code == "JACKPOT_RETIRED"
            continue
        (request,) = decision
        assert isinstance(request, ChangeRequested)
        floor.must(ApproveChange, change=request.change, badge="sam")
        for name in (source, target):
            floor.ask(jackpots.SuspendJackpot, jackpot=name, badge="sam", reason="x")
        decision = floor.ask(ApplyChange, change=request.change, badge="tom")
        if isinstance(decision, Told):
            assert (action, decision.code) == ("transfer", "NOTHING_HELD")
            continue
        gone_home = floor.state.balance("house") - house_before
        assert required_micros(floor.state) == held - gone_home
        assert 0 <= gone_home <= (seed if home else 0)
        # What the house and the meters lose together has gone over a maximum, or was non-displayed.
        assert accounts(floor.state, "house", "meter:") <= shown
        left = accounts(floor.state, f"meter:{source}", f"reserve:{source}", f"overflow:{source}")
        assert left <= (seed if action == "transfer" else 0)
    floor.check_replay()
    floor.must(days.TurnShift)
    floor.at_ms += 24 * 3_600_000
    floor.must(days.TurnShift)


def house_seed(floor: Floor, jackpot: str) -> int:
    """The seed of a jackpot in micros, retired or not."""
    found = floor.state.jackpots.get(jackpot)
    assert found is not None
    return found.levels["main"].setting.seed_cents * 1_000_000


def two_jackpots(**levels: LevelSetting) -> Floor:
    floor = Floor()
    floor.hire()
    for name, main in levels.items():
        floor.open_jackpot(name, FOUR_CARD, levels=(main,))
    return floor


def test_GLI_13_two_levels_into_one_fill_it_one_after_the_other() -> None:
    floor = two_jackpots(new=level(seed_cents=1_000, maximum_cents=1_030))
    floor.open_jackpot(
        "old",
        "multi_game/five_card/ml03",
        levels=tuple(
            level(name, seed_cents=500, rate_ppm=200_000) for name in ("mega", "major", "minor")
        ),
    )
    floor.open_table("T1", "old")
    floor.start("T1", 1)  # 20 cents to each level
    floor.must(rounds.EndRound, table="T1")
    pairs = (("mega", "main"), ("major", "main"))
    fact = applied(floor, Transfer(jackpot="old", into="new", pairs=pairs))
    after = [(each.jackpot, each.after.level, each.after.meter_micros) for each in fact.movements]
    assert after == [
        ("old", "mega", 500_000_000),
        ("new", "main", 1_020_000_000),
        ("old", "major", 500_000_000),
        ("new", "main", 1_030_000_000),
    ]
    assert fact.movements[-1].after.overflow_micros == 10_000_000
    assert floor.state.balance("meter:old:minor") == 520_000_000


def test_a_meter_below_its_seed_gives_nothing_and_goes_home_as_it_is() -> None:
    floor = two_jackpots(old=level(seed_cents=1_000), new=level(seed_cents=1_000))
    take_of_seed(floor, "old", 400)
    pairs = (("main", "main"),)
    change = asked(floor, Transfer(jackpot="old", into="new", pairs=pairs))
    assert floor.refused(ApplyChange, change=change, badge="tom") == "NOTHING_HELD"
    fact = applied(floor, Retire(jackpot="old", seed_to_house=True))
    (movement,) = fact.movements
    assert (movement.meter_micros, movement.house_micros) == (-600_000_000, -600_000_000)
    assert floor.state.balance("house") == -1_000_000_000


# ---- what cannot be ----------------------------------------------------------------------------


def refusal(floor: Floor, what: Change) -> str:
    return floor.refused(RequestChange, what=what, reason="it had to be", badge="ann")


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (SetTerms(jackpot="old"), "CHANGE_WRONG"),
        (SetTable(table="T1"), "CHANGE_WRONG"),
        (SetTable(table="T1", order=(1, 1)), "ORDER_WRONG"),
        (SetTable(table="T1", keypad="abacus"), "KEYPAD_UNKNOWN"),
        (SetTable(table="T1", jackpots=("none",)), "JACKPOT_UNKNOWN"),
        (SetTable(table="T1", jackpots=("old", "posted")), "JACKPOT_KINDS_MIXED"),
        (SetTable(table="T9", keypad="atlas"), "TABLE_UNKNOWN"),
        (CloseTable(table="T9"), "TABLE_UNKNOWN"),
        (SetTerms(jackpot="none", executive_above_cents=Cents(1)), "JACKPOT_UNKNOWN"),
        (SetTerms(jackpot="old", executive_above_cents=Cents(-1)), "AMOUNT_WRONG"),
        (SetTerms(jackpot="old", levels=(level(seed_cents=-1),)), "AMOUNT_WRONG"),
        (SetTerms(jackpot="old", levels=(level(seed_cents=1),) * 2), "LEVELS_WRONG"),
        (SetTerms(jackpot="old", house_prizes=(("four_aces", Cents(1)),)), "OUTCOME_UNKNOWN"),
        (SetTerms(jackpot="posted", house_prizes=(("flush", Cents(1)),)), "OUTCOME_UNKNOWN"),
        (SetTerms(jackpot="posted", levels=(level(seed_cents=1),)), "LEVEL_UNKNOWN"),
        (Retire(jackpot="old", pairs=(("main", "main"),)), "CHANGE_WRONG"),
        (Retire(jackpot="old"), "MONEY_HELD"),
    ],
)
def test_a_change_that_can_not_be(what: Change, code: str) -> None:
    floor = two_jackpots(old=level(seed_cents=1_000))
    prizes = (("four_aces", Cents(200_000)),)
    floor.open_jackpot("posted", FOUR_CARD, kind="house", levels=(), house_prizes=prizes)
    floor.open_table("T1", "old")
    assert refusal(floor, what) == code


def test_more_warnings_than_anybody_reads_are_refused() -> None:
    floor = two_jackpots(old=level(seed_cents=1_000))
    what = SetTerms(jackpot="old", executive_above_cents=Cents(1))
    code = floor.refused(RequestChange, what=what, reason="x", badge="ann", warnings=("w",) * 51)
    assert code == "CHANGE_WRONG"


def test_PS_34_a_posted_prize_changes_and_the_others_stay() -> None:
    floor = Floor()
    floor.hire()
    prizes = (("royal_flush", Cents(200_000)), ("straight_flush", Cents(10_000)))
    floor.open_jackpot("posted", MULTI_GAME, kind="house", levels=(), house_prizes=prizes)
    raised = (("royal_flush", Cents(300_000)),)
    fact = applied(floor, SetTerms(jackpot="posted", house_prizes=raised))
    assert isinstance(fact.before, JackpotStanding)
    assert dict(fact.before.terms.house_prizes) == dict(prizes)
    assert dict(floor.state.jackpot("posted").terms.house_prizes) == {
        "royal_flush": 300_000,
        "straight_flush": 10_000,
    }


def test_PS_34_a_change_posts_one_amount_for_a_printed_line() -> None:
    """Quick Hit prints one line for a royal flush after 5, 6 or 7 cards."""
    floor = Floor()
    floor.hire()
    prizes = (("royal_after_6", Cents(250_000)),)
    floor.open_jackpot("royals", QUICK_HIT, kind="house", levels=(), house_prizes=prizes)
    royals = ("royal_after_7", "royal_after_6", "royal_after_5")
    posted = floor.state.jackpot("royals").terms.house_prizes
    assert posted == tuple((hand, 250_000) for hand in royals)
    two = (("royal_after_5", Cents(300_000)), ("royal_after_7", Cents(299_999)))
    assert refusal(floor, SetTerms(jackpot="royals", house_prizes=two)) == "LINE_AMOUNTS_DIFFER"
    applied(floor, SetTerms(jackpot="royals", house_prizes=(("royal_after_5", Cents(300_000)),)))
    posted = floor.state.jackpot("royals").terms.house_prizes
    assert posted == tuple((hand, 300_000) for hand in royals)


def test_PS_10_a_lower_seed_holds_from_the_next_restart_on() -> None:
    floor = Floor()
    floor.hire()
    floor.open_jackpot("own", FROM_METER, levels=(level(seed_cents=1_000, rate_ppm=0),))
    floor.open_table("T1", "own")
    applied(floor, SetTerms(jackpot="own", levels=(level(seed_cents=300, rate_ppm=0),)))
    assert floor.state.balance("meter:own:main") == 1_000_000_000
    floor.must(jackpots.ResumeJackpot, jackpot="own", badge="sam", reason="done")
    floor.start("T1", 1)
    floor.must(rounds.PressHand, table="T1", spot=Spot(1, 1), outcome="four_aces")
    floor.must(awards.ConfirmAwards, table="T1", badge="eve")
    assert floor.state.balance("meter:own:main") == 300_000_000


def test_PS_5_not_while_an_award_waits_for_the_key() -> None:
    floor = Floor()
    floor.hire()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi", keypad="aquarius")
    change = asked(floor, SetTable(table="T1", keypad="atlas"))
    floor.must(awards.TurnKey, table="T1", position="JPH", badge="sam")
    assert floor.refused(ApplyChange, change=change, badge="tom") == "KEY_NOT_IN_RUN"
    floor.must(awards.TurnKey, table="T1", position="RUN", badge="sam")
    floor.must(ApplyChange, change=change, badge="tom")
    assert floor.state.table("T1").keypad == "atlas"


# ---- the law that the floor obeys ---------------------------------------------------------------


@pytest.mark.parametrize("name", catalog.profile_names())
def test_every_profile_tells_the_floor_all_that_it_obeys(name: str) -> None:
    profile = catalog.profile(name)
    floor = Floor()
    floor.must(
        OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile=name, law=profile.law,
    )  # fmt: skip
    assert floor.state.law == profile.law
    assert all(cited.rule != NOT_STATED for cited in cited_of(floor.state.law).values())
    assert floor.state.law.prize_cash_most.cents == 500_000
    assert floor.state.law.exclusion_check.value


def test_a_floor_that_was_never_told_obeys_the_strictest_reading() -> None:
    state = State()
    needed = ("second_badge", "suspended", "independent", "accounting_notice")
    assert state.law.parameter_change.value == needed
    assert state.law.maximum_least == CitedText("current", "not stated: the strictest reading")


def test_a_floor_without_a_site_has_none_of_the_duties_of_a_house() -> None:
    state = State()
    assert state.law.bank_shortfall.value == "warn"
    assert state.law.approval_needs.value == ()
    assert not state.law.exclusion_check.value
    assert state.law.prize_cash_most.cents == 9_007_199_254


@pytest.mark.parametrize(
    "law",
    [
        Law(bank_shortfall=CitedText("", "a rule")),
        Law(bank_shortfall=CitedText("stop", " ")),
        Law(bank_shortfall=CitedText("hope", "a rule")),
        Law(deposit_days=CitedNumber(-1, "a rule")),
        Law(deposit_days=CitedNumber(10**9, "a rule")),
        Law(prize_cash_most=CitedAmount(Cents(-1), "a rule")),
        Law(approval_needs=CitedTexts(("letter", "napkin"), "a rule")),
        Law(win_confirmation=CitedTexts((), "a rule")),
    ],
)
def test_a_law_that_can_not_be_obeyed_or_cites_no_rule_is_refused(law: Law) -> None:
    code = Floor().refused(
        OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile="x", law=law,
    )  # fmt: skip
    assert code == ("AMOUNT_WRONG" if law.prize_cash_most.cents < 0 else "SWITCH_WRONG")


def test_PS_4_one_tier_confirms_alone_where_the_law_has_one() -> None:
    """A supervisor is enough above the amount, and an executive stands higher (25 CFR 543.10)."""
    floor = Floor()
    floor.must(
        OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile="x",
        law=Law(
            win_confirmation=CitedTexts(("supervisor",), "a rule of one tier"),
            approval_needs=CitedTexts((), "no paper"),
            bank_shortfall=CitedText("warn", "no bank"),
        ),
    )  # fmt: skip
    floor.hire()
    floor.open_jackpot("multi", MULTI_GAME, executive_above_cents=Cents(0))
    floor.open_table("T1", "multi")
    floor.start("T1", 1)
    floor.must(rounds.PressHand, table="T1", spot=Spot(1, 1), outcome="royal_flush")
    assert floor.refused(awards.ConfirmAwards, table="T1", badge="dora") == "ROLE_TOO_LOW"
    floor.must(awards.ConfirmAwards, table="T1", badge="sam")
