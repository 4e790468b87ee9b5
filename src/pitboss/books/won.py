"""How a table's prize gets on the record: confirmed there, or granted by the hub of a jackpot that
several properties share."""

from __future__ import annotations

from typing import TypeAlias

from pitboss.floor.facts import awards
from pitboss.floor.facts.base import kind_of

WonAtTable: TypeAlias = awards.AwardsRecorded | awards.WideAwardRecorded
WON_AT_TABLE = (kind_of(awards.AwardsRecorded), kind_of(awards.WideAwardRecorded))
