"""The auditor follows a prize that somebody makes by hand: which wager won it, and how much."""

from __future__ import annotations

from pitboss.floor.facts import jackpots
from pitboss.floor.facts.values import Spot
from pitboss.money import PPM_WHOLE
from pitboss.rules.paytable import Share
from proof.sim.level_book import CENT_MICROS, MeterChange
from proof.sim.model import AuditorBooks, Discrepancy, Marked, OwedAward, need, same
from proof.sim.prizes import Worth, price

UNDONE = ("backed out", "canceled")


def wager_said(books: AuditorBooks, at: jackpots.WonAt) -> jackpots.LockedWager | None:
    """What the journal says about a wager, as a server reading it would find."""
    locked = books.locked.get((at.table, at.round, at.spot))
    if locked is None:
        return None
    won = [name for name, prize in find_standing(books, at) if _is_on(prize, at)]
    played, status = books.table(at.table).round, "ended"
    if played is not None and played.number == at.round:
        status = "open"
    elif (at.table, at.round) in books.voided:
        status = "void"
    row, jackpot, dealer = locked
    return jackpots.LockedWager(row, jackpot, status, won[-1] if won else "", dealer)


def find_standing(books: AuditorBooks, at: jackpots.WonAt) -> list[tuple[str, OwedAward]]:
    """The prizes of a round that nobody has undone."""
    return [
        (name, prize)
        for name, prize in books.prizes.items()
        if (prize.table, prize.round) == (at.table, at.round) and prize.status not in UNDONE
    ]


def _is_on(prize: OwedAward, at: jackpots.WonAt) -> bool:
    return Spot(prize.award.seat, prize.award.sensor) == at.spot


def won_by_hand(
    books: AuditorBooks, asked: jackpots.AdjustMeter, event: jackpots.MeterAdjusted
) -> MeterChange:
    """A wager wins once, in a finished round, what its hand pays; or somebody explains why not."""
    at = asked.won_at
    if at is None:
        raise Discrepancy("a prize was won nowhere")
    wager = wager_said(books, at)
    need(holds=wager is not None, saying=f"{at} was no wager")
    same(wager, asked.wager, "what the journal says of a wager")
    assert wager is not None
    same((wager.jackpot, wager.status, wager.award), (asked.jackpot, "ended", ""), "the wager")
    worth = _worth(books, at, asked.jackpot)
    same(worth.level, asked.level, "the meter that pays the hand")
    is_other = asked.cents not in (0, -worth.meter_cents)
    need(holds=not is_other or bool(asked.amount_reason.strip()), saying="another amount unsaid")
    cents = -asked.cents if is_other else worth.meter_cents
    house_cents = 0 if is_other else worth.house_cents
    restarts, beyond_cents = worth.restarts and not is_other, max(0, cents - worth.meter_cents)
    if _takes_all(books, at, asked.jackpot) and not restarts:
        beyond_cents = cents
    stated = (-event.cents, event.house_cents, event.restarts, bool(event.amount_reason))
    same(stated, (cents, house_cents, restarts, is_other), "what was won by hand")
    same(event.beyond_cents, beyond_cents, "what was won beyond what its hand pays")
    books.owed_micros += (cents + house_cents) * CENT_MICROS
    books.house_micros -= house_cents * CENT_MICROS
    return books.level(asked.jackpot, asked.level).pay(
        cents, restarts=restarts, of=event.award, beyond=beyond_cents
    )


def _takes_all(books: AuditorBooks, at: jackpots.WonAt, jackpot: str) -> bool:
    """Whether a hand pays everything its meter shows."""
    prize = books.paytables[books.jackpots[jackpot].terms.paytable].prize(at.outcome)
    return isinstance(prize, Share) and prize.share_ppm == PPM_WHOLE


def _worth(books: AuditorBooks, at: jackpots.WonAt, jackpot: str) -> Worth:
    """What a hand pays by its meter now; a further share is the same as the others, whose meter has
    restarted."""
    mark = Marked(at.spot, jackpot, at.outcome, ())
    (worth,) = price(books, [mark]).worths
    paytable = books.paytables[books.jackpots[jackpot].terms.paytable]
    shares = [
        each.award for _, each in find_standing(books, at) if each.award.outcome == at.outcome
    ]
    if not shares or not paytable.is_shared(at.outcome):
        return worth
    return Worth(mark, at.spot.seat, worth.level, meter_cents=shares[0].meter_cents)
