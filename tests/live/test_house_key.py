"""The key of the house: made once, for its owner alone, never beside what it signs."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from pitboss.live.house_key import HouseKey, house_key_file
from pitboss.refusal import Refusal


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


def refused(file: Path, site: Path) -> str:
    with pytest.raises(Refusal) as caught:
        HouseKey(file, site_folder=site).sign(b"")
    return caught.value.code


def test_it_is_made_once_and_is_its_owners_alone(tmp_path: Path, site: Path) -> None:
    file = tmp_path / "state" / "pitboss" / "house.key"
    first = HouseKey(file, site_folder=site)
    signature = first.sign(b"manifest")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [each.name for each in file.parent.iterdir()] == ["house.key"]
    second = HouseKey(file, site_folder=site)
    assert second.sign(b"manifest") == signature
    public = load_pem_public_key(second.public_pem)
    assert isinstance(public, Ed25519PublicKey)
    public.verify(signature, b"manifest")


def test_a_digest_is_of_its_purpose_and_key(tmp_path: Path, site: Path) -> None:
    key, other = (HouseKey(tmp_path / name, site_folder=site) for name in ("one", "two"))
    assert key.digest("slip", "C1-6-1") == key.digest("slip", "C1-6-1")
    made = {key.digest("slip", "C1-6-1"), key.digest("slip", "C1-6-2"),
            key.digest("other", "C1-6-1"), other.digest("slip", "C1-6-1")}  # fmt: skip
    assert len(made) == 4


def test_it_is_refused_inside_the_folder(site: Path) -> None:
    assert refused(site / "house.key", site) == "HOUSE_KEY_INSIDE"
    assert refused(site / "keys" / ".." / "house.key", site) == "HOUSE_KEY_INSIDE"
    assert list(site.iterdir()) == []


def test_it_is_refused_inside_the_folder_through_a_link(tmp_path: Path, site: Path) -> None:
    (tmp_path / "elsewhere").symlink_to(site)
    assert refused(tmp_path / "elsewhere" / "house.key", site) == "HOUSE_KEY_INSIDE"


def test_one_that_others_may_read_is_refused(tmp_path: Path, site: Path) -> None:
    file = tmp_path / "house.key"
    HouseKey(file, site_folder=site).sign(b"")
    file.chmod(0o640)
    assert refused(file, site) == "HOUSE_KEY_OPEN"


def test_what_is_no_key_is_refused(tmp_path: Path, site: Path) -> None:
    file = tmp_path / "house.key"
    file.write_text("no key")
    file.chmod(0o600)
    assert refused(file, site) == "HOUSE_KEY_UNREADABLE"
    assert refused(tmp_path / "house.key" / "below", site) == "HOUSE_KEY_UNREADABLE"


def test_it_lies_in_the_users_folder_for_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert house_key_file() == Path("/state/pitboss/house.key")
    assert house_key_file(Path("mine.key")) == Path("mine.key")
