"""The books' questions, in SQL."""

from __future__ import annotations

from pitboss.books.books_file import AMOUNTS

_TOTALS = ", ".join(f"sum({name})" for name in AMOUNTS)
HOURS = (
    f"SELECT place, {_TOTALS} FROM place CROSS JOIN hour ON hour.place = place.number"  # noqa: S608
    " AND hour >= ? AND hour < ? GROUP BY place"
)
DAY = f"SELECT place, {', '.join(AMOUNTS)} FROM day WHERE close = ?"  # noqa: S608 - our own names
LEVEL_HOURS = (
    "SELECT hour, sum(meter_micros) FROM place CROSS JOIN hour ON hour.place = place.number"
    " WHERE jackpot = ? AND level = ? GROUP BY hour ORDER BY hour"
)
BET_HOURS = (
    "SELECT hour, sum(bets) FROM place CROSS JOIN hour ON hour.place = place.number"
    " WHERE jackpot = ? AND kind = 'round-started' AND cause = 'wagers' AND hour >= ?"
    " GROUP BY hour ORDER BY hour"
)
ENTRY = "SELECT id, at_ms, text FROM entry INDEXED BY {} WHERE "
MOVERS = (
    "SELECT entry.id, at_ms, text FROM mover JOIN entry ON entry.id = mover.id"
    " WHERE mover.jackpot = ? AND mover.level = ? ORDER BY mover.id DESC LIMIT ?"
)
NAMING = (
    "SELECT entry.id, at_ms, text FROM named JOIN entry ON entry.id = named.id"
    " WHERE named.kind = ? AND named.name = ? AND named.id < ? ORDER BY named.id DESC LIMIT ?"
)
NAMES = (
    "SELECT name FROM named WHERE kind = ? AND name >= ? AND name < ?"
    " GROUP BY name ORDER BY MIN(id) DESC LIMIT ?"
)
NO_END = 2**62  # after every id
