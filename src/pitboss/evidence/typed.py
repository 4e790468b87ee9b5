"""Reads what a person types into a search in every way it can be meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any
from unicodedata import combining

from msgspec import Struct

from pitboss.books import Period
from pitboss.local_time import WRITTEN, days_before, local, local_day
from pitboss.refusal import Refusal
from pitboss.reports.choosing import instant

TYPED_MOST = 100
AMOUNT = re.compile(r"(\$?)\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?")
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,15}")
DAY = (
    r"(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})|(?P<one>\d{{1,2}})/(?P<other>\d{{1,2}})(?:/(?P<year>\d{{4}}|\d{{2}}))?"
    r"|\b(?P<today>{today})\b|\b(?P<yesterday>{yesterday})\b"
    r"|\b(?P<month>{months})\b\.?\s+(?P<day>\d{{1,2}})\b(?!:)(?:,?\s+(?P<year_behind>\d{{4}})\b(?!:))?"
    r"|\b(?P<day_first>\d{{1,2}})\s+(?:de\s+)?(?P<month_behind>{months})\b\.?"
    r"(?:,?\s+(?:de\s+)?(?P<year_last>\d{{4}})\b(?!:))?"
)
ENGLISH_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
SHORT_MONTH = 3  # letters
# An hour alone counts only with am or pm: 9 pm.
CLOCK = re.compile(
    r"\b(?P<hour>\d{1,2})(?:(?::(?P<minute>\d{2})(?::(?P<second>\d{2}))?)|(?=\s*[ap]\.?\s?m\b))"
    r"(?:\s*(?P<half>[ap])\.?\s?m\b)?",
    re.I,
)
HOUR_S, MINUTE_S, SECOND_S = 3600, 60, 1
HALF_DAY_H = 12
# A word before a number says what the number is.
SAID = r"\b({names})(?!-)\s*#?\s*([\w,.-]*\w)"  # change-66 is a name
COUNTED = ("seat", "round")  # numbered per table
CENTURY = 2000
DAY_FIRST = "day/month"  # how a language says that it puts the day first
WORD_BEGINS = r"(?<![^\W_])"  # after no letter and no digit
APOSTROPHES = "'\u2019"
FIGURE_HYPHEN = re.compile(r"(?<=\d)-|-(?=\d)")  # W-2G and W2G, CAM-4 and cam4 are the same


class SearchWords(Struct, frozen=True, kw_only=True):
    """A language's search words: for a seat, a round and so on, by what they name; for today and
    yesterday; its months, by number; and whether the day comes before the month."""

    said: Mapping[str, str]
    today: tuple[str, ...]
    yesterday: tuple[str, ...]
    months: Mapping[str, int]
    is_day_first: bool


def _months(*names: Iterable[str]) -> dict[str, int]:
    return {name.lower(): place for each in names for place, name in enumerate(each, start=1)}


SAYING = (
    "seat", "round", "entry", "check", "table", "award", "change", "paper", "device", "camera",
)  # fmt: skip
ENGLISH = SearchWords(
    said={name: name for name in SAYING},
    today=("today",),
    yesterday=("yesterday",),
    months=_months(ENGLISH_MONTHS, (name[:SHORT_MONTH] for name in ENGLISH_MONTHS)),
    is_day_first=False,
)


def search_words(own: Mapping[str, Any], *others: Mapping[str, Any]) -> SearchWords:
    """The words of the reader's language and of the others: anyone may type them. If they conflict,
    and for the order of a day, the reader's language wins."""
    said, months = dict(ENGLISH.said), dict(ENGLISH.months)
    languages = (*others, own)
    spoken = [each["search"]["spoken"] for each in languages]
    for words in spoken:
        said |= {word: name for name, each in words["said"].items() for word in each.split()}
    for each in languages:
        months |= _months(each["notation"]["months"], each["notation"]["months_short"])
    return SearchWords(
        said=said,
        today=(*ENGLISH.today, *(each["today"] for each in spoken)),
        yesterday=(*ENGLISH.yesterday, *(each["yesterday"] for each in spoken)),
        months=months,
        is_day_first=own["search"]["spoken"]["days"] == DAY_FIRST,
    )


def plain(text: str) -> str:
    """Text as people type it: lowercase, no accents or apostrophes, no hyphens at digits."""
    apart = unicodedata.normalize("NFKD", FIGURE_HYPHEN.sub("", text))
    return "".join(
        each for each in apart if each not in APOSTROPHES and not combining(each)
    ).lower()


class Typed(Struct, frozen=True, kw_only=True):
    """A text in all its meanings; a meaning it can't have is empty, a number 0."""

    text: str
    words: tuple[str, ...] = ()  # lowercase, without what the fields below hold
    number: int = 0
    cents: int = 0
    is_whole: bool = False  # dollars without cents
    period: Period | None = None  # the day, hour or minute it names
    seat: int = 0
    round: int = 0
    entry: int = 0
    check: str = ""
    table: str = ""  # named as a table
    award: str = ""
    change: str = ""
    paper: str = ""
    device: str = ""
    camera: str = ""  # everything after the word camera: names can have several words

    @property
    def amounts(self) -> range:
        """The amounts in cents it can mean: whole dollars, as people remember them, cover every
        amount in that dollar."""
        return range(self.cents, self.cents + (100 if self.is_whole else bool(self.cents)))

    def number_beside(self, names: Iterable[str]) -> int:
        """The number that stands alone beside these names, as in C1 186; 0 if there is none."""
        known = {name.lower() for name in names}
        rest = [word for word in self.words if word not in known]
        return _count(rest[0]) if len(rest) == 1 else 0

    def is_in(self, text: str) -> bool:
        """Whether every typed word begins a word of a text; a sign alone, such as $, isn't a
        word."""
        words, said = plain(text), plain(self.text).split()
        return any(map(str.isalnum, "".join(said))) and all(
            re.search(WORD_BEGINS + re.escape(each), words) for each in said
        )


def read_typed(text: str, *, now_ms: int, time_zone: str, words: SearchWords = ENGLISH) -> Typed:
    """Read what somebody may mean; a clock time without a day is its most recent occurrence."""
    text = " ".join(text.split())[:TYPED_MOST]
    saying = re.compile(SAID.format(names=_any(words.said)), re.I)
    ordered = _table_first(text, words)
    found = list(saying.finditer(ordered))
    said = {words.said[each[1].lower()]: each[2] for each in found}
    camera = next((each for each in found if words.said[each[1].lower()] == "camera"), None)
    rest = saying.sub(" ", ordered)
    alone = "" if camera else rest.strip()  # after camera, a number is part of its name
    number = NUMBER.fullmatch(alone)
    return Typed(
        text=text,
        words=tuple(rest.lower().split()),
        number=_count(number[0]) if number else 0,
        cents=_cents(alone),
        is_whole=_cents(alone) > 0 and "." not in alone,
        period=_period(rest, words, now_ms=now_ms, time_zone=time_zone),
        seat=_count(said.get("seat", "")),
        round=_count(said.get("round", "")),
        entry=_count(said.get("entry", "")),
        check=said.get("check", ""),
        table=said.get("table", ""),
        award=said.get("award", ""),
        change=said.get("change", ""),
        paper=said.get("paper", ""),
        device=said.get("device", ""),
        camera=ordered[camera.start(2) :] if camera else "",
    )


def _table_first(text: str, words: SearchWords) -> str:
    """Put the table before what is counted there: round F1 3 becomes F1 round 3."""
    counted = _any(each for each, what in words.said.items() if what in COUNTED)
    return re.sub(rf"\b({counted}) ([^\W\d]\S*) (?=\d)", r"\2 \1 ", text, flags=re.I)


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


def _count(text: str) -> int:
    digits = text.replace(",", "")
    return int(digits) if digits.isascii() and digits.isdecimal() else 0


def _cents(text: str) -> int:
    found = AMOUNT.fullmatch(text)
    if found is None:
        return 0
    return _count(found[2]) * 100 + int((found[3] or "").ljust(2, "0"))


def read_clock(text: str, *, now_ms: int, time_zone: str, words: SearchWords = ENGLISH) -> str:
    """A text that is a time and nothing more, as a journal writes it: 2026-03-08 14:05. What is no
    time stays as it is."""
    beside = CLOCK.sub("", re.sub(_days(words), "", text, count=1, flags=re.I), count=1)
    period = _period(text, words, now_ms=now_ms, time_zone=time_zone)
    if beside.strip(" ,") or period is None or CLOCK.search(text) is None:
        return text
    return local(period.from_ms, time_zone).strftime(WRITTEN)


def _days(words: SearchWords) -> str:
    return DAY.format(
        today=_any(words.today), yesterday=_any(words.yesterday), months=_any(words.months)
    )


def _period(text: str, words: SearchWords, *, now_ms: int, time_zone: str) -> Period | None:
    """A day, an hour, a minute or a second on the clock of the house; none where it is no time."""
    named, clock = re.search(_days(words), text, re.I), CLOCK.search(text)
    if named is None and clock is None:
        return None
    today = local_day(now_ms, time_zone)
    try:
        day = _day(named, today, words) if named else today
        if clock is None:
            return Period(instant(day, time_zone), instant(day, time_zone, ends=True))
        found = _moment(day, clock, time_zone)
        if named is None and found.from_ms > now_ms:
            found = _moment(days_before(today, 1), clock, time_zone)
    except (Refusal, ValueError):
        return None
    return found


def _day(named: re.Match[str], today: str, words: SearchWords) -> str:
    if named["iso"]:
        return named["iso"]
    if named["today"] or named["yesterday"]:
        return days_before(today, 1 if named["yesterday"] else 0)
    said = named["year"] or named["year_behind"] or named["year_last"]
    year = int(said or today[:4])
    year += CENTURY if year < 100 else 0
    month, day = _month_and_day(named, words)
    found = date(year, month, day)
    is_to_come = not said and found.isoformat() > today
    return (found.replace(year=year - 1) if is_to_come else found).isoformat()


def _month_and_day(named: re.Match[str], words: SearchWords) -> tuple[int, int]:
    if month := named["month"] or named["month_behind"]:
        return words.months[month.lower()], int(named["day"] or named["day_first"])
    one, other = int(named["one"]), int(named["other"])
    return (other, one) if words.is_day_first else (one, other)


def _moment(day: str, clock: re.Match[str], time_zone: str) -> Period:
    hour, half = int(clock["hour"]), (clock["half"] or "").lower()
    if half and hour <= HALF_DAY_H:
        hour = hour % HALF_DAY_H + (HALF_DAY_H if half == "p" else 0)
    minute, second = clock["minute"], clock["second"]
    begin = instant(f"{day} {hour:02d}:{minute or '00'}:{second or '00'}", time_zone)
    lasts_s = SECOND_S if second else MINUTE_S if minute else HOUR_S
    return Period(begin, begin + timedelta(seconds=lasts_s) // timedelta(milliseconds=1))
