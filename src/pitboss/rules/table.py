"""Opens a table: a game with its settings, paytables and posted limits, or a refusal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.money import CENTS_MOST, Cents, split_down
from pitboss.refusal import Refusal, cut
from pitboss.rules import catalog
from pitboss.rules.game import Equal, Multiple, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game, Table

if TYPE_CHECKING:
    from pitboss.rules.profile import Profile

SHOWN_MOST = 40  # characters of user input to quote
UNPOSTED_MOST = Cents(1_000_000)  # most for a wager without posted limits


def ceiling_of(profile: Profile) -> Cents:
    """The most that any single wager may be."""
    return profile.wager_most.cents or CENTS_MOST


def open_table(
    game: Game,
    *,
    options: Mapping[str, object],
    paytables: Mapping[str, Paytable],
    limits: Mapping[str, tuple[Cents, Cents]],
    profile: Profile,
    title: str = "",
) -> Table:
    """Choose a game's settings, paytables and posted limits; refuse a poor fit. `title` is the
    game's name on the layout."""
    ceiling_cents = ceiling_of(profile)
    table = Table(
        game=game,
        options=_settings(game, options),
        paytables=dict(paytables),
        limits=_posted(game, limits, paytables, ceiling_cents),
        ceiling_cents=ceiling_cents,
    )
    for name, paytable in paytables.items():
        _check_paytable(table, name, paytable)
    _check_one_jackpot(table, profile, title)
    return table


def _settings(game: Game, given: Mapping[str, object]) -> dict[str, Setting]:
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            case = "game_has" if known else "game_has_none"
            raise Refusal(
                "OPTION_UNKNOWN", case, where=f"options.{name}", title=game.title, known=known
            )
    settings = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if value not in option.choices:
            raise _no_choice(f"options.{name}", value, option.choices)
        settings[name] = next(choice for choice in option.choices if choice == value)
    return settings


def _no_choice(where: str, value: object, choices: tuple[Setting, ...]) -> Refusal:
    """Why a value isn't a valid setting, and which values are."""
    if isinstance(value, str) and value in map(str, choices):
        return Refusal("OPTION_UNKNOWN", "number_quoted", where=where, value=value)
    shown = cut(json.dumps(value, default=str), SHOWN_MOST)
    return Refusal("OPTION_UNKNOWN", "no_choice", where=where, shown=shown, choices=choices)


def _posted(
    game: Game,
    limits: Mapping[str, tuple[Cents, Cents]],
    paytables: Mapping[str, Paytable],
    ceiling_cents: Cents,
) -> dict[str, tuple[Cents, Cents]]:
    """The limits of each wager before the deal. A jackpot's wager is one fixed amount (PS-16), and
    a wager that must be followed by a fixed multiple leaves room for it below the ceiling."""
    for name in limits:
        try:
            wager = game.wager(name)
        except Refusal as refusal:
            raise Refusal.of(refusal.told, f"limits.{name}") from None
        if not wager.has_limits:
            raise Refusal(
                "LIMITS_WRONG", "made", where=f"limits.{name}", relation=wager.relation.told
            )
    posted = {}
    for wager in game.wagers:
        if not wager.before_the_deal:
            continue
        paytable = paytables.get(wager.slot)
        fixed = paytable.wager_cents if paytable else None
        highest = split_down(ceiling_cents, _times(game, wager.name))
        usual = (fixed, fixed) if fixed else (Cents(1), Cents(min(highest, UNPOSTED_MOST)))
        equals = wager.relation.to if isinstance(wager.relation, Equal) else wager.name
        posted[wager.name] = limits.get(equals, usual)
        _check_limits(wager.name, posted[wager.name], highest, paytable)
    return posted


def _times(game: Game, wager: str) -> int:
    """The largest multiple of a wager that must follow it."""
    following = [
        other.relation.times
        for other in game.wagers
        if isinstance(other.relation, Multiple) and other.relation.of == wager
    ]
    return max(following, default=1)


def _check_limits(
    name: str, limits: tuple[Cents, Cents], highest: Cents, paytable: Paytable | None
) -> None:
    least, most = limits
    where = f"limits.{name}"
    if not 0 < least <= most:
        raise Refusal("LIMITS_WRONG", "write_least_then", where=where)
    if most > highest:
        raise Refusal("LIMITS_ABOVE_CEILING", where=where, most=most, highest=highest)
    if paytable and paytable.levels and least != most:
        raise Refusal("LIMITS_WRONG", "jackpot_wager_fixed", where=where)


def _check_paytable(table: Table, slot_name: str, paytable: Paytable) -> None:
    where = f"paytables.{slot_name}"
    table.game.slot(slot_name)
    if table.game.name not in paytable.games or paytable.slot != slot_name:
        raise Refusal(
            "PAYTABLE_NOT_FOR_GAME",
            "does_not_pay",
            where=where,
            id=paytable.id,
            slot_name=slot_name,
            title=table.game.title,
        )
    wagers = [wager for wager in table.game.wagers if wager.slot == slot_name]
    if paytable.levels and not any(wager.before_the_deal for wager in wagers):
        raise Refusal("PAYTABLE_NOT_FOR_GAME", "meter_late", where=where, id=paytable.id)
    if paytable.decks and table.decks not in paytable.decks:
        raise Refusal(
            "PAYTABLE_NOT_FOR_DECKS",
            where=where,
            id=paytable.id,
            decks=tuple(map(str, paytable.decks)),
            table_decks=table.decks,
        )


def _check_one_jackpot(table: Table, profile: Profile, title: str) -> None:
    """Check that a layout with a letter's own wager, or its title, has no more jackpots than the
    letter allows (BJ-8)."""
    named = {name for paytable in table.paytables.values() for name in paytable.letters}
    for name in catalog.letter_names(profile):
        rule = catalog.letter(name).one_jackpot
        if rule is None or not (name in named or rule.is_titled(title)):
            continue
        both = [slot for slot in rule.slots if slot in table.paytables]
        if len(both) > 1:
            bets = " or ".join(table.paytables[slot].bet for slot in both)
            raise Refusal(
                "JACKPOTS_BOTH",
                where=f"paytables.{both[-1]}",
                title=rule.title,
                bets=bets,
                quoted=rule.quoted,
            )
