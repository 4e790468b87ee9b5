"""Random commands on random small floors: nothing is lost, doubled, or different at the replay.

`Floor.ask` checks the books after every event; what is random here is who does what, when."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from examples import third
from pitboss.floor.decide import Decision
from pitboss.floor.facts import bank, days, payments, people, tables
from pitboss.floor.facts.awards import (
    AwardsRecorded,
    BackOutAward,
    ConfirmAwards,
    MetersMoved,
    PressJackpot,
    TurnKey,
)
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.jackpots import AdjustMeter
from pitboss.floor.facts.rounds import (
    EndRound,
    HoldsChanged,
    PressHand,
    SeeLateBet,
    StartRound,
    VoidRound,
    WinnerMarked,
    WinnerUnmarked,
)
from pitboss.floor.facts.values import LevelSetting, Reading, Spot
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.money.meter import contribute, open_level, read_shown, share_each
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Micros, Ppm
from pitboss.refusal import Told

from .support import (
    DRAGON,
    FOUR_CARD,
    FROM_METER,
    MULTI_GAME,
    Floor,
    hired_floor,
    level,
    micros,
    picture,
)

SEATS = 3
JACKPOTS = {"multi": MULTI_GAME, "own": FROM_METER, "dragon": DRAGON}
TABLES = {
    "T1": ("multi", "own"),
    "T2": ("multi", "own"),
    "B1": ("dragon",),
    "B2": ("dragon",),
    "H1": ("posted",),
}
DEALERS = {
    "T1": "dora", "T2": "dan", "B1": "dealer-B1", "B2": "dealer-B2", "H1": "dealer-H1",
}  # fmt: skip
KEYED = ("T2", "B2")
HANDS = {
    "multi": ("royal_flush", "straight_flush", "full_house"),
    "own": ("four_aces", "straight_flush", "three_of_a_kind", "four_of_a_kind"),
    "dragon": ("two_three_four_diamonds", "two_three_four_suited", "nine_over_zero"),
    "posted": ("four_aces",),
}
BADGES = ("eve", "eve", "eve", "sam", "ann", "dora", "nobody")

Asked: TypeAlias = tuple[type[Any], dict[str, object]]
Move: TypeAlias = tuple[str, str, int, int]
House: TypeAlias = Mapping[str, Any]


# ---- random floors ------------------------------------------------------------------------------


def _level(
    seed_cents: int, rate_ppm: int, reserve_ppm: int, room_cents: int | None
) -> LevelSetting:
    maximum = None if room_cents is None else seed_cents + room_cents
    return level(
        seed_cents=seed_cents, rate_ppm=rate_ppm, reserve_ppm=reserve_ppm, maximum_cents=maximum
    )


LEVELS = st.builds(
    _level,
    st.sampled_from((0, 1, 7, 500, 100_000)),
    st.sampled_from((0, 1, 3_333, 200_000, 333_333, 900_000)),
    st.sampled_from((0, 7, 50_000, 100_000)),
    st.sampled_from((None, None, 0, 1, 30)),
)
# A level for each jackpot, and what the house chooses for all of them.
CHOICES = {"lock_at_mark": st.booleans(), "fixed_from": st.sampled_from(("", "main"))}
HOUSES = st.fixed_dictionaries(dict.fromkeys(JACKPOTS, LEVELS) | CHOICES)
WAGERS = st.sampled_from((1, 100, 137, 500))


def a_floor(
    house: House, wager_cents: int, *, replays: bool = False, training: bool = False
) -> Floor:
    floor = hired_floor(replays=replays)
    terms: dict[str, object] = {
        "wager_cents": Cents(wager_cents),
        "executive_above_cents": Cents(5_000),
        "training": training,
    }
    chosen = {name: house[name] for name in CHOICES}
    for name, paytable in JACKPOTS.items():
        # Dragon Bonus Progressive is approved for a dollar only (document 001).
        wager = {"wager_cents": Cents(100)} if name == "dragon" else {}
        floor.open_jackpot(name, paytable, levels=(house[name],), **(terms | wager), **chosen)
    prizes = (("four_aces", Cents(12_345)),)
    floor.open_jackpot("posted", FOUR_CARD, kind="house", levels=(), house_prizes=prizes, **terms)
    for table, jackpots in TABLES.items():
        keypad = "aquarius" if table in KEYED else "atlas"
        game = "baccarat" if "dragon" in jackpots else "crazy4"
        floor.open_table(table, *jackpots, seats=SEATS, game=game, keypad=keypad, training=training)
    return floor


# ---- random commands ----------------------------------------------------------------------------


def _spot(table: str, number: int) -> Spot:
    return Spot(1 + number % SEATS, 1 + number // SEATS % len(TABLES[table]))


def _start(floor: Floor, table: str, a: int, b: int) -> Asked:
    every = [Spot(seat, 1 + i) for i in range(len(TABLES[table])) for seat in range(1, SEATS + 1)]
    lit = tuple(spot for bit, spot in enumerate(every) if a >> bit & 1)
    return StartRound, {"table": table, "spots": lit}


def _press(floor: Floor, table: str, a: int, b: int) -> Asked:
    opened = floor.state.table(table).round
    spot = _spot(table, a)
    if opened is not None and opened.spots and a % 8:
        locked = sorted(opened.spots, key=lambda each: (each.seat, each.sensor))
        spot = locked[a % len(locked)]
    jackpot = TABLES[table][spot.sensor - 1]
    outcome = HANDS[jackpot][b % len(HANDS[jackpot])]
    sharers: tuple[int, ...] = ()
    if opened is not None and outcome.startswith("two_three_four"):
        others = {each.seat for each in opened.spots} - {spot.seat, b % 4}
        sharers = (spot.seat, *sorted(others))
    fields = {"table": table, "spot": spot, "outcome": outcome, "sharers": sharers}
    return PressHand, fields


def _confirm(floor: Floor, table: str, a: int, b: int) -> Asked:
    if table not in KEYED:
        return ConfirmAwards, {"table": table, "badge": BADGES[a % 7]}
    opened = floor.state.table(table).round
    marked = opened.marks[0].spot if opened is not None and opened.marks else _spot(table, a)
    return PressJackpot, {"table": table, "spot": marked}


def _key(floor: Floor, table: str, a: int, b: int) -> Asked:
    position = "JPH" if floor.state.table(table).key == "RUN" else "RUN"
    return TurnKey, {"table": table, "position": position, "badge": BADGES[b % 4]}


def _go_on(floor: Floor, table: str, a: int, b: int) -> Asked:
    """What people who know their trade would do next."""
    found = floor.state.table(table)
    if found.paused:
        return _pause(floor, table, a, b)
    if not found.dealer:
        return _sign(floor, table, a, b)
    opened = found.round
    if opened is None:
        return (_start if found.key == "RUN" else _key)(floor, table, a, b)
    if opened.unmoved:
        return (_key, _late, _back_out)[b % 3](floor, table, a, b)
    if not opened.marks:
        return (_press, _press, _end, _void)[b % 4](floor, table, a, b // 4 + a)
    if table in KEYED and found.key == "RUN":
        return _key(floor, table, a, 0)
    return (_confirm, _confirm, _confirm, _press)[b % 4](floor, table, a, b)


def _end(floor: Floor, table: str, a: int, b: int) -> Asked:
    return EndRound, {"table": table}


def _void(floor: Floor, table: str, a: int, b: int) -> Asked:
    return VoidRound, {"table": table, "badge": "sam", "reason": "misdeal"}


def _late(floor: Floor, table: str, a: int, b: int) -> Asked:
    return SeeLateBet, {"table": table, "spot": _spot(table, a)}


def _pause(floor: Floor, table: str, a: int, b: int) -> Asked:
    kind = tables.ResumeTable if floor.state.table(table).paused else tables.PauseTable
    return kind, {"table": table, "badge": "sam", "reason": "shuffler"}


def _sign(floor: Floor, table: str, a: int, b: int) -> Asked:
    if floor.state.table(table).dealer:
        return people.SignOut, {"table": table}
    return people.SignIn, {"table": table, "badge": "dan"}


def _adjust(floor: Floor, table: str, a: int, b: int) -> Asked:
    """Any of the closed list, up or down."""
    kinds = ("won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery")
    name = ("multi", "own", "dragon")[a % 3]
    up = kinds[b % 5] == "faulty_display" and a % 2 == 1
    fields = {
        "jackpot": name, "level": "main", "adjustment": kinds[b % 5],
        "cents": Cents(1 + a if up else -1 - a), "reason": "by hand", "badges": ("eve", "ann"),
    }  # fmt: skip
    if kinds[b % 5] == "won":
        hand = ("royal_flush", "straight_flush", "four_aces", "two_three_four_suited")[a % 4]
        fields |= {**floor.won_on(table, 1 + a % 3, hand), "amount_reason": "so it was"}
        fields["cents"] = Cents(-(a % 2) * (1 + a))
    return AdjustMeter, fields


def _an_award(floor: Floor, a: int) -> str:
    found = [name for name, _ in floor.state.awards.items()]
    return found[-1 - a % len(found)] if found else "none"


def _back_out(floor: Floor, table: str, a: int, b: int) -> Asked:
    award = _an_award(floor, b)
    return BackOutAward, {"award": award, "reason": "misread", "badges": ("sam", "ann")}


def _cancel(floor: Floor, table: str, a: int, b: int) -> Asked:
    """Told of what can be backed out or was paid; not of what was entered by hand."""
    by_hand = [name for name, _ in floor.state.owed.items() if name.startswith("adjustment")]
    award = by_hand[-1] if by_hand else _an_award(floor, b)
    fields = {"evidence": "camera 7", "reason": "misread", "badges": ("sam", "susan")}
    return payments.CancelPrize, {"award": award, **fields}


def _pay(floor: Floor, table: str, a: int, b: int) -> Asked:
    return payments.PayPrize, {"award": _an_award(floor, b), "badge": "ann"}


def _close(floor: Floor, table: str, a: int, b: int) -> Asked:
    if a % 2:
        floor.at_ms += 24 * 3_600_000
        return days.TurnShift, {}
    return days.CloseDay, {"day": f"2026-01-{1 + b % 28:02d}", "badges": ("ann", "oto")}


def _bank(floor: Floor, table: str, a: int, b: int) -> Asked:
    entry = {"cents": Cents(1 + 997 * a), "day": "2026-01-01"}
    entry["reference"] = f"slip {floor.asked // 2}"
    if b % 2:
        return bank.RecordDeposit, {**entry, "badge": "ann"}
    purpose = ("prize", "surplus", "seizure", "correction")[b // 2]
    return bank.RecordWithdrawal, {**entry, "purpose": purpose, "badges": ("ann", "eve")}


ASKS: dict[str, Callable[[Floor, str, int, int], Asked]] = {
    "go on": _go_on,
    "start": _start,
    "press": _press,
    "confirm": _confirm,
    "key": _key,
    "end": _end,
    "void": _void,
    "late": _late,
    "pause": _pause,
    "sign": _sign,
    "adjust": _adjust,
    "back out": _back_out,
    "pay": _pay,
    "cancel": _cancel,
    "close": _close,
    "bank": _bank,
}
# A floor on which little is won proves little: what makes rounds comes more often.
VERBS = (*["go on"] * 2 * len(ASKS), *ASKS)
MOVE = st.tuples(
    st.sampled_from(VERBS),
    st.sampled_from(tuple(TABLES)),
    st.integers(0, 63),
    st.integers(0, 7),
)
# Long plays find what short ones do not; short ones are what a failure is reduced to.
MOVES = st.lists(MOVE, max_size=20) | st.lists(MOVE, min_size=60, max_size=120)


def play(floor: Floor, moves: list[Move]) -> None:
    for verb, table, a, b in moves:
        kind, fields = ASKS[verb](floor, table, a, b)
        before = shown_micros(floor.state)
        check_awards(before, floor.ask(kind, **fields), held_names(floor.facts))
        check_shown(floor.state)


# ---- what must hold -----------------------------------------------------------------------------


def shown_micros(state: State) -> dict[str, int]:
    """The meters in micros, by jackpot; each has one level here."""
    return {name: state.jackpot(name).levels["main"].reading.meter_micros for name in JACKPOTS}


def held_names(facts: Iterable[Event]) -> set[str]:
    """The awards that were ever held for a mark."""
    changes = [fact for fact in facts if isinstance(fact, HoldsChanged)]
    return {award.award for fact in changes for hold in fact.holds for award in hold.awards}


def check_holds(before: dict[str, int], fact: HoldsChanged) -> None:
    """Nothing is held that the meter did not show after what was held before went back."""
    for each in fact.released:
        before[each.jackpot] = each.after.meter_micros
    for hold in fact.holds:
        for award, each in zip(hold.awards, hold.movements, strict=True):
            assert 0 <= award.meter_cents <= before[award.jackpot] // 1_000_000
            before[award.jackpot] = each.after.meter_micros


def check_awards(before: dict[str, int], decision: Decision, held: set[str]) -> None:
    """No award takes more than its meter showed when its turn came; what was held is off it."""
    if isinstance(decision, Told):
        return
    for fact in decision:
        if isinstance(fact, HoldsChanged):
            check_holds(before, fact)
    recorded = [fact for fact in decision if isinstance(fact, AwardsRecorded)]
    after = {
        each.award: each.after.meter_micros
        for fact in decision
        if isinstance(fact, MetersMoved)
        for each in fact.movements
    }
    for award in (award for fact in recorded for award in fact.awards):
        if award.level and award.award not in held:
            assert 0 <= award.meter_cents <= before[award.jackpot] // 1_000_000
            # With an older keypad the meter moves later, and there is one award on it till then.
            before[award.jackpot] = after.get(
                award.award, before[award.jackpot] - micros(award.meter_cents)
            )


def check_shown(state: State) -> None:
    """A meter shows its whole cents and keeps less than a cent to itself."""
    for name in JACKPOTS:
        found = state.jackpot(name).levels["main"]
        assert 0 <= found.reading.meter_micros - micros(read_shown(found)) < 1_000_000


def money(state: State) -> list[tuple[str, int]]:
    """Every account that is not empty."""
    return [(account, amount) for account, amount in state.balances.items() if amount]


def tidy(floor: Floor) -> None:
    """Bring every table to the end of its round, whatever stood there, and the bank to what it
    must hold."""
    floor.must(
        bank.RecordDeposit,
        cents=Cents(10**9), reference=f"tidy {floor.asked}", day="2026-01-01", badge="ann",
    )  # fmt: skip
    for table in KEYED:
        floor.must(TurnKey, table=table, position="RUN", badge="eve")
    for table in TABLES:
        reasoned = {"table": table, "badge": "sam", "reason": "tidy"}
        floor.ask(tables.ResumeTable, **reasoned)
        opened = floor.state.table(table).round
        for mark in opened.marks if opened is not None else ():
            floor.must(PressHand, table=table, spot=mark.spot, outcome=mark.outcome)
        floor.ask(EndRound, table=table)
        assert floor.state.table(table).round is None
    for table, dealer in DEALERS.items():
        floor.ask(people.SignIn, table=table, badge=dealer)


few = settings(max_examples=third(25), deadline=None)


@settings(max_examples=third(60), deadline=None)
@given(HOUSES, WAGERS, MOVES)
def test_PS_60_whatever_is_asked_nothing_is_lost(
    house: House, wager_cents: int, moves: list[Move]
) -> None:
    floor = a_floor(house, wager_cents)
    play(floor, moves)
    floor.check_replay()
    tidy(floor)
    floor.at_ms += 24 * 3_600_000
    floor.must(days.TurnShift)
    for day in floor.state.calendar.days[:-1]:
        floor.must(days.CloseDay, day=day.day, badges=("ann", "oto"))
    floor.check_replay()


@few
@given(HOUSES, WAGERS, MOVES)
def test_PS_64_training_is_the_same_play_and_touches_no_real_account(
    house: dict[str, LevelSetting], wager_cents: int, moves: list[Move]
) -> None:
    """The same moves on two floors: one for money, one that trains beside a jackpot for money."""
    rounds = [move for move in moves if move[0] != "bank"]
    earnest = a_floor(house, wager_cents)
    drill = a_floor(house, wager_cents, training=True)
    drill.open_jackpot("real", MULTI_GAME, levels=(level(seed_cents=777),))
    play(earnest, rounds)
    play(drill, rounds)
    assert required_micros(drill.state) == micros(777)
    real = [("house", -micros(777)), ("meter:real:main", micros(777))]
    played = [(f"training:{account}", amount) for account, amount in money(earnest.state)]
    assert money(drill.state) == sorted([*real, *played])
    drill.check_replay()


@few
@given(HOUSES, WAGERS, MOVES, st.integers(1, 63), st.sampled_from(("T1", "T2", "B1")))
def test_ALL_1_a_void_round_takes_nothing_but_its_own_out_of_the_books(
    house: House, wager_cents: int, moves: list[Move], lit: int, table: str
) -> None:
    floor = a_floor(house, wager_cents)
    play(floor, moves)
    tidy(floor)
    before = money(floor.state)
    kind, fields = _start(floor, table, lit, 0)
    floor.must(kind, **fields)
    kind, fields = _press(floor, table, lit, lit)
    floor.ask(kind, **fields)
    floor.must(VoidRound, table=table, badge="sam", reason="misdeal")
    assert money(floor.state) == before


@few
@given(
    HOUSES,
    WAGERS,
    MOVES,
    st.lists(st.tuples(st.integers(0, 63), st.integers(0, 7)), max_size=6),
    st.randoms(),
)
def test_PS_7_awards_that_are_backed_out_leave_no_trace_in_the_books(
    house: House,
    wager_cents: int,
    moves: list[Move],
    hits: list[tuple[int, int]],
    chance: random.Random,
) -> None:
    """In any order, whatever has happened before."""
    floor = a_floor(house, wager_cents)
    play(floor, moves)
    tidy(floor)
    for table in ("T1", "B1"):
        kind, fields = _start(floor, table, 63, 0)
        floor.must(kind, **fields)
        before = money(floor.state)
        for a, b in hits:
            kind, fields = _press(floor, table, a, b)
            floor.ask(kind, **fields)
        decision = floor.ask(ConfirmAwards, table=table, badge="eve")
        if isinstance(decision, Told):
            assert decision.code == "NOTHING_MARKED"
            continue
        recorded = decision[0]
        assert isinstance(recorded, AwardsRecorded)
        awards = list(recorded.awards)
        chance.shuffle(awards)
        for award in awards:
            floor.must(
                BackOutAward,
                award=award.award, reason="misread", badges=("sam", "ann"),
            )  # fmt: skip
        assert money(floor.state) == before


@few
@given(HOUSES, WAGERS, MOVES, st.sampled_from(("T1", "T2", "B1")), st.integers(0, 63))
def test_PS_3_the_same_button_again_undoes_the_mark(
    house: House, wager_cents: int, moves: list[Move], table: str, a: int
) -> None:
    floor = a_floor(house, wager_cents)
    play(floor, moves)
    tidy(floor)
    kind, fields = _start(floor, table, 63, 0)
    floor.must(kind, **fields)
    _, *before = picture(floor.state)
    kind, fields = _press(floor, table, a, a)
    marked, *held = floor.must(kind, **fields)
    unmarked, *released = floor.must(kind, **fields)
    assert isinstance(marked, WinnerMarked)
    assert isinstance(unmarked, WinnerUnmarked)
    assert len(held) == len(released)
    _, *after = picture(floor.state)
    assert after == before


PRESSES = st.lists(st.tuples(st.integers(0, 63), st.integers(0, 7)), max_size=12)


@few
@given(HOUSES, WAGERS, st.sampled_from(("T1", "T2", "B1")), PRESSES, st.randoms())
def test_PS_3_whatever_was_pressed_is_undone_in_any_order(
    house: House,
    wager_cents: int,
    table: str,
    presses: list[tuple[int, int]],
    chance: random.Random,
) -> None:
    """Marks and their holds leave no trace, in the books and on the floor."""
    floor = a_floor({**house, "lock_at_mark": True}, wager_cents)
    kind, fields = _start(floor, table, 63, 0)
    floor.must(kind, **fields)
    _, *before = picture(floor.state)
    for a, b in presses:
        kind, fields = _press(floor, table, a, b)
        floor.ask(kind, **fields)
    opened = floor.state.table(table).round
    assert opened is not None
    marks = list(opened.marks)
    chance.shuffle(marks)
    for mark in marks:
        floor.must(PressHand, table=table, spot=mark.spot, outcome=mark.outcome)
    _, *after = picture(floor.state)
    assert after == before


@few
@given(HOUSES, WAGERS, st.sampled_from(("T1", "B1")), PRESSES)
def test_PS_14_a_lock_at_the_mark_changes_no_amount(
    house: House, wager_cents: int, table: str, presses: list[tuple[int, int]]
) -> None:
    """At a table by itself, where fixed awards come from the tray, winners get the same amounts and
    the meters end the same, whenever the meters move."""
    found = []
    for lock_at_mark in (False, True):
        floor = a_floor({**house, "lock_at_mark": lock_at_mark, "fixed_from": ""}, wager_cents)
        kind, fields = _start(floor, table, 7, 0)
        floor.must(kind, **fields)
        for a, b in presses:
            kind, fields = _press(floor, table, a, b)
            floor.ask(kind, **fields)
        decision = floor.ask(ConfirmAwards, table=table, badge="eve")
        recorded = () if isinstance(decision, Told) else decision[:1]
        awards = [
            (each.seat, each.outcome, each.meter_cents, each.tray_cents, each.restarts)
            for fact in recorded
            if isinstance(fact, AwardsRecorded)
            for each in fact.awards
        ]
        found.append((awards, money(floor.state)))
    assert found[0] == found[1]


@given(st.integers(0, 10**13), st.integers(1, 1_000_000), st.integers(1, 9))
def test_MB_6_shares_sum_to_all_but_odd_cents(meter_micros: int, share_ppm: int, ways: int) -> None:
    main = level(seed_cents=0)
    reading = Reading("main", Micros(meter_micros), Micros(0), Micros(0))
    each = share_each(open_level(main, reading), Ppm(share_ppm), ways=ways)
    award = (meter_micros // 1_000_000) * share_ppm // 1_000_000
    assert 0 <= award - each * ways < ways


@given(LEVELS, st.integers(0, 10**12), st.integers(0, 10**6))
def test_PS_10_every_micro_of_a_wager_arrives(
    main: LevelSetting, meter_micros: int, wagers_cents: int
) -> None:
    reading = Reading("main", Micros(meter_micros), Micros(0), Micros(0))
    given_ = contribute("J", open_level(main, reading), wagers_cents=Cents(wagers_cents))
    assert given_.meter_micros + given_.overflow_micros == wagers_cents * main.rate_ppm
    assert given_.reserve_micros == wagers_cents * main.reserve_ppm
    assert min(given_.meter_micros, given_.overflow_micros, given_.reserve_micros) >= 0
