"""How a prize gets on the record at a table: confirmed there, or granted by the hub of a jackpot
that several properties share."""

from __future__ import annotations

from typing import TypeAlias

from pitboss.floor.facts.awards import AwardsRecorded
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.wide import WideAwardRecorded

WonAtTable: TypeAlias = AwardsRecorded | WideAwardRecorded
WON_AT_TABLE = (kind_of(AwardsRecorded), kind_of(WideAwardRecorded))
