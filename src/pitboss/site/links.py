"""Checks by exact mathematics that the tables of a jackpot may share its meters, or the amounts the
house posts (PS-30 to PS-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pitboss.maths.linking import RULE, may_link, members_of
from pitboss.rules import catalog
from pitboss.rules.catalog import letters_of, link_rule
from pitboss.rules.cited_law import APPROVED_EQUIVALENCE, NO_LIMIT
from pitboss.rules.letters import plain_title
from pitboss.rules.paytable import Paytable
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.rules.scaling import at_wager
from pitboss.site.faults import Faults
from pitboss.site.jackpot_figures import ways_at
from pitboss.site.model import HOUSE, PROGRESSIVE, Site, SiteTable
from pitboss.site.terms import PlayedJackpot


def check_link(
    played: PlayedJackpot,
    tables: Mapping[str, Table],
    titles: Mapping[str, str],
    profile: Profile,
    faults: Faults,
) -> None:
    """Compare every table that plays the jackpot with the first; `titles` has each table's title.
    Tables that share a meter need equal odds; a house jackpot has no meter, only its letter's own
    rule."""
    house = played.terms.kind == HOUSE
    wager_cents = played.terms.wager_cents
    paytable = at_wager(played.paytable, wager_cents) if house else played.own_paytable()
    own = link_rule(paytable.id)
    distinct: dict[tuple[tuple[str, str], ...], str] = {}
    for name, table in tables.items():
        way = ways_at(paytable, table)[0]  # the other side of a table is the same at each
        distinct.setdefault(tuple(sorted(way.items())), name)
    called = {name: f"{name} {titles[name]}".rstrip() for name in tables}
    members = [
        (
            called[name],
            [replace(each, name=called[name]) for each in members_of(paytable, dict(way))],
        )
        for way, name in distinct.items()
    ]
    if len(members) < 2:
        return
    (first_name, first), *others = members
    for name, other in others:
        for why in may_link([*first, *other]).reasons:
            rule = why.rule
            if rule == RULE and house:
                continue
            case = "" if why.names_members else "of_tables"
            values = {"why": why.told, "first": first_name, "other": name}
            if rule == RULE and profile.law.link_rule.value == APPROVED_EQUIVALENCE:
                cited = profile.law.link_rule.rule
                faults.warning("LINK_UNEQUAL", "", case, rule=cited, **values)
            else:
                is_own = own is not None and rule == own.rule
                cited = _cited(rule, paytable, profile) if is_own else _equal_odds(profile)
                faults.error("LINK_REFUSED", "", case, rule=cited, **values)


def _equal_odds(profile: Profile) -> str:
    return f"PS-30; {profile.law.link_rule.rule}"


def _cited(rule: str, paytable: Paytable, profile: Profile) -> str:
    """A line of the specification, with the letters that say so, if any apply."""
    sources = dict.fromkeys(each.source for each in letters_of([paytable], profile))
    return "; ".join(filter(None, (rule, *sources)))


def proof_of(site: Site, table: SiteTable, profile: Profile) -> str:
    """What `check` proved about a table's links, in a sentence for the record; empty if it shares
    no meter."""
    own = {each.jackpot: each for each in site.jackpots if each.jackpot in table.jackpots}
    proven = []
    for jackpot in table.jackpots:
        others = [each.table for each in site.tables_of(jackpot) if each.table != table.table]
        if others and own[jackpot].kind == PROGRESSIVE:
            title = own[jackpot].title or jackpot
            rule = profile.law.link_rule.value.replace("_", " ")
            proven.append(f"{title}: {rule} with {', '.join(others)}")
    return f"{'; '.join(proven)} ({profile.law.link_rule.rule})" if proven else ""


def check_games(
    played: PlayedJackpot, tables: Sequence[SiteTable], profile: Profile, faults: Faults
) -> None:
    """Tables of several games share a jackpot only if its paytable is made for each of them."""
    games = dict.fromkeys(table.game for table in tables)
    if len(games) < 2:
        return
    own = link_rule(played.paytable.id)
    for game in games:
        if game not in played.paytable.games:
            is_own = own is not None and own.is_of_one_game
            faults.error(
                "LINK_REFUSED",
                "",
                "no_other_game" if is_own else "no_winning_hands",
                rule=_cited(own.rule, played.paytable, profile)
                if own and is_own
                else _equal_odds(profile),
                title=played.paytable.title,
                game=catalog.game(game).title,
            )


def check_titles(
    played: PlayedJackpot, tables: Sequence[SiteTable], profile: Profile, faults: Faults
) -> None:
    """Tables of several titles share a jackpot only if its letter names them."""
    letters = letters_of([played.paytable], profile)
    known = [title for letter in letters for title in letter.titles]
    titles = {plain_title(table.title): table.title for table in tables}
    if not known or len(titles) < 2:
        return
    for plain, title in titles.items():
        if plain not in map(plain_title, known):
            faults.error(
                "LINK_REFUSED",
                "",
                "title" if title else "no_title",
                rule=_cited("PS-31", played.paytable, profile),
                title=title,
                known=known,
            )


def check_links_per_game(
    jackpots: Sequence[PlayedJackpot],
    tables: Mapping[str, Sequence[SiteTable]],
    titles: Mapping[str, str],
    profile: Profile,
    faults: Faults,
) -> None:
    """Check how many jackpots one game shares with other games; `titles` has each table's title."""
    most = profile.links_per_game.value
    if most == NO_LIMIT:
        return
    shared: dict[str, list[str]] = {}
    for each in jackpots:
        games = {table.game for table in tables[each.jackpot]}
        if each.terms.kind == PROGRESSIVE and len(games) > 1:
            for game in sorted(games):
                shared.setdefault(game, []).append(each.jackpot)
    for game, names in shared.items():
        for jackpot in names[most:]:
            listed = [titles.get(name) or name for name in names]
            faults.error(
                "LINKS_TOO_MANY",
                f"jackpot.{jackpot}",
                rule=profile.links_per_game.rule,
                title=catalog.game(game).title,
                listed=listed,
                most=most,
            )
