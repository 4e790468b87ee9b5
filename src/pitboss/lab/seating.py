"""Opens a practice table, shuffles for it, and bets for a seat that just plays along."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import DECK, Card, shoe
from pitboss.rules.game import Equal, Mandatory, Setting, Slot, Wager
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game, Table
from pitboss.rules.table import open_table

NONE = "none"  # in place of a paytable: the table doesn't offer this slot
BASE = "base"  # the slot every game needs
BASE_CENTS, SIDE_CENTS = Cents(1000), Cents(500)

# Wagers on one of two hands; nobody bets on both at once.
SIDES = ("player", "banker")


def choose_table(
    game: Game,
    paytables: catalog.Paytables,
    *,
    options: Mapping[str, str],
    chosen: Mapping[str, str],
) -> Table:
    """A table with the given settings and paytables. Every other slot gets its usual paytable, or
    the next one that fits; a slot that doesn't fit the rest is left out. A bet that is a file is
    there only when asked for."""
    if chosen.get(BASE) == NONE:
        raise Refusal("PAYTABLE_MISSING", "every_table", where=f"--paytable {BASE}")
    settings = {name: _setting(game, name, text) for name, text in options.items()}
    for name in chosen:
        game.slot(name)  # refuses a slot the game doesn't have
    picked = {
        name: _read(paytables, name, paytable_id)
        for name, paytable_id in chosen.items()
        if paytable_id != NONE
    }
    if BASE not in picked:
        picked[BASE] = paytables.get(game.usual_id(game.slot(BASE)))
    table = _open(game, settings, picked)
    beside = {bet.name for bet in game.bets}
    for slot in game.slots:
        if slot.name not in chosen and slot.name not in picked and slot.name not in beside:
            table = _with_slot(table, slot, paytables, settings)
    return table


def fitting_ids(table: Table, slot: Slot, paytables: catalog.Paytables) -> list[str]:
    """The paytables that a slot of this table can have."""
    return [
        each
        for each in paytables.ids_for(table.game.name, slot)
        if _fits(table, slot, paytables.get(each))
    ]


def _fits(table: Table, slot: Slot, paytable: Paytable) -> bool:
    try:
        _open(table.game, table.options, {BASE: table.paytables[BASE], slot.name: paytable})
    except Refusal:
        return False
    return True


def _with_slot(
    table: Table, slot: Slot, paytables: catalog.Paytables, settings: Mapping[str, Setting]
) -> Table:
    usual = table.game.usual_id(slot)
    others = [found for found in paytables.ids_for(table.game.name, slot) if found != usual]
    for paytable_id in (usual, *others):
        picked = {**table.paytables, slot.name: paytables.get(paytable_id)}
        try:
            return _open(table.game, settings, picked)
        except Refusal:
            continue  # doesn't fit these settings; the next one may
    return table


def _open(game: Game, settings: Mapping[str, Setting], picked: Mapping[str, Paytable]) -> Table:
    profile = catalog.profile()
    return open_table(game, options=settings, paytables=picked, limits={}, profile=profile)


def _read(paytables: catalog.Paytables, slot_name: str, paytable_id: str) -> Paytable:
    try:
        return paytables.get(paytable_id)
    except Refusal as refusal:
        raise refusal.at(f"--paytable {slot_name}") from None


def _setting(game: Game, name: str, text: str) -> Setting:
    """A setting in the game's own type: the number 6 for '6' on the command line."""
    option = next((option for option in game.options if option.name == name), None)
    choices = option.choices if option else ()
    return next((choice for choice in choices if str(choice) == text), text)


# ---- chance ------------------------------------------------------------------------------------


def generator(rng_seed: int) -> random.Random:
    """The random generator of a training game: repeatable on purpose, never for money."""
    return random.Random(rng_seed)  # noqa: S311 - must be repeatable


def shuffle_shoe(decks: int, chance: random.Random, deck: Sequence[Card] = DECK) -> Iterator[Card]:
    """The cards of a freshly shuffled shoe, one at a time."""
    cards = shoe(decks, deck)
    chance.shuffle(cards)
    yield from cards
    raise Refusal("SHOE_EMPTY", where=f"decks {decks}")


# ---- wagers -------------------------------------------------------------------------------------


def find_offered(table: Table) -> tuple[Wager, ...]:
    """The wagers a seat can make before the deal at this table."""
    return tuple(
        wager
        for wager in table.game.wagers
        if wager.before_the_deal and wager.slot in table.paytables
    )


def is_base(wager: Wager) -> bool:
    """Whether a wager is the game's main wager rather than a side bet."""
    return isinstance(wager.relation, Mandatory | Equal) or wager.name in SIDES


def fixed_cents(table: Table, wager: str) -> Cents | None:
    """The amount of a wager that only comes in one amount."""
    least, most = table.limits[wager]
    return least if least == most else None


def usual_cents(table: Table, wager: Wager) -> Cents:
    """A sensible amount: $10, $5 for side bets, and a jackpot's own."""
    return fixed_cents(table, wager.name) or (BASE_CENTS if is_base(wager) else SIDE_CENTS)


def usual_bets(table: Table, seat: int) -> dict[str, Cents]:
    """Every wager on offer; between two sides, odd seats take one and even seats the other."""
    other_side = SIDES[seat % 2]
    return {
        wager.name: usual_cents(table, wager)
        for wager in find_offered(table)
        if not wager.name.endswith(other_side)
    }


def first_bets(table: Table) -> dict[str, Cents]:
    """The minimum to play: the game's main wagers, on the first side."""
    usual = usual_bets(table, 1)
    base = {
        wager.name: usual[wager.name]
        for wager in find_offered(table)
        if is_base(wager) and wager.name in usual
    }
    return base or dict(list(usual.items())[:1])
