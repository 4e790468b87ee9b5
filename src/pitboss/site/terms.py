"""The terms of a jackpot: what its paytable proposes and the house changed, at its wager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pitboss.floor.facts.values import JackpotTerms, LevelSetting
from pitboss.money import PPM_WHOLE, Cents, Ppm
from pitboss.rules.catalog import Paytables, letters_of
from pitboss.rules.house_jackpot import for_every_hand, with_posted
from pitboss.rules.letters import Clause
from pitboss.rules.paytable import Fixed, Level, Odds, Paytable, Prize, Share
from pitboss.rules.profile import Profile
from pitboss.rules.scaling import at_wager
from pitboss.site.model import HOUSE, PROGRESSIVE, LevelChange, SiteJackpot


@dataclass(frozen=True, slots=True)
class PlayedJackpot:
    """A jackpot's terms with its paytable from the file."""

    jackpot: str
    terms: JackpotTerms
    paytable: Paytable

    @property
    def meter_ppm(self) -> Ppm:
        """The part of a wager that goes to the meters."""
        return Ppm(sum(level.rate_ppm for level in self.terms.levels))

    @property
    def reserve_ppm(self) -> Ppm:
        """The part of a wager that goes to the reserves."""
        return Ppm(sum(level.reserve_ppm for level in self.terms.levels))

    @property
    def top_level(self) -> str:
        """The level of the best award."""
        shares = [prize for prize in prizes_of(self.paytable).values() if isinstance(prize, Share)]
        return shares[-1].level if shares else self.terms.levels[0].level

    @property
    def largest_fixed_cents(self) -> Cents:
        """The largest fixed award, at this wager."""
        unit_cents = self.paytable.wager_cents or self.terms.wager_cents
        prizes = prizes_of(self.paytable).values()
        awards = [prize.pays_cents(self.terms.wager_cents, unit_cents) for prize in prizes]
        return max(awards, default=Cents(0))

    @property
    def all_from_meter(self) -> bool:
        """Whether every pay comes off a meter, so that the contribution is free (PS-12)."""
        prizes = prizes_of(self._with_sources()).values()
        pays = [prize for prize in prizes if isinstance(prize, Odds | Fixed | Share)]
        return all(prize.level for prize in pays)

    def own_paytable(self) -> Paytable:
        """The paytable as this jackpot plays it: its wager, seeds and rates, and the source of its
        fixed awards; for a house jackpot with the posted amounts (PS-34)."""
        if self.terms.kind == HOUSE:
            scaled = at_wager(self.paytable, self.terms.wager_cents)
            return with_posted(scaled, dict(self.terms.house_prizes))
        house_ppm = Ppm(PPM_WHOLE - self.meter_ppm - self.reserve_ppm)
        levels = tuple(
            replace(
                self.paytable.level(each.level),
                seed_cents=each.seed_cents,
                rate_ppm=each.rate_ppm,
                reserve_ppm=each.reserve_ppm,
            )
            for each in self.terms.levels
        )
        return replace(
            at_wager(self._with_sources(), self.terms.wager_cents),
            levels=levels,
            house_ppm=house_ppm,
        )

    def _with_sources(self) -> Paytable:
        """The paytable with the level the house chose for its fixed awards (PS-12)."""
        level = self.terms.fixed_from
        columns = {
            column: {
                outcome: replace(prize, level=prize.level or level)
                if isinstance(prize, Odds | Fixed)
                else prize
                for outcome, prize in prizes.items()
            }
            for column, prizes in self.paytable.columns.items()
        }
        return replace(self.paytable, columns=columns) if level else self.paytable


def as_played(jackpot: SiteJackpot, paytables: Paytables, profile: Profile) -> PlayedJackpot:
    """Fill in what the file leaves to paytable and profile; refuses an unknown paytable, or two
    amounts for one printed line."""
    paytable = paytables.get(jackpot.paytable)
    wager_cents = jackpot.wager_cents or paytable.wager_cents or Cents(0)
    above_cents = jackpot.executive_above_cents
    levels: tuple[LevelSetting, ...] = ()
    if jackpot.kind == PROGRESSIVE:
        changes = {change.level: change for change in jackpot.levels}
        scaled = at_wager(paytable, wager_cents).levels
        levels = tuple(_level(level, changes, is_wide=bool(jackpot.wide)) for level in scaled)
    terms = JackpotTerms(
        kind=jackpot.kind,
        paytable=jackpot.paytable,
        paytable_sha256=paytable.sha256,
        wager_cents=wager_cents,
        levels=levels,
        house_prizes=tuple(for_every_hand(paytable, jackpot.house_prizes).items()),
        executive_above_cents=profile.executive_above.cents if above_cents is None else above_cents,
        lock_at_mark=jackpot.lock_at_mark,
        fixed_from=jackpot.fixed_from,
        split_among=jackpot.split_among,
        dealer_records_up_to_cents=jackpot.dealer_records_up_to_cents or Cents(0),
        systems=systems_of(paytable, profile),
        wide=jackpot.wide,
    )
    return PlayedJackpot(jackpot.jackpot, terms, paytable)


def systems_of(paytable: Paytable, profile: Profile) -> tuple[Clause, ...]:
    """The systems that a paytable's letters approve."""
    letters = letters_of([paytable], profile)
    return tuple(clause for letter in letters for clause in letter.systems)


def _level(level: Level, changes: Mapping[str, LevelChange], *, is_wide: bool) -> LevelSetting:
    """A level as it is played. A hub's starts at zero here: it counts what was collected."""
    change = changes.get(level.name)
    if is_wide:
        level = replace(level, seed_cents=Cents(0))
    if change is None:
        return LevelSetting(level.name, level.seed_cents, level.rate_ppm, level.reserve_ppm)
    return LevelSetting(
        level=level.name,
        seed_cents=level.seed_cents if change.seed_cents is None else change.seed_cents,
        rate_ppm=level.rate_ppm if change.rate_ppm is None else change.rate_ppm,
        reserve_ppm=level.reserve_ppm if change.reserve_ppm is None else change.reserve_ppm,
        maximum_cents=change.maximum_cents,
    )


def prizes_of(paytable: Paytable) -> Mapping[str, Prize]:
    """What each outcome pays; a jackpot's paytable has one column."""
    return next(iter(paytable.columns.values()))
