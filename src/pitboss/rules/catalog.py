"""Finds every game, paytable and profile. Nothing is registered: a file in its place is enough.

A folder of `games/` with a `rules.py` is a game; its paytables are beside it in
`paytables/WAGER/NAME.toml`, the bets beside it in `bets/BET/bet.toml` with paytables of their own.
A folder without rules holds files that several games share. An installed package brings further
games, and a house's folder further paytables and bets.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import cache, lru_cache, partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pitboss.packaged_games import PackagedGame, packaged_games
from pitboss.refusal import Refusal
from pitboss.rules.bets import Bet, join_bets, read_house_bets
from pitboss.rules.game import LinkRule, Setting, Slot
from pitboss.rules.paytable import Paytable, parse_paytable
from pitboss.rules.round import Game
from pitboss.rules.typed_hand import TypedHand, TypedTerms

if TYPE_CHECKING:
    from pitboss.rules.letters import Letter
    from pitboss.rules.profile import Profile

_PACKAGE = Path(str(resources.files("pitboss")))
GAMES = _PACKAGE / "games"
_LETTERS = _PACKAGE / "letters"
_PROFILES = _PACKAGE / "profiles"
PROFILE_DEFAULT = "washington"
NAME_MOST = 200  # longest name that gets suggestions
FILE_BYTES_MOST = 1_000_000  # of a paytable
PARSED_MOST = 1000  # parsed paytables to keep
NEAR_MOST = 100  # unknown names to keep suggestions for

_Read = TypeVar("_Read")
_HOUSE_BETS: dict[str, dict[str, Bet]] = {}  # by game, of the folders read: a process has one house
_HOUSES: dict[Path, None] = {}  # the folders themselves


@cache
def game_names() -> tuple[str, ...]:
    """Every game: each folder of `games/` with a `rules.py`, and those of installed packages."""
    own = (path.parent.name for path in GAMES.glob("*/rules.py"))
    return tuple(sorted({*own, *packaged_games()}))


def packaged_game(name: str) -> PackagedGame | None:
    """A game's package, unless it is one of ours: no package replaces those."""
    return None if (GAMES / name).is_dir() else packaged_games().get(name)


def game_folder(name: str) -> Path:
    """The folder of a game, or of files that several games share."""
    packaged = packaged_game(name)
    return packaged.folder if packaged else GAMES / name


def game_module(name: str, part: str) -> str:
    """A part of a game's folder, as Python imports it."""
    packaged = packaged_game(name)
    return f"{packaged.module if packaged else f'pitboss.games.{name}'}.{part}"


def game_title(name: str) -> str:
    """A game's title, or its name if that game no longer exists."""
    return game(name).title if name in game_names() else name


@cache
def game(name: str) -> Game:
    """The game of that name, with the bets of the house beside it."""
    return _joined(_game(name), _HOUSE_BETS.get(name, {}))


@cache
def _game(name: str) -> Game:
    _check_name(name, game_names(), "GAME_UNKNOWN")
    packaged = packaged_game(name)
    where = str(packaged.folder / "rules.py") if packaged else f"games/{name}/rules.py"
    try:
        found: Game = importlib.import_module(game_module(name, "rules")).GAME
    except (ImportError, SyntaxError, AttributeError, NameError, TypeError, ValueError) as fault:
        raise Refusal("GAME_UNREADABLE", where=where, fault=fault) from fault
    if packaged and found.name != name:
        raise Refusal("GAME_UNREADABLE", "other_name", where=where, name=found.name, offered=name)
    return found


def _joined(host: Game, bets: Mapping[str, Bet]) -> Game:
    """A game with bets beside it; open tables keep the game they have."""
    joined = copy(host) if bets else host
    join_bets(joined, tuple(bets.values()))
    return joined


def take_bets(house: Path) -> None:
    """Put the bets of a house's folder beside their games. A process reads a bet once: nothing
    changes under a running floor."""
    _HOUSES[house.absolute()] = None
    for folder in sorted(house.glob("*/bets")):
        host = _game(folder.parent.name)
        if not host.looks:
            raise Refusal("BET_WRONG", "no_looks", where=str(folder), game=host.title)
        known = _HOUSE_BETS.get(host.name, {})
        read = read_house_bets(host.name, folder, looks=host.looks, measures=host.measures)
        new = {bet.name: bet for bet in read if not _is_read(bet, known)}
        if new:
            others = (name for bet in new.values() for name in bet.games)
            offered = {
                name: _HOUSE_BETS.get(name, {}) | _bets_at(name, new)
                for name in dict.fromkeys((host.name, *others))
            }
            for name, bets in offered.items():
                _joined(_game(name), bets)  # refuses a name that is taken, or other cards
            _HOUSE_BETS.update(offered)
            game.cache_clear()
            _parsed.cache_clear()


def houses() -> tuple[Path, ...]:
    """The houses' folders whose bets are beside their games."""
    return tuple(_HOUSES)


def _bets_at(name: str, bets: Mapping[str, Bet]) -> dict[str, Bet]:
    """The bets that a game offers."""
    return {bet.name: bet for bet in bets.values() if name in (bet.game, *bet.games)}


def _is_read(bet: Bet, known: Mapping[str, Bet]) -> bool:
    before = known.get(bet.name)
    if before is None or before.folder != bet.folder:
        return False
    if before.sha256 != bet.sha256:
        raise Refusal("BET_WRONG", "changed", where=str(bet.folder))
    return True


def slots_for(paytable_id: str) -> Mapping[str, Slot]:
    """The games that can use a paytable with that id, each with the slot it fills."""
    folder, slot_name = paytable_id.split("/")[:2]
    return {
        name: slot
        for name in game_names()
        for slot in game(name).slots
        if slot.name == slot_name and (slot.shared or name) == folder
    }


def typed_hand(paytable_id: str, game_name: str) -> TypedHand | None:
    """How a game classes cards typed for a paytable; None if only play itself decides."""
    slot = slots_for(paytable_id).get(game_name)
    return game(game_name).typed.get(slot.name) if slot is not None else None


def outcome_of_typed(
    paytable: Paytable, typed: str, options: Mapping[str, Setting], *, game_name: str
) -> str:
    """The outcome that typed cards make at a game's table; empty if a person has to say it."""
    hand = typed_hand(paytable.id, game_name)
    if hand is None:
        return ""
    decks = int(options.get("decks", 0)) or _decks_most(paytable)
    deck = game(game_name).deck
    return hand.outcome(typed, TypedTerms(paytable, options), decks=decks, deck=deck)


def _decks_most(paytable: Paytable) -> int:
    """The most decks a paytable is played with."""
    games = [game(name) for name in slots_for(paytable.id)]
    options = [option for each in games for option in each.options if option.name == "decks"]
    choices = [int(choice) for option in options for choice in option.choices]
    return max((*paytable.decks, *choices), default=1)


def link_rule(paytable_id: str) -> LinkRule | None:
    """What a paytable's slot requires of tables that share its meters, if anything."""
    return next((slot.link for slot in slots_for(paytable_id).values() if slot.link), None)


class Paytables:
    """The paytables shipped with the product and those in a house's own folders."""

    def __init__(self, *houses: Path | None) -> None:
        self._files = dict(_shipped())
        for house in filter(None, houses):
            self._add(house)

    def _add(self, house: Path) -> None:
        if not house.is_dir():
            raise Refusal("FOLDER_MISSING", "no_folder", where=str(house))
        for path in sorted(house.rglob("*.toml")):
            if not _is_placed(*path.relative_to(house).parts):
                raise Refusal("PAYTABLE_MISPLACED", where=str(path))
        take_bets(house)
        for paytable_id, path in _files(house).items():
            if paytable_id in self._files:
                raise Refusal("PAYTABLE_ID_TAKEN", where=str(path), paytable_id=paytable_id)
            self._files[paytable_id] = path

    def ids(self) -> tuple[str, ...]:
        """Every paytable's id."""
        return tuple(sorted(self._files))

    def ids_for(self, game_name: str, slot: Slot) -> tuple[str, ...]:
        """The ids of the paytables that fit a slot of a game."""
        folder = f"{slot.shared or game_name}/{slot.name}/"
        return tuple(paytable_id for paytable_id in self.ids() if paytable_id.startswith(folder))

    def text(self, paytable_id: str) -> str:
        """A paytable's file as written."""
        if paytable_id in game_names():
            raise Refusal("PAYTABLE_UNKNOWN", "is_game", where=paytable_id)
        _check_name(paytable_id, self.ids(), "PAYTABLE_UNKNOWN")
        path = self._files[paytable_id]
        try:
            if not path.is_file():  # a pipe would never end
                raise Refusal("PAYTABLE_UNREADABLE", "not_plain_file", where=str(path))
            if path.stat().st_size > FILE_BYTES_MOST:
                raise Refusal(
                    "PAYTABLE_UNREADABLE",
                    "paytable_at_most",
                    where=str(path),
                    file_bytes_most=FILE_BYTES_MOST,
                )
            return path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise Refusal("PAYTABLE_UNREADABLE", "fails", where=str(path), fault=fault) from None

    def get(self, paytable_id: str) -> Paytable:
        """Read and check one paytable; a refusal names its file."""
        text = self.text(paytable_id)
        try:
            return _parsed(paytable_id, text)
        except Refusal as refusal:
            raise refusal.at(self._shown(paytable_id)) from None

    def _shown(self, paytable_id: str) -> str:
        path = self._files[paytable_id]
        return f"{paytable_id}.toml" if path.is_relative_to(GAMES) else str(path)


class PaytableTexts(Mapping[str, Paytable]):
    """Paytables by id, with the text each file had when it was read. A shipped paytable is parsed
    on first use, because a floor plays few of them; a faulty house paytable is refused at once."""

    def __init__(self, paytables: Paytables) -> None:
        self._texts = {paytable: paytables.text(paytable) for paytable in paytables.ids()}
        for paytable in self._texts.keys() - _shipped().keys():
            paytables.get(paytable)

    def __getitem__(self, paytable: str) -> Paytable:
        return _parsed(paytable, self._texts[paytable])

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def grow(self, newer: PaytableTexts) -> None:
        """Add the paytables that a newer reading found."""
        self._texts = {**newer._texts, **self._texts}


@cache
def _shipped() -> Mapping[str, Path]:
    """The product's paytable files by id; they don't change while it runs."""
    found = _beside(GAMES) | {
        f"{path.parts[-4]}/{path.parts[-2]}/{path.stem}": path
        for path in GAMES.glob("*/paytables/*/*.toml")
    }
    for name in packaged_games():
        for path in game_folder(name).glob("paytables/*/*.toml"):
            found.setdefault(f"{name}/{path.parts[-2]}/{path.stem}", path)
        for path in game_folder(name).glob("bets/*/paytables/*.toml"):
            found.setdefault(f"{name}/{path.parts[-3]}/{path.stem}", path)
    return dict(sorted(found.items()))


def _beside(folder: Path) -> dict[str, Path]:
    """The paytables of bets, by id."""
    return {
        f"{path.parts[-5]}/{path.parts[-3]}/{path.stem}": path
        for path in folder.glob("*/bets/*/paytables/*.toml")
    }


@lru_cache(PARSED_MOST)
def _parsed(paytable_id: str, text: str) -> Paytable:
    """Parse a paytable's file once per text. Fifty tables share one, and so does a floor that
    starts over."""
    slots = slots_for(paytable_id)
    if not slots:
        raise Refusal("PAYTABLE_NOT_FOR_GAME", "no_game_wager_path")
    slot = next(iter(slots.values()))
    table = parse_paytable(
        text, paytable_id=paytable_id, schemes=slot.schemes, columns=slot.columns
    )
    for name in table.games:
        if name not in slots:
            raise Refusal(
                "PAYTABLE_NOT_FOR_GAME", "unknown_game", where="games", name=name, slots=slots
            )
    for name in table.letters:
        _check_name(name, letter_names(), "LETTER_UNKNOWN")
    return table


@cache
def _letter_files() -> Mapping[str, Path]:
    return {path.stem: path for path in sorted(_LETTERS.glob("*/*.toml"))}


def letter_names(profile: Profile | None = None) -> tuple[str, ...]:
    """Every section of letters, or those that count in a jurisdiction."""
    whose = profile and profile.letters.value
    return tuple(
        name for name, path in _letter_files().items() if whose in (None, path.parent.name)
    )


@cache
def letter(name: str) -> Letter:
    """One section of a letter."""
    from pitboss.rules.letters import parse_letter  # late, as with profiles

    _check_name(name, letter_names(), "LETTER_UNKNOWN")
    return _read(_letter_files()[name], parse_letter)


def letters_of(paytables: Iterable[Paytable], profile: Profile) -> list[Letter]:
    """The letters that paytables come from, limited to those that count in a jurisdiction."""
    names = dict.fromkeys(name for paytable in paytables for name in paytable.letters)
    counting = letter_names(profile)
    return [letter(name) for name in names if name in counting]


def profile_names() -> tuple[str, ...]:
    """Every jurisdiction."""
    return tuple(sorted(path.stem for path in _PROFILES.glob("*.toml")))


@cache
def profile(name: str = PROFILE_DEFAULT) -> Profile:
    """The profile of a jurisdiction."""
    from pitboss.rules.profile import parse_profile  # late: lists of games start without msgspec

    _check_name(name, profile_names(), "PROFILE_UNKNOWN")
    shared = {path.stem: path.read_text("utf-8") for path in _PROFILES.glob("common/*.toml")}
    return _read(_PROFILES / f"{name}.toml", partial(parse_profile, name=name, shared=shared))


def _read(path: Path, parse: Callable[[str], _Read]) -> _Read:
    try:
        return parse(path.read_text("utf-8"))
    except Refusal as refusal:
        raise refusal.at(path.name) from None


def _files(folder: Path) -> dict[str, Path]:
    """The paytables of a house's folder, by id."""
    return _beside(folder) | {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in sorted(folder.glob("*/*/*.toml"))
    }


def _is_placed(*parts: str) -> bool:
    """Whether a house's file is a paytable, a bet, or a paytable of a bet."""
    match parts:
        case (_, "bets", _, "bet.toml") | (_, "bets", _, "paytables", _):
            return True
        case (_, wager, _):
            return wager != "bets"
        case _:
            return False


def _check_name(name: str, known: Iterable[str], code: str) -> None:
    known = tuple(known)
    if name not in known:
        near = _near(name[:NAME_MOST], known)
        case = "did_you_mean" if near else "no_such"
        raise Refusal(code, case, where=name, near=near, known=known)


@lru_cache(NEAR_MOST)
def _near(name: str, known: tuple[str, ...]) -> list[str]:
    """Names the caller may have meant. A story can name a missing paytable on every line, and
    searching all names takes as long as telling the rest."""
    return difflib.get_close_matches(name, known, n=3, cutoff=0.4)
