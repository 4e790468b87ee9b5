"""What is wrong with a site file. Faults are collected, so that a person can fix them all at once.

An error keeps the site from opening; with a warning it opens."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from pitboss.refusal import Refusal, Told, told_values

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: what is wrong, its file and key, and the rule it breaks."""

    told: Told
    rule: str = ""
    severity: str = ERROR

    def __hash__(self) -> int:
        return hash((self.code, self.told.case, self.where, self.rule, self.severity))

    @property
    def code(self) -> str:
        """The fault's name."""
        return self.told.code

    @property
    def where(self) -> str:
        """The file and key."""
        return self.told.where

    @property
    def reason(self) -> str:
        """Its sentence, in the reader's language."""
        return self.told.reason

    @property
    def cited(self) -> Told:
        """The same with the rule it breaks."""
        values = {**self.told.values, "rule": self.rule} if self.rule else self.told.values
        return replace(self.told, values=values)


class Faults:
    """Collects the faults of one part of a file; `at` is the part's key."""

    def __init__(self, file: str, at: str = "", found: dict[Fault, None] | None = None) -> None:
        self._file = file
        self._at = at
        self._found: dict[Fault, None] = {} if found is None else found  # each once, in order

    @property
    def found(self) -> tuple[Fault, ...]:
        """All faults so far, under every key."""
        return tuple(self._found)

    def below(self, key: str) -> Faults:
        """The same collection, one key further in."""
        return Faults(self._file, self._key(key), self._found)

    def error(
        self, code: str, key: str, case: str = "", *, rule: str = "", **values: object
    ) -> None:
        """Add a fault that keeps the site from opening."""
        self.add(Told(code, case, values=told_values(values)), key, rule=rule)

    def warning(
        self, code: str, key: str, case: str = "", *, rule: str = "", **values: object
    ) -> None:
        """Add a fault that a person should know about."""
        self.add(Told(code, case, values=told_values(values)), key, rule=rule, severity=WARNING)

    def refusal(self, refusal: Refusal, key: str, *, rule: str = "") -> None:
        """Add a refusal of the rules, as an error at a key of this file."""
        told = refusal.told
        if told.where and not key.endswith(told.where):
            told = replace(told, values={**told.values, "owner": told.where})
        self.add(told, key, rule=rule)

    def add(self, told: Told, key: str, *, rule: str = "", severity: str = ERROR) -> None:
        self._found[Fault(replace(told, where=self._where(key)), rule, severity)] = None

    def _key(self, key: str) -> str:
        return ".".join(part for part in (self._at, key) if part)

    def _where(self, key: str) -> str:
        return f"{self._file}: {self._key(key)}".removesuffix(": ")
