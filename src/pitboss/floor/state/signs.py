"""The looks of the signs, as the state keeps them, and which one is shown now."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.signs import LookTime, SignFile, SignLook, SignSettings
from pitboss.local_time import local


class SignsState(Struct, frozen=True, gc=False):
    """The house's own looks, their files, and what all signs do. `seq` is the row that changed any
    of it last."""

    settings: SignSettings = SignSettings()
    looks: dict[str, SignLook] = {}
    files: dict[str, SignFile] = {}  # by digest
    seq: int = 0

    def key_at(self, at_ms: int, time_zone: str) -> str:
        """What signs show at a time, as a text that changes with it."""
        jackpots = dict.fromkeys(["", *(each.jackpot for each in self.settings.times)])
        looks = (self.look_at(each, at_ms=at_ms, time_zone=time_zone) for each in jackpots)
        return " ".join((str(self.seq), *(each or "-" for each in looks)))

    def look_at(self, jackpot: str, *, at_ms: int, time_zone: str) -> str:
        """The look that a jackpot's sign has at a time; empty: that of the site file."""
        if not self.settings.times:
            return ""
        now = local(at_ms, time_zone)
        weekday, clock = now.isoweekday(), f"{now:%H:%M}"
        for each in self.settings.times:
            if each.jackpot in ("", jackpot) and _is_at(each, weekday, clock):
                return each.look
        return ""


def _is_at(each: LookTime, weekday: int, clock: str) -> bool:
    """Whether a time on the house's clock is within a look's hours."""
    if each.from_clock < each.to_clock:
        return weekday in each.weekdays and each.from_clock <= clock < each.to_clock
    if clock >= each.from_clock:
        return weekday in each.weekdays
    yesterday = weekday - 1 or 7
    return clock < each.to_clock and yesterday in each.weekdays
