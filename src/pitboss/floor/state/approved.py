"""What a table's approval covers, item by item, and how the running table differs from it (PS-64).

The command that sets up the table gives its game, options, paytables and limits; the floor itself
knows its jackpots and equipment. The same items from a site file give the digest that its approval
names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

from msgspec import Struct

from pitboss.floor.facts import values
from pitboss.money import Ppm, dollars
from pitboss.refusal import Told, say

TERMS_DRIFT, EQUIPMENT_UNAPPROVED = "TERMS_DRIFT", "EQUIPMENT_UNAPPROVED"
SOFTWARE_ALTERED = "SOFTWARE_ALTERED"
KEYPAD_ITEM, EQUIPMENT_ITEM, SOFTWARE_ITEM = "keypad", "equipment", "software"
PRIZE_ITEM = "prize "  # before the hand of a house jackpot
OPTION_ITEM = "option "  # and the name of a setting of the game
DECK_ITEM = "deck size"  # only where a deck isn't the usual 52 cards
TITLE_ITEM = "title"
PAYTABLE_ITEM = "paytable "  # and the name of a bet
WAGER_ITEM, AGGREGATE_ITEM = "wager ", "aggregate limit "  # and the name of a wager
LIMITS_BETWEEN = " to "
NOTHING = "none"  # a missing value
FILES_NAMED = 3  # of the software, before the rest is only counted
PPM_PER_PERCENT = 10_000
DECK_CARDS = 52
DIGEST_SHOWN = 16  # characters of a digest: enough to tell two apart
_DIGEST = re.compile(rf"\b([0-9a-f]{{{DIGEST_SHOWN}}})[0-9a-f]{{{64 - DIGEST_SHOWN}}}\b")
OF_LEVEL = re.compile(r"(\w+) (seed|rate|reserve rate|maximum)")  # an item of a jackpot
_ON_SENSOR = re.compile(rf"(sensor \d+) {OF_LEVEL.pattern}")
_FILE = re.compile(r"([0-9a-f]{64})  ([\w./-]{1,200})\n", re.ASCII)


class TableApproval(Struct, frozen=True, gc=False):
    """What was approved at a table: by which papers, which items, and which software, which has its
    own papers if it changed later."""

    record: values.ApprovalRecord
    items: tuple[values.BundleItem, ...]
    release: str = ""
    release_record: values.ApprovalRecord = values.NO_PAPERS
    until_ms: int | None = None  # the end of its last day

    def is_over(self, at_ms: int | None) -> bool:
        """Whether its last day has ended; False without a time."""
        return self.until_ms is not None and at_ms is not None and at_ms >= self.until_ms


class ReleaseState(Struct, frozen=True, gc=False):
    """Software that ran here: its version, and the SHA-256 of each file."""

    version: str
    manifest: str


class Drift(Struct, frozen=True, gc=False):
    """An item that differs from its approval."""

    code: str
    item: str
    approved: str
    running: str

    @property
    def told(self) -> Told:
        """The line that differs."""
        return self._told("runs")

    @property
    def as_posted(self) -> Told:
        """The line that differs from the papers at the table."""
        return self._told("posted")

    @property
    def would_be(self) -> Told:
        """The line that will differ."""
        return self._told("then")

    def _told(self, case: str) -> Told:
        approved, running = short(self.approved), short(self.running)
        return say("DRIFT", case, item=_item_text(self.item), approved=approved, running=running)


def _item_text(item: str) -> str:
    """An item in a sentence: its level with a capital, as a title, its hand in plain words. Letters
    name levels that way; a house paytable's own words aren't known here."""
    found = _ON_SENSOR.fullmatch(item)
    if found is None:
        return item.replace("_", " ") if PRIZE_ITEM in item else item
    return f"{found[1]} {found[2].replace('_', ' ').title()} {found[3]}"


def short(text: str) -> str:
    """A text with each digest cut to its beginning, for a person to compare."""
    return _DIGEST.sub(r"\1", text)


# ---- what a table plays -------------------------------------------------------------------------


def options_of(plays: Sequence[values.BundleItem]) -> Mapping[str, str]:
    """A table's game settings, as far as the floor knows."""
    return {
        each.item.removeprefix(OPTION_ITEM): each.value
        for each in plays
        if each.item.startswith(OPTION_ITEM)
    }


def decks_of(plays: Sequence[values.BundleItem]) -> int:
    """How many decks a table's rounds are dealt from; 0 if unknown."""
    decks = options_of(plays).get("decks", "1" if plays else "")
    return int(decks) if decks.isdecimal() else 0


def shoe_cards_of(plays: Sequence[values.BundleItem]) -> int:
    """How many cards a table's decks have together; 0 if unknown."""
    cards = next((each.value for each in plays if each.item == DECK_ITEM), "")
    return decks_of(plays) * (int(cards) if cards.isdecimal() else DECK_CARDS)


# ---- items --------------------------------------------------------------------------------------


def bundle_items(
    plays: Sequence[values.BundleItem],
    jackpots: Sequence[values.JackpotTerms],
    keypad: str,
    equipment: Sequence[values.Equipment],
) -> tuple[values.BundleItem, ...]:
    """Everything a table's approval covers: what it plays, each sensor's jackpot, and its
    equipment."""
    items = [*plays]
    for sensor, terms in enumerate(jackpots, start=1):
        items += [
            values.BundleItem(f"sensor {sensor} {name}", value)
            for name, value in terms_items(terms)
        ]
    items.append(values.BundleItem(KEYPAD_ITEM, keypad))
    for part in sorted(equipment, key=lambda part: part.part):
        named = f"{part.name} {part.version}" + (f", {part.mode}" if part.mode else "")
        items.append(values.BundleItem(f"{EQUIPMENT_ITEM} {part.part}", named))
    return tuple(items)


def bundle_sha256(items: Sequence[values.BundleItem]) -> str:
    """The digest of what an approval covers."""
    content = [[each.item, each.value] for each in items]
    return sha256(json.dumps(content).encode()).hexdigest()


def terms_items(terms: values.JackpotTerms) -> Iterator[tuple[str, str]]:
    """The terms of a jackpot, line by line."""
    yield "kind", terms.kind
    yield "paytable", f"{terms.paytable} {terms.paytable_sha256}"
    yield "wager", dollars(terms.wager_cents)
    for level in terms.levels:
        for name, value in _level(level):
            yield f"{level.level} {name}", value
    for hand, cents in terms.house_prizes:
        yield f"{PRIZE_ITEM}{hand}", dollars(cents)
    yield "fixed awards from", terms.fixed_from or "the tray"
    yield "percentage shared by", terms.split_among
    yield "amount locked at the mark", "yes" if terms.lock_at_mark else "no"


def _level(level: values.LevelSetting) -> Iterator[tuple[str, str]]:
    yield "seed", dollars(level.seed_cents)
    yield "rate", _percent(level.rate_ppm)
    yield "reserve rate", _percent(level.reserve_ppm)
    yield "maximum", NOTHING if level.maximum_cents is None else dollars(level.maximum_cents)


def _percent(rate: Ppm) -> str:
    whole, part = divmod(rate, PPM_PER_PERCENT)
    return f"{whole}.{part:04d}".rstrip("0").rstrip(".") + " %"


# ---- differences --------------------------------------------------------------------------------


def item_drifts(
    approved: Sequence[values.BundleItem], running: Sequence[values.BundleItem]
) -> tuple[Drift, ...]:
    """Every item that differs, in the order of the running table; missing items come last."""
    then = {each.item: each.value for each in approved}
    now = {each.item: each.value for each in running}
    return tuple(
        Drift(_code(item), item, then.get(item, NOTHING), now.get(item, NOTHING))
        for item in dict.fromkeys([*now, *then])
        if then.get(item, NOTHING) != now.get(item, NOTHING)
    )


def _code(item: str) -> str:
    is_equipment = item == KEYPAD_ITEM or item.startswith(f"{EQUIPMENT_ITEM} ")
    return EQUIPMENT_UNAPPROVED if is_equipment else TERMS_DRIFT


def files_of(manifest: str) -> dict[str, str] | None:
    """The digest of each file in a sha256sum manifest; None if it isn't one."""
    found = _FILE.findall(manifest)
    files = {path: digest for digest, path in found}
    written = "".join(f"{digest}  {path}\n" for digest, path in found)
    return files if files and written == manifest and len(files) == len(found) else None


@lru_cache(16)  # one pair for all tables of a floor
def altered_files(before: str, after: str) -> tuple[str, ...]:
    """The files that differ between two manifests, including removed and new ones."""
    then, now = files_of(before) or {}, files_of(after) or {}
    return tuple(sorted(path for path in then | now if then.get(path) != now.get(path)))


def altered_text(files: Sequence[str]) -> str:
    """Some altered files by name, the rest as a count."""
    more = len(files) - FILES_NAMED
    named = ", ".join(files[:FILES_NAMED])
    return f"{named} and {more} more" if more > 0 else named
