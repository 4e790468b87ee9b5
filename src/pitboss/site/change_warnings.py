"""Warnings for the people who approve a change, from the exact mathematics and the tables'
approvals, and the proof of a link the change makes. The floor itself doesn't compute these; it
stores them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pitboss.floor.decide.plans import with_terms
from pitboss.floor.facts import values
from pitboss.floor.money.meter import fill_up, read_shown
from pitboss.floor.state.approved import Drift, bundle_items, item_drifts
from pitboss.floor.state.floor import JackpotState, State, TableState
from pitboss.maths.analysis import Analysis
from pitboss.money import covering_up
from pitboss.refusal import Refusal, Told, say
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Table
from pitboss.site.check import sound, tables_of
from pitboss.site.faults import ERROR, Faults
from pitboss.site.jackpot_check import check_change, describe_edge_change, describe_odds
from pitboss.site.jackpot_figures import analyses_of
from pitboss.site.jurisdiction import profile_of
from pitboss.site.links import proof_of
from pitboss.site.model import Site
from pitboss.site.terms import PlayedJackpot


def warnings_of_change(
    what: values.Change, state: State, site: Site, paytables: Paytables
) -> tuple[Told, ...]:
    """Warnings about a request. First, the tables that will no longer run as approved. New
    settings: the warnings of PS-12 and PS-13 with the new edge, then the edge before and after.
    Money that moves: if it will be won at other odds. A jackpot that goes: where its play stops. A
    table that leaves one: if nobody else plays for it. Anything the profile forbids is refused."""
    floor = _Floor(state, site, paytables)
    match what:
        case values.SetTerms():
            warnings = floor.settings_warnings(what)  # refuses what isn't allowed
            return (*floor.approval_warnings(what), *warnings)
        case values.SetTable():
            return (*floor.approval_warnings(what), *floor.find_unplayed(what))
        case values.CloseTable():
            return floor.find_unplayed(what)
        case values.Retire():
            odds = floor.odds_warnings(what) if what.into else ()
            return (*floor.stopped_play(what), *odds)
        case values.Transfer():
            return floor.odds_warnings(what)


def proof_of_change(what: values.Change, state: State, site: Site, paytables: Paytables) -> str:
    """The proof of the links a table would have; empty if its sensors stay. An unlawful link is
    refused with the rule. `site` has the settings of the floor's tables."""
    if not isinstance(what, values.SetTable) or not what.jackpots:
        return ""
    state.table(what.table)
    for jackpot in what.jackpots:
        state.jackpot(jackpot)
    known = {table.table: table for table in site.tables}
    tables = []
    for name, standing in state.tables.items():
        if standing.closed:
            continue
        if name not in known:
            if name == what.table or set(standing.jackpots) & set(what.jackpots):
                raise Refusal("LINK_UNPROVEN", "site_file_does", where=name)
            continue
        jackpots = what.jackpots if name == what.table else standing.jackpots
        tables.append(replace(known[name], jackpots=jackpots))
    asked = replace(site, tables=tuple(tables))
    try:
        sound(asked, paytables)
    except Refusal as refusal:  # not a key of the file: nobody wrote it there
        raise Refusal.of(refusal.told, what.table) from None
    (table,) = (each for each in tables if each.table == what.table)
    return proof_of(asked, table, profile_of(site))


class _Floor:
    """A running floor with the file that has its tables' settings."""

    def __init__(self, state: State, site: Site, paytables: Paytables) -> None:
        self._state = state
        self._site = site
        self._paytables = paytables
        self._tables = tables_of(site, paytables)

    def settings_warnings(self, what: values.SetTerms) -> tuple[Told, ...]:
        jackpot = self._state.jackpot(what.jackpot)
        paytable = self._paytables.get(jackpot.terms.paytable)
        played = PlayedJackpot(what.jackpot, with_terms(jackpot.terms, what, paytable), paytable)
        faults = Faults(what.jackpot)
        profile = profile_of(self._site)
        check_change(played, self._playing(jackpot.jackpot), profile, faults)
        for fault in faults.found:
            if fault.severity == ERROR:
                raise Refusal.of(fault.cited)
        warnings = [fault.cited for fault in faults.found]
        warnings += self._meter_warnings(jackpot, what, paytable)
        before = self._played(what.jackpot, jackpot.terms)
        return (*warnings, describe_edge_change(before, played, self._playing(jackpot.jackpot)))

    def _meter_warnings(
        self, jackpot: JackpotState, what: values.SetTerms, paytable: Paytable
    ) -> Iterator[Told]:
        """What new settings do to a meter: what the house adds for a higher seed, and where
        contributions above a new maximum go."""
        for setting in what.levels:
            level, name = jackpot.levels[setting.level], paytable.level_label(setting.level)
            put_up = fill_up(what.jackpot, level, setting).house_micros
            if put_up:
                yield say(
                    "SEED_RAISED",
                    level=name,
                    shown=read_shown(level),
                    puts_up=covering_up(put_up),
                    seed=setting.seed_cents,
                    rule="PS-65",
                )
            most = setting.maximum_cents
            if most is not None and most != level.setting.maximum_cents:
                yield say(
                    "MAXIMUM_SET",
                    level=name,
                    shown=read_shown(level),
                    room=max(0, most - read_shown(level)),
                    rule=self._state.law.maximum_least.rule,
                )

    def approval_warnings(self, what: values.SetTerms | values.SetTable) -> tuple[Told, ...]:
        """The tables that lose their approval by this change (PS-64): if the jurisdiction stops
        them, they start no more rounds, so the people who approve or apply it must know first."""
        switch = self._state.law.terms_drift
        by_drift: dict[tuple[Drift, ...], list[str]] = {}
        for table in self._state.tables.values():
            if drift := tuple(self._new_drift(table, what)):
                by_drift.setdefault(drift, []).append(table.table)
        effect = "would_stop" if switch.value == "stop" else "would_drift"
        return tuple(
            say(
                "TERMS_DRIFT",
                f"{effect}_several" if len(tables) > 1 else effect,
                tables=tables,
                drift=[each.would_be for each in drift],
                rule=switch.rule,
            )
            for drift, tables in by_drift.items()
        )

    def _new_drift(self, table: TableState, what: values.SetTerms | values.SetTable) -> list[Drift]:
        """What a change would make a table run without approval, and doesn't yet."""
        if table.approval is None or table.training or table.closed:
            return []
        terms = {name: self._state.kept_jackpot(name).terms for name in table.jackpots}
        keypad = table.keypad
        jackpots = table.jackpots
        if isinstance(what, values.SetTerms):
            if what.jackpot not in terms:
                return []
            paytable = self._paytables.get(terms[what.jackpot].paytable)
            terms[what.jackpot] = with_terms(terms[what.jackpot], what, paytable)
        elif what.table != table.table:
            return []
        else:
            jackpots, keypad = what.jackpots or jackpots, what.keypad or keypad
            terms = {name: self._state.jackpot(name).terms for name in jackpots}
        sensors = [terms[name] for name in jackpots]
        items = bundle_items(table.plays, sensors, keypad, table.equipment)
        found = item_drifts(table.approval.items, items)
        return [each for each in found if each not in table.drift]

    def find_unplayed(self, what: values.SetTable | values.CloseTable) -> tuple[Told, ...]:
        """The jackpots that nobody plays for once a table plays for others, or goes."""
        had = self._state.table(what.table).jackpots
        kept = (what.jackpots or had) if isinstance(what, values.SetTable) else ()
        warnings = []
        for jackpot in had:
            is_gone = self._state.kept_jackpot(jackpot).status == "retired"
            if jackpot not in kept and self._players(jackpot) == [what.table] and not is_gone:
                warnings.append(say("NOBODY_PLAYS", title=self._title(jackpot)))
        return tuple(warnings)

    def stopped_play(self, what: values.Retire) -> tuple[Told, ...]:
        """The tables that play for a jackpot that goes."""
        tables = self._players(what.jackpot)
        return (say("PLAY_STOPS", tables=tables),) if tables else ()

    def odds_warnings(self, what: values.Transfer | values.Retire) -> tuple[Told, ...]:
        """Players of one jackpot would pay for a prize at other odds (GLI-13)."""
        source, target = (self._analysis(name) for name in (what.jackpot, what.into))
        warnings = []
        for level, into in what.pairs:
            before, after = _restart_odds(source, level), _restart_odds(target, into)
            if before != after:
                warnings.append(
                    say(
                        "ODDS_DIFFER",
                        title=self._titled(what.jackpot, level),
                        odds=describe_odds(before),
                        other=self._titled(what.into, into),
                        other_odds=describe_odds(after),
                        rule="GLI-13",
                    )
                )
        return tuple(warnings)

    def _titled(self, jackpot: str, level: str) -> str:
        """A level with its jackpot, as people call them."""
        paytable = self._paytables.get(self._state.jackpot(jackpot).terms.paytable)
        return f"{self._title(jackpot)} {paytable.level_label(level)}"

    def _title(self, jackpot: str) -> str:
        """What people call a jackpot: its title in the file, or else its paytable's."""
        titles = {each.jackpot: each.title for each in self._site.jackpots}
        paytable = self._paytables.get(self._state.kept_jackpot(jackpot).terms.paytable)
        return titles.get(jackpot) or paytable.title

    def _analysis(self, name: str) -> Analysis:
        jackpot = self._state.jackpot(name)
        return analyses_of(self._played(name, jackpot.terms), self._playing(name))[0]

    def _playing(self, jackpot: str) -> tuple[Table, ...]:
        """The tables on the floor that play a jackpot, with the file's settings."""
        names = self._players(jackpot)
        return tuple(self._tables[name] for name in names if name in self._tables)

    def _players(self, jackpot: str) -> list[str]:
        """The tables on the floor that play for a jackpot, by id."""
        return [
            name
            for name, table in self._state.tables.items()
            if jackpot in table.jackpots and not table.closed
        ]

    def _played(self, jackpot: str, terms: values.JackpotTerms) -> PlayedJackpot:
        return PlayedJackpot(jackpot, terms, self._paytables.get(terms.paytable))


def _restart_odds(analysis: Analysis, level: str) -> Fraction:
    """The probability of winning all of a level."""
    lines = [line for line in analysis.meter_lines if line.level == level and line.share == 1]
    return sum((line.probability for line in lines), Fraction(0))
