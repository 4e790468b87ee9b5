"""The base of every command and event, and how refusals are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ClassVar, TypeVar, dataclass_transform

from msgspec import Struct, StructMeta, field

from pitboss.floor.facts.meanings import BadgeId, Coded, RefusalCode, TableId
from pitboss.floor.facts.permission import Permission
from pitboss.refusal import Told, ToldValue

# Where commands come from when no device sends them.
SERVER, COMMAND_LINE = "server", "command line"
BROWSER = "browser"  # not a device, and nobody signed on
OFFICE = "office"  # plus the start of the session's recorded digest
PROPERTY = "property"  # of this hub, plus its name


def kebab(name: str) -> str:
    """A class's name as it is stored: `StartRound` is `start-round`."""
    return re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class FactMeta(StructMeta):
    """Makes a fact's fields keyword-only; a struct inherits all other settings."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **settings: Any
    ) -> FactMeta:
        """Make the class, as `Struct` does."""
        return super().__new__(cls, name, bases, namespace, kw_only=True, **settings)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Fact(
    Struct,
    metaclass=FactMeta,
    frozen=True,
    gc=False,
    tag=kebab,
    tag_field="kind",
    forbid_unknown_fields=True,
):
    """A command or an event. A renamed class keeps the stored name as its `tag`."""

    @property
    def kind(self) -> str:
        """The name it is stored under."""
        return kind_of(type(self))


class Command(Fact):
    """Something that someone may ask of the floor, in the imperative.

    The sender creates `command_id` before the first try and keeps it for repeats. `at_ms` is the
    time on the clock of the server or device that took the press, and `sent_from` is what carried
    it there; in a repeat, these two may differ."""

    permission: ClassVar[Permission]
    office: ClassVar[str] = ""  # the office section with a page for it
    worked_out: ClassVar[tuple[str, ...]] = ()  # fields that the server fills in, not the sender
    witness_at: ClassVar[str] = ""  # the dotted field of a witness, who may prove it by a swipe
    no_numbers: ClassVar[bool] = False  # no identity numbers: its texts are about a winner
    command_id: str
    at_ms: int
    sent_from: str = SERVER


class Event(Fact):
    """Something that happened, in the past tense."""

    in_outbox: ClassVar[bool] = False  # other systems hear of it, without what stays in the house
    moves_by: ClassVar[str] = "adjustments"  # why meters move, if not for an award


_SomeEvent = TypeVar("_SomeEvent", bound=Event)


def event_from(kind: type[_SomeEvent], command: Command, **worked_out: Any) -> _SomeEvent:
    """The event that repeats a command's request: fields with the same name have the same value.
    The decision supplies the rest."""
    for name in _find_shared_fields(kind, type(command)):
        worked_out.setdefault(name, getattr(command, name))
    return kind(**worked_out)


@cache
def _find_shared_fields(event: type[Event], command: type[Command]) -> tuple[str, ...]:
    return tuple(name for name in event.__struct_fields__ if name in command.__struct_fields__)


class CommandRefused(Event):
    """Someone asked for something that isn't allowed (PS-60)."""

    command: Coded
    table: TableId
    badge: BadgeId
    code: RefusalCode
    case: str = ""
    where: str = ""
    values: dict[str, ToldValue] = {}

    @property
    def told(self) -> Told:
        """The refusal, for the reader."""
        return Told(self.code, self.case, self.where, self.values)


@cache
def kind_of(fact: type[Fact]) -> str:
    """The stored name of a class of commands or events."""
    return str(fact.__struct_config__.tag)


def modules_of(package: str, path: Iterable[str]) -> list[ModuleType]:
    """Every module of a package, found in its folder: a new subject is a new file."""
    return [import_module(f"{package}.{each.name}") for each in iter_modules(path)]


def function_for(fact: type[Fact], subjects: Iterable[ModuleType]) -> Callable[..., Any]:
    """The only function in these modules that is named for a fact, and takes it."""
    name = kebab(fact.__name__).replace("-", "_")
    named = {vars(each)[name] for each in subjects if name in vars(each)}
    rooms = " or ".join(sorted({each.__name__.rpartition(".")[0] for each in subjects}))
    assert len(named) == 1, f"{rooms} needs exactly one function {name}, for {fact.__name__}"
    (found,) = named
    taken = list(found.__annotations__.values())[1]
    assert taken.rpartition(".")[2] == fact.__name__, f"{name} takes {taken}"
    return found  # type: ignore[no-any-return]
