"""What every command and every event has, and how a refusal is kept."""

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

# What carries a command where no device does.
SERVER, COMMAND_LINE = "server", "command line"
BROWSER = "browser"  # that is no device, and nobody has signed on from
OFFICE = "office"  # with the beginning of the digest that a session has on record
PROPERTY = "property"  # of this hub, with its name


def kebab(name: str) -> str:
    """A class's name as it is stored: `StartRound` is `start-round`."""
    return re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class FactMeta(StructMeta):
    """A fact's fields are given by name; a struct inherits all other settings by itself."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **settings: Any
    ) -> FactMeta:
        """The class, as `Struct` makes it."""
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
    """A command or an event. A class that gets another name keeps the stored one as its `tag`."""

    @property
    def kind(self) -> str:
        """The name under which it is stored."""
        return kind_of(type(self))


class Command(Fact):
    """Something that may be asked of the floor, in the imperative.

    The asker makes `command_id` before asking and uses it again when asking again; `at_ms` is the
    time on the clock of whoever took the press, `sent_from` what carried it there: these two may
    differ then."""

    permission: ClassVar[Permission]
    office: ClassVar[str] = ""  # the section of the office whose page asks for it
    worked_out: ClassVar[tuple[str, ...]] = ()  # fields that the server fills in, not the asker
    no_numbers: ClassVar[bool] = False  # of identities: its texts are about a winner
    command_id: str
    at_ms: int
    sent_from: str = SERVER


class Event(Fact):
    """Something that has happened, in the past tense."""

    in_outbox: ClassVar[bool] = False  # other systems hear of it, less what stays in the house
    moves_by: ClassVar[str] = "adjustments"  # why meters move with it, where that is not an award


_SomeEvent = TypeVar("_SomeEvent", bound=Event)


def event_from(kind: type[_SomeEvent], command: Command, **worked_out: Any) -> _SomeEvent:
    """The event that repeats what a command has asked for: a field of both has the same name and
    the same value. What the decision has worked out is given."""
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
        """What was refused, for whoever reads it."""
        return Told(self.code, self.case, self.where, self.values)


@cache
def kind_of(fact: type[Fact]) -> str:
    """The name under which commands or events of a class are stored."""
    return str(fact.__struct_config__.tag)


def modules_of(package: str, path: Iterable[str]) -> list[ModuleType]:
    """Every module of a package, found where it lies: a new subject is a new file."""
    return [import_module(f"{package}.{each.name}") for each in iter_modules(path)]


def function_for(fact: type[Fact], subjects: Iterable[ModuleType]) -> Callable[..., Any]:
    """The one function of these modules that is named for a fact, and takes it."""
    name = kebab(fact.__name__).replace("-", "_")
    (found,) = {vars(each)[name] for each in subjects if name in vars(each)}
    taken = list(found.__annotations__.values())[1]
    assert taken.rpartition(".")[2] == fact.__name__, f"{name} takes {taken}"
    return found  # type: ignore[no-any-return]
