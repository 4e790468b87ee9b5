"""A forger who makes every hash and every sum fit is found by what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from pitboss.audit import Auditor, BadRow, audit
from pitboss.engine import Core, Reply
from pitboss.floor.asked_for import asked_for
from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.awards import (
    AwardsRecorded,
    ConfirmAwards,
    KeyTurned,
    MetersMoved,
    TurnKey,
)
from pitboss.floor.facts.bank import BankCovered, BankFellShort
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.rounds import HoldsChanged, StartRound
from pitboss.floor.facts.tables import PauseTable, TablePaused, TableResumed
from pitboss.floor.facts.values import Award, Movement, Reading, Spot
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.journal import Group, Row
from pitboss.journal.chain import make_rows, verify
from pitboss.journal.codec import command_digest, entry_of
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents, Micros, Ppm
from pitboss.rules.paytable import Share

from .support import BOOK, PAYTABLE, STARTED_MS, filled_store, happenings, rechained, spots

ROWS = tuple(filled_store().rows)
# What follows from another event, or from none: no command of its own leads to it.
BY_THE_WAY = {
    HoldsChanged,
    MetersMoved,
    BankFellShort,
    BankCovered,
    CommandRefused,
}


def proven(rows: Sequence[Row], *, book: PaytableLookup = BOOK) -> Auditor:
    """The audit of these rows."""
    return audit(MemoryJournal(MemoryStore(rows=list(rows)), read_only=True), book=book)


def caught(rows: Sequence[Row], *, book: PaytableLookup = BOOK) -> BadRow:
    """What the audit finds first."""
    with pytest.raises(BadRow) as found:
        proven(rows, book=book)
    return found.value


def played(book: PaytableLookup, commands: int) -> list[Row]:
    """The first commands of the sample, by an engine with these paytables."""
    store = MemoryStore()
    core = Core(MemoryJournal(store), book)
    for number, (made, fields) in enumerate(list(happenings())[:commands], start=1):
        core.handle([made(command_id=f"c{number}", at_ms=STARTED_MS + 1000 * number, **fields)])
    return store.rows


def with_group(commands: int, digest: str, *facts: Event) -> list[Row]:
    """The first commands of the sample, and events that a forger put behind them."""
    rows = played(BOOK, commands)
    reply = Reply("forged", len(rows) + len(facts))
    return rows + forged_rows(rows, digest, facts, reply)


def forged_rows(rows: list[Row], digest: str, facts: tuple[Event, ...], reply: Reply) -> list[Row]:
    """What a forger puts behind rows, with hashes that fit."""
    entries = tuple(entry_of(fact) for fact in facts)
    group = Group("forged", digest, STARTED_MS + 100_000, entries, reply.as_text())
    return make_rows([group], last=verify(rows), after_seq=len(rows))


def digest_of(made: type[Any], **fields: object) -> str:
    """The digest that such a command has."""
    return command_digest(made(command_id="forged", at_ms=0, **fields))


def test_every_command_of_a_sound_journal_is_decided_again() -> None:
    again = proven(ROWS).again
    assert again is not None
    assert again.decided == 35  # of 36 commands one was refused
    assert not again.undecided


def test_an_award_at_another_price_is_found() -> None:
    """An engine that pays half a meter for four aces: nothing in its journal contradicts itself."""
    (plain,) = PAYTABLE.columns
    pays = {**PAYTABLE.columns[plain], "four_aces": Share(Ppm(500_000), "main")}
    rows = played({PAYTABLE.id: replace(PAYTABLE, columns={plain: pays})}, commands=13)
    bad = caught(rows)
    assert (bad.seq, bad.field, bad.reason) == (13, "body", "asked again, awards is otherwise")


def test_an_award_that_nobody_marked_is_found() -> None:
    after = Reading("main", Micros(99_960_001_500), Micros(15_000_000), Micros(0))
    award = Award(
        "X", 1, 1, "J1", "four_aces", "main", Cents(100), Cents(0), Cents(0), restarts=False
    )
    moved = Movement("X", "J1", Micros(-100_000_000), Micros(0), Micros(0), Micros(0), after=after)
    at = {"table": "T1", "round": 1}
    rows = with_group(
        10,
        digest_of(ConfirmAwards, table="T1", badge="sam"),
        AwardsRecorded(**at, badge="sam", awards=(award,)),  # type: ignore[arg-type]
        MetersMoved(**at, awards=("X",), movements=(moved,)),  # type: ignore[arg-type]
    )
    bad = caught(rows)
    assert bad.seq == 11
    assert bad.reason.startswith("asked again, it is refused: NOTHING_MARKED")


def test_a_badge_that_may_not_is_found() -> None:
    turned = {"table": "T2", "position": "JPH", "badge": "dora"}
    rows = with_group(9, digest_of(TurnKey, **turned), KeyTurned(**turned))
    bad = caught(rows)
    assert (bad.seq, bad.reason[:42]) == (10, "asked again, it is refused: ROLE_TOO_LOW, ")


def test_events_that_no_command_leads_to_are_found() -> None:
    rows = with_group(10, "0" * 64, MetersMoved(table="T1", round=1, awards=(), movements=()))
    bad = caught(rows)
    assert (bad.seq, bad.field, bad.reason) == (11, "kind", "no command leads to it")


def test_an_event_more_or_less_is_found() -> None:
    stopped = {"table": "T1", "badge": "sam", "reason": "spill"}
    paused = TablePaused(**stopped)
    refused = CommandRefused(
        command="PauseTable", table="T1", badge="sam", code="TABLE_PAUSED", reason="paused"
    )
    digest = digest_of(PauseTable, **stopped)
    more = caught(with_group(9, digest, paused, TableResumed(**stopped)))
    assert (more.seq, more.reason) == (10, "asked again, more or less comes of it")
    rows = played(BOOK, 9)
    reply = Reply("forged", 11, "TABLE_PAUSED", "paused")
    rows += forged_rows(rows, digest, (paused, refused), reply)
    assert caught(rows).reason == "a refused command does nothing else"


def test_a_digest_of_another_command_is_found() -> None:
    rows = list(ROWS)
    for seq in (13, 14):
        rows[seq - 1] = rows[seq - 1]._replace(command_digest="f" * 64)
    bad = caught(rechained(rows))
    assert (bad.seq, bad.field) == (13, "command_digest")


@pytest.mark.parametrize(
    ("seq", "old", "new"),
    [
        (5, '"lock_at_mark":false', '"lock_at_mark":true'),
        (5, '"level":"main","maximum_cents":"100150"', '"level":"main","maximum_cents":"900150"'),
        (6, '"keypad":"atlas"', '"keypad":"aquarius"'),
        (6, '"seats":7', '"seats":8'),
        (13, '"badge":"sam"', '"badge":"eve"'),
        (13, '"outcome":"four_aces"', '"outcome":"four_of_a_kind"'),
        (22, '"badges":["sam","ann"]', '"badges":["sam","eve"]'),
        (24, '"method":""', '"method":"cash"'),
        (29, '"adjustment":"won"', '"adjustment":"seed_recovery"'),
        (34, '"day":"2026-02-25"', '"day":"2026-02-26"'),
    ],
)
def test_a_changed_word_is_found_at_its_row(seq: int, old: str, new: str) -> None:
    body = ROWS[seq - 1].body
    assert old in body
    rows = list(ROWS)
    rows[seq - 1] = rows[seq - 1]._replace(body=body.replace(old, new))
    assert caught(rechained(rows)).seq == seq


def test_spots_may_be_asked_for_in_any_order_and_twice() -> None:
    store = MemoryStore(rows=played(BOOK, 9))
    core = Core(MemoryJournal(store), BOOK)
    wanted = (Spot(3, 1), *spots(1, 3, 2))
    core.handle([StartRound(command_id="c10", at_ms=1, table="T1", spots=wanted)])
    assert proven(store.rows).last.seq == 10


def test_a_journal_goes_not_back_to_an_older_version() -> None:
    """Else a forger could write in words that are not decided again."""
    body = ROWS[3].body.replace('"by":["",""],', "")
    rows = [*ROWS[:3], ROWS[3]._replace(version=1, body=body), *ROWS[4:]]
    bad = caught(rechained(rows))
    assert (bad.seq, bad.field) == (4, "version")


@pytest.mark.parametrize("book", [{}, {PAYTABLE.id: replace(PAYTABLE, sha256="0" * 64)}])
def test_what_needs_a_paytable_that_is_not_at_hand_is_counted(book: PaytableLookup) -> None:
    """The jackpot, two tables, three marks, two prices, the envy of a hit; their digests are proven
    all the same."""
    again = proven(ROWS, book=book).again
    assert again is not None
    assert again.undecided == {PAYTABLE.id: 9}
    assert again.decided == 26
    rows = list(ROWS)
    rows[4] = rows[4]._replace(command_digest="f" * 64)
    assert caught(rechained(rows), book=book).field == "command_digest"


def test_every_event_is_told_of_by_a_command_or_comes_by_the_way() -> None:
    """A new kind of event needs its way back."""
    told = set()
    for made in EVENTS:
        fields = dict.fromkeys(made.__struct_fields__, ())
        try:
            found = asked_for(State(), [made(**fields)], command_id="c", at_ms=0).commands
        except AttributeError:  # it looks into what is empty here
            continue
        if not found and made is not AwardsRecorded:
            told.add(made)
    assert told == BY_THE_WAY
