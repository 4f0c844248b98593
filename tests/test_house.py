"""The house rules, checked on the text alone: no GL, no window, no kernel is started here.

ARCHITECTURE.md says why. A rule that a file must break is changed there and here, not worked around.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("kernels", "scenes", "shaders", "viewer")
KNOWS = {
    "kernels": {"kernels"},
    "scenes": {"scenes", "kernels"},
    "shaders": {"shaders"},
    "viewer": {"viewer", "shaders", "scenes", "kernels"},
}
"""What each folder may import of the others."""
HOME = {
    "taichi": {"kernels"},
    "moderngl": {"viewer"},
    "moderngl_window": {"viewer"},
    "glcontext": {"viewer"},
    "sdl2": {"viewer"},
    "click": {"viewer"},
}
"""Libraries that only some folders may import."""
MOST_LINES = 400
CHANCE = {"random", "secrets", "uuid"}
WALL_CLOCK = {"time", "datetime"}


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def shaders() -> list[Path]:
    return sorted(p for p in (ROOT / "shaders").rglob("*") if p.suffix in (".vert", ".frag", ".glsl"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), name_of(path))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, top-level package) of every import, also those inside functions."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = path.relative_to(ROOT).parts[0] if node.level else (node.module or "").split(".")[0]
            yield node.lineno, inside


def dotted(node: ast.AST) -> str:
    """`a.b.c` of an attribute chain, '' of anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def calls(top: ast.AST) -> Iterator[tuple[int, str, ast.Call]]:
    for node in ast.walk(top):
        if isinstance(node, ast.Call) and (name := dotted(node.func)):
            yield node.lineno, name, node


def at_import(module: ast.Module) -> Iterator[ast.AST]:
    """The statements that run when the module is imported, without the bodies of functions."""
    waiting: list[ast.AST] = list(module.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        yield node
        waiting += ast.iter_child_nodes(node)


def test_the_four_folders_are_there() -> None:
    for folder in FOLDERS:
        assert modules(folder), f"{folder}/ has no module"


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_go_one_way(folder: str) -> None:
    wrong = [
        f"{name_of(path)}:{line} imports {package}"
        for path in modules(folder)
        for line, package in imports(path)
        if (package in FOLDERS and package not in KNOWS[folder])
        or (package in HOME and folder not in HOME[package])
        or package in {"tests", "scripts"}
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_runtime_starts_taichi() -> None:
    wrong = [
        f"{name_of(path)}:{line} calls {name}"
        for path in modules(*FOLDERS)
        for line, name, _ in calls(tree(path))
        if name in {"ti.init", "taichi.init", "ti.reset", "taichi.reset"}
        and name_of(path) != "kernels/runtime.py"
    ]
    assert not wrong, "\n".join(wrong)


def test_kernels_are_launched_through_the_one_gate() -> None:
    """``kernels.launch``: it knows which thread asks, and whether a kernel is being read meanwhile."""
    wrong = []
    for path in modules("kernels"):
        made = tree(path)
        named = {
            node.name
            for node in ast.walk(made)
            if isinstance(node, ast.FunctionDef)
            and any(dotted(d) == "ti.kernel" for d in node.decorator_list)
        }
        wrong += [f"{name_of(path)}:{line} calls {name}" for line, name, _ in calls(made) if name in named]
    assert not wrong, "\n".join(wrong)


def test_nothing_is_allocated_at_import() -> None:
    takers = re.compile(
        r"^(ti|taichi)\.(init|field|ndarray|Matrix\.\w+|Vector\.\w+)$|^runtime\.(start|ensure|grid)$"
    )
    contexts = re.compile(r"create_(standalone_)?context$|^moderngl\.get_context$")
    wrong = [
        f"{name_of(path)}:{node.lineno} calls {dotted(node.func)} at import"
        for path in modules(*FOLDERS)
        for node in at_import(tree(path))
        if isinstance(node, ast.Call)
        and (takers.search(dotted(node.func)) or contexts.search(dotted(node.func)))
    ]
    assert not wrong, "\n".join(wrong)


def test_scenes_and_kernels_know_no_wall_clock_and_no_unseeded_chance() -> None:
    wrong = []
    for path in modules("scenes", "kernels"):
        wrong += [
            f"{name_of(path)}:{line} imports {package}"
            for line, package in imports(path)
            if package in CHANCE | WALL_CLOCK
        ]
        for line, name, call in calls(tree(path)):
            legacy = re.match(r"^(np|numpy)\.random\.(?!default_rng$|Generator$|PCG64$)", name)
            unseeded = name.endswith("random.default_rng") and not (call.args or call.keywords)
            if legacy or unseeded or re.match(r"^(ti|taichi)\.rand", name):
                wrong.append(f"{name_of(path)}:{line} calls {name}")
    assert not wrong, "\n".join(wrong)


def test_files_are_read_in_one_sitting() -> None:
    files = [*modules(*FOLDERS, "tests", "scripts"), *shaders()]
    long = {
        name_of(path): n for path in files if (n := len(path.read_text("utf-8").splitlines())) > MOST_LINES
    }
    assert not long, f"over {MOST_LINES} lines, split by idea: {long}"


def test_what_is_public_in_kernels_and_scenes_is_explained() -> None:
    wrong = []
    for path in modules("kernels", "scenes"):
        module = tree(path)
        if module.body and not ast.get_docstring(module):
            wrong.append(f"{name_of(path)}: no docstring of the module")
        wrong += [
            f"{name_of(path)}:{node.lineno} {node.name} has no docstring"
            for node in module.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
            and not node.name.startswith("_")
            and not ast.get_docstring(node)
        ]
    assert not wrong, "\n".join(wrong)


def test_shader_files_are_found_by_the_wheel() -> None:
    """Everything under the four folders that is not Python is data; the wheel takes whole folders."""
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'packages = ["viewer", "kernels", "shaders", "scenes"]' in project
    kinds = {
        path.suffix
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert kinds <= {".py", ".vert", ".frag", ".glsl", ".toml"}, (
        f"a kind of file that nothing here reads: {kinds}"
    )


@pytest.mark.parametrize("name", ["ARCHS", "SOFTWARE"])
def test_lists_of_devices_live_once(name: str) -> None:
    homes = [
        name_of(path)
        for path in modules(*FOLDERS)
        for node in tree(path).body
        if isinstance(node, ast.Assign) and name in [getattr(target, "id", "") for target in node.targets]
    ]
    assert len(homes) == 1, homes
