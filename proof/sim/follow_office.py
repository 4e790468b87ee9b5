"""The auditor follows what sets a floor up and what corrects it later."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.facts import approvals, awards, changes, jackpots, people, shufflers, tables
from pitboss.floor.facts.permission import APPROVERS, SUPERVISORS
from pitboss.floor.facts.values import Award
from proof.sim.follow_papers import check_evidence
from proof.sim.follow_rounds import same_change
from proof.sim.follow_won import won_by_hand
from proof.sim.level_book import CENT_MICROS, LevelBook, MeterChange
from proof.sim.model import (
    WHOLE_PPM,
    AuditorBooks,
    JackpotBook,
    Marked,
    OwedAward,
    TableBook,
    need,
    same,
)
from proof.sim.prizes import check_posted_prizes, need_unmarked, posted_by_words


def jackpot_opened(
    books: AuditorBooks, asked: jackpots.OpenJackpot, event: jackpots.JackpotOpened
) -> None:
    need(holds=asked.jackpot not in books.jackpots, saying=f"{asked.jackpot} was opened twice")
    check_approvers(books, asked.badges)
    terms = event.terms
    stated = replace(asked.terms, house_prizes=terms.house_prizes)
    same(terms, stated, "the jackpot")
    by_words = posted_by_words(books, terms.paytable, asked.terms.house_prizes)
    same(dict(terms.house_prizes), by_words, "the posted prizes")
    known = ("", *(each.level for each in terms.levels))
    need(holds=terms.fixed_from in known, saying=f"fixed awards from {terms.fixed_from}")
    need(holds=terms.wager_cents > 0, saying=f"a wager of {terms.wager_cents} cents")
    shares = [share for each in terms.levels for share in (each.rate_ppm, each.reserve_ppm)]
    need(holds=min(shares, default=0) >= 0, saying="a rate below nothing")
    need(holds=sum(shares) <= WHOLE_PPM, saying="meters take more than the wager")
    need(holds=all(each.seed_cents >= 0 for each in terms.levels), saying="a seed below nothing")
    check_posted_prizes(books, terms)
    levels = {each.level: LevelBook.open(each) for each in terms.levels}
    same(event.opening, tuple(level.to_reading() for level in levels.values()), "the opening")
    put_up = sum(level.meter_micros for level in levels.values())
    books.house_micros -= put_up
    books.floor_micros += put_up
    books.jackpots[asked.jackpot] = JackpotBook(terms, levels)


def table_opened(books: AuditorBooks, asked: tables.OpenTable, event: tables.TableOpened) -> None:
    need(holds=asked.table not in books.tables, saying=f"table {asked.table} was opened twice")
    check_approvers(books, asked.badges)
    kinds = {books.jackpots[name].terms.kind for name in asked.jackpots}
    same(len(kinds), 1, "the kinds of jackpots at one table")
    same(len(set(asked.jackpots)), len(asked.jackpots), "the jackpots of the sensors")
    books.tables[asked.table] = TableBook(
        asked.seats,
        asked.jackpots,
        asked.keypad,
        asked.order,
        folded_qualify=asked.folded_qualify,
        shuffler_steps=asked.shuffler_steps,
        keys_are_personal=asked.keys_are_personal,
        approved=books.approved_terms(asked.jackpots),
    )


def approval_entered(
    books: AuditorBooks, asked: approvals.EnterApproval, event: approvals.ApprovalEntered
) -> None:
    check_approvers(books, asked.badges)
    table = books.table(asked.table)
    table.approved = books.approved_terms(table.jackpots)


def shuffler_reported(
    books: AuditorBooks, asked: shufflers.ReportShuffler, event: shufflers.ShufflerReported
) -> None:
    table = books.table(asked.table)
    need(holds=bool(table.shuffler_steps), saying="a shuffler failed that no letter speaks of")
    same(table.steps_done, None, "a shuffler that had failed before")
    table.steps_done = 0


def shuffler_step_taken(
    books: AuditorBooks, asked: shufflers.TakeShufflerSteps, event: shufflers.ShufflerStepTaken
) -> None:
    table = books.table(asked.table)
    done = -1 if table.steps_done is None else table.steps_done
    steps = table.shuffler_steps
    same((event.step, event.text), (done + 1, steps[done]), "the step")
    need(holds=event.step <= asked.through, saying="more steps than were taken")
    if event.step == len(steps):
        books.need_role(asked.badge, SUPERVISORS, "let the table go on")
    table.steps_done = None if event.step == len(steps) else event.step


def shuffler_cleared(
    books: AuditorBooks, asked: shufflers.ClearShuffler, event: shufflers.ShufflerCleared
) -> None:
    table = books.table(asked.table)
    need(holds=table.steps_done is not None, saying="a shuffler was put right that worked")
    books.need_role(asked.badge, SUPERVISORS, "put the shuffler right")
    table.steps_done = None


def dealer_signed_in(
    books: AuditorBooks, asked: people.SignIn, event: people.DealerSignedIn
) -> None:
    table = books.table(asked.table)
    need(holds=table.round is None, saying="somebody signed in while a round was open")
    need(
        holds=all(each is table or each.dealer != asked.badge for each in books.tables.values()),
        saying=f"{asked.badge} deals at two tables",
    )
    table.dealer = asked.badge


def dealer_signed_out(
    books: AuditorBooks,
    asked: people.SignIn | people.SignOut | changes.ApplyChange,
    event: people.DealerSignedOut,
) -> None:
    if isinstance(asked, people.SignOut):
        same(event.table, asked.table, "the table that a dealer left")
    if isinstance(asked, people.SignIn):
        need(holds=event.table != asked.table, saying="a dealer left the table that he took")
    table = books.table(event.table)
    need(holds=table.round is None, saying="a dealer left an open round")
    same(event.badge, table.dealer, "who signed out")
    table.dealer = ""


def table_paused(books: AuditorBooks, asked: tables.PauseTable, event: tables.TablePaused) -> None:
    books.table(asked.table).paused = True


def table_resumed(
    books: AuditorBooks, asked: tables.ResumeTable, event: tables.TableResumed
) -> None:
    books.table(asked.table).paused = False


def meter_adjusted(
    books: AuditorBooks, asked: jackpots.AdjustMeter, event: jackpots.MeterAdjusted
) -> None:
    check_approvers(books, asked.badges)
    need(
        holds=event.cents > 0 or asked.adjustment in books.law.reduction_reasons.value,
        saying=f"a meter went down for {asked.adjustment}",
    )
    check_evidence(books, asked, event)
    need_unmarked(books, asked.jackpot, asked.level)
    same(bool(event.award), asked.adjustment == "won", "whether the adjustment is owed")
    if not event.award:
        same((event.cents, event.won_at), (asked.cents, None), "the adjustment")
        change = _adjust(books.level(asked.jackpot, asked.level), asked)
        same_change(books, event.movement, change, given_micros=0)
        return
    change = won_by_hand(books, asked, event)
    same_change(books, event.movement, change, given_micros=event.cents * CENT_MICROS)
    need(holds=event.award not in books.prizes, saying=f"{event.award} was there before")
    award, at = _award_by_hand(event), event.won_at
    assert at is not None
    prize = OwedAward(award, at.table, at.round, None, "moved", is_off=True, by_hand=True)
    prize.confirmed_by, prize.dealer = asked.badges, event.dealt_by
    same(event.dealt_by, asked.wager.dealer if asked.wager else "", "who dealt the round")
    need(holds=event.dealt_by not in asked.badges, saying=f"{event.award}: the dealer made it")
    books.prizes[event.award] = prize


def _adjust(level: LevelBook, asked: jackpots.AdjustMeter) -> MeterChange:
    """What each of the listed kinds does, except prizes."""
    micros = asked.cents * CENT_MICROS
    need(
        holds=asked.cents < 0 or asked.adjustment == "faulty_display", saying="an amount was raised"
    )
    if asked.adjustment == "gross_receipts":
        from_reserve = min(-micros, level.reserve_micros)
        overflow = micros + from_reserve
        return level.shift(reserve=-from_reserve, overflow=overflow, beyond=-micros)
    if asked.adjustment == "over_limit":
        return level.shift(meter=micros, overflow=-micros)
    need(
        holds=asked.adjustment in ("faulty_display", "seed_recovery"),
        saying=f"kind {asked.adjustment}",
    )
    recovered = micros if asked.adjustment == "seed_recovery" else 0
    need(holds=-recovered <= level.own_micros, saying="players' money recovered as a seed")
    maximum_cents = level.setting.maximum_cents
    if asked.cents > 0 and maximum_cents is not None:
        after_cents = level.shown_cents() + asked.cents
        need(holds=after_cents <= maximum_cents, saying="a display above its maximum")
    need(
        holds=not recovered
        or level.meter_micros + micros >= level.setting.seed_cents * CENT_MICROS,
        saying="a seed was recovered in play",
    )
    return level.shift(meter=micros, own=recovered, beyond=max(0, -micros), keeps_seed=True)


def _award_by_hand(event: jackpots.MeterAdjusted) -> Award:
    assert event.won_at is not None
    return Award(
        award=event.award,
        seat=event.won_at.spot.seat,
        sensor=event.won_at.spot.sensor,
        jackpot=event.jackpot,
        outcome=event.won_at.outcome,
        level=event.level,
        meter_cents=-event.cents,  # type: ignore[arg-type]
        house_cents=event.house_cents,
        tray_cents=0,  # type: ignore[arg-type]
        restarts=event.restarts,
    )


def award_backed_out(
    books: AuditorBooks, asked: awards.BackOutAward, event: awards.AwardBackedOut
) -> None:
    check_approvers(books, asked.badges)
    need(holds=asked.award in books.prizes, saying=f"award {asked.award} was never recorded")
    prize = books.prizes[asked.award]
    need(holds=prize.status in ("recorded", "moved"), saying=f"it was {prize.status}")
    need(holds=not prize.by_hand, saying="a prize by hand was backed out")
    same((event.table, event.round), (prize.table, prize.round), "award")
    same(len(event.movements), int(prize.is_off), "the movements that go back")
    successor = _restart_successor(books, prize)
    same(
        event.restart_passes_to,
        successor.award.award if successor else "",
        "who restarts the meter now",
    )
    award = prize.award
    if prize.is_off:
        need_unmarked(books, award.jackpot, award.level)
        level = books.level(award.jackpot, award.level)
        if successor:
            change = level.strike_share(award.award, successor.award.award)
        else:
            change = level.strike(award.award)
        back_micros = award.meter_cents * CENT_MICROS
        same_change(books, event.movements[0], change, given_micros=back_micros)
    if successor:
        successor.restarts = True
    books.owed_micros -= (award.meter_cents + award.house_cents) * CENT_MICROS
    at_table_cents = award.tray_cents + award.stake_cents
    books.house_micros += (award.house_cents + at_table_cents) * CENT_MICROS
    books.players_micros -= at_table_cents * CENT_MICROS
    if prize.status == "recorded":
        books.pending_micros += award.meter_cents * CENT_MICROS
        if prize.is_off:
            books.held_micros -= award.meter_cents * CENT_MICROS
    prize.status = "backed out"
    _free_spot(books, prize, prize.mark)


def _restart_successor(books: AuditorBooks, prize: OwedAward) -> OwedAward | None:
    """Who gets a split's restart when the share that carries it is undone: the last remaining
    one."""
    if not prize.restarts or prize.mark is None or not prize.mark.sharers:
        return None
    place = (prize.table, prize.round, prize.mark)
    others = [
        each
        for each in books.prizes.values()
        if (each.table, each.round, each.mark) == place and each.status != "backed out"
    ]
    standing = [each for each in others if each is not prize]
    return standing[-1] if standing else None


def _free_spot(books: AuditorBooks, prize: OwedAward, mark: Marked | None) -> None:
    """Before END the spot can be marked again; once every share of the hand is undone, nobody gets
    envy for it."""
    played = books.table(prize.table).round
    if played is None or played.number != prize.round:
        return
    played.awards.remove(prize.award.award)
    if prize.award.award in played.unmoved:
        played.unmoved.remove(prize.award.award)
    shares = [name for name in played.awards if books.prizes[name].mark == mark]
    if mark is not None and mark in played.hits and not shares:
        played.hits.remove(mark)


def check_approvers(books: AuditorBooks, badges: tuple[str, str]) -> None:
    """Two people who may agree to it."""
    need(holds=badges[0] != badges[1], saying="one person approved twice")
    for badge in badges:
        books.need_role(badge, APPROVERS, "approved")
