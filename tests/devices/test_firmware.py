"""What docs/devices.md says is enough: firmware written from it plays a winner, over HTTP, and over
MQTT with TLS, users and the page's own access list."""

from __future__ import annotations

import secrets
import subprocess
from pathlib import Path

import pytest

from pitboss.live.clocks import clock_ms
from pitboss.web.access.issued import Secret
from web.server_support import Site, running

from .conftest import listening
from .firmware_client import Firmware, HttpFirmware, MqttFirmware, enroll
from .support import kinds, made_certificates, until

DAY_MS = 86_400_000
SECRET = secrets.token_hex(8)
ACCESS_LIST = Path(__file__).parents[2] / "deploy" / "mosquitto.acl"


def server_of(site: Site) -> str:
    return site.address.removeprefix("http://")


def join(site: Site, kind: str) -> dict[str, str]:
    made = site.access.make_code(kind=kind, table="C1", now_ms=clock_ms())
    return enroll(server_of(site), made)


def play_a_winner(site: Site, sensor: Firmware, keypad: Firmware) -> None:
    def press(signal: str, **fields: object) -> None:
        answer = keypad.say(signal, **fields)
        assert answer["accepted"], answer

    def lights() -> list[tuple[int, int, str]]:
        sensor.say("beat")
        return [(light["seat"], light["sensor"], light["light"]) for light in sensor.lights]

    press("swipe", track=site.cards["D100"].track)
    assert sensor.say("started")["accepted"]
    assert sensor.say("bet-seen", seat=2)["accepted"]
    until(lights, [(2, 1, "seen")])
    press("button", button="start")
    assert lights() == [(2, 1, "locked")]
    table = keypad.say("ask-table")["table"]
    assert (table["phase"], table["seats"], table["sensors"]) == ("open", 6, 1)
    hand = next(each for each in table["hands"] if each["hand_long"] == "Four of a Kind")
    press("hand", seat=2, sensor=hand["sensor"], outcome=hand["outcome"])
    assert keypad.say("ask-table")["table"]["phase"] == "marked"
    press("button", button="confirm")
    press("swipe", track=site.cards["S200"].track)
    press("button", button="end")
    assert kinds(site).count("awards-recorded") == kinds(site).count("round-ended") == 1


def test_firmware_plays_a_winner_over_HTTP(site: Site) -> None:
    sensor, keypad = (
        HttpFirmware(server_of(site), join(site, kind)) for kind in ("sensor", "keypad")
    )
    play_a_winner(site, sensor, keypad)


def set_clock(site: Site, by_ms: int) -> None:
    site.running_site.clock._wall_ms = lambda: clock_ms() + by_ms


@pytest.mark.parametrize("server_ahead_ms", [-DAY_MS, DAY_MS])
def test_a_server_whose_clock_is_set_takes_the_next_press(site: Site, server_ahead_ms: int) -> None:
    keypad = HttpFirmware(server_of(site), join(site, "keypad"))
    assert keypad.say("swipe", track=site.cards["D100"].track)["accepted"]
    set_clock(site, server_ahead_ms)
    assert keypad.say("button", button="start")["accepted"]
    set_clock(site, 0)
    assert keypad.say("button", button="end")["accepted"]


@pytest.mark.parametrize("server_ahead_ms", [-DAY_MS, 0, DAY_MS])
@pytest.mark.parametrize("clock_ahead_ms", [-DAY_MS, DAY_MS, None])
def test_firmware_that_starts_with_a_wrong_clock_counts_on(
    site: Site, server_ahead_ms: int, clock_ahead_ms: int | None
) -> None:
    enrolled = join(site, "keypad")
    before = HttpFirmware(server_of(site), enrolled)
    assert before.say("swipe", track=site.cards["D100"].track)["accepted"]
    set_clock(site, server_ahead_ms)
    keypad = HttpFirmware(server_of(site), enrolled)
    keypad.clock_ahead_ms = clock_ahead_ms
    for button in ("start", "end", "start", "end"):
        answer = keypad.say("button", button=button)
        assert answer["accepted"], answer
    assert kinds(site).count("round-started") == 2


def test_no_clock_lets_a_kept_message_pass_again(site: Site) -> None:
    keypad = HttpFirmware(server_of(site), join(site, "keypad"))
    assert keypad.say("swipe", track=site.cards["D100"].track)["accepted"]
    kept = {"signals": [{"signal": "button", "button": "start", "n": keypad.last_n + 1}]}
    keypad.last_n += 1
    for button in ("start", "end"):
        assert keypad.say("button", button=button)["accepted"]
    for server_ahead_ms in (-DAY_MS, DAY_MS):
        set_clock(site, server_ahead_ms)
        answer = keypad.exchange(kept)
        assert answer is not None
        assert answer["heard"][0]["code"] == "SIGNAL_OLD"
        assert answer["last_n"] == keypad.last_n
    assert kinds(site).count("round-started") == 1


def test_firmware_plays_a_winner_over_MQTT_with_TLS(
    folder: Path,
    keys: tuple[Path, dict[str, Secret]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made_certificates(tmp_path)
    with running(folder, keys[1]) as site:
        devices = [join(site, kind) for kind in ("sensor", "keypad")]
    users, access = tmp_path / "users", tmp_path / "acl"
    users.touch(mode=0o600)
    for name in ("pitboss", *(each["device"] for each in devices)):
        subprocess.run(["mosquitto_passwd", "-b", users, name, SECRET], check=True)
    lines = "user DEVICE\ntopic read pitboss/session\n"
    each_device = "".join(lines.replace("DEVICE", each["device"]) for each in devices)
    access.write_text(ACCESS_LIST.read_text("utf-8").replace(lines, each_device))
    access.chmod(0o600)
    settings = (
        "allow_anonymous false", f"password_file {users}", f"acl_file {access}",
        f"certfile {tmp_path}/broker.pem", f"keyfile {tmp_path}/broker.key",
    )  # fmt: skip
    monkeypatch.setenv("PITBOSS_MQTT_PASSWORD", SECRET)
    with listening(tmp_path, *settings) as port:
        address = f"mqtts://pitboss@127.0.0.1:{port}?ca={tmp_path}/ca.pem"
        with running(folder, keys[1], broker=address) as site:
            spoken = [
                MqttFirmware(each, "127.0.0.1", port, ca=f"{tmp_path}/ca.pem", password=SECRET)
                for each in devices
            ]
            play_a_winner(site, *spoken)
            for each in spoken:
                each.stop()
