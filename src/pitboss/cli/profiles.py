"""`pitboss profiles`: the jurisdictions and what each one requires."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper, play_tools
from pitboss.cli.options import argument
from pitboss.cli.paper import command_text
from pitboss.rules import catalog
from pitboss.words.language import WordTable

if TYPE_CHECKING:
    from pitboss.rules.profile import Profile

commands = typer.Typer()
SURE = WordTable("office", "rules", "confidence")


@commands.command()
def profiles(
    name: Annotated[str | None, argument("NAME", of="profiles")] = None,
    as_json: play_tools.AsJson = False,
) -> None:
    """List the jurisdictions, or show the rules of one. With NAME you see every switch, its rule
    and how sure it is, then what people must do themselves."""
    if name is None:
        found = [catalog.profile(each) for each in catalog.profile_names()]
        listed = [{"name": each.name, "title": each.title} for each in found]
        text = play_tools.json_text(listed) if as_json else "\n".join(_list_text(found))
    else:
        one = catalog.profile(name)
        text = play_tools.json_text(_json(one)) if as_json else "\n".join(_text(one))
    typer.echo(text)


def _list_text(found: list[Profile]) -> list[str]:
    rows = [(each.name, each.title) for each in found]
    return [*paper.lined_up(rows), "", command_text("profiles.more")]


def _json(profile: Profile) -> dict[str, object]:
    from msgspec import structs  # late: other commands start without it

    return {
        "name": profile.name,
        "title": profile.title,
        "switches": {name: structs.asdict(each) for name, each in profile.switches.items()},
        "dated": [
            {"figure": each.figure, "first_day": each.first_day, **structs.asdict(each.cited)}
            for each in profile.dated
        ],
        "for_people": [structs.asdict(each) for each in profile.for_people],
    }


def _text(profile: Profile) -> list[str]:
    from pitboss.rules.cited_law import value_text  # late: other commands start without it

    lines = [paper.format_heading(profile.title), ""]
    dated = {each.figure for each in profile.dated}
    for name, cited in profile.switches.items():
        if name in dated:
            days = (each for each in profile.dated if each.figure == name)
            said = ", ".join(
                command_text("profiles.from_day", value=value_text(each.cited), day=each.first_day)
                for each in days
            )
        else:
            said = value_text(cited)
        lines += paper.wrap_text(f"{name}: {said}")
        lines += paper.wrap_text(f"{cited.rule} ({SURE[cited.confidence]})", first="    ")
    lines += ["", command_text("shared.for_people")]
    for each in profile.for_people:
        lines += paper.wrap_text(f"{each.name}: {each.says}")
        lines += paper.wrap_text(f"{each.rule} ({SURE[each.confidence]})", first="    ")
    return lines
