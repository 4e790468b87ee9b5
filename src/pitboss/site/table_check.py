"""Checks one table: its game, settings, paytables, limits, seats and sensors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.profile import Profile
from pitboss.rules.round import Game, Table
from pitboss.rules.scaling import at_wager
from pitboss.rules.table import open_table
from pitboss.site.faults import Faults
from pitboss.site.model import SiteTable
from pitboss.site.terms import PlayedJackpot

BASE = "base"  # every game has this slot


class TableCheck:
    """Checks a table part by part, so that a fault in one part hides none in the next."""

    def __init__(self, table: SiteTable, profile: Profile, faults: Faults) -> None:
        self._table = table
        self._profile = profile
        self._faults = faults

    def build_table(
        self, played: Mapping[str, PlayedJackpot], jackpots: frozenset[str], paytables: Paytables
    ) -> Table | None:
        """The table with all of its sound parts; None if even its game is unknown. `played` has the
        jackpots that could be read, `jackpots` the ids of all."""
        self._check_sensors(played, jackpots)
        if not self._table.game:
            return None
        try:
            game = catalog.game(self._table.game)
        except Refusal as refusal:
            self._faults.refusal(refusal, "game")
            return None
        self._check_seats(game)
        options = self._options(game)
        chosen = self._paytables(game, options, paytables)
        by_sensor = self._jackpot_paytables(game, options, played, chosen)
        # A slot with jackpots on both sensors is two games of one kind; the rules know one.
        chosen |= {paytable.slot: paytable for paytable in reversed(by_sensor)}
        twice = [paytable for paytable in by_sensor if chosen[paytable.slot] is not paytable]
        self._check_together(game, options, chosen)
        table = self._with_limits(game, options, chosen)
        return replace(table, second_sensor=twice[0]) if table and twice else table

    # ---- seats and sensors --------------------------------------------------------------------

    def _check_seats(self, game: Game) -> None:
        most = min(self._profile.seats_most.value or game.seats_most, game.seats_most)
        if not 1 <= self._table.seats <= most:
            rule = self._profile.seats_most.rule if self._table.seats > most else ""
            self._faults.error(
                "SEATS_WRONG", "seats", rule=rule, seats=self._table.seats, most=most
            )

    def _check_sensors(self, played: Mapping[str, PlayedJackpot], jackpots: frozenset[str]) -> None:
        named = self._table.jackpots
        most = self._profile.sensors_most.value
        if len(named) > most:
            self._faults.error(
                "SENSORS_WRONG",
                "jackpots",
                rule=f"PS-33; {self._profile.sensors_most.rule}",
                count=len(named),
                most=most,
            )
        if len(set(named)) < len(named):
            self._faults.error("JACKPOT_TWICE", "jackpots", rule="PS-1")
        for name in dict.fromkeys(named):
            if name not in jackpots:
                self._faults.error(
                    "JACKPOT_UNKNOWN", "jackpots", "no_jackpot_id", name=name, known=jackpots
                )
        kinds = {played[name].terms.kind for name in named if name in played} - {""}
        if len(kinds) > 1 and not self._profile.jackpot_kinds_mixed.value:
            self._faults.error(
                "JACKPOT_KINDS_MIXED",
                "jackpots",
                "table_progressive_jackpots",
                rule=f"PS-33; {self._profile.jackpot_kinds_mixed.rule}",
            )

    # ---- settings and paytables ---------------------------------------------------------------

    def _options(self, game: Game) -> dict[str, Setting]:
        sound: dict[str, Setting] = {}
        for name, value in self._table.options.items():
            try:
                self._open(game, {name: value}, {})
            except Refusal as refusal:
                self._faults.refusal(refusal, f"options.{name}")
            else:
                sound[name] = value
        return sound

    def _paytables(
        self, game: Game, options: Mapping[str, Setting], paytables: Paytables
    ) -> dict[str, Paytable]:
        sound: dict[str, Paytable] = {}
        for slot, paytable_id in self._table.paytables.items():
            key = f"paytables.{slot}"
            try:
                paytable = paytables.get(paytable_id)
                self._open(game, options, {slot: paytable})
            except Refusal as refusal:
                self._faults.refusal(refusal, key)
                continue
            if paytable.levels:
                self._faults.error("PAYTABLE_OF_JACKPOT", key)
                continue
            sound[slot] = paytable
        if BASE not in self._table.paytables:
            self._faults.error("PAYTABLE_MISSING", f"paytables.{BASE}", "every_table")
        return sound

    def _jackpot_paytables(
        self,
        game: Game,
        options: Mapping[str, Setting],
        played: Mapping[str, PlayedJackpot],
        taken: Mapping[str, Paytable],
    ) -> list[Paytable]:
        """The paytable of each sound sensor."""
        sound: list[Paytable] = []
        for name in dict.fromkeys(self._table.jackpots):
            if name not in played:
                continue
            paytable = at_wager(played[name].paytable, played[name].terms.wager_cents)
            try:
                self._open(game, options, {paytable.slot: paytable})
            except Refusal as refusal:
                self._faults.refusal(refusal, "jackpots", rule=self._ceiling_rule(refusal))
                continue
            if paytable.slot in taken:
                self._faults.error(
                    "SLOT_TWICE", "jackpots", rule="PS-33", name=name, slot=paytable.slot
                )
                continue
            sound.append(paytable)
        return sound

    def _check_together(
        self, game: Game, options: Mapping[str, Setting], chosen: Mapping[str, Paytable]
    ) -> None:
        try:
            self._open(game, options, chosen)
        except Refusal as refusal:
            # Each paytable is sound alone, so the conflict is a jackpot's.
            self._faults.add(refusal.told, "jackpots")

    # ---- limits -------------------------------------------------------------------------------

    def _with_limits(
        self, game: Game, options: Mapping[str, Setting], chosen: Mapping[str, Paytable]
    ) -> Table | None:
        sound = {}
        for wager, limits in self._table.limits.items():
            try:
                self._open(game, options, _alone(game, wager, chosen), {wager: limits})
            except Refusal as refusal:
                self._faults.refusal(refusal, f"limits.{wager}", rule=self._ceiling_rule(refusal))
            else:
                sound[wager] = limits
        try:
            return self._open(game, options, chosen, sound)
        except Refusal:
            return None  # already reported

    def _ceiling_rule(self, refusal: Refusal) -> str:
        above = refusal.code == "LIMITS_ABOVE_CEILING"
        return f"ALL-2; {self._profile.wager_most.rule}" if above else ""

    def _open(
        self,
        game: Game,
        options: Mapping[str, Setting],
        paytables: Mapping[str, Paytable],
        limits: Mapping[str, tuple[Cents, Cents]] | None = None,
    ) -> Table:
        return open_table(
            game,
            options=options,
            paytables=paytables,
            limits=limits or {},
            profile=self._profile,
            title=self._table.title,
        )


def _alone(game: Game, wager: str, chosen: Mapping[str, Paytable]) -> dict[str, Paytable]:
    """The paytable that pays a wager, without the others, whose faults are reported elsewhere."""
    slot = game.wager(wager).slot
    return {slot: chosen[slot]} if slot in chosen else {}
