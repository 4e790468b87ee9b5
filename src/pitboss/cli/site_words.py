"""A site's folder on the command line: alone or after `--site`, whichever the command declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SITE = "--site"
SITE_FILE = "site.toml"


def site_as_declared(command: Any, args: list[str]) -> list[str]:
    """The arguments of a command, with a site's folder where the command takes it."""
    within = getattr(command, "commands", {})
    if within:
        inner = within.get(args[0]) if args else None
        return [args[0], *site_as_declared(inner, args[1:])] if inner else args
    kinds = {each.name: each for each in command.params}
    takes_arguments = any(each.param_type_name == "argument" for each in command.params)
    if "site" in kinds and (kinds["site"].required or not takes_arguments):
        return _after_option(args)
    if "folder" in kinds and "site" not in kinds:
        return _alone(args)
    return args


def _after_option(args: list[str]) -> list[str]:
    """Put `--site` in front of the one word that is a site's folder."""
    if any(each.partition("=")[0] == SITE for each in args):
        return args
    befores = ["", *args]
    found = [
        at
        for at, word in enumerate(args)
        if not befores[at].startswith("-") and (Path(word) / SITE_FILE).is_file()
    ]
    if len(found) != 1:
        return args
    return [*args[: found[0]], SITE, *args[found[0] :]]


def _alone(args: list[str]) -> list[str]:
    """Move the folder after `--site` to the end, as an argument."""
    words, folder = [], []
    left = iter(args)
    for word in left:
        name, is_joined, value = word.partition("=")
        if name == SITE:
            folder = [value] if is_joined else [next(left, SITE)]
        else:
            words.append(word)
    return words + folder
