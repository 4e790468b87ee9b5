"""A scenario in play: the floor, the last answer, and what it is checked against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.decide import Decision
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.awards import AwardsRecorded
from pitboss.floor.facts.changes import ChangeRequested
from pitboss.floor.facts.values import LevelSetting
from pitboss.floor.state.floor import AwardState
from pitboss.money import Cents
from pitboss.refusal import Told

from .support import Floor
from .words import Words, Wrong


@dataclass
class Script:
    """A scenario in play: the floor, what the next jackpot will be, the last answer."""

    floor: Floor
    levels: list[LevelSetting]
    prizes: list[tuple[str, Cents]]
    awards: list[str]
    changes: list[str] = field(default_factory=list)
    answer: Decision = ()
    checked: bool = True
    asked_at: int = 0

    def ask(self, kind: type[Any], /, **fields: object) -> None:
        """Ask the floor, and keep the answer for the arrow."""
        self.answer = self.floor.ask(kind, **fields)
        for fact in () if isinstance(self.answer, Told) else self.answer:
            if isinstance(fact, AwardsRecorded):
                self.awards += [award.award for award in fact.awards]
            if isinstance(fact, ChangeRequested):
                self.changes.append(fact.change)
            if isinstance(fact, jackpots.MeterAdjusted) and fact.award:
                self.awards.append(fact.award)

    def expect(self, text: str) -> None:
        """What stands after the arrow."""
        self.checked = True
        if isinstance(self.answer, Told):
            found = f"refused {self.answer.code}"
            text, _, cited = text.partition(", cites ")
            if text not in (found, "refused") or cited not in str(self.answer):
                raise Wrong(f"{text!r} expected; {self.answer}")
            return
        found = ", ".join(fact.kind for fact in self.answer)
        if text != found:
            raise Wrong(f"{text!r} expected, {found!r} came")

    def settle(self) -> None:
        """A command without an arrow must not have been refused."""
        if not self.checked and isinstance(self.answer, Told):
            raise Wrong(f"refused {self.answer}")
        self.checked = True

    def award(self, number: str) -> AwardState:
        """The award recorded as the so-manieth of the scenario."""
        if not 1 <= int(number) <= len(self.awards):
            raise Wrong(f"no award {number}; there are {len(self.awards)}")
        return self.floor.state.award(self.awards[int(number) - 1])

    def award_name(self, words: Words) -> str:
        """'award 2', or the name of one that is not there."""
        words.skip("award")
        number = words.take()
        return self.award(number).award.award if number.isdigit() else number
