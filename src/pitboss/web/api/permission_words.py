"""Who may send a command, in words, for the API description and the office."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.floor.facts.base import Command, kind_of
from pitboss.words.language import WORDS, WordTable

_WORDS = WordTable("permission")


def act_of(command: type[Command]) -> str:
    """The command in a few words."""
    return str(_WORDS["acts"][kind_of(command)])


def places_of(command: type[Command]) -> str:
    """Where it may be sent from."""
    places = command.permission.at or ("server",)
    return "; ".join(_WORDS["at"][place] for place in places)


def rules_of(command: type[Command]) -> str:
    """Whom it requires beyond a role."""
    permission, rules, roles = command.permission, _WORDS["rules"], WORDS["roles"]
    found = [rules["two"]] if permission.people == 2 else []
    if permission.one_is:
        found.append(rules["one_is"].replace("{role}", roles[permission.one_is]))
    if permission.roles_away is not None:
        away = ", ".join(roles[each] for each in permission.roles_away)
        found.append(rules["away"].replace("{roles}", away))
    found += [_WORDS["never"][each] for each in permission.differs_from]
    if permission.same_as:
        found.append(_WORDS["only"][permission.same_as])
    found += [_WORDS["cases"][each] for each in permission.narrowed_by]
    found += [
        rules[name]
        for name in ("before_opening", "confirms", "dealer_stands_in", "holder_stands_in")
        if getattr(permission, name)
    ]
    if permission.devices and not permission.people:
        found.append(rules["no_badge"])
    more = _WORDS["more"].get(kind_of(command))
    return " ".join([*found, more] if more else found)


def for_others(commands: Iterable[type[Command]], role: str) -> list[tuple[str, str]]:
    """What a role may not do away from a table, and the roles that may."""
    found = []
    for command in commands:
        away = command.permission.roles_away
        roles = command.permission.roles if away is None else away
        if roles and role not in roles:
            found.append((act_of(command), ", ".join(WORDS["roles"][each] for each in roles)))
    return found


def describe_permission(command: type[Command]) -> str:
    """The whole permission, for the API description."""
    roles = command.permission.roles
    who = f"**{_WORDS['who']}:** {', '.join(roles)}.  \n" if roles else ""
    where = f"**{_WORDS['where']}:** {places_of(command)}.  \n"
    return f"{who}{where}{rules_of(command)}".strip()
