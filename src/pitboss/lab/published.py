"""Figures that others publish, judged: the page of published mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss.lab.printed_check import check_printed
from pitboss.maths.verdicts import Verdict
from pitboss.rules.reading import toml_data

PUBLISHED = Path(__file__).with_name("published.toml")


def judge_published(game: str = "") -> Iterator[Verdict]:
    """The verdict on each figure of `published.toml`, or on those of one game."""
    known = toml_data(PUBLISHED.read_text("utf-8"), code="PRINTED_UNREADABLE")
    for each in known["published"]:
        if each["wager"].startswith(f"{game}/" if game else ""):
            settings = each.get("settings", {})
            where = [f"{name} {value}" for name, value in settings.items()]
            for found in check_printed(each["text"], each["wager"], **settings).figures:
                read = (f"{name} {value}" for name, value in found.reading.items())
                yield Verdict(
                    each["wager"], found.figure, ", ".join(filter(None, (*where, found.label))),
                    each["source"], found.printed, found.exact, found.shown, ", ".join(read),
                    found.verdict,
                )  # fmt: skip
