"""Checks one jackpot: its split, its prizes, and the warnings of PS-12 and PS-13, each with the
exact resulting edge."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import percent
from pitboss.maths.level_flow import flow_of
from pitboss.maths.running_dry import bound_of_running_dry, chance_of_running_dry
from pitboss.money import PPM_WHOLE
from pitboss.refusal import Refusal, Told, say
from pitboss.rules.cited_law import NO_LIMIT
from pitboss.rules.house_jackpot import lines_to_post, percentage_hands
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import WARNING, Faults
from pitboss.site.jackpot_figures import analyses_of, describe_edges, edges_of
from pitboss.site.model import HOUSE, PROGRESSIVE, SiteJackpot
from pitboss.site.terms import PlayedJackpot

EDGE_DIGITS = 2  # decimals of an edge in a sentence
WAGERS_A_YEAR = 500_000  # a usual pace: four wagers in 30 rounds an hour, 80 hours a week
DRY_CHANCE = 0.001  # from here on, a meter that pays fixed awards is a warning (PS-12)
DRY_CELLS = 160  # coarse, because the check runs while people type


def check_jackpot(
    jackpot: SiteJackpot,
    played: PlayedJackpot,
    tables: tuple[Table, ...],
    profile: Profile,
    faults: Faults,
) -> None:
    """Check everything about a jackpot that doesn't involve the others."""
    _check_executive(played, profile, faults)
    if played.terms.kind == HOUSE:
        if _check_house(jackpot, played, faults):
            _check_house_edge(played, tables, faults)
        return
    if played.terms.kind != PROGRESSIVE:
        return  # already reported when the file was read
    if _check_levels(jackpot, played, faults) & _check_split(jackpot, played, faults):
        _check_settings(played, tables, profile, faults)


def check_change(
    played: PlayedJackpot, tables: tuple[Table, ...], profile: Profile, faults: Faults
) -> None:
    """Check new settings of a jackpot that is on the floor."""
    _check_executive(played, profile, faults)
    if played.terms.kind == PROGRESSIVE:
        _check_settings(played, tables, profile, faults)
    elif not _check_house_edge(played, tables, faults):
        faults.add(describe_edges(played, tables), "prizes", rule="PS-34", severity=WARNING)


def _check_settings(
    played: PlayedJackpot, tables: tuple[Table, ...], profile: Profile, faults: Faults
) -> None:
    _check_amounts(played, profile, faults)
    analyses = analyses_of(played, tables)
    _check_odds(analyses, profile, faults)
    _warn(played, analyses, faults)


# ---- errors -------------------------------------------------------------------------------------


def _check_house(jackpot: SiteJackpot, played: PlayedJackpot, faults: Faults) -> bool:
    """A house jackpot posts an amount wherever a progressive takes from a meter (PS-34)."""
    metered = {
        "levels": bool(jackpot.levels),
        "house_ppm": jackpot.house_ppm is not None,
        "lock_at_mark": jackpot.lock_at_mark,
        "fixed_from": bool(jackpot.fixed_from),
    }
    for key in [key for key, given in metered.items() if given][:1]:
        faults.error("HOUSE_JACKPOT_GROWS", key, rule="PS-34")
    wanted, given = lines_to_post(played.paytable), dict(played.terms.house_prizes)
    hands = percentage_hands(played.paytable)
    if not wanted:
        faults.error("OUTCOME_MISSING", "paytable", "no_line_jackpot", rule="PS-34")
    for outcome in given:
        if outcome not in hands:
            faults.error(
                "OUTCOME_UNKNOWN",
                f"prizes.{outcome}",
                "house_posts_lines",
                rule="PS-34",
                wanted=tuple(wanted),
            )
    for outcome in wanted:
        if outcome not in given:
            faults.error("OUTCOME_MISSING", f"prizes.{outcome}", "house_must_post", rule="PS-34")
    return hands.keys() == given.keys() != set()


def _check_house_edge(played: PlayedJackpot, tables: tuple[Table, ...], faults: Faults) -> bool:
    """Warn if the posted amounts pay back more than is wagered."""
    negative = min(edges_of(played, tables).values()) < 0
    if negative:
        edges = describe_edges(played, tables)
        faults.warning("HOUSE_EDGE_NEGATIVE", "prizes", rule="PS-34", edges=edges)
    return negative


def _check_levels(jackpot: SiteJackpot, played: PlayedJackpot, faults: Faults) -> bool:
    """Check that the file names only meters the paytable has."""
    known = [level.name for level in played.paytable.levels]
    if jackpot.house_prizes:
        faults.error("SITE_VALUE_WRONG", "prizes", "house_jackpot_prizes")
    if not known:
        faults.error("LINK_NO_METER", "paytable", "no_meter", id=played.paytable.id)
    named = {f"levels.{change.level}": change.level for change in jackpot.levels}
    if jackpot.fixed_from:
        named["fixed_from"] = jackpot.fixed_from
    for key, level in named.items():
        if level not in known:
            faults.error("LEVEL_UNKNOWN", key, "it_has", known=known)
    return bool(known)


def _check_split(jackpot: SiteJackpot, played: PlayedJackpot, faults: Faults) -> bool:
    """House, meters and reserves must add up to the whole wager."""
    changed = any(
        rate is not None
        for change in jackpot.levels
        for rate in (change.rate_ppm, change.reserve_ppm)
    )
    house_ppm = jackpot.house_ppm
    if house_ppm is None:
        if changed:
            faults.error("SPLIT_WRONG", "house_ppm", "rates_changed")
            return played.meter_ppm + played.reserve_ppm <= PPM_WHOLE
        house_ppm = played.paytable.house_ppm
    total = (house_ppm or 0) + played.meter_ppm + played.reserve_ppm
    if total != PPM_WHOLE:
        faults.error("SPLIT_WRONG", "house_ppm", "not_whole", total=total)
    return total == PPM_WHOLE


def _check_amounts(played: PlayedJackpot, profile: Profile, faults: Faults) -> None:
    for level in played.terms.levels:
        if level.maximum_cents is not None and level.maximum_cents < level.seed_cents:
            faults.error(
                "MAXIMUM_TOO_LOW",
                f"levels.{level.level}.maximum",
                "below_seed",
                rule="PS-10",
                maximum=level.maximum_cents,
                seed=level.seed_cents,
            )
    most_cents = profile.unreasonable_contribution.cents
    if played.terms.wager_cents * (played.meter_ppm + played.reserve_ppm) > most_cents * PPM_WHOLE:
        faults.error(
            "CONTRIBUTION_UNREASONABLE",
            "wager",
            rule=profile.unreasonable_contribution.rule,
            most=most_cents,
        )


def _check_executive(played: PlayedJackpot, profile: Profile, faults: Faults) -> None:
    usual = profile.executive_above.cents
    if played.terms.executive_above_cents > usual:
        faults.warning(
            "EXECUTIVE_AMOUNT_HIGH",
            "executive_above",
            rule=f"PS-4; {profile.executive_above.rule}",
            executive_above=played.terms.executive_above_cents,
            usual=usual,
        )


def _check_odds(analyses: tuple[Analysis, ...], profile: Profile, faults: Faults) -> None:
    most = profile.top_odds_one_in_most.value
    if most == NO_LIMIT:
        return
    for analysis in analyses:
        for line in analysis.printed_meter_lines:
            if line.probability * most < 1:
                faults.error(
                    "ODDS_TOO_LONG",
                    "paytable",
                    rule=profile.top_odds_one_in_most.rule,
                    hand=line.outcome,
                    odds=describe_odds(line.probability),
                    most=most,
                )


# ---- warnings -----------------------------------------------------------------------------------


def _warn(played: PlayedJackpot, analyses: tuple[Analysis, ...], faults: Faults) -> None:
    least = min(analyses, key=lambda analysis: analysis.long_run_edge)
    edge = say(
        "PART",
        "then_edge_before_envy" if played.paytable.envy else "then_edge",
        edge=percent(least.long_run_edge, EDGE_DIGITS),
    )
    for each in _warnings(played, least):
        rule = "PS-12" if each.code == "CONTRIBUTION_LOW" else "PS-13"
        with_edge = replace(each, values={**each.values, "edge": edge})
        faults.add(with_edge, each.where, rule=rule, severity=WARNING)


def _warnings(played: PlayedJackpot, analysis: Analysis) -> Iterator[Told]:
    """Everything the letters warn about, at its key."""
    gets = _ppm(played.meter_ppm)
    if not played.terms.wide:  # a hub's meter gets what other properties play
        yield from _dry_warnings(played, analysis)
    if not played.all_from_meter:
        own_ppm = sum(level.rate_ppm for level in played.paytable.levels)
        if played.meter_ppm > own_ppm:
            yield _at("levels", "CONTRIBUTION_RAISED", gets=gets, own=_ppm(own_ppm))
    if analysis.long_run_edge < 0:
        yield _at("levels", "HOUSE_EDGE_NEGATIVE", "long_run")
    yield from _seed_warnings(played)


def _dry_warnings(played: PlayedJackpot, analysis: Analysis) -> Iterator[Told]:
    """The levels that may have too little for a fixed award within a year at a usual pace."""
    for level in played.terms.levels:
        flow = flow_of(analysis, level.level, maximum_cents=level.maximum_cents)
        case, chance = "chance", bound_of_running_dry(flow, WAGERS_A_YEAR) if flow.draws else 0.0
        if chance < DRY_CHANCE:
            continue
        try:
            chance = chance_of_running_dry(flow, WAGERS_A_YEAR, cells=DRY_CELLS).chance
        except Refusal:
            case = "at_most"  # a server without numpy has the bound alone
        if chance >= DRY_CHANCE:
            yield _at(
                "levels",
                "CONTRIBUTION_LOW",
                case,
                gets=_ppm(level.rate_ppm),
                pays=percent(analysis.fixed_off(level.level)),
                chance=percent(Fraction(chance), 1 if chance >= 0.01 else 2),
                wagers=WAGERS_A_YEAR,
            )


def _at(key: str, code: str, case: str = "", **values: object) -> Told:
    return replace(say(code, case, **values), where=key)


def _seed_warnings(played: PlayedJackpot) -> Iterator[Told]:
    if played.terms.wide:
        return  # the hub sets the seeds
    largest = played.largest_fixed_cents
    for level in played.terms.levels:
        key = f"levels.{level.level}.seed"
        if not level.seed_cents and level.reserve_ppm:
            yield _at(key, "SEED_RESERVE_ONLY")
        elif not level.seed_cents:
            yield _at(key, "SEED_ZERO")
        elif level.level == played.top_level and level.seed_cents < largest:
            yield _at(key, "SEED_LOW", seed=level.seed_cents, award=largest)


def describe_edge_change(
    before: PlayedJackpot, after: PlayedJackpot, tables: tuple[Table, ...]
) -> Told:
    """The lowest house edge before and after a change; in the long run if a meter grows, otherwise
    at the posted amounts."""
    old, new = (_least_edge(played, tables) for played in (before, after))
    case = "long_run" if after.terms.kind == PROGRESSIVE else "posted"
    texts = [percent(edge, EDGE_DIGITS) for edge in (old, new)]
    if old != new and texts[0] == texts[1]:  # too small a change for two decimals
        texts = [percent(edge) for edge in (old, new)]
    if after.paytable.envy:
        case += "_before_envy"
    return say("EDGE_CHANGE", case, before=texts[0], after=texts[1])


def _least_edge(played: PlayedJackpot, tables: tuple[Table, ...]) -> Fraction:
    if played.terms.kind == PROGRESSIVE:
        return min(analysis.long_run_edge for analysis in analyses_of(played, tables))
    return min(edges_of(played, tables).values())


def describe_odds(probability: Fraction) -> Told:
    """How often something happens."""
    if not probability:
        return say("PART", "never")
    return say("PART", "one_in", count=round(1 / probability))


def _ppm(rate: int) -> str:
    return f"{rate / 10_000:g} %"
