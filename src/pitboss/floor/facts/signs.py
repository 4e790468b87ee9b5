"""How the players' signs look: looks of the house's own, the files that they show, when each is
shown, and how a hit is celebrated."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.meanings import BadgeId, Coded, JackpotId, OpenName, TypedText
from pitboss.floor.facts.permission import ONE_CHANGER, OWN_PAGE, Permission
from pitboss.money import Cents
from pitboss.rules import sign_look

COINS, LIGHT, STILL = "coins", "light", "still"
MOTIONS = (COINS, LIGHT, STILL)  # of a hit
FILE_BYTES_MOST = 6_000_000


class SignLook(Struct, frozen=True, kw_only=True):
    """A look of the house's own. `colors` are by their names, `levels` those of the levels, highest
    first; `picture` and `logo` are digests of kept files, and `veil_percent` is how much of the
    ground covers the picture."""

    colors: dict[str, OpenName]
    levels: tuple[OpenName, ...]
    pattern: OpenName = sign_look.PATTERNS[0]
    frame: OpenName = sign_look.FRAMES[0]
    family: OpenName = sign_look.FAMILIES[0]
    scale_percent: int = 100
    picture: OpenName = ""
    veil_percent: int = 80
    logo: OpenName = ""
    motion: Coded = COINS


class LookTime(Struct, frozen=True, kw_only=True):
    """When a look is shown: on which weekdays, Monday is 1, and from when to when on the house's
    clock. A time that ends before it begins goes past midnight. The first that fits counts."""

    look: OpenName
    jackpot: JackpotId = ""  # empty: on every sign
    weekdays: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    from_clock: OpenName = "00:00"
    to_clock: OpenName = "24:00"


class SignFile(Struct, frozen=True, kw_only=True):
    """A picture or video that a look may show; its content is in the access store."""

    sha256: str
    media_type: OpenName
    file_name: TypedText
    width: int
    height: int
    size_bytes: int


class SignSettings(Struct, frozen=True, kw_only=True):
    """What all signs do: when each look is shown, and how they celebrate. Calm signs neither move
    nor sound. A meter that passes a multiple of `milestone_cents` says so; 0: none does."""

    times: tuple[LookTime, ...] = ()
    calm: bool = False
    sound: bool = True
    milestone_cents: Cents = Cents(0)
    shows_code: bool = False  # a QR code that leads players to the table's odds and rules


class SaveLook(Command):
    """Save a look for the signs, under a new name or in place of an earlier one."""

    permission = ONE_CHANGER
    office = "signs"
    look: OpenName
    shows: SignLook
    badge: BadgeId


class LookSaved(Event):
    """The signs have a look of this name."""

    look: OpenName
    shows: SignLook
    badge: BadgeId


class RemoveLook(Command):
    """Remove a look that no schedule names."""

    permission = ONE_CHANGER
    office = "signs"
    look: OpenName
    badge: BadgeId


class LookRemoved(Event):
    """The signs no longer have a look."""

    look: OpenName
    badge: BadgeId


class SetSigns(Command):
    """Set when each look is shown, and how signs celebrate a hit."""

    permission = ONE_CHANGER
    office = "signs"
    settings: SignSettings
    badge: BadgeId


class SignsSet(Event):
    """All signs follow these settings."""

    settings: SignSettings
    badge: BadgeId


class KeepSignFile(Command):
    """Keep a picture or video for the signs; the server has checked what it is."""

    permission = Permission(at=(OWN_PAGE,), roles=ONE_CHANGER.roles, badge_field="badge")
    office = "signs"
    file: SignFile
    badge: BadgeId


class SignFileKept(Event):
    """A look may show this file."""

    file: SignFile
    badge: BadgeId


class RemoveSignFile(Command):
    """Remove a picture or video that no look shows."""

    permission = ONE_CHANGER
    office = "signs"
    sha256: str
    badge: BadgeId


class SignFileRemoved(Event):
    """No look shows this file any more."""

    sha256: str
    badge: BadgeId
