"""What one more unit on each pay does to the edge, and how bets of one round go together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.lab.lab_wagers import LabWager
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_identity import Subject
from pitboss.reports.parsheet_text import SheetSection
from pitboss.rules import catalog
from pitboss.rules.posted import posted_lines

if TYPE_CHECKING:
    from pitboss.lab.joined_wagers import JointFigures


def wager_of(about: Subject) -> LabWager:
    """The wager of a sheet, with its settings and meters."""
    settings = {name: str(value) for name, value in about.analysis.options.items()}
    return LabWager(about.paytable, settings, about.analysis.meters_cents)


def sensitivity_section(about: Subject) -> SheetSection | None:
    """What the house edge becomes if one line pays one unit more."""
    wager = wager_of(about)
    changes, edge = wager.sensitivities, wager.edge
    if not changes or edge is None:
        return None
    rows = [
        (
            line.label.long,
            ", ".join(map(str, line.prizes)),
            write.percent(changes[line.outcome], 6),
            str(changes[line.outcome]),
            write.percent(edge + changes[line.outcome], 6),
        )
        for line in posted_lines(about.paytable)
        if line.outcome in changes
    ]
    columns = write.columns("Line", "Pays", "Pays 1 more", "Exact", "Edge then")
    return write.make_section(
        "Sensitivity",
        write.text(
            "The house edge if one line pays one more to 1, all else as used. The player's "
            "decisions stay as they are."
        ),
        write.table(columns, rows),
    )


def join_beside(about: Subject, ids: Sequence[str]) -> list[JointFigures]:
    """The joint figures with other wagers of the round, at the same settings and their seeds."""
    from pitboss.lab.joined_wagers import join  # only sheets with other wagers wait for it

    joined = []
    for each in ids:
        other = LabWager(catalog.Paytables().get(each))
        known = {option.name for option in other.options}
        settings = {n: str(v) for n, v in about.analysis.options.items() if n in known}
        seeds = {level.name: level.seed_cents for level in other.paytable.levels}
        joined.append(join(wager_of(about), other.at(**settings).with_meters(**seeds)))
    return joined


def beside_section(joined: Sequence[JointFigures]) -> SheetSection | None:
    """Covariance and correlation with other wagers of the same round."""
    rows = [
        (
            each.two.paytable.title,
            str(each.covariance),
            write.decimal(each.covariance, 6),
            f"{each.correlation:.6f}",
        )
        for each in joined
        if each.covariance is not None and each.correlation is not None
    ]
    if not rows:
        return None
    return write.make_section(
        "Bets of one round",
        write.text("With another wager of one unit on the same cards, every deal counted."),
        write.table(write.columns("Wager", "Exact", "Covariance", "Correlation"), rows),
    )
