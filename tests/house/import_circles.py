"""Lists import circles of the core: files of `crates/morfem/src` that import each other.

A file imports the file that defines a name it takes with `use` or writes as a path (`crate::`, `super::`, `self::`). A name taken through
a module file (`mod.rs`, `lib.rs`) that re-exports it counts as taken from the file that defines it. Test modules do not count. Circles
are the strongly connected components of more than one file (Tarjan 1972).
"""

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "crates" / "morfem" / "src"
_USE = re.compile(r"^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+([^;]+);", re.MULTILINE)
_PATH = re.compile(r"(?<!::)\b(\w+(?:::\w+)+)")
_ITEM = re.compile(
    r"^\s*pub(?:\([^)]*\))?\s+(?:async\s+)?(?:unsafe\s+)?(?:const\s+fn|fn|struct|enum|trait|type|const|static|union)\s+(\w+)", re.MULTILINE
)


def without_comments_and_tests(text: str) -> str:
    """The program text that counts."""
    text = re.sub(r"//[^\n]*", "", text)
    return re.split(r"#\[cfg\((?:test|all\(test)", text)[0]


def expanded(tree: str) -> list[list[str]]:
    """The paths of one use tree: `a::{b, c::{d, e as f}}` gives a::b, a::c::d, a::c::e."""
    tree = re.sub(r"\s+as\s+\w+", "", tree.strip())
    if "{" not in tree:
        return [[part.strip() for part in tree.split("::")]]
    head, rest = tree.split("{", 1)
    rest = rest[: rest.rindex("}")]
    prefix = [part.strip() for part in head.split("::") if part.strip()]
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(rest):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            parts.append(rest[start:at])
            start = at + 1
    parts.append(rest[start:])
    return [prefix + path for part in parts if part.strip() for path in expanded(part)]


class Crate:
    """The files of a crate by module path, and what each one defines and re-exports."""

    def __init__(self, sources: Path) -> None:
        self.files: dict[tuple[str, ...], Path] = {}
        for path in sorted(sources.rglob("*.rs")):
            parts = path.relative_to(sources).with_suffix("").parts
            if parts[-1] in ("mod", "lib"):
                parts = parts[:-1]
            if "tests" not in parts:
                self.files[parts] = path
        self.texts = {module: without_comments_and_tests(path.read_text(encoding="utf-8")) for module, path in self.files.items()}
        self.items = {module: set(_ITEM.findall(text)) for module, text in self.texts.items()}
        self.exports: dict[tuple[str, ...], dict[str, list[str]]] = {module: {} for module in self.files}
        for module, text in self.texts.items():
            for use in re.findall(r"^\s*pub(?:\([^)]*\))?\s+use\s+([^;]+);", text, re.MULTILINE):
                for name in expanded(use):
                    self.exports[module][name[-1]] = name

    def resolved(self, module: tuple[str, ...], path: list[str], depth: int = 0) -> tuple[str, ...] | None:
        """The module that defines what `path`, written in `module`, names; None if it is not of this crate."""
        at = module
        first = path[0]
        if first == "crate":
            at, path = (), path[1:]
        elif first in ("self", "super"):
            while path and path[0] in ("self", "super"):
                at = at[:-1] if path[0] == "super" else at
                path = path[1:]
        elif (*module, first) not in self.files:
            return None
        for index, name in enumerate(path):
            if (*at, name) in self.files:
                at = (*at, name)
                continue
            if name in self.exports[at] and name not in self.items[at] and depth < 8:
                return self.resolved(at, self.exports[at][name] + path[index + 1 :], depth + 1) or at
            break
        return at

    def imports(self) -> dict[tuple[str, ...], set[tuple[str, ...]]]:
        """By module the modules that it imports."""
        graph: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
        for module, text in self.texts.items():
            private = re.sub(r"^\s*pub\s+use\s+[^;]+;", "", text, flags=re.MULTILINE)
            paths = [path for use in _USE.findall(private) for path in expanded(use)]
            taken = {path[-1]: path for path in paths}
            for written in _PATH.findall(_USE.sub("", private)):
                first, *rest = written.split("::")
                paths.append([*taken.get(first, [first]), *rest])
            found = {self.resolved(module, path) for path in paths}
            graph[module] = {target for target in found if target is not None and target != module}
        return graph


def circles(sources: Path = SOURCES) -> list[list[str]]:
    """Groups of files that import each other in a circle, the largest first."""
    graph = Crate(sources).imports()
    order: dict[tuple[str, ...], int] = {}
    low: dict[tuple[str, ...], int] = {}
    stack: list[tuple[str, ...]] = []
    found = []

    def visit(module: tuple[str, ...]) -> None:
        order[module] = low[module] = len(order)
        stack.append(module)
        for target in sorted(graph[module]):
            if target not in order:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], order[target])
        if low[module] == order[module]:
            group: list[tuple[str, ...]] = []
            while not group or group[-1] != module:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted("/".join(name) or "lib" for name in group))

    for module in graph:
        if module not in order:
            visit(module)
    return sorted(found, key=len, reverse=True)
