"""`pitboss play`: a game at the terminal, one seat against the dealer, with chips."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Annotated

import typer

from pitboss.cli import paper, play_tools, settlement
from pitboss.cli.gamecard import card_text
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.prompts import Asker, Leave, explain
from pitboss.cli.session_meters import SessionMeters
from pitboss.cli.wager_line import parse_wagers, wagers_text
from pitboss.lab import seating
from pitboss.money import Cents, dollars, parse_dollars
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import Act, Deal, Draw, Equal, Line, Turn
from pitboss.rules.round import Round, Table

SEAT = 1
CHIPS_MOST_CENTS = Cents(100_000_000)

commands = typer.Typer()


@commands.command()
def play(
    ctx: typer.Context,
    game: Annotated[str | None, argument("GAME", of="play")] = None,
    rng_seed: play_tools.RngSeed = None,
    chips: Annotated[str, option("--chips DOLLARS")] = "500",
    option: play_tools.Options = None,
    paytable: play_tools.Chosen = None,
) -> None:
    """Play against the dealer in the terminal, with chips. Type q to leave, ? for the rules."""
    paytables = play_tools.paytables(ctx)
    chips_cents = _read_chips(chips)
    name = game or _menu()
    if name is None:
        return
    table = seating.choose_table(
        catalog.game(name),
        paytables,
        options=play_tools.pairs(option, option="--option"),
        chosen=play_tools.pairs(paytable, option="--paytable"),
    )
    chance = seating.generator(play_tools.rng_seed_or_chance(rng_seed))
    TerminalSession(table, paytables, chance, chips_cents).play()


def _read_chips(text: str) -> Cents:
    try:
        cents = parse_dollars(text)
    except Refusal as refusal:
        raise refusal.at(f"--chips {text}") from None
    if not 0 < cents <= CHIPS_MOST_CENTS:
        raise Refusal("CHIPS_OUTSIDE_LIMITS", where=f"--chips {text}", most=CHIPS_MOST_CENTS)
    return cents


def _menu() -> str | None:
    """Choose a game by number or name; None to leave."""
    names = catalog.game_names()

    def show() -> None:
        rows = [(str(n), name, catalog.game(name).title) for n, name in enumerate(names, 1)]
        typer.echo("\n".join(paper.lined_up(rows, right=(0,), indent="  ")))

    show()
    asker = Asker(show)
    try:
        while True:
            answer = asker.line(command_text("play.which_game", last=len(names))).lower()
            if answer in map(str, range(1, len(names) + 1)):
                return names[int(answer) - 1]
            found = [name for name in names if answer and name.startswith(answer)]
            if len(found) == 1:
                return found[0]
            explain(command_text("play.type_game", last=len(names)))
    except Leave:
        return None


class TerminalSession:
    """One player's session at a table."""

    def __init__(
        self, table: Table, paytables: catalog.Paytables, chance: random.Random, chips: Cents
    ) -> None:
        self._table = table
        self._paytables = paytables
        self._chance = chance
        self._chips = chips
        self._brought = chips
        self._meters = SessionMeters(table)
        self._bets: Mapping[str, Cents] = seating.first_bets(table)
        self._rounds = 0
        self._asker = Asker(self._show_card)

    def play(self) -> None:
        """Play rounds until the player leaves or runs out of chips."""
        game = self._table.game
        typer.echo(paper.format_heading(game.title))
        typer.echo("\n".join(paper.wrap_text(game.summary)))
        typer.echo(command_text("play.welcome"))
        self._show_offer()
        try:
            while self._chips:
                self._round()
            typer.echo(command_text("play.out_of_chips"))
        except Leave:
            pass
        self._farewell()

    def _farewell(self) -> None:
        left = command_text(
            "play.farewell_one" if self._rounds == 1 else "play.farewell",
            chips=self._chips,
            rounds=self._rounds,
            net=paper.signed_paint(self._chips - self._brought),
        )
        typer.echo(left)

    # ---- wagers -------------------------------------------------------------------------------

    def _show_card(self) -> None:
        typer.echo("\n".join(card_text(self._table.game, self._paytables)))

    def _show_offer(self) -> None:
        typer.echo("\n" + paper.format_heading(command_text("play.wagers")))
        rows = []
        for wager in seating.find_offered(self._table):
            fixed = seating.fixed_cents(self._table, wager.name)
            least, most = self._table.limits[wager.name]
            between = command_text(
                "play.between", least=paper.amount(least), most=paper.amount(most)
            )
            amounts = paper.amount(fixed) if fixed else between
            shown = "" if isinstance(wager.relation, Equal) else amounts
            rows.append((wager.name, shown, str(wager.relation)))
        typer.echo("\n".join(paper.lined_up(rows, indent="  ")))
        typer.echo(command_text("play.one_line", example=self._example()))

    def _example(self) -> str:
        bets = dict(self._bets)
        for wager in seating.find_offered(self._table):
            if not seating.is_base(wager):
                bets[wager.name] = seating.usual_cents(self._table, wager)
                break
        return wagers_text(bets, self._table)

    def _round(self) -> None:
        """One round, from the wagers to the final chips."""
        round_now = paper.format_heading(command_text("play.round", number=self._rounds + 1))
        typer.echo(f"\n{round_now}   {command_text('play.chips', chips=self._chips)}")
        self._show_meters()
        played = self._seated()
        for text in settlement.offers_text(played):
            typer.echo(text)
        self._rounds += 1
        try:
            self._play_out(played)
        except Leave:
            self._chips = self._available(played)
            typer.echo(command_text("play.left_early"))
            raise
        lines = played.settle()
        self._meters.award(lines)
        self._chips = self._available(played)
        self._show_settlement(played, lines)

    def _show_meters(self) -> None:
        for slot, level, cents in self._meters.list_shown():
            amount = paper.paint(dollars(cents), paper.YELLOW)
            typer.echo(command_text("play.meter", slot=slot, level=level, amount=amount))

    def _seated(self) -> Round:
        """Start a round with wagers that the rules and chips allow, and raise the meters."""
        while True:
            text = wagers_text(self._bets, self._table)
            answer = self._asker.line(command_text("play.your_wagers", usual=text))
            try:
                bets = parse_wagers(answer, self._table) if answer else dict(self._bets)
                self._check_chips(bets)
                Round(self._table, {SEAT: bets})  # refused before any meter moves
            except Refusal as refusal:
                explain(_plain(refusal))
                continue
            self._bets = bets
            self._meters.contribute(bets)
            return Round(self._table, {SEAT: bets}, self._meters.for_round())

    def _check_chips(self, bets: Mapping[str, Cents]) -> None:
        total = sum(bets.values())
        if total > self._chips:
            raise Refusal("CHIPS_TOO_FEW", total=total, chips=self._chips)

    def _available(self, played: Round) -> Cents:
        """The player's chips now: minus wagers, plus what came back."""
        put_down = sum(self._bets.values())
        added = sum(action.cents for action in played.history if isinstance(action, Act))
        back = sum(line.back_cents + line.paid_cents for line in played.lines)
        return Cents(self._chips - put_down - added + back)

    # ---- the cards ----------------------------------------------------------------------------

    def _play_out(self, played: Round) -> None:
        table = self._table
        cards = seating.shuffle_shoe(table.decks, self._chance, table.game.deck)
        shown = 0
        while (waiting := played.waiting) is not None:
            if isinstance(waiting, Draw):
                dealt = tuple(next(cards) for _ in range(waiting.count))
                played.step(Deal(waiting.to, dealt))
                continue
            shown = self._tell_results(played, shown)
            self._show_cards(played, waiting)
            choice, cents = self._asker.choice(waiting.choices, self._available(played))
            played.step(Act(SEAT, choice.name, cents))
        self._show_cards(played, None)

    def _tell_results(self, played: Round, shown: int) -> int:
        """Announce wagers settled since the last decision, such as House Money."""
        for line in played.lines[shown:]:
            paid = f" {dollars(line.paid_cents)}" if line.paid_cents else ""
            text = f"{line.wager} {line.result}{paid}: {line.rule}"
            typer.echo("\n".join(["", *paper.wrap_text(text, first="  ")]))
        return len(played.lines)

    def _show_cards(self, played: Round, turn: Turn | None) -> None:
        own = str(SEAT)
        rows = []
        for place in [*(place for place in played.cards if place != own), own]:
            if played.hand(place):
                down = played.face_down.get(place, 0)
                name = command_text("play.you") if place == own else place
                rows.append((name, paper.cards(played.hand(place), face_down=down)))
        if turn and turn.cards != played.hand(own):
            rows.append((turn.phase, paper.cards(turn.cards)))
        typer.echo("\n".join(["", *paper.lined_up(rows, indent="  ")]))

    def _show_settlement(self, played: Round, lines: tuple[Line, ...]) -> None:
        typer.echo()
        typer.echo("\n".join(settlement.lines_text(played, lines, with_seats=False)))
        net = sum(line.net_cents for line in lines)
        shown = paper.paint(dollars(abs(net)), paper.GREEN if net >= 0 else paper.RED)
        told = command_text(
            "play.won" if net > 0 else "play.lost" if net < 0 else "play.even",
            net=shown,
            chips=self._chips,
        )
        typer.echo(told)


def _plain(refusal: Refusal) -> str:
    """A refusal without the seat: there is only one."""
    where = refusal.where.removeprefix(f"wagers.{SEAT}").lstrip(": ")
    return f"{f'{where}: ' if where else ''}{refusal.reason} ({refusal.code})"
