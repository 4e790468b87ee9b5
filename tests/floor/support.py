"""A floor to test on: its staff, its paytables, and a player of commands who trusts nothing.

`Floor.ask` checks after every event what must always hold: postings sum to zero, the books agree
with the meters and the awards, a decision and a rehearsal change nothing, and a replay from the
first event gives the same floor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from house_files import FOUR_CARD_LABELS
from pitboss.floor.decide import Decision, decide
from pitboss.floor.decide.statements import shown_sha256
from pitboss.floor.facts import bank, people, tables
from pitboss.floor.facts.awards import AwardsRecorded, ConfirmAwards
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.jackpots import LockedWager, OpenJackpot, WonAt
from pitboss.floor.facts.rounds import PressHand, StartRound
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Spot
from pitboss.floor.fold import apply, record
from pitboss.floor.fold.shared import put_level
from pitboss.floor.money.bank_matching import next_statement
from pitboss.floor.money.ledger import list_postings
from pitboss.floor.money.meter import open_level
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.locked_wager import locked_wager
from pitboss.floor.state.snapshot import read_snapshot, write_snapshot
from pitboss.journal.codec import command_of, command_text, events_of, events_text
from pitboss.money import MICROS_PER_CENT, Cents, Micros, Ppm
from pitboss.refusal import Told
from pitboss.rules.catalog import Paytables, slots_for
from pitboss.rules.paytable import Paytable, parse_paytable

FOUR_CARD = "crazy4/progressive/pays-1"
QUICK_HIT = "holdem_bonus/progressive/quick-hit-11"
FOUR_CARD_RESERVE = "crazy4/progressive/pays-3"
MULTI_GAME = "multi_game/five_card/01"
MULTI_LEVEL = "multi_game/five_card/ml03"
DRAGON = "baccarat/dragon_progressive/1"
DRAGON_FIVE = "baccarat/dragon_progressive/1-five-dollar"
QUEENS_UP = "crazy4/queens_up/c4p-09"
FROM_METER = "crazy4/progressive/from-meter"

STAFF = {
    "dora": "dealer",
    "dan": "dealer",
    "sam": "supervisor",
    "susan": "supervisor",
    "eve": "executive",
    "ann": "accounting",
    "tom": "technician",
    "oto": "auditor",
}

# No letter pays a fixed hand out of the meter; a house may (PS-12).
_FROM_METER = (
    """
title = "A house's own: fixed pays out of the meter"
games = ["crazy4"]
wager = "$1"

[source]
name = "written for these tests"

[pays]
nothing = "loses"
three_of_a_kind = "9 for 1 from main"
straight_flush = "$100 from main"
four_of_a_kind = "300 for 1"
four_aces = "100 % of main"

[levels.main]
seed = "$50"
rate_ppm = 500_000

[split]
house_ppm = 500_000
"""
    + FOUR_CARD_LABELS
)


def _house_paytable() -> Paytable:
    slot = next(iter(slots_for(FROM_METER).values()))
    return parse_paytable(
        _FROM_METER, paytable_id=FROM_METER, schemes=slot.schemes, columns=slot.columns
    )


def _book() -> dict[str, Paytable]:
    shipped = Paytables()
    return {name: shipped.get(name) for name in shipped.ids()} | {FROM_METER: _house_paytable()}


BOOK = _book()


def micros(cents: int) -> int:
    """Cents as micros."""
    return cents * MICROS_PER_CENT


def level(
    name: str = "main",
    *,
    seed_cents: int,
    rate_ppm: int = 200_000,
    reserve_ppm: int = 0,
    maximum_cents: int | None = None,
) -> LevelSetting:
    """The setting of a level, in few words."""
    return LevelSetting(
        name,
        Cents(seed_cents),
        Ppm(rate_ppm),
        Ppm(reserve_ppm),
        None if maximum_cents is None else Cents(maximum_cents),
    )


def spots(*seats: int, sensor: int = 1) -> tuple[Spot, ...]:
    """The spots of these seats on one sensor."""
    return tuple(Spot(seat, sensor) for seat in seats)


Picture = tuple[object, ...]


def picture(state: State) -> Picture:
    """All that a state says, to compare it with another."""
    parts = (
        state.badges, state.tables, state.jackpots, state.awards, state.balances,
        state.bank_entries, state.bets, state.devices, state.changes,
    )  # fmt: skip
    # An account that came back to nothing is the same as one that was never used.
    return (
        state.seq,
        state.site,
        state.bank,
        state.calendar,
        *(tuple((k, v) for k, v in part.items() if v != 0) for part in parts),
    )


def replay(rows: Iterable[Sequence[Event]]) -> State:
    """A floor made of what followed from each command, and nothing else."""
    state = State()
    for events in rows:
        record(state, events)
    return state


def forged(rows: Iterable[Sequence[Event]], fact: Event, *others: Event) -> list[tuple[Event, ...]]:
    """The same record with others, or nothing, in the place of one event."""
    return [
        tuple(new for old in events for new in (others if old is fact else (old,)))
        for events in rows
    ]


def check_books(state: State) -> None:
    """The trial balance is zero, and every account says what the floor says."""
    for prefix in ("", "training:"):
        side = [
            amount
            for account, amount in state.balances.items()
            if account.startswith("training:") == bool(prefix)
        ]
        assert sum(side) == 0
        _check_side(state, prefix)
    check_awaited(state)


def _check_side(state: State, prefix: str) -> None:
    """Money, or play money: neither knows of the other."""
    trains = {name: jackpot.terms.training for name, jackpot in state.jackpots.items()}
    for name, jackpot in state.jackpots.items():
        if trains[name] != bool(prefix):
            continue
        for of_level, standing in jackpot.levels.items():
            reading = standing.reading
            held = {
                "meter": reading.meter_micros,
                "reserve": reading.reserve_micros,
                "overflow": reading.overflow_micros,
            }
            for account, amount in held.items():
                assert amount >= 0, (account, name, of_level, amount)
                assert state.balance(f"{prefix}{account}:{name}:{of_level}") == amount
    found = [
        award for _, award in state.awards.items() if trains[award.award.jackpot] == bool(prefix)
    ]
    owed = sum(
        each.award.meter_cents + each.award.house_cents
        for each in found
        if each.status in ("recorded", "moved")
    )
    unmoved = [each for each in found if each.status == "recorded"]
    rounds = [
        table.round
        for _, table in state.tables.items()
        if table.round is not None and table.training == bool(prefix)
    ]
    waiting = [hold.held_cents for opened in rounds for hold in opened.holds]
    waiting += [each.award.meter_cents for each in unmoved if each.movement is not None]
    assert state.balance(f"{prefix}owed") == micros(owed)
    assert state.balance(f"{prefix}pending") == -micros(
        sum(each.award.meter_cents for each in unmoved)
    )
    assert state.balance(f"{prefix}held") == micros(sum(waiting))


def check_awaited(state: State) -> None:
    """Every screen can say where an award is on its way: held, or recorded and not yet moved."""
    expected = set()
    for name, table in state.tables.items():
        if table.round is not None:
            holds = [award for hold in table.round.holds for award in hold.awards]
            unmoved = [state.award(each).award for each in table.round.unmoved]
            awards = [award for award in (*holds, *unmoved) if award.level]
            expected |= {(award.jackpot, award.level, name) for award in awards}
    found = {
        (name, level, table)
        for name, jackpot in state.jackpots.items()
        for level in jackpot.levels
        for table in jackpot.awaited_at(level)
    }
    assert found == expected


BEGINNING_MS = 1_767_268_800_000  # 2026-01-01 12:00 UTC


class Floor:
    """A floor in play, with all its events so far."""

    def __init__(self, *, replays: bool = True) -> None:
        self.state = State()
        self.rows: list[tuple[Event, ...]] = []
        self.asked = 0
        self.at_ms = BEGINNING_MS
        self._again = State() if replays else None  # what the events alone make

    def twin(self) -> Floor:
        """Another floor of the same record, in play from there on."""
        floor = Floor(replays=self._again is not None)
        floor.rows, floor.asked, floor.at_ms = list(self.rows), self.asked, self.at_ms
        floor.state = replay(self.rows)
        if floor._again is not None:
            floor._again = replay(self.rows)
        return floor

    @property
    def facts(self) -> list[Event]:
        """All that has happened, in order."""
        return [fact for events in self.rows for fact in events]

    def ask(self, kind: type[Any], /, **fields: object) -> Decision:
        """Ask for a command of that kind; what is decided is applied."""
        self.asked += 1
        self.at_ms += 1000
        command = kind(command_id=f"c{self.asked}", at_ms=self.at_ms, **fields)
        before = repr(picture(self.state))
        decision = decide(self.state, command, BOOK)
        draft = self.state.draft()
        if not isinstance(decision, Told):
            draft.seq += 1
            for fact in decision:
                assert sum(amount for _, amount in list_postings(draft, fact)) == 0
                apply(draft, fact)
                # A recorded award leaves the meter one event later, within the same decision.
                check_books(draft)
            self.rows.append(decision)
            if self._again is not None:
                record(self._again, decision)
            assert command_of(command_text(command)) == command
            assert events_of(events_text(decision)) == decision
        assert repr(picture(self.state)) == before, "deciding or rehearsing changed the floor"
        self.state.adopt(draft)
        if self._again is not None:
            self._check(self._again)
        return decision

    def wager(self, at: WonAt | None) -> LockedWager | None:
        """What the record says of a wager, as a server would work it out."""
        entries = [(seq, fact) for seq, facts in enumerate(self.rows, 1) for fact in facts]
        return None if at is None else locked_wager(entries, at)

    def won_on(self, table: str, seat: int, outcome: str) -> dict[str, object]:
        """What an adjustment says of a hand of the last round of a table that is over."""
        found = self.state.table(table)
        number = found.rounds - (found.round is not None)
        at = WonAt(table, number, Spot(seat, 1), outcome)
        return {"won_at": at, "wager": self.wager(at)}

    def check_replay(self) -> None:
        """The events alone make the same floor, and so does a snapshot of it."""
        self._check(replay(self.rows))

    def _check(self, again: State) -> None:
        now, text = picture(self.state), write_snapshot(self.state)
        assert picture(again) == now
        assert write_snapshot(again) == text
        assert picture(read_snapshot(text)) == now

    def power_cut(self) -> None:
        """All that was in memory is gone; the record is not."""
        self.state = replay(self.rows)

    def must(self, kind: type[Any], /, **fields: object) -> tuple[Event, ...]:
        """Ask for what has to be allowed."""
        decision = self.ask(kind, **fields)
        assert not isinstance(decision, Told), decision
        return decision

    def refused(self, kind: type[Any], /, **fields: object) -> str:
        """Ask for what has to be refused; the code of the refusal."""
        decision = self.ask(kind, **fields)
        assert isinstance(decision, Told), decision
        return decision.code

    def with_shown(self, **fields: Any) -> dict[str, Any]:
        """The fields of a statement, and the digest of what its signers are shown."""
        unsigned = bank.RecordStatement(command_id="", at_ms=0, shown_sha256="", **fields)
        return {**fields, "shown_sha256": shown_sha256(next_statement(self.state, unsigned))}

    # ---- a floor in few words ------------------------------------------------------------------

    def hire(self) -> None:
        """Give everybody a badge."""
        for badge, role in STAFF.items():
            self.must(people.IssueBadge, badge=badge, name=badge.title(), role=role)

    def jackpot_terms(self, jackpot: str, paytable: str, **changes: object) -> dict[str, object]:
        """What opening a jackpot asks for, with the paytable's own levels unless told."""
        levels = tuple(
            LevelSetting(each.name, each.seed_cents, each.rate_ppm, each.reserve_ppm)
            for each in BOOK[paytable].levels
        )
        usual = JackpotTerms(
            kind="progressive",
            paytable=paytable,
            paytable_sha256=BOOK[paytable].sha256,
            wager_cents=Cents(100),
            levels=levels,
            executive_above_cents=Cents(250_000),
        )
        return {"jackpot": jackpot, "terms": changed(usual, **changes), "badges": ("eve", "ann")}

    def open_jackpot(self, jackpot: str, paytable: str, **changes: object) -> None:
        """Put a jackpot on the floor."""
        self.must(OpenJackpot, **self.jackpot_terms(jackpot, paytable, **changes))

    def open_table(
        self,
        table: str,
        *jackpots: str,
        seats: int = 6,
        game: str = "crazy4",
        keypad: str = "atlas",
        **more: object,
    ) -> None:
        """Put a table on the floor and a dealer to it."""
        self.must(
            tables.OpenTable,
            table=table,
            game=game,
            seats=seats,
            jackpots=jackpots,
            keypad=keypad,
            badges=("sam", "ann"),
            **more,
        )
        self.must(people.SignIn, table=table, badge=self._free_dealer(table))

    def _free_dealer(self, table: str) -> str:
        """One badge deals at one table: dora, dan, then a new dealer for each table."""
        dealing = {each.dealer for each in self.state.tables.values()}
        free = [name for name in ("dora", "dan") if name not in dealing]
        if free:
            return free[0]
        dealer, by = f"dealer-{table}", ("eve", "ann")
        self.must(people.IssueBadge, badge=dealer, name=dealer, role="dealer", by=by)
        return dealer

    def start(self, table: str, *seats: int) -> None:
        """START GAME with these seats' wagers on sensor 1."""
        self.must(StartRound, table=table, spots=spots(*seats))

    def press(self, table: str, seat: int, outcome: str, sharers: tuple[int, ...] = ()) -> None:
        """A hand button, for sensor 1."""
        self.must(PressHand, table=table, spot=Spot(seat, 1), outcome=outcome, sharers=sharers)

    def confirm(self, table: str, badge: str = "eve") -> tuple[AwardsRecorded, object]:
        """Confirm and swipe."""
        recorded, moved = self.must(ConfirmAwards, table=table, badge=badge)
        assert isinstance(recorded, AwardsRecorded)
        return recorded, moved

    def meter(self, jackpot: str, of_level: str = "main") -> tuple[int, int, int]:
        """Meter, reserve and overflow of a level, in micros."""
        reading = self.state.jackpot(jackpot).levels[of_level].reading
        return reading.meter_micros, reading.reserve_micros, reading.overflow_micros


def hired_floor(*, replays: bool = True) -> Floor:
    """A floor on which everybody has a badge."""
    floor = Floor(replays=replays)
    floor.hire()
    return floor


def take_of_seed(floor: Floor, jackpot: str, cents: int) -> None:
    """A meter that is below its seed, as many partial wins leave it. No replay."""
    floor._again = None
    found = floor.state.jackpot(jackpot).levels["main"]
    reading = changed(
        found.reading, meter_micros=Micros(found.reading.meter_micros - micros(cents))
    )
    put_level(floor.state, jackpot, open_level(found.setting, reading))
    for account, sign in ((f"meter:{jackpot}:main", -1), ("house", 1)):
        floor.state.balances[account] = Micros(floor.state.balance(account) + sign * micros(cents))
