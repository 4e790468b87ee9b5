"""What a word in small letters says about the floor."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.audit.meter_entries import find_movements
from pitboss.floor.facts import rounds
from pitboss.floor.facts.values import EnvyPay
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.money.meter import house_left

from .day_verbs import DAY_STATEMENTS
from .office_statements import OFFICE_STATEMENTS
from .paper_verbs import PAPER_STATEMENTS
from .script import Script
from .site_verbs import SITE_STATEMENTS
from .words import Words, Wrong, amount_cents, amount_micros, spot_of


def same(what: str, *, found: int, text: str) -> None:
    """An amount in micros against a written one."""
    if found != amount_micros(text):
        sign, size = ("-" if found < 0 else ""), abs(found)
        raise Wrong(f"{what} is {sign}${size // 10**8:,}.{size % 10**8:08d}, not {text}")


def _held(account: str) -> Callable[[Script, Words], None]:
    def check(script: Script, words: Words) -> None:
        jackpot, level = words.take(), words.take()
        reading = script.floor.state.jackpot(jackpot).levels[level].reading
        found: int = getattr(reading, f"{account}_micros")
        same(f"the {account} of {jackpot} {level}", found=found, text=words.take())

    return check


def _shown(script: Script, words: Words) -> None:
    jackpot, level = words.take(), words.take()
    reading = script.floor.state.jackpot(jackpot).levels[level].reading
    whole_cents = reading.meter_micros - reading.meter_micros % 10**6
    same(f"{jackpot} {level} shown", found=whole_cents, text=words.take())


def _house_money(script: Script, words: Words) -> None:
    """house-money four-card main $6,000.00: what the house has put up and may recover"""
    jackpot, level = words.take(), words.take()
    found = house_left(script.floor.state.jackpot(jackpot).levels[level])
    same(f"the house's money in {jackpot} {level}", found=found, text=words.take())


def _top_up(script: Script, words: Words) -> None:
    """top-up four-card main $0.50: what the house added with the last entry, or had back of it"""
    place = (words.take(), words.take())
    moved = [each for event in script.floor.rows[-1] for each in find_movements(event)]
    found = sum(each.top_up_micros for each in moved if (each.jackpot, each.after.level) == place)
    same(f"what the house added to {' '.join(place)}", found=found, text=words.take())


def _balance(script: Script, words: Words) -> None:
    account = words.take()
    same(f"balance {account}", found=script.floor.state.balance(account), text=words.take())


def _required(script: Script, words: Words) -> None:
    same("required", found=required_micros(script.floor.state), text=words.take())


def _award(script: Script, words: Words) -> None:
    """award 1 seat 6 $500.04 from meter + $2.00 from house"""
    number = words.take()
    award = script.award(number).award
    words.skip("seat")
    if award.seat != (seat := int(words.take())):
        raise Wrong(f"award {number} is seat {award.seat}'s, not seat {seat}'s")
    wanted = {"meter": 0, "house": 0, "tray": 0}
    more = True
    while more:
        cents = amount_cents(words.take())
        words.skip("from")
        wanted[words.take()] = cents
        more = words.after("+")
    found = {"meter": award.meter_cents, "house": award.house_cents, "tray": award.tray_cents}
    if found != wanted:
        raise Wrong(f"award {number} is {found}, not {wanted}")


def _status(script: Script, words: Words) -> None:
    words.skip("award")
    found = script.award(words.take()).status
    if found != (wanted := " ".join(words.rest())):
        raise Wrong(f"it is {found!r}, not {wanted!r}")


def _counted(script: Script, words: Words) -> None:
    """counted four-card main hits 1 wins $500.00"""
    jackpot, level = words.take(), words.take()
    standing = script.floor.state.jackpot(jackpot).levels[level]
    words.skip("hits")
    if standing.hits != (hits := int(words.take())):
        raise Wrong(f"{standing.hits} hits, not {hits}")
    words.skip("wins")
    same("wins", found=standing.wins_cents * 10**6, text=words.take())


def _awaited(script: Script, words: Words) -> None:
    """awaited four-card main T1 T2, or none"""
    jackpot, level = words.take(), words.take()
    found = " ".join(script.floor.state.jackpot(jackpot).awaited_at(level)) or "none"
    if found != (wanted := " ".join(words.rest())):
        raise Wrong(f"an award is on its way at {found}, not {wanted}")


def _warned(script: Script, words: Words) -> None:
    """warned award 1 $8.50: what the meter was too low for"""
    words.skip("award")
    award = script.award(words.take()).award
    lacked_cents = award.house_cents if award.level else 0
    same("what the meter lacked", found=lacked_cents * 10**6, text=words.take())


def _bets(script: Script, words: Words) -> None:
    found = script.floor.state.jackpot(words.take()).bets
    if found != (wanted := int(words.take())):
        raise Wrong(f"{found} bets, not {wanted}")


def _seats(script: Script, words: Words) -> None:
    """seats T1  1 3 3/2: the spots of its round, in order"""
    table = script.floor.state.table(words.take())
    spots = table.round.spots if table.round else ()
    if list(spots) != (wanted := [spot_of(word) for word in words.rest()]):
        raise Wrong(f"the spots are {spots}, not {wanted}")


def _envy(script: Script, words: Words) -> None:
    """envy seat 3 $10.00 from seat 2, seat 1 $10.00 from seat 2 — of the round that just ended."""
    ended = script.floor.rows[-1][-1]
    if not isinstance(ended, rounds.RoundEnded):
        raise Wrong("no round has just ended")
    wanted = sorted(" ".join(words.rest()).split(", "))
    found = sorted(map(_told, ended.envy)) or ["none"]
    if found != wanted:
        raise Wrong(f"envy is {', '.join(found)}")


def _told(pay: EnvyPay) -> str:
    return f"seat {pay.seat} ${pay.cents // 100:,}.{pay.cents % 100:02d} from seat {pay.seat_hit}"


STATEMENTS: dict[str, Callable[[Script, Words], None]] = {
    "meter": _held("meter"),
    "reserve": _held("reserve"),
    "overflow": _held("overflow"),
    "top-up": _top_up,
    "house-money": _house_money,
    "shown": _shown,
    "balance": _balance,
    "required": _required,
    "award": _award,
    "status": _status,
    "counted": _counted,
    "awaited": _awaited,
    "warned": _warned,
    "bets": _bets,
    "seats": _seats,
    "envy": _envy,
    **OFFICE_STATEMENTS,
    **DAY_STATEMENTS,
    **PAPER_STATEMENTS,
    **SITE_STATEMENTS,
}
