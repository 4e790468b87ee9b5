"""Jackpots that several properties share: commands, decisions, their effects, and what is shown and
sent (docs/wide.md)."""

from pitboss.wide import loading as loading  # adds them to every floor
