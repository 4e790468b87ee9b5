"""A house jackpot: the house posts amounts in place of a paytable's percentage lines. The tray pays
every other line and the envy as the paytable has them (PS-34).

A sign prints one amount beside one line. If a line covers several hands, such as a royal flush
after five, six or seven cards, one of them names the line and all get its amount."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pitboss.money import PPM_WHOLE, Cents, Ppm, share_down
from pitboss.refusal import Refusal, say
from pitboss.rules.paytable import Fixed, Odds, Paytable, Prize, Share

RULE = "PS-34"
LINE_AMOUNTS_DIFFER = "LINE_AMOUNTS_DIFFER"


@dataclass(frozen=True, slots=True)
class Posted(Fixed):
    """An amount the house posts in place of a percentage; the house owes it until the cage pays."""


def percentage_hands(paytable: Paytable) -> dict[str, Share]:
    """The hands whose amounts the house posts: the percentage lines, from worst to best. A
    jackpot's paytable has one column."""
    pays = next(iter(paytable.columns.values()))
    return {outcome: prize for outcome, prize in pays.items() if isinstance(prize, Share)}


def lines_to_post(paytable: Paytable) -> dict[str, tuple[str, ...]]:
    """The printed lines that need an amount from the house, each named by its lowest hand, from
    worst to best. Hands with the same words on a button or a sign share a line."""
    lines: dict[str, tuple[str, ...]] = {}
    for outcome in percentage_hands(paytable):
        own = paytable.labels[outcome]
        for least, hands in lines.items():
            labels = [paytable.labels[hand] for hand in hands]
            if any(own.short == label.short or own.long == label.long for label in labels):
                lines[least] = (*hands, outcome)
                break
        else:
            lines[outcome] = (outcome,)
    return lines


def for_every_hand(paytable: Paytable, named: Iterable[tuple[str, Cents]]) -> dict[str, Cents]:
    """The amount of each hand, from lines named by any of their hands; two amounts for one printed
    line are refused. Unknown hands, and lines without an amount, stay as they are: `check_posted`
    refuses them."""
    given = tuple(named)
    posted: dict[str, Cents] = {}
    for hands in lines_to_post(paytable).values():
        own = {(hand, cents) for hand, cents in given if hand in hands}
        if len({cents for _, cents in own}) > 1:
            raise _differing(paytable, hands, sorted(own, key=lambda pair: hands.index(pair[0])))
        for _, cents in own:
            posted |= dict.fromkeys(hands, cents)
    return posted | {hand: cents for hand, cents in given if hand not in posted}


def _differing(
    paytable: Paytable, hands: tuple[str, ...], own: Iterable[tuple[str, Cents]]
) -> Refusal:
    words = paytable.labels[hands[0]].long
    amounts = [say("PART", "hand_amount", hand=hand, amount=cents) for hand, cents in own]
    return Refusal(
        LINE_AMOUNTS_DIFFER,
        "several" if len(hands) > 1 else "",
        where=hands[0],
        line=words,
        hands=hands,
        amounts=amounts,
        rule=RULE,
    )


def check_posted(paytable: Paytable, posted: Mapping[str, Cents]) -> None:
    """Refuse amounts that don't match the percentage lines one to one."""
    hands = percentage_hands(paytable)
    if not hands:
        raise Refusal("OUTCOME_MISSING", "no_line_jackpot", where=paytable.id)
    lines = lines_to_post(paytable)
    for outcome in posted:
        if outcome not in hands:
            raise Refusal("OUTCOME_UNKNOWN", "house_posts", where=outcome, lines=lines)
    for outcome in lines:
        if outcome not in posted:
            raise Refusal("OUTCOME_MISSING", "house_must_post", where=outcome)
        if not posted[outcome]:
            raise Refusal("AMOUNT_WRONG", "posted_nothing", where=outcome)


def posted_by_hand(paytable: Paytable, named: Mapping[str, Cents]) -> dict[str, Cents]:
    """The amount of each hand if some are named by level: a 10 % line then posts a tenth of the
    level's amount. Naming a level and one of its hands is refused."""
    hands = percentage_hands(paytable)
    levels = tuple(dict.fromkeys(line.level for line in hands.values()))
    known = (*levels, *lines_to_post(paytable))
    for name in named:
        if name not in (*levels, *hands):
            case = "posts_only" if known else "posts_nothing"
            raise Refusal(
                "OUTCOME_UNKNOWN", case, where=name, paytable=paytable.id, known=known, rule=RULE
            )
    by_level = {
        outcome: share_down(named[line.level], line.share_ppm)
        for outcome, line in hands.items()
        if line.level in named
    }
    for outcome in by_level.keys() & named.keys():
        level, amount = hands[outcome].level, by_level[outcome]
        raise Refusal("POSTED_TWICE", where=outcome, level=level, amount=amount, rule=RULE)
    own = [(outcome, cents) for outcome, cents in named.items() if outcome in hands]
    posted = by_level | for_every_hand(paytable, own)
    check_posted(paytable, posted)
    return posted


def hands_named(paytable: Paytable, name: str) -> dict[str, Ppm]:
    """The hands that a level or a hand posts for, each with its part of the amount."""
    hands = percentage_hands(paytable)
    of_level = {hand: line.share_ppm for hand, line in hands.items() if line.level == name}
    lines = [line for line in lines_to_post(paytable).values() if name in line]
    return of_level or dict.fromkeys(lines[0], PPM_WHOLE)


def with_posted(paytable: Paytable, posted: Mapping[str, Cents]) -> Paytable:
    """The paytable as a house jackpot pays it: no meter, no sharing, and amounts for a wager of the
    paytable's own size."""
    check_posted(paytable, posted)

    def pays(outcome: str, prize: Prize) -> Prize:
        if isinstance(prize, Share):
            return Posted(posted[outcome])
        return replace(prize, level="") if isinstance(prize, Odds | Fixed) else prize

    columns = {
        column: {outcome: pays(outcome, prize) for outcome, prize in prizes.items()}
        for column, prizes in paytable.columns.items()
    }
    return replace(paytable, columns=columns, levels=(), house_ppm=None, splits_awards=False)
