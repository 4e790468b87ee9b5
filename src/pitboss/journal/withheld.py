"""Which rows stay in the house because they are about a person.

A row can't be shown in part, because its hash covers all of it. So the whole row is left out, and
its hash, amounts and times take its place."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from pitboss.floor.facts import COMMANDS, EVENTS
from pitboss.floor.facts.meanings import Meaning, meanings_of, with_parts
from pitboss.journal import Row

# Kinds of commands and events about who was paid, who someone is, or whose badge has which name.
_KINDS = re.compile(
    r"pay-prize|prize-(?:paid|forfeited)|forfeit-prize|payment-.+|.+-payment|payout-step-noted"
    r"|note-payout-step|envy-form-noted|note-envy-form"
    r"|person-(?!signed-o).+|.+-person|people-.+|.+-people|badge-(?:issued|changed)|(?:issue|change)-badge"
)
# Refusals that say what is still missing from a record: they had no personal data to repeat.
_OF_LACKS = frozenset(
    {
        "HAND_UNVERIFIED",
        "IDENTITY_MISSING",
        "PERSON_MISSING",
        "SEAL_MISSING",
        "SIGNATURE_MISSING",
    }
)


def is_personal(kind: str) -> bool:
    """Whether commands or events of a kind are about a person."""
    return _KINDS.fullmatch(kind) is not None


def is_refusal_personal(kind: str, code: str) -> bool:
    """Whether a refusal's reason may say something about a person. If it can name somebody, it is
    left out whether it does or not, unless it is about data nobody had recorded yet."""
    return (is_personal(kind) or kind == "open-dispute") and code not in _OF_LACKS


def is_withheld(row: Row) -> bool:
    """Whether a row says something about a person."""
    facts = [json.loads(row.asked), *json.loads(row.events)]
    return any(is_personal(fact["kind"]) or _names_person(fact) for fact in facts)


def _names_person(value: Any) -> bool:
    if isinstance(value, dict):
        return any(
            (name in _private_names(len(EVENTS)) and found) or _names_person(found)
            for name, found in value.items()
        )
    return isinstance(value, list) and any(map(_names_person, value))


@cache
def _private_names(kinds: int) -> frozenset[str]:
    """Every field about a person, by name: a refusal's values have the same names."""
    return frozenset(
        name
        for kind in with_parts((*COMMANDS, *EVENTS))
        for name, meanings in meanings_of(kind).items()
        if Meaning.PRIVATE in meanings
    )
