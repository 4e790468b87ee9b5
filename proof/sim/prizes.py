"""What marked hands are worth by the auditor's books, in the posted order, and who gets envy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.floor.facts.values import JackpotTerms
from pitboss.rules.paytable import Fixed, Odds, Share
from proof.sim.level_book import LevelBook
from proof.sim.model import (
    WHOLE_PPM,
    AuditorBooks,
    Discrepancy,
    JackpotBook,
    Marked,
    RoundBook,
    TableBook,
    need,
    same,
)


@dataclass(frozen=True, slots=True)
class Worth:
    """One award as the auditor prices it."""

    mark: Marked
    seat: int
    level: str = ""
    meter_cents: int = 0
    house_cents: int = 0
    tray_cents: int = 0
    stake_cents: int = 0
    restarts: bool = False


@dataclass(frozen=True, slots=True)
class Prices:
    """The awards of some marks, and the amount of each mark before a split."""

    worths: tuple[Worth, ...]
    whole_cents: Mapping[Marked, int]


def posted_by_words(
    books: AuditorBooks, paytable_id: str, named: Sequence[tuple[str, int]]
) -> dict[str, int]:
    """The amount of every hand printed with the same words as a named one."""
    labels = books.paytables[paytable_id].labels
    return {hand: cents for name, cents in named for hand in labels if labels[hand] == labels[name]}


def check_posted_prizes(books: AuditorBooks, terms: JackpotTerms) -> None:
    """A house jackpot posts an amount for each percentage line, a progressive none; hands printed
    with the same words have the same amount."""
    paytable = books.paytables[terms.paytable]
    by_words = posted_by_words(books, terms.paytable, terms.house_prizes)
    same(dict(terms.house_prizes), by_words, "the amounts of one printed line")
    lines = {name for name in paytable.outcomes if isinstance(paytable.prize(name), Share)}
    posted = sorted(name for name, _ in terms.house_prizes)
    same(posted, sorted(lines if terms.kind == "house" else ()), "the posted prizes")
    need(holds=all(cents > 0 for _, cents in terms.house_prizes), saying="a prize of nothing")


def posted_seats(table: TableBook) -> tuple[int, ...]:
    """The dealer's rightmost seat first, or as the house posts it."""
    return table.order or tuple(reversed(range(1, table.seats + 1)))


def posted_order(table: TableBook, marks: Sequence[Marked]) -> list[Marked]:
    """By seat; the first sensor first."""
    seats = posted_seats(table)
    by_spot = {(mark.spot.seat, mark.spot.sensor): mark for mark in marks}
    return [
        by_spot[seat, sensor]
        for seat in seats
        for sensor in range(1, len(table.jackpots) + 1)
        if (seat, sensor) in by_spot
    ]


def price(books: AuditorBooks, marks: Sequence[Marked]) -> Prices:
    """Price each award from what the one before left; the books themselves stay unchanged."""
    levels = {
        (name, level_name): level.copy()
        for name in {mark.jackpot for mark in marks}
        for level_name, level in books.jackpots[name].levels.items()
    }
    worths: list[Worth] = []
    whole_cents: dict[Marked, int] = {}
    for mark in marks:
        jackpot = books.jackpots[mark.jackpot]
        priced, whole_cents[mark] = _worth(books, jackpot, mark, levels)
        for worth in priced:
            if worth.level:
                levels[mark.jackpot, worth.level].pay(worth.meter_cents, restarts=worth.restarts)
        worths += priced
    return Prices(tuple(worths), whole_cents)


def need_unmarked(books: AuditorBooks, jackpot: str, level: str) -> None:
    """Nobody moves a level by hand while an active mark draws on it."""
    for table in books.tables.values():
        played = table.round
        held = [each.mark for each in played.held] if played else []
        marks = [mark for mark in played.marks if mark not in held] if played else []
        for mark in (each for each in marks if each.jackpot == jackpot):
            drawn = {worth.level for worth in price(books, [mark]).worths}
            need(holds=level not in drawn, saying=f"{jackpot} {level} moved under a mark")


def _worth(
    books: AuditorBooks,
    jackpot: JackpotBook,
    mark: Marked,
    levels: dict[tuple[str, str], LevelBook],
) -> tuple[list[Worth], int]:
    """The awards of one mark, and their amount before a split."""
    seat = mark.spot.seat
    prize = books.paytables[jackpot.terms.paytable].prize(mark.outcome)
    house = jackpot.terms.kind == "house"
    if house and isinstance(prize, Share):  # everyone with the hand gets the whole posted amount
        posted = dict(jackpot.terms.house_prizes)
        if mark.outcome not in posted:
            raise Discrepancy(f"{mark.outcome} is marked and nothing is posted for it")
        return [Worth(mark, seat, house_cents=posted[mark.outcome])], posted[mark.outcome]
    if isinstance(prize, Share):
        shown_cents = levels[mark.jackpot, prize.level].shown_cents()
        cents = shown_cents * prize.share_ppm // WHOLE_PPM
        return _shares(mark, prize, cents), cents
    if not isinstance(prize, Odds | Fixed):
        raise Discrepancy(f"{mark.outcome} of {jackpot.terms.paytable} wins nothing")
    cents = fixed_cents(books, jackpot, prize)
    back = isinstance(prize, Odds) and prize.stake_back
    stake_cents = jackpot.terms.wager_cents if back else 0
    source = prize.level or jackpot.terms.fixed_from
    if house or not source:
        return [Worth(mark, seat, tray_cents=cents, stake_cents=stake_cents)], cents
    met = min(cents, levels[mark.jackpot, source].shown_cents())
    worth = Worth(
        mark, seat, source, meter_cents=met, house_cents=cents - met, stake_cents=stake_cents
    )
    return [worth], cents


def _shares(mark: Marked, prize: Share, cents: int) -> list[Worth]:
    """The same whole cents for each share; the last one restarts a meter won whole."""
    seats = mark.sharers or (mark.spot.seat,)
    whole = prize.share_ppm == WHOLE_PPM
    return [
        Worth(
            mark,
            seat,
            prize.level,
            meter_cents=cents // len(seats),
            restarts=whole and place == len(seats),
        )
        for place, seat in enumerate(seats, start=1)
    ]


def fixed_cents(books: AuditorBooks, jackpot: JackpotBook, prize: Odds | Fixed) -> int:
    """A fixed pay for the jackpot's wager."""
    if isinstance(prize, Odds):
        return jackpot.terms.wager_cents * prize.numerator // prize.denominator
    paytable_cents = books.paytables[jackpot.terms.paytable].wager_cents
    if paytable_cents is None:
        raise Discrepancy(f"{jackpot.terms.paytable} has fixed amounts and no wager")
    return jackpot.terms.wager_cents * prize.cents // paytable_cents


def envy(books: AuditorBooks, played: RoundBook) -> Iterator[tuple[int, int, str, str, int, int]]:
    """Every pay to another seat with the wager: seat, sensor, jackpot, outcome, whose hit,
    cents."""
    for hit in played.hits:
        jackpot = books.jackpots[hit.jackpot]
        paytable = books.paytables[jackpot.terms.paytable]
        if hit.outcome not in paytable.envy:
            continue
        cents: int = paytable.envy[hit.outcome]
        if paytable.envy_times_wager and paytable.wager_cents:
            cents = cents * jackpot.terms.wager_cents // paytable.wager_cents
        for spot in played.spots:
            own = (hit.spot.seat, *hit.sharers)  # whose hand it is
            if spot.sensor == hit.spot.sensor and spot.seat not in own:
                yield spot.seat, spot.sensor, hit.jackpot, hit.outcome, hit.spot.seat, cents
