"""The site file: what a house has on its floor, read, checked, and turned into first commands."""

from __future__ import annotations

from pitboss.site.changes import proof_of_change, warnings_of_change
from pitboss.site.check import check, posted_edges
from pitboss.site.difference import Difference, difference
from pitboss.site.faults import ERROR, WARNING, Fault
from pitboss.site.model import Site
from pitboss.site.opening import (
    TableInFile,
    changed_bundles,
    changed_limits,
    commands_of,
    tables_in_file,
)
from pitboss.site.parse import parse_site

__all__ = [
    "ERROR",
    "WARNING",
    "Difference",
    "Fault",
    "Site",
    "TableInFile",
    "changed_bundles",
    "changed_limits",
    "check",
    "commands_of",
    "difference",
    "parse_site",
    "posted_edges",
    "proof_of_change",
    "tables_in_file",
    "warnings_of_change",
]
