"""`pitboss meter`: how long meters live, what they pay and need, and what other terms would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
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
from pitboss.money import Cents, Micros, dollars, shown_down
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.books.jackpot_play import JackpotPlay
    from pitboss.lab.lab_wagers import LabWager
    from pitboss.lab.meter_life import MeterLife

commands = typer.Typer()

PERCENTS = (50, 90, 99)  # of all hits
WAGERS_A_WEEK, WEEK_MS, YEAR_WEEKS = 10_000, 7 * 86_400_000, 52
CYCLES = 10  # restarts whose seeds the reserve should meet
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
    """Show how long meters live, what they pay and what they need. With --site you get a house's
    own jackpot, and what other terms would have done with its own wagers and hits."""
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
        "weeks": weeks,
        "rng_seed": rng_seed,
        "law_within": max(life.law.within for life in lives.values()),
        "levels": {
            each: _figures(life, pace, weeks, asked.shown.get(each, life.seed_cents))
            for each, life in lives.items()
        },
        "cash_bands": list(map(asdict, bands)),
    }
    if asked.play is not None:
        data["replay"] = _replay(asked.play, asked)
    if as_json:
        typer.echo(json_text(data))
    else:
        typer.echo("\n".join(_page(asked.wager.paytable.title, data)))


# ---- what is asked for --------------------------------------------------------------------------


def _read_house(folder: Path, name: str, database: str, settings: Mapping[str, str]) -> _Asked:
    """A site's jackpot at its own terms and its first table's settings, and what its books have."""
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
    own = LabWager(paytable)
    table = next((each for each in house.site.tables if name in each.jackpots), None)
    at_table = {"game": table.game, **table.options} if table else {}
    known = {each.name for each in own.options}
    at_table = {key: value for key, value in at_table.items() if key in known}
    own = own.at(**{**at_table, **settings})
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


def _figures(life: MeterLife, pace: int, weeks: int, shown_cents: Cents) -> dict[str, object]:
    """One level's figures, each by the name of its words."""
    percents = {percent: Fraction(percent, 100) for percent in PERCENTS}
    dry = life.chance_of_running_dry(pace * YEAR_WEEKS)
    return {
        "seed_cents": life.seed_cents,
        "feed_cents": float(life.feed_cents),
        "one_in": float(life.mean_wagers),
        "mean_award_cents": round(life.mean_award_cents),
        **{f"award_{each}_cents": life.award_cents_at(part) for each, part in percents.items()},
        **{f"weeks_{each}": life.wagers_until(part) / pace for each, part in percents.items()},
        "hit_chance": life.chance_within(pace * weeks),
        "unhit_cents": life.meter_cents_after(pace * weeks, shown_cents=shown_cents),
        "twice_chance": life.chance_of_two_within(pace),
        "reserve_needed_cents": life.reserve_needed_cents(CERTAINTY, cycles=CYCLES),
        "dry_chance": dry.chance,
        "dry_within_chance": dry.within,
    }


def _replay(play: JackpotPlay, asked: _Asked) -> dict[str, Any]:
    """The same hits under the house's own terms and under those asked for."""
    from pitboss.lab.what_if import PlayedHit, replay

    hits = [PlayedHit(each.wagers, each.outcome) for each in play.hits]
    found: dict[str, Any] = {"wagers": play.wagers, "hits": len(hits)}
    own = (asked.own, asked.own_maximums)
    for key, (wager, most) in {"own": own, "these": (asked.wager, asked.maximums)}.items():
        played = replay(wager, hits, wagers_after=play.wagers_after, maximums_cents=most)
        found[key] = {
            level: {
                "awards": len(each.awards_cents),
                "paid_cents": sum(each.awards_cents),
                "seeds_cents": each.seeds_cents,
                "short_cents": each.short_cents,
                "shown_cents": each.shown_cents,
                "reserve_cents": shown_down(Micros(each.reserve_micros)),
            }
            for level, each in played.items()
        }
    return found


# ---- what is shown ------------------------------------------------------------------------------


def _page(title: str, data: Mapping[str, Any]) -> list[str]:
    pace, levels, seed = data["wagers_a_week"], data["levels"], data["rng_seed"]
    rows = [
        (
            _text(name, weeks=data["weeks"], cycles=CYCLES),
            *(_cell(name, level[name]) for level in levels.values()),
        )
        for name in next(iter(levels.values()))
        if not name.startswith("dry") or any(level["dry_chance"] for level in levels.values())
    ]
    right = tuple(range(1, 1 + len(levels)))
    lines = [
        paper.format_heading(_text("title", title=title, wagers=pace)),
        *paper.lined_up([(_text("level"), *levels), *rows], right=right, wraps=False),
        "",
        paper.format_heading(_text("cash")),
    ]
    for band in data["cash_bands"]:
        ends = {name: dollars(band[f"{name}_cents"]) for name in ("least", "most", "within")}
        lines.append(_text("band", chance=f"{band['certainty']:.0%}", **ends))
    if again := data.get("replay"):
        heading = _text("played", wagers=again["wagers"], hits=again["hits"])
        rows = [
            (_text(name), level, _cell(name, value), _cell(name, again["these"][level][name]))
            for level, own in again["own"].items()
            for name, value in own.items()
        ]
        head = tuple(map(_text, ("what", "level", "by_own", "by_terms")))
        lines += ["", paper.format_heading(heading)]
        lines += paper.lined_up([head, *rows], right=(2, 3), wraps=False)
    return [*lines, "", _text("within", within=f"{data['law_within']:.0e}", seed=seed)]


def _cell(name: str, value: float) -> str:
    if name.endswith("_cents"):
        return dollars(value) if isinstance(value, int) else f"${value / 100:.4f}"
    if name.endswith("_chance"):
        return f"{value:.4%}"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _text(name: str, **values: object) -> str:
    return command_text(f"meter.{name}", **values)
