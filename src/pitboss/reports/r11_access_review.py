"""R11: who has access: every badge with its role and functions, its last use, its expiration, the
age of its PIN, and its changes in the period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.books import Period
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("independent",)

DAY_MS = 86_400_000
LOOKED_BACK_DAYS = (1, 7, 90, 400)
# These don't count as using a badge: somebody was refused. Rounds name their dealer; the books find
# the last one of each separately, because they don't have every round.
NO_USE = ("access-refused", "command-refused", "round-started", "round-ended")
ISSUED, RENEWED, PIN = "badge-issued", "keys-renewed", "pin-changed"
RELEASE = "release-noted"
CHANGED = (ISSUED, "badge-changed", "badge-revoked", RENEWED, PIN)
BADGES = columns(
    "badge name role:words functions:count status:words issued:time badge_ends:time?",
    "last_use:time pin_set:time pin_days:count",
)
FUNCTIONS = columns("role:words functions:count may_do:words")
CHANGES = columns("seq:count time:time kind:words badge name role:words who why:long")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every badge, what each role may do, and every change of the period."""
    may_do = _functions(source)
    functions = [(role, len(each), ", ".join(each)) for role, each in may_do.items()]
    changes: list[tuple[Cell, ...]] = [
        (
            row_link(entry.seq),
            getattr(entry.event, "changed_ms", entry.at_ms),
            entry.event.kind.replace("-", "_"),
            entry.event.badge,
            getattr(entry.event, "name", ""),
            getattr(entry.event, "role", ""),
            ", ".join(source.person(badge) for badge in getattr(entry.event, "by", ()) if badge),
            getattr(entry.event, "reason", "") or getattr(entry.event, "place", ""),
        )
        for entry in source.find_entries(*CHANGED)
    ]
    return (
        source.sheet("access", BADGES, _badges(source, may_do)),
        source.sheet("functions", FUNCTIONS, functions),
        source.sheet("badge_record", CHANGES, [*changes, *_ended(source)]),
    )


def _ended(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """The badges that expired in the period: no entry says so, only their issue does."""
    for name, badge in source.closing.badges.items():
        is_then = source.period.from_ms <= badge.ends_ms < source.period.to_ms
        if badge.ends_ms and is_then and not badge.revoked:
            yield (None, badge.ends_ms, "badge_ended", name, badge.name, badge.role, "", "")


def _functions(source: ReportSource) -> dict[str, tuple[str, ...]]:
    """What each role may do, as the last release of the period put it on record."""
    noted = source.before_end(RELEASE)
    return {each.role: each.functions for each in noted[-1].event.functions} if noted else {}


def _badges(
    source: ReportSource, may_do: Mapping[str, Sequence[str]]
) -> Iterator[tuple[Cell, ...]]:
    issued: dict[str, int] = {}
    renewed: dict[str, int] = {}
    for entry in source.before_end(ISSUED, RENEWED, PIN):
        renewed[entry.event.badge] = getattr(entry.event, "changed_ms", entry.at_ms)
        if entry.event.kind == ISSUED:
            issued[entry.event.badge] = entry.at_ms
    used = _last_uses(source)
    for name, badge in source.closing.badges.items():
        pin_ms = renewed.get(name)
        ended = badge.has_ended(source.period.to_ms)
        yield (
            name,
            badge.name,
            badge.role,
            0 if badge.revoked or ended else len(may_do.get(badge.role, ())),
            "revoked" if badge.revoked else "ended" if ended else "good",
            issued.get(name),
            badge.ends_ms or None,
            used.get(name),
            pin_ms,
            None if pin_ms is None else (source.period.to_ms - pin_ms) // DAY_MS,
        )


def _last_uses(source: ReportSource) -> dict[str, int]:
    """When each badge last did anything: signed in, took a table, dealt, confirmed, paid. Looks
    only as far back as a review does, and less if the last days are enough."""
    end_ms = source.period.to_ms
    wanted = {name for name, badge in source.closing.badges.items() if not badge.revoked}
    found: dict[str, int] = {}
    for days in LOOKED_BACK_DAYS:
        begin_ms = max(0, source.period.to_ms - days * DAY_MS)
        found = source.books.last_uses(Period(begin_ms, end_ms), without=NO_USE) | found
        end_ms = begin_ms
        if wanted <= found.keys():
            break
    dealt = source.books.last_dealt(Period(begin_ms, source.period.to_ms))
    return found | {badge: max(at_ms, found.get(badge, 0)) for badge, at_ms in dealt.items()}
