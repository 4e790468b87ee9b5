"""What the people of a simulated hub and its properties see of the simulation around them, and what
the people at one end ask of those at the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from pitboss.engine import Reply
from proof.sim.follow_wide import WideAuditor
from proof.sim.wide_node import HubNode, Node


@dataclass(slots=True)
class Counted:
    """The model's wagers at a property, by level, in micros: given and taken back."""

    given: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)


class HubPeople(Protocol):
    """The people who decide about a restored hub."""

    are_needed: bool

    def join(self, node: Node) -> None: ...

    def put_off(self, name: str) -> None: ...

    def count_repeated(self, decided: Reply) -> None: ...

    def forget(self, node: Node) -> None: ...


class PropertyPeople(Protocol):
    """The people who decide about properties that were restored, closed or given up."""

    @property
    def are_needed(self) -> bool: ...

    def admit_again(self, node: Node) -> None: ...

    def open_again(self) -> None: ...


class WideWorld(Protocol):
    """A hub with its properties on one clock."""

    random: Random
    now_ms: int
    hub: HubNode
    properties: list[Node]
    counted: dict[str, Counted]
    seen: Counter[str]

    @property
    def people(self) -> HubPeople: ...

    @property
    def restores(self) -> PropertyPeople: ...

    @property
    def is_over(self) -> bool: ...

    def later(self, delay_ms: int, happens: Callable[[], None]) -> None: ...

    def speak(self, node: Node) -> None: ...

    def is_disk_back(self) -> bool: ...

    def follow_hub(self) -> WideAuditor: ...

    def sum_posted(self) -> Counter[tuple[str, str]]: ...
