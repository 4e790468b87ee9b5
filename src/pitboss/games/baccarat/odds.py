"""Mini-Baccarat and its Dragon Bonus wagers, for one side of the table (MB-1 to MB-6)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.baccarat.rules import (
    BOTH_HANDS,
    GAME,
    SIDES,
    Result,
    base_outcome,
    dragon_bonus,
    next_to_draw,
    points,
)
from pitboss.maths.card_use import DealtHands, DealtWager
from pitboss.maths.cases import Cases, paid_case, single
from pitboss.maths.counting import Counts, branch, tally
from pitboss.refusal import Refusal
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import LOSES, PUSH, Paytable
from pitboss.rules.round import Table

_HOUSE = {option.name: option for option in GAME.options}
DECKS, NATURALS = _HOUSE["decks"], _HOUSE["naturals"]
SIDE = Option("side", ("player", "banker"), "The hand that the wager is on.")
BASE_SIDE = Option("side", ("player", "banker", "tie"), "What the wager is on.")
EITHER_SIDE = Option(
    "side",
    ("player", "banker", "either"),
    "The side of the base wager that the progressive goes with, or either (MB-5).",
)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return {
        "base": (DECKS, BASE_SIDE),
        "dragon_bonus": (DECKS, SIDE),
        "dragon_progressive": (DECKS, EITHER_SIDE, NATURALS),
    }[slot]


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    counts = branch(counts, str(settings["decks"]))
    side = str(settings["side"])
    if paytable.slot == "base":
        return _base(paytable, counts, side)
    if paytable.slot == "dragon_bonus":
        return single(paytable, tally(counts, "dragon_bonus", side))
    return single(paytable, _progressive(counts, paytable, settings))


def ways_at(table: Table, slot: str) -> tuple[dict[str, Setting], ...]:
    """The progressive goes with the side of each seat's base wager, or with either."""
    if slot != "dragon_progressive":
        return ({},)
    own = table.options["progressive_side"] == "own"
    return tuple({"side": side} for side in (("player", "banker") if own else ("either",)))


def describe_cards(paytable: Paytable, settings: Mapping[str, Setting]) -> DealtWager:
    """The wager by its cards. The progressive looks at suits of drawn hands, so it is refused."""
    if paytable.slot == "dragon_progressive":
        raise Refusal("VULNERABILITY_NONE", "suits", where=paytable.id)

    def end(held: DealtHands) -> str:
        result = Result.of(*held)
        if paytable.slot == "base":
            return base_outcome(result, paytable.scheme if settings["side"] == "banker" else "")
        return dragon_bonus(result, str(settings["side"]))

    hands = dict(zip(SIDES, BOTH_HANDS, strict=True))
    return DealtWager(hands, end, next_to_draw, (points,), sees_whole_round=True)


def _base(paytable: Paytable, counts: Counts, side: str) -> Cases:
    """A tie pushes PLAYER and BANKER; the best pay comes first."""
    results = tally(counts, "base")
    special = f"banker_{paytable.scheme}"
    if side == "banker" and special in paytable.outcomes:
        results[special] = tally(counts, "banker_wins")[paytable.scheme]
        results["banker"] -= results[special]
    wins = (side, special) if side == "banker" else (side,)
    found = (
        paid_case(
            result,
            paytable.prize(result) if result in wins else PUSH if result == "tie" else LOSES,
            weight,
            paytable,
        )
        for result, weight in results.items()
    )
    return Cases("wager", tuple(sorted(found, key=lambda case: (-case.back, case.outcome))))


def _progressive(
    counts: Counts, paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, int]:
    """The outcomes of one side, or of both; the sides never win together."""
    chosen = settings["side"]
    sides = ("player", "banker") if chosen == "either" else (str(chosen),)
    tallies = [tally(counts, "dragon_progressive", paytable.scheme, side) for side in sides]
    weights = {
        name: sum(each[name] for each in tallies) for name in tallies[0] if name != "nothing"
    }
    if paytable.scheme == "nine_over_zero":
        natural = weights.pop("natural_nine_over_zero")
        counts_as_nine = settings["naturals"] == "yes" and paytable.prize("natural_win") == LOSES
        weights["nine_over_zero" if counts_as_nine else "natural_win"] += natural
    total = sum(tallies[0].values())
    return weights | {"nothing": total - sum(weights.values())}
