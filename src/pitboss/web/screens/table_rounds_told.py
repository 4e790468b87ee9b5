"""A table's rounds as a supervisor reads them: when, who dealt, who wagered, and each step as the
teller tells it, without repeating the page's subject."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.books import Entry
from pitboss.books import things as of
from pitboss.books.pages import SETTLED
from pitboss.books.table_rounds import RoundEntries
from pitboss.books.things import Thing, inside
from pitboss.books.won import WON_AT_TABLE
from pitboss.evidence.filling import Pieces
from pitboss.evidence.teller import Teller
from pitboss.floor.facts.values import Spot
from pitboss.floor.view.next_step import spot_place
from pitboss.local_time import local_day
from pitboss.notation import day, exact_clock
from pitboss.words.language import WORDS

# What the head of a round says, or nobody in a pit asks for.
OMITTED_KINDS = frozenset(
    {"round-started", "meters-moved", "holds-changed", "equipment-recorded", "bundle-changed"}
)
# What makes a round worth a look.
LOUD = frozenset(
    {"winner-marked", "winner-unmarked", *WON_AT_TABLE, "claim-made", "round-voided",
     "command-refused", "access-refused", "late-bet-seen", "award-backed-out"}
)  # fmt: skip


class StoryStep(NamedTuple):
    """One thing that happened."""

    day: str
    time: str
    kind: str
    pieces: Pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStory:
    """One round. `is_loud` says that more happened than START and END."""

    round: int
    day: str
    time: str
    dealer: str
    bets: str
    steps: list[StoryStep] = field(default_factory=list)
    is_void: bool = False
    is_loud: bool = False


def tell_round(
    teller: Teller, played: RoundEntries, jackpots: list[str], time_zone: str
) -> RoundStory:
    """One round, from its START; `jackpots` are the titles at its table."""
    start, *rest = played.entries
    table, number = start.event.table, start.event.round
    implied = {Thing(of.TABLE, table), inside(of.ROUND, table, number)}

    def when(entry: Entry) -> tuple[str, str]:
        return day(local_day(entry.at_ms, time_zone)), exact_clock(entry.at_ms, time_zone)

    own = [entry for entry in rest if entry.event.kind not in SETTLED]
    entries = sorted([*own, *played.followed], key=lambda entry: entry.seq)
    kinds = {entry.event.kind for entry in entries}
    began, time = when(start)
    return RoundStory(
        round=number,
        day=began,
        time=time,
        dealer=teller.who(start.event.badge),
        bets=_bets(start.event.spots, jackpots),
        steps=[
            StoryStep(*when(entry), entry.event.kind, teller.tell(entry.event, implied))
            for entry in entries
            if entry.event.kind not in OMITTED_KINDS
        ],
        is_void="round-voided" in kinds,
        is_loud=bool(kinds & LOUD),
    )


def _bets(spots: tuple[Spot, ...], jackpots: list[str]) -> str:
    """The seats that wagered; by jackpot if a table has two."""
    words, groups = WORDS["pit"]["story"], []
    ordered = sorted(spots, key=spot_place)
    for sensor, title in enumerate(jackpots, 1):
        seats = [str(spot.seat) for spot in ordered if spot.sensor == sensor]
        if seats:
            word = "bets" if len(seats) > 1 else "bet"
            text = words[f"{word}_of" if len(jackpots) > 1 else word]
            groups.append(text.format(seats=", ".join(seats), jackpot=title))
    return "; ".join(groups) or words["no_bets"]
