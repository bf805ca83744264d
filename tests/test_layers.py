"""Imports run one way, and the heavy libraries have one door each."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
ORDER = [
    "core",
    "corpus",
    "chunking",
    "embedding",
    "retrieval",
    "generation",
    "evaluation",
    "experiments",
    "ui",
    "pages",
]
SIBLINGS = {"corpus", "chunking", "embedding"}
DOORS = {
    "chromadb": ["retrieval/chroma.py"],
    "sentence_transformers": ["embedding/transformer.py"],
    "ray": ["experiments/executors/ray.py"],
}
SCREEN = {"ui", "pages"}


# What is beside the product: free in its order, but not in who draws the screen.
BESIDE = ("benchmarks", "scripts", "tasks.py")


def modules(beside: Sequence[str] = ()) -> Iterator[tuple[Path, set[str]]]:
    """Every product file with the top-level names that it imports, at any depth."""
    for path in sorted(ROOT.rglob("*.py")):
        relative = path.relative_to(ROOT)
        if relative.parts[0] in (
            *ORDER,
            "terminal",
            "app.py",
            "cli.py",
            "chunking_strategies.py",
            "strategy_tools.py",
            "config.py",
            *beside,
        ):
            yield relative, set(_imports(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def test_nobody_imports_what_stands_to_the_right() -> None:
    for path, names in modules():
        part = path.parts[0]
        if part in ORDER:
            later = set(ORDER[ORDER.index(part) + 1 :]) | ({*SIBLINGS} - {part} if part in SIBLINGS else set())
            assert not names & later, f"{path} imports {sorted(names & later)}"


def test_heavy_libraries_have_one_door_each() -> None:
    for path, names in modules():
        for library, doors in DOORS.items():
            assert library not in names or path.as_posix() in doors, f"{path} imports {library}"
    for path, names in modules(BESIDE):
        assert "streamlit" not in names or path.parts[0] in {*SCREEN, "app.py"}, f"{path} imports streamlit"


def test_settings_are_read_at_the_edges_only() -> None:
    edges = {*SCREEN, "terminal", "app.py", "cli.py", "chunking_strategies.py", "strategy_tools.py", "config.py"}
    assert [path for path, names in modules() if "config" in names and path.parts[0] not in edges] == []


def test_importing_the_project_loads_no_torch() -> None:
    imports = ", ".join(
        f"{path.with_suffix('').as_posix().replace('/', '.')}"
        for path, _ in modules()
        if path.parts[0] not in {*SCREEN, "app.py"} and path.name != "__init__.py"
    )
    check = (
        f"import sys, {imports}; print([n for n in ('torch', 'chromadb', 'streamlit', 'pandas') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
