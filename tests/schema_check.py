"""Whether a value is what a JSON schema describes: as much of the standard as msgspec writes."""

from __future__ import annotations

import re
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
KNOWN = {
    "$ref", "anyOf", "oneOf", "const", "enum", "type", "properties", "required", "items", "pattern",
    "additionalProperties", "prefixItems", "minItems", "maxItems", "title", "description",
    "default", "discriminator", "$schema", "$defs", "version",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], whole: dict[str, Any], at: str = "") -> list[str]:
    """What is wrong with a value, each with its place; nothing where it fits."""
    unknown = set(schema) - KNOWN
    assert not unknown, f"this check does not know {unknown}"
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return faults(value, whole["$defs"][name], whole, at)
    for some in ("oneOf", "anyOf"):
        if some in schema:
            tried = [faults(value, each, whole, at) for each in schema[some]]
            fits = sum(not each for each in tried)
            if fits == 1 or (fits and some == "anyOf"):
                return []
            return [f"{at}: fits {fits} of {len(tried)}: {min(tried, key=len)}"]
    if "const" in schema and value != schema["const"]:
        return [f"{at}: {value!r} is not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value!r} is none of {schema['enum']}"]
    named = schema.get("type")
    if named and (not isinstance(value, TYPES[named]) or (named != "boolean" and value is True)):
        return [f"{at}: {value!r} is no {named}"]
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return [f"{at}: {value!r}"]
    if isinstance(value, dict):
        return _of_object(value, schema, whole, at)
    return _of_list(value, schema, whole, at) if isinstance(value, list) else []


def _of_object(
    value: dict[str, Any], schema: dict[str, Any], whole: dict[str, Any], at: str
) -> list[str]:
    known = schema.get("properties", {})
    found = [f"{at}.{name} is missing" for name in schema.get("required", ()) if name not in value]
    if schema.get("additionalProperties", True) is False:
        found += [f"{at}.{name} is not described" for name in value if name not in known]
    for name, each in value.items():
        if name in known:
            found += faults(each, known[name], whole, f"{at}.{name}")
    return found


def _of_list(value: list[Any], schema: dict[str, Any], whole: dict[str, Any], at: str) -> list[str]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    found = [] if least <= len(value) <= most else [f"{at}: {len(value)} items"]
    first = schema.get("prefixItems", [])
    rest = schema.get("items", {}) or {}
    for n, each in enumerate(value):
        found += faults(each, first[n] if n < len(first) else rest, whole, f"{at}[{n}]")
    return found
