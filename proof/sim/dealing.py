"""A table's people: a dealer who plays rounds, and the supervisors who come when called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.floor.facts import approvals, awards, bank, jackpots, people, rounds, shufflers, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import KEYPADS, BankAccount, Spot
from pitboss.floor.state.approved import bundle_items, bundle_sha256
from pitboss.money import Cents
from pitboss.rules.paytable import Share
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import Marked
from proof.sim.people import Asking, AskingPerson, CommandMaker, SharedFloor, insist
from proof.sim.site import BADGES, PAPERS, DrawnJackpot, DrawnTable

WRONG_BADGES = (*BADGES, "nobody")


class TableCrew:
    """The people of one table. `habits` are percentages drawn for this table."""

    def __init__(self, floor: SharedFloor, table: DrawnTable) -> None:
        self._floor = floor
        self._table = table
        self._name = table.name
        self._asker = CommandMaker(table.name, floor.clock)
        self._deposits = 0
        chance = floor.chance
        self._hits_percent = chance.choice((0, 3, 15, 50))
        self._toggles_percent = chance.choice((0, 10, 40))
        self._voids_percent = chance.choice((0, 2, 20))
        self._wrong_badges_percent = chance.choice((0, 20, 60))
        self._bounces_percent = chance.choice((0, 30))
        self._lingers_percent = chance.choice((0, 30, 90))
        self._lingers_steps_most = chance.choice((6, 25))
        self._pauses_percent = chance.choice((0, 5))

    def play(self) -> AskingPerson:
        """Play rounds until the run's are used up."""
        yield from self._sign_in()
        while self._floor.rounds_left > 0:
            self._floor.rounds_left -= 1
            yield from self._round()
            self._floor.rounds_played += 1
        yield from insist(
            lambda: self._asker.make(people.SignOut, table=self._name),
            self._remedy,
            until=("NO_DEALER", "TABLE_CLOSED"),
        )

    def _round(self) -> Asking:
        spots = self._draw_spots()
        start = self._maker(rounds.StartRound, spots=spots)
        over = ("JACKPOT_RETIRED", "TABLE_CLOSED")
        code = yield from insist(start, self._remedy, until=("ROUND_OPEN", *over))
        if code in over:
            return code
        yield from self._look_around()
        yield from self._mark_winners(spots)
        if self._floor.often(self._voids_percent):
            badge = self._floor.chance.choice(("sam", "dora"))
            void = self._maker(rounds.VoidRound, badge=badge, reason="a card was exposed")
            if not (yield void()):
                return ""
        yield from self._linger()
        end = self._maker(rounds.EndRound)
        return (yield from insist(end, self._remedy, until=("NO_ROUND", "TABLE_CLOSED")))

    def _linger(self) -> Asking:
        """Leave time for others to do something."""
        if self._floor.often(self._lingers_percent):
            for _ in range(self._floor.chance.randint(1, self._lingers_steps_most)):
                yield None
        return ""

    def _draw_spots(self) -> tuple[Spot, ...]:
        sensors = range(1, len(self._table.jackpots) + 1)
        every = [
            Spot(seat, sensor) for seat in range(1, self._table.seats + 1) for sensor in sensors
        ]
        return tuple(self._floor.chance.sample(every, self._floor.chance.randint(0, len(every))))

    def _look_around(self) -> Asking:
        """What happens between START and the first winner."""
        dealer = self._table.dealer
        if self._floor.often(10):
            seat = self._floor.chance.randint(1, self._table.seats)
            yield self._asker.make(rounds.SeeLateBet, table=self._name, spot=Spot(seat, 1))
        if self._floor.often(10):
            hands = self._floor.chance.randint(1, self._table.seats + 2)
            reason = self._floor.chance.choice(("counted again", ""))
            yield self._asker.make(
                rounds.CorrectHands, table=self._name, hands=hands, reason=reason
            )
        if self._floor.often(5):
            yield self._asker.make(
                shufflers.ReportShuffler, table=self._name, badge=dealer, reason="a jam"
            )
        if self._floor.often(self._pauses_percent):
            yield self._asker.make(
                tables.PauseTable, table=self._name, badge=dealer, reason="a fill"
            )
        return ""

    def _mark_winners(self, spots: tuple[Spot, ...]) -> Asking:
        for spot in spots:
            if not self._floor.often(self._hits_percent):
                continue
            jackpot = self._table.jackpots[spot.sensor - 1]
            outcome = self._draw_outcome(jackpot)
            press = self._maker(
                rounds.PressHand,
                spot=spot,
                outcome=outcome,
                sharers=self._draw_sharers(spot, outcome, spots),
                folded=self._floor.often(10),
            )
            presses = 1
            if self._floor.often(self._toggles_percent):
                presses = self._floor.chance.randint(2, 3)
            for _ in range(presses):
                yield press()
        if self._floor.often(20):
            yield from self._settle()
        return ""

    def _draw_outcome(self, jackpot: DrawnJackpot) -> str:
        """Any winning hand; a meter's percentage more often than by chance."""
        prizes = {outcome: jackpot.paytable.prize(outcome) for outcome in jackpot.outcomes}
        shares = [outcome for outcome, prize in prizes.items() if isinstance(prize, Share)]
        often = shares and self._floor.often(40)
        return self._floor.chance.choice(shares if often else jackpot.outcomes)

    def _draw_sharers(self, spot: Spot, outcome: str, spots: tuple[Spot, ...]) -> tuple[int, ...]:
        """Who shares a percentage of Dragon Bonus Progressive: some of those with the wager. A
        house jackpot is never shared, but a dealer tries now and then."""
        jackpot = self._table.jackpots[spot.sensor - 1]
        paytable = jackpot.paytable
        shares = paytable.splits_awards and isinstance(paytable.prize(outcome), Share)
        if shares and jackpot.terms.kind == "house":
            shares = self._floor.often(5)
        if not shares or self._floor.often(20):
            return ()
        others = [
            each.seat for each in spots if each.sensor == spot.sensor and each.seat != spot.seat
        ]
        chance = self._floor.chance
        return (spot.seat, *chance.sample(others, chance.randint(0, len(others))))

    # ---- what a refusal calls for --------------------------------------------------------------

    def _remedy(self, code: str) -> Asking:
        if code == "NO_DEALER":
            return (yield from self._sign_in())
        if code == "TABLE_PAUSED":
            return (yield self._asker.make(
                tables.ResumeTable, table=self._name, badge="sue", reason="all is well"
            ))  # fmt: skip
        if code == "KEY_NOT_IN_RUN" or (code == "AWARD_PENDING" and self._own_unmoved()):
            return (yield from self._turn("RUN", "sam"))
        if code == "JACKPOT_SUSPENDED":
            return (yield from self._resume_jackpots())
        if code == "SHUFFLER_OUT":
            return (yield from self._replace_shuffler())
        if code in ("BANK_SHORT", "BANK_UNNAMED"):
            return (yield self._fund(code))
        if code == "TERMS_DRIFT":
            return (yield self._enter_papers())
        if code == "MARKS_UNCONFIRMED":
            return (yield from self._settle())
        if code == "ROUND_OPEN":
            end = self._maker(rounds.EndRound)
            return (yield from insist(end, self._remedy, until=("NO_ROUND", "TABLE_CLOSED")))
        yield None
        return ""

    def _replace_shuffler(self) -> Asking:
        """The letter's steps, the last by a supervisor; or the shuffler recovers without them."""
        if self._floor.often(50):
            return (yield self._asker.make(
                shufflers.ClearShuffler, table=self._name, badge="sam", reason="a card was stuck"
            ))  # fmt: skip
        for through, badge in ((self._floor.chance.randint(1, 2), "dora"), (2, "sam")):
            yield self._asker.make(
                shufflers.TakeShufflerSteps, table=self._name, through=through, badge=badge
            )
        return ""

    def _enter_papers(self) -> Command:
        """The letter for other terms arrives."""
        books = self._floor.books
        table = books.table(self._name)
        terms = [books.jackpots[name].terms for name in table.jackpots]
        return self._asker.make(
            approvals.EnterApproval,
            table=self._name,
            bundle=bundle_sha256(bundle_items((), terms, table.keypad, ())),
            approval=PAPERS,
            badges=("sam", "ann"),
        )

    def _fund(self, code: str) -> Command:
        """Two people name the account; accounting deposits what is due, and a little more for
        wagers in transit."""
        if code == "BANK_UNNAMED":
            account = BankAccount("Cedar Bank", "WA", "7730")
            return self._asker.make(bank.NameBankAccount, account=account, badges=("sam", "eve"))
        books = self._floor.books
        self._deposits += 1
        due_micros = max(0, books.required_micros() - books.bank_micros)
        return self._asker.make(
            bank.RecordDeposit,
            cents=Cents(due_micros // CENT_MICROS + 1_000),
            reference=f"{self._name} {self._deposits}",
            day="2021-01-01",
            badge="ann",
        )

    def _resume_jackpots(self) -> Asking:
        """A supervisor resumes them, after a while for others to change them."""
        yield from self._linger()
        for jackpot in self._table.jackpots:
            if self._floor.books.jackpots[jackpot.name].status == "suspended":
                yield self._asker.make(
                    jackpots.ResumeJackpot, jackpot=jackpot.name, badge="sam", reason="all is well"
                )
        return ""

    def _sign_in(self) -> Asking:
        """Usually the table's own dealer; the others may be dealing elsewhere."""
        badge = self._floor.chance.choice((*[self._table.dealer] * 3, "dora", "dean", "sam"))
        return (yield self._asker.make(people.SignIn, table=self._name, badge=badge))

    def _settle(self) -> Asking:
        """Have the winners confirmed, the keypad's way."""
        if KEYPADS[self._table.keypad].has_key:
            return (yield from self._settle_by_key())
        for badge in (self._draw_badge(), "eve", "eli"):  # eve may be dealing
            code = yield self._asker.make(awards.ConfirmAwards, table=self._name, badge=badge)
            if code not in ("ROLE_TOO_LOW", "BADGE_UNKNOWN", "BADGE_TWICE"):
                break
        if code == "TABLE_PAUSED":
            yield from self._remedy(code)
        if code == "AWARD_PENDING":
            yield None  # another table must turn its key first
        return code

    def _settle_by_key(self) -> Asking:
        """JPH, J-POT for each winner, RUN. A bouncing key is turned twice."""
        code = ""
        for mark in self._marks():
            badge = self._floor.chance.choice(("sam", "eve"))
            yield from self._turn("JPH", badge)
            seat = (mark.sharers or (mark.spot.seat,))[0]  # J-POT is for the first one paid
            press = self._maker(awards.PressJackpot, spot=Spot(seat, mark.spot.sensor))
            code = yield press()
            if code == "ROLE_TOO_LOW":
                yield from self._turn("JPH", "eve")
                code = yield press()
            if code == "TABLE_PAUSED":
                yield from self._remedy(code)
            yield from self._linger()
            yield from self._turn("RUN", badge)
        return code

    def _turn(self, position: str, badge: str) -> Asking:
        code = ""
        if self._floor.often(30):  # refused if the house's keys are personal
            code = yield self._maker(awards.TurnNumberedKey, position=position, key_number="7")()
            if not code:
                return code
        for _ in range(2 if self._floor.often(self._bounces_percent) else 1):
            code = yield self._maker(awards.TurnKey, position=position, badge=badge)()
            if code == "BADGE_TWICE":  # he deals this round
                other = "eli" if badge == "eve" else "sue"
                code = yield self._maker(awards.TurnKey, position=position, badge=other)()
        return code

    # ---- what the people of the table can see --------------------------------------------------

    def _marks(self) -> list[Marked]:
        played = self._floor.books.tables[self._name].round
        return list(played.marks) if played is not None else []

    def _own_unmoved(self) -> bool:
        played = self._floor.books.tables[self._name].round
        return played is not None and bool(played.unmoved)

    def _draw_badge(self) -> str:
        if self._floor.often(self._wrong_badges_percent):
            return self._floor.chance.choice(WRONG_BADGES)
        return "sam"

    def _maker(self, kind: Any, /, **content: object) -> Callable[[], Any]:
        return lambda: self._asker.make(kind, table=self._name, **content)
