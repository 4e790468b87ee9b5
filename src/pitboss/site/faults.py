"""What is wrong with a site file. Faults are collected, so that a person mends all of them at once.

An error keeps the site from opening; a warning is shown and the site opens."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.refusal import Refusal

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: its name, the file and key, a sentence, and the rule it breaks."""

    code: str
    where: str
    reason: str
    rule: str = ""
    severity: str = ERROR


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

    def error(self, code: str, key: str, reason: str, *, rule: str = "") -> None:
        """Something that keeps the site from opening."""
        self._found[Fault(code, self._where(key), reason, rule, ERROR)] = None

    def warning(self, code: str, key: str, reason: str, *, rule: str = "") -> None:
        """Something that a person should know."""
        self._found[Fault(code, self._where(key), reason, rule, WARNING)] = None

    def refusal(self, refusal: Refusal, key: str, *, rule: str = "") -> None:
        """A refusal of the rules, as an error at a key of this file."""
        is_named = not refusal.where or key.endswith(refusal.where)
        reason = refusal.reason if is_named else f"{refusal.where}: {refusal.reason}"
        self.error(refusal.code, key, reason, rule=rule)

    def _key(self, key: str) -> str:
        return ".".join(part for part in (self._at, key) if part)

    def _where(self, key: str) -> str:
        return f"{self._file}: {self._key(key)}".removesuffix(": ")
