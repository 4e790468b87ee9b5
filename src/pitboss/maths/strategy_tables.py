"""A blackjack strategy as people read it: a letter for each hand and up card, rows, words.

| letter   | says                                                       |
|----------|------------------------------------------------------------|
| S, H, P  | stand, hit, split                                          |
| Dh, Ds   | double; where that is not allowed, hit or stand            |
| Rh, Rs   | surrender; where that is not allowed, hit or stand         |
| Zh, Zp   | zap the first two cards for new ones; after that hit, split |
| D, R     | double, surrender, where nothing forbids it                |
| S/4H     | stand, but hit with four cards or more                     |

Each row has ten letters, for the dealer's 2, 3, ... 9, ten, ace. Hands that play for a free bet
have sections of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pitboss.maths.point_hands import CELLS, KIND_NAMES, KINDS, UP_ORDER, cell_of

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
ZAP = "zap"
BY_TOTAL = "by total"
FIRST_ACTIONS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)

HARD_TOTALS = range(4, 22)
SOFT_TOTALS = range(12, 22)

FREE = "free "
# section ("hard", "soft", "pairs"; "free hard", "free soft") -> line ("16", "A") -> ten letters
Tables = Mapping[str, Mapping[str, tuple[str, ...]]]

_UP_WORDS = ("2", "3", "4", "5", "6", "7", "8", "9", "ten", "ace")
_PLURALS = {"A": "aces", "T": "tens"}
_ACTION_WORDS = {
    "S": "stand",
    "H": "hit",
    "P": "split",
    "D": "double",
    "R": "surrender",
    "Rd": "surrender (else double)",
    "Dh": "double (else hit)",
    "Ds": "double (else stand)",
    "Rh": "surrender (else hit)",
    "Rs": "surrender (else stand)",
    "Zh": "zap (then hit)",
    "Zs": "zap (then stand)",
    "Zp": "zap (then split)",
    "Zrh": "zap (then surrender, else hit)",
    "Zrs": "zap (then surrender, else stand)",
}


@dataclass(frozen=True, slots=True)
class TotalsPlay:
    """What each line of a strategy says against one up card.

    `hit`, `double` and `surrender` have an entry for each cell (see `cell_of`), `pairs` one for
    each kind: split, surrender or by total. `free_hit` and `free_double` are for hands that play
    for a free bet, empty where a game has none; `zap` and `zap_pairs` say which first two cards are
    changed for new ones.
    """

    hit: tuple[bool, ...]
    double: tuple[bool, ...]
    surrender: tuple[bool, ...]
    pairs: tuple[str, ...]
    free_hit: tuple[bool, ...] = ()
    free_double: tuple[bool, ...] = ()
    zap: tuple[bool, ...] = ()
    zap_pairs: tuple[bool, ...] = ()


def first_guess(*, with_free: bool = False) -> TotalsPlay:
    """A play to start from: stand on hard 17 and soft 18, nothing else."""
    hit = tuple(cell < 17 if cell < 22 else cell - 22 < 18 for cell in range(CELLS))
    never = (False,) * CELLS
    play = TotalsPlay(hit=hit, double=never, surrender=never, pairs=(BY_TOTAL,) * KINDS)
    return replace(play, free_hit=hit, free_double=never) if with_free else play


def tables_of(plays: Sequence[TotalsPlay]) -> Tables:
    """The letters of a strategy, given its plays by kind of the up card."""
    ordered = [plays[up] for up in UP_ORDER]
    pairs = {
        KIND_NAMES[kind]: tuple(_pair_letter(play, kind) for play in ordered)
        for kind in range(KINDS)
    }
    tables = {**_sections(ordered), "pairs": pairs}
    if plays[0].free_hit:
        free = [replace(play, hit=play.free_hit, double=play.free_double) for play in ordered]
        tables |= {FREE + name: lines for name, lines in _sections(free).items()}
    return tables


def _sections(ordered: Sequence[TotalsPlay]) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        "hard": {str(total): _row(ordered, total, is_soft=False) for total in HARD_TOTALS},
        "soft": {str(total): _row(ordered, total, is_soft=True) for total in SOFT_TOTALS},
    }


def _row(plays: Iterable[TotalsPlay], total: int, *, is_soft: bool) -> tuple[str, ...]:
    return tuple(_letter(play, cell_of(total=total, is_soft=is_soft)) for play in plays)


def _letter(play: TotalsPlay, cell: int) -> str:
    if play.zap and play.zap[cell]:
        return "Z" + _letter(replace(play, zap=()), cell).lower()
    other = "h" if play.hit[cell] else "s"
    if play.surrender[cell]:
        return "R" + other
    if play.double[cell]:
        return "D" + other
    return other.upper()


def _pair_cell(kind: int) -> int:
    return cell_of(total=12, is_soft=True) if kind == 0 else 2 * (kind + 1)


def _pair_letter(play: TotalsPlay, kind: int) -> str:
    if play.zap:
        letter = _pair_letter(replace(play, zap=()), kind)
        return "Z" + letter.lower() if play.zap_pairs[kind] else letter
    if play.pairs[kind] == SPLIT:
        return "P"
    letter = _letter(play, _pair_cell(kind))
    if play.pairs[kind] == SURRENDER:
        return "R" + ("h" if play.hit[_pair_cell(kind)] else "s")
    return letter


def plays_of(tables: Tables) -> tuple[TotalsPlay, ...]:
    """The plays behind letters, by kind of the up card."""
    columns = {up: column for column, up in enumerate(UP_ORDER)}
    return tuple(_play(tables, columns[up]) for up in range(KINDS))


def _play(tables: Tables, column: int) -> TotalsPlay:
    told = _letters_of(tables, column)
    letters = [_after_zap(letter) for letter in told]
    pairs, zap_pairs = [], []
    for kind in range(KINDS):
        zap_pairs.append(tables["pairs"][KIND_NAMES[kind]][column][0] == "Z")
        letter = _after_zap(tables["pairs"][KIND_NAMES[kind]][column])
        gives_up = letter[0] == "R" and letters[_pair_cell(kind)][0] != "R"
        pairs.append(SPLIT if letter == "P" else SURRENDER if gives_up else BY_TOTAL)
    zap = tuple(letter[0] == "Z" for letter in told)
    free = _letters_of(tables, column, FREE) if FREE + "hard" in tables else []
    return TotalsPlay(
        hit=tuple(letter[-1] in "Hh" for letter in letters),
        double=tuple(letter[0] == "D" for letter in letters),
        surrender=tuple(letter[0] == "R" for letter in letters),
        pairs=tuple(pairs),
        free_hit=tuple(letter[-1] in "Hh" for letter in free),
        free_double=tuple(letter[0] == "D" for letter in free),
        zap=zap if any((*zap, *zap_pairs)) else (),
        zap_pairs=tuple(zap_pairs) if any((*zap, *zap_pairs)) else (),
    )


def _after_zap(letter: str) -> str:
    """What is done once the cards are changed: Zh is H then, Zrh is Rh."""
    return letter[1].upper() + letter[2:] if letter[0] == "Z" else letter


def _letters_of(tables: Tables, column: int, money: str = "") -> list[str]:
    letters = ["S"] * CELLS
    for total in HARD_TOTALS:
        letters[total] = tables[money + "hard"][str(total)][column]
    for total in SOFT_TOTALS:
        soft = tables[money + "soft"][str(total)][column]
        letters[cell_of(total=total, is_soft=True)] = soft
    return letters


def strategy_rows(tables: Tables) -> list[list[str]]:
    """A strategy as the rows of a table, heading first: hand, 2, 3, ... T, A."""
    rows = [["hand", *(KIND_NAMES[up] for up in UP_ORDER)]]
    for section, lines in tables.items():
        for line, letters in lines.items():
            name = f"{line}-{line}" if section == "pairs" else f"{section} {line}"
            rows.append([name, *letters])
    return rows


def rule_in_words(tables: Tables) -> tuple[str, ...]:
    """A strategy in sentences, one for each run of lines that say the same."""
    sentences = []
    for section, lines in tables.items():
        for letters, run in groupby(lines.items(), key=lambda line: line[1]):
            sentences.append(_sentence(section, [name for name, _ in run], letters))
    return tuple(sentences)


def _sentence(section: str, names: Sequence[str], letters: tuple[str, ...]) -> str:
    said = list(dict.fromkeys(letters))
    if section == "pairs":
        subject = "Pairs of " + _and([_PLURALS.get(name, f"{name}s") for name in names])
        said = [letter for letter in said if letter[0] in "PRZ"]
    else:
        joint = " and " if len(names) == 2 else " to "
        subject = f"{section.capitalize()} {joint.join(dict.fromkeys((names[0], names[-1])))}"
    if not said:
        return f"{subject}: play the total."
    if len(set(letters)) == 1:
        return f"{subject}: always {_describe_letter(said[0])}."
    parts = [f"{_describe_letter(letter)} against {_ups(letters, letter)}" for letter in said]
    if set(letters) != set(said):
        parts.append("else play the total")
    return f"{subject}: {'; '.join(parts)}."


def _describe_letter(letter: str) -> str:
    """What a letter says, and what it says for more cards."""
    first, *changes = letter.split("/")
    later = [f"{_ACTION_WORDS[change[1:]]} with {change[0]} cards or more" for change in changes]
    return ", but ".join((_ACTION_WORDS[first], *later))


def _ups(letters: Sequence[str], letter: str) -> str:
    """The up cards of a letter: 2 to 6, 8 and 9."""
    words = []
    for is_said, run in groupby(range(len(letters)), key=lambda up: letters[up] == letter):
        ups = list(run)
        if is_said and len(ups) > 2:
            words.append(f"{_UP_WORDS[ups[0]]} to {_UP_WORDS[ups[-1]]}")
        elif is_said:
            words.extend(_UP_WORDS[up] for up in ups)
    return _and(words)


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
