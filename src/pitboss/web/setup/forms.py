"""The setup forms as keys of a site file. A refusal names the wrong field as its form does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from urllib.parse import parse_qsl
from zoneinfo import available_timezones

from pitboss.floor.state.equipment import DISPLAY_PART
from pitboss.floor.state.gambling_day import times_fault
from pitboss.money import CENTS_MOST, PPM_WHOLE, Cents, Ppm, parse_dollars, percent_text
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.game import SEATS_MOST
from pitboss.rules.paytable import Paytable
from pitboss.rules.scaling import at_wager
from pitboss.site.draft import Draft, SetupPerson
from pitboss.site.file_keys import ID
from pitboss.site.model import PROGRESSIVE
from pitboss.site.usual_table import SiteData, usual_table
from pitboss.web.access.front import Form
from pitboss.web.setup.offers import AssumedPace

FIELDS_MOST = 2000
TABLES_MOST = 50  # of one game in one press
PERCENT_PPM = 10_000
PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?\s*%?\Z", re.ASCII)


def form_of(body: bytes) -> Form:
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS_MOST)
    except ValueError:
        raise Refusal("COMMAND_UNREADABLE", "reload_page", where="form") from None
    return Form((name, value.strip()) for name, value in pairs)


def find_row_numbers(form: Mapping[str, str], field: str) -> Iterator[int]:
    """The row numbers in which a field occurs."""
    for name in form:
        stem, _, number = name.rpartition("-")
        if stem == field and number.isdecimal():
            yield int(number)


def need_house(form: Form, *, shifts: tuple[str, ...]) -> None:
    """Refuse a house without a name, jurisdiction or clock (there are no defaults), or a day that
    starts at no valid time or after its later shifts."""
    if not form["name"]:
        raise Refusal("SITE_INCOMPLETE", "house_no_name", where="name")
    if form["profile"] not in catalog.profile_names():
        raise Refusal("SITE_INCOMPLETE", "no_jurisdiction_chosen", where="profile")
    if form["time_zone"] not in available_timezones():
        raise Refusal("SITE_INCOMPLETE", "no_time_zone", where="time_zone")
    if form["day_begins"] and (fault := times_fault(form["day_begins"], shifts)):
        raise Refusal.of(fault, "day_begins")


def people_of(form: Form) -> list[SetupPerson]:
    """Badge, name, role and language of each row; a blank row is skipped."""
    return [
        SetupPerson(*(form[f"{field}-{row}"] for field in SetupPerson._fields))
        for row in sorted(find_row_numbers(form, "name"))
    ]


def need_people(people: Sequence[SetupPerson]) -> None:
    """Refuse a badge without a name, an invalid badge number, and a duplicate, at the field of its
    row."""
    seen: dict[str, str] = {}
    for row, (badge, name, *_) in enumerate(people, 1):
        if not badge:
            continue
        if not name:
            raise Refusal("SITE_INCOMPLETE", "badge_no_name", where=f"name-{row}", badge=badge)
        need_id(badge, case="no_badge_number", where=f"badge-{row}")
        if other := seen.get(badge.casefold()):
            raise Refusal(
                "ID_TWICE", "both_badge", where=f"badge-{row}", other=other, name=name, badge=badge
            )
        seen[badge.casefold()] = name


def need_id(text: str, *, case: str, where: str) -> None:
    """Refuse an invalid number for a table or badge."""
    if not ID.match(text):
        raise Refusal("ID_WRONG", case, where=where, text=text)


def counts_of(form: Form) -> list[tuple[str, int]]:
    """How many more tables of each game."""
    return [
        (name, _number(form[f"count-{name}"], most=TABLES_MOST)) for name in catalog.game_names()
    ]


def pace_of(query: Mapping[str, str]) -> AssumedPace:
    usual = AssumedPace()
    return AssumedPace(
        rounds_an_hour=_number(query.get("rounds", ""), most=500) or usual.rounds_an_hour,
        wagers_a_round=_number(query.get("wagers", ""), most=SEATS_MOST) or usual.wagers_a_round,
        hours_a_day=_number(query.get("hours", ""), most=24) or usual.hours_a_day,
    )


def set_table(draft: Draft, table: SiteData, form: Form) -> None:
    """Set a table from its form, its number last: if that is refused, everything else is set."""
    table["title"] = form["title"]
    table["seats"] = _number(form["seats"], most=99)
    table["keypad"] = form["keypad"]
    options = {key.removeprefix("option-"): form[key] for key in form if key.startswith("option-")}
    usual = {option.name: option for option in catalog.game(table["game"]).options}
    table["options"] = {
        name: int(value) if value.isdecimal() else value
        for name, value in options.items()
        if name in usual and value != str(usual[name].default)
    }
    table["paytables"] = {
        key.removeprefix("slot-"): value
        for key, value in form.items()
        if key.startswith("slot-") and value
    }
    table["limits"] = {
        wager: list(typed)
        for wager in offered_wagers(table)
        if any(typed := (form[f"least-{wager}"], form[f"most-{wager}"]))
    }
    _rename(draft, table, form["id"])


def offered_wagers(table: SiteData) -> list[str]:
    """A table's offered wagers with posted limits, without jackpots."""
    return [
        wager.name
        for wager in catalog.game(table["game"]).wagers
        if wager.has_limits and wager.slot in table.get("paytables", {})
    ]


def parts_of(table: SiteData) -> SiteData:
    """The equipment at a table, plus blanks for usual parts that were removed or may replace this
    system's own sign."""
    usual = usual_table(table["game"])["table"][0].get("equipment", {})
    blank: SiteData = {part: {"name": "", "version": ""} for part in (*usual, DISPLAY_PART)}
    there: SiteData = table.get("equipment", {})
    return blank | there


def set_equipment(draft: Draft, form: Form) -> None:
    """Set the equipment at the tables: name, version and mode of each part; no name removes it."""
    lacking = []
    for table in draft.rows("table"):
        for part, now in parts_of(table).items():
            key = f"{table['id']}-{part}"
            if f"name-{key}" not in form:
                continue
            equipment = table.setdefault("equipment", {})
            equipment.pop(part, None)
            if not form[f"name-{key}"]:
                continue
            said = {"name": form[f"name-{key}"], "version": form[f"version-{key}"]}
            mode = {"mode": form[f"mode-{key}"]} if form[f"mode-{key}"] else {}
            kept = {"approval": now["approval"]} if "approval" in now else {}
            equipment[part] = {**said, **mode, **kept}
            if not said["version"]:
                lacking.append((f"{table['id']}, {said['name']}", f"version-{key}"))
    if lacking:
        at, field = lacking[0]
        raise Refusal("SITE_INCOMPLETE", "version_missing_stands", where=field, at=at)


def _rename(draft: Draft, table: SiteData, wanted: str) -> None:
    need_id(wanted, case="no_table_number", where="id")
    for other in draft.rows("table"):
        if other is not table and str(other.get("id", "")).casefold() == wanted.casefold():
            raise Refusal("ID_TWICE", "another_table_called", where="id", id=other["id"])
    table["id"] = wanted


def set_jackpots(
    draft: Draft, form: Form, paytables: Paytables, *, is_own: Callable[[str, str], bool]
) -> None:
    """Set every jackpot from their form: title, wager, seeds, rates and tables. For one that isn't
    the draft's own, only the draft's tables that share it."""
    before = {each.jackpot: each.wager_cents for each in draft.site().jackpots}
    tables = [row["id"] for row in draft.rows("table") if is_own("table", row["id"])]
    for jackpot in draft.rows("jackpot"):
        name = jackpot["id"]
        if f"title-{name}" not in form:
            continue
        sharing = [table for table in tables if form[f"share-{name}-{table}"]]
        draft.share(name, sharing, is_asked=partial(is_own, "table"))
        if not is_own("jackpot", name):
            continue
        jackpot["title"] = form[f"title-{name}"]
        if name not in draft.wide_jackpots:
            paytable = paytables.get(jackpot["paytable"])
            usual = paytable.wager_cents
            then = before.get(name) or usual or Cents(0)
            now = _set_wager(jackpot, form, usual, now=then)
            if jackpot.get("kind") == PROGRESSIVE:
                _set_levels(jackpot, form, at_wager(paytable, then), at_wager(paytable, now))


def _set_wager(jackpot: SiteData, form: Form, usual: Cents | None, *, now: Cents) -> Cents:
    """The typed wager; blank means the paytable's, which isn't written."""
    field = f"wager-{jackpot['id']}"
    if field not in form:
        return now
    cents = _cents(form, field, at=jackpot["title"]) if form[field] else usual
    if not cents:
        raise Refusal(
            "SITE_VALUE_WRONG", "wager_nothing_write", where=field, title=jackpot["title"]
        )
    jackpot.pop("wager", None)
    if cents != usual:
        jackpot["wager"] = form[field]
    return cents


def _set_levels(jackpot: SiteData, form: Form, before: Paytable, paytable: Paytable) -> None:
    """Write only what differs from the paytable; then the house's share too. A seed that matched
    the paytable at the old wager keeps following it (PS-16)."""
    levels, given_ppm, changed = {}, 0, False
    for was, level in zip(before.levels, paytable.levels, strict=True):
        key = f"{jackpot['id']}-{level.name}"
        at = f"{jackpot['title']}, {paytable.level_label(level.name) or level.name}"
        rate, reserve = (_ppm(form, f"{field}-{key}", at=at) for field in ("rate", "reserve"))
        given_ppm += rate + reserve
        own: SiteData = {}
        if _cents(form, f"seed-{key}", at=at) not in (was.seed_cents, level.seed_cents):
            own["seed"] = form[f"seed-{key}"]
        if (rate, reserve) != (level.rate_ppm, level.reserve_ppm):
            own |= {"rate_ppm": rate, "reserve_ppm": reserve}
            changed = True
        if form[f"maximum-{key}"]:
            _cents(form, f"maximum-{key}", at=at)
            own["maximum"] = form[f"maximum-{key}"]
        if own:
            levels[level.name] = own
    if given_ppm > PPM_WHOLE:
        first = f"rate-{jackpot['id']}-{paytable.levels[0].name}"
        named = {"title": jackpot["title"], "ppm": percent_text(Ppm(given_ppm))}
        raise Refusal("SPLIT_WRONG", "meters_reserves_would", where=first, **named)
    jackpot.pop("house_ppm", None)
    jackpot.pop("levels", None)
    if levels:
        jackpot["levels"] = levels
    if changed:
        jackpot["house_ppm"] = PPM_WHOLE - given_ppm


def _number(text: str, *, most: int) -> int:
    return min(int(text), most) if text.isdecimal() and len(text) < 10 else 0


def _cents(form: Form, field: str, *, at: str) -> Cents:
    """An amount of a level that a meter can show."""
    try:
        cents = parse_dollars(form[field])
    except Refusal as refusal:
        raise Refusal(refusal.code, refusal.case, where=field, **refusal.values, owner=at) from None
    if cents > CENTS_MOST:
        raise Refusal(
            "AMOUNT_TOO_LARGE", "write_at_most", where=field, at=at, cents_most=CENTS_MOST
        )
    return cents


def _ppm(form: Form, field: str, *, at: str) -> int:
    """A percentage with at most four decimals, as parts per million of a wager."""
    text = form[field]
    found = PERCENT.match(text)
    if found is None:
        raise Refusal("SITE_VALUE_WRONG", "no_percentage_such", where=field, at=at, text=text)
    rate = int(found[1]) * PERCENT_PPM + int((found[2] or "").ljust(4, "0"))
    if rate > PPM_WHOLE:
        raise Refusal(
            "SITE_VALUE_WRONG", "more_than_whole", where=field, at=at, ppm=percent_text(Ppm(rate))
        )
    return rate
