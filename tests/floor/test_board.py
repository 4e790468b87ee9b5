"""What the screens show, phase by phase; every amount is worked out by hand."""

from __future__ import annotations

import pytest
from msgspec import json

from pitboss.floor.facts import awards, devices, jackpots, people, rounds, shufflers, tables
from pitboss.floor.facts.values import Spot
from pitboss.floor.view.board import Names, hit_board, pit_board
from pitboss.floor.view.pit_memory import QUIET, PitMemory, remember_event
from pitboss.money import Cents
from pitboss.refusal import Told

from .boards import board, jackpot, one_table
from .support import BOOK, FOUR_CARD, Floor, level

PAYS_1 = "Four-card progressive, Pays 1"


@pytest.fixture
def floor() -> Floor:
    """A floor with one table."""
    return one_table()


def test_a_dealer_whose_name_another_has_is_told_apart_by_the_badge(floor: Floor) -> None:
    assert board(floor)["dealer"]["name"] == "Dora"
    floor.must(people.IssueBadge, badge="D103", name="Dora", role="dealer", by=("eve", "ann"))
    assert board(floor)["dealer"] == {"badge": "dora", "name": "Dora (dora)"}


# ---- a table, phase by phase --------------------------------------------------------------------


def test_a_table_at_rest(floor: Floor) -> None:
    assert board(floor, names=Names(tables={"T1": "Crazy 4 Poker"})) == {
        "seq": "11",
        "table": "T1",
        "title": "Crazy 4 Poker",
        "game": "crazy4",
        "seats": 6,
        "sensors": 1,
        "has_key": False,
        "phase": "idle",
        "why": [],
        "training": False,
        "dealer": {"badge": "dora", "name": "Dora"},
        "key": "RUN",
        "called": False,
        "shuffler": None,
        "round": 0,
        "round_open": False,
        "hands": 0,
        "folded_qualify": True,
        "spots": [],
        "marks": [],
        "awards": [],
        "late": [],
        "returned": [],
        "confirm": None,
        "envy": [],
        "forms": [],
        "would": {},
        "jackpots": ["fours"],
        "claims": [],
        "granted": [],
        "next": "start",
    }


def test_no_dealer(floor: Floor) -> None:
    floor.must(people.SignOut, table="T1")
    found = board(floor)
    assert (found["phase"], found["next"], found["dealer"]) == ("no_dealer", "sign_in", None)


def test_an_open_round_shows_its_locked_spots(floor: Floor) -> None:
    floor.start("T1", 5, 2)
    found = board(floor)
    assert (found["phase"], found["next"], found["round"]) == ("open", "play", 1)
    assert found["spots"] == [{"seat": 2, "sensor": 1}, {"seat": 5, "sensor": 1}]
    assert found["confirm"] is None


def test_a_mark_opens_the_prize_list(floor: Floor) -> None:
    floor.start("T1", 2, 3, 5)
    floor.press("T1", 2, "four_aces")
    found = board(floor)
    assert (found["phase"], found["next"]) == ("marked", "confirm")
    assert found["marks"] == [
        {
            "seat": 2,
            "sensor": 1,
            "jackpot": "fours",
            "outcome": "four_aces",
            "hand": "Four Aces",
            "hand_long": "Four Aces",
            "sharers": [],
            "held": False,
        }
    ]
    # $1,000 seed and three wagers of 20 cents.
    assert found["confirm"]["awards"] == [
        {
            "award": "T1-1-14.1",
            "seat": 2,
            "sensor": 1,
            "jackpot": "fours",
            "outcome": "four_aces",
            "hand": "Four Aces",
            "hand_long": "Four Aces",
            "level": "main",
            "level_name": "Main",
            "meter_cents": 100_060,
            "house_cents": 0,
            "tray_cents": 0,
            "stake_cents": 0,
            "total_cents": 100_060,
            "restarts": True,
            "status": "priced",
        }
    ]
    assert found["confirm"]["total_cents"] == 100_060
    assert found["confirm"]["role"] == "supervisor"
    assert (found["confirm"]["is_over"], found["confirm"]["limit_cents"]) == (False, 250_000)
    envy = {
        "sensor": 1,
        "jackpot": "fours",
        "outcome": "four_aces",
        "hand": "Four Aces",
        "hand_long": "Four Aces",
    }
    assert found["confirm"]["envy"] == [
        {"seat": 5, "seat_hit": 2, "cents": 10_000} | envy,
        {"seat": 3, "seat_hit": 2, "cents": 10_000} | envy,
    ]
    assert found["envy"] == [], "nothing is owed to anybody before the swipe"


def test_the_prize_list_is_in_the_order_of_payment(floor: Floor) -> None:
    floor.start("T1", 1, 4, 6)
    floor.press("T1", 1, "four_aces")
    floor.press("T1", 6, "four_aces")
    found = board(floor)["confirm"]
    # The rightmost seat takes the meter; the next one what it restarts with, the seed of $1,000.
    assert [(each["seat"], each["total_cents"]) for each in found["awards"]] == [
        (6, 100_060),
        (1, 100_000),
    ]
    assert found["total_cents"] == 200_060


def test_an_executive_is_needed_strictly_above_the_amount(floor: Floor) -> None:
    floor.open_jackpot(
        "small",
        FOUR_CARD,
        levels=(level(seed_cents=100_000),),
        executive_above_cents=Cents(29_999),
    )
    floor.open_table("T2", "small")
    floor.start("T2", 1, 2)
    floor.press("T2", 1, "four_of_a_kind")
    assert board(floor, "T2")["confirm"]["role"] == "executive"
    found = board(floor, "T2")["confirm"]
    assert (found["is_over"], found["limit_cents"]) == (True, 29_999)
    turned_away = "dealer's badge refused. Awards over $299.99 need an executive"
    assert f"{turned_away}; swipe an" in _turned_away(floor, "dora")
    floor.press("T2", 1, "four_of_a_kind")
    floor.press("T2", 2, "straight_flush")
    assert board(floor, "T2")["confirm"]["role"] == "supervisor"
    needed = "This needs another badge: supervisor or executive"
    assert f"dealer's badge refused. {needed}" in _turned_away(floor, "dora")


def _turned_away(floor: Floor, badge: str) -> str:
    """Why a badge does not confirm at table T2."""
    refused = floor.ask(awards.ConfirmAwards, table="T2", badge=badge)
    assert isinstance(refused, Told)
    assert refused.code == "ROLE_TOO_LOW"
    return refused.reason


def test_what_a_hand_would_pay_after_the_marks_that_stand(floor: Floor) -> None:
    floor.start("T1", 1, 4, 6)
    floor.press("T1", 4, "four_aces")
    # Seat 6 is paid before seat 4 and would take the meter as it is shown: nothing to say.
    assert board(floor)["would"] == {"1.1": {"four_aces": 100_000}}


def test_envy_is_listed_in_the_order_of_payment(floor: Floor) -> None:
    floor.start("T1", 1, 3, 5)
    for seat in (1, 5):
        floor.press("T1", seat, "four_of_a_kind")
    # Seats 1 and 5 get $10 for each other's hand, seat 3 for both; the rightmost seat is first.
    paid = [(pay["seat"], pay["seat_hit"]) for pay in board(floor)["confirm"]["envy"]]
    assert paid == [(5, 1), (3, 5), (3, 1), (1, 5)]
    floor.confirm("T1", "sam")
    assert [pay["seat"] for pay in board(floor)["envy"]] == [5, 3, 3, 1]


def test_awarded_then_end_pays_envy(floor: Floor) -> None:
    floor.start("T1", 2, 3)
    floor.press("T1", 2, "four_of_a_kind")
    floor.confirm("T1", "sam")
    found = board(floor)
    assert (found["phase"], found["next"]) == ("awarded", "end")
    (award,) = found["awards"]
    assert (award["status"], award["tray_cents"], award["level_name"]) == ("moved", 30_000, "")
    assert [(pay["seat"], pay["cents"]) for pay in found["envy"]] == [(3, 1_000)]
    floor.must(rounds.EndRound, table="T1")
    after = board(floor)
    assert (after["phase"], after["round"], after["awards"]) == ("idle", 1, [])


def test_the_wagers_of_a_void_round_go_back_until_the_next_one_begins(floor: Floor) -> None:
    begun = floor.must(rounds.StartRound, table="T1", spots=(Spot(2, 1), Spot(4, 1)))[0]
    memory = remember_event(QUIET, begun, at_ms=1)
    assert board(floor, memory=memory)["returned"] == []
    voided = floor.must(rounds.VoidRound, table="T1", badge="sam", reason="misdeal")[0]
    memory = remember_event(memory, voided, at_ms=2)
    assert board(floor, memory=memory)["returned"] == [
        {"seat": 2, "sensor": 1},
        {"seat": 4, "sensor": 1},
    ]
    begun = floor.must(rounds.StartRound, table="T1", spots=(Spot(3, 1),))[0]
    assert remember_event(memory, begun, at_ms=3).returned == ()


def test_paused_wins_and_says_why(floor: Floor) -> None:
    floor.start("T1", 2)
    (paused,) = floor.must(tables.PauseTable, table="T1", badge="dora", reason="chips mixed up")
    memory = remember_event(QUIET, paused, at_ms=5)
    found = board(floor, memory=memory)
    assert (found["phase"], found["next"], found["why"]) == (
        "paused",
        "resume",
        [{"word": "said", "text": "chips mixed up"}],
    )
    (resumed,) = floor.must(tables.ResumeTable, table="T1", badge="sam", reason="sorted")
    found = board(floor, memory=remember_event(memory, resumed, at_ms=6))
    assert (found["phase"], found["why"]) == ("open", [])


def test_late_chips_are_shown_once(floor: Floor) -> None:
    floor.start("T1", 2)
    memory = QUIET
    for _ in range(2):
        (late,) = floor.must(rounds.SeeLateBet, table="T1", spot=Spot(4, 1))
        memory = remember_event(memory, late, at_ms=7)
    assert board(floor, memory=memory)["late"] == [{"seat": 4, "sensor": 1}]
    (ended,) = floor.must(rounds.EndRound, table="T1")
    assert remember_event(memory, ended, at_ms=8).late == ()


# ---- the older keypad ---------------------------------------------------------------------------


def test_the_older_keypad_step_by_step(floor: Floor) -> None:
    floor.open_table("A1", "fours", keypad="aquarius")
    floor.start("A1", 1, 2)
    floor.press("A1", 2, "four_aces")
    assert (board(floor, "A1")["phase"], board(floor, "A1")["next"]) == ("marked", "key_jph")
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="sam")
    assert (board(floor, "A1")["key"], board(floor, "A1")["next"]) == ("JPH", "j_pot")
    floor.must(awards.PressJackpot, table="A1", spot=Spot(2, 1))
    found = board(floor, "A1")
    assert (found["phase"], found["next"]) == ("recorded", "key_run")
    assert found["awards"][0]["status"] == "recorded"
    assert jackpot(floor, "fours")["levels"][0]["pending"] == ["A1"]
    floor.must(awards.TurnKey, table="A1", position="RUN", badge="sam")
    found = board(floor, "A1")
    assert (found["phase"], found["next"]) == ("awarded", "end")
    assert jackpot(floor, "fours")["levels"][0]["pending"] == []


def test_a_second_winner_of_the_same_meter_waits_for_run(floor: Floor) -> None:
    floor.open_table("A1", "fours", keypad="aquarius")
    floor.start("A1", 1, 2)
    floor.press("A1", 2, "four_aces")
    floor.press("A1", 1, "four_aces")
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="sam")
    floor.must(awards.PressJackpot, table="A1", spot=Spot(2, 1))
    assert (board(floor, "A1")["phase"], board(floor, "A1")["next"]) == ("marked", "key_run")


def test_a_supervisors_key_does_not_do_for_an_executives_amount(floor: Floor) -> None:
    floor.open_jackpot("large", FOUR_CARD, levels=(level(seed_cents=250_001),))
    floor.open_table("A1", "large", keypad="aquarius")
    floor.start("A1", 2)
    floor.press("A1", 2, "four_aces")
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="sam")
    assert board(floor, "A1")["next"] == "key_jph"
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="eve")
    assert board(floor, "A1")["next"] == "j_pot"


def test_a_key_left_in_jph_goes_back_first(floor: Floor) -> None:
    floor.open_table("A1", "fours", keypad="aquarius")
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="sam")
    assert (board(floor, "A1")["phase"], board(floor, "A1")["next"]) == ("idle", "key_run")


def test_a_table_waits_while_another_tables_award_is_on_its_way(floor: Floor) -> None:
    floor.open_table("A1", "fours", keypad="aquarius")
    floor.start("A1", 2)
    floor.press("A1", 2, "four_aces")
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="sam")
    floor.must(awards.PressJackpot, table="A1", spot=Spot(2, 1))
    floor.start("T1", 3)
    floor.press("T1", 3, "four_aces")
    found = board(floor)
    assert found["next"] == "wait"
    assert found["why"] == [{"word": "award_first", "level": "Main"}]


# ---- hits and the pit ---------------------------------------------------------------------------


def test_a_hit_names_table_hand_and_amount(floor: Floor) -> None:
    floor.start("T1", 2)
    floor.press("T1", 2, "four_aces")
    recorded, _ = floor.confirm("T1")
    found = hit_board(floor.state, BOOK, recorded, at_ms=77, names=Names(tables={"T1": "Crazy 4"}))
    assert (found["table"], found["title"], found["at_ms"]) == ("T1", "Crazy 4", 77)
    assert not found["training"]
    (award,) = found["awards"]
    assert (award["hand"], award["total_cents"], award["status"]) == (
        "Four Aces",
        100_020,
        "moved",
    )


def test_the_pit_sees_who_needs_somebody(floor: Floor) -> None:
    floor.open_table("A1", "fours", keypad="aquarius")
    floor.open_table("T2", "fours")
    floor.start("T1", 2)
    floor.press("T1", 2, "four_aces")
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="sam")
    floor.must(tables.CallSupervisor, table="T2", reason="question")
    memories = {"T1": PitMemory(waiting_since_ms=9, late=(Spot(4, 1),))}
    found = pit_board(floor.state, BOOK, memories=memories)
    rows = {row["table"]: row for row in found["tables"]}
    assert {name: row["needs"] for name, row in rows.items()} == {
        "A1": "key",
        "T1": "confirm",
        "T2": "supervisor",
    }
    assert (rows["T1"]["waiting_since_ms"], rows["T1"]["late"]) == (9, 1)
    assert rows["T1"]["wins"] == [{"seat": 2, "hand": "Four Aces", "cents": 100_020}]
    assert (rows["T2"]["called_ms"], rows["T2"]["call"]) == (floor.at_ms, "question")
    floor.must(tables.PauseTable, table="T2", badge="", reason="spill")
    again = pit_board(floor.state, BOOK, dead=["A1"])["tables"]
    assert [row["needs"] for row in again] == ["key", "confirm", "resume"]


def test_a_dead_sensor_board_needs_somebody(floor: Floor) -> None:
    assert [row["needs"] for row in pit_board(floor.state, BOOK)["tables"]] == [""]
    assert [row["needs"] for row in pit_board(floor.state, BOOK, dead=["T1"])["tables"]] == [
        "sensor"
    ]


def test_the_pit_sees_jackpots_that_are_suspended(floor: Floor) -> None:
    floor.open_jackpot("own", FOUR_CARD)
    floor.open_table("T2", "own")
    assert pit_board(floor.state, BOOK)["locked"] == []
    floor.must(jackpots.SuspendJackpot, jackpot="own", badge="sam", reason="new sensor board")
    line = {"jackpot": "own", "title": PAYS_1, "level": "", "tables": [], "at": "T2"}
    line |= {"reason": "new sensor board", "change": ""}
    assert pit_board(floor.state, BOOK)["locked"] == [line]
    named = pit_board(floor.state, BOOK, names=Names(jackpots={"own": "Four Aces"}))
    assert named["locked"] == [{**line, "title": "Four Aces"}]
    assert [row["suspended"] for row in named["tables"]] == [
        [],
        [{"title": "Four Aces", "reason": "new sensor board", "change": ""}],
    ]
    floor.must(jackpots.ResumeJackpot, jackpot="own", badge="sam", reason="changed")
    assert pit_board(floor.state, BOOK)["locked"] == []


def test_the_pit_sees_an_award_pending_on_a_linked_jackpot(floor: Floor) -> None:
    floor.open_table("A1", "fours", keypad="aquarius")
    floor.start("A1", 2)
    floor.press("A1", 2, "four_aces")
    assert pit_board(floor.state, BOOK)["locked"] == [], "a mark alone locks nothing"
    floor.must(awards.TurnKey, table="A1", position="JPH", badge="sam")
    floor.must(awards.PressJackpot, table="A1", spot=Spot(2, 1))
    pending = {"jackpot": "fours", "title": PAYS_1, "level": "", "tables": ["A1"], "at": ""}
    assert pit_board(floor.state, BOOK)["locked"] == [pending], "T1 shares it and has none"
    floor.must(jackpots.SuspendJackpot, jackpot="fours", badge="sam", reason="dispute")
    suspended = {**pending, "tables": [], "at": "A1", "reason": "dispute", "change": ""}
    assert pit_board(floor.state, BOOK)["locked"] == [suspended, pending]
    floor.must(awards.TurnKey, table="A1", position="RUN", badge="sam")
    assert pit_board(floor.state, BOOK)["locked"] == [suspended]


def test_the_pit_names_every_table_that_holds_an_award_of_a_level(floor: Floor) -> None:
    terms = {"levels": (level(seed_cents=100_000),), "lock_at_mark": True}
    floor.open_jackpot("held", FOUR_CARD, **terms)
    for table in ("T3", "T2"):
        floor.open_table(table, "held")
        floor.start(table, 1)
        floor.press(table, 1, "four_aces")
    (line,) = pit_board(floor.state, BOOK)["locked"]
    assert (line["level"], line["tables"]) == ("", ["T2", "T3"])
    floor.press("T2", 1, "four_aces")  # taken back
    (line,) = pit_board(floor.state, BOOK)["locked"]
    assert line["tables"] == ["T3"]


def test_the_watch_counts_from_the_first_mark_until_all_have_moved(floor: Floor) -> None:
    floor.start("T1", 1, 2)
    floor.press("T1", 1, "four_aces")
    floor.press("T1", 2, "straight_flush")
    memory = QUIET
    times = iter(range(100, 200, 10))
    marks = [fact for fact in floor.facts if isinstance(fact, rounds.WinnerMarked)]
    for fact in marks:
        memory = remember_event(memory, fact, at_ms=next(times))
    assert memory.waiting_since_ms == 100
    floor.press("T1", 1, "four_aces")
    memory = remember_event(memory, floor.facts[-1], at_ms=next(times))
    assert memory.waiting_since_ms == 100, "seat 2 still waits"
    floor.confirm("T1")
    for moved in floor.facts[-2:]:
        memory = remember_event(memory, moved, at_ms=next(times))
    assert memory.waiting_since_ms is None


def test_a_table_without_a_jackpot_has_its_steps_and_nothing_to_mark(floor: Floor) -> None:
    floor.open_table("S1", game="six_five_four", seats=5)
    found = board(floor, "S1")
    assert (found["sensors"], found["jackpots"], found["seats"]) == (0, [], 5)
    assert (found["phase"], found["next"], found["round_open"]) == ("idle", "start", False)
    floor.start("S1")
    found = board(floor, "S1")
    assert (found["phase"], found["next"], found["round_open"]) == ("open", "play", True)
    assert (found["spots"], found["marks"], found["confirm"], found["envy"]) == ([], [], None, [])
    floor.must(tables.PauseTable, table="S1", badge="", reason="shuffler jam")
    found = board(floor, "S1")
    assert (found["phase"], found["next"], found["round_open"]) == ("paused", "resume", True)
    rows = {row["table"]: row for row in pit_board(floor.state, BOOK)["tables"]}
    row = rows["S1"]
    assert (row["needs"], row["round"], row["wins"], row["late"]) == ("resume", 1, [], 0)


# ---- what other decisions say to a screen -------------------------------------------------------


def test_a_lock_at_the_mark_shows_what_is_held(floor: Floor) -> None:
    terms = {"levels": (level(seed_cents=100_000),), "lock_at_mark": True}
    floor.open_jackpot("locked", FOUR_CARD, **terms)
    floor.open_table("T2", "locked")
    floor.start("T2", 1, 4, 6)
    floor.press("T2", 4, "four_aces")
    found = board(floor, "T2")
    assert found["marks"][0]["held"] is True
    assert [each["total_cents"] for each in found["confirm"]["awards"]] == [100_060]
    assert jackpot(floor, "locked")["levels"][0]["pending"] == ["T2"]
    # The meter has restarted at $1,000; seat 6 is paid first and would take what seat 4 holds now.
    assert found["would"] == {"6.1": {"four_aces": 100_060}}


def test_closed_betting_says_why_and_waits(floor: Floor) -> None:
    floor.must(
        devices.EnrollDevice,
        device="s1",
        device_kind="sensor",
        table="T1",
        key_sha256="0" * 64,
        badge="eve",
    )
    floor.must(tables.CloseBetting, table="T1", reason="no answer", device="s1")
    found = board(floor)
    assert found["next"] == "wait"
    why = json.decode(found["why"][0]["text"], type=Told)
    assert why.reason.startswith("no answer (s1)")
    assert pit_board(floor.state, BOOK)["tables"][0]["needs"] == "sensor"


def test_a_shuffler_that_is_out_has_its_own_next_step_ALL_4(floor: Floor) -> None:
    floor.open_table("S1", "fours", shuffler_steps=("Turn it off.", "Resume play."))
    floor.must(shufflers.ReportShuffler, table="S1", reason="a jam", badge="sam")
    for number, text in ((1, "Turn it off."), (2, "Resume play.")):
        found = board(floor, "S1")
        assert (found["phase"], found["next"]) == ("idle", "shuffler")
        assert found["why"] == [{"word": "shuffler_step", "number": str(number), "text": text}]
        floor.must(shufflers.TakeShufflerSteps, table="S1", through=number, badge="sam")
    assert board(floor, "S1")["next"] == "start"


def test_fixed_pays_from_a_level_of_the_houses_choice(floor: Floor) -> None:
    floor.open_jackpot("own", FOUR_CARD, fixed_from="main")
    hands = {each["outcome"]: each for each in jackpot(floor, "own")["hands"]}
    assert hands["four_of_a_kind"]["pay"] == "300 for 1 from the meter"
    assert hands["four_of_a_kind"]["from"] == "meter"
