"""Decisions about how the signs look. No look may hide an amount, the odds or a notice."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pitboss.floor.decide.checks import ID
from pitboss.floor.facts import signs
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal
from pitboss.rules import sign_look

LOOKS_MOST, FILES_MOST, TIMES_MOST = 40, 40, 60
WEEKDAYS = frozenset(range(1, 8))
CHOICES = {
    "pattern": sign_look.PATTERNS,
    "frame": sign_look.FRAMES,
    "family": sign_look.FAMILIES,
    "motion": signs.MOTIONS,
}
NUMBERS = {
    "scale_percent": sign_look.SCALE_PERCENTS,
    "veil_percent": sign_look.VEIL_PERCENTS,
}
IMAGES = "image/"

_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d|24:00", re.ASCII)


def save_look(state: State, command: signs.SaveLook) -> Sequence[Event]:
    """Refuse a look that can't be read across a room, by the color that is to blame."""
    look = command.shows
    if not ID.fullmatch(command.look):
        raise Refusal("SIGN_LOOK_WRONG", "name", where="look")
    if command.look not in state.signs.looks and len(state.signs.looks) >= LOOKS_MOST:
        raise Refusal("SIGN_LOOK_WRONG", "looks_most", where="look", most=LOOKS_MOST)
    for name, known in CHOICES.items():
        if getattr(look, name) not in known:
            raise Refusal("THEME_VALUE_WRONG", "one_of", where=name, known=known)
    for name, allowed in NUMBERS.items():
        if getattr(look, name) not in allowed:
            least, most = allowed.start, allowed.stop - 1
            raise Refusal("THEME_VALUE_WRONG", "from_to", where=name, least=least, most=most)
    _need_colors(look)
    for name in ("picture", "logo"):
        _need_file(state, look, name)
    if look.picture:
        sign_look.need_contrast_on_picture(look.colors, look.veil_percent)
    return [event_from(signs.LookSaved, command)]


def remove_look(state: State, command: signs.RemoveLook) -> Sequence[Event]:
    _need_known(command.look, state.signs.looks, where="look")
    if any(each.look == command.look for each in state.signs.settings.times):
        raise Refusal("SIGN_LOOK_WRONG", "scheduled", where=command.look)
    return [event_from(signs.LookRemoved, command)]


def set_signs(state: State, command: signs.SetSigns) -> Sequence[Event]:
    times = command.settings.times
    if len(times) > TIMES_MOST:
        raise Refusal("SIGN_LOOK_WRONG", "times_most", where="times", most=TIMES_MOST)
    for each in times:
        _need_known(each.look, state.signs.looks, where="look")
        if each.jackpot:
            state.jackpot(each.jackpot)
        if not each.weekdays or not WEEKDAYS.issuperset(each.weekdays):
            raise Refusal("SIGN_LOOK_WRONG", "weekdays", where="weekdays")
        for name in ("from_clock", "to_clock"):
            if not _CLOCK.fullmatch(getattr(each, name)):
                raise Refusal("SIGN_LOOK_WRONG", "clock", where=name)
    return [event_from(signs.SignsSet, command)]


def keep_sign_file(state: State, command: signs.KeepSignFile) -> Sequence[Event]:
    if command.file.sha256 not in state.signs.files and len(state.signs.files) >= FILES_MOST:
        raise Refusal("SIGN_LOOK_WRONG", "files_most", where="file", most=FILES_MOST)
    return [event_from(signs.SignFileKept, command)]


def remove_sign_file(state: State, command: signs.RemoveSignFile) -> Sequence[Event]:
    _need_known(command.sha256, state.signs.files, where="sha256")
    for name, look in state.signs.looks.items():
        if command.sha256 in (look.picture, look.logo):
            raise Refusal("SIGN_LOOK_WRONG", "file_shown", where="sha256", name=name)
    return [event_from(signs.SignFileRemoved, command)]


# ---- inside -------------------------------------------------------------------------------------


def _need_colors(look: signs.SignLook) -> None:
    """Require every color and no other, with the contrast that a sign needs."""
    for name in sorted({*look.colors, *sign_look.COLORS}):
        if name not in sign_look.COLORS:
            known = sign_look.COLORS
            raise Refusal("THEME_VALUE_WRONG", "no_such_key", where="colors", known=known)
        if not sign_look.is_color(look.colors.get(name)):
            raise Refusal("THEME_VALUE_WRONG", "color", where=f"colors.{name}")
    if not 0 < len(look.levels) <= sign_look.LEVEL_COLORS_MOST:
        most = sign_look.LEVEL_COLORS_MOST
        raise Refusal("THEME_VALUE_WRONG", "colors", where="levels", most=most)
    if not all(map(sign_look.is_color, look.levels)):
        raise Refusal("THEME_VALUE_WRONG", "each_color", where="levels")
    sign_look.need_contrast(look.colors, look.levels)


def _need_file(state: State, look: signs.SignLook, name: str) -> None:
    """Require that a look's file is kept, and that its logo is a picture."""
    if not (sha256 := getattr(look, name)):
        return
    _need_known(sha256, state.signs.files, where=name)
    if name == "logo" and not state.signs.files[sha256].media_type.startswith(IMAGES):
        raise Refusal("SIGN_LOOK_WRONG", "logo_moves", where=name)


def _need_known(name: str, known: Collection[str], *, where: str) -> None:
    if name not in known:
        raise Refusal("SIGN_LOOK_WRONG", "unknown", where=where)
