"""What a word in capitals asks of the floor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.floor.facts import awards, people, rounds, tables
from pitboss.floor.facts.jackpots import AdjustMeter, OpenJackpot, WonAt
from pitboss.floor.facts.values import ApprovalRecord, JackpotTerms, LevelSetting
from pitboss.floor.state.approved import bundle_items, bundle_sha256
from pitboss.money import Cents, Ppm
from pitboss.rules import catalog

from .day_verbs import DAY_COMMANDS
from .office_verbs import EVERY_PAPER, OFFICE_COMMANDS, papers_of, plays_of
from .paper_verbs import PAPER_COMMANDS
from .script import Script
from .site_verbs import SITE_COMMANDS
from .support import BOOK
from .words import Words, amount_cents, rate_ppm, spot_of


def _staff(script: Script, words: Words) -> None:
    for pair in " ".join(words.rest()).split(","):
        badge, role = pair.split()
        script.ask(people.IssueBadge, badge=badge, name=badge.title(), role=role)


def _level(script: Script, words: Words) -> None:
    name = words.take()
    words.skip("seed")
    seed = amount_cents(words.take())
    words.skip("rate")
    rate = rate_ppm(words.take())
    reserve = rate_ppm(words.take()) if words.after("reserve") else Ppm(0)
    maximum = amount_cents(words.take()) if words.after("maximum") else None
    script.levels.append(LevelSetting(name, seed, rate, reserve, maximum))


def _prize(script: Script, words: Words) -> None:
    outcome = words.take()
    script.prizes.append((outcome, amount_cents(words.take())))


def _jackpot(script: Script, words: Words) -> None:
    name = words.take()
    kind = words.take()
    words.skip("paytable")
    paytable = words.take()
    words.skip("wager")
    wager = amount_cents(words.take())
    words.skip("executive", "above")
    above = amount_cents(words.take())
    fixed_from = words.take() if words.after("fixed", "from") else ""
    lock_at_mark = words.after("lock", "at", "mark")
    split_among = words.take() if words.after("split", "among") else "own_side"
    up_to = amount_cents(words.take()) if words.after("dealer", "records", "to") else Cents(0)
    systems = catalog.letter(words.take()).systems if words.after("letter") else ()
    training = words.after("training")
    terms = JackpotTerms(
        kind=kind,
        paytable=paytable,
        paytable_sha256=BOOK[paytable].sha256,
        wager_cents=wager,
        levels=tuple(script.levels),
        house_prizes=tuple(script.prizes),
        executive_above_cents=above,
        lock_at_mark=lock_at_mark,
        fixed_from=fixed_from,
        split_among=split_among,
        dealer_records_up_to_cents=up_to,
        systems=systems,
        training=training,
    )
    words.skip("by")
    script.ask(
        OpenJackpot,
        jackpot=name,
        terms=terms,
        badges=(words.take(), words.take()),
    )
    script.levels, script.prizes = [], []


def _table(script: Script, words: Words) -> None:
    name, game = words.take(), words.take()
    words.skip("seats")
    seats = int(words.take())
    words.skip("jackpots")
    jackpots = () if words.after("none") else tuple(words.take().split("+"))
    keypad = words.take() if words.after("keypad") else "atlas"
    numbered = words.after("numbered", "keys")
    order = tuple(map(int, words.take().split("-"))) if words.after("order") else ()
    plays = plays_of(words.take()) if words.after("bundle") else ()
    papers = papers_of(words.take()) if words.after("papers") else ()
    date = words.take() if words.after("dated") else "2026-01-01"
    signer = words.take() if words.after("signed") else "the commission"
    approval = ApprovalRecord(papers, date, "" if signer == "nobody" else signer)
    approval = EVERY_PAPER if words.after("approved") else approval
    letter = catalog.letter(words.take()) if words.after("letter") else None
    training = words.after("training")
    proof = words.take() if words.after("proof") else ""
    words.skip("by")
    badges = (words.take(), words.take())
    running = [script.floor.state.jackpots.get(each) for each in jackpots]
    items = bundle_items(plays, [each.terms for each in running if each], keypad, ())
    digest = bundle_sha256(items) if approval.papers else ""
    script.ask(
        tables.OpenTable,
        table=name, game=game, seats=seats, jackpots=jackpots, keypad=keypad, order=order,
        plays=plays, approval=approval, bundle=digest, training=training, proof=proof,
        badges=badges,
        keys_are_personal=not numbered,
        clauses=letter.clauses if letter else (),
        shuffler_steps=letter.shuffler_steps if letter else (),
    )  # fmt: skip


def _sign_in(script: Script, words: Words) -> None:
    script.ask(people.SignIn, table=words.take(), badge=words.take())


def _relief(script: Script, words: Words) -> None:
    script.ask(people.SignIn, table=words.take(), badge=words.take(), relief=True)


def _sign_out(script: Script, words: Words) -> None:
    script.ask(people.SignOut, table=words.take())


def _start(script: Script, words: Words) -> None:
    table = words.take()
    words.skip("seats")
    lit = [] if words.after("none") else words.rest()
    hands = 0
    if "hands" in lit:
        *lit, _, count = lit
        hands = int(count)
    script.ask(rounds.StartRound, table=table, spots=tuple(map(spot_of, lit)), hands=hands)


def _hands(script: Script, words: Words) -> None:
    table, hands, reason = words.take(), int(words.take()), " ".join(words.rest())
    script.ask(rounds.CorrectHands, table=table, hands=hands, reason=reason)


def _late(script: Script, words: Words) -> None:
    table = words.take()
    words.skip("seat")
    script.ask(rounds.SeeLateBet, table=table, spot=spot_of(words.take()))


def _hand(script: Script, words: Words) -> None:
    table = words.take()
    words.skip("seat")
    spot, outcome = spot_of(words.take()), words.take()
    sharers = tuple(map(int, words.rest())) if words.after("shared", "by") else ()
    script.ask(rounds.PressHand, table=table, spot=spot, outcome=outcome, sharers=sharers)


def _confirm(script: Script, words: Words) -> None:
    script.ask(awards.ConfirmAwards, table=words.take(), badge=words.take())


def _key(script: Script, words: Words) -> None:
    table, position = words.take(), words.take()
    if words.after("number"):
        script.ask(awards.TurnNumberedKey, table=table, position=position, key_number=words.take())
        return
    script.ask(awards.TurnKey, table=table, position=position, badge=words.take())


def _j_pot(script: Script, words: Words) -> None:
    table = words.take()
    words.skip("seat")
    script.ask(awards.PressJackpot, table=table, spot=spot_of(words.take()))


def _end(script: Script, words: Words) -> None:
    script.ask(rounds.EndRound, table=words.take())


def _reasoned(kind: type[Any]) -> Callable[[Script, Words], None]:
    def ask(script: Script, words: Words) -> None:
        script.ask(kind, table=words.take(), badge=words.take(), reason=words.take())

    return ask


def _adjust(script: Script, words: Words) -> None:
    """ADJUST four-card main won at T1 round 4 seat 2 four_aces sam ann "left off the record", and
    another amount of it: won -$5.00 because "the rest was paid in chips" at T1 ..."""
    jackpot, level, kind = words.take(), words.take(), words.take()
    cents = amount_cents(words.take()) if words.has_amount() else Cents(0)
    amount_reason = words.take() if words.after("because") else ""
    won_at = _won_at(words) if words.after("at") else None
    corrects = int(words.take()) if words.after("corrects", "entry") else None
    evidence = words.take() if words.after("evidence") else ""
    if evidence.isdigit():
        evidence = [name for name, _ in script.floor.state.papers.items()][int(evidence) - 1]
    script.ask(
        AdjustMeter,
        jackpot=jackpot, level=level, adjustment=kind, cents=cents, corrects=corrects,
        evidence=evidence, won_at=won_at, amount_reason=amount_reason,
        wager=script.floor.wager(won_at), badges=(words.take(), words.take()), reason=words.take(),
    )  # fmt: skip


def _won_at(words: Words) -> WonAt:
    table = words.take()
    words.skip("round")
    number = int(words.take())
    words.skip("seat")
    return WonAt(table, number, spot_of(words.take()), words.take())


def _back_out(script: Script, words: Words) -> None:
    name = script.award_name(words)
    badges = (words.take(), words.take())
    script.ask(awards.BackOutAward, award=name, badges=badges, reason=words.take())


def _power_cut(script: Script, words: Words) -> None:
    script.floor.power_cut()


COMMANDS: dict[str, Callable[[Script, Words], None]] = {
    "STAFF": _staff,
    "LEVEL": _level,
    "PRIZE": _prize,
    "JACKPOT": _jackpot,
    "TABLE": _table,
    "SIGN-IN": _sign_in,
    "SIGN-OUT": _sign_out,
    "RELIEF": _relief,
    "START": _start,
    "LATE": _late,
    "HAND": _hand,
    "HANDS": _hands,
    "CONFIRM": _confirm,
    "KEY": _key,
    "J-POT": _j_pot,
    "END": _end,
    "VOID": _reasoned(rounds.VoidRound),
    "PAUSE": _reasoned(tables.PauseTable),
    "RESUME": _reasoned(tables.ResumeTable),
    "ADJUST": _adjust,
    "BACK-OUT": _back_out,
    "POWER-CUT": _power_cut,
    **OFFICE_COMMANDS,
    **DAY_COMMANDS,
    **PAPER_COMMANDS,
    **SITE_COMMANDS,
}
