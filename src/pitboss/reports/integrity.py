"""What surveillance should look at: where something happened far oftener than luck explains.

Hits are compared with their odds, everything else with the house: how many of its cases fell to a
table, a dealer, an hour or a person, beside their share of its rounds or of their role's acts. Each
line has the exact chance that luck alone does at least this. As many lines are looked at, some are
unusual by luck: a line is worth a look only if luck does it anywhere less than once in a thousand
periods (Bonferroni)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from pitboss.books import Books
from pitboss.books.incidents import (
    ADJUSTMENT,
    ANY,
    CORRECTION,
    FIELDS,
    HIT,
    LATE_BET,
    REFUSED,
    UNDONE,
    VOID,
    WINNER_VOID,
    Incident,
)
from pitboss.books.play_reading import PlayedDays, SlicePlay, day_number, played_days, read_play
from pitboss.books.play_sums import DEALER, HOUR, SEAT, TABLE
from pitboss.maths.luck import ONE, chance_of_hits, chance_of_share
from pitboss.reports.hold_law import KEPT, offered_wager

PERSON = "person"
SLICES = (TABLE, DEALER, SEAT, HOUR)
ORDER = (*SLICES, PERSON)  # of equal chances
OF_ROUNDS = (UNDONE, LATE_BET, VOID, WINNER_VOID, REFUSED, CORRECTION)
OF_PEOPLE = (VOID, WINNER_VOID, CORRECTION, ADJUSTMENT, REFUSED)
DAYS = 30  # that a page shows at first
RARE = Decimal("0.001")  # less often than this, luck alone makes any line of a period stand out
NEVER = Fraction(0)
_FOUND = ", ".join(f'"{name}"' for name in FIELDS)
INCIDENTS = f"SELECT {_FOUND} FROM incident WHERE day >= ? AND day <= ? ORDER BY number"  # noqa: S608 - our own names
UNDONE_LATER = "SELECT award FROM incident WHERE day > ? AND kind = ?"
ACTS = "SELECT badge, kind, sum(times) FROM act WHERE day >= ? AND day <= ? GROUP BY badge, kind"

Where: TypeAlias = tuple[str, str]  # a table, and a value of a slice
Laws: TypeAlias = tuple[str, str]  # what a table plays, and a jackpot's terms
Acts: TypeAlias = Mapping[tuple[str, str], int]  # by badge and kind


class LuckKey(NamedTuple):
    """What a line counts, and where: a table; a dealer or a person by badge; an hour; a seat with
    its table; for hits the jackpot and the hand."""

    kind: str
    slice: str
    table: str = ""
    value: str = ""
    jackpot: str = ""
    outcome: str = ""


class LuckLine(Struct, frozen=True):
    """How often it happened there, of so many wagers, rounds or acts there; for all but hits also
    in the house. `chance` is how often luck alone does at least this."""

    key: LuckKey
    count: int
    base: int
    expected: Fraction
    chance: Decimal
    house_count: int = 0
    house_base: int = 0


class LookedAt(Struct, frozen=True):
    """Every line of some days, the least likely first; the jackpots whose odds nobody knows, and
    the badges without anyone of their role beside them."""

    lines: tuple[LuckLine, ...]
    unknown: tuple[str, ...]
    alone: tuple[str, ...] = ()

    def chance_anywhere(self, line: LuckLine) -> Decimal:
        """How often luck alone does at least this to any line of the period, at most."""
        return min(ONE, line.chance * len(self.lines))

    @property
    def worth(self) -> tuple[LuckLine, ...]:
        """What stands out."""
        return tuple(line for line in self.lines if self.chance_anywhere(line) < RARE)


class PlayedThen(Struct, frozen=True):
    """All that lines are made of: the slices of play, incidents, acts, and everyone's role."""

    play: Mapping[str, SlicePlay]
    incidents: Sequence[Incident]
    acts: Acts
    roles: Mapping[str, str]


class ShownIntegrity(NamedTuple):
    """What a page shows: the days as asked and as known, the lines, and the incidents of one."""

    asked: PlayedDays
    known: PlayedDays
    looked: LookedAt
    incidents: list[Incident]


def show_integrity(
    books: Books, begin: str, end: str, own_paytables: str, key: LuckKey | None
) -> ShownIntegrity:
    """The lines of some days, of the last thirty if nobody says which; and one line's cases."""
    known = played_days(books)
    last = day_number(end) if end else known.last
    first = day_number(begin) if begin else max(known.first, last - DAYS + 1)
    asked = PlayedDays(first, last)
    then = read_then(books, asked)
    cases = [] if key is None else [each for each in then.incidents if is_case(key, each)]
    return ShownIntegrity(asked, known, look_at(then, own_paytables), cases)


def read_then(books: Books, asked: PlayedDays) -> PlayedThen:
    """What happened in some days. A prize that was undone, even later, was no hit."""
    found = [Incident._make(row) for row in books.store.execute(INCIDENTS, asked)]
    undone = {award for (award,) in books.store.execute(UNDONE_LATER, (asked.last, CORRECTION))}
    undone |= {each.award for each in found if each.kind == CORRECTION}
    kept = [each for each in found if each.kind != HIT or each.award not in undone]
    acts = {(badge, kind): times for badge, kind, times in books.store.execute(ACTS, asked)}
    badges = books.state_after(books.end.seq).badges.items()
    return PlayedThen(
        {slice_: read_play(books, slice_, asked) for slice_ in SLICES},
        kept,
        acts,
        {name: badge.role for name, badge in badges},
    )


def look_at(then: PlayedThen, own_paytables: str) -> LookedAt:
    """Every line, the least likely first."""
    unknown: set[str] = set()
    lines = [*_hits(then, own_paytables, unknown), *_rounds(then), *_people(then)]
    lines.sort(key=lambda line: (line.chance, ORDER.index(line.key.slice), line.key))
    alone = sorted(badges[0] for badges in _by_role(then).values() if len(badges) == 1)
    return LookedAt(tuple(lines), tuple(sorted(unknown)), tuple(alone))


def is_case(key: LuckKey, case: Incident) -> bool:
    """Whether a line counts an incident."""
    if case.kind != key.kind or (key.slice != PERSON and not case.round):
        return False
    if key.kind == HIT and (case.jackpot, case.outcome) != (key.jackpot, key.outcome):
        return False
    if key.slice == PERSON:
        return key.value in case.badges.split()
    return _place(key.slice, case) == (key.table, key.value)


# ---- inside -------------------------------------------------------------------------------------


def _place(slice_: str, case: Incident) -> Where:
    """The table and value of a slice to which an incident belongs."""
    if slice_ == TABLE:
        return case.table, ""
    if slice_ == SEAT:
        return case.table, str(case.seat)
    return "", case.dealer if slice_ == DEALER else case.hour


def _hits(then: PlayedThen, own_paytables: str, unknown: set[str]) -> Iterator[LuckLine]:
    """Hits of each hand against its exact odds. Seats of a round may share cards, so that a hand
    that several of them have counts once: then the chance is an upper bound, however they share
    (Hoeffding 1956, theorem 5)."""
    hits = [case for case in then.incidents if case.kind == HIT]
    firsts = {(case.table, case.round, case.jackpot, case.outcome): case for case in hits}
    for slice_ in SLICES:
        cases = hits if slice_ == SEAT else firsts.values()  # a seat has one hand in a round
        seen = Counter((_place(slice_, case), case.jackpot, case.outcome) for case in cases)
        for (place, jackpot), bets in sorted(_wagers(then, slice_).items()):
            odds = {laws: hand_chances(*laws, own_paytables) for laws in bets}
            if not all(odds.values()):
                unknown.add(jackpot)
                continue
            whole = sum(bets.values())
            for outcome in sorted({outcome for each in odds.values() for outcome in each}):
                parts = (bets[laws] * each.get(outcome, NEVER) for laws, each in odds.items())
                expected = sum(parts, NEVER)
                count = seen[place, jackpot, outcome]
                luck = chance_of_hits(count, wagers=whole, chance=expected / whole)
                key = LuckKey(HIT, slice_, *place, jackpot, outcome)
                yield LuckLine(key, count, whole, expected, luck)


def _wagers(then: PlayedThen, slice_: str) -> dict[tuple[Where, str], dict[Laws, int]]:
    """How many wagers each place of a slice had on a jackpot, by what the table played and the
    jackpot's terms."""
    found: dict[tuple[Where, str], dict[Laws, int]] = {}
    for (offer, value), played in then.play[slice_].items():
        if offer.jackpot and played.bets > 0:
            place = offer.table if slice_ in (TABLE, SEAT) else "", value
            bets, laws = found.setdefault((place, offer.jackpot), {}), (offer.plays, offer.terms)
            bets[laws] = bets.get(laws, 0) + played.bets
    return found


@lru_cache(maxsize=KEPT)
def hand_chances(plays: str, terms: str, own_paytables: str) -> dict[str, Fraction]:
    """How often one wager wins with each hand, by the way of playing that wins most; empty if
    nobody knows."""
    wager = offered_wager(plays, terms, own_paytables)
    found: dict[str, Fraction] = {}
    for way in wager.analyses if wager is not None else ():
        chances: dict[str, Fraction] = defaultdict(Fraction)
        for case in way.cases.cases:
            if case.wins:
                chances[case.outcome] += way.probability(case)
        for outcome, chance in chances.items():
            found[outcome] = max(chance, found.get(outcome, chance))
    return found


def _rounds(then: PlayedThen) -> Iterator[LuckLine]:
    """Rounds in which something happened, beside all rounds: each is as likely as every other."""
    firsts: dict[str, dict[tuple[str, int], Incident]] = {kind: {} for kind in OF_ROUNDS}
    for case in then.incidents:
        if case.kind in firsts and case.round:
            firsts[case.kind].setdefault((case.table, case.round), case)
    for slice_ in (TABLE, DEALER, HOUR):
        bases: dict[Where, int] = defaultdict(int)
        for (offer, value), played in then.play[slice_].items():
            if not offer.jackpot:
                bases[(offer.table, "") if slice_ == TABLE else ("", value)] += played.rounds
        for case in firsts[VOID].values():  # play has no void rounds
            bases[_place(slice_, case)] += 1
        for kind, cases in firsts.items():
            if (kind, slice_) != (CORRECTION, HOUR):  # people correct at their desks
                counts = Counter(_place(slice_, case) for case in cases.values())
                yield from _shares(kind, slice_, counts, bases)


def _people(then: PlayedThen) -> Iterator[LuckLine]:
    """What people did beside all their acts on record; each role by itself."""
    for badges in _by_role(then).values():
        bases = {("", badge): then.acts[badge, ANY] for badge in badges}
        for kind in OF_PEOPLE:
            counts = {("", badge): then.acts.get((badge, kind), 0) for badge in badges}
            yield from _shares(kind, PERSON, counts, bases)


def _by_role(then: PlayedThen) -> Mapping[str, list[str]]:
    """Everyone who did something, by role; dealers are compared by rounds."""
    found: dict[str, list[str]] = defaultdict(list)
    for badge, kind in then.acts:
        role = then.roles.get(badge, "dealer")
        if kind == ANY and role != "dealer":
            found[role].append(badge)
    return found


def _shares(
    kind: str, slice_: str, counts: Mapping[Where, int], bases: Mapping[Where, int]
) -> Iterator[LuckLine]:
    """A line for each place with a base, if there is anything to compare. A round that began before
    these days has no base: then its case is one."""
    whole = {place: max(bases.get(place, 0), counts.get(place, 0)) for place in {*bases, *counts}}
    found, base = sum(counts.values()), sum(whole.values())
    if not found or sum(1 for each in whole.values() if each) < 2:
        return
    for place, own in sorted(whole.items()):
        if own:
            count = counts.get(place, 0)
            key = LuckKey(kind, slice_, *place)
            luck = chance_of_share(count, picked=found, own=own, whole=base)
            yield LuckLine(key, count, own, Fraction(found * own, base), luck, found, base)
