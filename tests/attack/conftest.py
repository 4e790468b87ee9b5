"""A running site to attack, and a broker."""

from __future__ import annotations

from devices.conftest import broker
from journal.conftest import cluster
from web.conftest import folder, keys, site

__all__ = ["broker", "cluster", "folder", "keys", "site"]
