"""Which test holds each rule of a jurisdiction, as `tested.toml` lists it: the office shows it
beside what the system does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pitboss.compiled_toml import read_toml

TESTED: Mapping[str, Sequence[str]] = read_toml(Path(__file__).with_name("tested.toml"))
