"""The parts of a game's folder that the mathematics uses, and what each must offer.

A part is a module of `games/<game>/`, found by its name. Each is optional; a command that needs a
missing part refuses by name. The protocols say what they contain:

- `odds.py` is an `OddsPart`: what the stored counts say about each wager;
- `solve.py` is a `SolvePart`: the counts from scratch. Where a player decides it is a
  `StrategyPart` too, and where decisions are stored for simulations a `DecisionsPart`;
- `simulate.py` is a `SimulatePart`, and where only averages are known a
  `simulation.AveragesPart`.

A bet that is a file (`rules.bets`) has no modules: `maths.bet_counting` answers for each of them. A
source is a game by its name, or such a bet as GAME/bets/BET.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from pitboss.maths.bet_counting import bet_parts
from pitboss.maths.card_use import DealtWager
from pitboss.maths.cases import Cases
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Table

if TYPE_CHECKING:
    from pitboss.maths.kernels.chance import Session
    from pitboss.maths.kernels.decisions import StoredDecisions

Settings: TypeAlias = Mapping[str, Setting]
StrategyRow: TypeAlias = Sequence[str | int]


class OddsPart(Protocol):
    """What `odds.py` offers; it never imports numba."""

    def options(self, slot: str) -> tuple[Option, ...]:
        """What the figures of a wager depend on, defaults first."""

    def cases(self, paytable: Paytable, settings: Settings, counts: Counts) -> Cases:
        """Every way a paytable's wager can end, from the game's counts."""


class WaysPart(Protocol):
    """What `odds.py` also offers if a table's setup decides how a jackpot's wager is played."""

    def ways_at(self, table: Table, slot: str) -> tuple[Settings, ...]:
        """The settings of `options(slot)` that follow from the table, a set for each way."""


class DealtPart(Protocol):
    """What `odds.py` also offers if a wager's cards come off a shoe, without decisions."""

    def describe_cards(self, paytable: Paytable, settings: Settings) -> DealtWager:
        """The wager by its cards, with the outcomes of `cases`."""


class SolvePart(Protocol):
    """What `solve.py` offers."""

    def count(self, report: TellProgress) -> Counts:
        """All of `counts.json`, counted from scratch."""


class StrategyPart(Protocol):
    """What `solve.py` also offers if the player decides."""

    OPTIONS: tuple[Option, ...]

    def in_words(self, settings: Settings) -> str:
        """The best play in words a player can remember."""

    def rows(self, settings: Settings, report: TellProgress) -> Iterator[StrategyRow]:
        """The complete best play, column names first."""

    def values(
        self, cards: Sequence[Card], paytable: Paytable, settings: Settings
    ) -> dict[str, Fraction]:
        """The exact value of each action, in units of the ante or wager."""


class DecisionsPart(Protocol):
    """What `solve.py` also offers if a simulation follows stored decisions."""

    DECISIONS: tuple[StoredDecisions, ...]

    def decide(self, report: TellProgress) -> Sequence[Any]:
        """The tables of DECISIONS, solved again, in order."""


class SimulatePart(Protocol):
    """What `simulate.py` offers."""

    def simulate(self, settings: Settings, wanted: str, session: Session) -> Counts:
        """How often each outcome came up, in the shape of `counts.json` as far as the wager
        `wanted` (a slot) needs it."""


@cache
def games_with(part: str) -> tuple[str, ...]:
    """The games whose folder has that part."""
    return tuple(
        name
        for name in catalog.game_names()
        if (catalog.game_folder(name) / f"{part}.py").is_file()
    )


def source_of(game: str, slot: str) -> str:
    """Where a wager's counts are: its game, or the bet beside it that is a file."""
    found = (bet for bet in catalog.game(game).bets if bet.name == slot)
    return next((f"{bet.game}/bets/{slot}" for bet in found), game)


def sources_with_solve() -> tuple[str, ...]:
    """Every game and every bet that can be counted from scratch."""
    games = games_with("solve")
    bets = (
        f"{game}/bets/{bet.name}"
        for game in catalog.game_names()
        for bet in catalog.game(game).bets
        if bet.game == game
    )
    return tuple(sorted((*games, *bets)))


def odds_part(source: str) -> OddsPart:
    """What the counts of a game or a bet say."""
    if "/" in source:
        return bet_parts(source)
    return cast("OddsPart", find_part(source, "odds", "COUNTS_MISSING", "of_game"))


def ways_at(table: Table, slot: str) -> tuple[Settings, ...]:
    """The ways a table plays a slot, each as the settings that distinguish it."""
    part = odds_part(table.game.name)
    return cast("WaysPart", part).ways_at(table, slot) if hasattr(part, "ways_at") else ({},)


def describe_cards(source: str, paytable: Paytable, settings: Settings) -> DealtWager:
    """A wager by its cards, refused where they don't come off a shoe or the player decides."""
    part = odds_part(source)
    if not hasattr(part, "describe_cards"):
        raise Refusal("VULNERABILITY_NONE", "other", where=paytable.id)
    return cast("DealtPart", part).describe_cards(paytable, settings)


def solve_part(source: str) -> SolvePart:
    """The part that counts a game or a bet from scratch."""
    if "/" in source:
        return bet_parts(source)
    return cast("SolvePart", find_part(source, "solve", "SOLVER_NONE"))


def strategy_part(game: str) -> StrategyPart:
    """The best play of a game."""
    found = find_part(game, "solve", "STRATEGY_NONE", "of_game", needs="in_words")
    return cast("StrategyPart", found)


def decisions_part(game: str) -> DecisionsPart:
    """The stored decisions of a game's simulation."""
    found = find_part(game, "solve", "DECISIONS_NONE", "of_game", needs="DECISIONS")
    return cast("DecisionsPart", found)


def games_with_decisions() -> tuple[str, ...]:
    """The games that store decisions; this imports their solvers."""
    return tuple(game for game in games_with("solve") if hasattr(solve_part(game), "DECISIONS"))


def simulate_part(source: str) -> SimulatePart:
    """The part that plays a game or a bet by chance."""
    if "/" in source:
        return bet_parts(source)
    return cast("SimulatePart", find_part(source, "simulate", "SIMULATION_NONE"))


def need_solve(game: str) -> None:
    """Refuse a game that can't be counted, without importing its solver."""
    _need(game, "solve", "SOLVER_NONE", "")


def need_simulate(game: str) -> None:
    """Refuse a game that can't be simulated, without importing its simulator."""
    _need(game, "simulate", "SIMULATION_NONE", "")


def _need(source: str, part: str, code: str, case: str) -> None:
    game, _, bet = source.partition("/bets/")
    found = catalog.game(game)  # refuses an unknown game by name
    if bet:
        found.slot(bet)
        return
    if game not in games_with(part):
        raise Refusal(code, case, where=game, game=game)


def find_part(game: str, part: str, code: str, case: str = "", *, needs: str = "") -> ModuleType:
    """A module of a game's folder; refused if it is missing, or lacks a required name."""
    _need(game, part, code, case)
    module = importlib.import_module(catalog.game_module(game, part))
    if needs and not hasattr(module, needs):
        raise Refusal(code, case, where=game, game=game)
    return module
