"""What a change does, part by part: before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.evidence.known_names import KnownNames
from pitboss.floor.facts.meanings import Meaning, meanings_of
from pitboss.floor.facts.values import Change, Movement, Retire, Standing, Transfer
from pitboss.money import PPM_WHOLE, Micros, shown_down
from pitboss.notation import dollars, names_in, percentage
from pitboss.reports.parsheet_text import decimal

NOTHING = "–"
RATE_PLACES = 4
OMITTED = ("paytable_sha256",)  # the paytable itself is named


class ChangedPart(NamedTuple):
    """One part that a change replaces."""

    part: str
    before: str
    after: str


class ChangeTeller:
    """Describes a change in a language."""

    def __init__(self, words: Mapping[str, Any], known: KnownNames) -> None:
        self._parts: Mapping[str, str] = words["office"]["change_parts"]
        self._names = names_in(words)
        self._sentences, self._known = words["sentences"], known

    def differences(
        self,
        what: Change,
        before: Standing,
        after: Standing,
        movements: Sequence[Movement] = (),
    ) -> list[ChangedPart]:
        """The differences; for money that moves, each level before and after, or where the money
        goes if nobody knows the amount yet."""
        moved = [part for each in movements for part in self._tell_moved(each)]
        if isinstance(what, Transfer | Retire):
            return moved or list(self._moves(what))
        jackpot = getattr(what, "jackpot", "")
        return [*self._differing(jackpot, (), before, after), *moved]

    def describe_within(self, what: Change, before: Standing, after: Standing) -> str:
        """The same inside a sentence."""
        found = self.differences(what, before, after)
        return "; ".join(self._sentences["difference"].format(**each._asdict()) for each in found)

    def _tell_moved(self, moved: Movement) -> Iterator[ChangedPart]:
        """What a level holds before and after money moves, and the house's part of it."""
        place = self._known.meter(moved.jackpot, moved.after.level)
        for name, change, after in (
            ("", moved.meter_micros, moved.after.meter_micros),
            ("reserve", moved.reserve_micros, moved.after.reserve_micros),
            ("overflow", moved.overflow_micros, moved.after.overflow_micros),
        ):
            if change:
                part = f"{place}, {self._names[name]}" if name else place
                amounts = (shown_down(Micros(each)) for each in (after - change, after))
                yield ChangedPart(part, *map(dollars, amounts))
        if moved.house_micros:
            way = "from_house" if moved.house_micros > 0 else "to_house"
            amount = dollars(shown_down(Micros(abs(moved.house_micros))))
            yield ChangedPart(f"{place}, {self._parts[way]}", NOTHING, amount)

    def _moves(self, what: Transfer | Retire) -> Iterator[ChangedPart]:
        source = self._known.title(what.jackpot)
        for level, into in what.pairs:
            gets = self._known.meter(what.into, into)
            yield ChangedPart(self._known.level(what.jackpot, level), source, gets)

    def _differing(
        self,
        jackpot: str,
        path: tuple[str, ...],
        before: Any,
        after: Any,
        meanings: Set[Meaning] = frozenset(),
    ) -> Iterator[ChangedPart]:
        if before == after or (path and path[-1] in OMITTED):
            return
        if isinstance(before, Struct) and type(before) is type(after):
            for each, meant in meanings_of(type(before)).items():
                pair = getattr(before, each), getattr(after, each)
                yield from self._differing(jackpot, (*path, each), *pair, meant)
        elif path and path[-1] == "house_prizes":
            yield from self._prizes(jackpot, dict(before), dict(after))
        elif path and path[-1] == "levels" and len(before) == len(after):
            for old, new in zip(before, after, strict=True):
                yield from self._differing(jackpot, (*path, old.level), old, new)
        else:
            old, new = (
                self._value_text(jackpot, path[-1], each, meanings) for each in (before, after)
            )
            yield ChangedPart(self._part(jackpot, path), old, new)

    def _prizes(
        self, jackpot: str, before: Mapping[str, int], after: Mapping[str, int]
    ) -> Iterator[ChangedPart]:
        """What the house posts for each hand; a hand that is printed once is listed once."""
        parts: dict[ChangedPart, None] = {}
        for outcome in dict.fromkeys([*before, *after]):
            old, new = before.get(outcome), after.get(outcome)
            if old != new:
                texts = (NOTHING if each is None else dollars(each) for each in (old, new))
                parts[ChangedPart(self._known.hand(jackpot, outcome), *texts)] = None
        yield from parts

    def _part(self, jackpot: str, path: tuple[str, ...]) -> str:
        """A field by its path, such as levels, mega, rate_ppm."""
        bare = path[-1].removesuffix("_cents").removesuffix("_ppm")
        part = self._parts.get(bare) or self._names.get(bare) or bare.replace("_", " ")
        if "levels" not in path[:-1]:
            return part
        level = self._known.level(jackpot, path[path.index("levels") + 1])
        return str(self._sentences["level_part"].format(level=level, part=part))

    def _value_text(self, jackpot: str, name: str, value: Any, meanings: Set[Meaning]) -> str:
        if name == "order" and isinstance(value, tuple) and list(value) == sorted(value):
            return self._parts["leftmost" if value else "rightmost"]
        if value is None or value == "" or value == ():
            return NOTHING
        if isinstance(value, bool):
            return str(self._sentences["yes" if value else "no"])
        if isinstance(value, tuple):
            return ", ".join(self._value_text(jackpot, name, each, meanings) for each in value)
        if name.endswith("_cents"):
            return dollars(value)
        if name.endswith("_ppm"):
            rate = decimal(Fraction(value * 100, PPM_WHOLE), RATE_PLACES)
            return percentage(rate.rstrip("0").removesuffix("."))
        if Meaning.JACKPOT in meanings:
            return self._known.title(value)
        if name == "fixed_from":
            return self._known.level(jackpot, value)
        if name == "paytable":
            return self._known.paytable(value)
        return self._names.get(value) or f"{value}".replace("_", " ")
