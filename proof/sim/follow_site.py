"""The auditor follows a site that changes: its law, its people, its jackpots and tables."""

from __future__ import annotations

from pitboss.floor.facts import changes, jackpots, people, values
from pitboss.rules.cited_law import Law
from proof.sim.level_book import CENT_MICROS, LevelBook
from proof.sim.model import WHOLE_PPM, AuditorBooks, RequestedChange, need, same
from proof.sim.prizes import check_posted_prizes, posted_by_words

ASKING = ("supervisor", "executive", "accounting", "technician")
APPROVING = ("supervisor", "executive", "accounting")
SETTINGS = (
    "executive_above_cents", "lock_at_mark", "fixed_from", "split_among",
    "dealer_records_up_to_cents",
)  # fmt: skip


def site_opened(books: AuditorBooks, asked: changes.OpenSite, event: changes.SiteOpened) -> None:
    need(holds=books.law == Law(), saying="the law was told twice")
    books.law, books.takes_wager_off = asked.law, asked.winnings_reported == "less_wager"
    books.dated = list(asked.dated)


def badge_issued(books: AuditorBooks, asked: people.IssueBadge, event: people.BadgeIssued) -> None:
    need(holds=asked.badge not in books.badges, saying=f"{asked.badge} was issued twice")
    if books.jackpots:
        _check_authority(books, asked.by, concerned=asked.badge)
    books.badges[asked.badge] = asked.role


def badge_changed(
    books: AuditorBooks, asked: people.ChangeBadge, event: people.BadgeChanged
) -> None:
    same(event.role_before, books.badges[asked.badge], "the role before")
    ends_ms = event.ends_before_ms if asked.ends_ms is None else asked.ends_ms
    same(event.ends_ms, ends_ms, "the role")
    _check_authority(books, asked.by, concerned=asked.badge)
    books.badges[asked.badge] = asked.role


def badge_revoked(
    books: AuditorBooks, asked: people.RevokeBadge, event: people.BadgeRevoked
) -> None:
    _check_authority(books, asked.by, concerned=asked.badge)
    need(
        holds=all(table.dealer != asked.badge for table in books.tables.values()),
        saying=f"{asked.badge} deals without a badge",
    )
    books.badges[asked.badge] = "nobody"


def keys_renewed(books: AuditorBooks, asked: people.RenewKeys, event: people.KeysRenewed) -> None:
    _check_authority(books, asked.by, concerned=asked.badge)


def _check_authority(books: AuditorBooks, by: tuple[str, str], *, concerned: str) -> None:
    roles = [books.badges.get(badge, "nobody") for badge in by]
    need(holds=by[0] != by[1] and concerned not in by, saying=f"{by} decided on {concerned}")
    need(holds=set(roles) <= set(ASKING), saying=f"{roles} decided on {concerned}")
    need(holds="executive" in roles, saying=f"no executive decided on {concerned}")


def jackpot_suspended(
    books: AuditorBooks, asked: jackpots.SuspendJackpot, event: jackpots.JackpotSuspended
) -> None:
    _stand(books, asked, before="open", after="suspended")


def jackpot_resumed(
    books: AuditorBooks, asked: jackpots.ResumeJackpot, event: jackpots.JackpotResumed
) -> None:
    _stand(books, asked, before="suspended", after="open")


def _stand(
    books: AuditorBooks,
    asked: jackpots.SuspendJackpot | jackpots.ResumeJackpot,
    *,
    before: str,
    after: str,
) -> None:
    same(books.jackpots[asked.jackpot].status, before, f"how {asked.jackpot} stood")
    books.need_role(asked.badge, ("supervisor", "executive"), "did it")
    books.jackpots[asked.jackpot].status = after


# ---- changes ------------------------------------------------------------------------------------


def change_requested(
    books: AuditorBooks, asked: changes.RequestChange, event: changes.ChangeRequested
) -> None:
    need(holds=event.change not in books.changes, saying=f"{event.change} was asked for before")
    role = books.need_role(asked.badge, ASKING, "asked for a change")
    if isinstance(asked.what, values.SetTerms):
        assert isinstance(event.after, values.JackpotStanding)
        terms = event.after.terms
        need(holds=set(asked.what.levels) <= set(terms.levels), saying="a level is left out")
        posted: dict[str, int] = dict(books.jackpots[asked.what.jackpot].terms.house_prizes)
        posted |= posted_by_words(books, terms.paytable, asked.what.house_prizes)
        same(dict(terms.house_prizes), posted, "the posted prizes of the change")
        check_posted_prizes(books, terms)
        for name in SETTINGS:
            if getattr(asked.what, name) is not None:
                same(getattr(terms, name), getattr(asked.what, name), f"{name} of the change")
    books.changes[event.change] = RequestedChange(
        asked.badge, role, asked.what, event.before, event.after
    )


def change_approved(
    books: AuditorBooks, asked: changes.ApproveChange, event: changes.ChangeApproved
) -> None:
    change = _standing(books, asked.change, "requested")
    need(holds=asked.badge != change.badge, saying="who asked for a change approved it")
    role = books.need_role(asked.badge, APPROVING, "approved a change")
    law = books.law.parameter_change.value if _touched(change) else ()
    need(
        holds="independent" not in law
        or values.DEPARTMENTS[role] != values.DEPARTMENTS[change.role],
        saying="one department changed a jackpot",
    )
    need(
        holds="accounting_notice" not in law or "accounting" in (role, change.role),
        saying="a jackpot changed without accounting",
    )
    change.status = "approved"


def change_rejected(
    books: AuditorBooks, asked: changes.RejectChange, event: changes.ChangeRejected
) -> None:
    _standing(books, asked.change, "requested", "approved").status = "rejected"


def change_withdrawn(
    books: AuditorBooks, asked: changes.WithdrawChange, event: changes.ChangeWithdrawn
) -> None:
    change = _standing(books, asked.change, "requested", "approved")
    same(asked.badge, change.badge, "who withdrew a change")
    change.status = "withdrawn"


def change_planned(
    books: AuditorBooks, asked: changes.PlanChange, event: changes.ChangePlanned
) -> None:
    _standing(books, asked.change, "approved")
    need(holds=event.from_ms >= asked.at_ms, saying="a change was planned for the past")


def change_begun(
    books: AuditorBooks, asked: changes.BeginChange, event: changes.ChangeBegun
) -> None:
    change = _standing(books, asked.change, "approved")
    need(holds=set(event.jackpots) <= set(_touched(change)), saying="another jackpot was held")
    for name in event.jackpots:
        same(books.jackpots[name].status, "open", f"how {name} stood")
        books.jackpots[name].status = "suspended"


def change_applied(
    books: AuditorBooks,
    asked: changes.ApplyChange | changes.BeginChange,
    event: changes.ChangeApplied,
) -> None:
    change = _standing(books, asked.change, "approved")
    stated = (event.what, event.before, event.after)
    same(stated, (change.what, change.before, change.after), "the change")
    touched = _touched(change)
    for table in books.tables.values():
        wagers = {given[0] for given in table.round.given} if table.round is not None else set()
        need(holds=not wagers & set(touched), saying="a jackpot changed under a round")
    if "suspended" in books.law.parameter_change.value:
        for name in touched:
            same(books.jackpots[name].status, "suspended", f"how {name} stood")
    change.status = "applied"
    _move(books, event)
    _set(books, change, event)


def _standing(books: AuditorBooks, name: str, *statuses: str) -> RequestedChange:
    need(holds=name in books.changes, saying=f"nobody asked for {name}")
    change = books.changes[name]
    need(holds=change.status in statuses, saying=f"{name} was {change.status}")
    return change


def _touched(change: RequestedChange) -> tuple[str, ...]:
    """The jackpots that a change concerns; no change here moves a table's sensors."""
    match change.what:
        case values.SetTerms():
            return (change.what.jackpot,)
        case values.Transfer() | values.Retire():
            return tuple(name for name in (change.what.jackpot, change.what.into) if name)
        case _:
            return ()


def _set(books: AuditorBooks, change: RequestedChange, event: changes.ChangeApplied) -> None:
    match change.what, change.before, change.after:
        case values.SetTerms(
            jackpot=name
        ), values.JackpotStanding() as before, values.JackpotStanding() as after:
            jackpot = books.jackpots[name]
            same(before.terms, jackpot.terms, "the terms before")
            levels = after.terms.levels
            shares = [part for each in levels for part in (each.rate_ppm, each.reserve_ppm)]
            need(holds=sum(shares) <= WHOLE_PPM, saying="meters take more than the wager")
            filled = []
            for setting in levels:
                _check_maximum(jackpot.levels[setting.level], setting.maximum_cents)
                put_up = jackpot.levels[setting.level].change_terms(setting).held_micros()
                filled += [(setting.level, put_up, put_up, put_up)] if put_up else []
                books.house_micros -= put_up
                books.floor_micros += put_up
            same(_stated_fills(event), filled, "what the house puts up for higher seeds")
            jackpot.terms = after.terms
        case values.Retire(jackpot=name), _, _:
            books.jackpots[name].status = "retired"
            held = sum(level.held_micros() for level in books.jackpots[name].levels.values())
            same(held, 0, "what a retired jackpot holds")
        case values.SetTable(table=name), _, values.TableStanding() as set_so:
            books.table(name).order = set_so.order
        case values.CloseTable(table=name), _, _:
            table = books.table(name)
            need(holds=table.round is None and not table.dealer, saying="a table closed in play")
            table.closed = True


def _stated_fills(event: changes.ChangeApplied) -> list[tuple[str, int, int, int]]:
    return [
        (each.after.level, each.meter_micros, each.house_micros, each.top_up_micros)
        for each in event.movements
    ]


def _check_maximum(level: LevelBook, maximum_cents: int | None) -> None:
    same_as_before = maximum_cents == level.setting.maximum_cents
    need(
        holds=maximum_cents is None or same_as_before or maximum_cents >= level.shown_cents(),
        saying=f"a maximum of {maximum_cents} below {level.shown_cents()} on display",
    )


def _move(books: AuditorBooks, event: changes.ChangeApplied) -> None:
    """Move the money in the auditor's own books; every level must then match the floor."""
    what = event.what
    if not isinstance(what, values.Transfer | values.Retire):
        need(
            holds=not event.movements or isinstance(what, values.SetTerms),
            saying="money of a change that moves none",
        )
        return
    before = books.balances()
    pairs = dict(what.pairs)
    for name, level in books.jackpots[what.jackpot].levels.items():
        if isinstance(what, values.Transfer) and name not in pairs:
            continue
        home = isinstance(what, values.Retire) and what.seed_to_house
        stays = isinstance(what, values.Transfer) or home
        kept = min(level.meter_micros, level.setting.seed_cents * CENT_MICROS) if stays else 0
        kept = min(kept, level.own_micros) if home else kept
        gone = (level.meter_micros - kept, level.reserve_micros, level.overflow_micros)
        to_house = kept if home else 0
        own = max(0, level.own_micros - kept)
        level.shift(-gone[0] - to_house, -gone[1], -gone[2], own=-own - to_house)
        books.house_micros += to_house
        if any(gone):
            books.level(what.into, pairs[name]).shift(*gone, own=own)
    for movement in event.movements:
        last = [each for each in event.movements if _place(each) == _place(movement)][-1]
        reading = books.level(*_place(movement)).to_reading()
        same(last.after, reading, f"the reading of {_place(movement)}")
    after = books.balances()
    moved = {name for name in before | after if before.get(name, 0) != after.get(name, 0)}
    stated = {f"{each.jackpot}:{each.after.level}" for each in event.movements}
    quiet = {name.partition(":")[2] for name in moved} - stated - {""}
    same(quiet, set(), "levels that changed without a movement")


def _place(movement: values.Movement) -> tuple[str, str]:
    return movement.jackpot, movement.after.level
