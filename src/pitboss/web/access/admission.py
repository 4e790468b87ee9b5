"""Who gets in: PINs, card codes, sessions, devices and enrollment codes, in a store beside the
journal (`access_store`).

Secrets are stored only as digests: PINs by argon2id with the house's key, random secrets by
SHA-256. The journal has digests of all of it. What isn't in the journal doesn't count, so nobody
gets in by writing to the store.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Any, LiteralString

from pitboss.floor.state.devices import DeviceState
from pitboss.live.clocks import clock_ms
from pitboss.live.house_key import HouseKey, house_key_file
from pitboss.refusal import Refusal
from pitboss.web.access.device_codes import DeviceCode, DeviceCodes, check_kind
from pitboss.web.access.issued import Device, Secret, UnnotedPin, noted_of, seats_in, seats_text
from pitboss.web.access.pins import NOBODY_PIN, check_pin, digest_in, fits_pin, hash_pin, made_pin
from pitboss.web.access.sign_files import SignFiles
from pitboss.web.access.store import access_store, as_kept, one_at_a_time
from pitboss.words.language import languages

SESSION_MS = 12 * 3_600_000
UNTIL = re.compile("[0-9]{1,15}")
DEVICES_MOST = 5000
BROWSERS_MOST = 10_000
UNNOTED = "unnoted "  # and a badge: its PIN changed, and the journal doesn't have it yet
COMMAND_LINE, OWN_PIN_PAGE, OFFICE = "command line", "own page", "office"  # where that is done
LOCK_OUTS = "lock-outs"  # kept by a leader for the servers that follow it
TRACK_MADE_DIGITS = 10
WALL = ("sign", "")  # the place of a wall: a sign without a table
HOUSE = "house"  # the house key the cards were made with; no backup has it
SET_KEY: LiteralString = (
    "INSERT INTO key (name, value) VALUES (?, ?)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class Access:
    """The access store. What every request checks is in memory and cheap: sessions, devices, card
    codes. PINs are slow on purpose and writes wait for the disk: call those in a thread."""

    _sessions: dict[str, str]  # session -> badge
    _devices: dict[str, Device]
    _browsers: dict[str, set[str]]  # browser -> badges
    _languages: dict[str, str]  # by badge
    _lock_outs: str  # as the leader wrote them
    _keys: dict[str, tuple[str, str]]  # by badge: the digests of its PIN and its card

    def __init__(
        self,
        folder: Path,
        database: str = "",
        *,
        read_only: bool = False,
        house_key: HouseKey | None = None,
    ) -> None:
        self._key = house_key or HouseKey(house_key_file(), site_folder=folder)
        # Sessions with their badges, and devices by name, that this process made and the journal
        # doesn't have yet. Once it does, the journal alone decides.
        self._made: dict[str, object] = {}
        self.changing = threading.RLock()
        self._store = access_store(folder, database, read_only=read_only)
        self.codes = DeviceCodes(self._store, self._proof)
        self.sign_files = SignFiles(self._store)
        self._read_only = read_only
        self._version = self._store.read_version()
        self._read()
        self.secret = self._secret("csrf")
        self._device_secret = self._secret("device")
        self._need_same_house()

    @one_at_a_time
    def refresh(self) -> None:
        """Pick up changes by another process: the command line, or the engine that led before."""
        version = self._store.read_version()
        if version != self._version:
            self._version = version
            self._read()

    def close(self) -> None:
        self._store.close()

    # ---- badges -------------------------------------------------------------------------------

    def without_pin(self, badges: Iterator[str]) -> list[str]:
        return [badge for badge in badges if badge not in self._keys]

    def has_keys(self, badge: str) -> bool:
        """Whether a badge ever got a PIN."""
        return badge in self._keys

    def issue(self, badge: str, *, place: str = COMMAND_LINE) -> Secret:
        """Make a random PIN and card code for a badge; its session ends."""
        pin = made_pin(badge)
        code = "".join(secrets.choice("0123456789") for _ in range(TRACK_MADE_DIGITS))
        kept = hash_pin(self._proof("PIN", pin))
        self._set_keys(badge, kept, self._card_digest(badge, code), place=place)
        return Secret(badge=badge, pin=pin, track=f";{badge}={code}?")

    def set_pin(self, badge: str, pin: str, *, place: str = COMMAND_LINE) -> None:
        """Change a PIN; the card code stays, the session ends."""
        check_pin(pin, badge=badge)
        _, code_sha256 = self._keys.get(badge, ("", ""))
        self._set_keys(badge, hash_pin(self._proof("PIN", pin)), code_sha256, place=place)

    @one_at_a_time
    @as_kept()
    def list_unnoted(self) -> list[UnnotedPin]:
        """Badges whose new PIN isn't in the journal yet: a server records it when it sees it, and
        accepts no PIN before. An entry without proof was written to the store by someone else."""
        found = []
        for name, value in sorted(self._named().items()):
            badge, (at_ms, _, rest) = name.removeprefix(UNNOTED), value.partition(" ")
            made = (badge, rest.partition(" ")[2], at_ms, self.keys_sha256(badge))
            if name.startswith(UNNOTED) and hmac.compare_digest(
                value.encode(), self._pin_note(*made).encode()
            ):
                found.append(UnnotedPin(made[0], made[1], int(at_ms), made[3]))
        return found

    def _pin_note(self, badge: str, place: str, at_ms: object, keys_sha256: str) -> str:
        return f"{at_ms} {self._proof('pin', badge, str(at_ms), place, keys_sha256)} {place}"

    def forget_unnoted(self, pin: UnnotedPin) -> None:
        """The change is in the journal now; a newer one isn't."""
        with self._store.writing() as execute:
            noted = (f"{UNNOTED}{pin.badge}", self._pin_note(*pin))
            execute("DELETE FROM key WHERE name = ? AND value = ?", noted)

    def note_again(self) -> dict[str, str]:
        """Mark all PINs for a new journal; returns the digests of sessions that continue."""
        with self._store.writing() as execute:
            for badge in self._keys:
                noted = (badge, COMMAND_LINE, clock_ms(), self.keys_sha256(badge))
                execute(SET_KEY, (f"{UNNOTED}{badge}", self._pin_note(*noted)))
        return dict(self._sessions)

    def keys_sha256(self, badge: str) -> str:
        """What the journal keeps of a badge's PIN and card. The digest includes the salt of the
        PIN's digest, so it reveals neither."""
        return _keys_sha256(badge, *self._keys.get(badge, ()))

    @one_at_a_time
    def _set_keys(self, badge: str, pin: str, code_sha256: str, *, place: str) -> None:
        with self._store.writing() as execute:
            execute(
                "INSERT INTO badge (badge, pin, code_sha256) VALUES (?, ?, ?)"
                " ON CONFLICT (badge) DO UPDATE SET pin = excluded.pin,"
                " code_sha256 = excluded.code_sha256",
                (badge, pin, code_sha256),
            )
            execute("DELETE FROM session WHERE badge = ?", (badge,))
            noted = (badge, place, clock_ms(), _keys_sha256(badge, pin, code_sha256))
            execute(SET_KEY, (f"{UNNOTED}{badge}", self._pin_note(*noted)))
        self._keys[badge] = (pin, code_sha256)
        self._forget_session_of(badge)

    def is_pin(self, badge: str, pin: str) -> bool:
        """Whether this is the badge's current PIN. Takes just as long for an unknown badge."""
        self.refresh()
        kept, _ = self._keys.get(badge, (NOBODY_PIN, ""))
        return fits_pin(kept, self._proof("PIN", pin)) and badge in self._keys

    def is_card(self, badge: str, code: str) -> bool:
        """Whether this is the code on the badge's card. The code is random, so a fast digest is
        enough; the house's key protects its ten digits from someone who only has the store."""
        _, kept = self._keys.get(badge, ("", ""))
        return hmac.compare_digest(kept, self._card_digest(badge, code)) and badge in self._keys

    def _card_digest(self, badge: str, code: str) -> str:
        return self._proof("card", badge, code)

    def pin_of(self, badge: str) -> str:
        """The digest of a badge's PIN; every change makes a new one."""
        return self._keys.get(badge, ("", ""))[0]

    @one_at_a_time
    def remember_browser(self, visitor: str, badge: str, *, now_ms: int) -> None:
        if self.knows_browser(visitor, badge):
            return
        with self._store.writing() as execute:
            execute(
                "INSERT INTO browser (visitor_sha256, badge, at_ms) VALUES (?, ?, ?)"
                " ON CONFLICT (visitor_sha256, badge) DO UPDATE SET at_ms = excluded.at_ms",
                (_sha256(visitor), badge, now_ms),
            )
            execute(
                "DELETE FROM browser WHERE at_ms <="
                " (SELECT at_ms FROM browser ORDER BY at_ms DESC LIMIT 1 OFFSET ?)",
                (BROWSERS_MOST,),
            )
        self._browsers = self._all_browsers()

    def knows_browser(self, visitor: str, badge: str) -> bool:
        """Whether this badge has signed in from this browser before."""
        return badge in self._browsers.get(_sha256(visitor), ())

    def has_signed_on(self, visitor: str) -> bool:
        """Whether anyone has signed in from this browser before."""
        return _sha256(visitor) in self._browsers

    def language_of(self, badge: str) -> str:
        """The language chosen for a badge's screens; none if nobody chose one."""
        return self._languages.get(badge, "")

    @one_at_a_time
    def choose_language(self, badge: str, language: str) -> None:
        """Set the language of a badge's screens; none for the house's own."""
        with self._store.writing() as execute:
            execute("DELETE FROM language WHERE badge = ?", (badge,))
            if language:
                execute("INSERT INTO language (badge, language) VALUES (?, ?)", (badge, language))
        self._languages = self._all_languages()

    def lock_outs(self) -> str:
        """Badges whose PIN isn't accepted for now, as the leader wrote them."""
        return self._lock_outs

    @one_at_a_time
    def keep_lock_outs(self, noted: str) -> None:
        """Tell the servers that follow; this one knows even if the write fails."""
        self._lock_outs = noted
        with self._store.writing() as execute:
            execute(SET_KEY, (LOCK_OUTS, noted))

    # ---- sessions -----------------------------------------------------------------------------

    @one_at_a_time
    def sign_on(self, badge: str, *, now_ms: int, alone: bool = True) -> str:
        """Start a session for a proven badge; its id is shown once. It ends any older one, unless
        the person may use both a desk and a phone."""
        until_ms = now_ms + SESSION_MS
        session = f"{secrets.token_urlsafe(32)}.{until_ms}"  # its digest keeps it from changes
        with self._store.writing() as execute:
            if alone:
                execute("DELETE FROM session WHERE badge = ?", (badge,))
            execute(
                "INSERT INTO session (id_sha256, badge, until_ms) VALUES (?, ?, ?)",
                (_sha256(session), badge, until_ms),
            )
        if alone:
            self._forget_session_of(badge)
        self._sessions[_sha256(session)] = badge
        self._made[_sha256(session)] = badge
        return session

    @one_at_a_time
    def sign_off(self, session: str) -> None:
        with self._store.writing() as execute:
            execute("DELETE FROM session WHERE id_sha256 = ?", (_sha256(session),))
        self._sessions.pop(_sha256(session), None)
        self._made.pop(_sha256(session), None)

    def badge_of(self, session: str, *, now_ms: int) -> str:
        """Whose session it is; nobody's once it is over. One without an end is never valid."""
        end_ms = _end_of(session)
        return self._sessions.get(_sha256(session), "") if not end_ms or now_ms < end_ms else ""

    def is_session_known(self, session: str, badge: str, on_record: Container[str]) -> bool:
        """Whether we started a session in the store, rather than someone writing it there."""
        digest = _sha256(session)
        if digest in on_record and _end_of(session):
            self._made.pop(digest, None)
            return True
        return self._made.get(digest) == badge

    def is_device_known(self, device: Device, on_record: DeviceState | None) -> bool:
        """Whether we enrolled a device in the store, exactly as it is there."""
        found = noted_of(device)
        if on_record is None:
            return self._made.get(device.device) == found
        self._made.pop(device.device, None)
        return not on_record.retired and found == noted_of(on_record)

    # ---- devices ------------------------------------------------------------------------------

    def make_code(self, *, now_ms: int, **place: Any) -> str:
        """Make an enrollment code from the command line; a server records it when it sees it."""
        letters, made = self.codes.new(now_ms=now_ms, **place)
        self.codes.keep(made, now_ms=now_ms)
        return letters

    def enroll(self, code: str, *, now_ms: int) -> tuple[Device, str]:
        """Use up a code; returns its device and the token, shown once."""
        found = self.codes.take(code, now_ms=now_ms)
        return self.add_device(
            kind=found.kind,
            table=found.table,
            enrolled_by=found.made_by,
            now_ms=now_ms,
            seats=self._seats_of(found),
            replaces=found.replaces,
            code_sha256=found.code_sha256,
        )

    def _seats_of(self, code: DeviceCode) -> tuple[int, ...]:
        """The seats of a new sensor board, as in the journal."""
        replaced = self.device_named(code.replaces)
        seats = replaced.seats if replaced else code.seats
        return tuple(sorted(set(seats))) if code.kind == "sensor" else ()

    @one_at_a_time
    def add_device(
        self,
        *,
        kind: str,
        table: str,
        enrolled_by: str,
        now_ms: int,
        seats: tuple[int, ...] = (),
        replaces: str = "",
        code_sha256: str = "",
    ) -> tuple[Device, str]:
        """Add a device; returns it and its token, shown once."""
        check_kind(kind)
        if len(self._devices) >= DEVICES_MOST:
            raise Refusal("DEVICES_TOO_MANY", where=kind)
        token = secrets.token_urlsafe(32)
        device = Device(
            device=f"{kind}-{secrets.token_hex(4)}",
            kind=kind,
            table=table,
            enrolled_ms=now_ms,
            enrolled_by=enrolled_by,
            key_sha256=_sha256(token),
            seats=seats,
            replaces=replaces,
            code_sha256=code_sha256,
        )
        with self._store.writing() as execute:
            execute(
                "INSERT INTO device (device, kind, gaming_table, token_sha256, enrolled_ms,"
                " enrolled_by) VALUES (?, ?, ?, ?, ?, ?)",
                (device.device, kind, table, _sha256(token), now_ms, enrolled_by),
            )
            execute(
                "INSERT INTO device_line (device, seats, last_n) VALUES (?, ?, 0)",
                (device.device, seats_text(seats)),
            )
        self._devices[device.key_sha256] = device
        self._made[device.device] = noted_of(device)
        return device, token

    @one_at_a_time
    def retire(self, device: str) -> None:
        with self._store.writing() as execute:
            execute("DELETE FROM device WHERE device = ?", (device,))
            execute("DELETE FROM device_line WHERE device = ?", (device,))
        self._devices = {k: v for k, v in self._devices.items() if v.device != device}
        self._made.pop(device, None)

    def device_of(self, token: str) -> Device | None:
        return self._devices.get(_sha256(token))

    def device_key(self, device: str) -> str:
        """The key a device seals its broker messages with, derived from its name each time so it is
        never stored."""
        return hmac.new(self._device_secret, device.encode(), hashlib.sha256).hexdigest()

    def devices(self) -> list[Device]:
        """Every device, newest last."""
        return sorted(self._devices.values(), key=lambda each: (each.enrolled_ms, each.device))

    def device_named(self, name: str) -> Device | None:
        return next((each for each in self._devices.values() if each.device == name), None)

    def last_number(self, device: str) -> int:
        kept: dict[str, int] = dict(self._store.read("SELECT device, last_n FROM device_line"))
        return kept.get(device, 0)

    def keep_numbers(self, numbers: Mapping[str, int]) -> None:
        """Store the last numbers of devices, by name."""
        with self._store.writing() as execute:
            for device, n in numbers.items():
                execute(
                    "INSERT INTO device_line (device, seats, last_n)"
                    " SELECT device, '', ? FROM device WHERE device = ?"
                    " ON CONFLICT (device) DO UPDATE SET last_n = excluded.last_n",
                    (n, device),
                )

    # ---- what was published ---------------------------------------------------------------------

    @as_kept()
    def read_published(self) -> tuple[int, str]:
        """The last row whose messages the broker has, and its hash; none before the first."""
        found = self._store.read("SELECT seq, hash FROM published")
        return (int(found[0][0]), str(found[0][1])) if found else (0, "")

    def note_published(self, seq: int, row_hash: str) -> None:
        """Note that a broker has everything up to this row."""
        with self._store.writing() as execute:
            execute("DELETE FROM published", ())
            execute("INSERT INTO published (seq, hash) VALUES (?, ?)", (seq, row_hash))

    # ---- inside -------------------------------------------------------------------------------

    def _need_same_house(self) -> None:
        """Refuse a house key other than the one the cards were made with: no card would work."""
        ours = self._proof(HOUSE)
        if not self._read_only:
            with self._store.writing() as execute:
                execute("INSERT INTO key VALUES (?, ?) ON CONFLICT DO NOTHING", (HOUSE, ours))
        if self._named().get(HOUSE, ours) != ours:
            raise Refusal("HOUSE_KEY_OTHER", where=str(self._key.path))

    def _proof(self, *parts: str) -> str:
        """A proof by the house's key, which is stored elsewhere: nobody forges it in the store."""
        return self._key.digest("access", "\n".join(parts)).hex()

    def _forget_session_of(self, badge: str) -> None:
        self._made = {k: v for k, v in self._made.items() if v != badge}
        self._sessions = {k: v for k, v in self._sessions.items() if v != badge}

    @as_kept()
    def _read(self) -> None:
        self._sessions = dict(self._store.read("SELECT id_sha256, badge FROM session"))
        self._devices = self._all_devices()
        self._browsers = self._all_browsers()
        self._languages = self._all_languages()
        self._lock_outs = self._named().get(LOCK_OUTS, "")
        found = self._store.read("SELECT badge, pin, code_sha256 FROM badge")
        self._keys = {str(badge): (digest_in(pin), digest_in(card)) for badge, pin, card in found}

    def _named(self) -> dict[str, str]:
        return dict(self._store.read("SELECT name, value FROM key"))

    def _all_browsers(self) -> dict[str, set[str]]:
        browsers: dict[str, set[str]] = {}
        for visitor, badge in self._store.read("SELECT visitor_sha256, badge FROM browser"):
            browsers.setdefault(visitor, set()).add(badge)
        return browsers

    def _all_languages(self) -> dict[str, str]:
        found = self._store.read("SELECT badge, language FROM language")
        return {badge: language for badge, language in found if language in languages()}

    def _all_devices(self) -> dict[str, Device]:
        found = self._store.read(
            "SELECT token_sha256, device.device, kind, gaming_table, enrolled_ms, enrolled_by,"
            " COALESCE(seats, '') FROM device LEFT JOIN device_line USING (device)"
        )
        return {
            digest: Device(
                device=d,
                kind=k,
                table=t,
                enrolled_ms=int(at),
                enrolled_by=by,
                key_sha256=digest,
                seats=seats_in(seats),
            )
            for digest, d, k, t, at, by, seats in found
        }

    @as_kept()
    def _secret(self, name: str) -> bytes:
        """The site's secret for page tokens or for device keys; made once, and never shared by
        both."""
        if not self._read_only:
            with self._store.writing() as execute:
                execute(
                    "INSERT INTO key (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    (name, secrets.token_hex(32)),
                )
        found = self._named()
        if name not in found:
            raise Refusal("ACCESS_UNAVAILABLE", where=name)
        return bytes.fromhex(found[name])


def _end_of(session: str) -> int:
    """When a session ends, from its own id: someone may have altered the store."""
    until_ms = session.rpartition(".")[2]
    return int(until_ms) if UNTIL.fullmatch(until_ms) else 0


def _keys_sha256(badge: str, *keys: str) -> str:
    return _sha256("\n".join((badge, *keys)))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
