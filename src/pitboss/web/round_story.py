"""Rounds of one table as a supervisor reads them: when, who dealt, who wagered, and step by step
what was marked, taken back, refused, confirmed, paid and seen on camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.books import Entry
from pitboss.books.pages import SETTLED
from pitboss.books.rounds import RoundEntries
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.change_state import change_number, end_said
from pitboss.floor.decide.pricing import seat_order
from pitboss.floor.facts.people import AccessRefused
from pitboss.floor.facts.values import EnvyPay, Mark, Spot
from pitboss.floor.state import Badge, DeviceState, TableState
from pitboss.floor.view.next_step import spot_place
from pitboss.live.running_site import RunningSite
from pitboss.local_time import local
from pitboss.notation import day, dollars, named, reason_said, retold, titled
from pitboss.web.language import WORDS
from pitboss.web.titles import jackpot_title, placed

DAY, CLOCK = "%Y-%m-%d", "%H:%M:%S"
# What the head of a round says, or nobody in a pit asks for.
OMITTED_KINDS = frozenset(
    {"round-started", "meters-moved", "holds-changed", "equipment-recorded", "bundle-changed"}
)
# Why, in words of the code; else in somebody's own.
OF_THE_CODE = frozenset({"command-refused", "access-refused", "betting-closed"})
# What makes a round one to look at.
LOUD = frozenset(
    {"winner-marked", "winner-unmarked", *WON_AT_TABLE, "claim-made", "round-voided",
     "command-refused", "access-refused", "late-bet-seen", "award-backed-out"}
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryStep:
    """One thing that happened; `award` leads to its win page."""

    day: str
    time: str
    kind: str
    text: str
    award: str = ""


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


class RoundTeller:
    """Tells the rounds of one table as it is now; `badges` and `devices` are those of the house."""

    def __init__(
        self,
        running_site: RunningSite,
        badges: Mapping[str, Badge],
        devices: Mapping[str, DeviceState],
        table: TableState,
    ) -> None:
        self._site = running_site
        self._badges = badges
        self._devices = devices
        self._jackpots = table.jackpots
        self._paid_in = {seat: place for place, seat in enumerate(seat_order(table))}
        self._words = WORDS["pit"]["story"]

    def story(self, played: RoundEntries) -> RoundStory:
        """One round, from its START on."""
        start, *rest = played.entries
        began = local(start.at_ms, self._site.site.time_zone)
        own = [entry for entry in rest if entry.event.kind not in SETTLED]
        entries = sorted([*own, *played.followed], key=lambda entry: entry.seq)
        kinds = {entry.event.kind for entry in entries}
        return RoundStory(
            round=start.event.round,
            day=day(began.strftime(DAY)),
            time=began.strftime(CLOCK),
            dealer=self.who(start.event.badge),
            bets=self._bets(start.event.spots),
            steps=[step for entry in entries for step in self._steps(entry)],
            is_void="round-voided" in kinds,
            is_loud=bool(kinds & LOUD),
        )

    def _steps(self, entry: Entry) -> list[StoryStep]:
        event = entry.event
        kind = event.kind
        if kind in OMITTED_KINDS:
            return []
        if kind in WON_AT_TABLE:
            return [
                self._step(entry, kind, award=award.award, **self._award(event.badge, award))
                for award in event.awards
            ]
        if kind == "round-ended":
            return [self._ended(entry)]
        if kind == "key-turned" and event.without_badge:
            return [self._step(entry, "key-put-back", **self._fields(event))]
        return [self._step(entry, kind, award=getattr(event, "award", ""), **self._fields(event))]

    def _step(self, entry: Entry, kind: str, *, award: str = "", **fields: str) -> StoryStep:
        words: Mapping[str, str] = self._words["kinds"]
        text = words.get(kind, words["other"]).format(**fields)
        at = local(entry.at_ms, self._site.site.time_zone)
        when = {"day": day(at.strftime(DAY)), "time": at.strftime(CLOCK)}
        return StoryStep(**when, kind=kind, text=text, award=award)

    def _ended(self, entry: Entry) -> StoryStep:
        """The end of a round, and what each seat got for another seat's hand, in the order in which
        the console had it paid."""
        cents: dict[int, int] = {}
        for pay in sorted(entry.event.envy, key=self._place):
            cents[pay.seat] = cents.get(pay.seat, 0) + pay.cents
        envy = ", ".join(
            self._words["envy"].format(seat=seat, amount=dollars(paid))
            for seat, paid in cents.items()
        )
        return self._step(entry, "envy-paid" if envy else "round-ended", envy=envy)

    def _place(self, pay: EnvyPay) -> int:
        """Where a seat comes in the order of payment; one that the table had once, last."""
        return self._paid_in.get(pay.seat, len(self._paid_in))

    def _award(self, badge: str, award: Any) -> dict[str, str]:
        return {
            "spot": self._spot(Spot(award.seat, award.sensor)),
            "hand": self._site.hand(award.jackpot, award.outcome).long,
            "amount": dollars(award.total_cents),
            "who": self.who(badge),
        }

    def _fields(self, event: Any) -> dict[str, str]:
        """Whatever a sentence may name, in words."""
        plain = {
            name: str(getattr(event, name))
            for name in event.__struct_fields__
            if name != "award" and isinstance(getattr(event, name), str | int)
        }
        mark = getattr(event, "mark", None)
        spot = getattr(event, "spot", None)
        is_away = isinstance(event, AccessRefused)
        badge = event.who if is_away else getattr(event, "badge", "")
        badges = (badge, *getattr(event, "badges", ()))
        jackpots = getattr(event, "jackpots", ()) or filter(None, (plain.get("jackpot"),))
        hand = self._site.hand(mark.jackpot, mark.outcome).long if mark else ""
        who = ", ".join(self.who(badge) for badge in badges if badge)
        press = named(event.tried if is_away else plain.get("command", ""))
        return {
            **plain,
            "change": change_number(plain.get("change", "")),
            "device": self._device(plain.get("device", "")),
            "jackpots": ", ".join(map(self._title, jackpots)),
            "reason": self._reason(event),
            "what": titled(event.kind),
            "tried": ", ".join(filter(None, (press, who))),
            "spot": self._shared(mark) if mark else self._spot(spot) if spot else "",
            "hand": hand,
            "who": who,
            "amount": dollars(getattr(event, "cents", 0)),
        }

    def _reason(self, event: Any) -> str:
        """Why: as somebody typed it, or as the code has written it, without the badge that the step
        names anyway."""
        reason: str = getattr(event, "reason", "")
        if over := end_said(reason, WORDS["sentences"]["change_over"]):
            return over
        if event.kind not in OF_THE_CODE:
            return reason_said(reason)
        return placed(self._site, retold(reason.removeprefix(f"{getattr(event, 'badge', '')}: ")))

    def _device(self, device: str) -> str:
        """What a device is, with its id: a table may have several signs."""
        found = self._devices.get(device)
        if found is None:
            return device
        text: str = self._words["device"]
        return text.format(kind=named(found.kind), device=device)

    def _bets(self, spots: tuple[Spot, ...]) -> str:
        """The seats that wagered; where a table has two jackpots, by jackpot."""
        groups = []
        ordered = sorted(spots, key=spot_place)
        for sensor, jackpot in enumerate(self._jackpots, 1):
            seats = [str(spot.seat) for spot in ordered if spot.sensor == sensor]
            title = self._title(jackpot) if len(self._jackpots) > 1 else ""
            if seats:
                word = "bets" if len(seats) > 1 else "bet"
                words = self._words[f"{word}_of" if title else word]
                groups.append(words.format(seats=", ".join(seats), jackpot=title))
        return "; ".join(groups) or self._words["no_bets"]

    def _spot(self, spot: Spot) -> str:
        jackpot = self._jackpots[spot.sensor - 1] if spot.sensor <= len(self._jackpots) else ""
        words = self._words["spot_of" if len(self._jackpots) > 1 and jackpot else "spot"]
        text: str = words.format(seat=spot.seat, jackpot=self._title(jackpot))
        return text

    def _shared(self, mark: Mark) -> str:
        """Where a hand was marked, and who shares it."""
        spot = self._spot(mark.spot)
        if len(mark.sharers) < 2:
            return spot
        text: str = self._words["shared"]
        return text.format(spot=spot, seats=", ".join(map(str, mark.sharers)))

    def _title(self, jackpot: str) -> str:
        return jackpot_title(self._site, jackpot)

    def who(self, badge: str) -> str:
        """Who did something: by name, with the badge."""
        found = self._badges.get(badge)
        return self._words["who"].format(name=found.name, badge=badge) if found else badge
