"""Is this jackpot sound? Its split, its prizes, and the warnings of PS-12 and PS-13, each with the
exact edge that follows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import percent
from pitboss.money import PPM_WHOLE, dollars
from pitboss.rules.house_jackpot import lines_to_post, percentage_hands
from pitboss.rules.law import NO_LIMIT
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.figures import analyses_of, edges_of, edges_text
from pitboss.site.model import HOUSE, PROGRESSIVE, SiteJackpot
from pitboss.site.terms import PlayedJackpot

EDGE_DIGITS = 2  # of an edge in a sentence
DRY_BELOW_PPM = 700_000  # below it a meter that pays everything may run dry (PS-12)


def check_jackpot(
    jackpot: SiteJackpot,
    played: PlayedJackpot,
    tables: tuple[Table, ...],
    profile: Profile,
    faults: Faults,
) -> None:
    """All that can be said of a jackpot without the others."""
    _check_executive(played, profile, faults)
    if played.terms.kind == HOUSE:
        if _check_house(jackpot, played, faults):
            _check_house_edge(played, tables, faults)
        return
    if played.terms.kind != PROGRESSIVE:
        return  # told when the file was read
    if _check_levels(jackpot, played, faults) & _check_split(jackpot, played, faults):
        _check_settings(played, tables, profile, faults)


def check_change(
    played: PlayedJackpot, tables: tuple[Table, ...], profile: Profile, faults: Faults
) -> None:
    """What can be said of new settings of a jackpot that is on the floor."""
    _check_executive(played, profile, faults)
    if played.terms.kind == PROGRESSIVE:
        _check_settings(played, tables, profile, faults)
    elif not _check_house_edge(played, tables, faults):
        faults.warning("HOUSE_EDGE", "prizes", edges_text(played, tables), rule="PS-34")


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
        faults.error("HOUSE_JACKPOT_GROWS", key, "a house jackpot has no meter", rule="PS-34")
    wanted, given = lines_to_post(played.paytable), dict(played.terms.house_prizes)
    hands = percentage_hands(played.paytable)
    if not wanted:
        faults.error("OUTCOME_MISSING", "paytable", "no line of it is a jackpot", rule="PS-34")
    for outcome in given:
        if outcome not in hands:
            faults.error(
                "OUTCOME_UNKNOWN",
                f"prizes.{outcome}",
                f"the house posts {', '.join(wanted) or 'nothing'}; other lines pay from the tray",
                rule="PS-34",
            )
    for outcome in wanted:
        if outcome not in given:
            faults.error(
                "OUTCOME_MISSING", f"prizes.{outcome}", "the house must post it", rule="PS-34"
            )
    return hands.keys() == given.keys() != set()


def _check_house_edge(played: PlayedJackpot, tables: tuple[Table, ...], faults: Faults) -> bool:
    """Whether the posted amounts pay back more than is wagered, which is warned of."""
    negative = min(edges_of(played, tables).values()) < 0
    if negative:
        text = f"it pays back more than is wagered; {edges_text(played, tables)}"
        faults.warning("HOUSE_EDGE_NEGATIVE", "prizes", text, rule="PS-34")
    return negative


def _check_levels(jackpot: SiteJackpot, played: PlayedJackpot, faults: Faults) -> bool:
    """Whether the paytable has meters, and the file speaks only of those."""
    known = [level.name for level in played.paytable.levels]
    if jackpot.house_prizes:
        faults.error("SITE_VALUE_WRONG", "prizes", "only a house jackpot has prizes of its own")
    if not known:
        faults.error("LINK_NO_METER", "paytable", f"{played.paytable.id} has no meter")
    named = {f"levels.{change.level}": change.level for change in jackpot.levels}
    if jackpot.fixed_from:
        named["fixed_from"] = jackpot.fixed_from
    for key, level in named.items():
        if level not in known:
            faults.error("LEVEL_UNKNOWN", key, f"it has {', '.join(known) or 'none'}")
    return bool(known)


def _check_split(jackpot: SiteJackpot, played: PlayedJackpot, faults: Faults) -> bool:
    """House, meters and reserves take the whole wager, no more, no less."""
    changed = any(
        rate is not None
        for change in jackpot.levels
        for rate in (change.rate_ppm, change.reserve_ppm)
    )
    house_ppm = jackpot.house_ppm
    if house_ppm is None:
        if changed:
            faults.error(
                "SPLIT_WRONG", "house_ppm", "rates are changed: name the house's share too"
            )
            return played.meter_ppm + played.reserve_ppm <= PPM_WHOLE
        house_ppm = played.paytable.house_ppm
    total = (house_ppm or 0) + played.meter_ppm + played.reserve_ppm
    if total != PPM_WHOLE:
        faults.error(
            "SPLIT_WRONG",
            "house_ppm",
            f"house, meters and reserves must sum to 1,000,000; they sum to {total:,}",
        )
    return total == PPM_WHOLE


def _check_amounts(played: PlayedJackpot, profile: Profile, faults: Faults) -> None:
    for level in played.terms.levels:
        if level.maximum_cents is not None and level.maximum_cents < level.seed_cents:
            faults.error(
                "MAXIMUM_TOO_LOW",
                f"levels.{level.level}.maximum",
                f"{dollars(level.maximum_cents)} is below the seed of {dollars(level.seed_cents)}",
                rule="PS-10",
            )
    most_cents = profile.unreasonable_contribution.cents
    if played.terms.wager_cents * (played.meter_ppm + played.reserve_ppm) > most_cents * PPM_WHOLE:
        faults.error(
            "CONTRIBUTION_UNREASONABLE",
            "wager",
            f"one wager would give the meters more than {dollars(most_cents)}",
            rule=profile.unreasonable_contribution.rule,
        )


def _check_executive(played: PlayedJackpot, profile: Profile, faults: Faults) -> None:
    usual = profile.executive_above.cents
    if played.terms.executive_above_cents > usual:
        faults.warning(
            "EXECUTIVE_AMOUNT_HIGH",
            "executive_above",
            f"an executive confirms only above {dollars(played.terms.executive_above_cents)}; "
            f"the profile's amount is {dollars(usual)}",
            rule=f"PS-4; {profile.executive_above.rule}",
        )


def _check_odds(analyses: tuple[Analysis, ...], profile: Profile, faults: Faults) -> None:
    most = profile.top_odds_one_in_most.value
    if most == NO_LIMIT:
        return
    for analysis in analyses:
        for line in analysis.printed_meter_lines:
            if line.probability * most < 1:
                odds = f"1 in {float(1 / line.probability):,.0f}" if line.probability else "never"
                faults.error(
                    "ODDS_TOO_LONG",
                    "paytable",
                    f"{line.outcome} comes {odds}, longer than 1 in {most:,}",
                    rule=profile.top_odds_one_in_most.rule,
                )


# ---- warnings -----------------------------------------------------------------------------------


def _warn(played: PlayedJackpot, analyses: tuple[Analysis, ...], faults: Faults) -> None:
    least = min(analyses, key=lambda analysis: analysis.long_run_edge)
    edge = percent(least.long_run_edge, EDGE_DIGITS) + _before_envy(played)
    for code, key, text, rule in _warnings(played, least):
        faults.warning(code, key, f"{text}; house edge {edge}", rule=rule)


def _warnings(played: PlayedJackpot, analysis: Analysis) -> Iterator[tuple[str, str, str, str]]:
    """Code, key, sentence and rule of everything that the letters warn of."""
    if played.all_from_meter:
        if played.meter_ppm < DRY_BELOW_PPM:
            pays = percent(analysis.fixed_from_meter)
            text = (
                f"all pays come off the meter, which gets {_ppm(played.meter_ppm)} of each wager "
                f"and pays {pays} of it in fixed awards: below 70 % it may run dry"
            )
            yield "CONTRIBUTION_LOW", "levels", text, "PS-12"
    else:
        own_ppm = sum(level.rate_ppm for level in played.paytable.levels)
        if played.meter_ppm > own_ppm:
            text = (
                f"the meters get {_ppm(played.meter_ppm)} of each wager; the paytable's own value "
                f"is {_ppm(own_ppm)}, and more cuts the house edge"
            )
            yield "CONTRIBUTION_RAISED", "levels", text, "PS-13"
    if analysis.long_run_edge < 0:
        text = "seeds and pays give back more than is wagered: every wager costs the house money"
        yield "HOUSE_EDGE_NEGATIVE", "levels", text, "PS-13"
    yield from _seed_warnings(played)


def _seed_warnings(played: PlayedJackpot) -> Iterator[tuple[str, str, str, str]]:
    if played.terms.wide:
        return  # seeds are the hub's
    largest = played.largest_fixed_cents
    for level in played.terms.levels:
        key = f"levels.{level.level}.seed"
        if not level.seed_cents and level.reserve_ppm:
            yield "SEED_RESERVE_ONLY", key, "the reserve is the only seed", "PS-13"
        elif not level.seed_cents:
            yield "SEED_ZERO", key, "the meter restarts from nothing", "PS-13"
        elif level.level == played.top_level and level.seed_cents < largest:
            text = (
                f"{dollars(level.seed_cents)} is below the largest fixed award, {dollars(largest)}"
            )
            yield "SEED_LOW", key, text, "PS-13"


def edge_change_text(before: PlayedJackpot, after: PlayedJackpot, tables: tuple[Table, ...]) -> str:
    """The least house edge as it is and as it would be; in the long run where a meter grows, at the
    posted amounts where none does."""
    old, new = (_least_edge(played, tables) for played in (before, after))
    run = "in the long run" if after.terms.kind == PROGRESSIVE else "at the posted amounts"
    texts = [percent(edge, EDGE_DIGITS) for edge in (old, new)]
    if old != new and texts[0] == texts[1]:  # too small a change for two decimals
        texts = [percent(edge) for edge in (old, new)]
    return f"House edge {texts[0]} → {texts[1]}{_before_envy(after)}, {run}"


def _least_edge(played: PlayedJackpot, tables: tuple[Table, ...]) -> Fraction:
    if played.terms.kind == PROGRESSIVE:
        return min(analysis.long_run_edge for analysis in analyses_of(played, tables))
    return min(edges_of(played, tables).values())


def _before_envy(played: PlayedJackpot) -> str:
    return ", before envy" if played.paytable.envy else ""


def _ppm(rate: int) -> str:
    return f"{rate / 10_000:g} %"
