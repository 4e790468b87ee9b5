"""The paytables that the floor's jackpots use, by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pitboss.rules.paytable import Paytable

PaytableLookup: TypeAlias = Mapping[str, Paytable]
