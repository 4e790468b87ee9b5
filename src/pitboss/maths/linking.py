"""Tests exactly whether wagers may share a meter (PS-30 to PS-32).

Different games share a progressive only if the winning hand is the same and equally likely at each.
A slot can demand more by its `LinkRule`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths.analysis import Analysis, analyze, options_for
from pitboss.maths.cases import fraction_text
from pitboss.refusal import Refusal, Told, say
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
class AgainstLink:
    """A reason against a link, and the line of the specification behind it."""

    rule: str
    told: Told

    @property
    def names_members(self) -> bool:
        """Whether its sentence names the members it is about."""
        return self.told.case in ("wins_only_with", "not_equally_likely")

    def __str__(self) -> str:
        return f"{self.rule}: {self.told.reason}"


@dataclass(frozen=True, slots=True)
class LinkAnswer:
    """Yes, or no with every reason."""

    members: tuple[Member, ...]
    reasons: tuple[AgainstLink, ...]

    @property
    def allowed(self) -> bool:
        """Whether nothing is against the link."""
        return not self.reasons


def members_of(paytable: Paytable, options: Mapping[str, str]) -> list[Member]:
    """The wagers of an id: a multi-game paytable is one at each of its games."""
    if not paytable.levels:
        raise Refusal("LINK_NO_METER", "paytable_no_meter", where=paytable.id)
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
    """Compare every member with the first."""
    if len(members) < 2:
        raise Refusal("LINK_ALONE")
    first, *others = members
    reasons: list[AgainstLink] = []
    for other in others:
        reasons += [each for each in _against(first, other) if each not in reasons]
    return LinkAnswer(tuple(members), tuple(reasons))


def _against(first: Member, other: Member) -> list[AgainstLink]:
    reasons = []
    one, two = first.analysis.paytable, other.analysis.paytable
    own = link_rule(one.id)
    for demand in (own, link_rule(two.id)):
        if demand and one.id != two.id:
            reasons.append(_reason(demand.rule, demand.case))
    if one.wager_cents != two.wager_cents:
        reasons.append(_reason("PS-16", "wagers", one=_wager(one), two=_wager(two)))
    for name in ALIKE:
        mine, theirs = first.analysis.options.get(name), other.analysis.options.get(name)
        if mine is not None and theirs is not None and mine != theirs:
            rule = own.rule if own and own.same_settings else RULE
            reasons.append(_reason(rule, "setting", name=name, one=mine, two=theirs))
    return reasons + _hands_against(first, other)


def _reason(rule: str, case: str, **values: object) -> AgainstLink:
    return AgainstLink(rule, say("LINK_AGAINST", case, **values))


def _wager(paytable: Paytable) -> Told:
    if paytable.wager_cents is None:
        return say("PART", "any_amount")
    return say("PART", "amount", amount=paytable.wager_cents)


def _hands_against(first: Member, other: Member) -> list[AgainstLink]:
    reasons = []
    mine, theirs = first.hands, other.hands
    for outcome in dict.fromkeys((*mine, *theirs)):
        holder = first if outcome in mine else other
        name = case_words(holder.analysis.paytable, outcome)
        if outcome not in mine or outcome not in theirs:
            reasons.append(_reason(RULE, "wins_only_with", hand=name, member=holder.name))
            continue
        one, two = mine[outcome], theirs[outcome]
        if one.pays != two.pays:
            reasons.append(_reason(RULE, "pays", hand=name, one=one.pays, two=two.pays))
        if one.probability != two.probability:
            likely = {"one": fraction_text(one.probability), "two": fraction_text(two.probability)}
            members = {"first": first.name, "other": other.name}
            reasons.append(_reason(RULE, "not_equally_likely", hand=name, **likely, **members))
    return reasons
