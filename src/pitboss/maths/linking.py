"""May these wagers share a meter? An exact test, not a judgment (PS-30 to PS-32).

Different games share a progressive only if the winning hand is the same and equally likely at each.
A slot may demand more by its `LinkRule`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths.analysis import Analysis, analyze, options_for
from pitboss.maths.cases import fraction_text
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import link_rule
from pitboss.rules.paytable import Paytable
from pitboss.rules.posted import case_words

RULE = "PS-30"
ALIKE = ("decks", "third_card", "side", "naturals")


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A winning hand of a wager."""

    pays: str
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Member:
    """One wager that would share the meters."""

    name: str
    analysis: Analysis

    @property
    def hands(self) -> dict[str, WinningHand]:
        """Every winning hand, what it pays and how likely it is."""
        return {
            case.outcome: WinningHand(case.pays, self.analysis.probability(case))
            for case in self.analysis.cases.cases
            if case.wins
        }


@dataclass(frozen=True, slots=True)
class LinkAnswer:
    """Yes, or no with every reason."""

    members: tuple[Member, ...]
    reasons: tuple[str, ...]

    @property
    def allowed(self) -> bool:
        """Whether nothing speaks against the link."""
        return not self.reasons


def members_of(paytable: Paytable, options: Mapping[str, str]) -> list[Member]:
    """The wagers that an id stands for: a multi-game paytable is one at each of its games."""
    if not paytable.levels:
        raise Refusal("LINK_NO_METER", where=paytable.id, reason="this paytable has no meter")
    games: tuple[str, ...] = paytable.games
    by_game = any(option.name == "game" for option in options_for(paytable.id, paytable))
    if not by_game or "game" in options:
        games = (options.get("game", games[0]),)
    return [
        Member(
            f"{paytable.title} ({catalog.game(game).title})",
            analyze(paytable, {**options, **({"game": game} if by_game else {})}),
        )
        for game in games
    ]


def may_link(members: Sequence[Member]) -> LinkAnswer:
    """Hold every member against the first."""
    if len(members) < 2:
        raise Refusal("LINK_ALONE", reason="name at least two wagers to link")
    first, *others = members
    reasons = [reason for other in others for reason in _against(first, other)]
    return LinkAnswer(tuple(members), tuple(dict.fromkeys(reasons)))


def _against(first: Member, other: Member) -> list[str]:
    reasons = []
    one, two = first.analysis.paytable, other.analysis.paytable
    own = link_rule(one.id)
    for demand in (own, link_rule(two.id)):
        if demand and one.id != two.id:
            reasons.append(f"{demand.rule}: {demand.text}")
    if one.wager_cents != two.wager_cents:
        reasons.append(f"PS-16: wagers of {_wager(one)} and {_wager(two)}")
    for name in ALIKE:
        mine, theirs = first.analysis.options.get(name), other.analysis.options.get(name)
        if mine is not None and theirs is not None and mine != theirs:
            rule = own.rule if own and own.same_settings else RULE
            reasons.append(f"{rule}: {name.replace('_', ' ')} {mine} and {theirs}")
    return reasons + _hands_against(first, other)


def _wager(paytable: Paytable) -> str:
    return "any amount" if paytable.wager_cents is None else dollars(paytable.wager_cents)


def _hands_against(first: Member, other: Member) -> list[str]:
    reasons = []
    mine, theirs = first.hands, other.hands
    for outcome in dict.fromkeys((*mine, *theirs)):
        holder = first if outcome in mine else other
        name = case_words(holder.analysis.paytable, outcome)
        if outcome not in mine or outcome not in theirs:
            reasons.append(f"{RULE}: {name} wins only with {holder.name}")
            continue
        one, two = mine[outcome], theirs[outcome]
        if one.pays != two.pays:
            reasons.append(f"{RULE}: {name} pays {one.pays} and {two.pays}")
        if one.probability != two.probability:
            reasons.append(
                f"{RULE}: {name} is not equally likely: {fraction_text(one.probability)} with "
                f"{first.name}, {fraction_text(two.probability)} with {other.name}"
            )
    return reasons
