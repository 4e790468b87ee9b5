"""The report of a power-loss or network-loss trial: what was done to one build and what happened,
signed by the house, so that a lab knows who vouches for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from pitboss.floor.state.signatures import need_key, need_signature
from pitboss.refusal import Refusal

FORM: Final = "pitboss trial 1"


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """One fault, how often it was caused, and the longest time without an answer."""

    fault: str
    loss: Literal["power", "process", "network", "other"]
    times: int
    longest_ms: int
    bound_ms: int


class Trial(Struct, frozen=True, forbid_unknown_fields=True):
    """A trial of one build on one day; `found` is what its count and audit said."""

    version: str
    software: str  # the digest of the release
    day: str
    is_sound: bool
    tried: tuple[Tried, ...]
    found: tuple[str, ...]


class SignedTrial(Struct, frozen=True, forbid_unknown_fields=True):
    """A trial with the public key and the signature of its JSON in canonical form."""

    form: Literal["pitboss trial 1"]
    trial: Trial
    key: str
    signature: str


_Read = TypeVar("_Read", bound=Struct)


def sign_trial(result: bytes, *, software: str, key: str, sign: Callable[[bytes], bytes]) -> bytes:
    """Sign a trial's result; only for the build that runs here."""
    trial = _read_report(result, Trial)
    need_build(trial, software)
    made = SignedTrial(FORM, trial, key, sign(_canonical(trial)).hex())
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"


def read_trial(signed: bytes) -> SignedTrial:
    """Read a signed report; refuses one that was altered."""
    found = _read_report(signed, SignedTrial)
    need_key(found.key)
    need_signature(found.key, found.signature, _canonical(found.trial), where="signature")
    return found


def need_build(trial: Trial, software: str) -> None:
    """Refuse a trial of another build."""
    if trial.software != software:
        raise Refusal(
            "TRIAL_OTHER_RELEASE", where="software", version=trial.version, software=trial.software
        )


def _canonical(trial: Trial) -> bytes:
    data = msgspec.to_builtins(trial)
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def _read_report(text: bytes, kind: type[_Read]) -> _Read:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as fault:
        raise Refusal("TRIAL_UNREADABLE", fault=fault) from None
