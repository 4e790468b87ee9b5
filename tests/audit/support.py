"""A journal in which everything happens once that moves money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from msgspec.structs import replace

from pitboss.engine import Core
from pitboss.floor.facts import awards, changes, days, jackpots, payments, people, rounds, tables
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Retire, Spot
from pitboss.journal import EMPTY, Journal, Row
from pitboss.journal.chain import row_hash
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents, Ppm
from pitboss.rules.catalog import Paytables

PAYTABLE = Paytables().get("crazy4/progressive/pays-1")
PAYTABLES = {PAYTABLE.id: PAYTABLE}
STARTED_MS = 1_772_000_000_000

# $1,000 to begin with; of each dollar 20.0005 cents to the meter and 5 to the reserve.
LEVEL = LevelSetting("main", Cents(100_000), Ppm(200_005), Ppm(50_000), Cents(100_150))
TERMS = JackpotTerms(
    kind="progressive",
    paytable=PAYTABLE.id,
    paytable_sha256=PAYTABLE.sha256,
    wager_cents=Cents(100),
    levels=(LEVEL,),
    executive_above_cents=Cents(1_000_000),
)


def spots(*seats: int) -> tuple[Spot, ...]:
    """The first sensor of these seats."""
    return tuple(Spot(seat, 1) for seat in seats)


def happenings() -> Iterator[tuple[type, dict[str, Any]]]:
    """The commands, each with the row it becomes."""
    roles = {"dora": "dealer", "sam": "supervisor", "eve": "executive", "ann": "accounting"}
    for badge, role in roles.items():  # 1 to 4
        yield people.IssueBadge, {"badge": badge, "name": badge.title(), "role": role}
    yield (
        jackpots.OpenJackpot,
        {  # 5
            "jackpot": "J1",
            "terms": TERMS,
            "badges": ("sam", "eve"),
        },
    )
    for table, keypad in (("T1", "atlas"), ("T2", "aquarius")):  # 6, 7
        yield tables.OpenTable, {
            "table": table, "game": "crazy4", "seats": 7, "jackpots": ("J1",), "keypad": keypad,
            "badges": ("sam", "eve"),
        }  # fmt: skip
    for table, dealer in (("T1", "dora"), ("T2", "eve")):  # 8, 9
        yield people.SignIn, {"table": table, "badge": dealer}
    yield from _full_award()  # 10 to 14
    yield from _older_keypad()  # 15 to 21
    yield payments.PayPrize, {"award": "T1-1-13.1", "badge": "ann"}  # 22
    yield rounds.StartRound, {"table": "T1", "spots": spots(1, 2, 3, 4, 5, 6, 7)}  # 23
    yield rounds.VoidRound, {"table": "T1", "badge": "sam", "reason": "misdeal"}  # 24
    yield rounds.StartRound, {"table": "T1", "spots": spots(1, 2, 3, 4, 5, 6, 7)}  # 25
    yield rounds.EndRound, {"table": "T1"}  # 26
    yield from _corrections()  # 27, 28
    yield days.TurnShift, {"at_ms": STARTED_MS - 3_600_000}  # 29: an hour earlier, before 06:00
    yield tables.PauseTable, {"table": "T1", "badge": "dora", "reason": "spill"}  # 30
    yield rounds.EndRound, {"table": "T1"}  # 31: refused
    yield days.TurnShift, {}  # 32: the day before is over
    yield people.SignOut, {"table": "T1"}  # 33
    yield rounds.StartRound, {"table": "T2", "spots": spots(4)}  # 34
    yield rounds.PressHand, {"table": "T2", "spot": Spot(4, 1), "outcome": "four_aces"}  # 35
    yield rounds.PressHand, {"table": "T2", "spot": Spot(4, 1), "outcome": "four_aces"}  # 36


def _full_award() -> Iterator[tuple[type, dict[str, Any]]]:
    yield rounds.StartRound, {"table": "T1", "spots": spots(1, 2, 3)}
    yield rounds.SeeLateBet, {"table": "T1", "spot": Spot(7, 1)}
    yield rounds.PressHand, {"table": "T1", "spot": Spot(2, 1), "outcome": "four_aces"}
    yield awards.ConfirmAwards, {"table": "T1", "badge": "sam"}
    yield rounds.EndRound, {"table": "T1"}


def _older_keypad() -> Iterator[tuple[type, dict[str, Any]]]:
    yield rounds.StartRound, {"table": "T2", "spots": spots(1, 2)}
    yield rounds.PressHand, {"table": "T2", "spot": Spot(1, 1), "outcome": "four_aces"}
    yield awards.TurnKey, {"table": "T2", "position": "JPH", "badge": "sam"}
    yield awards.PressJackpot, {"table": "T2", "spot": Spot(1, 1)}
    yield awards.TurnKey, {"table": "T2", "position": "RUN", "badge": "sam"}
    yield awards.BackOutAward, {
        "award": "T2-1-18.1", "reason": "three aces only", "badges": ("sam", "ann"),
    }  # fmt: skip
    yield rounds.EndRound, {"table": "T2"}


def _corrections() -> Iterator[tuple[type, dict[str, Any]]]:
    both = {"jackpot": "J1", "level": "main", "badges": ("sam", "ann")}
    yield jackpots.AdjustMeter, {
        **both, "adjustment": "won", "cents": Cents(-50_000), "reason": "by hand",
        "won_at": jackpots.WonAt("T1", 1, Spot(1, 1), "four_aces"),
        "amount_reason": "the rest was chips",
        "wager": jackpots.LockedWager(10, "J1", "ended", dealer="dora"),
    }  # fmt: skip
    yield jackpots.AdjustMeter, {
        **both, "adjustment": "faulty_display", "cents": Cents(-100), "reason": "display",
    }  # fmt: skip


def retirement() -> Iterator[tuple[type, dict[str, Any]]]:
    """What may follow: J1 goes out of play, its seed home, all else into J2."""
    yield rounds.EndRound, {"table": "T2"}  # 37
    yield payments.PayPrize, {"award": "adjustment-27", "badge": "eve"}  # 38
    opened = {"jackpot": "J2", "terms": TERMS, "badges": ("sam", "eve")}
    yield jackpots.OpenJackpot, opened  # 39
    what = Retire(jackpot="J1", into="J2", pairs=(("main", "main"),), seed_to_house=True)
    yield changes.RequestChange, {"what": what, "reason": "a new game", "badge": "ann"}  # 40
    yield changes.ApproveChange, {"change": "change-40", "badge": "sam"}  # 41
    for jackpot in ("J1", "J2"):  # 42, 43
        yield jackpots.SuspendJackpot, {"jackpot": jackpot, "badge": "sam", "reason": "a new game"}
    yield changes.ApplyChange, {"change": "change-40", "badge": "sam"}  # 44


def canceled() -> Iterator[tuple[type, dict[str, Any]]]:
    """What may follow that: a prize of J1 turns out to be a mistake after its payment."""
    award = {"award": "T1-1-13.1", "badges": ("sam", "eve")}
    yield payments.VoidPayment, {**award, "reason": "three aces only"}  # 45
    yield payments.CancelPrize, {
        **award, "reason": "three aces only", "evidence": "camera 7", "jackpot": "J2",
        "level": "main",
    }  # fmt: skip  # 46


def locked_happenings() -> Iterator[tuple[type, dict[str, Any]]]:
    """A jackpot that locks at the mark: a winner, a second one who is paid first, the first taken
    back, the other confirmed; then a mark in a round that is voided."""
    for made, fields in list(happenings())[:9]:
        locked = (
            {"terms": replace(TERMS, lock_at_mark=True)} if made is jackpots.OpenJackpot else {}
        )
        yield made, fields | locked
    yield rounds.StartRound, {"table": "T1", "spots": spots(1, 2, 3)}
    for seat in (2, 3, 2):
        yield rounds.PressHand, {"table": "T1", "spot": Spot(seat, 1), "outcome": "four_aces"}
    yield awards.ConfirmAwards, {"table": "T1", "badge": "sam"}
    yield rounds.EndRound, {"table": "T1"}
    yield rounds.StartRound, {"table": "T2", "spots": spots(4)}
    yield rounds.PressHand, {"table": "T2", "spot": Spot(4, 1), "outcome": "four_aces"}
    yield rounds.VoidRound, {"table": "T2", "badge": "sam", "reason": "misdeal"}


def fill(journal: Journal, asking: Iterable[tuple[type, dict[str, Any]]] | None = None) -> Core:
    """Ask for everything, each command a second after the one before."""
    core, numbers = Core(journal, PAYTABLES), count(1)
    for made, fields in happenings() if asking is None else asking:
        number = next(numbers)
        ids = {"command_id": f"c{number}", "at_ms": STARTED_MS + 1000 * number}
        core.handle([made(**(ids | fields))])
    return core


def filled_store(more: Iterable[tuple[type, dict[str, Any]]] = ()) -> MemoryStore:
    """The whole journal in memory, without a snapshot."""
    store = MemoryStore()
    fill(MemoryJournal(store), (*happenings(), *more))
    return store


def locked_store() -> MemoryStore:
    """The journal of a jackpot that locks at the mark."""
    store = MemoryStore()
    fill(MemoryJournal(store), locked_happenings())
    return store


def rechained(rows: Iterable[Row]) -> list[Row]:
    """The rows with new sequences and hashes that fit: what a forger with time would write."""
    made: list[Row] = []
    seq, previous_hash = EMPTY
    for row in rows:
        seq += 1
        fresh = row._replace(seq=seq)
        previous_hash = row_hash(previous_hash, fresh)
        made.append(fresh._replace(hash=previous_hash))
    return made
