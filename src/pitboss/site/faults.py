"""What is wrong with a site file. Faults are collected, so that a person mends all of them at once.

An error keeps the site from opening; a warning is shown and the site opens."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from pitboss.refusal import Refusal, Told, told_values

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: what, at which file and key, and the rule it breaks."""

    told: Told
    rule: str = ""
    severity: str = ERROR

    def __hash__(self) -> int:
        return hash((self.code, self.told.case, self.where, self.rule, self.severity))

    @property
    def code(self) -> str:
        """What is wrong, by its name."""
        return self.told.code

    @property
    def where(self) -> str:
        """The file and key."""
        return self.told.where

    @property
    def reason(self) -> str:
        """Its sentence, in the language of whoever reads."""
        return self.told.reason

    @property
    def cited(self) -> Told:
        """The same with the rule it breaks."""
        values = {**self.told.values, "rule": self.rule} if self.rule else self.told.values
        return replace(self.told, values=values)


class Faults:
    """Collects the faults of one part of a file; `at` is the key that the part stands under."""

    def __init__(self, file: str, at: str = "", found: dict[Fault, None] | None = None) -> None:
        self._file = file
        self._at = at
        self._found: dict[Fault, None] = {} if found is None else found  # each once, in order

    @property
    def found(self) -> tuple[Fault, ...]:
        """All that was found so far, below every key."""
        return tuple(self._found)

    def below(self, key: str) -> Faults:
        """The same collection, one key further in."""
        return Faults(self._file, self._key(key), self._found)

    def error(
        self, code: str, key: str, case: str = "", *, rule: str = "", **values: object
    ) -> None:
        """Something that keeps the site from opening."""
        self.add(Told(code, case, values=told_values(values)), key, rule=rule)

    def warning(
        self, code: str, key: str, case: str = "", *, rule: str = "", **values: object
    ) -> None:
        """Something that a person should know."""
        self.add(Told(code, case, values=told_values(values)), key, rule=rule, severity=WARNING)

    def refusal(self, refusal: Refusal, key: str, *, rule: str = "") -> None:
        """A refusal of the rules, as an error at a key of this file."""
        told = refusal.told
        if told.where and not key.endswith(told.where):
            told = replace(told, values={**told.values, "owner": told.where})
        self.add(told, key, rule=rule)

    def add(self, told: Told, key: str, *, rule: str = "", severity: str = ERROR) -> None:
        """What was told, at a key of this file."""
        self._found[Fault(replace(told, where=self._where(key)), rule, severity)] = None

    def _key(self, key: str) -> str:
        return ".".join(part for part in (self._at, key) if part)

    def _where(self, key: str) -> str:
        return f"{self._file}: {self._key(key)}".removesuffix(": ")
