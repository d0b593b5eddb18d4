"""The OpenAPI description as a page to read: one section for each first word of the path."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from drf_spectacular.generators import SchemaGenerator

VERBS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    verb: str
    path: str
    summary: str
    description: str
    parameters: list[tuple[str, str, str]]
    """(name, type, words) of query and path."""
    body: list[tuple[str, str, str]]
    answers: list[tuple[str, str]]
    """(status, words)."""
    signed_in: bool


@dataclass
class Section:
    name: str
    operations: list[Operation] = field(default_factory=list)


def read_schema() -> list[Section]:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    components = schema.get("components", {}).get("schemas", {})
    sections: dict[str, Section] = {}
    for path, methods in sorted(schema["paths"].items()):
        name = path.removeprefix("/api/").split("/")[0]
        section = sections.setdefault(name, Section(name))
        for verb in VERBS:
            if verb in methods:
                section.operations.append(_operation(verb, path, methods[verb], components))
    return list(sections.values())


def _operation(verb: str, path: str, found: dict[str, Any], components: dict[str, Any]) -> Operation:
    content = found.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = next((each["schema"] for each in content.values() if "schema" in each), {})
    return Operation(
        verb=verb.upper(),
        path=path,
        summary=found.get("summary", ""),
        description=found.get("description", ""),
        parameters=[
            (each["name"], each.get("schema", {}).get("type", ""), each.get("description", ""))
            for each in found.get("parameters", [])
        ],
        body=_fields(schema, components),
        answers=[(status, _answer(each)) for status, each in found.get("responses", {}).items()],
        signed_in={} not in found.get("security", [{}]),
    )


def _answer(response: dict[str, Any]) -> str:
    for content in response.get("content", {}).values():
        schema = content.get("schema", {})
        if "$ref" in schema:
            return _name(schema["$ref"])
        if schema.get("type") == "array" and "$ref" in schema.get("items", {}):
            return f"[{_name(schema['items']['$ref'])}]"
    return str(response.get("description", ""))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _fields(schema: dict[str, Any], components: dict[str, Any]) -> list[tuple[str, str, str]]:
    if "$ref" in schema:
        schema = components.get(_name(schema["$ref"]), {})
    required = set(schema.get("required", []))
    return [
        (
            name if name in required else f"{name}?",
            each.get("type") or _name(each.get("$ref", "")) or "",
            each.get("description", ""),
        )
        for name, each in schema.get("properties", {}).items()
    ]
