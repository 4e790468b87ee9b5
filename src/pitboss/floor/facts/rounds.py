"""A round: wagers locked, winners marked, the round ended or voided."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import BadgeId, Coded, JackpotId, TableId, TypedText
from pitboss.floor.facts.permission import CONSOLE, ONE_SUPERVISOR, SENSOR, Permission
from pitboss.floor.facts.values import Contribution, EnvyPay, Hold, Mark, Movement, Spot, Taking


class StartRound(Command):
    """START GAME, or COIN IN: lock the wagers that are lit now (PS-2). `hands` is how many hands
    are dealt, including the dealer's, if a bet's pays depend on it (CS-2); 0: nobody counted."""

    permission = Permission(at=(CONSOLE,))
    table: TableId
    spots: tuple[Spot, ...]
    hands: int = 0


class RoundStarted(Event):
    """Wagers are locked and have raised the meters."""

    in_outbox = True
    table: TableId
    round: int
    badge: BadgeId
    spots: tuple[Spot, ...]
    contributions: tuple[Contribution, ...]
    takings: tuple[Taking, ...]
    hands: int = 0


class CorrectHands(Command):
    """Say how many hands the round has, if START gave a different number or none (CS-2). Correcting
    an existing number takes a reason."""

    permission = Permission(at=(CONSOLE,))
    table: TableId
    hands: int
    reason: TypedText = ""


class HandsCorrected(Event):
    """The number of hands in a round was corrected; `before` is the old one, 0 for none."""

    in_outbox = True
    table: TableId
    round: int
    badge: BadgeId
    before: int
    hands: int
    reason: TypedText


class SeeLateBet(Command):
    """A chip was seen on a sensor after START."""

    permission = Permission(at=(CONSOLE, SENSOR))
    table: TableId
    spot: Spot


class LateBetSeen(Event):
    """A chip came after START; it isn't a bet on its sensor's jackpot."""

    table: TableId
    round: int
    spot: Spot
    jackpot: JackpotId


class PressHand(Command):
    """A hand button for a spot: marks it, or takes the same mark back (PS-3). `folded` says that
    the seat had folded the hand."""

    permission = Permission(at=(CONSOLE,))
    table: TableId
    spot: Spot
    outcome: Coded
    sharers: tuple[int, ...] = ()
    folded: bool = False


class WinnerMarked(Event):
    """The dealer marked a winner; no money has moved."""

    table: TableId
    round: int
    mark: Mark


class WinnerUnmarked(Event):
    """The dealer took a mark back."""

    table: TableId
    round: int
    mark: Mark


class HoldsChanged(Event):
    """What is held for a round's marks on one jackpot, if the house locks at the mark. Everything
    held there before is released, and the current marks are priced again in the order of payment; a
    void only releases."""

    in_outbox = True
    table: TableId
    round: int
    jackpot: JackpotId
    badge: BadgeId
    released: tuple[Movement, ...]
    holds: tuple[Hold, ...]


class EndRound(Command):
    """END GAME, or GAME OVER (PS-6)."""

    permission = Permission(at=(CONSOLE,))
    table: TableId


class RoundEnded(Event):
    """The round is over; envy is paid from the tray (PS-21)."""

    in_outbox = True
    table: TableId
    round: int
    envy: tuple[EnvyPay, ...]


class VoidRound(Command):
    """Misdeal: void the round and return its contributions (ALL-1, ALL-4)."""

    permission = ONE_SUPERVISOR
    table: TableId
    badge: BadgeId
    reason: TypedText


class RoundVoided(Event):
    """The round is void: a linked entry reverses every contribution."""

    moves_by = "voids"
    in_outbox = True
    table: TableId
    round: int
    badge: BadgeId
    reason: TypedText
    reverses: int
    movements: tuple[Movement, ...]
    takings: tuple[Taking, ...]
