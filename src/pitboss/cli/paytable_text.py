"""A paytable for people (best pays first, meters, printed figures, source) and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pitboss.cli import paper
from pitboss.cli.paper import command_text
from pitboss.rules.paytable import PLAIN, Loses, Paytable, Prize
from pitboss.rules.posted import PostedLine, case_words, posted_lines


def pays_text(paytable: Paytable, *, indent: str = "  ", losing: bool = True) -> list[str]:
    """The pays, best first, with a column for each kind of round and one for envy. Without
    `losing`, plain losing outcomes are left out."""
    columns = list(paytable.columns)
    rows = [
        _pays_row(line)
        for line in posted_lines(paytable)
        if losing or any(not isinstance(prize, Loses) for prize in line.prizes)
    ]
    if len(columns) == 1:
        return paper.lined_up(rows, indent=indent)
    head = [command_text("paytable.hands"), *columns]
    short = [[row[0], *(cell.removesuffix(" to 1") for cell in row[1:])] for row in rows]
    every_to_one = all(
        cell.endswith(" to 1") or cell == "loses" for row in rows for cell in row[1:]
    )
    body = short if every_to_one else rows
    unit = [command_text("paytable.to_one"), *("" for _ in columns)] if every_to_one else []
    return paper.lined_up(
        [head, *([unit] if unit else []), *body], right=range(1, 1 + len(columns)), indent=indent
    )


def _pays_row(line: PostedLine) -> list[str]:
    row = [line.label.long, *map(str, line.prizes)]
    if line.envy_cents is not None:
        row.append(command_text("paytable.envy_pays", amount=paper.amount(line.envy_cents)))
    return row


def paytable_text(paytable: Paytable) -> list[str]:
    """Everything in a paytable file."""
    lines = [
        paper.paint(paytable.title, f"{paper.BOLD};{paper.YELLOW}"),
        *paper.lined_up(_facts(paytable)),
        "",
        paper.format_heading(command_text("paytable.pays")),
        *pays_text(paytable),
    ]
    for footnote in paytable.footnotes:
        lines += paper.wrap_text(footnote, first="  ")
    if paytable.levels:
        lines += [
            "",
            paper.format_heading(command_text("paytable.meters")),
            *_meters(paytable),
        ]
    if paytable.printed:
        lines += ["", paper.format_heading(command_text("paytable.printed")), *_printed(paytable)]
    if paytable.notes:
        lines += ["", paper.format_heading(command_text("paytable.notes"))]
        for note in paytable.notes:
            lines += paper.wrap_text(note, first="  - ")
    source = [(paper.words(key), value) for key, value in paytable.source.items()]
    return [
        *lines,
        "",
        paper.format_heading(command_text("paytable.source")),
        *paper.lined_up([*source, ("sha256", paytable.sha256)], indent="  "),
    ]


def _facts(paytable: Paytable) -> list[tuple[str, str]]:
    facts = [("id", paytable.id), ("games", ", ".join(paytable.games))]
    if paytable.spec:
        facts.append(("serves", ", ".join(paytable.spec)))
    if paytable.decks:
        facts.append(("decks", ", ".join(map(str, paytable.decks))))
    if paytable.wager_cents is not None:
        facts.append(("wager", paper.amount(paytable.wager_cents)))
    if paytable.envy:
        is_times = paytable.envy_times_wager
        envy = command_text("paytable.envy_times" if is_times else "paytable.envy_fixed")
        facts.append(("envy", envy))
    return facts


def _meters(paytable: Paytable) -> list[str]:
    shares = command_text("paytable.of_wager"), command_text("paytable.to_reserve")
    rows = [("level", "seed", *shares)]
    rows += [
        (
            level.name,
            paper.amount(level.seed_cents),
            percent(level.rate_ppm),
            percent(level.reserve_ppm),
        )
        for level in paytable.levels
    ]
    rows.append(("house", "", percent(paytable.house_ppm or 0), ""))
    return paper.lined_up(rows, right=(1, 2, 3), indent="  ")


def percent(ppm: int) -> str:
    """Parts per million as a percentage, exactly: 200000 is 20 %."""
    digits = f"{ppm:05d}"
    return f"{digits[:-4]}.{digits[-4:]}".rstrip("0").rstrip(".") + " %"


def _printed(paytable: Paytable) -> list[str]:
    rows = []
    for printed in paytable.printed:
        where = ", ".join(
            f"{key} {case_words(paytable, value)}" for key, value in printed.where.items()
        )
        context = "; ".join(part for part in (where, printed.place) if part)
        rows.append((paper.words(printed.figure), printed.value, context))
    return paper.lined_up(rows, right=(1,), indent="  ")


# ---- for programs -------------------------------------------------------------------------------


def paytable_json(paytable: Paytable) -> dict[str, Any]:
    """Everything in a paytable file, in the file's own words; outcomes from worst to best."""
    return {
        **entry_json(paytable),
        "scheme": paytable.scheme,
        "spec": list(paytable.spec),
        "decks": list(paytable.decks),
        "wager_cents": paytable.wager_cents,
        "pays": _pays_json(paytable),
        "bet": paytable.bet,
        "labels": {outcome: asdict(label) for outcome, label in paytable.labels.items()},
        "footnotes": list(paytable.footnotes),
        "after_start": paytable.after_start,
        "envy_cents": dict(paytable.envy),
        "envy_times_wager": paytable.envy_times_wager,
        "levels": [asdict(level) for level in paytable.levels],
        "house_ppm": paytable.house_ppm,
        "printed": [asdict(printed) for printed in paytable.printed],
        "notes": list(paytable.notes),
    }


def entry_json(paytable: Paytable) -> dict[str, Any]:
    """A paytable's entry in the list of all paytables."""
    return {
        "id": paytable.id,
        "title": paytable.title,
        "games": list(paytable.games),
        "slot": paytable.slot,
        "source": dict(paytable.source),
        "sha256": paytable.sha256,
    }


def _pays_json(paytable: Paytable) -> dict[str, Any]:
    def texts(pays: Mapping[str, Prize]) -> dict[str, str]:
        return {outcome: str(prize) for outcome, prize in pays.items()}

    if PLAIN in paytable.columns:
        return texts(paytable.columns[PLAIN])
    return {name: texts(pays) for name, pays in paytable.columns.items()}
