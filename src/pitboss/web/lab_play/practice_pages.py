"""`/play`: a hand of every game with chips, and what each decision cost.

An address holds the whole session: the seed, the chips, the wagers and the decisions. Nothing is
stored and no floor is asked, so a link shows the same hand again.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec.structs import replace

from pitboss.lab.practice import NOT_OFFERED, PracticeHand, play_practice
from pitboss.lab.seating import (
    BASE,
    choose_table,
    find_offered,
    first_bets,
    fitting_ids,
    fixed_cents,
    generator,
    is_base,
    usual_cents,
)
from pitboss.money import Cents, dollars, parse_dollars
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import Equal
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game, Table
from pitboss.web.lab_pages.lab_routes import PaytablesOf
from pitboss.web.lab_play import felt_words
from pitboss.web.shell.page_templates import shown_page

Pairs: TypeAlias = list[tuple[str, str]]

SEEDS = 1_000_000_000
CHIPS_CENTS = Cents(50_000)
NUMBER_MOST = 10**12
PAIRS_MOST, TEXT_MOST = 100, 60  # of an address
BET, PAY, DO = "bet.", "pay.", "do"
PLACE = re.compile(r"[ .:]+")


class PlayRoom:
    """Where the pages are in an application, and whose paytables they show."""

    def __init__(self, base: str, home: str, paytables_of: PaytablesOf) -> None:
        self.base, self._home, self._paytables_of = base, home, paytables_of

    def show(self, request: Request, template: str, **shown: Any) -> Response:
        own = {"base": self.base, "home": self._home}
        kept = {"in_language": pairs_of(request, "language")}
        context = {**own, **kept, **felt_words.SAYING, **shown}
        return shown_page(request, template, context)

    def table_of(self, request: Request, game: str) -> Table:
        """The game's usual table, with the paytables that the address names."""
        if game not in catalog.game_names():
            raise no_such_page(request)
        chosen = {name.removeprefix(PAY): to for name, to in pairs_of(request, PAY)}
        found = catalog.game(game)
        try:
            return choose_table(found, self._paytables_of(request), options={}, chosen=chosen)
        except Refusal as refusal:
            if refusal.code in NOT_OFFERED:
                raise no_such_page(request) from None
            raise in_words(found, refusal) from None

    def choices_of(self, request: Request, table: Table) -> list[dict[str, Any]]:
        """The paytables that each bet of a game can have; side bets may be left out."""
        paytables = self._paytables_of(request)
        return [
            {
                "slot": slot.name,
                "now": table.paytables[slot.name].id if slot.name in table.paytables else "none",
                "known": _titled(map(paytables.get, known)),
                "may_lack": slot.name != BASE,
            }
            for slot in table.game.slots
            if (known := fitting_ids(table, slot, paytables))
        ]


def _titled(paytables: Iterable[Paytable]) -> Pairs:
    """Paytables by title, with their ids where several have the same."""
    known = [(each.id, each.title) for each in paytables]
    times = Counter(title for _, title in known)
    return [(i, f"{t} ({i.split('/')[-1]})" if times[t] > 1 else t) for i, t in known]


class Purse(NamedTuple):
    """What a session carries from hand to hand."""

    rng_seed: int
    chips_cents: Cents
    lost_micros: int  # what its mistakes cost, in millionths of a cent

    @property
    def pairs(self) -> Pairs:
        """The same in an address."""
        return [(n, str(each)) for n, each in zip(("seed", "chips", "lost"), self, strict=True)]


def read_purse(request: Request) -> Purse:
    """The session in an address; a new one where it has none."""
    return Purse(
        number_of(request, "seed", secrets.randbelow(SEEDS)),
        Cents(number_of(request, "chips", CHIPS_CENTS)),
        number_of(request, "lost", 0),
    )


def number_of(request: Request, name: str, default: int) -> int:
    """A whole number of an address, or the default where it can't be read."""
    text = request.query_params.get(name, "")
    known = text.isascii() and text.isdecimal() and len(text) <= len(str(NUMBER_MOST))
    return int(text) if known else default


def pairs_of(request: Request, *begin: str) -> Pairs:
    """The parts of an address whose names begin so; too many or too long are refused."""
    found = [(n, v) for n, v in request.query_params.multi_items() if v and n.startswith(begin)]
    if len(found) > PAIRS_MOST or any(len(name) + len(v) > TEXT_MOST * 2 for name, v in found):
        raise no_such_page(request)
    return found


def no_such_page(request: Request) -> Refusal:
    """What an address gets that leads nowhere."""
    return Refusal("PAGE_UNKNOWN", "no_such_page", where=request.url.path)


def in_words(game: Game, refusal: Refusal) -> Refusal:
    """A refusal with its bets as the layout names them."""
    names = {*(each.name for each in game.wagers), *(each.name for each in game.slots)}

    def worded(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(worded, value))
        return felt_words.wager_text(value) if isinstance(value, str) and value in names else value

    values = {name: worded(value) for name, value in refusal.told.values.items()}
    place = next((part for part in PLACE.split(refusal.where) if part in names), "")
    where = felt_words.wager_text(place) if place else refusal.where
    return Refusal.of(replace(refusal.told, values=values), where)


def kept_pairs(request: Request) -> Pairs:
    """What every link of a session keeps: paytables, and a language that was asked for."""
    return pairs_of(request, PAY, "language")


def address(path: str, *pairs: Iterable[tuple[str, str]]) -> str:
    """A link within the product."""
    query = urlencode([pair for part in pairs for pair in part])
    return f"{path}?{query}" if query else path


def add_practice(router: APIRouter, room: PlayRoom) -> None:
    """The pages of practice hands."""

    @router.get("/play")
    def games(request: Request) -> Response:
        known = [catalog.game(name) for name in catalog.game_names()]
        shown = sorted(known, key=lambda game: game.title)
        return room.show(request, "play/games.html", games=shown)

    @router.get("/play/{game}")
    def wagers(request: Request, game: str) -> Response:
        return _ask_bets(room, request, room.table_of(request, game))

    @router.get("/play/{game}/hand")
    def hand(request: Request, game: str) -> Response:
        table, purse = room.table_of(request, game), read_purse(request)
        try:
            bets = _read_bets(request, table)
            if sum(bets.values()) > purse.chips_cents:
                raise Refusal("CHIPS_TOO_FEW", total=sum(bets.values()), chips=purse.chips_cents)
            acts, chips_cents = _read_acts(request), purse.chips_cents
            played = play_practice(
                table, bets, acts, rng_seed=purse.rng_seed, chips_cents=chips_cents
            )
            if purse.chips_cents + played.net_cents < 0:  # an address has acts that no button has
                raise Refusal("CHIPS_TOO_FEW", total=-played.net_cents, chips=purse.chips_cents)
        except Refusal as refusal:
            if refusal.code in NOT_OFFERED:
                raise no_such_page(request) from None
            return _ask_bets(room, request, table, in_words(table.game, refusal))
        return _show_hand(room, request, played, purse)


def _ask_bets(
    room: PlayRoom, request: Request, table: Table, refusal: Refusal | None = None
) -> Response:
    purse, typed = read_purse(request), dict(pairs_of(request, BET))
    usual = {} if typed else first_bets(table)
    wagers = [
        {
            "name": wager.name,
            "value": typed.get(BET + wager.name) or _amount(usual.get(wager.name)),
            "fixed": fixed_cents(table, wager.name),
            "limits": table.limits[wager.name],
            "usual": _amount(usual_cents(table, wager)),
            "is_base": is_base(wager),
        }
        for wager in find_offered(table)
        if not isinstance(wager.relation, Equal)
    ]
    return room.show(
        request, "play/wagers.html", table=table, purse=purse, wagers=wagers, refusal=refusal,
        paytables=room.choices_of(request, table),
        again=address(f"{room.base}/play/{table.game.name}", kept_pairs(request)),
    )  # fmt: skip


def _amount(cents: Cents | None) -> str:
    return "" if cents is None else dollars(cents).removeprefix("$").removesuffix(".00")


def _read_bets(request: Request, table: Table) -> dict[str, Cents]:
    """The wagers of an address; one that equals another is made with it."""
    bets: dict[str, Cents] = {}
    for name, text in pairs_of(request, BET):
        wager = table.game.wager(name.removeprefix(BET))
        try:
            cents = parse_dollars(text)
        except Refusal as refusal:
            raise refusal.at(felt_words.wager_text(wager.name)) from None
        if cents:
            bets[wager.name] = cents
    if not bets:
        main = next(iter(first_bets(table)))
        raise Refusal("WAGER_MISSING", "bet_least", where=main, least=table.limits[main][0])
    for wager in find_offered(table):
        if isinstance(wager.relation, Equal) and wager.relation.to in bets:
            bets[wager.name] = bets[wager.relation.to]
    return bets


def _read_acts(request: Request) -> list[tuple[str, Cents]]:
    acts = (text.partition(":") for _, text in pairs_of(request, DO))
    return [(name, Cents(int(cents) if cents.isdecimal() else 0)) for name, _, cents in acts]


def _show_hand(room: PlayRoom, request: Request, played: PracticeHand, purse: Purse) -> Response:
    kept, made = kept_pairs(request), pairs_of(request, BET)
    path = f"{room.base}/play/{played.round.table.game.name}"
    left = Cents(purse.chips_cents + played.net_cents)
    here = [*kept, *purse.pairs, *made, *pairs_of(request, DO)]
    choices = [
        (act, address(f"{path}/hand", here, [(DO, f"{act.name}:{act.cents}")]))
        for act in played.choices
    ]
    after = Purse(
        generator(purse.rng_seed).randrange(SEEDS),
        left,
        purse.lost_micros + round(played.cost * 1_000_000),
    )
    return room.show(
        request, "play/hand.html", played=played, purse=purse, left=left, choices=choices,
        too_dear=", ".join(map(felt_words.act_text, played.too_dear)),
        lost=Fraction(after.lost_micros, 1_000_000), is_over=played.round.waiting is None,
        same=address(f"{path}/hand", kept, after.pairs, made),
        other=address(path, kept, after.pairs, made),
    )  # fmt: skip
