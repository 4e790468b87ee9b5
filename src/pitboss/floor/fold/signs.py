"""Applies changes of the signs' looks to the floor."""

from __future__ import annotations

from typing import Any

from pitboss.floor.facts import signs
from pitboss.floor.state.floor import State, changed


def look_saved(state: State, event: signs.LookSaved) -> None:
    _change(state, looks={**state.signs.looks, event.look: event.shows})


def look_removed(state: State, event: signs.LookRemoved) -> None:
    _change(state, looks=_without(state.signs.looks, event.look))


def signs_set(state: State, event: signs.SignsSet) -> None:
    _change(state, settings=event.settings)


def sign_file_kept(state: State, event: signs.SignFileKept) -> None:
    _change(state, files={**state.signs.files, event.file.sha256: event.file})


def sign_file_removed(state: State, event: signs.SignFileRemoved) -> None:
    _change(state, files=_without(state.signs.files, event.sha256))


def _change(state: State, **values: Any) -> None:
    state.signs = changed(state.signs, **values, seq=state.seq)


def _without(known: dict[str, Any], name: str) -> dict[str, Any]:
    assert name in known
    return {each: value for each, value in known.items() if each != name}
