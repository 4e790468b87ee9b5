"""Turns a site file's text into frozen values. Only text that isn't TOML is refused outright; every
other fault stays in the site for `check` to report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import fields, replace
from typing import Any, TypeVar

from pitboss.floor.facts import values
from pitboss.floor.state.equipment import PARTS
from pitboss.money import Cents, Ppm
from pitboss.rules.catalog import PROFILE_DEFAULT
from pitboss.rules.cited_law import APPROVALS
from pitboss.rules.game import OWN_SIDE, SEATS_MOST, SPLITS, Setting
from pitboss.rules.paytable import LEVELS_MOST
from pitboss.rules.reading import toml_data
from pitboss.site import model
from pitboss.site.faults import Faults
from pitboss.site.file_keys import Keys, parts_of
from pitboss.site.sends import read_mail, read_send
from pitboss.site.wide_parts import read_hub, read_wide

BADGES_MOST, JACKPOTS_MOST, TABLES_MOST = 10_000, 1_000, 2_000
ENTRIES_MOST = 100  # of one table's options, limits, paytables, equipment
SENDS_MOST = 40
CURRENCY = "USD"

_Said = TypeVar("_Said", model.SiteSigns, model.SitePayer, model.SiteTimeStamp)


def parse_site(text: str, *, file: str = "site.toml") -> model.Site:
    """Read a site file; `file` is its name in faults."""
    return site_of(toml_data(text, code="SITE_UNREADABLE", where=file), file=file)


def site_of(data: Mapping[str, Any], *, file: str) -> model.Site:
    faults = Faults(file)
    keys = Keys(data, faults)
    with closing(keys.below("property", keys.raw("property") or {})) as house:
        site = model.Site(
            file=file,
            name=house.text("name"),
            currency=house.choice("currency", (CURRENCY,), default=CURRENCY),
            time_zone=house.text("time_zone"),
            profile=house.text("profile", default=PROFILE_DEFAULT),
            opened_by=house.texts("opened_by"),
            hit_seconds=house.number("hit_seconds"),
            language=house.text("language", default=model.LANGUAGE),
            day_begins=house.text("day_begins", default=values.DAY_BEGINS),
            shifts=house.texts("shifts"),
            winnings_reported=house.choice(
                "winnings_reported", values.WINNINGS_REPORTED, default=values.WHOLE
            ),
        )
    site = replace(
        site,
        bank=_bank(keys),
        signs=_texts_of(keys, "signs", model.SiteSigns),
        payer=_texts_of(keys, "payer", model.SitePayer),
        time_stamp=_texts_of(keys, "time_stamp", model.SiteTimeStamp),
        sends=parts_of(keys, "send", SENDS_MOST, read_send),
        mail=read_mail(keys),
        wide=read_wide(keys),
        hub=read_hub(keys),
        badges=parts_of(keys, "badge", BADGES_MOST, _badge),
        jackpots=parts_of(keys, "jackpot", JACKPOTS_MOST, _jackpot),
        tables=parts_of(keys, "table", TABLES_MOST, _table),
    )
    keys.close()
    if wide := site.wide:
        jackpots = (
            replace(each, wide=wide.hub) if each.jackpot in wide.jackpots else each
            for each in site.jackpots
        )
        site = replace(site, jackpots=tuple(jackpots))
    return replace(site, faults=faults.found)


def _bank(keys: Keys) -> model.SiteBank | None:
    if not keys.has("bank"):
        return None
    with closing(keys.below("bank", keys.raw("bank"))) as bank:
        account = values.BankAccount(bank.text("name"), bank.text("state"), bank.text("last_four"))
        deposit_cents = bank.amount("deposit")
        needs = None if deposit_cents else ""  # required with a deposit only
        said = (bank.text(key, default=needs) for key in ("reference", "day", "deposited_by"))
        return model.SiteBank(account, deposit_cents, *said)


def _badge(keys: Keys, badge: str) -> model.SiteBadge:
    return model.SiteBadge(
        badge, keys.text("name"), keys.text("role"), keys.text("language", default="")
    )


def _texts_of(keys: Keys, key: str, kind: type[_Said]) -> _Said:
    """A part where every key is an optional text: the signs' words, the payer, the time stamps."""
    with closing(keys.below(key, keys.raw(key) or {})) as found:
        return kind(*(found.text(each.name, default="") for each in fields(kind)))


# ---- jackpots -----------------------------------------------------------------------------------


def _jackpot(keys: Keys, jackpot: str) -> model.SiteJackpot:
    house_ppm = _ppm(keys, "house_ppm")
    return model.SiteJackpot(
        jackpot=jackpot,
        kind=keys.choice("kind", model.KINDS),
        paytable=keys.text("paytable"),
        wager_cents=_wager(keys),
        levels=_levels(keys),
        house_ppm=house_ppm,
        house_prizes=_prizes(keys),
        executive_above_cents=keys.amount("executive_above"),
        lock_at_mark=keys.flag("lock_at_mark"),
        fixed_from=keys.text("fixed_from", default=""),
        title=keys.text("title", default=""),
        theme=keys.text("theme", default=""),
        split_among=keys.choice("split_among", SPLITS, default=OWN_SIDE),
        dealer_records_up_to_cents=keys.amount("dealer_records_up_to"),
        logo=keys.text("logo", default=""),
        colors=_colors(keys),
    )


def _colors(keys: Keys) -> tuple[tuple[str, str], ...]:
    """A jackpot's sign colors that override its theme; the theme's reader knows the names."""
    found = keys.below("colors", keys.table("colors"))
    return tuple((name, found.text(name)) for name in found.names)


def _wager(keys: Keys) -> Cents | None:
    cents = keys.amount("wager")
    if cents == 0:
        keys.faults.error("SITE_VALUE_WRONG", "wager", "wager_nothing")
        return None
    return cents


def _levels(keys: Keys) -> tuple[model.LevelChange, ...]:
    changes = []
    for level, row in _entries(keys, "levels", most=LEVELS_MOST).items():
        with closing(keys.below(f"levels.{level}", row)) as part:
            rates = _ppm(part, "rate_ppm"), _ppm(part, "reserve_ppm")
            changes.append(
                model.LevelChange(level, part.amount("seed"), *rates, part.amount("maximum"))
            )
    return tuple(changes)


def _ppm(keys: Keys, key: str) -> Ppm | None:
    found = keys.number(key)
    return None if found is None else Ppm(found)


def _prizes(keys: Keys) -> tuple[tuple[str, Cents], ...]:
    prizes = []
    part = keys.below("prizes", _entries(keys, "prizes"))
    for outcome in part.names:
        cents = part.amount(outcome)
        if cents == 0:
            part.faults.error("SITE_VALUE_WRONG", outcome, "prize_nothing")
        elif cents is not None:
            prizes.append((outcome, cents))
    return tuple(prizes)


# ---- tables -------------------------------------------------------------------------------------


def _table(keys: Keys, table: str) -> model.SiteTable:
    seats = keys.number("seats")
    if seats is None:
        keys.faults.error("SITE_INCOMPLETE", "seats", "number_seats_missing")
    if not keys.has("jackpots"):
        keys.faults.error("SITE_INCOMPLETE", "jackpots", "jackpots_missing")
    return model.SiteTable(
        table=table,
        game=keys.text("game"),
        title=keys.text("title", default=""),
        seats=seats or 0,
        options=_options(keys),
        paytables=_texts(keys, "paytables"),
        limits=_limits(keys),
        jackpots=keys.texts("jackpots"),
        keypad=keys.choice("keypad", tuple(values.KEYPADS), default="atlas"),
        order=_order(keys, seats or 0),
        equipment=_equipment(keys),
        approval=_approval(keys),
        theme=keys.text("theme", default=""),
        sign_language=keys.text("sign_language", default=""),
        keys_are_personal=keys.flag("keys_are_personal", default=True),
        aggregate=_aggregate(keys),
    )


def _options(keys: Keys) -> dict[str, Setting]:
    read: dict[str, Setting] = {}
    for name, value in _entries(keys, "options").items():
        if isinstance(value, bool):
            read[name] = "yes" if value else "no"
        elif isinstance(value, str | int):
            read[name] = value
        else:
            keys.faults.error("SITE_VALUE_WRONG", f"options.{name}", "must_text_number")
    return read


def _limits(keys: Keys) -> dict[str, tuple[Cents, Cents]]:
    read = {}
    for wager, value in _entries(keys, "limits").items():
        key = f"limits.{wager}"
        if not isinstance(value, list) or len(value) != 2:
            keys.faults.error("LIMITS_WRONG", key, "write_amounts")
            continue
        least, most = (keys.parse_cents(key, each) for each in value)
        if least is not None and most is not None:
            read[wager] = (least, most)
    return read


def _aggregate(keys: Keys) -> dict[str, Cents]:
    part = keys.below("aggregate", _entries(keys, "aggregate"))
    read = {wager: part.amount(wager) for wager in part.names}
    return {wager: cents for wager, cents in read.items() if cents is not None}


def _order(keys: Keys, seats: int) -> tuple[int, ...]:
    """A policy by name, or every seat once (PS-14)."""
    value = keys.raw("order")
    everyone = range(1, min(seats, SEATS_MOST) + 1)
    if value in (None, model.RIGHTMOST):
        return ()
    if value == model.LEFTMOST:
        return tuple(everyone)
    whole = isinstance(value, list) and all(type(seat) is int for seat in value)
    if not whole or sorted(value) != list(everyone):
        keys.faults.error(
            "ORDER_WRONG",
            "order",
            "write_list_names",
            rule="PS-14",
            rightmost=model.RIGHTMOST,
            leftmost=model.LEFTMOST,
        )
        return ()
    return tuple(value)


def _equipment(keys: Keys) -> tuple[values.Equipment, ...]:
    read = []
    for part, row in _entries(keys, "equipment", known=PARTS).items():
        with closing(keys.below(f"equipment.{part}", row)) as entry:
            named = entry.text("name"), entry.text("version")
            more = ("mode", "approval", "serial", "made")
            said = {key: entry.text(key, default="") for key in more}
            read.append(values.Equipment(part, *named, **said))
    return tuple(read)


def _approval(keys: Keys) -> model.Approval | None:
    if not keys.has("approval"):
        keys.raw("approval")
        return None
    with closing(keys.below("approval", keys.raw("approval"))) as part:
        return model.Approval(
            {paper: part.text(paper, default="") for paper in APPROVALS},
            date=part.text("date"),
            bundle=part.text("bundle"),
            signer=part.text("signer"),
            until=part.text("until", default=""),
            release=part.text("release", default=""),
        )


def _texts(keys: Keys, key: str) -> dict[str, str]:
    """A table of names and texts."""
    part = keys.below(key, _entries(keys, key))
    return {name: text for name in part.names if (text := part.text(name))}


def _entries(
    keys: Keys, key: str, *, known: Sequence[str] = (), most: int = ENTRIES_MOST
) -> dict[str, Any]:
    """A table's entries whose keys are names, from a known list if there is one."""
    entries = keys.table(key)
    if len(entries) > most:
        keys.faults.error("SITE_TOO_LARGE", key, "entries", count=len(entries), most=most)
        return {}
    for name in [name for name in entries if known and name not in known]:
        keys.faults.error("SITE_KEY_UNKNOWN", f"{key}.{name}", name=name, known=known)
        del entries[name]
    return entries
