"""The auditor follows a round: each event checked against the command and its own books."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.floor.facts import rounds
from pitboss.floor.facts.awards import (
    AwardsRecorded,
    ConfirmAwards,
    KeyTurned,
    MetersMoved,
    PressJackpot,
    TurnKey,
    TurnNumberedKey,
)
from pitboss.floor.facts.values import Award, Movement, Spot
from pitboss.rules.paytable import Loses, Push, Share
from proof.sim.level_book import CENT_MICROS, MeterChange
from proof.sim.model import (
    AuditorBooks,
    Discrepancy,
    Marked,
    OwedAward,
    RoundBook,
    TableBook,
    need,
    same,
)
from proof.sim.prizes import Prices, Worth, envy, posted_order, posted_seats, price


def round_started(
    books: AuditorBooks, asked: rounds.StartRound, event: rounds.RoundStarted
) -> None:
    table = books.table(asked.table)
    need(holds=table.round is None, saying="a round was started while one was open")
    need(holds=not table.paused, saying="a round was started at a paused table")
    need(holds=not table.closed, saying="a round was started at a closed table")
    metered = any(books.jackpots[name].levels for name in table.jackpots)
    need(
        holds=not metered or books.may_take_wagers(asked.at_ms),
        saying="a round was started on a short bank",
    )
    same(books.approved_terms(table.jackpots), table.approved, "what is played and approved")
    need(holds=table.key == "RUN", saying="a round was started with the key out of RUN")
    same(table.steps_done, None, "the shuffler at START")
    same(event.badge, table.dealer, "who started the round")
    need(holds=bool(table.dealer), saying="a round was started without a dealer")
    same(event.round, table.rounds + 1, "round and hands")
    spots = frozenset(asked.spots)
    same(frozenset(event.spots), spots, "the wagers of the round")
    same(len(event.spots), len(spots), "the number of wagers")
    given, takings = _feed(books, table, spots, of=round_name(asked.table, event.round))
    found = [(each.jackpot, each.level) for each in event.contributions]
    same(found, [(jackpot, level) for jackpot, level, _ in given], "the levels that were fed")
    for contribution, (jackpot, level, change) in zip(event.contributions, given, strict=True):
        amounts = MeterChange(
            contribution.meter_micros,
            contribution.reserve_micros,
            contribution.overflow_micros,
        )
        same(amounts, change, f"what wagers gave to {jackpot} {level}")
        _same_reading(books, jackpot, contribution.after.level, contribution.after)
    same(
        [(each.jackpot, each.bets, each.wager_micros, each.house_micros) for each in event.takings],
        takings,
        "what the house takes of the wagers",
    )
    wagers = sum(taking[2] for taking in takings)
    house = sum(taking[3] for taking in takings)
    books.players_micros -= wagers
    books.house_micros += house
    for name, bets, *_ in takings:
        books.days.take(asked.table, name, bets)
    table.rounds = event.round
    for spot in event.spots:  # in order: people choose among wagers by chance
        place = (asked.table, event.round, spot)
        books.locked[place] = (books.seq, table.jackpots[spot.sensor - 1], table.dealer)
    fed = [(jackpot, level, change.held_micros()) for jackpot, level, change in given]
    table.round = RoundBook(
        event.round, spots, fed, wagers, house, dealer=event.badge, hands=asked.hands
    )


def round_name(table: str, number: int) -> str:
    """The name of a round's wagers in the books of a level."""
    return f"round {number} of {table}"


def _feed(
    books: AuditorBooks, table: TableBook, spots: Iterable[Spot], *, of: str
) -> tuple[list[tuple[str, str, MeterChange]], list[tuple[str, int, int, int]]]:
    """Raise the meters; what each level got, and (jackpot, bets, wagers, house) of each sensor."""
    given: list[tuple[str, str, MeterChange]] = []
    takings = []
    wagers = list(spots)
    for sensor, name in enumerate(table.jackpots, start=1):
        bets = len([spot for spot in wagers if spot.sensor == sensor])
        if not bets:
            continue
        jackpot = books.jackpots[name]
        same(jackpot.status, "open", f"how {name} stands when it takes wagers")
        cents = bets * jackpot.terms.wager_cents
        fed = [(name, level, each.feed(cents, of=of)) for level, each in jackpot.levels.items()]
        kept = cents * CENT_MICROS - sum(change.held_micros() for _, _, change in fed)
        takings.append((name, bets, cents * CENT_MICROS, kept))
        given += fed
    return given, takings


def hands_corrected(
    books: AuditorBooks, asked: rounds.CorrectHands, event: rounds.HandsCorrected
) -> None:
    table, played = books.table(asked.table), books.open_round(asked.table)
    stated = (event.round, event.badge, event.before)
    same(stated, (played.number, table.dealer, played.hands), "the hands")
    need(holds=2 <= asked.hands <= table.seats + 1, saying=f"{asked.hands} hands are dealt")
    need(holds=not played.hands or bool(asked.reason.strip()), saying="corrected without a reason")
    need(holds=not played.awards, saying="the hands were corrected after an award")
    played.hands = asked.hands


def late_bet_seen(books: AuditorBooks, asked: rounds.SeeLateBet, event: rounds.LateBetSeen) -> None:
    played = books.open_round(asked.table)
    same(event.round, played.number, "the late bet")
    jackpot = books.table(asked.table).jackpots[asked.spot.sensor - 1]
    same(event.jackpot, jackpot, "the jackpot of the late bet")
    need(holds=asked.spot not in played.spots, saying="a locked wager was taken for a late one")


def winner_marked(books: AuditorBooks, asked: rounds.PressHand, event: rounds.WinnerMarked) -> None:
    table, played = books.table(asked.table), books.open_round(asked.table)
    mark = _mark(books, table, asked)
    same(_marked(event), mark, "the mark")
    same(event.round, played.number, "the round of the mark")
    need(holds=mark.spot in played.spots, saying="a spot without a wager was marked")
    awards = [books.prizes[name].award for name in played.awards]
    won = {Spot(award.seat, award.sensor) for award in awards}
    for other in played.marks:
        won |= _winners(other)
    need(holds=not _winners(mark) & won, saying="a wager has two prizes")
    jackpot = books.jackpots[mark.jackpot]
    prize = books.paytables[jackpot.terms.paytable].prize(mark.outcome)
    need(holds=not isinstance(prize, Loses | Push), saying=f"{mark.outcome} wins nothing")
    for other in (*played.marks, *played.hits):
        alike = (other.jackpot, other.outcome) == (mark.jackpot, mark.outcome)
        need(
            holds=not (alike and (other.sharers or mark.sharers)),
            saying=f"{mark.outcome} is shared, and marked twice",
        )
    need(holds=not asked.folded or table.folded_qualify, saying="a folded hand was marked")
    if mark.sharers:
        need(holds=isinstance(prize, Share), saying="a fixed pay is shared")
        need(holds=jackpot.terms.kind != "house", saying="a posted prize is shared")
        wagered = {spot.seat for spot in played.spots if spot.sensor == mark.spot.sensor}
        need(holds=set(mark.sharers) <= wagered, saying="a seat without a wager shares")
        same(len(set(mark.sharers)), len(mark.sharers), "how often each seat shares")
        all_share = jackpot.terms.split_among != "own_side"
        need(holds=not all_share or set(mark.sharers) == wagered, saying="not all of them share")
    played.marks.append(mark)


def winner_unmarked(
    books: AuditorBooks, asked: rounds.PressHand, event: rounds.WinnerUnmarked
) -> None:
    played = books.open_round(asked.table)
    down = [mark for mark in played.marks if mark.spot == asked.spot]
    same([_marked(event)], down, "the mark that is taken back")
    same(asked.outcome, down[0].outcome, "the hand button")
    played.marks.remove(down[0])


def _mark(books: AuditorBooks, table: TableBook, asked: rounds.PressHand) -> Marked:
    """A shared hand without names is shared by everyone with the wager; sharers are paid in the
    posted order."""
    jackpot = table.jackpots[asked.spot.sensor - 1]
    paytable = books.paytables[books.jackpots[jackpot].terms.paytable]
    sharers, played = asked.sharers, table.round
    progressive = books.jackpots[jackpot].terms.kind == "progressive"
    if not sharers and played is not None and paytable.splits_awards and progressive:
        wagered = [spot.seat for spot in played.spots if spot.sensor == asked.spot.sensor]
        shared = isinstance(paytable.prize(asked.outcome), Share)
        sharers = tuple(wagered) if shared else ()
    seats = posted_seats(table)
    return Marked(asked.spot, jackpot, asked.outcome, tuple(sorted(sharers, key=seats.index)))


def _winners(mark: Marked) -> set[Spot]:
    """The spots whose wagers a mark is for."""
    return {mark.spot} | {Spot(seat, mark.spot.sensor) for seat in mark.sharers}


def _marked(event: rounds.WinnerMarked | rounds.WinnerUnmarked) -> Marked:
    mark = event.mark
    return Marked(mark.spot, mark.jackpot, mark.outcome, mark.sharers)


def awards_recorded(
    books: AuditorBooks,
    asked: ConfirmAwards | PressJackpot | rounds.PressHand,
    event: AwardsRecorded,
) -> None:
    table, played = books.table(asked.table), books.open_round(asked.table)
    if isinstance(asked, rounds.PressHand):
        marks, badge = [mark for mark in played.marks if mark.spot == asked.spot], table.dealer
    elif isinstance(asked, PressJackpot):
        same((table.has_key, table.key), (True, "JPH"), "the key at J-POT")
        marks = [mark for mark in played.marks if asked.spot in _winners(mark)]
        badge = table.key_badge or f"key {table.key_number}"
    else:
        need(holds=not table.has_key, saying="a swipe was taken on a keypad with a key")
        marks, badge = posted_order(table, played.marks), asked.badge
    same((event.round, event.badge), (played.number, badge), "the round and badge of the awards")
    need(holds=bool(marks), saying="awards without a mark")
    held = {each.mark: each for each in played.held if each.mark in marks}
    prices = price(books, [mark for mark in marks if mark not in held])
    whole_cents = {**prices.whole_cents, **{each.mark: each.whole_cents for each in held.values()}}
    by_dealer = {_is_dealers(books, prices, mark) for mark in marks}
    same(by_dealer, {isinstance(asked, rounds.PressHand)}, "whether the dealer's press records it")
    if isinstance(asked, PressJackpot) and table.key_number:
        need(
            holds=not _executive(books, whole_cents), saying="a key confirmed an executive's amount"
        )
    elif not isinstance(asked, rounds.PressHand):
        _check_authority(books, badge, executive=_executive(books, whole_cents))
        need(holds=badge != played.dealer, saying=f"{badge} dealt, and confirmed the awards")
    awaited = {(worth.mark.jackpot, worth.level) for worth in prices.worths} & _unmoved(books)
    need(holds=not awaited, saying=f"{awaited}: an award was on its way")
    expected: list[tuple[Marked, tuple[object, ...], bool]] = []
    for mark in marks:
        taken = held[mark].taken if mark in held else ()
        expected += [(mark, stated_award(award), True) for award in taken]
        fresh = [worth for worth in prices.worths if worth.mark == mark]
        expected += [(mark, own_award(worth), False) for worth in fresh]
    same([stated_award(award) for award in event.awards], [own for _, own, _ in expected], "awards")
    for award, (mark, _, is_off) in zip(event.awards, expected, strict=True):
        prize = OwedAward(award, asked.table, played.number, mark, is_off=is_off)
        prize.restarts, prize.confirmed_by = award.restarts, (badge,)
        prize.dealer = played.dealer
        _record(books, played, prize)
    played.marks = [mark for mark in played.marks if mark not in marks]
    played.held = [each for each in played.held if each.mark not in held]
    played.hits += marks


def _is_dealers(books: AuditorBooks, prices: Prices, mark: Marked) -> bool:
    """Whether the dealer's own press records a mark: a small pay, all of it from the tray."""
    limit = books.jackpots[mark.jackpot].terms.dealer_records_up_to_cents
    worths = [worth for worth in prices.worths if worth.mark == mark]
    from_tray = bool(worths) and all(
        worth.tray_cents and not worth.meter_cents and not worth.house_cents for worth in worths
    )
    return from_tray and sum(worth.tray_cents for worth in worths) <= limit


def _executive(books: AuditorBooks, whole_cents: Mapping[Marked, int]) -> bool:
    """Whether an executive must confirm one of the amounts."""
    return any(
        cents > books.jackpots[mark.jackpot].terms.executive_above_cents
        for mark, cents in whole_cents.items()
    )


def _unmoved(books: AuditorBooks) -> set[tuple[str, str]]:
    """The levels with a recorded award that isn't off the meter yet."""
    played = [table.round for table in books.tables.values() if table.round is not None]
    prizes = [books.prizes[name] for each in played for name in each.unmoved]
    awards = [prize.award for prize in prizes if not prize.is_off]
    return {(award.jackpot, award.level) for award in awards if award.level}


def _check_authority(books: AuditorBooks, badge: str, *, executive: bool) -> None:
    needed = ("executive",) if executive else ("supervisor", "executive")
    books.need_role(badge, needed, f"confirmed what needs {needed}")


def stated_award(award: Award) -> tuple[object, ...]:
    """What the floor says about an award, without its name."""
    return (
        award.seat, award.sensor, award.jackpot, award.outcome, award.level,
        award.meter_cents, award.house_cents, award.tray_cents, award.stake_cents, award.restarts,
    )  # fmt: skip


def own_award(worth: Worth) -> tuple[object, ...]:
    """What the auditor says about it, in the same order."""
    mark = worth.mark
    return (
        worth.seat, mark.spot.sensor, mark.jackpot, mark.outcome, worth.level,
        worth.meter_cents, worth.house_cents, worth.tray_cents, worth.stake_cents, worth.restarts,
    )  # fmt: skip


def _record(books: AuditorBooks, played: RoundBook, prize: OwedAward) -> None:
    award = prize.award
    need(holds=award.award not in books.prizes, saying=f"award {award.award} was recorded before")
    books.prizes[award.award] = prize
    played.awards.append(award.award)
    played.unmoved.append(award.award)
    books.owed_micros += (award.meter_cents + award.house_cents) * CENT_MICROS
    books.pending_micros -= award.meter_cents * CENT_MICROS
    at_table_cents = award.tray_cents + award.stake_cents
    books.house_micros -= (award.house_cents + at_table_cents) * CENT_MICROS
    books.players_micros += at_table_cents * CENT_MICROS


def meters_moved(
    books: AuditorBooks,
    asked: ConfirmAwards | TurnKey | TurnNumberedKey | rounds.PressHand,
    event: MetersMoved,
) -> None:
    played = books.open_round(asked.table)
    moving = played.unmoved
    if isinstance(asked, rounds.PressHand):  # an award that waits for the key stays where it is
        place = (asked.spot.seat, asked.spot.sensor)
        awards = [books.prizes[name].award for name in moving]
        moving = [each.award for each in awards if (each.seat, each.sensor) == place]
    same((event.round, list(event.awards)), (played.number, moving), "the awards moved")
    movements = iter(event.movements)
    for name in moving:
        prize = books.prizes[name]
        award = prize.award
        if prize.is_off:  # it was held, and has been off its meter since the mark
            books.held_micros -= award.meter_cents * CENT_MICROS
        elif award.level:
            _take_off(books, next(movements, None), prize)
        books.pending_micros += award.meter_cents * CENT_MICROS
        prize.status = "moved"
    same(next(movements, None), None, "a movement without an award")
    played.unmoved = [name for name in played.unmoved if name not in moving]


def _take_off(books: AuditorBooks, movement: Movement | None, prize: OwedAward) -> None:
    award = prize.award
    if movement is None:
        raise Discrepancy(f"{award.award} was not moved")
    place = (award.award, award.jackpot, award.level)
    same((movement.award, movement.jackpot, movement.after.level), place, "the level moved")
    level = books.level(award.jackpot, award.level)
    change = level.pay(award.meter_cents, restarts=prize.restarts, of=award.award)
    same_change(books, movement, change, given_micros=-award.meter_cents * CENT_MICROS)
    prize.is_off = True


def same_change(
    books: AuditorBooks, movement: Movement, change: MeterChange, *, given_micros: int
) -> None:
    """A movement by the auditor's books, with the reading after it. The house covers what no winner
    or player gave, or got if negative."""
    house_micros = change.held_micros() - given_micros
    stated = (movement.meter_micros, movement.reserve_micros, movement.overflow_micros)
    same(
        (MeterChange(*stated, movement.top_up_micros), movement.house_micros),
        (change, house_micros),
        f"the movement of {movement.jackpot} {movement.after.level}",
    )
    books.house_micros -= house_micros
    _same_reading(books, movement.jackpot, movement.after.level, movement.after)


def _same_reading(books: AuditorBooks, jackpot: str, level: str, after: object) -> None:
    same(after, books.level(jackpot, level).to_reading(), f"the reading of {jackpot} {level}")


def key_turned(books: AuditorBooks, asked: TurnKey | TurnNumberedKey, event: KeyTurned) -> None:
    table = books.table(asked.table)
    badge = "" if isinstance(asked, TurnNumberedKey) else asked.badge
    number = asked.key_number if isinstance(asked, TurnNumberedKey) else ""
    same(event.badge, badge, "the key")
    same(event.key_number, number, "the number of the key")
    need(holds=table.has_key, saying="a key was turned where there is none")
    need(holds=not number or not table.keys_are_personal, saying="a personal key was nobody's")
    if not number:
        _check_authority(books, badge, executive=False)
    table.key, table.key_badge, table.key_number = asked.position, badge, number


def round_ended(books: AuditorBooks, asked: rounds.EndRound, event: rounds.RoundEnded) -> None:
    table, played = books.table(asked.table), books.open_round(asked.table)
    same(event.round, played.number, "the round that ended")
    need(holds=not played.marks, saying="a round ended with a mark unconfirmed")
    need(holds=not played.unmoved, saying="a round ended with an award unmoved")
    stated = [
        (pay.seat, pay.sensor, pay.jackpot, pay.outcome, pay.seat_hit, int(pay.cents))
        for pay in event.envy
    ]
    own = sorted(envy(books, played))
    same(sorted(stated), own, "envy")
    micros = sum(pay[-1] for pay in own) * CENT_MICROS
    books.house_micros -= micros
    books.players_micros += micros
    books.envy[asked.table, played.number] = [(pay[0], pay[2], pay[-1]) for pay in own]
    table.round = None


def round_voided(books: AuditorBooks, asked: rounds.VoidRound, event: rounds.RoundVoided) -> None:
    table, played = books.table(asked.table), books.open_round(asked.table)
    same(event.round, played.number, "the round that was voided")
    _check_authority(books, asked.badge, executive=False)
    need(holds=not played.awards, saying="a round with an award was voided")
    same(len(event.movements), len(played.given), "the contributions that go back")
    for movement, (jackpot, level, given) in zip(event.movements, played.given, strict=True):
        change = books.level(jackpot, level).strike(round_name(asked.table, played.number))
        same((movement.jackpot, movement.after.level), (jackpot, level), "the level that gives")
        same_change(books, movement, change, given_micros=-given)
    books.players_micros += played.wagers_micros
    books.house_micros -= played.house_micros
    books.voided.add((asked.table, played.number))
    for taking in event.takings:
        books.days.give_back(asked.table, played.number, taking.jackpot, taking.bets)
    table.round = None
