"""The command line: one module for each group of commands."""

from __future__ import annotations

from pitboss.cli.app import main

__all__ = ["main"]
