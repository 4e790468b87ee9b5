"""Commands about exact figures: odds, verify, link."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.files import write_text
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import AsJson, Options, figures_head, json_text, pairs, paytables
from pitboss.cli.posted_amounts import PostedAmounts, amounts, named_amounts, posted_at
from pitboss.maths import linking, verdicts
from pitboss.maths.analysis import Analysis, analyze, nearest_cents
from pitboss.maths.answer import as_data
from pitboss.maths.cases import fraction_text, percent
from pitboss.maths.house_amounts import PostedWorth, posted_worths
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.rules.house_jackpot import with_posted
from pitboss.rules.posted import source_words

commands = typer.Typer()

PaytableId = Annotated[str, argument("ID", of="odds")]
Decks = Annotated[int | None, option("--decks N")]
MeterOption = Annotated[list[str] | None, option("--meter LEVEL=DOLLARS")]


def choose_options(options: list[str] | None, decks: int | None) -> dict[str, str]:
    """Options from the command line, including --decks."""
    read = pairs(options, option="--option")
    if decks is not None:
        if read.get("decks", str(decks)) != str(decks):
            raise Refusal("OPTION_TWICE", "decks_given_twice", where="--decks")
        read["decks"] = str(decks)
    return read


@commands.command()
def odds(
    ctx: typer.Context,
    paytable_id: PaytableId,
    decks: Decks = None,
    option: Options = None,
    meter: MeterOption = None,
    posted: PostedAmounts = None,
    as_json: AsJson = False,
) -> None:
    """Show the exact odds and edge of a wager. You get its frequencies, returns and what its meters
    are worth. With --posted, the wager is a house jackpot."""
    paytable = paytables(ctx).get(paytable_id)
    printed = verdicts.verdicts(paytable)
    named = named_amounts(posted, meter)
    posted_cents = posted_at(paytable, named)
    played = with_posted(paytable, posted_cents) if posted_cents else paytable
    shown = amounts(meter, option="--meter")
    analysis = analyze(played, choose_options(option, decks), shown)
    worths = posted_worths(analysis, paytable, named) if named else ()
    if as_json:
        data = as_data(analysis, printed, posted_cents=posted_cents, worths=worths)
        typer.echo(json_text(data))
    else:
        typer.echo("\n".join(_page(analysis, printed, worths)))


def _page(
    analysis: Analysis, printed: tuple[verdicts.Verdict, ...], worths: tuple[PostedWorth, ...]
) -> list[str]:
    paytable, is_posted = analysis.paytable, bool(worths)
    lines = figures_head(paytable, analysis.options, is_posted=is_posted)
    lines += ["", *_outcomes(analysis), "", *_figures(analysis, worths)]
    if paytable.levels:
        lines += ["", *_meters(analysis)]
    if printed:
        title = command_text("odds.of_progressive" if is_posted else "odds.printed")
        lines += ["", paper.format_heading(title), *_printed(printed)]
    return lines


def _outcomes(analysis: Analysis) -> list[str]:
    rows = [("Outcome", "Pays", "Probability", command_text("odds.one_in"), "Return")]
    for case in analysis.printed_cases:
        probability = analysis.probability(case)
        rows.append(
            (
                case.outcome,
                case.pays,
                percent(probability, 6),
                _one_in(probability),
                percent(probability * case.back, 4),
            )
        )
    return paper.lined_up(rows, right=(2, 3, 4), wraps=False)


def _one_in(probability: Fraction) -> str:
    return f"{float(1 / probability):,.2f}" if probability else command_text("odds.never")


def _figures(analysis: Analysis, worths: tuple[PostedWorth, ...]) -> list[str]:
    rows = [
        (_edge_name(analysis, is_posted=bool(worths)), _both(analysis.house_edge)),
        (command_text("odds.element_of_risk"), _both(analysis.element_of_risk)),
        (command_text("odds.hit_frequency"), _both(analysis.hit_frequency)),
    ]
    rows += [
        (command_text("odds.break_even", name=worth.name), _break_even(worth)) for worth in worths
    ]
    if analysis.house_edge is None:
        rows += [("", command_text("odds.name_meters"))]
    if analysis.paytable.envy and not analysis.paytable.levels:
        rows += [_envy(analysis)]
    if analysis.variance is not None:
        figure = f"{sqrt(analysis.variance):.6f}"
        deviation = command_text("odds.of_unit", figure=figure, unit=analysis.cases.unit)
        rows += [(command_text("odds.standard_deviation"), deviation)]
    if analysis.average_stake != 1:
        figure = f"{float(analysis.average_stake):.6f}"
        wager = command_text("odds.times_unit", figure=figure, unit=analysis.cases.unit)
        rows += [(command_text("odds.average_wager"), wager)]
    if analysis.actions:
        shares = (f"{paper.words(name)} {percent(p, 4)}" for name, p in analysis.actions.items())
        rows += [("Decisions", ", ".join(shares))]
    rows += [("Method", analysis.cases.method)]
    if not analysis.cases.averaged:
        rows += [("Counted", command_text("odds.counted", total=analysis.total))]
    return paper.lined_up(rows)


def _edge_name(analysis: Analysis, *, is_posted: bool) -> str:
    """What the house edge covers: posted amounts, meters at given values, or the long run."""
    if not analysis.meter_lines:
        return command_text("odds.posted_edge" if is_posted else "odds.edge")
    if analysis.meters_cents:
        return command_text("odds.posted_edge_at_meters" if is_posted else "odds.edge_at_meters")
    return command_text("odds.posted_long_edge" if is_posted else "odds.long_edge")


def _break_even(worth: PostedWorth) -> str:
    """The amount at which the house breaks even, exact and rounded for people."""
    if worth.break_even_cents is None:
        return command_text("odds.no_break_even")
    exact = worth.break_even_cents / 100
    amount = f"${float(exact):,.4f}"
    return command_text("odds.in_dollars", amount=amount, exact=fraction_text(exact))


def _meters(analysis: Analysis) -> list[str]:
    one_in, worth = command_text("odds.one_in"), command_text("odds.per_1000")
    rows = [("Meter", "Award", "Share", one_in, worth)]
    rows += [
        (
            line.level,
            line.outcome,
            percent(line.share, 2),
            _one_in(line.probability),
            percent(line.return_per_1000, 4),
        )
        for line in analysis.printed_meter_lines
    ]
    lines = [*paper.lined_up(rows, right=(2, 3, 4)), ""]
    facts = [(command_text("odds.fixed_return"), _both(analysis.fixed_return))]
    if analysis.paytable.envy:
        facts += [_envy(analysis)]
    if analysis.break_even_cents is not None:
        top = analysis.meter_lines[0].level
        name = command_text("odds.break_even", name=top)
        facts += [(name, dollars(analysis.break_even_cents))]
    for figures in analysis.levels:
        if figures.average_award_cents is not None:
            cents = nearest_cents(figures.average_award_cents)
            name = command_text("odds.award_of", level=figures.level.name)
            facts += [(name, command_text("odds.on_average", amount=cents))]
    return lines + paper.lined_up(facts)


def _envy(analysis: Analysis) -> tuple[str, str]:
    players = str(analysis.options["players"])
    back = command_text("odds.envy", back=_both(analysis.envy_return), players=players)
    return "Envy", back


def _printed(printed: tuple[verdicts.Verdict, ...]) -> list[str]:
    rows = [("Figure", "Printed", "Exact", "Verdict"), *map(_verdict, printed)]
    return paper.lined_up(rows, right=(1, 2))


def _verdict(verdict: verdicts.Verdict) -> tuple[str, str, str, str]:
    return (
        paper.words(verdict.figure) + (f", {verdict.where}" if verdict.where else ""),
        verdict.printed,
        verdict.shown,
        verdict.verdict + (f" ({verdict.reading})" if verdict.reading else ""),
    )


def _both(value: Fraction | None) -> str:
    if value is None:
        return command_text("odds.not_known")
    exact = fraction_text(value) or ""
    return f"{percent(value, 6)} = {exact}" if len(exact) <= 60 else percent(value, 6)


@commands.command()
def verify(
    ctx: typer.Context,
    as_json: AsJson = False,
    page: Annotated[Path | None, option("--page FILE")] = None,
    write: Annotated[bool, option("--write", of="verify")] = False,
) -> None:
    """Compare every printed figure with the exact one.

    Exits with 1 if a verdict changed."""
    found = [
        verdict
        for paytable_id in paytables(ctx).ids()
        for verdict in verdicts.verdicts(paytables(ctx).get(paytable_id))
    ]
    if page is not None:
        from pitboss.lab.published import judge_published  # only the page needs it

        known = paytables(ctx)
        judged = sorted((*found, *judge_published()), key=lambda each: each.paytable_id)
        write_text(page, verdicts.page(judged, lambda each: source_words(known.get(each))))
    if write:
        verdicts.record(found)
    if as_json:
        typer.echo(json_text(verdicts.table_rows(found)))
    else:
        _show_verdicts(found)
    changed = verdicts.changes(found)
    for key, was, now in changed:
        said = command_text("odds.verdict_changed", figure=key, was=was, now=now)
        typer.echo(f"VERDICT_CHANGED: {said}", err=True)
    if changed:
        raise typer.Exit(1)


def _show_verdicts(found: list[verdicts.Verdict]) -> None:
    rows = [("Paytable", "Figure", "Printed", "Exact", "Verdict")]
    rows += [(verdict.paytable_id, *_verdict(verdict)) for verdict in found]
    typer.echo("\n".join(paper.lined_up(rows, right=(2, 3))))
    counts = {name: sum(v.verdict == name for v in found) for name in verdicts.NAMES}
    summary = [f"{count} {name}" for name, count in counts.items()]
    typer.echo(f"\n{command_text('odds.verdicts', figures=len(found), summary=summary)}")


@commands.command()
def link(
    ctx: typer.Context,
    ids: Annotated[list[str], argument("ID[,KEY=VALUE...]")],
    as_json: AsJson = False,
) -> None:
    """Check whether wagers can share a meter. Exits with 1 if they can't."""
    known = paytables(ctx)
    members = []
    for word in ids:
        paytable_id, *given = word.split(",")
        options = pairs(given, option=paytable_id)
        members += linking.members_of(known.get(paytable_id), options)
    answer = linking.may_link(members)
    if as_json:
        typer.echo(json_text(_link_data(answer)))
    else:
        _show_link(answer)
    raise typer.Exit(0 if answer.allowed else 1)


def _link_data(answer: linking.LinkAnswer) -> dict[str, object]:
    return {
        "allowed": answer.allowed,
        "rule": linking.RULE,
        "reasons": list(map(str, answer.reasons)),
        "members": [
            {
                "id": member.analysis.paytable.id,
                "name": member.name,
                "options": dict(member.analysis.options),
                "hands": {outcome: asdict(hand) for outcome, hand in member.hands.items()},
            }
            for member in answer.members
        ],
    }


def _hand(answer: linking.LinkAnswer, outcome: str) -> str:
    """A winning hand in the words of the first paytable that pays it."""
    member = next(member for member in answer.members if outcome in member.hands)
    return member.analysis.paytable.labels[outcome].long


def _show_link(answer: linking.LinkAnswer) -> None:
    rows = [(command_text("odds.winning_hand"), "Pays", "Probability", "Wager")]
    for outcome in dict.fromkeys(name for member in answer.members for name in member.hands):
        for member in answer.members:
            hand = member.hands.get(outcome)
            pays = hand.pays if hand else command_text("odds.nothing")
            odds_text = fraction_text(hand.probability) if hand else None
            rows.append((_hand(answer, outcome), pays, odds_text or "-", member.name))
    typer.echo("\n".join([*paper.lined_up(rows, right=(2,)), ""]))
    if answer.allowed:
        typer.echo(command_text("odds.may_link", rule=linking.RULE))
        return
    typer.echo(command_text("odds.may_not_link"))
    for reason in answer.reasons:
        typer.echo("\n".join(paper.wrap_text(str(reason), first="  - ")))
