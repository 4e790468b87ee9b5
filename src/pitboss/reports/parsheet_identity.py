"""What a PAR sheet is about: names, hashes, source, rules and settings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from importlib import metadata, resources
from pathlib import Path

from msgspec import Struct

from pitboss.maths.analysis import Analysis, analyze, game_of, options_for
from pitboss.maths.counting import Counts, counts_path, read_stored
from pitboss.maths.house_amounts import PostedWorth, posted_worths
from pitboss.money import Cents, dollars
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_text import SheetSection
from pitboss.rules import catalog
from pitboss.rules.game import Wager
from pitboss.rules.house_jackpot import posted_by_hand, with_posted
from pitboss.rules.paytable import Paytable
from pitboss.rules.posted import source_words
from pitboss.rules.round import Game

# For a paytable without a date. Any date would do, as long as it is always the same.
DATE_FIXED = date(2000, 1, 1)
GIVEN, AT_SEED = "as given", "at its seed"


class Subject(Struct, frozen=True):
    """A wager with everything its sheet is made from. In `analysis` every meter has a value, its
    seed if none was given, so that every figure is defined."""

    paytable: Paytable
    game: Game
    analysis: Analysis
    meters: Mapping[str, tuple[Cents, str]]
    counts: tuple[str, ...]  # the stored counts it used
    as_printed: Paytable  # with its percentages, even where the house posts amounts instead
    worths: tuple[PostedWorth, ...] = ()  # of a house jackpot's posted amounts

    @property
    def unit(self) -> str:
        """What the edge is a fraction of."""
        return self.analysis.cases.unit

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The places on the layout that the paytable pays."""
        return tuple(wager for wager in self.game.wagers if wager.slot == self.paytable.slot)


def subject(
    as_printed: Paytable,
    options: Mapping[str, str],
    meters_cents: Mapping[str, Cents],
    posted_cents: Mapping[str, Cents],
) -> Subject:
    """Analyze a paytable with every meter at the given value, or its seed; or as a house jackpot,
    with the amounts posted for its levels or hands."""
    paytable = as_printed
    if posted_cents:
        paytable = with_posted(as_printed, posted_by_hand(as_printed, posted_cents))
    meters = {
        level.name: (meters_cents[level.name], GIVEN)
        if level.name in meters_cents
        else (level.seed_cents, AT_SEED)
        for level in paytable.levels
    }
    # Pass on the given meters too, so that an unknown level is refused by name.
    filled = {name: amount for name, (amount, _) in meters.items()} | dict(meters_cents)
    read: dict[str, Counts] = {}

    def counts_of(name: str) -> Counts:
        return read.setdefault(name, read_stored(name))

    analysis = analyze(paytable, options, filled, counts_of)
    game = catalog.game(game_of(paytable.id, analysis.options))
    worths = posted_worths(analysis, as_printed, posted_cents) if posted_cents else ()
    return Subject(paytable, game, analysis, meters, tuple(sorted(read)), as_printed, worths)


# ---- hashes -------------------------------------------------------------------------------------


def hashes(about: Subject) -> dict[str, str]:
    """SHA-256 of each file behind the figures."""
    package = Path(str(resources.files("pitboss")))
    game = about.game.name
    files = {f"games/{game}/rules.py": catalog.game_folder(game) / "rules.py"}
    files |= {name: package / name for name in ("rules/hands.py", "rules/shared_prizes.py")}
    for name in about.counts:
        counts = counts_path(name)
        beside = (counts.with_name("bet.toml"), counts) if "/" in name else (counts,)
        files |= {f"games/{name}/{file.name}": file for file in beside}
    own = {f"paytable {about.paytable.id}.toml without games": about.paytable.sha256}
    return own | {name: _sha256(file.read_bytes()) for name, file in files.items()}


def content_hash(found: Mapping[str, str]) -> str:
    """One hash for all of them, which anyone can compute from the sheet's lines."""
    lines = "".join(f"{sha256}  {name}\n" for name, sha256 in found.items())
    return _sha256(lines.encode())


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# ---- date ---------------------------------------------------------------------------------------


def sheet_date(paytable: Paytable) -> tuple[date, str]:
    """The sheet's date and its origin: never a clock."""
    try:
        return date.fromisoformat(paytable.source.get("date", "")), "date of the source"
    except ValueError:
        return DATE_FIXED, "fixed: the paytable names no date of its source"


# ---- sections -----------------------------------------------------------------------------------


def identity_section(about: Subject) -> SheetSection:
    """The names and hashes that tell this sheet from any other."""
    paytable = about.paytable
    dated, origin = sheet_date(paytable)
    found = hashes(about)
    rows = [
        ("Paytable", paytable.id),
        ("Title", paytable.title),
        ("Game", about.game.title),
        *([("Form", "house jackpot: posted amounts, no meter (PS-34)")] if about.worths else []),
        ("Source", source_words(paytable)),
        ("Date of the sheet", f"{dated.isoformat()} ({origin}; no clock is read)"),
        ("Made by", f"pitboss {metadata.version('pitboss')}"),
        ("Serves", ", ".join(paytable.spec) or "no line of the specification"),
    ]
    return write.make_section(
        "Identity",
        write.pairs(rows),
        write.table(
            {"File": write.LEFT, "SHA-256": write.LEFT},
            [*found.items(), ("content hash", content_hash(found))],
        ),
        write.text(
            "The content hash is the SHA-256 of the lines above it, each written as the hash, two "
            "spaces, the name of the file and a line feed."
        ),
    )


def rules_section(about: Subject) -> SheetSection:
    """The rules in short, the wager's place among the others, and the paytable's notes."""
    rows = [
        (
            write.words(wager.name),
            f"{write.words(str(wager.relation))}"
            + (f"; needs {' or '.join(map(write.words, wager.needs))}" if wager.needs else ""),
        )
        for wager in about.wagers
    ]
    if about.paytable.wager_cents:
        rows.append(("amount", f"{dollars(about.paytable.wager_cents)} a wager"))
    rows += [("note", note) for note in about.paytable.notes]
    return write.make_section("Rules", write.number_lines(about.game.card), write.pairs(rows))


def options_section(about: Subject) -> SheetSection:
    """The settings and meters behind every figure of the sheet."""
    known = {option.name: option for option in options_for(about.paytable.id, about.paytable)}
    rows = [
        (write.words(name), write.words(str(setting)), known[name].text)
        for name, setting in about.analysis.options.items()
    ]
    rows += [
        (f"meter {name}", dollars(amount), f"Shown amount, {origin}.")
        for name, (amount, origin) in about.meters.items()
    ]
    rows += [
        (f"posted {worth.name}", dollars(worth.posted_cents), "What the house posts (PS-34).")
        for worth in about.worths
    ]
    columns = {"Setting": write.LEFT, "Value": write.LEFT, "Meaning": write.LEFT}
    shown = write.table(columns, rows) if rows else write.text("This wager has no settings.")
    return write.make_section("Settings used", shown)
