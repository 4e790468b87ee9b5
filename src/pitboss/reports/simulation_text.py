"""A simulation beside the exact figures: what `pitboss simulate` prints, and a game pack has."""

from __future__ import annotations

from math import isinf

from pitboss.maths.comparison import ERRORS_MOST, Comparison, Figure
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_text import Block
from pitboss.rules.posted import case_words
from pitboss.words.language import texts
from pitboss.words.sentences import fill


def comparison_blocks(made: Comparison, language: str) -> list[Block]:
    """How it was played, every outcome and figure in standard errors, and the verdict."""
    words = texts(language, "commands")["commands"]["simulation"]

    def apart(figure: Figure) -> str:
        errors = figure.errors_apart
        if errors is None:
            return str(words["too_rare"])
        text = words["never"] if isinf(errors) else f"{errors:+.2f}"
        return text if figure.agrees else f"{text} !"

    def both(figure: Figure) -> tuple[str, str]:
        return write.percent(figure.exact, 6), write.percent(figure.simulated, 6)

    outcomes = [
        (case_words(made.paytable, each.name), *both(each), apart(each))
        for each in made.by_action()
    ]
    figures = [
        (
            write.words(each.name).capitalize(),
            *both(each),
            f"{100 * each.standard_error:.6f} %",
            apart(each),
        )
        for each in made.figures
    ]
    judged = (*made.outcomes, *made.figures)
    said = {
        "rounds": made.rounds,
        "seed": str(made.rng_seed),
        "most": ERRORS_MOST,
        "rare": made.too_rare,
        "figures": [case_words(made.paytable, each.name) for each in judged if not each.agrees],
    }
    verdict = "far" if not made.agrees else "near_but_rare" if made.too_rare else "near"
    error, errors_apart = words["error"], words["errors_apart"]
    compared = ("Exact", "Simulated")
    return [
        write.text(fill(words["played"], said)),
        write.table(write.columns("Outcome", *compared, errors_apart), outcomes),
        write.table(write.columns("Figure", *compared, error, errors_apart), figures),
        write.text(fill(words[verdict], said)),
    ]
