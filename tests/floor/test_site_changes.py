"""Changes of a running floor: money that moves stays whole, and what cannot be is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import third
from pitboss.floor.facts import days, jackpots, payments
from pitboss.floor.facts.changes import (
    ApplyChange,
    ApproveChange,
    ChangeApplied,
    ChangeRequested,
    OpenSite,
    RequestChange,
)
from pitboss.floor.facts.values import Change, LevelSetting, Retire, SetTerms, Transfer
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.refusal import Told
from pitboss.rules import catalog
from pitboss.rules.cited_law import (
    NOT_STATED,
    CitedAmount,
    CitedNumber,
    CitedText,
    CitedTexts,
    Law,
    cited_of,
)

from .support import FOUR_CARD, Floor, hired_floor, level, take_of_seed
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
    floor = hired_floor()
    for name, main in levels.items():
        floor.open_jackpot(name, FOUR_CARD, levels=(main,))
    return floor


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


def test_more_warnings_than_anybody_reads_are_refused() -> None:
    floor = two_jackpots(old=level(seed_cents=1_000))
    what = SetTerms(jackpot="old", executive_above_cents=Cents(1))
    code = floor.refused(RequestChange, what=what, reason="x", badge="ann", warnings=("w",) * 51)
    assert code == "CHANGE_WRONG"


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
