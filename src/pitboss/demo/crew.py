"""A simulated crew: the players, the dealer and the supervisor of one table.

It always takes the next step that the board names, as a dealer at the console would, and asks the
same running site as everyone else. So it can take over a table in any state, and can leave between
two rounds."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from pitboss.engine import Reply
from pitboss.floor.facts import awards, people, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.offered import LISTS
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import Board, jackpot_board, table_board
from pitboss.live.bet_lights import BetLights
from pitboss.live.chores import AskedSite
from pitboss.live.folder import new_id
from pitboss.site.model import Site

# Seconds at the speed of a real table; the demonstration runs several times as fast.
BETWEEN_CHIPS_S = 1.5
AFTER_CHIPS_S = 6.0
DEALING_S = 20.0
BUTTON_S = 4.0
SUPERVISOR_S = 12.0
WAIT_S = 2.0
LEASE_LOST = "LEASE_LOST"
LAST_STEPS_MOST = 30  # more steps mean that the round waits for somebody else

SEAT_TAKEN_PERCENT, SEAT_CHANGES_PERCENT, WAGER_PERCENT = 70, 6, 80
LATE_PERCENT, MISDEAL_PERCENT = 2, 1
WINS_ONE_IN = 30  # wagers per winning hand
NEXT_ONE_IN = 3  # winning hands per hand that is one line better
SUPERVISOR, EXECUTIVE = "S200", "E300"


class PlayedSite(AskedSite, Protocol):
    """A site that crews can play at: a running one, or one in the past."""

    folder: Path
    site: Site
    lights: BetLights

    def light(self, table: str, spot: Spot, *, lit: bool) -> None:
        """A chip came or went."""


class Crew:
    """The people of one table. `pause` waits as long as the speed says; it returns at once if the
    crew has been asked to leave."""

    def __init__(
        self,
        running_site: PlayedSite,
        table: str,
        *,
        dealer: str,
        supervisor: str = SUPERVISOR,
        chance: random.Random,
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._running_site = running_site
        self._table = table
        self._dealer, self._supervisor = dealer, supervisor
        self._chance = chance
        self._pause = pause
        self._wide = {each.jackpot for each in running_site.site.jackpots if each.wide}
        self._taken: set[int] = set()
        self._have_come = False  # the players; a running floor has rounds before they arrive
        self._dealt = 0  # the round whose winners are drawn

    async def step(self) -> None:
        """Take the next step."""
        board = await self._look()
        steps = {
            "sign_in": self._sign_in,
            "start": self._start,
            "play": self._play,
            "confirm": self._confirm,
            "key_jph": self._turn_to_jph,
            "j_pot": self._press_j_pot,
            "key_run": self._turn_to_run,
            "end": self._end,
        }
        take = steps.get(board["next"])
        if take is None:  # paused, or another table must move first
            await self._pause(WAIT_S)
        else:
            await take(board)

    async def leave(self) -> None:
        """Finish the table's round without waiting."""
        for _ in range(LAST_STEPS_MOST):
            if not (await self._look())["round_open"]:
                break
            await self.step()
        for spot in self._running_site.lights.find_lit(self._table):
            self._running_site.light(self._table, spot, lit=False)

    # ---- steps --------------------------------------------------------------------------------

    async def _sign_in(self, board: Board) -> None:
        """The dealer takes the table, unless a visitor deals elsewhere with the badge."""

        def is_elsewhere(state: State) -> bool:
            return any(table.dealer == self._dealer for _, table in state.tables.items())

        if await self._running_site.look(is_elsewhere):
            await self._pause(WAIT_S)
        else:
            await self._ask(people.SignIn, badge=self._dealer)

    async def _start(self, board: Board) -> None:
        """Players come and go, put down chips one by one, and the dealer presses START."""
        for seat in range(1, board["seats"] + 1):
            if self._happens(SEAT_CHANGES_PERCENT if self._have_come else 100):
                self._taken.discard(seat)
                if self._happens(SEAT_TAKEN_PERCENT):
                    self._taken.add(seat)
        self._have_come = True
        for seat in sorted(self._taken):
            for sensor in range(1, board["sensors"] + 1):
                if self._happens(WAGER_PERCENT):
                    self._running_site.light(self._table, Spot(seat, sensor), lit=True)
                    await self._pause(BETWEEN_CHIPS_S)
        await self._pause(AFTER_CHIPS_S)
        spots = self._running_site.lights.find_lit(self._table)
        hands = len(self._taken) + 1 if self._taken else 0
        reply = await self._ask(rounds.StartRound, spots=spots, hands=hands)
        if reply.code == LEASE_LOST:
            self._return_wide(board)
            spots = self._running_site.lights.find_lit(self._table)
            await self._ask(rounds.StartRound, spots=spots, hands=hands)

    def _return_wide(self, board: Board) -> None:
        """Players take back their wagers on a jackpot whose hub can't be reached."""
        for spot in self._running_site.lights.find_lit(self._table):
            if board["jackpots"][spot.sensor - 1] in self._wide:
                self._running_site.light(self._table, spot, lit=False)

    async def _play(self, board: Board) -> None:
        """The dealer deals, then marks a winner or ends the round."""
        if self._dealt != board["round"]:
            self._dealt = board["round"]
            await self._pause(DEALING_S)
            if self._happens(MISDEAL_PERCENT):
                await self._ask(rounds.VoidRound, badge=self._supervisor, reason=LISTS["void"][0])
                return
            if board["sensors"] and self._happens(LATE_PERCENT):
                seat = self._chance.randint(1, board["seats"])
                await self._ask(rounds.SeeLateBet, spot=Spot(seat, 1))
            if await self._mark_winners(board):
                return
        await self._end(board)

    async def _mark_winners(self, board: Board) -> bool:
        marked = False
        for spot in board["spots"]:
            jackpot = board["jackpots"][spot["sensor"] - 1]
            hand = self._draw_hand(board["hands"][jackpot])
            if hand is None:
                continue
            await self._pause(BUTTON_S)
            seats = [each["seat"] for each in board["spots"] if each["sensor"] == spot["sensor"]]
            await self._ask(
                rounds.PressHand,
                spot=Spot(spot["seat"], spot["sensor"]),
                outcome=hand["outcome"],
                sharers=tuple(seats) if hand["shared"] else (),
            )
            marked = True
        return marked

    async def _confirm(self, board: Board) -> None:
        await self._ask(awards.ConfirmAwards, badge=await self._confirmer(board))

    async def _turn_to_jph(self, board: Board) -> None:
        await self._ask(awards.TurnKey, position="JPH", badge=await self._confirmer(board))

    async def _confirmer(self, board: Board) -> str:
        """Who comes to the table to confirm."""
        await self._pause(SUPERVISOR_S)
        return EXECUTIVE if board["confirm"]["role"] == "executive" else self._supervisor

    async def _press_j_pot(self, board: Board) -> None:
        first = board["confirm"]["awards"][0]
        await self._ask(awards.PressJackpot, spot=Spot(first["seat"], first["sensor"]))

    async def _turn_to_run(self, board: Board) -> None:
        await self._pause(BUTTON_S)
        await self._ask(awards.TurnKey, position="RUN", badge=self._supervisor)

    async def _end(self, board: Board) -> None:
        await self._pause(BUTTON_S)
        await self._ask(rounds.EndRound)

    # ---- asking and looking -------------------------------------------------------------------

    async def _look(self) -> Board:
        """The table's board, with what its jackpots pay."""
        paytable_lookup = self._running_site.paytable_lookup

        def seen(state: State) -> Board:
            board = table_board(state, paytable_lookup, self._table)
            names = board["jackpots"]
            hands = {name: jackpot_board(state, paytable_lookup, name)["hands"] for name in names}
            return board | {"hands": hands}

        return await self._running_site.look(seen)

    async def _ask(self, kind: Callable[..., Command], **content: object) -> Reply:
        """Ask the running site. Most refusals need no reaction: the next step follows from the
        board."""
        reply = await self._running_site.ask(
            kind(
                command_id=new_id(),
                at_ms=self._running_site.now_ms(),
                table=self._table,
                **content,
            )
        )
        if not reply.accepted:
            await self._pause(WAIT_S)
        return reply

    def _happens(self, percent: int) -> bool:
        return self._chance.randrange(100) < percent

    def _draw_hand(self, hands: list[Board]) -> Board | None:
        """Draw a winning hand now and then, better ones much more rarely."""
        if self._chance.randrange(WINS_ONE_IN):
            return None
        for hand in reversed(hands):
            if self._chance.randrange(NEXT_ONE_IN):
                return hand
        return hands[0]
