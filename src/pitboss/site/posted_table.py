"""Checks what a table posts besides its pays: its title, its limits, and how many games one hand of
cards plays. Only too many games keep a site from opening; the rest are warnings for a pit
manager."""

from __future__ import annotations

from pitboss.money import Cents, times_odds_down
from pitboss.rules.cited_law import NO_LIMIT
from pitboss.rules.game import Range
from pitboss.rules.letters import plain_title
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.rules.table import ceiling_of
from pitboss.site.faults import Faults
from pitboss.site.model import SiteTable
from pitboss.site.table_approval import titles_of


def check_title(table: SiteTable, opened: Table, profile: Profile, faults: Faults) -> None:
    """Check that the table's letters name its title."""
    known = titles_of(opened, profile)
    if table.title and known and plain_title(table.title) not in map(plain_title, known):
        faults.warning(
            "TITLE_UNKNOWN", "title", rule="PS-31", titles=dict.fromkeys(known), title=table.title
        )


def check_games_of_hand(opened: Table, profile: Profile, faults: Faults) -> None:
    """Each bet of a layout is a game; the law can limit how many one hand plays, and how many of
    them for large wagers."""
    highest = {
        slot: max((opened.limits[name][1] for name in wagers), default=Cents(0))
        for slot, wagers in _wagers_by_slot(opened).items()
    }
    above = profile.large_game_above.cents
    large = [slot for slot, most_cents in highest.items() if most_cents > above]
    counted = len(highest) + (opened.second_sensor is not None)
    for most, count, case in (
        (profile.games_most, counted, ""),
        (profile.large_games_most, len(large), "large"),
    ):
        if most.value != NO_LIMIT and count > most.value:
            faults.error(
                "GAMES_TOO_MANY",
                "paytables",
                case,
                rule=most.rule,
                count=count,
                above=above,
                value=most.value,
            )


def _wagers_by_slot(opened: Table) -> dict[str, list[str]]:
    """The wagers before the deal of each bet on the layout."""
    found: dict[str, list[str]] = {slot: [] for slot in opened.paytables}
    for wager in opened.game.wagers:
        if wager.slot in found and wager.name in opened.limits:
            found[wager.slot].append(wager.name)
    return found


def check_posted_limits(table: SiteTable, opened: Table, profile: Profile, faults: Faults) -> None:
    """Warn about limits that are missing, that nobody can wager within, or that leave no room for a
    wager that may follow."""
    offered = {wager.name for wager in opened.game.wagers if wager.slot in opened.paytables}
    for name in table.limits:
        if name not in offered:
            faults.warning(
                "LIMITS_UNUSED", f"limits.{name}", rule="ALL-2", name=name.replace("_", " ")
            )
    for wager in opened.game.wagers:
        paytable = opened.paytables.get(wager.slot)
        if not wager.has_limits or paytable is None or paytable.levels:
            continue
        if wager.name not in table.limits:
            faults.warning(
                "LIMITS_MISSING",
                f"limits.{wager.name}",
                rule="ALL-2",
                name=wager.name.replace("_", " "),
            )
    for wager in opened.game.wagers:
        if isinstance(wager.relation, Range) and wager.relation.of in table.limits:
            most = table.limits[wager.relation.of][1]
            _check_room(wager.name, wager.relation, most, profile, faults)


def _check_room(
    name: str, relation: Range, most_cents: Cents, profile: Profile, faults: Faults
) -> None:
    ceiling_cents = ceiling_of(profile)
    if most_cents * relation.most_percent <= ceiling_cents * 100:
        return
    room_cents = times_odds_down(ceiling_cents, numerator=100, denominator=relation.most_percent)
    faults.warning(
        "LIMITS_NO_ROOM",
        f"limits.{relation.of}",
        rule=f"ALL-2; {profile.wager_most.rule}",
        name=name,
        most_percent=relation.most_percent // 100,
        of=relation.of,
        room=room_cents,
        ceiling=ceiling_cents,
    )
