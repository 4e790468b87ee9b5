"""`pitboss meter`: how long meters live, what they pay and need, and what other terms would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli import paper
from pitboss.cli.design_commands import read_term, read_values
from pitboss.cli.odds_commands import Decks, choose_options
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import AsJson, Options, json_text, pairs, paytables
from pitboss.cli.posted_amounts import amounts
from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.books.jackpot_play import JackpotPlay
    from pitboss.lab.lab_wagers import LabWager
    from pitboss.lab.meter_life import MeterLife
    from pitboss.lab.what_if import LevelReplay

commands = typer.Typer()

AWARDS = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
WAGERS_A_WEEK, WEEK_MS, YEAR_WEEKS = 10_000, 7 * 86_400_000, 52
CYCLES = 10
CERTAINTY = Fraction(99, 100)


class _Asked(NamedTuple):
    """What the figures are about."""

    wager: LabWager
    own: LabWager  # before other terms
    maximums: Mapping[str, Cents]
    own_maximums: Mapping[str, Cents]
    play: JackpotPlay | None = None
    shown: Mapping[str, Cents] = {}  # on a house's meters now


@commands.command()
def meter(
    ctx: typer.Context,
    name: Annotated[str, argument("ID", of="meter")],
    site: Annotated[Path | None, option("--site FOLDER", of="meter")] = None,
    level: Annotated[str, option("--level LEVEL", of="meter")] = "",
    term: Annotated[list[str] | None, option("--term LEVEL.TERM=N")] = None,
    maximum: Annotated[list[str] | None, option("--maximum LEVEL=DOLLARS", of="meter")] = None,
    pay: Annotated[list[str] | None, option("--pay HAND=PAYS", of="meter")] = None,
    wagers_a_week: Annotated[
        int | None, option("--wagers-a-week N", of="meter", min=1, max=10_000_000)
    ] = None,
    weeks: Annotated[int, option("--weeks N", of="meter", min=1, max=1040)] = YEAR_WEEKS,
    decks: Decks = None,
    option: Options = None,
    rng_seed: Annotated[int, option("--rng-seed N", of="meter", min=0)] = 1,
    database: Annotated[str, option("--database URL")] = "",
    as_json: AsJson = False,
) -> None:
    """Show how long a wager's meters live, what they pay and what they need. With --site you get a
    house's own jackpot, and what other terms would have done with its own wagers and hits."""
    from pitboss.lab.cash_bands import find_cash_bands
    from pitboss.lab.lab_wagers import LabWager
    from pitboss.lab.meter_life import find_life

    settings = choose_options(option, decks)
    if site is None:
        own = LabWager(paytables(ctx).get(name), settings)
        asked = _Asked(own, own, {}, {})
    else:
        asked = _read_house(site, name, database, settings)
    asked = _with_terms(asked, term, pay, amounts(maximum, option="--maximum"))
    levels = [each.name for each in asked.wager.paytable.levels]
    lives = {
        each: find_life(asked.wager, each, maximum_cents=asked.maximums.get(each))
        for each in ([level] if level or not levels else levels)
    }
    pace = wagers_a_week or _pace(asked.play) or WAGERS_A_WEEK
    bands = find_cash_bands(tuple(lives.values()), pace, rng_seed=rng_seed)
    data: dict[str, Any] = {
        "wagers_a_week": pace,
        "rng_seed": rng_seed,
        "levels": {
            each: _figures(life, pace, weeks, asked.shown.get(each, life.seed_cents))
            for each, life in lives.items()
        },
        "cash_bands": [
            {
                "certainty": each.certainty,
                "least_cents": each.least_cents,
                "most_cents": each.most_cents,
                "within_cents": each.within_cents,
            }
            for each in bands
        ],
    }
    if asked.play is not None:
        data["replay"] = _replay(asked)
    if as_json:
        typer.echo(json_text(data))
    else:
        typer.echo("\n".join(_page(asked, data, weeks)))


# ---- what is asked for --------------------------------------------------------------------------


def _read_house(folder: Path, name: str, database: str, settings: Mapping[str, str]) -> _Asked:
    """A site's jackpot at its own terms, and what its books have of it."""
    from pitboss.books.jackpot_play import read_jackpot_play
    from pitboss.cli.report import opened_books
    from pitboss.floor.money.meter import read_shown
    from pitboss.lab.lab_wagers import LabWager
    from pitboss.live.folder import read_folder
    from pitboss.site.terms import PlayedJackpot

    house = read_folder(folder)
    with opened_books(house, database) as (books, _):
        jackpots = books.state_after(books.last_seq()).jackpots
        jackpot = jackpots.get(name)
        if jackpot is None or not jackpot.levels:
            raise Refusal("JACKPOT_UNKNOWN", "no_such_jackpot", where=name)
        play = read_jackpot_play(books, name)
    terms = jackpot.terms
    paytable = PlayedJackpot(name, terms, house.paytables.get(terms.paytable)).own_paytable()
    most = {
        each.level: each.maximum_cents for each in terms.levels if each.maximum_cents is not None
    }
    own = LabWager(paytable, settings)
    shown = {level: read_shown(each) for level, each in jackpot.levels.items()}
    return _Asked(own, own, most, most, play, shown)


def _with_terms(
    asked: _Asked,
    term: Sequence[str] | None,
    pay: Sequence[str] | None,
    maximums: Mapping[str, Cents],
) -> _Asked:
    wager = asked.wager
    for name, text in pairs(term, option="--term").items():
        (value,) = read_values(name, text)[:1]
        level, key = read_term(name)
        wager = wager.with_level(level, **{key: value})
    wager = wager.with_pays(**pairs(pay, option="--pay")) if pay else wager
    levels = [each.name for each in wager.paytable.levels]
    for level in maximums:
        if level not in levels:
            raise Refusal("LEVEL_UNKNOWN", "has" if levels else "has_none", where=level,
                          id=wager.paytable.id, levels=levels)  # fmt: skip
    return asked._replace(wager=wager, maximums={**asked.maximums, **maximums})


def _pace(play: JackpotPlay | None) -> int:
    if play is None or not play.to_ms:
        return 0
    return play.wagers * WEEK_MS // max(WEEK_MS, play.to_ms - play.from_ms)


# ---- figures ------------------------------------------------------------------------------------


def _figures(life: MeterLife, pace: int, weeks: int, shown_cents: Cents) -> dict[str, Any]:
    law, dry = life.law, life.chance_of_running_dry(pace * YEAR_WEEKS)
    found: dict[str, Any] = {
        "seed_cents": life.seed_cents,
        "feed_cents": str(life.feed_cents),
        "one_in": str(life.mean_wagers),
        "mean_award_cents": round(life.mean_award_cents),
        "award_cents_at": {str(float(each)): life.award_cents_at(each) for each in AWARDS},
        "wagers_until": {str(float(each)): life.wagers_until(each) for each in AWARDS},
        "hit_ahead": life.chance_within(pace * weeks),
        "unhit_cents": replace(life, seed_cents=shown_cents).meter_cents_after(pace * weeks),
        "hit_twice_in_a_week": life.chance_of_two_within(pace),
        "reserve_needed_cents": life.reserve_needed_cents(CERTAINTY, cycles=CYCLES),
        "law_within": law.within,
        "overflow_counted": law.overflow_counted,
    }
    if life.draws:
        found |= {"dry_within_a_year": dry.chance, "dry_within": dry.within}
    return found


def _replay(asked: _Asked) -> dict[str, Any]:
    """Both terms on the same hits: what the house has, and what is asked for."""
    from pitboss.lab.what_if import PlayedHit, replay

    assert asked.play is not None
    hits = [PlayedHit(each.wagers, each.outcome) for each in asked.play.hits]
    found: dict[str, Any] = {"wagers": asked.play.wagers, "hits": len(hits)}
    for key, wager, most in (
        ("own", asked.own, asked.own_maximums),
        ("these", asked.wager, asked.maximums),
    ):
        played = replay(wager, hits, wagers_after=asked.play.wagers_after, maximums_cents=most)
        found[key] = {level: _replay_data(each) for level, each in played.items()}
    return found


def _replay_data(played: LevelReplay) -> dict[str, int]:
    from pitboss.money import Micros, shown_down

    return {
        "awards": len(played.awards_cents),
        "paid_cents": sum(played.awards_cents),
        "seeds_cents": played.seeds_cents,
        "short_cents": played.short_cents,
        "shown_cents": played.shown_cents,
        "reserve_cents": shown_down(Micros(played.reserve_micros)),
    }


# ---- what is shown ------------------------------------------------------------------------------


def _page(asked: _Asked, data: Mapping[str, Any], weeks: int) -> list[str]:
    pace, levels = data["wagers_a_week"], data["levels"]
    title = asked.wager.paytable.title
    lines = [paper.format_heading(_text("title", title=title, wagers=pace)), ""]
    rows = [(_text("level"), *levels)]
    rows += [(name, *cells) for name, *cells in _level_rows(list(levels.values()), pace, weeks)]
    rows = [row for row in rows if any(row[1:])]
    lines += paper.lined_up(rows, right=tuple(range(1, len(rows[0]))), wraps=False)
    lines += ["", paper.format_heading(_text("cash"))]
    lines += paper.lined_up(
        [
            (
                _text("with_chance", chance=f"{each['certainty'] * 100:g}"),
                _text(
                    "band",
                    least=dollars(each["least_cents"]),
                    most=dollars(each["most_cents"]),
                    within=dollars(each["within_cents"]),
                ),
            )
            for each in data["cash_bands"]
        ]
    )
    if "replay" in data:
        lines += ["", *_replay_page(data["replay"])]
    within = max(each["law_within"] for each in levels.values())
    lines += ["", _text("within", within=f"{within:.0e}", seed=data["rng_seed"])]
    if not all(each["overflow_counted"] for each in levels.values()):
        lines.append(_text("no_overflow"))
    return lines


def _level_rows(levels: Sequence[Mapping[str, Any]], pace: int, weeks: int) -> Iterator[list[str]]:
    def row(name: str, cell: Any) -> list[str]:
        return [name, *(cell(each) for each in levels)]

    yield row(_text("seed"), lambda each: dollars(each["seed_cents"]))
    yield row(_text("feed"), lambda each: f"${float(Fraction(each['feed_cents'])) / 100:.4f}")
    yield row(_text("one_in"), lambda each: f"{float(Fraction(each['one_in'])):,.2f}")
    yield row(_text("mean"), lambda each: dollars(each["mean_award_cents"]))
    for share in map(str, map(float, AWARDS)):
        chance = _text("with_chance", chance=f"{float(share) * 100:g}")
        yield row(f"{_text('award')} {chance}", lambda each, s=share: dollars(
            each["award_cents_at"][s]))  # fmt: skip
        yield row(f"{_text('wait')} {chance}", lambda each, s=share: (
            f"{each['wagers_until'][s] / pace:,.1f}"))  # fmt: skip
    yield row(_text("ahead", weeks=weeks), lambda each: f"{each['hit_ahead']:.4%}")
    yield row(_text("unhit", weeks=weeks), lambda each: dollars(each["unhit_cents"]))
    yield row(_text("twice"), lambda each: f"{each['hit_twice_in_a_week']:.4%}")
    yield row(_text("needed", cycles=CYCLES), lambda each: dollars(each["reserve_needed_cents"]))
    yield row(_text("dry"), _dry_text)


def _dry_text(level: Mapping[str, Any]) -> str:
    if "dry_within" not in level:
        return ""
    chances = (f"{level[name]:.4%}" for name in ("dry_within_a_year", "dry_within"))
    return _text("dry_within", **dict(zip(("chance", "within"), chances, strict=True)))


def _replay_page(data: Mapping[str, Any]) -> list[str]:
    heading = _text("played", wagers=data["wagers"], hits=data["hits"])
    rows = [(_text("what"), _text("level"), _text("by_own"), _text("by_terms"))]
    for level, own in data["own"].items():
        these = data["these"][level]
        rows += [
            (_text(name.removesuffix("_cents")), level, *map(
                str if name == "awards" else dollars, (own[name], these[name])))
            for name in own
        ]  # fmt: skip
    return [paper.format_heading(heading), *paper.lined_up(rows, right=(2, 3), wraps=False)]


def _text(name: str, **values: object) -> str:
    return command_text(f"meter.{name}", **values)
