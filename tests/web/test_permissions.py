"""Who may ask for what: one written table, which the gate, the floor, the description of the API
and the office's page are all checked against."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from pitboss.floor.decide import decide
from pitboss.floor.decide.permissions import need_permission
from pitboss.floor.facts import COMMANDS, command_of_kind
from pitboss.floor.facts.base import Command, kind_of
from pitboss.floor.facts.values import DEVICES, ROLES, TABLELESS
from pitboss.floor.state.floor import Badge, State
from pitboss.refusal import Refusal, Told
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret
from pitboss.web.api.permission_words import rules_of
from pitboss.words.language import WORDS, speaking

from .office_support import exported, issue_inspector
from .server_support import PINS, Site, Visitor, code_of, running

TABLE = (Path(__file__).parent / "permissions.txt").read_text("utf-8").splitlines()
LETTERS = dict(zip("DSEATUI", ROLES, strict=True))
BADGES = {
    "dealer": "D100", "supervisor": "S200", "executive": "E300", "accounting": "A400",
    "technician": "T500", "auditor": "U600", "inspector": "I700",
}  # fmt: skip
MORE = ("technician",)  # whom the starter's site file does not have
# Who may ask at the table only, not from any browser.
AT_THE_TABLE = {"pause-table": {"dealer"}, "print-win-page": {"dealer"}}
LOW = (403, "ROLE_TOO_LOW")
LOW_SWIPE = (409, "ROLE_TOO_LOW")  # by the floor, which keeps whose badge it was
# What nobody gets who may ask: the gate's refusals, and those of what does not reach the floor.
UNFIT = (
    "ROLE_TOO_LOW", "DEVICE_UNKNOWN", "DEVICE_ELSEWHERE", "NOT_SIGNED_ON", "COMMAND_UNREADABLE",
    "SWIPE_MISSING",
)  # fmt: skip


class Row:
    """One line of the table."""

    def __init__(self, line: str) -> None:
        self.tag, letters, places, badges = line.split()
        self.roles = {LETTERS[letter] for letter in letters if letter != "."}
        self.places = set(places.split(","))
        self.badges = int(badges)
        self.kind = next(kind for kind in COMMANDS if kind_of(kind) == self.tag)

    @property
    def at_a_device(self) -> bool:
        return bool(self.places & set(DEVICES))


ROWS = [Row(line) for line in TABLE if line and not line.startswith("#")]


def test_the_table_names_every_command_once() -> None:
    named, asked = sorted(row.tag for row in ROWS), sorted(kind_of(kind) for kind in COMMANDS)
    assert named == asked, "tests/web/permissions.txt needs one line for each command"


# ---- over HTTP ----------------------------------------------------------------------------------


class Walk:
    """One running site for the whole walk: somebody of every role signed on, a device of every
    kind, those of a table at C1, and a body for every command."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.described = site.client.get("/api/openapi.json").json()
        self.people = {role: self._signed_on(BADGES[role]) for role in ROLES}
        self.devices = {
            kind: site.visitor().enroll(kind, "" if kind in TABLELESS else "C1") for kind in DEVICES
        }
        self.elsewhere = site.visitor().enroll("console", "C2")
        self.stranger = site.visitor()

    def _signed_on(self, badge: str) -> Visitor:
        visitor = self.site.visitor()
        answer = visitor.form("/sign-on", badge=badge, pin=self._pin(badge))
        assert answer.status_code == 303, answer.text
        return visitor

    def swipe(self, role: str) -> dict[str, str]:
        """Badge and PIN of somebody of a role."""
        return {"badge": BADGES[role], "pin": self._pin(BADGES[role])}

    def _pin(self, badge: str) -> str:
        return PINS.get(badge) or self.site.cards[badge].pin

    def press(self, who: Visitor, row: Row, **swipes: object) -> httpx.Response:
        """Ask for a command that can be read, whatever the floor makes of it."""
        described = self.described["paths"][f"/api/commands/{row.tag}"]["post"]["requestBody"]
        body = self._example(described["content"]["application/json"]["schema"])
        if "table" in body:
            body["table"] = "C1"
        body["command_id"] = str(uuid4())
        return who.post(f"/api/commands/{row.tag}", {**body, **swipes})

    def _example(self, schema: dict[str, Any]) -> Any:
        """The least value that a schema of the API's description allows."""
        if "$ref" in schema:
            found: Any = self.described
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            return self._example(found)
        if "anyOf" in schema or "oneOf" in schema:
            return self._example((schema.get("anyOf") or schema["oneOf"])[0])
        if "const" in schema or "enum" in schema:
            return schema.get("const") or schema["enum"][0]
        match schema["type"]:
            case "object":
                fields = schema.get("properties", {})  # none: by names that the house chooses
                needed = [*schema.get("required", ()), *({"table"} & {*fields})]
                return {name: self._example(fields[name]) for name in needed}
            case "array":
                return [self._example(each) for each in schema.get("prefixItems", ())]
            case "integer":
                return max(1, schema.get("minimum", 1))
            case "boolean":
                return False
        return "1" if "-?" in schema.get("pattern", "") else "x"


@pytest.fixture(scope="module")
def walk(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Walk]:
    folder = tmp_path_factory.mktemp("permissions") / "site"
    shutil.copytree(keys[0], folder)
    with (folder / "site.toml").open("a", encoding="utf-8") as file:
        for role in MORE:
            file.write(f'\n[[badge]]\nid = "{BADGES[role]}"\nname = "{role}"\nrole = "{role}"\n')
    access = Access(folder)
    secrets = {BADGES[role]: access.issue(BADGES[role]) for role in (*MORE, "inspector")}
    cards = {**keys[1], **secrets}
    access.close()
    with running(folder, cards) as site:
        issue_inspector(site)
        yield Walk(site)


def other_than(role: str, row: Row) -> str:
    """A role that may agree with this one to whatever takes two: the one that must be among them,
    or another."""
    wanted = row.kind.permission.one_is
    if wanted and role != wanted:
        return wanted
    return "executive" if role != "executive" else "accounting"


def test_whoever_signed_on_asks_for_what_is_his_from_anywhere(walk: Walk) -> None:
    wrong = []
    for row in ROWS:
        for role, visitor in walk.people.items():
            second = {"second_swipe": walk.swipe(other_than(role, row))} if row.badges == 2 else {}
            status, code = code_of(walk.press(visitor, row, **second))
            if "anywhere" not in row.places:
                good = (status, code) == (401, "DEVICE_UNKNOWN")
            elif role not in row.roles - AT_THE_TABLE.get(row.tag, set()):
                good = (status, code) == LOW
            else:
                good = status in (200, 409) and code not in UNFIT
            wrong += [] if good else [f"{row.tag} by {role}: {status} {code}"]
    assert wrong == []


def test_the_second_person_is_held_to_the_same_roles(walk: Walk) -> None:
    wrong = []
    for row in ROWS:
        for role in ROLES if row.badges == 2 and "anywhere" in row.places else ():
            first = walk.people[other_than(role, row)]
            status, code = code_of(walk.press(first, row, second_swipe=walk.swipe(role)))
            good = code not in UNFIT if role in row.roles else (status, code) == LOW_SWIPE
            wrong += [] if good else [f"{row.tag} with {role}: {status} {code}"]
    assert wrong == []


def test_a_swipe_at_the_table_is_held_to_the_roles(walk: Walk) -> None:
    wrong = []
    for row in ROWS:
        for role in ROLES if row.badges and "console" in row.places else ():
            answer = walk.press(walk.devices["console"], row, swipe=walk.swipe(role))
            status, code = code_of(answer)
            good = code not in UNFIT if role in row.roles else (status, code) == LOW_SWIPE
            wrong += [] if good else [f"{row.tag} swiped by {role}: {status} {code}"]
    assert wrong == []


def test_a_device_asks_at_its_own_table_for_what_its_kind_may(walk: Walk) -> None:
    wrong = []
    for row in ROWS:
        for kind, device in walk.devices.items():
            status, code = code_of(walk.press(device, row))
            refused = (status, code) == (403, "DEVICE_ELSEWHERE")
            wrong += [] if refused != (kind in row.places) else [f"{row.tag} at a {kind}: {code}"]
        if row.at_a_device and code_of(walk.press(walk.elsewhere, row))[1] != "DEVICE_ELSEWHERE":
            wrong.append(f"{row.tag} at another table's console")
    assert wrong == []


def test_a_stranger_asks_for_nothing(walk: Walk) -> None:
    for row in ROWS:
        expected = (401, "DEVICE_UNKNOWN" if row.at_a_device else "NOT_SIGNED_ON")
        assert code_of(walk.press(walk.stranger, row)) == expected, row.tag


def test_the_description_of_the_api_says_who_may_ask(walk: Walk) -> None:
    paths = walk.described["paths"]
    for row in ROWS:
        described = paths[f"/api/commands/{row.tag}"]["post"]
        who = [role for role in ROLES if f" {role}" in described["description"].split("\n")[0]]
        assert set(who) == row.roles, row.tag
        body = described["requestBody"]["content"]["application/json"]["schema"]
        swipes = {"swipe", "second_swipe"} & set(body["properties"])
        command = command_of_kind(row.tag)
        assert command is not None
        assert len(swipes) == row.badges + bool(command.witness_at), row.tag
    assert paths["/api/commands/confirm-awards"]["post"]["description"] == (
        "**Who:** supervisor, executive.  \n"
        "**Where:** at the table's console or keypad; signed in anywhere.  \n"
        "Never the dealer of the round. Away from the table only if the jurisdiction allows it."
        " Above the jackpot's limit, an executive must confirm."
    )


def test_the_office_shows_the_table(walk: Walk) -> None:
    page = "/office/permissions"
    shown = exported(walk.people["auditor"], page, "permissions")
    by_act = {row["act"]: row for row in shown}
    assert len(by_act) == len(ROWS)
    told = by_act["Adjust a meter by hand"]
    assert {role for role in ROLES if told[role]} == {"supervisor", "executive", "accounting"}
    assert (told["people"], told["at_table"], told["anywhere"]) == ("2", "", "yes")
    assert told["also"] == "Two different people. Never the dealer of the round."
    for act in ("Start a round", "Mark a winner, or undo a mark", "End a round"):
        # No badge is swiped: who may sign in at the table may press it there.
        ticked = {role for role in ROLES if by_act[act][role]}
        assert ticked == {"dealer", "supervisor", "executive"}
    assert by_act["Pause a table"]["also"] == (
        "Away from the table: supervisor, technician, executive. Dealers only at the table"
        " they're signed in to. No badge needed at the table: the dealer there is responsible."
    )
    assert walk.people["dealer"].request("GET", page).status_code == 403


def test_whoever_reads_the_table_reads_in_which_cases_fewer_may() -> None:
    cases = {case: row.tag for row in ROWS for case in row.kind.permission.narrowed_by}
    assert cases == {
        "requester_above": "approve-change",
        "other_table": "pause-table",
        "relief": "sign-in",
        "last_step": "take-shuffler-steps",
    }
    for case, tag in cases.items():
        row = next(each for each in ROWS if each.tag == tag)
        assert WORDS["permission"]["cases"][case] in rules_of(row.kind)


def test_roles_that_an_act_asks_for_besides_are_in_the_readers_language() -> None:
    with speaking("es"):
        told = " ".join(rules_of(row.kind) for row in ROWS)
    assert "cargo de ejecutivo" in told
    assert "executive" not in told


# ---- the floor ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hired() -> State:
    """A floor on which nothing has happened but that everybody has a badge."""
    state = State()
    for role, badge in BADGES.items():
        state.badges[badge] = Badge(badge, role, role)
    return state


def asked_by(row: Row, role: str) -> Command:
    """A command that says nothing but who asks."""
    fields: dict[str, Any] = dict.fromkeys(row.kind.__struct_fields__, "x")
    fields |= {name: None for name in fields if name == "wager"}
    badge, other = BADGES[role], BADGES[other_than(role, row)]
    if row.badges:
        field = row.kind.permission.badge_field
        fields[field] = badge if row.badges == 1 else (badge, other)
    return row.kind(**fields)


def is_fit(state: State, command: Command) -> bool:
    """Whether the floor has nothing against the role; it may know no such change or award."""
    try:
        need_permission(state, command, {})
    except Refusal as refusal:
        return refusal.code != "ROLE_TOO_LOW"
    return True


def test_the_floor_holds_everybody_to_the_same_table(hired: State) -> None:
    for row in ROWS:
        fit = {role for role in ROLES if is_fit(hired, asked_by(row, role))}
        assert fit == (row.roles if row.badges else set(ROLES)), row.tag


def test_the_floor_asks_for_the_badge_before_anything_else(hired: State) -> None:
    for row in ROWS:
        for role in set(ROLES) - row.roles if row.badges else ():
            decision = decide(hired, asked_by(row, role), {})
            assert isinstance(decision, Told), (row.tag, role)
            assert decision.code == "ROLE_TOO_LOW", (row.tag, role)


def test_two_people_are_never_one(hired: State) -> None:
    for row in ROWS:
        if row.badges == 2:
            command = asked_by(row, "executive")
            field = row.kind.permission.badge_field
            fields = {name: getattr(command, name) for name in row.kind.__struct_fields__}
            decision = decide(hired, row.kind(**{**fields, field: ("E300", "E300")}), {})
            assert isinstance(decision, Told)
            assert decision.code == "BADGE_TWICE", row.tag
