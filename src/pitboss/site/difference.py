"""Compares a site file with a running floor: what differs, and which commands would bring the floor
in line.

Nothing is applied. Each difference comes with its command, or without one if a person has to
decide. A file with an error, such as an unlawful link, is refused with the rule. A real-money table
keeps its status if its papers don't fit what the file plays: they aren't those of its new bundle,
and START says so (PS-64)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from msgspec.structs import replace

from pitboss.floor import extension
from pitboss.floor.facts import approvals, changes, cover, people
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.jackpots import OpenJackpot
from pitboss.floor.facts.tables import OpenTable
from pitboss.floor.facts.values import Change, CloseTable, SetTable, SetTerms
from pitboss.floor.state.approved import SOFTWARE_ALTERED
from pitboss.floor.state.floor import JackpotState, State, TableState
from pitboss.floor.state.house import SiteState
from pitboss.refusal import Refusal, Told, say, told_values
from pitboss.rules.catalog import Paytables
from pitboss.site.change_warnings import proof_of_change, warnings_of_change
from pitboss.site.check import sound
from pitboss.site.first_commands import commands_of
from pitboss.site.model import Site, SiteTable

# The terms of a jackpot that are set exactly as in the file.
TERMS = (
    "executive_above_cents", "lock_at_mark", "fixed_from", "split_among",
    "dealer_records_up_to_cents",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs in the file, at its key, with the command for it."""

    told: Told
    command: Command | None = None

    @property
    def where(self) -> str:
        """The key in the file."""
        return self.told.where

    @property
    def reason(self) -> str:
        """What differs, in the reader's language."""
        return self.told.reason


def _differs(where: str, case: str, command: Command | None = None, **values: object) -> Difference:
    return Difference(Told("SITE_DIFFERS", case, where, told_values(values)), command)


def find_changes(
    site: Site,
    state: State,
    paytables: Paytables,
    *,
    by: tuple[str, str],
    reason: str,
    at_ms: int,
    ids: Iterator[str],
) -> tuple[Difference, ...]:
    """Everything where a floor differs from the file. `by` are the two people who would ask, the
    first alone if one is enough."""
    sound(site, paytables)
    found = _Comparison(site, state, paytables, by=by, reason=reason).differences()
    return tuple(
        each
        if each.command is None
        else Difference(each.told, replace(each.command, command_id=next(ids), at_ms=at_ms))
        for each in found
    )


class _Comparison:
    """Goes through the file, then through whatever is on the floor but not in the file."""

    def __init__(
        self,
        site: Site,
        state: State,
        paytables: Paytables,
        *,
        by: tuple[str, str],
        reason: str,
    ) -> None:
        self._site = site
        self._state = state
        self._paytables = paytables
        self._by = by
        self._asked = {"command_id": "", "at_ms": 0, "reason": reason}
        opening = commands_of(site, paytables, at_ms=0, ids=repeat(""))
        self._opening = [
            command for command in opening if not isinstance(command, people.IssueBadge)
        ]

    def differences(self) -> Iterator[Difference]:
        """The differences, in an order that works."""
        for command in self._opening:
            if isinstance(command, changes.OpenSite):
                yield from self._house(command)
        yield from self._badges()
        yield from self._hub()
        for command in self._opening:
            if isinstance(command, OpenJackpot):
                yield from self._jackpot(command)
        yield from self._properties()
        yield from self._tables_gone()
        for command in self._opening:
            if isinstance(command, OpenTable):
                yield from self._table(command)
        yield from self._jackpots_gone()
        yield from self._badges_gone()

    # ---- the house and its people -------------------------------------------------------------

    def _house(self, wanted: changes.OpenSite) -> Iterator[Difference]:
        standing = self._state.site
        declared = SiteState(
            wanted.name,
            wanted.currency,
            wanted.time_zone,
            wanted.profile,
            wanted.law,
            wanted.day_begins,
            wanted.shifts,
            wanted.winnings_reported,
            *((standing.opened_ms, standing.reviewed_ms) if standing is not None else (0, 0)),
            wanted.dated,
            standing.entered if standing is not None else (),
        )
        if standing == declared:
            return
        command = replace(wanted, by=self._by, reason=str(self._asked["reason"]))
        yield _differs("property", "house", command)

    def _badges(self) -> Iterator[Difference]:
        for badge in self._site.badges:
            where = f"badge.{badge.badge}"
            named = {"badge": badge.badge, "name": badge.name, "role": badge.role, "by": self._by}
            standing = self._state.badges.get(badge.badge)
            if standing is None:
                command = people.IssueBadge(command_id="", at_ms=0, **named)  # type: ignore[arg-type]
                yield _differs(where, "not_issued", command)
            elif standing.revoked:
                yield _differs(where, "revoked")
            elif (standing.name, standing.role) != (badge.name, badge.role):
                changed = people.ChangeBadge(**self._asked, **named)  # type: ignore[arg-type]
                yield _differs(where, "badge", changed, name=standing.name, role=standing.role)

    def _badges_gone(self) -> Iterator[Difference]:
        """Badges that the office issued after the file was written, or that the file has dropped.
        Only people know which, so nothing is revoked. A badge with an expiration was never in the
        file."""
        kept = {badge.badge for badge in self._site.badges}
        for name, badge in self._state.badges.items():
            if name not in kept and not badge.revoked and not badge.ends_ms:
                yield _differs(
                    f"badge.{name}",
                    "badge_not_in_file",
                    name=badge.name,
                    role=badge.role,
                    badge=name,
                )

    # ---- jackpots -----------------------------------------------------------------------------

    def _jackpot(self, wanted: OpenJackpot) -> Iterator[Difference]:
        where = f"jackpot.{wanted.jackpot}"
        standing = self._state.jackpots.get(wanted.jackpot)
        if standing is None:
            yield _differs(where, "not_open", replace(wanted, badges=self._by))
        elif standing.status == "retired":
            yield _differs(where, "retired")
        elif fixed := self._fixed_of_jackpot(standing, wanted):
            yield _differs(where, "jackpot_fixed", fixed=fixed)
        elif what := _jackpot_change(standing, wanted):
            yield _differs(where, "set_otherwise", self._request(what))

    def _fixed_of_jackpot(self, standing: JackpotState, wanted: OpenJackpot) -> list[Told]:
        """A jackpot's terms that are fixed at opening and differ in the file. Its tables say
        whether it trains, if the file has any."""
        now, then = standing.terms, wanted.terms
        pairs: dict[str, tuple[object, object]] = {
            "kind": (now.kind, then.kind),
            "paytable": (now.paytable, then.paytable),
            "wager": (now.wager_cents, then.wager_cents),
            "systems": (now.systems, then.systems),
            "hub": (now.wide, then.wide),
        }
        if sharing := self._site.tables_of(wanted.jackpot):
            pairs["training"] = (now.training, _would_train(now.training, then.training, sharing))
        return _fixed(pairs)

    def _jackpots_gone(self) -> Iterator[Difference]:
        kept = {jackpot.jackpot for jackpot in self._site.jackpots}
        for name, jackpot in self._state.jackpots.items():
            if name not in kept and jackpot.status != "retired":
                case = "retire_with_money" if jackpot.levels else "retire_without_money"
                yield _differs(f"jackpot.{name}", case)

    # ---- several properties -------------------------------------------------------------------

    def _hub(self) -> Iterator[Difference]:
        """Whether the floor is the property that the file says."""
        for command in self._not_on_record("join-hub"):
            named = {"property": command.property, "hub": command.hub}
            yield _differs("wide", "not_joined", replace(command, badges=self._by), **named)
        if self._site.wide is None and (hub := extension.here().hub_of(self._state)):
            yield _differs("wide", "no_wide", hub=hub)

    def _properties(self) -> Iterator[Difference]:
        """Whether the floor has admitted the properties that the file says."""
        for command in self._not_on_record("admit-property"):
            where = f"hub.property.{command.property}"
            yield _differs(where, "not_admitted", replace(command, badges=self._by))

    def _not_on_record(self, kind: str) -> Iterator[Any]:
        for command in self._opening:
            if command.kind == kind and not extension.here().is_on_record(self._state, command):
                yield command

    # ---- tables -------------------------------------------------------------------------------

    def _table(self, wanted: OpenTable) -> Iterator[Difference]:
        where = f"table.{wanted.table}"
        standing = self._state.tables.get(wanted.table)
        if standing is None:
            yield _differs(where, "not_open", replace(wanted, badges=self._by))
        elif standing.closed:
            yield _differs(where, "closed")
        elif fixed := _fixed_of_table(standing, self._meant(wanted, standing)):
            yield _differs(where, "table_fixed", fixed=fixed)
        else:
            yield from self._sensors(where, standing, wanted)
            yield from self._limits(where, standing, wanted)
            if self._plays_as_told(standing, wanted):
                yield from self._papers(where, standing, wanted)

    def _meant(self, wanted: OpenTable, standing: TableState) -> OpenTable:
        """A table as the file would have it on the running floor."""
        own = [each for each in self._site.tables if each.table == wanted.table]
        return replace(wanted, training=_would_train(standing.training, wanted.training, own))

    def _sensors(self, where: str, standing: TableState, wanted: OpenTable) -> Iterator[Difference]:
        if what := _table_change(standing, wanted):
            try:
                command = self._request(what)
            except Refusal as refusal:  # a table must leave a jackpot before another can join
                yield _differs(where, "not_yet", at=refusal.where, why=refusal)
            else:
                yield _differs(where, "set_otherwise", command)

    def _limits(self, where: str, standing: TableState, wanted: OpenTable) -> Iterator[Difference]:
        """Other limits, unless a jackpot has to change first. A start of the server also records
        them."""
        jackpots = [each for each in self._opening if isinstance(each, OpenJackpot)]
        is_sound = not any(
            each.jackpot in standing.jackpots
            and self._fixed_of_jackpot(self._state.kept_jackpot(each.jackpot), each)
            for each in jackpots
        )
        if is_sound and standing.odds_prizes != wanted.odds_prizes:
            command = cover.RecordLimits(
                command_id="",
                at_ms=0,
                table=wanted.table,
                odds_prizes=wanted.odds_prizes,
                badge=self._by[0],
            )
            yield _differs(where, "odds_prizes", command)

    def _plays_as_told(self, standing: TableState, wanted: OpenTable) -> bool:
        """Whether the sensors exist; papers follow what is played, not the other way around."""
        declared = {jackpot.jackpot: jackpot.paytable for jackpot in self._site.jackpots}
        played = {name: self._state.kept_jackpot(name).terms.paytable for name in standing.jackpots}
        return played == {name: declared[name] for name in wanted.jackpots}

    def _papers(self, where: str, standing: TableState, wanted: OpenTable) -> Iterator[Difference]:
        """What the table plays, and its papers (PS-63, PS-64)."""
        asked = {"command_id": "", "at_ms": 0, "table": wanted.table}
        anew = standing.plays != wanted.plays
        if anew:
            settings = {"plays": wanted.plays, "folded_qualify": wanted.folded_qualify}
            command = approvals.ChangeBundle(**asked, **settings, badge=self._by[0])  # type: ignore[arg-type]
            is_stopped = not standing.training and wanted.training
            yield _differs(where, "plays_and_stops" if is_stopped else "plays", command)
        if not wanted.training and not (self._has_papers(standing, wanted) and not anew):
            # The file approves what the file plays: the floor refuses it for anything else.
            entered = {"approval": wanted.approval, "bundle": wanted.bundle}
            papers = approvals.EnterApproval(**asked, **entered, badges=self._by)  # type: ignore[arg-type]
            yield _differs(where, "papers", papers)
        if set(standing.equipment) != set(wanted.equipment):
            yield _differs(where, "equipment")

    def _has_papers(self, standing: TableState, wanted: OpenTable) -> bool:
        """Whether a table has the file's papers for what it runs. The server records the software
        at its start."""
        approval = standing.approval
        terms_drift = [each for each in standing.drift if each.code != SOFTWARE_ALTERED]
        if approval is None or terms_drift:
            return False
        return replace(approval.record, release="") == replace(wanted.approval, release="")

    def _tables_gone(self) -> Iterator[Difference]:
        kept = {table.table for table in self._site.tables}
        for name, table in self._state.tables.items():
            if name not in kept and not table.closed:
                command = self._request(CloseTable(table=name))
                yield _differs(f"table.{name}", "table_not_in_file", command)

    def _request(self, what: Change) -> changes.RequestChange:
        parts = (what, self._state, self._site, self._paytables)
        return changes.RequestChange(
            what=what,
            warnings=warnings_of_change(*parts),
            proof=proof_of_change(*parts),
            badge=self._by[0],
            **self._asked,  # type: ignore[arg-type]
        )


def _would_train(trains: bool, opens_so: bool, tables: Sequence[SiteTable]) -> bool:  # noqa: FBT001
    """Whether the file puts tables in training when the floor does, or doesn't. If they play for
    money on the floor, only a table without any papers changes that."""
    return opens_so if trains else all(table.approval is None for table in tables)


def _fixed_of_table(standing: TableState, wanted: OpenTable) -> list[Told]:
    """A table's settings that are fixed at opening; play money never becomes money (PS-64)."""
    pairs: dict[str, tuple[object, object]] = {
        "game": (standing.game, wanted.game),
        "title": (standing.title, wanted.title),
        "seats": (standing.seats, wanted.seats),
        "training": (standing.training, wanted.training),
    }
    if standing.jackpots and not wanted.jackpots:
        pairs["having_jackpot"] = (True, False)
    return _fixed(pairs)


def _fixed(pairs: Mapping[str, tuple[object, object]]) -> list[Told]:
    """Fixed settings that differ in the file."""
    return [
        say("FIXED_PART", name) for name, (found, declared) in pairs.items() if found != declared
    ]


def _jackpot_change(standing: JackpotState, wanted: OpenJackpot) -> SetTerms | None:
    now, then = standing.terms, wanted.terms
    same_prizes = dict(then.house_prizes) == dict(now.house_prizes)
    what = SetTerms(
        jackpot=wanted.jackpot,
        levels=tuple(level for level in then.levels if level not in now.levels),
        house_prizes=() if same_prizes else then.house_prizes,
        **_changed(now, then, TERMS),
    )
    return None if what == SetTerms(jackpot=wanted.jackpot) else what


def _table_change(standing: TableState, wanted: OpenTable) -> SetTable | None:
    names = ("jackpots", "keypad", "order", "keys_are_personal")
    what = SetTable(table=wanted.table, **_changed(standing, wanted, names))
    return None if what == SetTable(table=wanted.table) else what


def _changed(now: object, then: object, names: Iterable[str]) -> dict[str, Any]:
    """The named fields that differ in the file, with the file's values."""
    pairs = {name: (getattr(now, name), getattr(then, name)) for name in names}
    return {name: wanted for name, (found, wanted) in pairs.items() if found != wanted}
