"""Jackpots of several properties, whole: what is asked and decided, what becomes of it, what is
shown and sent (docs/wide.md)."""

from pitboss.wide import loading as loading  # a floor knows of them from here on
