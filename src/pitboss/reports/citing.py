"""Cites a rule on a page: the rule itself, without this project's notes on it."""

from __future__ import annotations

import re


def cite(rule: str) -> str:
    """The rule alone; empty if none was found. The office's page of rules says how certain it is,
    and how we read it."""
    cited = re.split(r" \(|: |, |; ", rule, maxsplit=1)[0]
    return "" if cited.startswith("no rule") else cited


def bracket_rule(rule: str) -> str:
    """The rule alone in brackets, to follow a sentence; empty if none was found."""
    cited = cite(rule)
    return f"({cited})" if cited else ""
