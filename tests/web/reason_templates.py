"""The sentences of code that a refusal gives as its reason, read from the source.

A sentence is a template: its fixed text, and {} where a value is filled in. What a name stands for
is followed through assignments, constants, arguments of callers and what functions return."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "pitboss"
HOLE = "{}"
UNREAD = ("cli", "demo", "games")  # no screen shows what they refuse
CHOICES_MOST = 12  # texts in one place of a sentence; more are values
# Figures, times and file names are values, whatever they are made of.
VALUES = ("money", "notation", "local_time")
PROPERTIES = ("named", "quoted", "says", "shuffler_next")  # that are sentences or a part of one

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Module:
    """One file: what it names at its top, its functions, and what it takes from others."""

    name: str
    tree: ast.Module
    constants: dict[str, ast.expr] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """Where an expression stands: its module and the function around it, if any."""

    module: Module
    function: Function | None


@dataclass
class Call:
    """A call, and where it stands."""

    node: ast.Call
    place: Place


class Source:
    """The package, parsed once."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}
        self.functions: dict[str, list[tuple[Module, Function]]] = defaultdict(list)
        self.calls: dict[str, list[Call]] = defaultdict(list)
        self._found_before: dict[tuple[int, int], frozenset[str]] = {}
        self._locals: dict[int, dict[str, list[ast.expr]]] = {}
        for path in sorted(PACKAGE.rglob("*.py")):
            if path.relative_to(PACKAGE).parts[0] not in UNREAD:
                self._read(path)

    def _read(self, path: Path) -> None:
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        module = self.modules[name] = Module(name, ast.parse(path.read_text("utf-8")))
        for node in module.tree.body:
            for target, value in _assigned(node):
                module.constants[target] = value
        self._walk(module.tree, Place(module, None))

    def _walk(self, node: ast.AST, place: Place) -> None:
        for child in ast.iter_child_nodes(node):
            inner = place
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions[child.name].append((place.module, child))
                inner = Place(place.module, child)
            elif isinstance(child, ast.ImportFrom) and child.module:
                for each in child.names:
                    found = (child.module, each.name)
                    place.module.imported[each.asname or each.name] = found
            elif isinstance(child, ast.Call):
                self.calls[_called(child)].append(Call(child, place))
            self._walk(child, inner)

    # ---- what an expression may say -------------------------------------------------------------

    def templates(self, node: ast.expr, place: Place) -> frozenset[str]:
        """Every template that an expression may be; a hole where it cannot be told."""
        key = (id(node), id(place.function))
        if key not in self._found_before:
            self._found_before[key] = frozenset({HOLE})  # where it leads back to itself
            self._found_before[key] = self._templates(node, place) or frozenset({HOLE})
        return self._found_before[key]

    def _templates(self, node: ast.expr, place: Place) -> frozenset[str]:
        match node:
            case ast.Constant(value=str(text)):
                return frozenset({text})
            case ast.JoinedStr(values=parts):
                return self._joined([self._part(each, place) for each in parts])
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined([self.templates(each, place) for each in (left, right)])
            case ast.IfExp() | ast.BoolOp() | ast.Dict():
                said = (self.templates(each, place) for each in _choices(node))
                return frozenset().union(*said)
            case ast.Name(id=name):
                return self._of_name(name, place)
            case ast.Subscript(value=value, slice=chosen):
                return self._chosen(value, chosen, place)
            case ast.Call():
                return self._of_call(node, place)
            case ast.Attribute(attr=name):
                return self._of_property(name)
        return frozenset({HOLE})

    def _part(self, node: ast.expr, place: Place) -> frozenset[str]:
        """A part of an f-string: what is written out, or a choice of few texts."""
        if not isinstance(node, ast.FormattedValue):
            return self.templates(node, place)
        found = self.templates(node.value, place)
        if node.conversion != -1 or node.format_spec is not None or len(found) > CHOICES_MOST:
            return frozenset({HOLE})
        return found if any(has_words(each) or not each for each in found) else frozenset({HOLE})

    @staticmethod
    def _joined(parts: list[frozenset[str]]) -> frozenset[str]:
        return frozenset("".join(each) for each in product(*parts))

    def _of_name(self, name: str, place: Place) -> frozenset[str]:
        if place.function is not None:
            values = [(value, place) for value in self._given(place.function, name)]
            if name in _parameters(place.function):
                values += self._arguments(name, place.function)
            if values:
                said = (self.templates(value, where) for value, where in values)
                return frozenset().union(*said)
        module = place.module
        if name in module.constants:
            return self.templates(module.constants[name], Place(module, None))
        if name in module.imported:
            where, named = module.imported[name]
            other = self.modules.get(where)
            if other is not None and named in other.constants:
                return self.templates(other.constants[named], Place(other, None))
        return frozenset({HOLE})

    def _of_property(self, name: str) -> frozenset[str]:
        """What a property of that name says."""
        said = (
            self.templates(returned, Place(module, function))
            for module, function in (self.functions[name] if name in PROPERTIES else ())
            for returned in _returned(function)
        )
        return frozenset().union(*said)

    def _given(self, function: Function, name: str) -> list[ast.expr]:
        """What a function assigns to a name."""
        if id(function) not in self._locals:
            found = self._locals[id(function)] = defaultdict(list)
            for node in ast.walk(function):
                for target, value in _assigned(node):
                    found[target].append(value)
        return self._locals[id(function)].get(name, [])

    def _arguments(self, name: str, function: Function) -> Iterator[tuple[ast.expr, Place]]:
        """What callers give for a parameter of a function."""
        for call in self.calls[function.name]:
            given = next((each.value for each in call.node.keywords if each.arg == name), None)
            if given is None:
                names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
                names = names[1:] if names[:1] in (["self"], ["cls"]) else names
                if name in names and names.index(name) < len(call.node.args):
                    given = call.node.args[names.index(name)]
            called = [each for _, each in self._found(call.node, call.place)]
            if given is not None and call.place.function is not function and function in called:
                yield given, call.place

    def _chosen(self, value: ast.expr, chosen: ast.expr, place: Place) -> frozenset[str]:
        """One of a table of texts, or a part of what a function gives."""
        if isinstance(chosen, ast.Constant) and isinstance(chosen.value, int):
            return frozenset().union(
                *(
                    self.templates(each.elts[chosen.value], where)
                    for each, where in self._tuples(value, place)
                    if len(each.elts) > chosen.value
                )
            )
        return self.templates(value, place)

    def _tuples(self, node: ast.expr, place: Place) -> Iterator[tuple[ast.Tuple, Place]]:
        """The tuples that an expression may be."""
        match node:
            case ast.Tuple():
                yield node, place
            case ast.Name(id=name) if place.function is not None:
                for value in self._given(place.function, name):
                    yield from self._tuples(value, place)
            case ast.Call():
                for module, function in self._found(node, place):
                    for returned in _returned(function):
                        yield from self._tuples(returned, Place(module, function))
            case ast.IfExp(body=body, orelse=other):
                yield from self._tuples(body, place)
                yield from self._tuples(other, place)

    def _of_call(self, node: ast.Call, place: Place) -> frozenset[str]:
        """What a function of the package returns."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("replace", "format"):
            texts = self.templates(node.func.value, place)
            return frozenset(re.sub(r"\{\w*\}", HOLE, each) for each in texts)
        found = self._found(node, place)
        said = (
            self.templates(returned, Place(module, function))
            for module, function in found
            for returned in _returned(function)
        )
        return frozenset().union(*said)

    def _found(self, node: ast.Call, place: Place) -> list[tuple[Module, Function]]:
        """The functions that a call may mean: of its own file, or the one that was imported."""
        name = _called(node)
        if isinstance(node.func, ast.Name):
            home, named = place.module.imported.get(name, (place.module.name, name))
        elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            home, named = place.module.imported.get(node.func.value.id, (place.module.name, ""))
            home, named = (f"{home}.{named}", name) if named else (home, name)
        else:
            return []
        if home.removeprefix("pitboss.").partition(".")[0] in VALUES:
            return []
        return [each for each in self.functions[named] if each[0].name == home]


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """What a statement gives which name."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
            for place, each in enumerate(names):
                if isinstance(each, ast.Name):
                    yield each.id, _element(value, place)
        case (
            ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            | ast.NamedExpr(target=ast.Name(id=name), value=value)
        ):
            yield name, value
        case (
            ast.For(target=target, iter=ast.Tuple(elts=rows))
            | ast.comprehension(target=target, iter=ast.Tuple(elts=rows))
        ):
            for row in rows:
                yield from _assigned(ast.Assign([target], row))


def _element(value: ast.expr, place: int) -> ast.expr:
    """One of several values that are given together."""
    if isinstance(value, ast.Tuple):
        return value.elts[place]
    return ast.Subscript(value, ast.Constant(place), ast.Load())


def _choices(node: ast.IfExp | ast.BoolOp | ast.Dict) -> list[ast.expr]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _parameters(function: Function) -> set[str]:
    arguments = function.args
    listed = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return {each.arg for each in listed}


def _returned(function: Function) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield node.value


def texts_in(node: ast.AST) -> Iterator[ast.expr]:
    """The outermost texts in a piece of code."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr) or (
            isinstance(child, ast.Constant) and isinstance(child.value, str)
        ):
            yield child
        else:
            yield from texts_in(child)


def made_by(function: Function) -> Iterator[ast.expr]:
    """What a function returns, yields or collects, one by one."""
    for node in ast.walk(function):
        match node:
            case ast.Return(value=ast.expr() as value) | ast.Yield(value=ast.expr() as value):
                yield from value.elts if isinstance(value, ast.Tuple) else (value,)
            case ast.Call(func=ast.Attribute(attr="append"), args=[value]):
                yield value


def has_words(template: str) -> bool:
    return bool(re.search(r"[A-Za-z]{2}", template.replace(HOLE, "")))
