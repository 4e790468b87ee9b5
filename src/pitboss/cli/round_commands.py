"""`pitboss deal` deals a random round; `pitboss settle` settles a recorded one."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli import paper, play_tools, settlement
from pitboss.cli.files import reading
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.posted_amounts import PostedAmounts, posted_by_slot
from pitboss.lab import seating
from pitboss.money import MICROS_MOST, dollars
from pitboss.refusal import Refusal
from pitboss.rules import catalog, record
from pitboss.rules.game import Act
from pitboss.rules.reading import DIGITS_MOST
from pitboss.rules.round import Game, Round, Table

RECORD_BYTES_MOST = 1_000_000  # a full table's round is a few thousand
STANDARD_INPUT = "-"

commands = typer.Typer()


@commands.command()
def deal(
    ctx: typer.Context,
    game: play_tools.GameName,
    rng_seed: play_tools.RngSeed = None,
    seats: Annotated[int, option("--seats K")] = 1,
    option: play_tools.Options = None,
    paytable: play_tools.Chosen = None,
    json: play_tools.AsJson = False,
) -> None:
    """Deal a random round to a simple player. With --json you get a record for `settle`."""
    paytables = play_tools.paytables(ctx)
    found = catalog.game(game)
    _check_seats(found, seats)
    table = seating.choose_table(
        found,
        paytables,
        options=play_tools.pairs(option, option="--option"),
        chosen=play_tools.pairs(paytable, option="--paytable"),
    )
    rng_seed = play_tools.rng_seed_or_chance(rng_seed)
    dealt = _dealt(table, rng_seed=rng_seed, seats=seats)
    if json:
        typer.echo(play_tools.json_text(dealt))
    else:
        played = record.play_record(dealt, paytables)
        typer.echo("\n".join(_round_text(played, command_text("rounds.rng_seed", seed=rng_seed))))


@commands.command()
def settle(
    ctx: typer.Context,
    file: Annotated[str, argument("FILE", of="settle")],
    posted: PostedAmounts = None,
    split_among: Annotated[str | None, option("--split-among WHOM")] = None,
    json: play_tools.AsJson = False,
) -> None:
    """Settle a recorded round to the cent. Each wager names the rule that decided it. With
    --posted, the round's jackpot is a house jackpot."""
    paytables = play_tools.paytables(ctx)
    shown = command_text("rounds.input") if file == STANDARD_INPUT else file
    try:
        found = read_json(_read(file))
        if isinstance(found, dict) and posted:
            _add(found, "posted", posted_by_slot(record.jackpots_of(found, paytables), posted))
        if isinstance(found, dict) and split_among:
            _add(found, "split_among", split_among)
        played = record.play_record(found, paytables)
    except Refusal as refusal:
        raise refusal.at(shown) from None
    if json:
        typer.echo(play_tools.json_text(settlement.settlement_json(played)))
    else:
        typer.echo("\n".join(_round_text(played, shown)))


def _add(found: dict[str, Any], key: str, value: object) -> None:
    """Add the command line's part of a record to it."""
    if key in found:
        option = f"--{key.replace('_', '-')}"
        raise Refusal("OPTION_TWICE", "record_too", where=option, key=key)
    found[key] = value


def _check_seats(game: Game, seats: int) -> None:
    if not 1 <= seats <= game.seats_most:
        raise Refusal(
            "SEAT_UNKNOWN",
            "seats_there",
            where=f"--seats {seats}",
            title=game.title,
            seats_most=game.seats_most,
        )


def _dealt(table: Table, *, rng_seed: int, seats: int) -> record.Record:
    bets = {seat: seating.usual_bets(table, seat) for seat in range(1, seats + 1)}
    chance = seating.generator(rng_seed)
    cards = seating.shuffle_shoe(table.decks, chance, table.game.deck)
    return record.make_record(table, bets, cards, table.game.simple)


# ---- reading a record ---------------------------------------------------------------------------


def _read(file: str) -> bytes:
    """The bytes of a file or of standard input, up to a limit."""
    with reading():
        if file == STANDARD_INPUT:
            found = sys.stdin.buffer.read(RECORD_BYTES_MOST + 1)
        else:
            with Path(file).open("rb") as stream:
                found = stream.read(RECORD_BYTES_MOST + 1)
    if len(found) > RECORD_BYTES_MOST:
        raise Refusal("FILE_TOO_LARGE", "record_at_most", record_bytes_most=RECORD_BYTES_MOST)
    return found


def read_json(content: bytes) -> object:
    """Parse JSON from bytes; a key that appears twice in an object is refused."""
    try:
        value = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_Members, parse_int=_whole
        )
    except UnicodeDecodeError as fault:
        raise Refusal("RECORD_UNREADABLE", "not_utf8", start=fault.start) from None
    except RecursionError:
        raise Refusal("RECORD_UNREADABLE", "lists_tables_lie") from None
    except json.JSONDecodeError as fault:
        raise Refusal(
            "RECORD_UNREADABLE", "not_json", line=fault.lineno, column=fault.colno
        ) from None
    _refuse_keys_twice(value)
    return value


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > DIGITS_MOST:
        raise Refusal("RECORD_UNREADABLE", "number_too_long", most=MICROS_MOST)
    return int(digits)


class _Members(dict[str, Any]):
    """A JSON object that remembers a repeated key; only the root knows its path."""

    def __init__(self, members: list[tuple[str, Any]]) -> None:
        super().__init__(members)
        keys = Counter(key for key, _ in members)
        self.twice = [key for key, count in keys.items() if count > 1]


def _refuse_keys_twice(value: object) -> None:
    """Refuse a repeated key in any object, by its full path."""
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        at, found = waiting.pop()
        if isinstance(found, _Members) and found.twice:
            where = f"{at}{found.twice[0]}"
            raise Refusal("RECORD_KEY_TWICE", where=where)
        members = found.items() if isinstance(found, dict) else ()
        items = enumerate(found) if isinstance(found, list) else ()
        waiting += [(f"{at}{key}.", each) for key, each in (*members, *items)]


# ---- showing a round ----------------------------------------------------------------------------


def _round_text(played: Round, source: str) -> list[str]:
    table = played.table
    seats = len(played.seats)
    head = command_text(
        "rounds.head_one" if seats == 1 else "rounds.head",
        game=table.game.title,
        seats=seats,
        source=source,
    )
    chosen = ", ".join(paytable.id for paytable in table.paytables.values())
    changed = [
        f"{option.name} {table.options[option.name]}"
        for option in table.game.options
        if table.options[option.name] != option.default
    ]
    rows = [("paytables", chosen)]
    if changed:
        rows.append(("settings", ", ".join(changed)))
    return [
        paper.format_heading(head),
        *paper.lined_up(rows),
        "",
        paper.format_heading(command_text("rounds.cards")),
        *_places_text(played),
        *([command_text("rounds.misdeal")] if played.voided else []),
        *settlement.offers_text(played),
        "",
        *settlement.settlement_text(played),
    ]


def _places_text(played: Round) -> list[str]:
    """The dealer's and community cards, then each seat's cards and decisions."""
    seats = {str(seat): seat for seat in played.seats}
    rows = [
        (place, paper.cards(cards)) for place, cards in played.cards.items() if place not in seats
    ]
    for place, seat in seats.items():
        if place in played.cards:
            shown = paper.cards(played.cards[place])
            decided = paper.GAP.join((shown, _decisions_text(played, seat))).rstrip()
            rows.append((command_text("rounds.seat", seat=seat), decided))
    return paper.lined_up(rows)


def _decisions_text(played: Round, seat: int) -> str:
    acts = [action for action in played.history if isinstance(action, Act) and action.seat == seat]
    shown = [f"{act.name} {dollars(act.cents)}" if act.cents else act.name for act in acts]
    return ", ".join(shown)
