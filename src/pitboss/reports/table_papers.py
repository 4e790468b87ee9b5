"""The papers of a table, from what the floor has it run: rack card, placard, the dealer's pay
chart, and a proof of the layout. All of them have the same facts, and the digest of what runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from pitboss.books import ALWAYS, Books
from pitboss.floor.state.approved import DIGEST_SHOWN, options_of
from pitboss.floor.state.floor import JackpotState, TableState
from pitboss.floor.view.labels import PayLine, lines_of, pay_words
from pitboss.money import Cents, dollars
from pitboss.notation import title_text, translate, whole_dollars, without_notes
from pitboss.reports.posted_at import (
    PostedLimit,
    bets_at,
    house_notices,
    jackpot_notices,
    limits_at,
)
from pitboss.reports.source import ReportSource, SiteFacts
from pitboss.reports.typeset import typeset
from pitboss.rules import catalog
from pitboss.rules.game import Equal, Multiple, Setting, Wager
from pitboss.rules.paytable import Fixed, Loses, Odds, Paytable, Prize
from pitboss.rules.posted import posted_lines
from pitboss.rules.round import Table

KINDS = ("rack_card", "placard", "pay_chart", "layout")
WAGERS_MOST = 7  # columns of a chart
CHIPS = (1, 2, 3, 5, 10, 15, 20, 25, 50, 75, 100, 150, 200, 300, 400, 500, 1000)  # dollars

PaperWords: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedBet:
    """A bet with its lines, best first: the words of each, its pay in every column, and the envy.
    `chart` is what each line pays at the `wagers` of the house, in dollars."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...], str], ...]
    footnotes: tuple[str, ...]
    wagers: tuple[str, ...]
    chart: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def has_envy(self) -> bool:
        """Whether any line pays the other seats."""
        return any(envy for _, _, envy in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePapers:
    """Everything that the papers of a table say."""

    house: str
    table: str
    title: str
    bundle: str
    rules: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]  # a question of the rules, and the house's answer
    limits: tuple[tuple[str, str, str], ...]  # what a wager is called, and its limits
    bets: tuple[PostedBet, ...]
    notices: tuple[str, ...]


def table_papers(books: Books, table: str, site: SiteFacts, words: PaperWords) -> TablePapers:
    """The papers of a table as it runs now, or TABLE_UNKNOWN."""
    source = ReportSource(books, ALWAYS, site)
    found = source.closing.table(table)
    jackpots = [source.closing.kept_jackpot(name) for name in found.jackpots]
    notices = [each for jackpot in jackpots for each in jackpot_notices(source, jackpot)]
    return TablePapers(
        house=site.house,
        table=table,
        title=found.title or catalog.game_title(found.game),
        bundle=found.bundle[:DIGEST_SHOWN],
        rules=tuple(translate(each) for each in catalog.game(found.game).card),
        settings=tuple(_settings(found.game, options_of(found.plays), words)),
        limits=tuple(
            (_called(source, each.wager), whole_dollars(each.least_cents), _most(each, words))
            for each in limits_at(found)
        ),
        bets=(
            *(_jackpot_bet(source, each) for each in jackpots),
            *(bet for each in bets_at(source, found) if (bet := _table_bet(found, each)).rows),
        ),
        notices=tuple(dict.fromkeys((*notices, *(said for _, said in house_notices(source))))),
    )


def game_rack_card(table: Table, bundle: str, words: PaperWords) -> TablePapers:
    """The rack card of a game that no floor runs yet."""
    return TablePapers(
        house="",
        table="",
        title=table.game.title,
        bundle=bundle[:DIGEST_SHOWN],
        rules=tuple(translate(each) for each in table.game.card),
        settings=tuple(_settings(table.game.name, table.options, words)),
        limits=(),
        bets=tuple(bet for each in table.paytables.values() if (bet := _bet(each)).rows),
        notices=(),
    )


def papers_pdf(
    papers: TablePapers, kind: str, words: PaperWords, *, day: str, printed: str, paper: str
) -> bytes:
    data = {**asdict(papers), "kind": kind, "heads": words["heads"], "day": day, "printed": printed}
    data["name"] = words["kinds"][kind]
    return typeset("table_papers.typ", data, paper=paper)


# ---- inside -------------------------------------------------------------------------------------


def _called(source: ReportSource, wager: str) -> str:
    return source.site.wagers.get(wager, wager.replace("_", " "))


def _most(limit: PostedLimit, words: PaperWords) -> str:
    most = whole_dollars(limit.most_cents)
    if limit.aggregate_cents is None:
        return most
    return f"{most} ({words['aggregate'].format(amount=whole_dollars(limit.aggregate_cents))})"


def _settings(
    game: str, chosen: Mapping[str, Setting], words: PaperWords
) -> Iterator[tuple[str, str]]:
    for option in catalog.game(game).options:
        if option.name in chosen:
            value = str(chosen[option.name])
            asked = words["options"].get(option.name, option.text)
            yield without_notes(asked), words["values"].get(value, value.replace("_", " "))


def _jackpot_bet(source: ReportSource, jackpot: JackpotState) -> PostedBet:
    """A jackpot at its wager: what a meter pays stands on the sign."""
    terms = jackpot.terms
    lines = lines_of(terms, source.paytable(terms.paytable))
    wager = whole_dollars(terms.wager_cents)
    return PostedBet(
        title=f"{source.title(jackpot.jackpot)}, {wager}",
        columns=(),
        rows=tuple((line.label.long, (line.pay,), _envy(line.envy_cents)) for line in lines),
        footnotes=(),
        wagers=(wager,),
        chart=tuple((line.label.long, (_amount(line),)) for line in lines),
    )


def _amount(line: PayLine) -> str:
    return line.pay if line.cents is None else _dollars(line.cents)


def _table_bet(table: TableState, paytable: Paytable) -> PostedBet:
    is_plain = len(paytable.columns) == 1
    return _bet(paytable, tuple(_wagers(table, paytable)) if is_plain else ())


def _bet(paytable: Paytable, wagers: Sequence[Cents] = ()) -> PostedBet:
    lines = [
        line
        for line in posted_lines(paytable)
        if not all(isinstance(prize, Loses) for prize in line.prizes)
    ]
    columns = tuple(paytable.columns) if len(paytable.columns) > 1 else ()
    return PostedBet(
        title=paytable.bet,
        columns=columns,
        rows=tuple(
            (
                line.label.long,
                tuple(_pay(prize, paytable, in_columns=bool(columns)) for prize in line.prizes),
                _envy(line.envy_cents),
            )
            for line in lines
        ),
        footnotes=paytable.footnotes,
        wagers=tuple(map(whole_dollars, wagers)),
        chart=tuple(
            (
                line.label.long,
                tuple(_pays(paytable.prize(line.outcome), each, paytable) for each in wagers),
            )
            for line in lines
            if wagers
        ),
    )


def _pay(prize: Prize, paytable: Paytable, *, in_columns: bool) -> str:
    """A pay as posted; the head of several columns says that odds are to 1."""
    said = pay_words(prize, paytable)
    return said.removesuffix(" to 1") if in_columns else said


def _wagers(table: TableState, paytable: Paytable) -> Sequence[Cents]:
    """The amounts of a chart: the least and the most a bet may be, and chips between them."""
    limits = {each.wager: (each.least_cents, each.most_cents) for each in limits_at(table)}
    paid = [each for each in catalog.game(table.game).wagers if each.slot == paytable.slot]
    named = [each for each in paid if title_text(each.name) == paytable.bet] or paid
    found = [amounts for each in named if (amounts := _amounts_of(each, limits))]
    if not found:
        return ()
    least, most = min(least for least, _ in found), max(most for _, most in found)
    between = [chip * 100 for chip in CHIPS if least < chip * 100 < most]
    step = -(-len(between) // (WAGERS_MOST - 2)) or 1
    return tuple(Cents(each) for each in dict.fromkeys((least, *between[::step], most)))


def _amounts_of(
    wager: Wager, limits: Mapping[str, tuple[Cents, Cents]]
) -> tuple[Cents, Cents] | None:
    """The least and the most a wager may be, or what it follows from."""
    match wager.relation:
        case Equal(to=other):
            return limits.get(other)
        case Multiple(of=other, times=times) if other in limits:
            least, most = limits[other]
            return Cents(least * times), Cents(most * times)
        case _:
            return limits.get(wager.name)


def _pays(prize: Prize, wager_cents: Cents, paytable: Paytable) -> str:
    """What the dealer pays beside the stake, or instead of it where odds are *for* one."""
    match prize:
        case Odds() | Fixed():
            return _dollars(prize.pays_cents(wager_cents, paytable.wager_cents))
        case Loses():
            return "–"
        case _:
            return pay_words(prize, paytable)


def _dollars(cents: Cents) -> str:
    return dollars(cents).removesuffix(".00")


def _envy(cents: Cents | None) -> str:
    return "" if cents is None else whole_dollars(cents)
