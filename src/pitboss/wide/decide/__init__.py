"""Decisions about jackpots that several properties share."""
