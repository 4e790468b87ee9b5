"""TOML that a person wrote: its tables, or a refusal that says what is wrong with it."""

from __future__ import annotations

import tomllib
from typing import Any

from pitboss.refusal import Refusal


def read_toml(text: str, *, code: str, where: str = "") -> dict[str, Any]:
    """The tables of a text. Nesting or digits without end are no error of TOML, and are refused
    all the same."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        reason = str(fault)
    except RecursionError:
        reason = "brackets in brackets, too deep to be read"
    except ValueError:
        reason = "a number with too many digits"
    raise Refusal(code, where=where, reason=f"not a TOML file: {reason}")
