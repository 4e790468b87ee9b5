"""Proofs of journals, and the pages that describe them."""
