"""A field's type says what it is, and fields of one name say the same."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any, get_args, get_origin

from pitboss.floor.facts import COMMANDS, EVENTS
from pitboss.floor.facts.meanings import Meaning, meanings_of, types_of, with_parts

FACTS = [each for each in with_parts((*COMMANDS, *EVENTS)) if ".facts." in each.__module__]


def is_text(hint: Any) -> bool:
    """Whether a type is a text, or several."""
    parts = get_args(hint)
    if get_origin(hint) is Annotated:
        return is_text(parts[0])
    return hint is str or (get_origin(hint) is tuple and is_text(parts[0]))


def test_texts_of_one_name_mean_one_thing() -> None:
    found: dict[str, dict[frozenset[Meaning], list[str]]] = defaultdict(lambda: defaultdict(list))
    for fact in FACTS:
        for name, hint in types_of(fact).items():
            if is_text(hint):
                found[name][meanings_of(fact)[name] - {Meaning.INSIDE}].append(fact.__name__)
    assert {name: dict(each) for name, each in found.items() if len(each) > 1} == {}
