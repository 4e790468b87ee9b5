"""May these tables share a meter? Wagers put together, and the proof or the differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.maths.linking import LinkAnswer, may_link, members_of
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.web.lab_pages.explorer import TEXT_MOST
from pitboss.web.office.figure_words import setting_said
from pitboss.web.office.figures import ByContent, known_paytable

TABLES_MOST = 12
KEPT = 64


class LinkTable(NamedTuple):
    """A table that can be put to the others: its wager, and the settings it is played with."""

    value: str  # as an address has it: the wager's id, then its settings
    title: str
    games: str
    settings: str


class Shared(NamedTuple):
    """What is known of the tables put together; nothing while there are fewer than two."""

    answer: LinkAnswer | None
    refusal: Refusal | None


def list_tables(paytables: Paytables, chosen: Sequence[str]) -> list[LinkTable]:
    """Every wager with a meter as it is usually played, those with other settings first."""
    found = {each: paytables.get(each) for each in paytables.ids()}
    usual = [name for name, paytable in found.items() if paytable.levels]
    others = [each for each in chosen if each not in usual and each.split(",")[0] in found]
    return [_table(each, found[each.split(",")[0]]) for each in (*others, *usual)]


def share(paytables: Paytables, chosen: Sequence[str]) -> Shared:
    """Whether the chosen tables may share a meter, with every reason against it."""
    try:
        if len(chosen) > TABLES_MOST or any(len(each) > 3 * TEXT_MOST for each in chosen):
            raise Refusal("LAB_FIELD_WRONG", "tables", most=TABLES_MOST)
        asked = tuple((known_paytable(paytables.get(each.split(",")[0])), each) for each in chosen)
        return Shared(_answer(asked), None)
    except Refusal as refusal:
        is_link = refusal.code in ("PAYTABLE_UNKNOWN", "OPTION_UNKNOWN")  # no list has these
        return Shared(None, Refusal("LAB_FIELD_WRONG", "link") if is_link else refusal)


@lru_cache(maxsize=KEPT)
def _answer(asked: tuple[tuple[ByContent[Paytable], str], ...]) -> LinkAnswer | None:
    members = []
    for known, text in asked:
        members += members_of(known.value, dict(_settings(text)))
    return may_link(members) if len(members) > 1 else None


def _settings(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(",")[1:]:
        name, _, value = part.partition("=")
        yield name, value


def _table(value: str, paytable: Paytable) -> LinkTable:
    return LinkTable(
        value,
        paytable.title,
        ", ".join(map(catalog.game_title, paytable.games)),
        ", ".join(setting_said(name, text, paytable) for name, text in _settings(value)),
    )
