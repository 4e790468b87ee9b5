"""Books made from commands and events alone, for a floor with dishonest or careless staff.

After each accepted command they say whether the rules about money and people held. They know what a
paytable pays, and nothing about how the floor keeps its accounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args, get_type_hints

from pitboss.floor import facts
from pitboss.floor.facts import values
from pitboss.floor.facts.base import Command, Event
from pitboss.rules.paytable import Paytable, Share
from proof.sim.adversary_seen import SeenNotice, SeenPrize, SeenRound
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import Discrepancy


@dataclass(slots=True)
class AdversaryBooks:
    """Everything the events have shown so far."""

    paytables: Mapping[str, Paytable]
    staff: dict[str, str] = field(default_factory=dict)
    terms: dict[str, values.JackpotTerms] = field(default_factory=dict)
    levels: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    lowered: set[tuple[str, str]] = field(default_factory=set)  # may be below their seeds
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: dict[tuple[str, int], SeenRound] = field(default_factory=dict)
    open_rounds: dict[str, SeenRound] = field(default_factory=dict)
    marks: dict[str, list[values.Mark]] = field(default_factory=lambda: defaultdict(list))
    holds: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)  # by award
    prizes: dict[str, SeenPrize] = field(default_factory=dict)
    notices: dict[str, SeenNotice] = field(default_factory=dict)
    bank_cents: int = 0
    stated_cents: int | None = None  # by the bank's own figure, less what has left since
    checked: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def need(self, check: str, *, holds: bool, saying: object = "") -> None:
        """Require a check to hold."""
        self.checked[check] += 1
        if not holds:
            raise Discrepancy(f"{check}: {saying}")

    def take(self, command: Command, events: Sequence[Event]) -> None:
        """Take an accepted command and its events."""
        self._check_people(command)
        for event in events:
            if (follow := _FOLLOWS.get(type(event))) is not None:
                follow(self, command, event)

    def required_micros(self) -> int:
        """What the account must hold: meters, reserves, overflow, owed and held."""
        owed = sum(each.held_cents for each in self.prizes.values() if each.status == "owed")
        levels = sum(map(sum, self.levels.values()))
        held = sum(sum(each.values()) for each in self.holds.values())
        return levels + (owed + held) * CENT_MICROS

    def shown_cents(self) -> dict[tuple[str, str], int]:
        """What every sign shows."""
        return {place: amounts[0] // CENT_MICROS for place, amounts in self.levels.items()}

    def prizes_in(self, found: SeenRound) -> list[SeenPrize]:
        """All prizes ever won in a round."""
        place = found.table, found.number
        return [each for each in self.prizes.values() if each.wager[:2] == place]

    # ---- people -------------------------------------------------------------------------------

    def _check_people(self, command: Command) -> None:
        permission = command.permission
        if not permission.badge_field:
            return
        named = getattr(command, permission.badge_field)
        badges = (named,) if isinstance(named, str) else named
        if badges in (("",), values.NOBODY):
            return
        known = [self.staff.get(each, "") for each in badges]
        saying = f"{command.kind} by {badges}"
        self.need("who asks is issued", holds=all(known), saying=saying)
        self.need("who asks may", holds=set(known) <= set(permission.roles), saying=saying)
        self.need("two are two", holds=len(set(badges)) == len(badges), saying=saying)

    # ---- meters -------------------------------------------------------------------------------

    def _move(self, moved: values.Movement | values.Contribution) -> int:
        """Change a level; its reading must match."""
        before = self.levels.setdefault((moved.jackpot, moved.after.level), [0, 0, 0])
        change = (moved.meter_micros, moved.reserve_micros, moved.overflow_micros)
        after = [amount + more for amount, more in zip(before, change, strict=True)]
        read = moved.after
        said = [read.meter_micros, read.reserve_micros, read.overflow_micros]
        self.need("readings follow movements", holds=after == said, saying=moved)
        self.need("no account below zero", holds=min(after) >= 0, saying=moved)
        self.levels[moved.jackpot, read.level] = after
        return sum(change)

    def _settle(
        self, check: str, movements: Iterable[values.Movement], *, from_players: int
    ) -> None:
        """Movements add up to what players bring (negative: get) plus what the house puts in."""
        total = 0
        for moved in movements:
            total += self._move(moved) - moved.house_micros
        self.need(check, holds=total == from_players, saying=f"{total}, not {from_players}")

    def _lower(self, moved: values.Movement, *, restarts: bool = False) -> None:
        """An award can take from the seed, now or once something before it is reversed; a change by
        hand or a transfer, only now. A restart leaves all of it."""
        place, is_below = (moved.jackpot, moved.after.level), self._is_below_seed(moved)
        self.need("a restart leaves the seed", holds=not (restarts and is_below), saying=moved)
        if restarts:
            self.lowered.discard(place)
        elif is_below or moved.award:
            self.lowered.add(place)

    def _correct(self, movements: Iterable[values.Movement], *, restarts: bool = False) -> None:
        """A correction leaves the seed as it was, unless it takes a restart back."""
        for moved in movements:
            place = moved.jackpot, moved.after.level
            if restarts:
                self.lowered.add(place)
            holds = place in self.lowered or not self._is_below_seed(moved)
            self.need("no level below its seed after a correction", holds=holds, saying=moved)

    def _is_below_seed(self, moved: values.Movement) -> bool:
        setting = self.find_setting(moved.jackpot, moved.after.level)
        seed_cents = setting.seed_cents if setting is not None else 0
        return moved.after.meter_micros < seed_cents * CENT_MICROS

    def find_setting(self, jackpot: str, level: str) -> values.LevelSetting | None:
        """A level's settings."""
        return next((each for each in self.terms[jackpot].levels if each.level == level), None)

    def _draws_on(self, mark: values.Mark) -> str:
        """The level that a mark takes a share of; empty for none."""
        prize = self.paytables[self.terms[mark.jackpot].paytable].prize(mark.outcome)
        return prize.level if isinstance(prize, Share) and self.terms[mark.jackpot].levels else ""

    def _check_marks(self, movements: Iterable[values.Movement]) -> None:
        """Nobody lowers a level by hand while a hand on it waits for confirmation."""
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
        self,
        spots: Iterable[values.Spot],
        taking: values.Taking,
        jackpots: Sequence[str],
        given: int,
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
        self._correct(event.movements)

    def _marked(self, _: Command, event: facts.rounds.WinnerMarked) -> None:
        self.marks[event.table].append(event.mark)

    def _unmarked(self, _: Command, event: facts.rounds.WinnerUnmarked) -> None:
        self.marks[event.table].remove(event.mark)

    def _holds_changed(self, _: Command, event: facts.rounds.HoldsChanged) -> None:
        place = event.table, event.jackpot
        before = sum(self.holds.get(place, {}).values())
        self._settle("holds exact", event.released, from_players=before * CENT_MICROS)
        self._correct(event.released, restarts=True)
        awards = [award for each in event.holds for award in each.awards]
        held = self.holds[place] = {each.award: each.meter_cents for each in awards}
        taken = [moved for each in event.holds for moved in each.movements]
        self._settle("holds exact", taken, from_players=-sum(held.values()) * CENT_MICROS)
        restarting = {each.award for each in awards if each.restarts}
        for moved in taken:
            self._lower(moved, restarts=moved.award in restarting)

    def _awards_recorded(self, command: Command, event: facts.awards.AwardsRecorded) -> None:
        found = self.rounds[event.table, event.round]
        by_tray = all(not each.owed_cents for each in event.awards)
        holds = by_tray or event.badge != found.dealer
        self.need("dealer does not confirm", holds=holds, saying=event)
        for award in event.awards:
            self._check_award(found, award)
            made_by = frozenset({event.badge})
            wager = (event.table, event.round, award.seat, award.jackpot)
            cents = (award.meter_cents, award.house_cents)
            prize = SeenPrize(award.award, *cents, made_by, wager, award.outcome)
            prize.restarts, prize.won_ms = award.restarts, command.at_ms
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

    def _check_award(self, found: SeenRound, award: values.Award) -> None:
        holds = self._has_locked(found, award.seat, award.sensor, award.jackpot)
        self.need("an award has a locked wager", holds=holds, saying=award)
        self._need_unwon((found.table, found.number, award.seat, award.jackpot), saying=award)

    def _has_locked(self, found: SeenRound, seat: int, sensor: int, jackpot: str) -> bool:
        return (seat, sensor) in found.spots and found.jackpots[sensor - 1] == jackpot

    def _need_unwon(self, wager: tuple[str, int, int, str], *, saying: object) -> None:
        won = [each.name for each in self.prizes.values() if each.stands and each.wager == wager]
        self.need("one award for a wager", holds=not won, saying=f"{saying}, {won}")

    def _meters_moved(self, _: Command, event: facts.awards.MetersMoved) -> None:
        paid = 0
        for prize in (self.prizes[name] for name in event.awards):
            before, prize.is_moved = prize.taken_cents, True
            paid += prize.taken_cents - before
        self._settle("awards exact", event.movements, from_players=-paid * CENT_MICROS)
        for moved in event.movements:
            self._lower(moved, restarts=self.prizes[moved.award].restarts)

    def _backed_out(self, _: Command, event: facts.awards.AwardBackedOut) -> None:
        prize = self.prizes[event.award]
        self.need("only what is owed is undone", holds=prize.status == "owed", saying=event)
        prize.status = "backed out"
        taken = prize.taken_cents * CENT_MICROS
        self._settle("back-outs exact", event.movements, from_players=taken)
        successor = self.prizes.get(event.restart_passes_to)
        if successor is not None:
            successor.restarts = True
        self._correct(event.movements, restarts=prize.restarts and successor is None)

    def _paid(self, _: Command, event: facts.payments.PrizePaid) -> None:
        prize = self.prizes[event.award]
        self.need("no double payment", holds=prize.status == "owed", saying=event)
        self.need("paid what is owed", holds=event.cents == prize.owed_cents, saying=event)
        self.need("payer did not confirm", holds=event.badge not in prize.made_by, saying=event)
        holds = event.badge != self.rounds[prize.wager[:2]].dealer
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
        holds = not prize.is_by_hand or not prize.made_by & set(event.badges)
        self.need("maker of a prize by hand does not cancel it", holds=holds, saying=event)
        prize.status = "canceled"
        taken = prize.taken_cents * CENT_MICROS
        self._settle("cancellations exact", event.movements, from_players=taken)
        self._correct(event.movements)

    def _forfeited(self, _: Command, event: facts.payments.PrizeForfeited) -> None:
        prize = self.prizes[event.award]
        self.need("only what is owed is forfeited", holds=prize.status == "owed", saying=event)
        self.need("paid what is owed", holds=event.cents == prize.owed_cents, saying=event)
        holds = not any(badge.lower() in event.to.lower() for badge in event.badges)
        self.need("forfeited to neither signer", holds=holds, saying=event)
        prize.status = "forfeited"

    def _handed_over(self, _: Command, event: facts.payments.PrizeHandedOver) -> None:
        prize = self.prizes[event.award]
        self.need("only what is owed is handed over", holds=prize.status == "owed", saying=event)
        self.need("paid what is owed", holds=event.cents == prize.owed_cents, saying=event)
        holds = not prize.made_by & set(event.badges)
        self.need("who confirmed does not hand over", holds=holds, saying=event)
        prize.status = "handed over"

    def _paid_over(self, _: Command, event: facts.paying_over.PaidOver) -> None:
        holds = not any(badge.lower() in event.to.lower() for badge in event.badges)
        self.need("paid over to neither signer", holds=holds, saying=event)

    def _adjusted(self, command: Command, event: facts.jackpots.MeterAdjusted) -> None:
        movements = (event.movement,)
        self._check_evidence(event)
        self._check_marks(movements)
        taken = -event.cents if event.award else 0
        self._settle("adjustments exact", movements, from_players=-taken * CENT_MICROS)
        self._lower(event.movement, restarts=event.restarts)
        takes_seed = self._is_below_seed(event.movement) and event.movement.meter_micros < 0
        holds = bool(event.award) or not takes_seed
        self.need("no change by hand takes the seed", holds=holds, saying=event)
        if event.award:
            wager = self._check_won(event)
            made = SeenPrize(event.award, taken, event.house_cents, frozenset(event.badges), wager)
            made.is_by_hand = made.is_moved = True
            made.won_ms = command.at_ms
            self.prizes[event.award] = made

    def _check_won(self, event: facts.jackpots.MeterAdjusted) -> tuple[str, int, int, str]:
        """A prize by hand belongs to a locked wager of a finished round that wasn't voided, with a
        hand its meter pays, and the wager has no other prize."""
        at = event.won_at
        if at is None or (at.table, at.round) not in self.rounds:
            raise Discrepancy(f"won by hand names a locked wager once: {event}")
        found, wager = self.rounds[at.table, at.round], (at.table, at.round, at.spot.seat)
        locked = self._has_locked(found, at.spot.seat, at.spot.sensor, event.jackpot)
        holds = locked and found.is_over and not found.is_void
        self.need("won by hand names a locked wager once", holds=holds, saying=event)
        self._need_unwon((*wager, event.jackpot), saying=event)
        prize = self.paytables[self.terms[event.jackpot].paytable].prize(at.outcome)
        if isinstance(prize, Share):
            self.need("won by hand on its meter", holds=prize.level == event.level, saying=event)
        return (*wager, event.jackpot)

    def _check_evidence(self, event: facts.jackpots.MeterAdjusted) -> None:
        notice = self.notices.get(event.evidence)
        if notice is None or event.cents >= 0:
            return
        notice.is_used = True
        holds = notice.writer not in event.badges
        self.need("evidence is written by somebody else", holds=holds, saying=event)
        holds = notice.place == (event.jackpot, event.level)
        self.need("evidence is of this meter", holds=holds, saying=event)
        holds = notice.cents <= notice.shown_cents
        self.need("evidence is no larger than the meter showed", holds=holds, saying=event)

    def _paper_opened(self, _: Command, event: facts.papers.PaperOpened) -> None:
        if event.paper_kind == "malfunction":
            place = event.jackpot, event.level
            shown = self.shown_cents().get(place, 0)
            self.notices[event.paper] = SeenNotice(place, event.cents, event.badges[0], shown)

    def _paper_dismissed(self, _: Command, event: facts.papers.PaperDismissed) -> None:
        notice = self.notices.pop(event.paper, None)
        holds = notice is None or not notice.is_used
        self.need("evidence is not dismissed once used", holds=holds, saying=event)

    def _change_applied(self, _: Command, event: facts.changes.ChangeApplied) -> None:
        raised: list[tuple[str, str]] = []
        if isinstance(event.after, values.JackpotStanding):
            before, after = self.terms[event.after.jackpot], event.after.terms
            seeds = {each.level: each.seed_cents for each in before.levels}
            name = event.after.jackpot
            raised = [
                (name, each.level) for each in after.levels if each.seed_cents > seeds[each.level]
            ]
            self.terms[name] = after
        elif isinstance(event.after, values.TableStanding):
            self.tables[event.after.table] = event.after.jackpots
        self._check_marks(event.movements)
        self._settle("changes exact", event.movements, from_players=0)
        for moved in event.movements:
            self._lower(moved)
        for jackpot, level in raised:
            setting = self.find_setting(jackpot, level)
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

    def _issued(
        self, _: Command, event: facts.people.BadgeIssued | facts.people.BadgeChanged
    ) -> None:
        self.staff[event.badge] = event.role

    def _revoked(self, _: Command, event: facts.people.BadgeRevoked) -> None:
        del self.staff[event.badge]

    def _table_opened(self, _: Command, event: facts.tables.TableOpened) -> None:
        self.tables[event.table] = event.jackpots


def _amounts(event: Any) -> tuple[int, ...]:
    """The amounts of a payment, or of its void."""
    return (event.cents, event.withheld_cents, event.collected_cents, event.borne_cents)


def _followers() -> Iterator[tuple[type[Event], Callable[[AdversaryBooks, Command, Any], None]]]:
    """The method for an event's command and event follows that kind of event."""
    for function in vars(AdversaryBooks).values():
        hints = get_type_hints(function) if callable(function) else {}
        if Command in hints.values() and "event" in hints:
            for event in get_args(hints["event"]) or (hints["event"],):
                yield event, function


_FOLLOWS = dict(_followers())
