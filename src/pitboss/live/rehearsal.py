"""A scripted round at a training table: three wagers, the best hand, the award confirmed, the round
ended. It sends the same commands as the console, so console and sign show all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec import Struct

from pitboss.floor.facts import awards, people, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import Board, jackpot_board, table_board
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal

SEATS, WINNER = (1, 2, 3), 2
PAUSE_S = 0.4  # between two presses, so that people can watch
STEPS_MOST = 20


class RehearsedStep(Struct, frozen=True, kw_only=True):
    """One press of the script, and who made it; `what` is the next step as boards name it."""

    what: str
    badge: str = ""
    hand: str = ""
    jackpot: str = ""


class Rehearsal:
    """One scripted win at one table."""

    def __init__(self, running_site: RunningSite, table: str, *, pause_s: float = PAUSE_S) -> None:
        self._running_site = running_site
        self._table = table
        self._pause_s = pause_s
        self._done: list[RehearsedStep] = []
        self._is_marked = False

    async def play(self) -> list[RehearsedStep]:
        """Play it; return what was done, in order."""
        board = await self._look()
        self._check(board)
        steps: dict[str, Callable[[Board], Awaitable[None]]] = {
            "sign_in": self._sign_in,
            "start": self._start,
            "play": self._mark,
            "confirm": self._confirm,
            "key_jph": self._turn_to_jph,
            "j_pot": self._press_j_pot,
            "key_run": self._turn_to_run,
            "end": self._end,
        }
        for _ in range(STEPS_MOST):
            take = steps.get(board["next"])
            if take is None:
                raise self._busy()
            await take(board)
            if self._done[-1].what == "end":
                return self._done
            await asyncio.sleep(self._pause_s)
            board = await self._look()
        raise self._busy()

    def _check(self, board: Board) -> None:
        if not board["training"]:
            raise Refusal("REHEARSAL_FOR_MONEY", where=self._table)
        if not board["jackpots"]:
            raise Refusal("NO_JACKPOT", "no_jackpot_rehearse", where=self._table)
        if board["round_open"] or board["next"] not in ("sign_in", "start"):
            raise self._busy()

    def _busy(self) -> Refusal:
        return Refusal("REHEARSAL_BUSY", where=self._table)

    # ---- steps --------------------------------------------------------------------------------

    async def _sign_in(self, board: Board) -> None:
        badge = await self._running_site.look(_free_dealer)
        if not badge:
            raise Refusal("NO_DEALER", "every_dealer_signed", where=self._table)
        await self._ask(people.SignIn, RehearsedStep(what="sign_in", badge=badge), badge=badge)

    async def _start(self, board: Board) -> None:
        seats = [seat for seat in SEATS if seat <= board["seats"]]
        spots = tuple(Spot(seat, 1) for seat in seats)
        step = RehearsedStep(what="start")
        await self._ask(rounds.StartRound, step, spots=spots, hands=len(seats) + 1)

    async def _mark(self, board: Board) -> None:
        if self._is_marked:
            await self._end(board)
            return
        self._is_marked = True
        jackpot = board["jackpots"][0]
        best = board["hands"][jackpot][0]
        seats = [spot["seat"] for spot in board["spots"]]
        seat = min(WINNER, len(seats))
        step = RehearsedStep(what="play", hand=best["outcome"], jackpot=jackpot)
        await self._ask(
            rounds.PressHand,
            step,
            spot=Spot(seat, 1),
            outcome=best["outcome"],
            sharers=tuple(seats) if best["shared"] else (),
        )

    async def _confirm(self, board: Board) -> None:
        badge = self._badge_of(board["confirm"]["role"])
        await self._ask(
            awards.ConfirmAwards, RehearsedStep(what="confirm", badge=badge), badge=badge
        )

    async def _turn_to_jph(self, board: Board) -> None:
        badge = self._badge_of(board["confirm"]["role"])
        step = RehearsedStep(what="key_jph", badge=badge)
        await self._ask(awards.TurnKey, step, position="JPH", badge=badge)

    async def _press_j_pot(self, board: Board) -> None:
        first = board["confirm"]["awards"][0]
        spot = Spot(first["seat"], first["sensor"])
        await self._ask(awards.PressJackpot, RehearsedStep(what="j_pot"), spot=spot)

    async def _turn_to_run(self, board: Board) -> None:
        badge = self._badge_of("supervisor")
        step = RehearsedStep(what="key_run", badge=badge)
        await self._ask(awards.TurnKey, step, position="RUN", badge=badge)

    async def _end(self, board: Board) -> None:
        await self._ask(rounds.EndRound, RehearsedStep(what="end"))

    # ---- commands and questions ---------------------------------------------------------------

    def _badge_of(self, role: str) -> str:
        """A person who may confirm awards, and doesn't deal here."""
        for wanted in (role, "executive"):
            for badge in self._running_site.badges.values():
                if badge.role == wanted and not badge.revoked:
                    return badge.badge
        raise Refusal("ROLE_MISSING", "no_badge", role=role)

    async def _look(self) -> Board:
        lookup = self._running_site.paytable_lookup

        def seen(state: State) -> Board:
            board = table_board(state, lookup, self._table)
            hands = {
                name: jackpot_board(state, lookup, name)["hands"] for name in board["jackpots"]
            }
            return board | {"hands": hands}

        return await self._running_site.look(seen)

    async def _ask(
        self, kind: Callable[..., Command], step: RehearsedStep, **content: object
    ) -> None:
        now_ms = self._running_site.now_ms()
        made = kind(command_id=new_id(), at_ms=now_ms, table=self._table, **content)
        reply = await self._running_site.ask(made)
        reply.need(self._table)
        self._done.append(step)


def _free_dealer(state: State) -> str:
    busy = {table.dealer for table in state.tables.values()}
    free = (
        badge.badge
        for badge in state.badges.values()
        if badge.role == "dealer" and not badge.revoked and badge.badge not in busy
    )
    return next(free, "")
