"""A forger who makes every hash and every sum fit is found by what the rules say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from msgspec import structs

from pitboss.audit import BadRow, JournalAuditor, audit
from pitboss.audit.redecide import Redecider
from pitboss.engine import Core
from pitboss.floor.facts import awards, bank, jackpots, people, rounds, tables
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.facts.values import Award, JackpotTerms, Movement, Reading, Spot
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.journal import Row
from pitboss.journal.chain import chain_row, verify
from pitboss.journal.codec import command_text, events_text
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents, Micros, Ppm
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Share

from .support import PAYTABLE, PAYTABLES, STARTED_MS, filled_store, happenings, rechained, spots

ROWS = tuple(filled_store().rows)
REFUSED_SEQ = 31  # END GAME without a round
FORGED_MS = STARTED_MS + 100_000


def proven(rows: Iterable[Row], *, paytables: PaytableLookup = PAYTABLES) -> JournalAuditor:
    """The audit of these rows."""
    journal = MemoryJournal(MemoryStore(rows=list(rows)), read_only=True)
    return audit(journal, paytables=paytables)


def caught(rows: Iterable[Row], *, paytables: PaytableLookup = PAYTABLES) -> BadRow:
    """What the audit finds first."""
    with pytest.raises(BadRow) as found:
        proven(rows, paytables=paytables)
    return found.value


def redecided(rows: Iterable[Row], *, paytables: PaytableLookup = PAYTABLES) -> Redecider:
    """What an audit decided again."""
    found = proven(rows, paytables=paytables).redecider
    assert found is not None
    return found


def played(paytables: PaytableLookup, commands: int) -> list[Row]:
    """The first commands of the sample, by an engine with these paytables."""
    store = MemoryStore()
    core = Core(MemoryJournal(store), paytables)
    for number, (made, fields) in enumerate(list(happenings())[:commands], start=1):
        core.handle([made(command_id=f"c{number}", at_ms=STARTED_MS + 1000 * number, **fields)])
    return store.rows


def with_forged(commands: int, command: Command, *events: Event) -> list[Row]:
    """The first commands of the sample, and one that a forger put behind them, with its hash."""
    rows = played(PAYTABLES, commands)
    end = verify(rows)
    texts = command_text(command), events_text(events)
    return [*rows, chain_row(end.hash, end.seq + 1, command.at_ms, command.command_id, *texts)]


def with_events(seq: int, *events: Event) -> list[Row]:
    """The sample with other events behind one command, and every hash made to fit."""
    rows = list(ROWS)
    rows[seq - 1] = rows[seq - 1]._replace(events=events_text(events))
    return rechained(rows)


def with_asked(seq: int, old: str, new: str) -> list[Row]:
    """The sample with other words of one command, its events as they were."""
    rows = list(ROWS)
    asked = rows[seq - 1].asked
    assert old in asked
    rows[seq - 1] = rows[seq - 1]._replace(asked=asked.replace(old, new))
    return rechained(rows)


# ---- what holds ---------------------------------------------------------------------------------


def test_every_command_of_a_sound_journal_is_decided_again() -> None:
    again = redecided(ROWS)
    assert (again.done, again.refused) == (35, 1)
    assert not again.undecided


def test_spots_may_be_asked_for_in_any_order_and_twice() -> None:
    store = MemoryStore(rows=played(PAYTABLES, 9))
    core = Core(MemoryJournal(store), PAYTABLES)
    wanted = (Spot(3, 1), *spots(1, 3, 2))
    core.handle([rounds.StartRound(command_id="c10", at_ms=1, table="T1", spots=wanted)])
    assert proven(store.rows).last.seq == 10


def test_a_timer_that_found_all_in_order_is_decided_again() -> None:
    store = MemoryStore(rows=played(PAYTABLES, 9))
    core = Core(MemoryJournal(store), PAYTABLES)
    (reply,) = core.handle([bank.CheckBank(command_id="c10", at_ms=FORGED_MS)])
    assert (reply.accepted, reply.events) == (True, ())
    assert proven(store.rows).last.seq == 10


HOUSE = Paytables().get("blackjack/blazing_7s/1")  # three of its hands are one printed line


def house_jackpot() -> MemoryStore:
    """A house jackpot, opened with an amount for one hand of the line."""
    store, two = MemoryStore(), ("sam", "eve")
    terms = JackpotTerms(
        kind="house",
        paytable=HOUSE.id,
        paytable_sha256=HOUSE.sha256,
        wager_cents=Cents(100),
        levels=(),
        executive_above_cents=Cents(0),
        house_prizes=(("three_sevens_color", Cents(100)), ("three_sevens_suited", Cents(4_999))),
    )
    commands = [
        people.IssueBadge(command_id="c1", at_ms=1, badge="sam", name="Sam", role="supervisor"),
        people.IssueBadge(command_id="c2", at_ms=1, badge="eve", name="Eve", role="executive"),
        jackpots.OpenJackpot(command_id="c3", at_ms=1, jackpot="J", terms=terms, badges=two),
    ]
    core = Core(MemoryJournal(store), {HOUSE.id: HOUSE})
    assert [reply.code for reply in core.handle(commands)] == ["", "", ""]
    return store


def test_a_line_that_is_posted_by_one_of_its_hands_is_decided_again() -> None:
    """It is kept with all of them; one that was posted otherwise is found."""
    store = house_jackpot()
    assert proven(store.rows, paytables={HOUSE.id: HOUSE}).last.seq == 3
    events = store.rows[-1].events
    rows = [*store.rows[:-1], store.rows[-1]._replace(events=events.replace("4999", "4998"))]
    assert caught(rechained(rows), paytables={HOUSE.id: HOUSE}).seq == 3


# ---- events that the rules do not make ----------------------------------------------------------


def test_an_award_at_another_price_is_found() -> None:
    """An engine that pays half a meter for four aces: nothing in its journal contradicts itself."""
    (plain,) = PAYTABLE.columns
    pays = {**PAYTABLE.columns[plain], "four_aces": Share(Ppm(500_000), "main")}
    rows = played({PAYTABLE.id: replace(PAYTABLE, columns={plain: pays})}, commands=13)
    bad = caught(rows)
    assert (bad.seq, bad.field) == (13, "events")
    assert bad.reason == "replayed, awards.0.meter_cents of awards-recorded is 100060, not 50030"


def test_an_award_that_nobody_marked_is_found() -> None:
    after = Reading("main", Micros(99_960_001_500), Micros(15_000_000), Micros(0))
    award = Award(
        "X", 1, 1, "J1", "four_aces", "main", Cents(100), Cents(0), Cents(0), restarts=False
    )
    moved = Movement("X", "J1", Micros(-100_000_000), Micros(0), Micros(0), Micros(0), after=after)
    rows = with_forged(
        10,
        awards.ConfirmAwards(command_id="forged", at_ms=FORGED_MS, table="T1", badge="sam"),
        awards.AwardsRecorded(table="T1", round=1, badge="sam", awards=(award,)),
        awards.MetersMoved(table="T1", round=1, awards=("X",), movements=(moved,)),
    )
    bad = caught(rows)
    assert (bad.seq, bad.field) == (11, "events")
    assert bad.reason == ("replayed, it gives NOTHING_MARKED, not awards-recorded")


def test_a_badge_that_may_not_is_found() -> None:
    command = awards.TurnKey(
        command_id="forged", at_ms=FORGED_MS, table="T2", position="JPH", badge="dora"
    )
    event = awards.KeyTurned(table="T2", position="JPH", badge="dora", key_number="")
    bad = caught(with_forged(9, command, event))
    assert (bad.seq, bad.reason) == (
        10,
        "replayed, it gives ROLE_TOO_LOW, not key-turned",
    )


def test_an_event_more_or_less_is_found() -> None:
    stopped = {"table": "T1", "badge": "sam", "reason": "spill"}
    command = tables.PauseTable(command_id="forged", at_ms=FORGED_MS, **stopped)
    more = caught(
        with_forged(9, command, tables.TablePaused(**stopped), tables.TableResumed(**stopped))
    )
    assert (more.seq, more.reason) == (10, "replayed, it gives more or fewer events")
    half = ROWS[12].events.partition(',{"kind":"meters-moved"')[0] + "]"
    less = caught(rechained([*ROWS[:12], ROWS[12]._replace(events=half)]))
    assert (less.seq, less.reason) == (13, "replayed, it gives more or fewer events")


def test_events_of_another_command_are_found() -> None:
    command = people.SignOut(command_id="forged", at_ms=FORGED_MS, table="T1")
    bad = caught(with_forged(10, command, rounds.RoundEnded(table="T1", round=1, envy=())))
    assert (bad.seq, bad.field) == (11, "events")
    assert bad.reason.endswith(", not round-ended")


@pytest.mark.parametrize(
    ("seq", "old", "new"),
    [
        (5, '"lock_at_mark":false', '"lock_at_mark":true'),
        (5, '"maximum_cents":100150', '"maximum_cents":900150'),
        (6, '"keypad":"atlas"', '"keypad":"aquarius"'),
        (6, '"seats":7', '"seats":8'),
        (13, '"badge":"sam"', '"badge":"eve"'),
        (13, '"outcome":"four_aces"', '"outcome":"four_of_a_kind"'),
        (20, '"badges":["sam","ann"]', '"badges":["sam","eve"]'),
        (22, '"method":""', '"method":"cash"'),
        (27, '"adjustment":"won"', '"adjustment":"seed_recovery"'),
        (31, '"code":"NO_ROUND"', '"code":"TABLE_PAUSED"'),
        (31, '"where":"T1"', '"where":"T2"'),
        (31, '"command":"end-round"', '"command":"void-round"'),
        (32, '"day":"2026-02-25"', '"day":"2026-02-26"'),
    ],
)
def test_a_changed_word_of_an_event_is_found_at_its_row(seq: int, old: str, new: str) -> None:
    events = ROWS[seq - 1].events
    assert old in events
    rows = list(ROWS)
    rows[seq - 1] = rows[seq - 1]._replace(events=events.replace(old, new))
    bad = caught(rechained(rows))
    assert (bad.seq, bad.field) == (seq, "events")
    assert bad.reason.startswith("replayed, ")


# ---- words that nobody asked --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seq", "old", "new"),
    [
        (1, '"name":"Dora"', '"name":"Dana"'),
        (5, '"wager_cents":100,', '"wager_cents":500,'),
        (8, '"badge":"dora"', '"badge":"sam"'),
        (10, ',{"seat":3,"sensor":1}', ""),
        (11, '"seat":7', '"seat":6'),
        (12, '"seat":2', '"seat":3'),
        (13, '"badge":"sam"', '"badge":"eve"'),
        (20, '"reason":"three aces only"', '"reason":"three aces"'),
        (24, '"kind":"void-round"', '"kind":"pause-table"'),
        (27, '"outcome":"four_aces"', '"outcome":"four_of_a_kind"'),
        (28, '"cents":-100', '"cents":-101'),
        (31, '"table":"T1"', '"table":"T2"'),
        (36, '"seat":4', '"seat":5'),
    ],
)
def test_a_command_with_other_words_than_its_events_is_found(seq: int, old: str, new: str) -> None:
    bad = caught(with_asked(seq, old, new))
    assert (bad.seq, bad.field) == (seq, "events")
    assert bad.reason.startswith("replayed, ")


# ---- refused commands ---------------------------------------------------------------------------


def test_a_refusal_of_what_the_rules_allow_is_found() -> None:
    """A prize that the cage is said to have refused."""
    refused = CommandRefused(command="pay-prize", table="", badge="ann", code="AWARD_PAID")
    bad = caught(with_events(22, refused))
    assert (bad.seq, bad.field) == (22, "events")
    assert bad.reason == "replayed, it gives prize-paid, not command-refused"


def test_a_deed_that_the_rules_refuse_is_found() -> None:
    bad = caught(with_events(REFUSED_SEQ, rounds.RoundEnded(table="T1", round=3, envy=())))
    assert (bad.seq, bad.field) == (REFUSED_SEQ, "events")
    assert bad.reason == "replayed, it gives NO_ROUND, not round-ended"


def test_a_refused_command_that_nobody_asked_is_found() -> None:
    command = rounds.EndRound(command_id="forged", at_ms=FORGED_MS, table="T1")
    refused = CommandRefused(command="end-round", table="T1", badge="", code="AWARD_UNCONFIRMED")
    bad = caught(with_forged(10, command, refused))
    assert (bad.seq, bad.reason) == (
        11,
        "replayed, it gives round-ended, not command-refused",
    )


def test_a_refused_command_that_was_taken_out_is_missed_by_nobody_but_the_hashes() -> None:
    """It had done nothing; who keeps the last hash of an audit finds it."""
    without = [*ROWS[: REFUSED_SEQ - 1], *ROWS[REFUSED_SEQ:]]
    assert caught(without).seq == REFUSED_SEQ
    assert proven(rechained(without)).last.hash != ROWS[-1].hash


# ---- paytables ----------------------------------------------------------------------------------

ANOTHER = replace(PAYTABLE, sha256="0" * 64)


@pytest.mark.parametrize("paytables", [{}, {PAYTABLE.id: ANOTHER}])
def test_what_needs_a_paytable_that_is_not_at_hand_is_counted(paytables: PaytableLookup) -> None:
    """The jackpot, two tables, three marks, two prices, the envy of a hit, a prize by hand."""
    again = redecided(ROWS, paytables=paytables)
    assert again.undecided == {PAYTABLE.id: 10}
    assert (again.done, again.refused) == (25, 1)


def test_what_needs_no_paytable_is_decided_again_all_the_same() -> None:
    bad = caught(with_asked(20, '"three aces only"', '"three aces"'), paytables={})
    assert (bad.seq, bad.field) == (20, "events")


@pytest.mark.parametrize("paytables", [{}, PAYTABLES])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (PAYTABLE.id, "crazy4/progressive/pays-9"),
        (PAYTABLE.sha256, "0" * 64),
        ('"rate_ppm":200005', '"rate_ppm":200006'),
        ('"badges":["sam","eve"]', '"badges":["eve","sam"]'),
    ],
)
def test_a_jackpot_is_opened_as_asked_for(paytables: PaytableLookup, old: str, new: str) -> None:
    """Else a forger could say that it had a paytable that nobody has."""
    assert old in ROWS[4].events
    rows = [*ROWS[:4], ROWS[4]._replace(events=ROWS[4].events.replace(old, new)), *ROWS[5:]]
    bad = caught(rechained(rows), paytables=paytables)
    assert (bad.seq, bad.field) == (5, "events")
    assert " of jackpot-opened is " in bad.reason


def opened_with(paytables: PaytableLookup, **changes: object) -> list[Row]:
    """The people of the sample, and a jackpot asked of an engine with these paytables."""
    store = MemoryStore(rows=played(PAYTABLES, 4))
    made, fields = list(happenings())[4]
    fields = fields | {"terms": structs.replace(fields["terms"], **changes)}
    command = made(command_id="c5", at_ms=STARTED_MS, **fields)
    Core(MemoryJournal(store), paytables).handle([command])
    return store.rows


def test_an_opening_that_was_refused_for_want_of_its_paytable_is_counted() -> None:
    rows = opened_with({})
    assert "PAYTABLE_CHANGED" in rows[4].events
    assert redecided(rows).undecided == {PAYTABLE.id: 1}
    assert redecided(rows, paytables={}).refused == 1


def test_an_opening_that_was_refused_for_its_terms_needs_its_paytable() -> None:
    rows = opened_with(PAYTABLES, split_among="nobody")
    assert "SPLIT_UNKNOWN" in rows[4].events
    assert redecided(rows).refused == 1
    assert redecided(rows, paytables={}).undecided == {PAYTABLE.id: 1}


def test_a_refused_opening_of_another_paytable_keeps_nothing_from_being_decided_again() -> None:
    rows = opened_with(PAYTABLES, paytable_sha256="0" * 64)
    store = MemoryStore(rows=rows)
    core = Core(MemoryJournal(store), PAYTABLES)
    for number, (made, fields) in enumerate(list(happenings())[4:], start=6):
        moved = (
            {"wager": jackpots.LockedWager(11, "J1", "ended", dealer="dora")}
            if "wager" in fields
            else {}
        )
        asked = {"command_id": f"c{number}", "at_ms": STARTED_MS, **fields, **moved}
        core.handle([made(**asked)])
    assert not redecided(store.rows).undecided


def test_a_timer_that_came_too_late_is_proven_as_it_is() -> None:
    """The server looked at the bank, and a START came before its command: nothing followed from it,
    and the row stands in the journal without events."""
    store = filled_store([(bank.CheckBank, {})])
    assert store.rows[-1].events == "[]"
    before, after = redecided(ROWS), redecided(store.rows)
    assert (after.done, after.refused) == (before.done + 1, before.refused)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"spot":{"seat":1,', '"spot":{"seat":5,'),  # no wager
        ('"row":10,"jackpot":"J1","status":"ended"', '"row":9,"jackpot":"J1","status":"ended"'),
        ('"row":10,"jackpot":"J1","status":"ended"', '"row":16,"jackpot":"J1","status":"ended"'),
    ],
)
def test_PS_7_a_prize_by_hand_on_a_wager_that_the_journal_does_not_have_is_found(
    old: str, new: str
) -> None:
    """The floor keeps no wagers of rounds that are over; the audit looks them up in the rows."""
    rows, (asked, events) = list(ROWS), (ROWS[26].asked, ROWS[26].events)
    assert old in asked
    forged = asked.replace(old, new), events.replace(old, new)
    rows[26] = rows[26]._replace(asked=forged[0], events=forged[1])
    bad = caught(rechained(rows))
    assert (bad.seq, bad.field) == (27, "asked")
    assert "has this wager differently" in str(bad)
