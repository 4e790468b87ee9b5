"""Figures of a paytable in the words of whoever reads: pays, counted cases, settings, verdicts.

The letters' own words, such as the names of hands and levels, stay as they are printed. What a game
that somebody adds calls its cases and settings stays as its odds write it, until words have it."""

from __future__ import annotations

import re

from pitboss.notation import figures, pay
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable
from pitboss.words.language import WORDS, WordTable

PAYS = WordTable("figure_words", "pays")
CASES = WordTable("figure_words", "cases")
SETTINGS = WordTable("figure_words", "settings")
VERDICTS = WordTable("figure_words", "verdicts")
SHARE = re.compile(r"(\S+) % of (\S+)")
UNITS = re.compile(r"(wins|loses) (\S+)")
NUMBER = re.compile(r"\d+")
BELOW = "below "


def pay_said(text: str, paytable: Paytable) -> str:
    """What a line pays, such as 30 for 1, 100 % of Mega, wins 3."""
    said: str
    if found := SHARE.fullmatch(text):
        said = PAYS["share"].format(share=figures(found[1]), level=paytable.level_label(found[2]))
    elif found := UNITS.fullmatch(text):
        said = PAYS[f"{found[1]}_units"].format(units=figures(found[2]))
    else:
        said = PAYS.get(text.replace(" ", "_")) or pay(text)
    return said


def case_said(text: str, paytable: Paytable) -> str:
    """A counted case: what is dealt, decided and settled, part by part."""
    hands = {label.long for label in paytable.labels.values()}
    parts = [text] if text in hands else text.split(", ")
    return ", ".join(part if part in hands else _part_said(part, paytable) for part in parts)


def setting_said(name: str, value: str, paytable: Paytable | None = None) -> str:
    """A setting that figures hold for, such as the game by its title."""
    if name == "game":
        return catalog.game(value).title
    said: str = SETTINGS.get(name) or f"{name.replace('_', ' ')}: {{value}}"
    value = value.replace(" ", "_")
    shown = WORDS["game_values"].get(value) or _label(paytable, value) or value.replace("_", " ")
    return said.replace("{value}", shown)


def reading_said(text: str, paytable: Paytable) -> str:
    """The settings of a printed figure, as it was written down: decks 4, side either."""
    return ", ".join(_setting_or_case(part, paytable) for part in text.split(", ") if part)


def verdict_said(verdict: str) -> str:
    """Whether a printed figure agrees."""
    said: str = VERDICTS[verdict.replace(" ", "_")]
    return said


def _setting_or_case(part: str, paytable: Paytable) -> str:
    name, _, value = part.partition(" ")
    if name in SETTINGS and value:
        return setting_said(name, value, paytable)
    return _part_said(part, paytable)


def _label(paytable: Paytable | None, outcome: str) -> str:
    found = paytable.labels.get(outcome) if paytable else None
    return found.long if found else ""


def _part_said(part: str, paytable: Paytable) -> str:
    if part.startswith(BELOW):
        outcome = part.removeprefix(BELOW)
        hand = _label(paytable, outcome.replace(" ", "_")) or outcome
        return f"{CASES['below']}".replace("{hand}", hand)
    number = NUMBER.search(part)
    said: str = CASES.get(NUMBER.sub("n", part).replace(" ", "_")) or part
    return said.replace("{n}", number[0]) if number else said
