"""A wager for the mathematics: a list of cases, each with an exact weight and its money."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.maths.counting import Counts, branch, leaves, of_strategy, tally
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import PLAIN, Paytable, Prize, Share
from pitboss.rules.posted import case_words
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES, FOUR_CARD_PROGRESSIVE_OUTCOMES


@dataclass(frozen=True, slots=True)
class Case:
    """One way a wager can end. Money is in units of the wager (or ante): `staked` is the total put
    down, `back` what the seat has afterward, apart from a share of a meter."""

    outcome: str
    pays: str
    weight: int
    staked: Fraction
    back: Fraction
    level: str = ""
    share: Fraction = Fraction(0)
    action: str = ""  # the player's decision, if any

    @property
    def wins(self) -> bool:
        """Whether the seat ends with more than it put down, or with a share of a meter."""
        return bool(self.share) or self.back > self.staked


@dataclass(frozen=True, slots=True)
class Cases:
    """All cases of a wager. `unit` is what an edge is a fraction of."""

    unit: str
    cases: tuple[Case, ...]
    method: str = "every deal counted"
    averaged: bool = False  # a case covers many results: only their mean is known, exactly
    first_actions: Mapping[str, Fraction] = field(default_factory=dict)  # of averaged cases

    @property
    def total(self) -> int:
        """The weight of all cases together."""
        return sum(case.weight for case in self.cases)


def together(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Merge cases that end alike, in order of first appearance."""
    weights: dict[Case, int] = {}
    for case in cases:
        alike = replace(case, weight=0)
        weights[alike] = weights.get(alike, 0) + case.weight
    return tuple(replace(alike, weight=weight) for alike, weight in weights.items())


def printed_cases(cases: Iterable[Case], paytable: Paytable) -> tuple[Case, ...]:
    """Cases with their outcome in the layout's words; those that read alike are merged."""
    return together(replace(case, outcome=case_words(paytable, case.outcome)) for case in cases)


def strategy_option(*rules: str) -> Option:
    """The option of a base game with decisions: the best play, or one of these rules of thumb."""
    text = "How the player decides: the best play, or a rule of thumb."
    return Option("strategy", ("best", *rules), text)


def base_game(
    paytable: Paytable,
    counts: Counts,
    settings: Mapping[str, Setting],
    case: Callable[..., Case],
    *,
    order: Sequence[str],
    below: Sequence[str] = (),
) -> Cases:
    """A base game with decisions, in the game's unit: `case(paytable, *path, weight=...)` for each
    counted number `below` a path of names. Cases are in the `order` of the names in their paths,
    best first; hands that the paytable pays may be left out of it, others come last."""
    places = {name: place for place, name in enumerate((*order, *reversed(paytable.outcomes)))}
    played = sorted(
        leaves(branch(of_strategy(counts, str(settings["strategy"])), *below)),
        key=lambda leaf: [places.get(name, len(places)) for name in leaf[0]],
    )
    found = (case(paytable, *path, weight=weight) for path, weight in played)
    return Cases(catalog.game(paytable.games[0]).unit, together(found))


def decided_case(
    outcome: str, action: str, weight: int, *, staked: int, net: Fraction | int
) -> Case:
    """Several wagers that end together: total stake, and total win or loss."""
    pays, back = net_text(Fraction(net)), Fraction(staked + net)
    return Case(outcome, pays, weight, Fraction(staked), back, action=action)


def single(paytable: Paytable, weights: Mapping[str, int], *, column: str = PLAIN) -> Cases:
    """A wager made once and paid by its outcome, best outcome first."""
    rows = paytable.columns[column]
    unknown = set(weights) - set(rows)
    assert not unknown, f"counted but not paid: {unknown}"
    return Cases(
        unit="wager",
        cases=tuple(
            paid_case(outcome, rows[outcome], weights.get(outcome, 0), paytable)
            for outcome in reversed(list(rows))
        ),
    )


def paid_case(outcome: str, prize: Prize, weight: int, paytable: Paytable) -> Case:
    """The case of one prize on one unit."""
    one = Fraction(1)
    if isinstance(prize, Share):
        share = Fraction(prize.share_ppm, 1_000_000)
        return Case(outcome, str(prize), weight, one, Fraction(0), prize.level, share)
    return Case(outcome, str(prize), weight, one, back(prize, paytable))


def back(prize: Prize, paytable: Paytable) -> Fraction:
    """What a unit returns, apart from a share of a meter."""
    return Fraction(*prize.ratio(paytable.wager_cents)) + prize.returns_stake


def odds(prize: Prize, paytable: Paytable) -> Fraction:
    """A unit's net win: 3 to 2 is 3/2, a push 0, a loss -1."""
    return back(prize, paytable) - 1


def bonus(paytable: Paytable, outcome: str) -> Fraction:
    """What `Round.bonus` pays on a unit besides the wager's own result; a push or a loss pays 0."""
    return Fraction(*paytable.prize(outcome).ratio(paytable.wager_cents))


def base_odds(paytable: Paytable) -> dict[str, Fraction]:
    """What each line of a base paytable pays to one."""
    return {outcome: odds(paytable.prize(outcome), paytable) for outcome in paytable.outcomes}


def find_counted(paytable: Paytable, counted: Mapping[str, Sequence[int]]) -> str:
    """Which of the pays to one that a best play is counted for a base paytable has, refused if
    none; all from its worst outcome to its best."""
    found = list(base_odds(paytable).values())
    for name, pays in counted.items():
        if list(map(Fraction, pays)) == found:
            return name
    raise Refusal("COUNTS_MISSING", "best_play_counted_pays", where=paytable.id)


def five_cards(hands: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Hands of five cards in any finer classes, as the five-card progressives class them."""
    found = dict.fromkeys(FIVE_CARD_OUTCOMES, 0)
    for kind, deals in hands:
        found[kind if kind in found else "nothing"] += deals
    return found


def count_qualifying(
    everything: Mapping[str, int], played: Mapping[str, int], *, folded_qualify: bool
) -> dict[str, int]:
    """The outcomes of all hands, or only of those played: then a folded hand is nothing."""
    if folded_qualify:
        return dict(everything)
    kept = {name: played[name] for name in everything if name != "nothing"}
    return {"nothing": sum(everything.values()) - sum(kept.values()), **kept}


def queens_up(dealt: Mapping[str, int]) -> dict[str, int]:
    """Best four of five cards, as Queens Up classes them."""
    low = ("high_card", "low_pair", "high_pair")
    kept = {name: weight for name, weight in dealt.items() if name not in low}
    nothing = dealt["high_card"] + dealt["low_pair"]
    return {"nothing": nothing, "queens_or_better": dealt["high_pair"], **kept}


def premium(dealt: Mapping[str, int]) -> dict[str, int]:
    """Best four of five cards, as the four-card progressive classes them (PS-40)."""
    kept = {name: dealt[name] for name in FOUR_CARD_PROGRESSIVE_OUTCOMES[1:]}
    return {"nothing": sum(dealt.values()) - sum(kept.values()), **kept}


def four_card_jackpot(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """A progressive of a five-card game: of the best four (PS-40), or of all five if several games
    share it (PS-42)."""
    key = "five_card" if paytable.slot == "five_card" else "dealt"
    everything, played = tally(counts, key), tally(counts, f"{key}_played")
    if paytable.slot == "progressive":
        everything, played = premium(everything), premium(played)
    folded_qualify = settings["folded_qualify"] == "yes"
    return single(paytable, count_qualifying(everything, played, folded_qualify=folded_qualify))


def net_text(net: Fraction) -> str:
    """The total win or loss of a case of several wagers."""
    return "push" if net == 0 else f"{'wins' if net > 0 else 'loses'} {abs(net)}"


def total_of(values: Iterable[Fraction]) -> Fraction:
    """The sum of fractions; 0 if there are none."""
    return sum(values, Fraction(0))


def percent(value: Fraction, digits: int = 4) -> str:
    """A fraction as a person reads it."""
    return f"{float(100 * value):.{digits}f} %"


def fraction_text(value: Fraction | int | None) -> str | None:
    """A fraction as "p/q"; None stays None."""
    if value is None:
        return None
    exact = Fraction(value)
    return f"{exact.numerator}/{exact.denominator}"
