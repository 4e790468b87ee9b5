"""The older keypad: COIN IN (START GAME), a key with JPH and RUN, J-POT, GAME OVER (PS-2, PS-5,
PS-6).

A table in `docs/presses.md` lists what every press does in every state; a test checks it."""

from __future__ import annotations

from pitboss.devices.host import DeviceHost, Memory, Press, hand_press
from pitboss.devices.signals import BadgeSwiped, ButtonPressed, HandPressed, KeyMoved, Signal
from pitboss.floor.decide.pricing import payment_order
from pitboss.floor.facts import awards, people, rounds, tables
from pitboss.floor.facts.offered import CALLED_AT_KEYPAD
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import TableState
from pitboss.refusal import Refusal


class AquariusKeypad:
    """A key shows that its holder may act; the badge swiped before it shows who that is. If the
    house's keys aren't personal, the key's number does."""

    async def press(
        self, signal: Signal, *, table: str, badge: str, host: DeviceHost, memory: Memory
    ) -> Press | None:
        """The command a signal leads to."""
        match signal:
            case ButtonPressed(button="coin-in" | "start"):
                return Press(rounds.StartRound, {"spots": host.find_lit(table)})
            case ButtonPressed(button="game-over" | "end"):
                return Press(rounds.EndRound, {}, forgets=True)
            case ButtonPressed(button="j-pot", seat=seat, sensor=sensor):
                spot = Spot(seat, sensor) if seat else _due(await host.table(table))
                return Press(awards.PressJackpot, {"spot": spot})
            case ButtonPressed(button="call"):
                return Press(tables.CallSupervisor, {"reason": CALLED_AT_KEYPAD})
            case HandPressed():
                return hand_press(signal)
            case KeyMoved():
                return _key(signal, await host.table(table), memory.holder(host.steady_ms()))
            case BadgeSwiped():
                return await _swiped(badge, await host.table(table), host, memory)
        raise Refusal("SIGNAL_UNKNOWN", "keypad_no_such", where=table)


def _due(table: TableState) -> Spot:
    """The winner a J-POT without a seat is for: the next to be paid (PS-14)."""
    marks = table.round.marks if table.round is not None else ()
    if not marks:
        raise Refusal("NOTHING_MARKED", "mark_winner_hand", where=table.table)
    return payment_order(table, marks)[0].spot


def _key(signal: KeyMoved, table: TableState, known: str) -> Press:
    """Turn a key; the person who turned a key in the lock turns it back."""
    holder = known or (table.key_badge if table.key == "JPH" else "")
    if holder:
        fields = {"position": signal.position, "badge": holder}
        return Press(awards.TurnKey, fields, forgets=signal.position == "RUN")
    if not table.keys_are_personal:
        fields = {"position": signal.position, "key_number": signal.number}
        return Press(awards.TurnNumberedKey, fields)
    raise Refusal("KEY_HOLDER_UNKNOWN", "swipe_your_badge", where=table.table)


async def _swiped(badge: str, table: TableState, host: DeviceHost, memory: Memory) -> Press | None:
    """A badge takes over a key already at JPH; during a round, a badge allowed to turn the key
    waits for it (PS-9). Any other belongs to a dealer who takes the table, which the floor allows
    only between rounds."""
    if table.key == "JPH":
        return Press(awards.TurnKey, {"position": "JPH", "badge": badge})
    if table.round is None or await host.role_of(badge) not in awards.TurnKey.permission.roles:
        return Press(people.SignIn, {"badge": badge})
    memory.keep(badge=badge, now_ms=host.steady_ms())
    return None
