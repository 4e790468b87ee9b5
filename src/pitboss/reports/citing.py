"""How a page cites a rule: the rule itself, without what this project notes about it."""

from __future__ import annotations

import re


def citation(rule: str) -> str:
    """The rule alone; nothing where no rule was found. How surely it is
    known, and how it was read, stands on the office's page of rules."""
    cited = re.split(r" \(|: |, |; ", rule, maxsplit=1)[0]
    return "" if cited.startswith("no rule") else cited


def bracket_rule(rule: str) -> str:
    """The rule alone in brackets, to stand behind a sentence; nothing where no rule was found."""
    cited = citation(rule)
    return f"({cited})" if cited else ""
