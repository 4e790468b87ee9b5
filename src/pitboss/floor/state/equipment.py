"""A table's parts, and which of them fall short of the letters of its game and jackpots (PS-36,
PS-66).

Such a table is flagged; a table for money then starts no round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pitboss.floor.facts.values import Equipment
from pitboss.refusal import Told, say
from pitboss.rules.letters import Clause, Make, NeededPart
from pitboss.rules.version import version_order

# This system's own parts, each with the part it replaces.
CONSOLE_PART, SIGN_PART, DISPLAY_PART = "console", "sign", "display"
OWN_PARTS = {CONSOLE_PART: ("controller", "manager"), SIGN_PART: (DISPLAY_PART,)}
PARTS = (
    "controller", "manager", "coin_spot", DISPLAY_PART, "shuffler", "shoe", "card_recognition",
    "score_display", *OWN_PARTS,
)  # fmt: skip
PLAIN_MONITOR = "monitor"  # a display without logic or a network of its own
KEYPAD = "keypad"  # the part named when the whole system isn't approved


class Shortfall(Struct, frozen=True, gc=False):
    """A part that is missing, too old or not approved; the clause that requires it; what is
    needed."""

    told: Told
    part: str
    clause: Clause
    found: str = ""
    needed: str = ""

    @property
    def code(self) -> str:
        """The name of what is wrong with it."""
        return self.told.code


def shortfalls(
    game: str,
    keypad: str,
    parts: tuple[Equipment, ...],
    clauses: tuple[Clause, ...],
    systems: tuple[tuple[Clause, ...], ...],
) -> tuple[Shortfall, ...]:
    """What falls short of the clauses, which must all hold, and of each jackpot's systems, one of
    which must fit: by the game, then jackpot by jackpot."""
    every = [short for clause in clauses for short in _short(clause, parts, [clause])]
    for each in systems:
        own = [clause for clause in each if (not clause.games or game in clause.games)]
        every += _short_of_systems(own, keypad, parts) if own else ()
    return tuple(short for place, short in enumerate(every) if short not in every[:place])


def _short_of_systems(
    systems: list[Clause], keypad: str, parts: tuple[Equipment, ...]
) -> tuple[Shortfall, ...]:
    """What is missing for the system a table comes closest to."""
    fitting = [clause for clause in systems if keypad in clause.keypads]
    if not fitting:
        known = dict.fromkeys(name for each in systems for name in each.keypads)
        other = say("SYSTEM_NOT_APPROVED", known=known, keypad=keypad)
        return (Shortfall(other, KEYPAD, systems[0], keypad, ", ".join(known)),)
    own = next((part for part in parts if part.part == CONSOLE_PART), None)
    if own is None:
        return min((tuple(_short(clause, parts, fitting)) for clause in fitting), key=len)
    # A console shows players nothing: any display the letter approves will do, the newer systems'
    # first.
    displays = [_only(clause, DISPLAY_PART) for clause in reversed(systems)]
    shown = (tuple(_short(clause, parts, displays)) for clause in displays)
    return (*_own_short(own, fitting[0]), *min(shown, key=len))


def _only(clause: Clause, part: str) -> Clause:
    """A clause limited to one kind of part."""
    return replace(clause, parts=tuple(each for each in clause.parts if each.part == part))


def _own_short(own: Equipment, clause: Clause) -> Iterator[Shortfall]:
    """This system's own console or sign without the approval it needs, because no letter has it."""
    if not own.approval:
        found, needed = f"{own.name} {own.version}", "an approval of its own"
        named = say("PART_NOT_APPROVED", "own", found=found, part=own.part)
        yield Shortfall(named, own.part, clause, found, needed)


def _short(
    clause: Clause, parts: tuple[Equipment, ...], choices: list[Clause]
) -> Iterator[Shortfall]:
    """What is missing for a clause. A part the letter doesn't name may appear in it under another
    name, in this clause or in an alternative one."""
    recorded = {part.part: part for part in parts}
    for needed in clause.parts:
        part = recorded.get(needed.part)
        if needed.part == DISPLAY_PART and SIGN_PART in recorded:
            yield from _own_short(recorded[SIGN_PART], clause)
            if part is None or _name(part.name) == PLAIN_MONITOR:
                continue  # the sign runs on a monitor; any other display must be a letter's
        if short := _against(needed, part, _find_printed(needed.part, choices)):
            found = f"{part.name} {part.version}" if part else ""
            said = replace(clause, sentence=needed.sentence or clause.sentence)
            yield Shortfall(short, needed.part, said, found, str(needed))


def _find_printed(part: str, clauses: list[Clause]) -> Iterable[str]:
    """What the letter prints for a kind of part, in all of these clauses."""
    found = [str(needed) for clause in clauses for needed in clause.parts if needed.part == part]
    return dict.fromkeys(found)


def _against(needed: NeededPart, part: Equipment | None, printed: Iterable[str]) -> Told | None:
    """What is wrong with one part; None if it will do."""
    kind = needed.part
    if part is None:
        missing = say("PART_MISSING", part=kind, needed=needed)
        return None if needed.optional else missing
    about = {"part": kind, "named": f"{part.name} {part.version}"}
    if needed.approved_model and not part.approval:
        return say("PART_NOT_APPROVED", "no_approval", **about)
    make = next((make for make in needed.makes if _name(make.name) == _name(part.name)), None)
    if make is None:
        by_maker = any(_name(part.name).startswith(_name(maker)) for maker in needed.makers)
        is_open = needed.optional or by_maker or not (needed.makes or needed.makers)
        return None if is_open else say("PART_NOT_APPROVED", "name", **about, printed=printed)
    if wrong := _version_against(make, part.version, about):
        return wrong
    if make.modes and _name(part.mode) not in {_name(mode) for mode in make.modes}:
        case = "" if part.mode else "none"
        return say("PART_MODE_WRONG", case, **about, mode=part.mode, modes=make.modes)
    return None


def _name(name: str) -> str:
    """A name for comparison: i-Deal is iDEAL."""
    return re.sub(r"[^0-9a-z+]", "", name.casefold())


def _version_against(make: Make, version: str, about: Mapping[str, str]) -> Told | None:
    """What is wrong with a version; None if it will do."""
    if not make.version:
        return None
    if make.exact:
        is_same = _exact(version) == _exact(make.version)
        return None if is_same else say("PART_NOT_APPROVED", "version", **about, make=make)
    found = version_order(version, software=make.software)
    if found is None:
        return say("PART_VERSION_UNREADABLE", **about, make=make, version=make.version)
    least = version_order(make.version)
    assert least is not None, make
    return None if found >= least else say("PART_TOO_OLD", **about, make=make)


def _exact(version: str) -> str:
    """A version for exact comparison: v6.5.6 SP is 6.5.6SP."""
    return "".join(version.casefold().split()).removeprefix("v")
