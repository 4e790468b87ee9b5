"""The auditor follows what is held if the house locks at the mark."""

from __future__ import annotations

from pitboss.floor.facts import rounds
from pitboss.floor.facts.values import Award, Hold
from pitboss.rules.paytable import Share
from proof.sim.follow_rounds import own_award, same_change, stated_award
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import AuditorBooks, Held, Marked, RoundBook, TableBook, need, same
from proof.sim.prizes import Prices, posted_order, price


def holds_changed(
    books: AuditorBooks, asked: rounds.PressHand | rounds.VoidRound, event: rounds.HoldsChanged
) -> None:
    table, played = books.table(asked.table), books.open_round(asked.table)
    void = isinstance(asked, rounds.VoidRound)
    badge = asked.badge if isinstance(asked, rounds.VoidRound) else table.dealer
    same(event.round, played.number, "the round of what is held")
    same(event.badge, badge, "who changed what is held")
    need(holds=event.jackpot in table.jackpots, saying=f"{event.jackpot} is not at the table")
    if isinstance(asked, rounds.PressHand):
        same(event.jackpot, table.jackpots[asked.spot.sensor - 1], "the jackpot that is held")
    _release(books, played, event)
    marks = [] if void else _locked_marks(books, table, played, event.jackpot)
    same([_mark(hold) for hold in event.holds], marks, "the marks that are held")
    prices = price(books, marks)
    for hold in event.holds:
        _hold(books, played, hold, prices)


def check_holds(books: AuditorBooks) -> None:
    """Exactly the active locked marks are held."""
    for name, table in books.tables.items():
        played = table.round
        if played is None:
            continue
        for jackpot in table.jackpots:
            found = [held.mark for held in played.held if held.mark.jackpot == jackpot]
            same(found, _locked_marks(books, table, played, jackpot), f"the holds at {name}")


def _locked_marks(
    books: AuditorBooks, table: TableBook, played: RoundBook, jackpot: str
) -> list[Marked]:
    """The percentages among the marks of a jackpot that locks, in the posted order."""
    if not books.jackpots[jackpot].terms.lock_at_mark:
        return []
    paytable = books.paytables[books.jackpots[jackpot].terms.paytable]
    return [
        mark
        for mark in posted_order(table, played.marks)
        if mark.jackpot == jackpot and isinstance(paytable.prize(mark.outcome), Share)
    ]


def _release(books: AuditorBooks, played: RoundBook, event: rounds.HoldsChanged) -> None:
    """Everything held on the jackpot goes back, the last first."""
    before = [held for held in played.held if held.mark.jackpot == event.jackpot]
    taken = [each for held in before for each in held.taken]
    same(len(event.released), len(taken), "what goes back")
    for movement, award in zip(event.released, reversed(taken), strict=True):
        same(movement.award, award.award, "the award that goes back")
        held_micros = award.meter_cents * CENT_MICROS
        undone = books.level(award.jackpot, award.level).strike(award.award)
        same_change(books, movement, undone, given_micros=held_micros)
        books.held_micros -= held_micros
    played.held = [held for held in played.held if held.mark.jackpot != event.jackpot]


def _hold(books: AuditorBooks, played: RoundBook, hold: Hold, prices: Prices) -> None:
    mark = _mark(hold)
    worths = [worth for worth in prices.worths if worth.mark == mark]
    same(hold.whole_cents, prices.whole_cents[mark], "the amount before a split")
    same([stated_award(each) for each in hold.awards], [own_award(each) for each in worths], "held")
    same(len(hold.movements), len(hold.awards), "the movements of what is held")
    for award, movement in zip(hold.awards, hold.movements, strict=True):
        _need_new(books, played, award)
        same(movement.award, award.award, "the award that is held")
        level = books.level(award.jackpot, award.level)
        change = level.pay(award.meter_cents, restarts=award.restarts, of=award.award)
        held_micros = award.meter_cents * CENT_MICROS
        same_change(books, movement, change, given_micros=-held_micros)
        books.held_micros += held_micros
    played.held.append(Held(mark, hold.whole_cents, hold.awards))


def _need_new(books: AuditorBooks, played: RoundBook, award: Award) -> None:
    names = {each.award for held in played.held for each in held.taken}
    known = award.award in books.prizes or award.award in names
    need(holds=not known, saying=f"award {award.award} was there before")


def _mark(hold: Hold) -> Marked:
    mark = hold.mark
    return Marked(mark.spot, mark.jackpot, mark.outcome, mark.sharers)
