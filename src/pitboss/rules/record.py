"""A round record: a round at a real table as one JSON object, and back.

    game        the game's name
    options     the house settings that aren't the default
    paytables   the paytable of each slot in use; without one, base is the game's usual
    limits      posted limits that are not the default, [least, most] in cents
    profile     the jurisdiction whose ceiling holds; washington by default
    meters      what the meters showed, by slot and level, in cents; for a jackpot only
    restarts    where a full award leaves a level, if not at the paytable's seed
    posted      what a house jackpot posts, by slot and level or hand, in cents
    split_among who shares a percentage of Dragon Bonus Progressive; own_side by default
    cards       what chance dealt: the cards of each place, in the order they came
    wagers      each seat's wagers before the deal, in cents
    actions     the decisions; each seat's in the order it made them

The order across seats doesn't matter: the rules say whose turn it is.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import Card, cards_text, parse_card, parse_cards, shoe
from pitboss.rules.game import OWN_SIDE, SPLITS, Act, Bets, Deal, Draw, Misdeal, Turn, place, waits
from pitboss.rules.house_jackpot import posted_by_hand, with_posted
from pitboss.rules.meters import Meters
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game, Round, Table
from pitboss.rules.scaling import at_wager
from pitboss.rules.table import open_table

Record: TypeAlias = dict[str, Any]
Player: TypeAlias = Callable[[Round, Turn], Act]

KEYS = (
    "game", "options", "paytables", "limits", "profile", "meters", "restarts",
    "posted", "split_among", "cards", "wagers", "actions",
)  # fmt: skip
CARDS_MOST = 416  # eight decks
TEXT_MOST = 4 * CARDS_MOST  # "10c " is the longest form of a card
CENTS_MOST = 10**15  # more than any meter shows; a longer number is a mistake

_SEAT = re.compile("[1-9]")
_Found = TypeVar("_Found")
_Acts: TypeAlias = dict[int, deque["_Decision"]]


@dataclass(frozen=True, slots=True)
class _Decision:
    """A seat's decision with its place in the record; `is_zero` if it gives an amount of 0."""

    index: int
    act: Act
    is_zero: bool


def play_record(record: object, paytables: catalog.Paytables) -> Round:
    """Replay a record to its end; refuse it if anything is missing or left over."""
    fields = _object(record, "")
    for key in fields:
        if key not in KEYS:
            raise Refusal("RECORD_KEY_UNKNOWN", where=str(key), known=KEYS)
    game = _found(catalog.game, _text(fields, "game"), "game")
    table = _as_settled(_table(game, fields, paytables), fields)
    meters = Meters(_meters(fields, "meters", table), _meters(fields, "restarts", table))
    played = Round(table, _bets(fields), meters)
    cards = _cards(fields)
    acts, misdeal = _actions(fields, {to: tuple(dealt) for to, dealt in cards.items()})
    _feed(played, cards, acts, misdeal)
    return played


def make_record(table: Table, bets: Bets, shoe: Iterator[Card], player: Player) -> Record:
    """A whole round from a shuffled shoe and a player for every seat, as a record."""
    played = play_out(Round(table, bets, seed_meters(table)), shoe, player)
    dealt: dict[str, list[Card]] = {}
    actions = []
    for action in played.history:
        if isinstance(action, Deal):
            dealt.setdefault(action.to, []).extend(action.cards)
        elif isinstance(action, Act):
            amount = {"cents": action.cents} if action.cents else {}
            actions.append({"seat": action.seat, "action": action.name, **amount})
    meters = {slot: levels for slot, levels in _seeds(table).items() if levels}
    return {
        "game": table.game.name,
        "options": dict(table.options),
        "paytables": {name: paytable.id for name, paytable in table.paytables.items()},
        **({"meters": meters} if meters else {}),
        "cards": {to: cards_text(cards) for to, cards in dealt.items()},
        "wagers": {str(seat): dict(placed) for seat, placed in bets.items()},
        "actions": actions,
    }


def play_out(played: Round, shoe: Iterator[Card], player: Player) -> Round:
    """Play a round to its end."""
    while (waiting := played.waiting) is not None:
        if isinstance(waiting, Draw):
            played.step(Deal(waiting.to, tuple(next(shoe) for _ in range(waiting.count))))
        else:
            played.step(player(played, waiting))
    return played


def seed_meters(table: Table) -> Meters:
    """Every meter of a table at its seed."""
    return Meters(_seeds(table))


def _seeds(table: Table) -> dict[str, dict[str, Cents]]:
    return {
        slot: {level.name: level.seed_cents for level in paytable.levels}
        for slot, paytable in table.paytables.items()
    }


def _feed(
    played: Round,
    cards: dict[str, deque[Card]],
    acts: _Acts,
    misdeal: Misdeal | None,
) -> None:
    """Give the round what it asks for, as long as the record has it."""
    while (waiting := played.waiting) is not None:
        if isinstance(waiting, Draw):
            stream = cards.setdefault(waiting.to, deque())
            if misdeal:
                dealt = _misdealt(played, waiting, cards)
            elif len(stream) < waiting.count:
                break
            else:
                dealt = tuple(stream.popleft() for _ in range(waiting.count))
            played.step(Deal(waiting.to, dealt))
        elif acts.get(waiting.seat):
            decision = acts[waiting.seat].popleft()
            try:
                _refuse_zero(waiting, decision)
                played.step(decision.act)
            except Refusal as refusal:
                raise _placed(refusal, decision.index) from None
        else:
            break
    if misdeal is not None:
        _refuse_decisions(acts)
        played.step(misdeal)
        return
    _refuse_gaps(played, cards)
    _refuse_decisions(acts)


def _placed(refusal: Refusal, index: int) -> Refusal:
    """Put a refused decision at its place in the record; a missing meter has its own key."""
    if refusal.where.startswith("meters"):
        return refusal
    return Refusal.of(refusal.told, f"actions.{index}")


def _refuse_zero(turn: Turn, decision: _Decision) -> None:
    """Refuse an amount of 0, which is not an omitted amount: nothing was put down."""
    choices = [choice for choice in turn.choices if choice.name == decision.act.name]
    if decision.is_zero and choices and choices[0].least_cents:
        raise Refusal("ACTION_AMOUNT_WRONG", name=decision.act.name)


def _misdealt(played: Round, draw: Draw, cards: Mapping[str, deque[Card]]) -> tuple[Card, ...]:
    """The cards of a draw in a round that ends as a misdeal. A deck may be fouled and a hand short.
    If a card is missing or already gone from the deck, another stands in for it, of the same rank
    if possible, so the round can be replayed and the wagers returned. It decides nothing, because
    everything is void, and nobody sees it: the misdeal has the cards as they lay."""
    stream = cards[draw.to]
    wanted = [stream.popleft() if stream else None for _ in range(draw.count)]
    left = Counter(shoe(played.table.decks, played.table.game.deck))
    left.subtract(card for place in played.cards.values() for card in place)
    needed_later = {card for each in cards.values() for card in each}
    dealt = []
    for card in wanted:
        if card is None or left[card] < 1:
            free = [each for each, count in sorted(left.items()) if count > 0]
            alike = [each for each in free if card is not None and each // 4 == card // 4]
            unneeded = [each for each in free if each not in needed_later]
            if not free:
                raise Refusal("CARDS_WRONG_NUMBER", "deck_no_card", where=f"cards.{draw.to}")
            card = (alike or unneeded or free)[0]
        left[card] -= 1
        dealt.append(card)
    return tuple(dealt)


def _refuse_gaps(played: Round, cards: Mapping[str, deque[Card]]) -> None:
    waiting = played.waiting
    if isinstance(waiting, Draw):
        held = len(played.hand(waiting.to)) + len(cards.get(waiting.to, ()))
        more = waiting.count - len(cards.get(waiting.to, ()))
        raise Refusal(
            "CARDS_WRONG_NUMBER",
            "gets_more",
            where=f"cards.{waiting.to}",
            place=place(waiting.to),
            held=held,
            more=more,
            phase=waiting.phase,
        )
    if waiting is not None:
        raise Refusal("ACTION_MISSING", where="actions", waits=waits(waiting))
    for to, stream in cards.items():
        if stream:
            raise Refusal(
                "CARDS_WRONG_NUMBER",
                "more_than_round",
                where=f"cards.{to}",
                count=len(stream),
                place=place(to),
            )


def _refuse_decisions(acts: _Acts) -> None:
    for seat, queue in acts.items():
        if queue:
            raise Refusal(
                "ACTION_ILLEGAL",
                "when_round_asks",
                where=f"actions.{queue[0].index}",
                name=queue[0].act.name,
                seat=seat,
            )


def jackpots_of(fields: Record, paytables: catalog.Paytables) -> dict[str, Paytable]:
    """The paytables with meters that a record names, by slot."""
    game = _found(catalog.game, _text(fields, "game"), "game")
    chosen = _paytables(game, fields, paytables)
    return {slot: paytable for slot, paytable in chosen.items() if paytable.levels}


def _paytables(game: Game, fields: Record, paytables: catalog.Paytables) -> dict[str, Paytable]:
    chosen = {"base": game.usual_id(game.slot("base"))} | _object(
        fields.get("paytables", {}), "paytables"
    )
    read = {}
    for slot_name, paytable_id in chosen.items():
        at = f"paytables.{slot_name}"
        _found(game.slot, slot_name, at)
        try:
            read[slot_name] = paytables.get(str(paytable_id))
        except Refusal as refusal:
            raise refusal.at(at) from None
    return read


def _table(game: Game, fields: Record, paytables: catalog.Paytables) -> Table:
    profile = _text(fields, "profile", catalog.PROFILE_DEFAULT)
    return open_table(
        game,
        options=_object(fields.get("options", {}), "options"),
        paytables=_paytables(game, fields, paytables),
        limits=_limits(fields),
        profile=_found(catalog.profile, profile, "profile"),
    )


def _as_settled(table: Table, fields: Record) -> Table:
    """The table with its jackpots as they are paid: at their own wagers, with a house jackpot's
    posted amounts in place of percentages, and with percentages shared as the house says."""
    wagers = {
        wager.slot: table.limits[wager.name][0]
        for wager in table.game.wagers
        if wager.before_the_deal
    }
    paytables = {
        slot: at_wager(paytable, wagers[slot]) if paytable.levels else paytable
        for slot, paytable in table.paytables.items()
    }
    paytables |= _posted(fields, paytables)
    split_among = _text(fields, "split_among", OWN_SIDE)
    splitting = any(paytable.splits_awards for paytable in paytables.values())
    if split_among not in SPLITS or ("split_among" in fields and not splitting):
        case = "" if splitting else "none_shared"
        raise Refusal("SPLIT_UNKNOWN", case, where="split_among", splits=SPLITS, rule="MB-6")
    return replace(table, paytables=paytables, split_among=split_among)


def _posted(fields: Record, paytables: Mapping[str, Paytable]) -> dict[str, Paytable]:
    """The paytables of the house jackpots in a record, with their posted amounts. A table has house
    jackpots or progressives, not both (PS-33)."""
    named = _object(fields.get("posted", {}), "posted")
    jackpots = [slot for slot, paytable in paytables.items() if paytable.levels]
    read = {}
    for slot, amounts in named.items():
        at = f"posted.{slot}"
        if slot not in jackpots:
            raise Refusal("OUTCOME_UNKNOWN", "jackpots_record", where=at, jackpots=jackpots)
        for key in ("meters", "restarts"):
            if slot in _object(fields.get(key, {}), key):
                raise Refusal("HOUSE_JACKPOT_GROWS", where=f"{key}.{slot}")
        cents = {name: _cents(each, f"{at}.{name}") for name, each in _object(amounts, at).items()}
        try:
            posted = posted_by_hand(paytables[slot], cents)
        except Refusal as refusal:
            raise refusal.at(at) from None
        read[slot] = with_posted(paytables[slot], posted)
    for slot in jackpots:
        if named and slot not in named:
            raise Refusal("JACKPOT_KINDS_MIXED", "another_jackpot_table", where=f"posted.{slot}")
    return read


def _found(look_up: Callable[[str], _Found], name: str, key: str) -> _Found:
    """Look up what a record names; a refusal gives the record's key."""
    try:
        return look_up(name)
    except Refusal as refusal:
        raise Refusal.of(refusal.told, f"{key}: {name}") from None


def _bets(fields: Record) -> Bets:
    bets = {}
    for seat, placed in _object(fields.get("wagers"), "wagers").items():
        at = f"wagers.{seat}"
        bets[_seat(seat, at)] = {
            name: _cents(cents, f"{at}.{name}") for name, cents in _object(placed, at).items()
        }
    return bets


def _cards(fields: Record) -> dict[str, deque[Card]]:
    read = {}
    for to, dealt in _object(fields.get("cards"), "cards").items():
        try:
            cards = _dealt(dealt)
        except Refusal as refusal:
            raise refusal.at(f"cards.{to}") from None
        read[str(to)] = deque(cards)
    return read


def _dealt(dealt: object) -> tuple[Card, ...]:
    """Cards as a list or a text."""
    listed = dealt if isinstance(dealt, list) else str(dealt)
    is_list = isinstance(listed, list)
    most, case = (CARDS_MOST, "at_most") if is_list else (TEXT_MOST, "characters")
    if len(listed) > most:
        raise Refusal("CARDS_WRONG_NUMBER", case, count=len(listed), most=most)
    if isinstance(listed, list):
        return tuple(parse_card(str(card)) for card in listed)
    return parse_cards(listed)


def _actions(fields: Record, cards: Mapping[str, tuple[Card, ...]]) -> tuple[_Acts, Misdeal | None]:
    """Each seat's decisions, and the misdeal that ends the round, with the cards that were on the
    table."""
    listed = fields.get("actions", [])
    if not isinstance(listed, list):
        raise Refusal("RECORD_UNREADABLE", "must_list", where="actions")
    acts: _Acts = {}
    misdeal = None
    for index, entry in enumerate(listed):
        at = f"actions.{index}"
        action = _object(entry, at)
        name = _text(action, "action", where=at)
        known = ("action", "reason") if name == "misdeal" else ("seat", "action", "cents")
        if unknown := set(action) - set(known):
            raise Refusal("RECORD_KEY_UNKNOWN", where=f"{at}.{min(unknown)}", known=known)
        if misdeal is not None:
            raise Refusal("ACTION_ILLEGAL", "misdeal_before_ends", where=at)
        if name == "misdeal":
            reason = _text(action, "reason", "", where=at)
            misdeal = Misdeal(reason, cards)
            continue
        seat = _seat(action.get("seat"), f"{at}.seat")
        cents = _cents(action.get("cents", 0), f"{at}.cents")
        decision = _Decision(index, Act(seat, name, cents), is_zero="cents" in action and not cents)
        acts.setdefault(seat, deque()).append(decision)
    return acts, misdeal


def _limits(fields: Record) -> dict[str, tuple[Cents, Cents]]:
    read = {}
    for name, pair in _object(fields.get("limits", {}), "limits").items():
        at = f"limits.{name}"
        if not isinstance(pair, list) or len(pair) != 2:
            raise Refusal("LIMITS_WRONG", "write_cents", where=at)
        read[name] = (_cents(pair[0], at), _cents(pair[1], at))
    return read


def _meters(fields: Record, key: str, table: Table) -> dict[str, dict[str, Cents]]:
    read = {}
    for slot, levels in _object(fields.get(key, {}), key).items():
        paytable = table.paytables.get(slot)
        known = [level.name for level in paytable.levels] if paytable else []
        at = f"{key}.{slot}"
        if not known:
            raise Refusal("LEVEL_UNKNOWN", "table_no_such", where=at)
        for level in _object(levels, at):
            if level not in known:
                raise Refusal("LEVEL_UNKNOWN", "it_has", where=f"{at}.{level}", known=known)
        read[slot] = {level: _cents(cents, f"{at}.{level}") for level, cents in levels.items()}
    return read


def _object(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refusal("RECORD_UNREADABLE", "must_json_object", where=where)
    return value


def _text(fields: Mapping[str, Any], key: str, default: str | None = None, where: str = "") -> str:
    value = fields.get(key, default)
    if not isinstance(value, str):
        at = f"{where}.{key}" if where else key
        raise Refusal("RECORD_UNREADABLE", "text_missing_here", where=at)
    return value


def _seat(value: object, where: str) -> int:
    """A seat's number, as a number or as a text."""
    if isinstance(value, int) and not isinstance(value, bool) and value in range(1, 10):
        return value
    if isinstance(value, str) and _SEAT.fullmatch(value):
        return int(value)
    raise Refusal("SEAT_UNKNOWN", "write_seat_number", where=where[:80])


def _cents(value: object, where: str) -> Cents:
    """Whole cents, as a number or as a text of digits."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 15:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= CENTS_MOST:
        if isinstance(value, int) and abs(value) > CENTS_MOST:  # with too many digits for repr
            raise Refusal("AMOUNT_UNREADABLE", "not_cents_long", where=where)
        raise Refusal("AMOUNT_UNREADABLE", "not_cents", where=where, shown=repr(value)[:40])
    return Cents(value)
