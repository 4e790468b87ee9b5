"""What a scenario asks and says of a running site: its law, its people, its changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.floor.facts import changes, jackpots, people
from pitboss.floor.facts.awards import KeyTurned
from pitboss.floor.facts.values import (
    Change,
    CloseTable,
    JackpotStanding,
    Retire,
    SetTable,
    SetTerms,
    Transfer,
)
from pitboss.money import Cents
from pitboss.refusal import say
from pitboss.rules import catalog

from .laws import EASY, with_switch
from .script import Script
from .words import Words, Wrong, amount_cents


def _site(script: Script, words: Words) -> None:
    """SITE new_york, or later: SITE tribal eve sam "compact signed"; with switches of a test's own:
    SITE easy  bank_shortfall stop  deposit_days 30  zone UTC  shifts 14:00+22:00"""
    name = words.take()
    rest = words.rest()
    later = rest[-3:] if len(rest) % 2 else []
    pairs = rest[: len(rest) - len(later)]
    said = dict(zip(pairs[::2], pairs[1::2], strict=True))
    fields: dict[str, Any] = {"by": (later[0], later[1]), "reason": later[2]} if later else {}
    fields |= {"law": EASY, "profile": "own"}
    if name != "easy":
        profile = catalog.profile(name)
        fields |= {"law": profile.law, "profile": profile.name, "dated": profile.dated}
    zone, shifts = said.pop("zone", "America/New_York"), said.pop("shifts", "")
    fields["shifts"] = tuple(shifts.split("+")) if shifts else ()
    for switch, text in said.items():
        fields["law"] = with_switch(fields["law"], switch, text)
    script.ask(changes.OpenSite, name="Cedar Room", currency="USD", time_zone=zone, **fields)


def _badge(script: Script, words: Words) -> None:
    """BADGE zoe dealer by eve sam"""
    badge, role = words.take(), words.take()
    by = (words.take(), words.take()) if words.after("by") else ("", "")
    script.ask(people.IssueBadge, badge=badge, name=badge.title(), role=role, by=by)


def _change_badge(script: Script, words: Words) -> None:
    badge, role = words.take(), words.take()
    words.skip("by")
    by = (words.take(), words.take())
    script.ask(
        people.ChangeBadge, badge=badge, name=badge.title(), role=role, by=by, reason=words.take()
    )


def _revoke(script: Script, words: Words) -> None:
    badge = words.take()
    words.skip("by")
    by = (words.take(), words.take())
    script.ask(people.RevokeBadge, badge=badge, by=by, reason=words.take())


def _renew_keys(script: Script, words: Words) -> None:
    badge = words.take()
    words.skip("by")
    by = (words.take(), words.take())
    script.ask(people.RenewKeys, badge=badge, by=by, reason=words.take())


def _of_jackpot(kind: type[Any]) -> Callable[[Script, Words], None]:
    def ask(script: Script, words: Words) -> None:
        script.ask(kind, jackpot=words.take(), badge=words.take(), reason=words.take())

    return ask


def _request(script: Script, words: Words) -> None:
    """REQUEST set J, transfer J into K, retire J, set_table T, close_table T: by ann "reason" """
    action, name = words.take(), words.take()
    what = _CHANGES[action](script, name, words)
    warnings = (say("SAID", text=words.take()),) if words.after("warned") else ()
    proof = words.take() if words.after("proof") else ""
    words.skip("by")
    script.ask(
        changes.RequestChange,
        what=what, badge=words.take(), reason=words.take(), warnings=warnings, proof=proof,
    )  # fmt: skip


def _set_terms(script: Script, name: str, words: Words) -> Change:
    above = amount_cents(words.take()) if words.after("executive", "above") else None
    fixed_from: str | None = None
    if words.after("fixed", "from"):
        fixed_from = "" if words.after("tray") else words.take()
    levels, prizes = tuple(script.levels), tuple(script.prizes)
    script.levels, script.prizes = [], []
    return SetTerms(
        jackpot=name,
        levels=levels,
        executive_above_cents=above,
        house_prizes=prizes,
        lock_at_mark=True if words.after("lock", "at", "mark") else None,
        fixed_from=fixed_from,
    )


def _transfer(script: Script, name: str, words: Words) -> Change:
    words.skip("into")
    return Transfer(jackpot=name, into=words.take(), pairs=_pairs(words))


def _retire(script: Script, name: str, words: Words) -> Change:
    into = words.take() if words.after("into") else ""
    pairs = _pairs(words)
    home = words.after("seed", "to", "house")
    return Retire(jackpot=name, into=into, pairs=pairs, seed_to_house=home)


def _pairs(words: Words) -> tuple[tuple[str, str], ...]:
    pairs = [pair.split(">") for pair in words.take().split("+")] if words.after("levels") else []
    return tuple((source, target) for source, target in pairs)


def _set_table(script: Script, name: str, words: Words) -> Change:
    return SetTable(
        table=name,
        jackpots=tuple(words.take().split("+")) if words.after("jackpots") else (),
        keypad=words.take() if words.after("keypad") else "",
        order=tuple(map(int, words.take().split("-"))) if words.after("order") else None,
    )


def _close_table(script: Script, name: str, words: Words) -> Change:
    return CloseTable(table=name)


_CHANGES: dict[str, Callable[[Script, str, Words], Change]] = {
    "set": _set_terms,
    "transfer": _transfer,
    "retire": _retire,
    "set_table": _set_table,
    "close_table": _close_table,
}


def _on_change(kind: type[Any], *, reasoned: bool) -> Callable[[Script, Words], None]:
    def ask(script: Script, words: Words) -> None:
        change, badge = _name(script, words), words.take()
        more = {"reason": words.take()} if reasoned else {}
        script.ask(kind, change=change, badge=badge, **more)

    return ask


def _plan(script: Script, words: Words) -> None:
    """PLAN change 1 tom [at MS]: from then on it applies by itself."""
    change, badge = _name(script, words), words.take()
    from_ms = int(words.take()) if words.after("at") else 0
    script.ask(changes.PlanChange, change=change, badge=badge, from_ms=from_ms)


def _begin(script: Script, words: Words) -> None:
    """BEGIN change 1: the server looks whether its time has come."""
    script.ask(changes.BeginChange, change=_name(script, words))


def _name(script: Script, words: Words) -> str:
    """'change 2' of the scenario, or the name of one that is not there."""
    words.skip("change")
    number = words.take()
    return script.changes[int(number) - 1] if number.isdigit() else number


def _change_stands(script: Script, words: Words) -> None:
    found = script.floor.state.change(script.changes[int(words.take()) - 1])
    if found.status != (wanted := words.take()):
        raise Wrong(f"it is {found.status}, not {wanted}")
    if words.after("warned") and (text := words.take()) not in (
        said := [each.reason for each in found.warnings]
    ):
        raise Wrong(f"the warnings are {said}, without {text!r}")


def _stands(script: Script, words: Words) -> None:
    jackpot = script.floor.state.jackpots.get(words.take())
    wanted = words.take()
    if jackpot is None or jackpot.status != wanted:
        raise Wrong(f"it is {jackpot.status if jackpot else 'not there'}, not {wanted}")


def _prizes(words: Words) -> dict[str, Cents]:
    found = {}
    while words.are_left:
        outcome = words.take()
        found[outcome] = amount_cents(words.take())
    return found


def _posts(script: Script, words: Words) -> None:
    """posts posted  straight_flush $100.00  royal_flush $3,000.00"""
    found = script.floor.state.jackpot(words.take()).terms.house_prizes
    if list(found) != (wanted := list(_prizes(words).items())):
        raise Wrong(f"it posts {found}, not {wanted}")


def _before(script: Script, words: Words) -> None:
    """before posted  royal_flush $2,000.00: what it had posted before the change just made"""
    name, fact = words.take(), script.floor.rows[-1][-1]
    if not (
        isinstance(fact, changes.ChangeApplied)
        and isinstance(fact.before, JackpotStanding)
        and fact.before.terms.house_prizes == tuple(_prizes(words).items())
    ):
        raise Wrong(f"{name} was not changed so: {fact}")


def _turned(script: Script, words: Words) -> None:
    """turned sam without badge: whose the key is that was just turned"""
    fact, holder = script.floor.rows[-1][0], words.take()
    words.skip("without", "badge")
    if not (isinstance(fact, KeyTurned) and fact.without_badge and fact.badge == holder):
        raise Wrong(f"it was turned so: {fact}")


def _dealer(script: Script, words: Words) -> None:
    table = script.floor.state.tables.get(words.take())
    found = table.dealer if table is not None else "no table"
    if (found or "none") != (wanted := words.take()):
        raise Wrong(f"the dealer is {found or 'none'}, not {wanted}")


SITE_COMMANDS: dict[str, Callable[[Script, Words], None]] = {
    "SITE": _site,
    "BADGE": _badge,
    "CHANGE-BADGE": _change_badge,
    "REVOKE": _revoke,
    "RENEW-KEYS": _renew_keys,
    "SUSPEND": _of_jackpot(jackpots.SuspendJackpot),
    "UNSUSPEND": _of_jackpot(jackpots.ResumeJackpot),
    "REQUEST": _request,
    "APPROVE": _on_change(changes.ApproveChange, reasoned=False),
    "REJECT": _on_change(changes.RejectChange, reasoned=True),
    "TAKE-BACK": _on_change(changes.WithdrawChange, reasoned=True),
    "APPLY": _on_change(changes.ApplyChange, reasoned=False),
    "PLAN": _plan,
    "BEGIN": _begin,
}
SITE_STATEMENTS: dict[str, Callable[[Script, Words], None]] = {
    "change": _change_stands,
    "stands": _stands,
    "dealer": _dealer,
    "posts": _posts,
    "before": _before,
    "turned": _turned,
}
