"""Books made from commands and events alone, for a floor whose staff is dishonest or careless.

After each accepted command they say whether the rules about money and people held. They know what a
paytable pays, and nothing of how the floor keeps its accounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.floor import facts
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import (
    NOBODY,
    Award,
    Contribution,
    JackpotStanding,
    JackpotTerms,
    LevelSetting,
    Mark,
    Movement,
    Spot,
    TableStanding,
    Taking,
)
from pitboss.rules.paytable import Paytable, Share
from pitboss.sim.level_book import CENT_MICROS
from pitboss.sim.model import Discrepancy

# Checks that the rules of the floor do not meet yet; each is asked as soon as it is taken out.
NOT_ASKED_YET = frozenset(
    {
        "award not lowered under a mark",
        "evidence is not dismissed once used",
        "evidence is no larger than the meter showed",
        "evidence is written by somebody else",
        "forfeited to neither signer",
        "maker of a prize by hand does not cancel it",
        "no level below its seed after a correction",
        "payer did not deal",
        "payer does not void",
        "raised seed is topped up",
        "won by hand names a locked wager once",
        "one award for a wager",
    }
)


@dataclass(slots=True)
class SeenRound:
    """A round: who dealt it, which wagers were locked, and what they brought."""

    table: str
    number: int
    dealer: str
    spots: frozenset[tuple[int, int]]
    jackpots: tuple[str, ...]
    brought_micros: int
    is_over: bool = False
    is_void: bool = False


@dataclass(slots=True)
class SeenPrize:
    """A prize: where it was won, who made it, and what became of it."""

    name: str
    owed_cents: int
    jackpot: str
    made_by: frozenset[str]
    award: Award | None = None
    place: tuple[str, int] = ("", 0)
    wager: tuple[str, int, int, str] | None = None  # table, round, seat, jackpot
    status: str = "owed"  # owed, paid, backed out, canceled, forfeited
    payer: str = ""
    paid: tuple[int, ...] = ()
    is_moved: bool = False  # it has come off its meter

    @property
    def taken_cents(self) -> int:
        """What came off a meter for it."""
        if self.award is None:
            return self.owed_cents
        return self.award.meter_cents if self.is_moved else 0

    @property
    def held_cents(self) -> int:
        """What is owed and no longer on a meter."""
        house = self.award.house_cents if self.award is not None else 0
        return self.taken_cents + house

    @property
    def is_live(self) -> bool:
        """Whether somebody has it, or is to get it."""
        return self.status in ("owed", "paid")


@dataclass(slots=True)
class SeenNotice:
    """A malfunction notice: by how much a meter was too high, by whom, and what signs showed."""

    cents: int
    writer: str
    shown_cents: Mapping[tuple[str, str], int]
    is_used: bool = False


@dataclass(slots=True)
class AdversaryBooks:
    """All that the events so far tell."""

    paytables: Mapping[str, Paytable]
    staff: dict[str, str] = field(default_factory=dict)
    terms: dict[str, JackpotTerms] = field(default_factory=dict)
    levels: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: dict[tuple[str, int], SeenRound] = field(default_factory=dict)
    open_rounds: dict[str, SeenRound] = field(default_factory=dict)
    marks: dict[str, list[Mark]] = field(default_factory=lambda: defaultdict(list))
    holds: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)  # by award
    prizes: dict[str, SeenPrize] = field(default_factory=dict)
    notices: dict[str, SeenNotice] = field(default_factory=dict)
    bank_cents: int = 0
    stated_cents: int | None = None  # by the bank's own figure, less what has left since
    checked: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def need(self, check: str, *, holds: bool, saying: object = "") -> None:
        """Ask a check."""
        self.checked[check] += 1
        if not holds and check not in NOT_ASKED_YET:
            raise Discrepancy(f"{check}: {saying}")

    def take(self, command: Command, events: Sequence[Event]) -> None:
        """An accepted command and what followed."""
        self._check_people(command)
        for event in events:
            if (follow := _FOLLOWS.get(type(event))) is not None:
                follow(self, command, event)

    def required_micros(self) -> int:
        """What must lie in the account: meters, reserves, overflow, owed and held."""
        owed = sum(each.held_cents for each in self.prizes.values() if each.status == "owed")
        levels = sum(map(sum, self.levels.values()))
        held = sum(sum(each.values()) for each in self.holds.values())
        return levels + (owed + held) * CENT_MICROS

    def shown_cents(self) -> dict[tuple[str, str], int]:
        """What every sign shows."""
        return {place: amounts[0] // CENT_MICROS for place, amounts in self.levels.items()}

    # ---- people -------------------------------------------------------------------------------

    def _check_people(self, command: Command) -> None:
        permission = command.permission
        if not permission.badge_field:
            return
        named = getattr(command, permission.badge_field)
        badges = (named,) if isinstance(named, str) else named
        if badges in (("",), NOBODY):
            return
        known = [self.staff.get(each, "") for each in badges]
        saying = f"{command.kind} by {badges}"
        self.need("who asks is issued", holds=all(known), saying=saying)
        self.need("who asks may", holds=set(known) <= set(permission.roles), saying=saying)
        self.need("two are two", holds=len(set(badges)) == len(badges), saying=saying)

    # ---- meters -------------------------------------------------------------------------------

    def _move(self, moved: Movement | Contribution) -> int:
        """What a level has more; its reading says the same."""
        before = self.levels.setdefault((moved.jackpot, moved.after.level), [0, 0, 0])
        change = (moved.meter_micros, moved.reserve_micros, moved.overflow_micros)
        after = [amount + more for amount, more in zip(before, change, strict=True)]
        read = moved.after
        said = [read.meter_micros, read.reserve_micros, read.overflow_micros]
        self.need("readings follow movements", holds=after == said, saying=moved)
        self.need("no account below zero", holds=min(after) >= 0, saying=moved)
        self.levels[moved.jackpot, read.level] = after
        return sum(change)

    def _settle(self, check: str, movements: Iterable[Movement], *, from_players: int) -> None:
        """Movements sum to what players bring, or get if below zero, and the house puts in."""
        total = 0
        for moved in movements:
            total += self._move(moved) - moved.house_micros
        self.need(check, holds=total == from_players, saying=f"{total}, not {from_players}")

    def _check_seeds(self, movements: Iterable[Movement]) -> None:
        for moved in movements:
            setting = self.setting(moved.jackpot, moved.after.level)
            seed = setting.seed_cents * CENT_MICROS if setting is not None else 0
            holds = moved.after.meter_micros >= seed
            self.need("no level below its seed after a correction", holds=holds, saying=moved)

    def setting(self, jackpot: str, level: str) -> LevelSetting | None:
        """How a level is set."""
        return next((each for each in self.terms[jackpot].levels if each.level == level), None)

    def _draws_on(self, mark: Mark) -> str:
        """The level that a mark takes a share of; empty for none."""
        prize = self.paytables[self.terms[mark.jackpot].paytable].prize(mark.outcome)
        return prize.level if isinstance(prize, Share) and self.terms[mark.jackpot].levels else ""

    def _check_marks(self, movements: Iterable[Movement]) -> None:
        """Nobody lowers a level by hand on which a hand waits for its confirmation."""
        waiting = {
            (mark.jackpot, self._draws_on(mark))
            for table, marks in self.marks.items()
            for mark in marks
            if table in self.open_rounds
        }
        for moved in movements:
            lowered = moved.meter_micros < 0 and (moved.jackpot, moved.after.level) in waiting
            self.need("award not lowered under a mark", holds=not lowered, saying=moved)

    # ---- events -------------------------------------------------------------------------------

    def _jackpot_opened(self, _: Command, event: facts.jackpots.JackpotOpened) -> None:
        self.terms[event.jackpot] = event.terms
        for read in event.opening:
            amounts: list[int] = [read.meter_micros, read.reserve_micros, read.overflow_micros]
            self.levels[event.jackpot, read.level] = amounts

    def _round_started(self, _: Command, event: facts.rounds.RoundStarted) -> None:
        jackpots = self.tables[event.table]
        given: dict[str, int] = defaultdict(int)
        for each in event.contributions:
            given[each.jackpot] += self._move(each)
        for taking in event.takings:
            self._check_taking(event.spots, taking, jackpots, given[taking.jackpot])
        made = SeenRound(
            event.table,
            event.round,
            event.badge,
            frozenset((spot.seat, spot.sensor) for spot in event.spots),
            jackpots,
            sum(given.values()),
        )
        self.rounds[event.table, event.round] = self.open_rounds[event.table] = made
        self.marks[event.table] = []

    def _check_taking(
        self, spots: Iterable[Spot], taking: Taking, jackpots: Sequence[str], given: int
    ) -> None:
        bets = sum(jackpots[spot.sensor - 1] == taking.jackpot for spot in spots)
        brought = bets * self.terms[taking.jackpot].wager_cents * CENT_MICROS
        whole = (taking.bets, taking.wager_micros) == (bets, brought)
        holds = whole and given + taking.house_micros == brought
        self.need("contributions conserved", holds=holds, saying=f"{taking}, {given} given")

    def _round_ended(self, _: Command, event: facts.rounds.RoundEnded) -> None:
        self.open_rounds.pop(event.table).is_over = True
        self.marks[event.table] = []

    def _round_voided(self, _: Command, event: facts.rounds.RoundVoided) -> None:
        found = self.open_rounds.pop(event.table)
        found.is_over = found.is_void = True
        self.marks[event.table] = []
        self._settle("voids exact", event.movements, from_players=-found.brought_micros)
        self._check_seeds(event.movements)

    def _marked(self, _: Command, event: facts.rounds.WinnerMarked) -> None:
        self.marks[event.table].append(event.mark)

    def _unmarked(self, _: Command, event: facts.rounds.WinnerUnmarked) -> None:
        self.marks[event.table].remove(event.mark)

    def _holds_changed(self, _: Command, event: facts.rounds.HoldsChanged) -> None:
        place = event.table, event.jackpot
        before = sum(self.holds.get(place, {}).values())
        self._settle("holds exact", event.released, from_players=before * CENT_MICROS)
        awards = [award for each in event.holds for award in each.awards]
        held = self.holds[place] = {each.award: each.meter_cents for each in awards}
        taken = [moved for each in event.holds for moved in each.movements]
        self._settle("holds exact", taken, from_players=-sum(held.values()) * CENT_MICROS)

    def _awards_recorded(self, _: Command, event: facts.awards.AwardsRecorded) -> None:
        found = self.rounds[event.table, event.round]
        by_tray = all(not each.owed_cents for each in event.awards)
        holds = by_tray or event.badge != found.dealer
        self.need("dealer does not confirm", holds=holds, saying=event)
        for award in event.awards:
            self._check_award(found, award)
            made_by = frozenset({event.badge})
            prize = SeenPrize(award.award, award.owed_cents, award.jackpot, made_by, award)
            prize.place = event.table, event.round
            prize.wager = (event.table, event.round, award.seat, award.jackpot)
            held = self.holds.get((event.table, award.jackpot), {})
            prize.is_moved = held.pop(award.award, None) is not None
            self.prizes[award.award] = prize
        seats = {(each.jackpot, each.outcome, each.seat, each.sensor) for each in event.awards}
        shared = {place[:2] for place in seats}
        self.marks[event.table] = [
            mark
            for mark in self.marks[event.table]
            if (mark.jackpot, mark.outcome, mark.spot.seat, mark.spot.sensor) not in seats
            and not (mark.sharers and (mark.jackpot, mark.outcome) in shared)
        ]

    def _check_award(self, found: SeenRound, award: Award) -> None:
        spot = award.seat, award.sensor
        holds = spot in found.spots and found.jackpots[award.sensor - 1] == award.jackpot
        self.need("an award has a locked wager", holds=holds, saying=award)
        wager = (found.table, found.number, award.seat, award.jackpot)
        twice = [each.name for each in self.prizes.values() if each.is_live and each.wager == wager]
        self.need("one award for a wager", holds=not twice, saying=f"{award}, {twice}")

    def _meters_moved(self, _: Command, event: facts.awards.MetersMoved) -> None:
        paid = 0
        for prize in (self.prizes[name] for name in event.awards):
            before, prize.is_moved = prize.taken_cents, True
            paid += prize.taken_cents - before
        self._settle("awards exact", event.movements, from_players=-paid * CENT_MICROS)

    def _backed_out(self, _: Command, event: facts.awards.AwardBackedOut) -> None:
        prize = self.prizes[event.award]
        self.need("only what is owed is undone", holds=prize.status == "owed", saying=event)
        prize.status = "backed out"
        taken = prize.taken_cents * CENT_MICROS
        self._settle("back-outs exact", event.movements, from_players=taken)
        self._check_seeds(event.movements)

    def _paid(self, _: Command, event: facts.payments.PrizePaid) -> None:
        prize = self.prizes[event.award]
        self.need("no double payment", holds=prize.status == "owed", saying=event)
        self.need("paid what is owed", holds=event.cents == prize.owed_cents, saying=event)
        self.need("payer did not confirm", holds=event.badge not in prize.made_by, saying=event)
        dealt = self.rounds.get(prize.place)
        holds = dealt is None or event.badge != dealt.dealer
        self.need("payer did not deal", holds=holds, saying=event)
        prize.status, prize.payer, prize.paid = "paid", event.badge, _amounts(event)

    def _payment_voided(self, _: Command, event: facts.payments.PaymentVoided) -> None:
        prize = self.prizes[event.award]
        self.need("only what is paid is voided", holds=prize.status == "paid", saying=event)
        self.need("voids exact", holds=_amounts(event) == prize.paid, saying=event)
        self.need("payer does not void", holds=prize.payer not in event.badges, saying=event)
        prize.status = "owed"

    def _canceled(self, _: Command, event: facts.payments.PrizeCanceled) -> None:
        prize = self.prizes[event.award]
        self.need("only what is owed is undone", holds=prize.status == "owed", saying=event)
        holds = prize.payer not in event.badges
        self.need("payer does not cancel", holds=holds, saying=event)
        holds = prize.award is not None or not prize.made_by & set(event.badges)
        self.need("maker of a prize by hand does not cancel it", holds=holds, saying=event)
        prize.status = "canceled"
        taken = prize.taken_cents * CENT_MICROS
        self._settle("cancellations exact", event.movements, from_players=taken)
        self._check_seeds(event.movements)

    def _forfeited(self, _: Command, event: facts.payments.PrizeForfeited) -> None:
        prize = self.prizes[event.award]
        self.need("only what is owed is forfeited", holds=prize.status == "owed", saying=event)
        self.need("paid what is owed", holds=event.cents == prize.owed_cents, saying=event)
        holds = not any(badge.lower() in event.to.lower() for badge in event.badges)
        self.need("forfeited to neither signer", holds=holds, saying=event)
        prize.status = "forfeited"

    def _adjusted(self, command: Command, event: facts.jackpots.MeterAdjusted) -> None:
        movements = (event.movement,)
        self._check_evidence(event)
        self._check_marks(movements)
        owed = -event.cents if event.award else 0
        self._settle("adjustments exact", movements, from_players=-owed * CENT_MICROS)
        self._check_seeds(movements)
        if event.award:
            self._check_won(event)
            made_by = frozenset(event.badges)
            self.prizes[event.award] = SeenPrize(event.award, owed, event.jackpot, made_by)
            if event.won_at is not None:
                at = event.won_at
                made = self.prizes[event.award]
                made.place = at.table, at.round
                made.wager = (*made.place, at.spot.seat, event.jackpot)

    def _check_won(self, event: facts.jackpots.MeterAdjusted) -> None:
        """A prize by hand is of a wager that was locked in a round that stands, and no other is."""
        at = event.won_at
        found = self.rounds.get((at.table, at.round)) if at is not None else None
        if at is None or found is None or found.is_void:
            self.need("won by hand names a locked wager once", holds=False, saying=event)
            return
        spot = (at.spot.seat, at.spot.sensor)
        locked = spot in found.spots and found.jackpots[at.spot.sensor - 1] == event.jackpot
        wager = (at.table, at.round, at.spot.seat, event.jackpot)
        twice = any(each.is_live and each.wager == wager for each in self.prizes.values())
        holds = locked and not twice
        self.need("won by hand names a locked wager once", holds=holds, saying=event)

    def _check_evidence(self, event: facts.jackpots.MeterAdjusted) -> None:
        notice = self.notices.get(event.evidence)
        if notice is None or event.cents >= 0:
            return
        notice.is_used = True
        holds = notice.writer not in event.badges
        self.need("evidence is written by somebody else", holds=holds, saying=event)
        shown = notice.shown_cents.get((event.jackpot, event.level), 0)
        holds = notice.cents <= shown
        self.need("evidence is no larger than the meter showed", holds=holds, saying=event)

    def _paper_opened(self, _: Command, event: facts.papers.PaperOpened) -> None:
        if event.paper_kind == "malfunction":
            shown = self.shown_cents()
            self.notices[event.paper] = SeenNotice(event.cents, event.badges[0], shown)

    def _paper_dismissed(self, _: Command, event: facts.papers.PaperDismissed) -> None:
        notice = self.notices.pop(event.paper, None)
        holds = notice is None or not notice.is_used
        self.need("evidence is not dismissed once used", holds=holds, saying=event)

    def _change_applied(self, _: Command, event: facts.changes.ChangeApplied) -> None:
        raised: list[tuple[str, str]] = []
        if isinstance(event.after, JackpotStanding):
            before, after = self.terms[event.after.jackpot], event.after.terms
            seeds = {each.level: each.seed_cents for each in before.levels}
            name = event.after.jackpot
            raised = [
                (name, each.level) for each in after.levels if each.seed_cents > seeds[each.level]
            ]
            self.terms[name] = after
        elif isinstance(event.after, TableStanding):
            self.tables[event.after.table] = event.after.jackpots
        self._settle("changes exact", event.movements, from_players=0)
        for jackpot, level in raised:
            setting = self.setting(jackpot, level)
            meter = self.levels[jackpot, level][0]
            holds = setting is not None and meter >= setting.seed_cents * CENT_MICROS
            self.need("raised seed is topped up", holds=holds, saying=event)

    def _deposited(self, _: Command, event: facts.bank.DepositRecorded) -> None:
        self.bank_cents += event.cents

    def _withdrawn(self, _: Command, event: facts.bank.WithdrawalRecorded) -> None:
        if self.stated_cents is not None and event.purpose != "correction":
            self.stated_cents -= event.cents
        if event.purpose == "surplus":
            there = -1 if self.stated_cents is None else self.stated_cents * CENT_MICROS
            holds = there >= self.required_micros()
            self.need("surplus by the bank's own figure", holds=holds, saying=event)
        self.bank_cents -= event.cents
        self.need("no account below zero", holds=self.bank_cents >= 0, saying=event)

    def _withdrawal_voided(self, _: Command, event: facts.bank.WithdrawalVoided) -> None:
        self.bank_cents += event.cents
        if self.stated_cents is not None:
            self.stated_cents += event.cents

    def _stated(self, _: Command, event: facts.bank.StatementRecorded) -> None:
        self.stated_cents = event.closing_cents - event.outstanding_cents

    def _issued(self, _: Command, event: Any) -> None:
        self.staff[event.badge] = event.role

    def _revoked(self, _: Command, event: facts.people.BadgeRevoked) -> None:
        del self.staff[event.badge]

    def _table_opened(self, _: Command, event: facts.tables.TableOpened) -> None:
        self.tables[event.table] = event.jackpots


def _amounts(event: Any) -> tuple[int, ...]:
    """What a payment moved, or a void of it."""
    return (event.cents, event.withheld_cents, event.collected_cents, event.borne_cents)


_FOLLOWS: Mapping[type[Event], Callable[[AdversaryBooks, Command, Any], None]] = {
    facts.jackpots.JackpotOpened: AdversaryBooks._jackpot_opened,
    facts.jackpots.MeterAdjusted: AdversaryBooks._adjusted,
    facts.rounds.RoundStarted: AdversaryBooks._round_started,
    facts.rounds.RoundEnded: AdversaryBooks._round_ended,
    facts.rounds.RoundVoided: AdversaryBooks._round_voided,
    facts.rounds.WinnerMarked: AdversaryBooks._marked,
    facts.rounds.WinnerUnmarked: AdversaryBooks._unmarked,
    facts.rounds.HoldsChanged: AdversaryBooks._holds_changed,
    facts.awards.AwardsRecorded: AdversaryBooks._awards_recorded,
    facts.awards.MetersMoved: AdversaryBooks._meters_moved,
    facts.awards.AwardBackedOut: AdversaryBooks._backed_out,
    facts.payments.PrizePaid: AdversaryBooks._paid,
    facts.payments.PaymentVoided: AdversaryBooks._payment_voided,
    facts.payments.PrizeCanceled: AdversaryBooks._canceled,
    facts.payments.PrizeForfeited: AdversaryBooks._forfeited,
    facts.papers.PaperOpened: AdversaryBooks._paper_opened,
    facts.papers.PaperDismissed: AdversaryBooks._paper_dismissed,
    facts.changes.ChangeApplied: AdversaryBooks._change_applied,
    facts.bank.DepositRecorded: AdversaryBooks._deposited,
    facts.bank.WithdrawalRecorded: AdversaryBooks._withdrawn,
    facts.bank.WithdrawalVoided: AdversaryBooks._withdrawal_voided,
    facts.bank.StatementRecorded: AdversaryBooks._stated,
    facts.people.BadgeIssued: AdversaryBooks._issued,
    facts.people.BadgeChanged: AdversaryBooks._issued,
    facts.people.BadgeRevoked: AdversaryBooks._revoked,
    facts.tables.TableOpened: AdversaryBooks._table_opened,
}
