"""A paytable: what each outcome of a wager pays, as one TOML file.

The file states a pay for every outcome the wager can have, the worst included, so a forgotten line
shows up when the file is read, not at the table. Pays read as on a layout:

    "200 to 1"        the odds, and the stake comes back
    "300 for 1"       the odds, and the house keeps the stake
    "$250"            a fixed amount for a wager of the paytable's own size, stake kept
    "100 % of mega"   a share of a level's meter, stake kept
    "push", "loses"
    "10 for 1 from mega", "$250 from mega"    fixed, but paid out of a meter (PS-12)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pitboss.file_digests import digest_terms
from pitboss.money import PPM_WHOLE, Cents, Ppm, dollars, parse_dollars, times_odds_down
from pitboss.refusal import Refusal
from pitboss.rules.outcome_labels import SHORT_MOST, Label, check_labels, is_printable, read_labels
from pitboss.rules.paytable_keys import PaytableKeys
from pitboss.rules.reading import toml_data

LEVELS_MOST = 5
ONLY_LEVEL = "Main"  # the name of a jackpot's only meter, if the file gives none
REMOVE, LEAVE = "remove", "leave"  # what the dealer does with the wagers after START (PS-2)
PLAIN = ""  # the only column if the pays don't depend on the round


class _Money:
    """How a prize becomes money; the meter decides what it adds."""

    __slots__ = ()

    @property
    def returns_stake(self) -> bool:
        """Whether the stake goes back with it."""
        return False

    def ratio(self, unit_cents: Cents | None) -> tuple[int, int]:
        """What it pays on one unit of stake, as numerator and denominator. `unit_cents` is the
        wager that a paytable's fixed amounts are for."""
        return 0, 1

    def pays_cents(self, stake_cents: Cents, unit_cents: Cents | None) -> Cents:
        """What it pays on a stake, rounded down."""
        numerator, denominator = self.ratio(unit_cents)
        return times_odds_down(stake_cents, numerator=numerator, denominator=denominator)


@dataclass(frozen=True, slots=True)
class Odds(_Money):
    """Pays odds on the stake; `stake_back` tells *to* from *for*."""

    numerator: int
    denominator: int
    stake_back: bool
    level: str = ""

    @property
    def returns_stake(self) -> bool:
        return self.stake_back

    def ratio(self, unit_cents: Cents | None) -> tuple[int, int]:
        return self.numerator, self.denominator

    def __str__(self) -> str:
        word = "to" if self.stake_back else "for"
        return f"{self.numerator:,} {word} {self.denominator}{_from(self.level)}"


@dataclass(frozen=True, slots=True)
class Fixed(_Money):
    """Pays an amount for a wager of the paytable's own size, and in proportion for another."""

    cents: Cents
    level: str = ""

    def ratio(self, unit_cents: Cents | None) -> tuple[int, int]:
        assert unit_cents, "a fixed amount needs the wager it is for"
        return self.cents, unit_cents

    def __str__(self) -> str:
        amount = dollars(self.cents).removesuffix(".00")
        return f"{amount}{_from(self.level)}"


@dataclass(frozen=True, slots=True)
class Share(_Money):
    """Pays a share of what a level's meter shows."""

    share_ppm: Ppm
    level: str

    def __str__(self) -> str:
        whole, rest = divmod(self.share_ppm, 10_000)
        digits = f"{whole}.{rest:04d}".rstrip("0").rstrip(".")
        return f"{digits} % of {self.level}"


@dataclass(frozen=True, slots=True)
class Push(_Money):
    """The stake comes back."""

    @property
    def returns_stake(self) -> bool:
        return True

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True, slots=True)
class Loses(_Money):
    """The stake is lost."""

    def __str__(self) -> str:
        return "loses"


Prize: TypeAlias = Odds | Fixed | Share | Push | Loses

EVEN_MONEY = Odds(1, 1, stake_back=True)
PUSH = Push()
LOSES = Loses()


@dataclass(frozen=True, slots=True)
class Level:
    """A meter of a jackpot as the paytable proposes it: where it restarts, what feeds it."""

    name: str
    label: str  # as the letter prints it, on screens and papers
    seed_cents: Cents
    rate_ppm: Ppm
    reserve_ppm: Ppm


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure exactly as the source prints it, right or wrong."""

    figure: str
    value: str
    where: Mapping[str, str]
    place: str


@dataclass(frozen=True, slots=True)
class Paytable:
    """One pay schedule. `columns` has one entry, PLAIN, unless the pays depend on the round."""

    id: str
    title: str
    bet: str  # the wager as the layout prints it; the title if the file has none
    games: tuple[str, ...]
    scheme: str
    spec: tuple[str, ...]
    decks: tuple[int, ...]
    designed_for_decks: tuple[int, ...]  # other numbers of `decks` are allowed, with a warning
    wager_cents: Cents | None
    wager_only: str  # the words of a letter that allows no other wager; empty: it does
    columns: Mapping[str, Mapping[str, Prize]]
    labels: Mapping[str, Label]
    envy: Mapping[str, Cents]
    envy_times_wager: bool
    envy_least_cents: Cents | None  # the smallest wager that earns envy
    splits_awards: bool  # all seats that win a percentage award share it
    after_start: str  # what the dealer does with the wagers after START: remove or leave
    footnotes: tuple[str, ...]  # as printed below the pays
    dealing: str  # what the dealer does for this bet while paying the hands
    levels: tuple[Level, ...]
    house_ppm: Ppm | None
    printed: tuple[Printed, ...]
    source: Mapping[str, str]
    letters: tuple[str, ...]  # the sections of letters that approve it
    notes: tuple[str, ...]
    sha256: str  # of the file without its list of games: one more leaves approvals as they are

    @property
    def slot(self) -> str:
        """The part of a layout this paytable belongs to: the middle of its id."""
        return self.id.split("/")[1]

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes, from worst to best."""
        return tuple(next(iter(self.columns.values())))

    def prize(self, outcome: str, column: str = PLAIN) -> Prize:
        """The pay of an outcome."""
        return self.columns[column][outcome]

    def is_shared(self, outcome: str) -> bool:
        """Whether all seats that win a percentage split it: such a hand is marked once a round."""
        return self.splits_awards and isinstance(self.prize(outcome), Share)

    def worth(self, outcome: str) -> tuple[object, ...]:
        """Everything an outcome pays: in each column, and to the others."""
        prizes = tuple(column[outcome] for column in self.columns.values())
        return (*prizes, self.envy.get(outcome))

    def level(self, name: str) -> Level:
        return next(level for level in self.levels if level.name == name)

    def level_label(self, name: str) -> str:
        """A level's label; empty if an award came from no level, its id if the paytable has no such
        level."""
        return next((level.label for level in self.levels if level.name == name), name)


def parse_paytable(
    text: str, *, paytable_id: str, schemes: Mapping[str, Sequence[str]], columns: Sequence[str]
) -> Paytable:
    """Read and check a paytable file; refusals name the key. `schemes` are the ways to class the
    wager's outcomes, each from worst to best; `columns` are what the pays depend on."""
    data = toml_data(text, code="PAYTABLE_UNREADABLE")
    file = PaytableKeys(data)
    scheme = file.text("scheme", default=next(iter(schemes)))
    _need_one_of("scheme", scheme, schemes)
    title = file.text("title")
    levels, house_ppm = _levels(file)
    level_names = tuple(level.name for level in levels)
    table = Paytable(
        id=paytable_id,
        title=title,
        bet=file.text("bet", default=title),
        games=file.texts("games"),
        scheme=scheme,
        spec=file.texts("spec", default=()),
        decks=file.integers("decks"),
        designed_for_decks=file.integers("designed_for_decks"),
        wager_cents=_wager(file) if "wager" in data else None,
        wager_only=file.text("wager_only", default=""),
        columns=_columns(file, schemes[scheme], columns, level_names),
        labels=read_labels(file.table("labels"), schemes[scheme]),
        envy=_envy(file, schemes[scheme]),
        envy_times_wager=file.flag("envy_times_wager"),
        envy_least_cents=_amount(file, "envy_least") if "envy_least" in data else None,
        splits_awards=file.flag("splits_awards"),
        after_start=_after_start(file),
        footnotes=file.texts("footnotes", default=()),
        dealing=file.text("dealing", default=""),
        levels=levels,
        house_ppm=house_ppm,
        printed=_printed(file),
        source={key: str(value) for key, value in file.table("source").items()},
        letters=file.texts("letters", default=()),
        notes=file.texts("notes", default=()),
        sha256=digest_terms(text),
    )
    file.refuse_the_rest()
    _check_money(table)
    check_labels(table.labels, table.worth)
    return table


def _after_start(file: PaytableKeys) -> str:
    found = file.text("after_start", default=REMOVE)
    _need_one_of("after_start", found, (REMOVE, LEAVE))
    return found


def _check_money(table: Paytable) -> None:
    """Check what only makes sense together: a jackpot needs its wager, and so does a fixed
    amount."""
    prizes = [prize for column in table.columns.values() for prize in column.values()]
    scaled = any(isinstance(prize, Fixed) for prize in prizes) or table.envy or table.levels
    if scaled and table.wager_cents is None:
        raise Refusal("PAYTABLE_INCOMPLETE", "fixed_amounts_envy", where="wager")
    if any(isinstance(prize, Push) for prize in prizes) and table.levels:
        raise Refusal("PAY_UNREADABLE", "wager_feeds_meter", where="pays")
    for outcome in table.envy:
        if all(isinstance(column[outcome], Push | Loses) for column in table.columns.values()):
            raise Refusal("PAY_UNREADABLE", "hand_wins_nothing", where=f"envy.{outcome}")


# Nine digits are more than any layout holds, and keep every product small. Commas separate
# thousands: "1,5 to 1" is not fifteen.
_ODDS = re.compile(
    r"([1-9]\d{0,2}(?:,\d{3}){1,2}|0|[1-9]\d{0,8}) (to|for) (\d{1,6})(?: from ([a-z_]+))?\Z",
    re.ASCII,
)
_FIXED = re.compile(r"(\$[\d,]{1,15}(?:\.\d\d)?)(?: from ([a-z_]+))?\Z", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})(?:\.(\d{1,4}))? ?% of ([a-z_]+)\Z", re.ASCII)


def parse_prize(text: str, *, levels: Sequence[str]) -> Prize:
    """Read a pay as a layout prints it."""
    if text == "push":
        return PUSH
    if text == "loses":
        return LOSES
    if match := _ODDS.match(text):
        numerator, word, denominator, level = match.groups()
        _check_level(level, levels)
        if int(denominator) == 0:
            raise Refusal("PAY_UNREADABLE", "divides_nothing", text=text)
        return Odds(
            int(numerator.replace(",", "")),
            int(denominator),
            stake_back=word == "to",
            level=level or "",
        )
    if match := _FIXED.match(text):
        _check_level(match[2], levels)
        return Fixed(parse_dollars(match[1]), level=match[2] or "")
    if match := _SHARE.match(text):
        _check_level(match[3], levels)
        share_ppm = int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0"))
        if not 0 < share_ppm <= PPM_WHOLE:
            raise Refusal("PAY_UNREADABLE", "share_out_of_range", text=text)
        return Share(Ppm(share_ppm), level=match[3])
    if text.lstrip("$ ").startswith("-"):
        raise Refusal("PAY_NEGATIVE", text=text)
    raise Refusal("PAY_UNREADABLE", "no_pay", text=text)


def _check_level(level: str | None, levels: Sequence[str]) -> None:
    if level and level not in levels:
        raise Refusal("LEVEL_UNKNOWN", "no_levels_file", level=level, levels=levels)


def _from(level: str) -> str:
    return f" from {level}" if level else ""


def _need_one_of(where: str, found: str, known: Iterable[str]) -> None:
    if found not in known:
        raise Refusal("PAYTABLE_UNREADABLE", "not_one_of", where=where, found=found, known=known)


def _need_known(names: Iterable[str], known: Sequence[str], code: str, *, at: str) -> None:
    for name in names:
        if name not in known:
            raise Refusal(code, "not_one_of", where=f"{at}.{name}", found=name, known=known)


def _amount(file: PaytableKeys, key: str, *, at: str = "") -> Cents:
    text = file.text(key)
    try:
        return parse_dollars(text)
    except Refusal as refusal:
        raise refusal.at(at + key) from None


def _wager(file: PaytableKeys) -> Cents:
    cents = _amount(file, "wager")
    if not cents:
        raise Refusal("AMOUNT_UNREADABLE", "wager_nothing", where="wager")
    return cents


def _columns(
    file: PaytableKeys, outcomes: Sequence[str], columns: Sequence[str], levels: Sequence[str]
) -> dict[str, dict[str, Prize]]:
    pays = file.table("pays")
    if tuple(columns) == (PLAIN,):
        return {PLAIN: _pays(pays, outcomes, levels, at="pays")}
    _need_known(pays, columns, "COLUMN_UNKNOWN", at="pays")
    read = {}
    for column in columns:
        if not isinstance(pays.get(column), dict):
            raise Refusal("PAYTABLE_INCOMPLETE", "column_missing", where=f"pays.{column}")
        read[column] = _pays(pays[column], outcomes, levels, at=f"pays.{column}")
    return read


def _pays(
    pays: Mapping[str, Any], outcomes: Sequence[str], levels: Sequence[str], *, at: str
) -> dict[str, Prize]:
    _need_known(pays, outcomes, "OUTCOME_UNKNOWN", at=at)
    read: dict[str, Prize] = {}
    for outcome in outcomes:
        if outcome not in pays:
            raise Refusal("OUTCOME_MISSING", "every_outcome_needs", where=f"{at}.{outcome}")
        value = pays[outcome]
        if not isinstance(value, str):
            negative = isinstance(value, int | float) and value < 0
            raise Refusal(
                "PAY_NEGATIVE" if negative else "PAY_UNREADABLE",
                "not_pay",
                where=f"{at}.{outcome}",
                value=repr(value),
            )
        try:
            read[outcome] = parse_prize(value, levels=levels)
        except Refusal as refusal:
            raise refusal.at(f"{at}.{outcome}") from None
    return read


def _envy(file: PaytableKeys, outcomes: Sequence[str]) -> dict[str, Cents]:
    read = {}
    for outcome, value in file.table("envy").items():
        _need_known((outcome,), outcomes, "OUTCOME_UNKNOWN", at="envy")
        try:
            read[outcome] = parse_dollars(str(value))
        except Refusal as refusal:
            at = f"envy.{outcome}"
            if "-" in str(value):
                raise Refusal("PAY_NEGATIVE", where=at, text=value) from None
            raise Refusal.of(refusal.told, at) from None
    return read


def _levels(file: PaytableKeys) -> tuple[tuple[Level, ...], Ppm | None]:
    """Read the meters and the house's share; together they take exactly the whole wager."""
    tables = file.table("levels")
    split = file.table("split")
    if not tables and not split:
        return (), None
    if len(tables) > LEVELS_MOST:
        raise Refusal("SPLIT_WRONG", "at_most_levels", where="levels", levels_most=LEVELS_MOST)
    levels = []
    for name, table in tables.items():
        keys = PaytableKeys(table, at=f"levels.{name}.")
        levels.append(
            Level(
                name=name,
                label=_level_label(keys, name, is_only=len(tables) == 1),
                seed_cents=_amount(keys, "seed", at=f"levels.{name}."),
                rate_ppm=Ppm(keys.integer("rate_ppm")),
                reserve_ppm=Ppm(keys.integer("reserve_ppm", default=0)),
            )
        )
        keys.refuse_the_rest()
    keys = PaytableKeys(split, at="split.")
    house_ppm = Ppm(keys.integer("house_ppm"))
    keys.refuse_the_rest()
    shares = [
        house_ppm,
        *(rate for level in levels for rate in (level.rate_ppm, level.reserve_ppm)),
    ]
    if min(shares) < 0 or sum(shares) != PPM_WHOLE:
        raise Refusal("SPLIT_WRONG", "not_whole", where="split", total=sum(shares))
    return tuple(levels), house_ppm


def _level_label(keys: PaytableKeys, name: str, *, is_only: bool) -> str:
    label = keys.text("label", default=ONLY_LEVEL if is_only else "")
    if not label:
        raise Refusal("LABEL_MISSING", "several_meters_need", where=f"levels.{name}.label")
    if not is_printable(label, most=SHORT_MOST):
        raise Refusal("LABEL_WRONG", "length", where=f"levels.{name}.label", most=SHORT_MOST)
    return label


def _printed(file: PaytableKeys) -> tuple[Printed, ...]:
    read = []
    for index, row in enumerate(file.rows("printed")):
        keys = PaytableKeys(row, at=f"printed.{index}.")
        read.append(
            Printed(
                figure=keys.text("figure"),
                value=keys.text("value"),
                where={key: str(value) for key, value in keys.table("where").items()},
                place=keys.text("place", default=""),
            )
        )
        keys.refuse_the_rest()
    return tuple(read)
