"""How a sentence is filled in, and amounts with every micro of them."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping

from pitboss.money import Micros, dollars, shown_down

OPTIONAL = re.compile(r"\[([^\]]*)\]")  # a part of a sentence


def filled(sentence: str, fields: Mapping[str, str]) -> str:
    """A sentence with what it names: without its optional parts that lack something; elsewhere a
    dash stands for what is empty, so that it does not break off."""

    def kept(part: re.Match[str]) -> str:
        named = (name for _, name, _, _ in string.Formatter().parse(part[1]) if name)
        return part[1] if all(fields[name] for name in named) else ""

    shown = {name: text or "–" for name, text in fields.items()}
    return OPTIONAL.sub(kept, sentence).format_map(shown)


def exact(micros: int) -> str:
    """An amount of the ledger with all its decimals that are not zero, cents at least."""
    sign, amount = ("-", -micros) if micros < 0 else ("", micros)
    whole = dollars(shown_down(Micros(amount)))
    below = f"{amount % 1_000_000:06d}".rstrip("0")
    return f"{sign}{whole}{below}"
