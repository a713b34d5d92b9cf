"""The files of its own that a program imports: those in its folder, as far as that follows from the text of its imports."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from typing import NamedTuple

#: The most files beside the program that are recorded, and the longest one, in bytes. The nearest to the program are first.
MOST_FILES = 50
LONGEST_FILE = 500_000


class Source(NamedTuple):
    """A file of Python."""

    #: Its path, as the importer of Python writes it: absolute, below the folder of the program.
    path: str
    source: bytes
    tree: ast.Module


def own_files(tree: ast.Module, folder: str, package: str = "") -> list[Source]:
    """The files that a program imports from its folder, and those that they import.

    `package`: the package that the program is a module of, with dots.
    """
    found: dict[str, Source | None] = {}
    waiting = [(tree, package)]
    while waiting and len(found) < MOST_FILES:
        tree, package = waiting.pop(0)
        for name in _imported(tree, package):
            for path, owner in _paths(folder, name):
                if path in found or len(found) == MOST_FILES:
                    continue
                found[path] = one = _read(path)
                if one:
                    waiting.append((one.tree, owner))
    return [one for one in found.values() if one]


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The full names of what imports can be of: `from a.b import c` is of `a.b` and, where it is a module, of `a.b.c`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".") if node.level else []
            above = parts[: len(parts) - max(0, node.level - 1)]
            base = ".".join(filter(None, [*above, node.module or ""]))
            yield from (f"{base}.{alias.name}".lstrip(".") for alias in node.names)


def _paths(folder: str, name: str) -> Iterator[tuple[str, str]]:
    """The files of a module and of the packages that it is in, each with the package in which its own imports are relative."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        place = os.path.join(folder, *parts[:count])
        owner = ".".join(parts[:count])
        if os.path.isfile(package := os.path.join(place, "__init__.py")):
            yield package, owner
        elif os.path.isfile(f"{place}.py"):
            yield f"{place}.py", owner.rpartition(".")[0]


def _read(path: str) -> Source | None:
    """A file; `None` where Python will say what is wrong with it."""
    try:
        if os.path.getsize(path) > LONGEST_FILE:
            return None
        with open(path, "rb") as file:
            source = file.read()
        return Source(path, source, ast.parse(source, path))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
