"""The site file: what a house has on its floor, read, checked, and turned into first commands."""

from __future__ import annotations

from pitboss.site.check import check
from pitboss.site.faults import ERROR, WARNING, Fault
from pitboss.site.model import Site
from pitboss.site.opening import changed_bundles, commands_of
from pitboss.site.parse import parse_site

__all__ = [
    "ERROR",
    "WARNING",
    "Fault",
    "Site",
    "changed_bundles",
    "check",
    "commands_of",
    "parse_site",
]
