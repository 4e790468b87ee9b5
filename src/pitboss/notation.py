"""How figures, times and names of the record look to the person reading a screen now.

For each request, the server sets the reader's language and today's date: a page omits this year,
and a list of current items omits today. Output outside a request, such as a file or a journal
entry, is plain: $1,234.56, 2026-03-08 14:05:09 PST."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from pitboss.local_time import local

NOTE = re.compile(
    r" \((?:no (?:closed list|rule) found[^()]*|PS-\d+(?:, PS-\d+)*)\)|(?<=\()PS-\d+; "
    r"|; [^();]*\bread here as\b[^()]*(?=\)$)"
)
PARTS_MOST = 40  # of a text translated part by part
# A plainly written day or time; a day within an id is part of the id.
PLAIN_TIME = re.compile(
    r"(?<![\w-])(?P<day>\d{4}-\d\d-\d\d)"
    r"(?: (?P<clock>\d\d:\d\d)(?::\d\d(?: (?:[A-Z]{2,5}|[+-]\d{2,4})\b)?)?)?(?![\w-])"
)
PLAIN_PERCENT = re.compile(r"(?<![\w.,-])(-?\d[\d,]*(?:\.\d+)?) %")
NOON_H = 12
ODDS = re.compile(r"(\S+) (for|to) (\S+)")
PAYS = {
    "for": "{odds} for {unit}", "to": "{odds} to {unit}", "from": "{pay} from {level}",
    "from_the_meter": "{pay} from the meter", "push": "push",
}  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """How one language writes them. A pattern has {names} for its parts."""

    group: str = ","
    decimal: str = "."
    money: str = "${amount}"
    percent: str = "{figure} %"
    day: str = "{year}-{month}-{date}"
    short_day: str = "{year}-{month}-{date}"  # of this year
    clock: str = "{hour}:{minute}:{second}"
    exact_clock: str = "{hour}:{minute}:{second}"
    halves: tuple[str, ...] = ("AM", "PM")  # of a day
    time_today: str = "{day} {clock} {zone}"
    time: str = "{day} {clock} {zone}"
    exact_time: str = "{day} {clock} {zone}"
    spoken_day: str = "{name} {day}, {year}"
    months: tuple[str, ...] = MONTHS
    months_short: tuple[str, ...] = tuple(month[:3] for month in MONTHS)
    pays: Mapping[str, str] = field(default_factory=lambda: PAYS)
    names: Mapping[str, str] = field(default_factory=dict)  # kinds, statuses, roles: see `named`
    told: Mapping[str, str] = field(default_factory=dict)  # what files of rules and paytables say
    reasons: Mapping[str, str] = field(default_factory=dict)  # by key: see `reason_said`
    headings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of sheets and columns


PLAIN = Notation()
_READER: ContextVar[Notation] = ContextVar("reader's notation", default=PLAIN)
_TODAY: ContextVar[Callable[[], date | None]] = ContextVar("reader's day", default=lambda: None)


@contextmanager
def writing_for(notation: Notation) -> Iterator[None]:
    """Write in this notation until the end of the block."""
    token = _READER.set(notation)
    try:
        yield
    finally:
        _READER.reset(token)


@contextmanager
def reading_on(today: Callable[[], date]) -> Iterator[None]:
    """Write for a reader with this day on the clock, until the end of the block."""
    token = _TODAY.set(today)
    try:
        yield
    finally:
        _TODAY.reset(token)


def in_a_record(notation: Notation) -> Notation:
    """Use a language's words for documents that leave the house: figures and times are plain."""
    return replace(
        PLAIN,
        pays=notation.pays,
        names=notation.names,
        told=notation.told,
        reasons=notation.reasons,
        headings=notation.headings,
    )


def figures(text: str) -> str:
    """A plainly written figure, such as 1,234.56, with the reader's own separators."""
    reader = _READER.get()
    signs = {",": reader.group, ".": reader.decimal}
    return "".join(signs.get(sign, sign) for sign in text)


def count(number: int) -> str:
    """A whole number: 1,234,567."""
    return figures(f"{number:,}")


def dollars(cents: int) -> str:
    """Cents as a person reads them: 1234567 is $12,345.67, -5 is -$0.05."""
    amount = figures(f"{abs(cents) // 100:,}.{abs(cents) % 100:02d}")
    return ("-" if cents < 0 else "") + money(amount)


def micro_dollars(micros: int) -> str:
    """Micros as a person reads them: 20000000 is $0.20, 20000001 is $0.20000001."""
    cents, rest = divmod(abs(micros), 1_000_000)
    return ("-" if micros < 0 else "") + dollars(cents) + (f"{rest:06}".rstrip("0") if rest else "")


def whole_dollars(cents: int) -> str:
    """The same as it is posted: cents only if there are any."""
    return dollars(cents) if cents % 100 else money(count(cents // 100))


def money(amount: str) -> str:
    """A figure with the currency sign where the reader expects it."""
    return _READER.get().money.replace("{amount}", amount)


def percentage(text: str) -> str:
    """A plainly written percentage, such as 2.15 %."""
    figure = figures(text.removesuffix("%").rstrip())
    return _READER.get().percent.replace("{figure}", figure)


def pay(text: str) -> str:
    """A pay as a layout prints it, such as 300 for 1, PUSH or $250 from Mega; an amount or a share
    stays as it is."""
    pays = _READER.get().pays
    if text == "PUSH":
        return pays["push"].upper()
    said, _, source = text.partition(" from ")
    if found := ODDS.fullmatch(said):
        said = pays[found[2]].format(odds=figures(found[1]), unit=found[3])
    if source:
        pattern = pays["from_the_meter" if source == "the meter" else "from"]
        said = pattern.format(pay=said, level=source)
    return said


def apart(title: str, jackpot: str, tables: Iterable[str]) -> str:
    """A jackpot title that several jackpots have: add its tables, as people know them, or its id if
    it has none."""
    return f"{title} ({', '.join(tables) or jackpot})"


def day(iso: str) -> str:
    """A day: 2026-03-08; anything else stays as it is."""
    try:
        return _day(date.fromisoformat(iso))
    except ValueError:
        return iso


def localize_text(text: str) -> str:
    """A plainly written text, with its days, times and percentages as the reader writes them."""
    if _READER.get().time == PLAIN.time:
        return text
    return PLAIN_PERCENT.sub(
        lambda found: percentage(found[1]),
        PLAIN_TIME.sub(lambda found: _localize_time(found) or found[0], text),
    )


def format_moment(at_ms: int, time_zone: str) -> str:
    """A time of the journal on a local clock: Mar 8, 2:05 PM."""
    at = local(at_ms, time_zone)
    return _moment(at, _READER.get().time, at.tzname() or "")


def format_recent_moment(at_ms: int, time_zone: str) -> str:
    """The same in a list of current items, without today: 2:05 PM."""
    at, reader = local(at_ms, time_zone), _READER.get()
    is_today = at.date() == _TODAY.get()()
    return _moment(at, reader.time_today if is_today else reader.time, at.tzname() or "")


def format_exact_moment(at_ms: int, time_zone: str) -> str:
    """The same to the second, with the zone: Mar 8, 2:05:09 PM PST."""
    at, reader = local(at_ms, time_zone), _READER.get()
    return reader.exact_time.format(
        day=_day(at.date()), clock=exact_clock(at_ms, time_zone), zone=at.tzname()
    )


def exact_clock(at_ms: int, time_zone: str) -> str:
    """The local time to the second, if the day is already given: 2:05:09 PM."""
    return _clock(_READER.get().exact_clock, local(at_ms, time_zone))


def clock_text(plain: str) -> str:
    """An hour set by a house, such as 06:00: 6:00 AM."""
    try:
        at = datetime.strptime(plain, "%H:%M")  # noqa: DTZ007 - of any day
    except ValueError:
        return plain
    reader = _READER.get()
    return plain if reader.time == PLAIN.time else _clock(reader.clock, at)


def short_hour(hour: str) -> str:
    """An hour of the day for tight spaces: 6 AM."""
    return clock_text(f"{hour}:00").replace(":00", "")


def short_day(at: date) -> str:
    """A day without its year, for tight spaces: Mar 8."""
    return _write_day(_READER.get().short_day, at)


def spoken_day(iso: str) -> str:
    """A day in a sentence: March 8, 2026."""
    at, reader = date.fromisoformat(iso), _READER.get()
    name = reader.months[at.month - 1]
    return reader.spoken_day.format(name=name, day=at.day, year=at.year)


def name_text(name: str) -> str:
    """A name of the record within a sentence: a role, a status, a kind of entry. If the language
    has no word for it, it is someone's own, such as a paytable's level."""
    return _word_for(name) or name.replace("_", " ")


def known_name(text: str) -> str:
    """A title as it is, or the reader's word if it is a name of the record."""
    return _word_for(text) or text


def title_text(name: str) -> str:
    """The same on its own, with a capital letter; several are separated by commas."""
    first, *more = name.split(", ")
    found = _word_for(first)
    head = found[:1].upper() + found[1:] if found else first.replace("_", " ").capitalize()
    return ", ".join([head, *map(name_text, more)])


def heading_text(kind: str, name: str) -> str:
    """What a sheet or a column is called, by its name in a file."""
    return _READER.get().headings.get(kind, {}).get(name, name)


def title_options(names: Iterable[str]) -> list[tuple[str, str]]:
    """Names of the record to choose from, each with its text for a person."""
    return [(name, title_text(name)) for name in names]


def translate(text: str, words: Mapping[str, str] | None = None) -> str:
    """Text from a file of rules, a paytable or an approval line, in the reader's language or in
    these words."""
    told, plain = _READER.get().told if words is None else words, without_notes(text)
    known: dict[str, str] = {}  # parts repeat in many texts: look each up once

    def again(part: str) -> str:
        if part not in known:
            known[part] = _retold(part, told, again)
        return known[part]

    return again(plain) if told else plain


def _retold(plain: str, told: Mapping[str, str], again: Callable[[str], str]) -> str:
    """Translate a text as a whole, or else its parts before and after the first separator."""
    if plain in told:
        return told[plain]
    for pattern, said in _lines_of(told):
        if found := pattern.fullmatch(plain):
            parts = {name: known_name(again(part)) for name, part in found.groupdict().items()}
            return said.format(**parts)
    if plain.count(": ") + plain.count(", ") > PARTS_MOST:
        return plain  # a long list is already translated, or a person typed it
    for sign in (": ", ", "):
        first, parted, rest = plain.partition(sign)
        if parted and (again(first), again(rest)) != (first, rest):
            return f"{again(first)}{sign}{again(rest)}"
    return known_name(plain)


# What a name means in an approval line; its text is data, and its digest is approved.
PLACES = {"least": r"\$[\d.,]+", "most": r"\$[\d.,]+", "number": r"\d+", "code": r"\S.*"}
_LINES: dict[int, list[tuple[re.Pattern[str], str]]] = {}


def _lines_of(told: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """The approval lines with names in this language, most specific first."""
    if id(told) not in _LINES:
        named = sorted((text for text in told if "{" in text), key=len, reverse=True)
        _LINES[id(told)] = [(_pattern_of(text), told[text]) for text in named]
    return _LINES[id(told)]


def _pattern_of(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", text)
    places = (
        f"(?P<{part}>{PLACES.get(part, '[^,:]+')})" if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    )
    return re.compile("".join(places))


def reason_said(reason: str) -> str:
    """A reason, chosen from a list or given by the system, in the reader's language; any other
    reason as typed."""
    return _READER.get().reasons.get(reason, reason)


def without_notes(text: str) -> str:
    """A sentence without the notes for its makers: specification numbers, and remarks on rules that
    are missing or open to reading. The page of rules explains how those were decided."""
    return NOTE.sub("", text)


def names_in(words: Mapping[str, Any]) -> dict[str, str]:
    """A language's names for acts, kinds of entries, statuses and roles, by their name in the
    record."""
    acts = {
        name.replace("-", "_"): text[:1].lower() + text[1:]
        for name, text in words["permission"]["acts"].items()
    }
    return {**acts, **words["names"], **words["roles"]}


def _word_for(name: str) -> str:
    return _READER.get().names.get(name.replace("-", "_").replace(" ", "_"), "")


def _localize_time(found: re.Match[str]) -> str:
    """A plainly written day or time; empty if there is no such day."""
    try:
        at = datetime.fromisoformat(f"{found['day']} {found['clock'] or '00:00'}")
    except ValueError:
        return ""
    return _moment(at, _READER.get().time) if found["clock"] else _day(at.date())


def _moment(at: datetime, pattern: str, zone: str = "") -> str:
    clock = _clock(_READER.get().clock, at)
    return pattern.format(day=_day(at.date()), clock=clock, zone=zone)


def _clock(pattern: str, at: datetime) -> str:
    half = _READER.get().halves[at.hour >= NOON_H]
    hour12 = at.hour % NOON_H or NOON_H
    return pattern.format(
        hour=f"{at:%H}", hour12=hour12, minute=f"{at:%M}", second=f"{at:%S}", half=half
    )


def _day(at: date) -> str:
    reader, today = _READER.get(), _TODAY.get()()
    is_this_year = today is not None and at.year == today.year
    return _write_day(reader.short_day if is_this_year else reader.day, at)


def _write_day(pattern: str, at: date) -> str:
    name = _READER.get().months_short[at.month - 1]
    return pattern.format(
        year=f"{at.year:04}", month=f"{at:%m}", date=f"{at:%d}", day=at.day, name=name
    )
