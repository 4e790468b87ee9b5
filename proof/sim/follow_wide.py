"""The auditor of shared jackpots: follows one floor, as a property or as a hub, row by row, with
its own arithmetic: collections and statements, postings and grants, records and remittances.

It knows what people can ask, what can happen and what a paytable pays; nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pitboss.floor.facts import awards, changes, jackpots, rounds
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Reading, Retire
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share
from pitboss.wide.facts import lost_rows, remittances, sharing
from proof.sim.follow_grants import all_names, beside, cost_of, names_of, wins_once
from proof.sim.follow_sums import (
    FollowedPlace,
    FollowedSums,
    Stated,
    add_pairs,
    amounts_of,
    cover,
    room_of,
    sums_of,
)
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import WHOLE_PPM, Discrepancy, need, same


class WideAuditor:
    """One floor's shared jackpots, as the auditor believes them to be."""

    def __init__(self, paytables: Mapping[str, Paytable]) -> None:
        self._paytables = paytables
        self._terms: dict[str, JackpotTerms] = {}
        self.meters: dict[FollowedPlace, list[int]] = {}  # of a hub: meter, reserve, overflow
        self.stated: dict[str, Stated] = {}  # to a hub, by property
        self.collected: dict[FollowedPlace, FollowedSums] = {}  # by a property
        self.number = 0
        self._restored = 0  # stated as restored, without an answer yet
        self._heirs: dict[FollowedPlace, FollowedPlace] = {}  # of retired levels
        self._claims: dict[str, awards.ClaimMade] = {}
        self._lost: dict[str, sharing.Grant] = {}  # of claims that this floor has lost
        self._taken_over: dict[str, sharing.Grant] = {}
        self.recorded: dict[str, int] = {}  # cents of all seats, by claim
        self.owes_micros = 0  # of a property, to its hub
        self._forks: dict[str, sharing.Statement] = {}
        self._remitted: dict[str, tuple[str, int]] = {}
        self._undecided: set[str] = set()  # who has heard of rows that this hub has lost
        self._was_undecided = False  # whether one of them was decided in this row
        self._granted_last = (0, "")  # in this row: when it was stated, and by whom

    def follow(self, command: Command, events: Sequence[Event]) -> None:
        """Follow one durable row."""
        self._was_undecided, self._granted_last = False, (0, "")
        for event in events:
            self._follow(command, event)
        if self._was_undecided:
            same(self._undecided, set(), "all that have heard of lost rows are decided about")
        for found in self.stated.values():
            known = all_names(found.granted)
            need(holds=known.issuperset(found.due), saying="what was shown is not granted")
            found.due = {}

    def _follow(self, command: Command, event: Event) -> None:
        match event:
            case jackpots.JackpotOpened():
                self._open(event)
            case rounds.RoundStarted() | rounds.RoundVoided():
                self._play(event)
            case sharing.StatementMade():
                self._state(event.statement)
            case awards.ClaimMade():
                need(holds=event.claim not in self._claims, saying=f"{event.claim} claimed twice")
                self._claims[event.claim] = event
            case sharing.AnswerTaken():
                self._hear(event.answer)
            case lost_rows.RestsRecorded():
                self._learn(event)
            case lost_rows.GrantsLost() | lost_rows.GrantTakenOver():
                self._lose(command, event)
            case awards.WideAwardRecorded():
                self._record(command, event)
            case remittances.RemittanceRecorded() | remittances.RemittanceVoided():
                self._remit(event)
            case _:
                self._follow_hub(event)

    # ---- a property ---------------------------------------------------------------------------

    def _open(self, event: jackpots.JackpotOpened) -> None:
        self._terms[event.jackpot] = event.terms
        for reading in event.opening:
            place = (event.jackpot, reading.level)
            if event.terms.wide:
                self.collected[place] = FollowedSums()
                same(reading.meter_micros, 0, f"{place} before the first wager")
            else:
                self.meters[place] = [*amounts_of(reading)]

    def _play(self, event: rounds.RoundStarted | rounds.RoundVoided) -> None:
        if isinstance(event, rounds.RoundStarted):
            for given in event.contributions:
                amounts = (given.meter_micros, given.reserve_micros)
                self._collect(given.jackpot, given.level, amounts, given.after)
            return
        for move in event.movements:
            back = (-move.meter_micros, -move.reserve_micros)
            self._take_back(move.jackpot, move.after.level, back)

    def _collect(self, jackpot: str, level: str, given: tuple[int, int], after: Reading) -> None:
        sums = self.collected.get((jackpot, level))
        if sums is None:
            return
        rates = {each.level: each for each in self._terms[jackpot].levels}[level]
        wagered_cents, left = divmod(given[0], rates.rate_ppm or 1)
        same(left, 0, f"{jackpot} {level}: given by whole cents of wagers")
        same(given[1], wagered_cents * rates.reserve_ppm, f"{jackpot} {level}: reserve")
        sums.given = add_pairs(sums.given, given)
        self.owes_micros += sum(given)
        same(amounts_of(after), (*sums.net(), 0), f"{jackpot} {level} collected")

    def _take_back(self, jackpot: str, level: str, back: tuple[int, int]) -> None:
        sums = self.collected.get((jackpot, level))
        if sums is not None:
            sums.taken = add_pairs(sums.taken, back)
            self.owes_micros -= sum(back)

    def _state(self, statement: sharing.Statement) -> None:
        if not statement.restored:  # a restored one skips what the hub has from lost rows
            same(statement.number, self.number + 1, "the number of a statement")
        need(holds=statement.number > self.number, saying="a number that was stated before")
        self.number = statement.number
        self._restored = statement.number if statement.restored else self._restored
        said = {(each.jackpot, each.level): sums_of(each) for each in statement.sums}
        same(said, self.collected, f"statement {statement.number}")

    def _hear(self, answer: sharing.HubAnswer) -> None:
        """An answer to this floor's statements, or to its restored statement once there is one."""
        need(holds=answer.number <= self.number, saying="an answer to no statement")
        if answer.standing != sharing.FORKED:
            need(holds=answer.number >= self._restored, saying="an answer from before a restore")
            self._restored = 0

    def _learn(self, event: lost_rows.RestsRecorded) -> None:
        """What wagers gave in lost rows, as the hub has it."""
        for move in event.movements:
            sums = self.collected[move.jackpot, move.after.level]
            given = (move.meter_micros, move.reserve_micros)
            sums.given = add_pairs(sums.given, given)
            self.owes_micros += sum(given)
            same(amounts_of(move.after), (*sums.net(), 0), f"{move.jackpot} with what was lost")

    def _lose(
        self, command: Command, event: lost_rows.GrantsLost | lost_rows.GrantTakenOver
    ) -> None:
        """Claims that the hub has granted and this floor has lost, by the hub's answer; each is
        taken over once."""
        if isinstance(event, lost_rows.GrantTakenOver):
            same(event.grant, self._lost.pop(event.grant.claim, None), "what is taken over")
            self._taken_over[event.grant.claim] = event.grant
            return
        if not isinstance(command, sharing.TakeAnswer):
            raise Discrepancy("grants that no answer tells of")
        known = self._claims.keys() | self._taken_over.keys() | self._lost.keys()
        lost = {
            each.claim: each
            for each in command.answer.lost_grants
            if known.isdisjoint(names_of(each))
        }
        same({each.claim: each for each in event.grants}, lost, "what the hub has granted beyond")
        self._lost |= lost

    def _record(self, command: Command, event: awards.WideAwardRecorded) -> None:
        need(holds=event.claim not in self.recorded, saying=f"{event.claim} recorded twice")
        made = self._claims.get(event.claim)
        if made is not None and isinstance(command, sharing.TakeAnswer):
            (grant,) = [each for each in command.answer.grants if each.claim == event.claim]
            seats = made.mark.sharers or (made.mark.spot.seat,)
            is_shared = bool(made.mark.sharers)
            if grant.earlier and (is_shared or not set(seats).isdisjoint(grant.seats)):
                seats = grant.seats  # granted before the restore, to the seats that shared it then
        elif isinstance(command, lost_rows.TakeOverGrant) and event.claim in self._taken_over:
            grant = self._taken_over[event.claim]
            seats = grant.seats
            same((event.table, event.round), (grant.table, 0), "a round whose rows are lost")
        else:
            raise Discrepancy(f"{event.claim}: recorded without a claim")
        each_cents = grant.meter_cents + grant.house_cents
        paid = [(award.seat, award.meter_cents) for award in event.awards]
        same(paid, [(seat, each_cents) for seat in seats], f"what {event.claim} is paid")
        self.recorded[event.claim] = each_cents * len(seats)
        self.owes_micros -= each_cents * len(seats) * CENT_MICROS

    def _remit(self, event: remittances.RemittanceRecorded | remittances.RemittanceVoided) -> None:
        """Sending money lowers what this end owes, receiving raises it; a void reverses that."""
        cents = event.cents if event.direction == remittances.SENT else -event.cents
        if isinstance(event, remittances.RemittanceVoided):
            same(self._remitted.pop(event.reference), (event.party, cents), "what is taken back")
            cents = -cents
        else:
            self._remitted[event.reference] = (event.party, cents)
        if event.party not in self.stated:
            self.owes_micros -= cents * CENT_MICROS
            return
        self.stated[event.party].owes_micros += cents * CENT_MICROS

    # ---- a hub --------------------------------------------------------------------------------

    def _follow_hub(self, event: Event) -> None:
        match event:
            case sharing.StatementHeld() | sharing.ForkFound():
                statement = event.stated.statement
                self._forks[statement.property] = statement
                if isinstance(event, sharing.ForkFound):
                    self._show(statement.property, {})
                    self._undecided |= {statement.property} if event.lost is not None else set()
            case sharing.GrantsShown():
                self._show(event.property, {each.grant.claim: each.grant for each in event.grants})
            case sharing.ForkDecided():
                self._decide(event)
            case sharing.StatementPosted():
                self._post(event)
            case sharing.ClaimGranted():
                self._grant(event)
            case lost_rows.ClaimRepeated():
                self._rename(event)
            case lost_rows.PropertyGivenUp():
                same(event.owes_micros, self._of(event.property).owes_micros, "what it owes")
                self._show(event.property, {})
                self._undecided.discard(event.property)
            case changes.ChangeApplied():
                self._change(event)
            case _:
                pass  # not an event of a shared jackpot

    def _of(self, name: str) -> Stated:
        return self.stated.setdefault(name, Stated())

    def _show(self, name: str, shown: dict[str, sharing.Grant]) -> None:
        """What a property shows now replaces the same grants that it has shown before."""
        found = self._of(name)
        before = beside(found.shown_before, found.shown) | found.shown
        found.shown_before, found.shown = beside(before, shown), shown

    def _decide(self, event: sharing.ForkDecided) -> None:
        statement = event.stated.statement
        found = self._of(statement.property)
        same(statement, self._forks.pop(statement.property), "the statement that is decided about")
        if statement.property in self._undecided:
            self._undecided.remove(statement.property)
            self._was_undecided = True
        found.number, found.made_ms = statement.number - 1, statement.made_ms
        found.rests = {
            (each.jackpot, each.level): (each.micros, each.reserve_micros) for each in event.rests
        }
        need(holds=all(min(each) >= 0 for each in found.rests.values()), saying="a rest below zero")
        found.shown_before = {
            claim: replace(grant, number=statement.number)
            for claim, grant in found.shown_before.items()
            if all(
                cost_of(found.granted.get(name, grant)) == cost_of(grant) for name in grant.earlier
            )
        }
        found.due = found.shown_before | found.shown
        kept = {claim.claim for claim in statement.claims}
        kept |= all_names(found.shown)
        kept |= {name for grant in found.shown_before.values() for name in grant.earlier}
        beyond = statement.answered if statement.restored else statement.number - 1
        again = {
            wager
            for each in statement.claims
            if each.claim not in found.due
            for wager in self._wins_once(each)
        }
        lost = {claim: each for claim, each in found.granted.items() if claim not in kept}
        known = all_names(found.granted)
        lost |= {claim: each for claim, each in found.shown_before.items() if claim not in known}
        must = {claim: each for claim, each in lost.items() if each.number > beyond}
        repeated = {claim for claim, each in must.items() if again & self._wins_once(each)}
        may, must = (
            {claim: each for claim, each in grants.items() if claim not in repeated}
            for grants in (lost, must)
        )
        listed = {each.claim: each for each in event.lost_grants}
        need(holds=must.items() <= listed.items() <= may.items(), saying="not what it has lost")
        found.shown, found.shown_before = {}, {}

    def _wins_once(self, won: sharing.Claim | sharing.Grant) -> set[tuple[object, ...]]:
        return wins_once(won, self._paytables[self._terms[won.jackpot].paytable])

    def _need_turn(self, name: str) -> None:
        """Nothing new is granted while anyone may have won it in rows that the hub has lost, and
        hasn't gotten that back; among those decided together, the first to state it is first."""
        need(holds=not self._undecided, saying=f"granted to {name} while others are undecided")
        for found in self.stated.values():
            is_back = all_names(found.granted).issuperset(found.due)
            need(holds=is_back, saying=f"granted to {name} before what was shown")
        turn = (self._of(name).made_ms, name) if self._was_undecided else (0, "")
        need(holds=turn >= self._granted_last, saying=f"granted to {name} after a later one")
        self._granted_last = turn

    def _need_once(self, found: Stated, grant: sharing.Grant) -> None:
        """A hit is granted once, under any names."""
        once = all_names(found.granted).isdisjoint(names_of(grant))
        need(holds=once, saying=f"{grant.claim} granted twice")

    def _rename(self, event: lost_rows.ClaimRepeated) -> None:
        """A granted wager is claimed again, perhaps in rows that the hub has lost and the property
        shows: the same amounts, once."""
        grant = event.grant
        found = self._of(grant.property)
        known = found.granted.pop(event.before)
        self._need_once(found, grant)
        need(holds=known.claim in names_of(grant), saying=f"{known.claim} is no earlier name")
        again = replace(known, claim=grant.claim, number=grant.number, earlier=grant.earlier)
        if grant.claim in found.due:
            same(grant, found.due[grant.claim], "what a property has shown")
            parts = {name: getattr(grant, name) for name in ("seats", "meter_cents", "house_cents")}
            again = replace(again, **parts)
        else:
            same(grant.number, found.number, f"the statement of {grant.claim}")
            same(found.claims.get(grant.claim), grant.outcome, f"what {grant.claim} claims")
        same(grant, again, "a claim made again")
        found.granted[grant.claim] = grant
        self._correct(found, known, event)

    def _correct(self, found: Stated, known: sharing.Grant, event: lost_rows.ClaimRepeated) -> None:
        """A hit granted twice, also by rows that the hub has lost, keeps the amount its property
        has; the meter gets the difference."""
        grant = event.grant
        (was, house_was), (now, house_now) = cost_of(known), cost_of(grant)
        found.owes_micros -= (now + house_now - was - house_was) * CENT_MICROS
        need(holds=(event.movement is None) == (was == now), saying="another amount")
        if event.movement is not None:
            held = self._come_in((grant.jackpot, grant.level), (was - now) * CENT_MICROS, 0)
            same(amounts_of(event.movement.after), tuple(held), f"after {grant.claim} is corrected")

    def _change(self, event: changes.ChangeApplied) -> None:
        """Money moves between jackpots, which the auditor of one floor proves."""
        for move in event.movements:
            self.meters[move.jackpot, move.after.level] = [*amounts_of(move.after)]
        if isinstance(event.what, Retire):
            for level, other in event.what.pairs:
                self._heirs[event.what.jackpot, level] = (event.what.into, other)

    def _held(self, place: FollowedPlace) -> tuple[list[int], LevelSetting]:
        """What the level that has a place's money holds, and its settings."""
        while place in self._heirs:
            place = self._heirs[place]
        jackpot, level = place
        settings = {each.level: each for each in self._terms[jackpot].levels}
        return self.meters[place], settings[level]

    def _post(self, event: sharing.StatementPosted) -> None:
        statement = event.stated.statement
        found = self._of(statement.property)
        same(statement.number, found.number + 1, f"{statement.property}: the next statement")
        own = [(move.jackpot, move.after.level) for move in event.movements]
        moves = dict(zip(event.stated_as or own, event.movements, strict=True))
        said = {(each.jackpot, each.level): sums_of(each) for each in statement.sums}
        for place, rest in found.rests.items():
            sums = said.setdefault(place, FollowedSums())
            sums.given = add_pairs(sums.given, rest)
        found.rests = {}
        for place, now in said.items():
            before = found.sums.get(place)
            was = (0, 0) if before is None else before.net()
            meter, reserve = (more - less for more, less in zip(now.net(), was, strict=True))
            held = self._come_in(place, meter, reserve)
            found.owes_micros += meter + reserve
            if place in moves:
                same(amounts_of(moves.pop(place).after), tuple(held), f"{place} after a statement")
        same(moves, {}, "meters that no statement moves")
        found.number = statement.number
        found.sums = said
        found.claims = {claim.claim: claim.outcome for claim in statement.claims}

    def _come_in(self, place: FollowedPlace, meter: int, reserve: int) -> list[int]:
        """What a level holds after this much came in, or went back."""
        held, setting = self._held(place)
        room = max(0, room_of(setting, held))
        # What goes back from a full meter had gone into overflow.
        kept = min(meter, room) if meter > 0 else meter + (0 if room else min(-meter, held[2]))
        held[:] = [held[0] + kept, held[1] + reserve, held[2] + meter - kept]
        cover(held)
        return held

    def _grant(self, event: sharing.ClaimGranted) -> None:
        grant = event.grant
        found = self._of(grant.property)
        self._need_once(found, grant)
        found.granted[grant.claim] = grant
        place, ways = (grant.jackpot, grant.level), len(grant.seats)
        held, setting = self._held(place)
        if event.forgotten_seq:
            shown = replace(found.due[grant.claim], number=found.number)
            same(grant, shown, "what a property has shown")
        else:
            self._need_turn(grant.property)
            same(grant.outcome, found.claims.get(grant.claim), f"what {grant.claim} claims")
            same(grant.number, found.number, f"the statement of {grant.claim}")
            same(
                (grant.meter_cents, grant.house_cents, grant.restarts),
                self._worth(grant, held[0]),
                f"{grant.claim} gets",
            )
        paid = grant.meter_cents * ways * CENT_MICROS
        found.owes_micros -= paid + grant.house_cents * ways * CENT_MICROS
        left = held[0] - paid
        if grant.restarts:
            restart = max(0, left + setting.seed_cents * CENT_MICROS + held[1] + held[2])
            over = max(0, -room_of(setting, [restart]))
            held[:] = [restart - over, 0, over]
        else:
            held[0] = max(0, left)
        same(amounts_of(event.movement.after), tuple(held), f"{place} after {grant.claim}")

    def _worth(self, grant: sharing.Grant, meter_micros: int) -> tuple[int, int, bool]:
        """What a hand is paid off the meter and by the house, and whether the meter restarts: a
        percentage of what is shown, or a fixed amount, where the house covers what the meter
        lacks."""
        terms, ways = self._terms[grant.jackpot], len(grant.seats)
        paytable = self._paytables[terms.paytable]
        prize = paytable.prize(grant.outcome)
        if isinstance(prize, Share):
            cents = meter_micros * prize.share_ppm // (WHOLE_PPM * CENT_MICROS * ways)
            return cents, 0, prize.share_ppm == WHOLE_PPM
        if isinstance(prize, Odds):
            cents = terms.wager_cents * prize.numerator // prize.denominator
        elif isinstance(prize, Fixed):
            cents = prize.cents * terms.wager_cents // (paytable.wager_cents or 1)
        else:
            raise Discrepancy(f"{grant.outcome} wins nothing")
        same((ways, grant.level), (1, prize.level or terms.fixed_from), "a fixed prize")
        from_meter = min(cents, meter_micros // CENT_MICROS)
        return from_meter, cents - from_meter, False
