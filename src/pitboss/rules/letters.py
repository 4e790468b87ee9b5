"""What a letter of approval says beside its pays: approved systems and parts, approved titles,
jackpots that can't be combined, and what to do when a shuffler fails.

Each section of a letter is one TOML file, in the letter's own words, in a folder named for its
issuer. A paytable names its letters, and a profile names the issuers that count."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from pitboss.refusal import Refusal
from pitboss.rules.reading import in_words, toml_data

APOSTROPHES = "'’ʼ`´"


class Make(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A part as a letter names it; `exact` if the letter doesn't add *or higher*."""

    name: str
    version: str = ""  # empty: any
    software: str = ""  # the name of the software with that version, if the letter has it
    exact: bool = False
    modes: tuple[str, ...] = ()  # if given, it must be set to one of them

    def __str__(self) -> str:
        if not self.version:
            return self.name
        software = f" {self.software}" if self.software else ""
        least = "" if self.exact else " or higher"
        return f"{self.name}{software} v{self.version}{least}"


class NeededPart(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One kind of part and the makes a letter allows for it; empty: any make."""

    part: str
    makes: tuple[Make, ...] = ()
    makers: tuple[str, ...] = ()  # any make whose name begins with one of these will do
    optional: bool = False  # a table may omit it, or use a make that the letter leaves open
    approved_model: bool = False  # the part needs an approval of its own
    sentence: str = ""  # the letter's words on this part, if they are apart from its system

    def __str__(self) -> str:
        named = [str(make) for make in self.makes] + [f"any by {maker}" for maker in self.makers]
        if self.approved_model:
            named.append("a model with an approval of its own")
        return " or ".join(named) or "any"


class Clause(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A letter's sentence about equipment: parts that belong together, and the keypads and games it
    covers; empty: all of them."""

    sentence: str
    parts: tuple[NeededPart, ...]
    keypads: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    document: str = ""

    @property
    def quoted(self) -> str:
        """The sentence with its source, as a refusal cites it."""
        return _quoted(self.document, self.sentence)


class OneJackpot(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Jackpots, by slot; a layout under one of these titles may have only one."""

    title: str
    slots: tuple[str, ...]
    sentence: str
    document: str = ""

    @property
    def quoted(self) -> str:
        """The sentence with its source, as a refusal cites it."""
        return _quoted(self.document, self.sentence)

    def is_titled(self, title: str) -> bool:
        """Whether a layout's title is this one, or this one with something added."""
        return plain_title(self.title) in plain_title(title)


class Letter(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One section of a letter. A table has one of its systems; all its clauses hold."""

    document: str
    title: str
    systems: tuple[Clause, ...] = ()
    clauses: tuple[Clause, ...] = ()
    titles: tuple[str, ...] = ()  # the game titles it approves
    shuffler_steps: tuple[str, ...] = ()  # how a shuffler that keeps failing is replaced
    one_jackpot: OneJackpot | None = None
    display: NeededPart | None = None  # what its systems mean by a display of no make
    source: str = ""  # the letters it comes from, as a record cites them


def parse_letter(text: str) -> Letter:
    """Read a letter file; each clause gets the number of its document."""
    data = toml_data(text, code="LETTER_UNREADABLE")
    try:
        letter = msgspec.convert(data, Letter)
    except msgspec.ValidationError as fault:
        raise Refusal("LETTER_UNREADABLE", "because", why=in_words(fault)) from None

    def meant(needed: NeededPart) -> NeededPart:
        display = letter.display
        return display if display and needed == NeededPart(display.part) else needed

    def cited(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        return tuple(
            msgspec.structs.replace(
                each, document=letter.document, parts=tuple(meant(part) for part in each.parts)
            )
            for each in clauses
        )

    one = letter.one_jackpot
    return msgspec.structs.replace(
        letter,
        systems=cited(letter.systems),
        clauses=cited(letter.clauses),
        one_jackpot=one and msgspec.structs.replace(one, document=letter.document),
    )


def _quoted(document: str, sentence: str) -> str:
    return f'document {document}: "{sentence}"'


def plain_title(title: str) -> str:
    """A title for comparison: without apostrophes, case and doubled spaces."""
    kept = "".join(char for char in title if char not in APOSTROPHES)
    return " ".join(kept.casefold().split())
