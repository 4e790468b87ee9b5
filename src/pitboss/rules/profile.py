"""What a jurisdiction decides, as one TOML file: every switch cites its rule.

Either code reads a switch, or the file marks it `for_people`: a sentence that the product only
shows. A switch that nothing obeys is refused. A file may build on a shared one; anything neither
states holds its strictest reading. A figure may have several values, each from its own day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar, get_args

from msgspec import Struct, structs

from pitboss.money import Cents, parse_dollars, parse_percent
from pitboss.refusal import Refusal, say
from pitboss.rules.cited_law import (
    CONFIDENCES,
    POSTED_NOTICES,
    Cited,
    CitedAmount,
    CitedFlag,
    CitedNumber,
    CitedRate,
    CitedText,
    CitedTexts,
    DatedFigure,
    Law,
    LawFigure,
    cited_of,
    fault_of,
    in_force,
)
from pitboss.rules.reading import toml_data

_Plain = TypeVar("_Plain")

BUILDS_ON = "builds_on"
DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
FIGURE_KINDS: tuple[type[LawFigure], ...] = get_args(LawFigure)


class ForPeople(Struct, frozen=True, gc=False):
    """A rule for people: the product shows it, and decides nothing by it."""

    name: str
    says: str
    rule: str
    confidence: str


class Profile(Struct, frozen=True, kw_only=True, gc=False):
    """The switches of one jurisdiction: the law of the floor, what site checks, pages and papers
    follow, and rules for people."""

    name: str
    title: str
    law: Law = Law()
    for_people: tuple[ForPeople, ...] = ()
    dated: tuple[DatedFigure, ...] = ()
    """Every dated value of the figures in the file; the record has the first of each."""

    wager_most: CitedAmount
    """The most for a single wager; NO_LIMIT where no rule says."""
    seats_most: CitedNumber
    """The most seats at a table; NO_LIMIT where no rule says."""
    links_per_game: CitedNumber = CitedNumber(1)
    """How many jackpots one game may share with other games; NO_LIMIT for any number."""
    sensors_most: CitedNumber = CitedNumber(2)
    """How many jackpots a layout may have."""
    games_most: CitedNumber = CitedNumber(6)
    """How many games one hand of cards may play, each bet counting as a game; NO_LIMIT for any
    number."""
    large_games_most: CitedNumber = CitedNumber(3)
    """How many of them may have wagers above `large_game_above`; NO_LIMIT for any number."""
    large_game_above: CitedAmount = CitedAmount(Cents(500))
    """The smallest wager that makes a game large."""
    letters: CitedText = CitedText("none")
    """Whose approval letters decide about equipment and titles; `none`: no one's."""
    jackpot_kinds_mixed: CitedFlag = CitedFlag(value=False)
    """Whether a table may have progressive and house jackpots together."""
    confirmed_at: CitedTexts = CitedTexts(("table",))
    """Where an award may be confirmed: at its table's keypad, from the pit."""
    executive_above: CitedAmount = CitedAmount(Cents(100_000))
    """Awards above this need an executive, unless the site says otherwise."""
    reserve_disclosure: CitedText = CitedText("sign")
    """Whether a sign must say that part of the wager feeds a reserve."""
    aggregate_odds_least: CitedNumber = CitedNumber(50)
    """An aggregate limit on a bet must be at least this many times its highest wager, and only fits
    bets with best odds at least this long; NO_LIMIT where any will do."""
    top_odds_one_in_most: CitedNumber = CitedNumber(100_000_000)
    """The longest odds a jackpot may have, one in so many; NO_LIMIT for any."""
    unreasonable_contribution: CitedAmount = CitedAmount(Cents(10_000))
    """A contribution above this from one wager counts as a fault."""
    house_jackpot_notices: CitedTexts = CitedTexts(())
    """The notices a house jackpot must show."""
    posted_notices: CitedTexts = CitedTexts(POSTED_NOTICES)
    """The notices a house posts about itself: whether employees play, how disputes are resolved,
    and that its rules are available on request."""
    folded_hands: CitedText = CitedText("house")
    """Who decides whether a folded hand can win: the house, which posts it."""
    late_bets: CitedText = CitedText("returned")
    """What happens to a wager placed after START GAME."""
    prize_check_hours: CitedNumber = CitedNumber(24)
    """How soon a prize check must be written; NO_LIMIT where no rule says."""
    cash_report_above: CitedAmount = CitedAmount(Cents(1_000_000))
    """Cash above this amount in a gaming day is reported."""
    software_notice_hours: CitedNumber = CitedNumber(72)
    """How long before installing other software the house must tell the agency; NO_LIMIT where no
    rule says."""
    submission_sheet: CitedFlag = CitedFlag(value=True)
    """Whether the bundle for the agency has a sheet with amounts, keys, rates and probabilities."""

    @property
    def switches(self) -> dict[str, Cited]:
        """Every switch and figure that code reads, by its name."""
        return dict(sorted((cited_of(self.law) | cited_of(self)).items()))

    def on(self, day: str, entered: Iterable[DatedFigure] = ()) -> Profile:
        """The profile as it holds on a day, including the figures entered on the floor."""
        dated = (*self.dated, *entered)
        law = in_force(self.law, dated, day)
        return structs.replace(in_force(self, dated, day), law=law)


def parse_profile(text: str, *, name: str, shared: Mapping[str, str] | None = None) -> Profile:
    """Read and check a profile file; refusals name the key. `shared` has the files it may build on,
    by name."""
    tables = toml_data(text, code="PROFILE_UNREADABLE")
    title = tables.pop("title", None)
    if not isinstance(title, str):
        raise _unreadable("title", "key_missing")
    if (base := tables.pop(BUILDS_ON, None)) is not None:
        if not shared or base not in shared:
            raise _unreadable(BUILDS_ON, "there_is", known=tuple(shared or ()))
        tables = toml_data(shared[base], code="PROFILE_UNREADABLE") | tables
    for key, table in tables.items():
        _check_table(key, table)
    people = {key: table for key, table in tables.items() if "for_people" in table}
    stated = {key: _cited(key, tables[key]) for key in tables if key not in people}
    for key in ("wager_most", "seats_most"):
        if key not in stated:
            raise _unreadable(key, "key_missing")
    firsts = {key: values[0][1] for key, values in stated.items()}
    return Profile(
        name=name,
        title=title,
        law=Law(**{key: firsts.pop(key) for key in _LAW if key in firsts}),
        for_people=tuple(_for_people(key, table) for key, table in people.items()),
        dated=tuple(
            DatedFigure(key, day, cited)
            for key, values in stated.items()
            for day, cited in values
            if day
        ),
        **firsts,
    )


def _unreadable(where: str, case: str, **values: object) -> Refusal:
    return Refusal("PROFILE_UNREADABLE", case, where=where, **values)


def _check_table(key: str, table: Any) -> None:
    keys = ({"value", "rule", "confidence"}, {"for_people", "rule", "confidence"})
    if not isinstance(table, dict) or set(table) not in keys:
        raise _unreadable(key, "switch_has")
    if not isinstance(table["rule"], str) or not table["rule"].strip():
        raise _unreadable(f"{key}.rule", "cites_none")
    if table["confidence"] not in CONFIDENCES:
        found = repr(table["confidence"])
        raise _unreadable(f"{key}.confidence", "not_one_of", found=found, known=CONFIDENCES)


def _cited(key: str, table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """A file's value for a switch, or for a figure by the days on which it changes."""
    kind = _KINDS.get(key)
    if kind is None:
        raise Refusal("PROFILE_SWITCH_UNKNOWN", where=key)
    where, value = f"{key}.value", table["value"]
    by_day = value if isinstance(value, dict) and kind in FIGURE_KINDS else {"": value}
    if not by_day:
        raise _unreadable(where, "no_day_named")
    found = []
    for day in sorted(by_day):
        at = f"{where}.{day}" if day else where
        if day and not DAY.fullmatch(day):
            raise _unreadable(at, "no_day")
        cited: Cited = kind(_READERS[kind](at, by_day[day]), table["rule"], table["confidence"])
        if fault := fault_of(key, cited):
            raise _unreadable(at, "because", why=fault)
        found.append((day, cited))
    return found


def _for_people(key: str, table: Mapping[str, Any]) -> ForPeople:
    says = table["for_people"]
    if key in _KINDS:
        raise _unreadable(key, "needs_value")
    if not isinstance(says, str) or not says.strip():
        raise _unreadable(f"{key}.for_people", "must_sentence")
    return ForPeople(key, says, table["rule"], table["confidence"])


# ---- values -------------------------------------------------------------------------------------


def _plain(kind: type[_Plain], where: str, value: Any) -> _Plain:
    if type(value) is not kind:  # yes is not a number
        raise _unreadable(where, "must", wanted=say("KIND", kind.__name__))
    return value


_text = partial(_plain, str)


def _texts(where: str, value: Any) -> tuple[str, ...]:
    items: list[Any] = _plain(list, where, value)
    return tuple(_text(where, item) for item in items)


def _parsed(parse: Callable[[str], Any], where: str, value: Any) -> Any:
    try:
        return parse(_text(where, value))
    except Refusal as refusal:
        raise refusal.at(where) from None


_READERS: Mapping[type, Callable[[str, Any], Any]] = {
    CitedFlag: partial(_plain, bool),
    CitedNumber: partial(_plain, int),
    CitedText: _text,
    CitedTexts: _texts,
    CitedAmount: partial(_parsed, parse_dollars),
    CitedRate: partial(_parsed, parse_percent),
}
_LAW = tuple(each.name for each in structs.fields(Law))
_KINDS = {
    each.name: each.type
    for record in (Law, Profile)
    for each in structs.fields(record)
    if each.type in _READERS
}
# What two people may enter for a future day; the site file sets the award above which an executive
# confirms.
FIGURES: Mapping[str, type[LawFigure]] = {
    name: kind
    for name, kind in sorted(_KINDS.items())
    if kind in FIGURE_KINDS and name != "executive_above"
}
