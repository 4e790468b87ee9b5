"""What the exact mathematics says of a change that somebody wants to ask for: warnings for who
approves it, and the proof of a link that it makes. The floor itself does not know them; it keeps
the texts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.floor.facts.values import Change
from pitboss.floor.state import JackpotState, State
from pitboss.maths.analysis import Analysis
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.round import Table
from pitboss.site.check import sound, tables_of
from pitboss.site.faults import ERROR, Faults
from pitboss.site.figures import analyses_of
from pitboss.site.jackpots import check_change
from pitboss.site.links import proof_of
from pitboss.site.model import Site, SiteJackpot
from pitboss.site.terms import Terms


def warnings_of_change(
    what: Change, state: State, site: Site, paytables: Paytables
) -> tuple[str, ...]:
    """Texts for the request. New settings: the warnings of PS-12 and PS-13, each with the new edge.
    Money that moves: where it will be won with other odds. What the profile does not allow at all
    is refused."""
    floor = _Floor(state, site, paytables)
    if what.action == "set":
        return floor.settings_warnings(what)
    if what.action in ("transfer", "retire") and what.into:
        return floor.odds_warnings(what)
    return ()


def proof_of_change(what: Change, state: State, site: Site, paytables: Paytables) -> str:
    """What is proven of the links that a table would have; an unlawful one is refused with the
    rule. `site` says how the tables of the floor are set."""
    assert what.action == "set_table"
    known = {table.table: table for table in site.tables}
    tables = []
    for name, standing in state.tables.items():
        if standing.closed:
            continue
        if name not in known:
            if set(standing.jackpots) & set(what.jackpots):
                raise Refusal(
                    "LINK_UNPROVEN", where=name, reason="the site file does not say how it is set"
                )
            continue
        jackpots = what.jackpots if name == what.table else standing.jackpots
        tables.append(replace(known[name], jackpots=jackpots))
    changed = replace(site, tables=tuple(tables))
    sound(changed, paytables)
    (table,) = (each for each in tables if each.table == what.table)
    return proof_of(changed, table, catalog.profile(site.profile))


class _Floor:
    """A running floor beside the file that says how its tables are set."""

    def __init__(self, state: State, site: Site, paytables: Paytables) -> None:
        self._state = state
        self._site = site
        self._paytables = paytables
        self._tables = tables_of(site, paytables)

    def settings_warnings(self, what: Change) -> tuple[str, ...]:
        jackpot = self._state.jackpot(what.jackpot)
        terms = self._terms(jackpot, what)
        faults = Faults(what.jackpot)
        profile = catalog.profile(self._site.profile)
        check_change(terms, self._playing(jackpot.jackpot), profile, faults)
        for fault in faults.found:
            if fault.severity == ERROR:
                raise Refusal(
                    fault.code, where=fault.where, reason=f"{fault.reason} ({fault.rule})"
                )
        return tuple(f"{fault.code}: {fault.reason} ({fault.rule})" for fault in faults.found)

    def odds_warnings(self, what: Change) -> tuple[str, ...]:
        """Players of one jackpot would pay for a prize of other odds (GLI-13)."""
        source, target = (self._analysis(name) for name in (what.jackpot, what.into))
        told = []
        for level, into in what.pairs:
            before, after = _restart_odds(source, level), _restart_odds(target, into)
            if before != after:
                told.append(
                    f"{what.jackpot} {level} is won {_odds(before)}, "
                    f"{what.into} {into} {_odds(after)} (GLI-13)"
                )
        return tuple(told)

    def _analysis(self, name: str) -> Analysis:
        jackpot = self._state.jackpot(name)
        return analyses_of(self._terms(jackpot, Change("set")), self._playing(name))[0]

    def _playing(self, jackpot: str) -> tuple[Table, ...]:
        """The tables on the floor that play a jackpot, as the file sets them."""
        names = [
            name
            for name, table in self._state.tables.items()
            if jackpot in table.jackpots and not table.closed
        ]
        return tuple(self._tables[name] for name in names if name in self._tables)

    def _terms(self, jackpot: JackpotState, what: Change) -> Terms:
        """The jackpot as it would be set."""
        changes = {level.level: level for level in what.levels}
        standing = [level.setting for level in jackpot.levels.values()]
        above = what.executive_above_cents
        return Terms(
            jackpot=SiteJackpot(
                jackpot=jackpot.jackpot,
                kind=jackpot.kind,
                paytable=jackpot.paytable,
                wager_cents=jackpot.wager_cents,
                levels=(),
                house_ppm=None,
                house_prizes=(),
                executive_above_cents=above,
                lock_at_mark=jackpot.lock_at_mark,
                fixed_from=jackpot.fixed_from if what.fixed_from is None else what.fixed_from,
                equipment_least={},
                title="",
                theme="",
            ),
            paytable=self._paytables.get(jackpot.paytable),
            wager_cents=jackpot.wager_cents,
            levels=tuple(changes.get(level.level, level) for level in standing),
            executive_above_cents=jackpot.executive_above_cents if above is None else above,
        )


def _restart_odds(analysis: Analysis, level: str) -> Fraction:
    """The probability of winning all of a level."""
    lines = [line for line in analysis.meter_lines if line.level == level and line.share == 1]
    return sum((line.probability for line in lines), Fraction(0))


def _odds(probability: Fraction) -> str:
    return f"1 in {float(1 / probability):,.0f}" if probability else "never"
