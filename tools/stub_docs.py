"""Copy the docstrings of the compiled module into its stubs, or check that they agree.

The docstrings are written once, in Rust. Editors and type checkers read the stubs, so the stubs
repeat them: write a new name's signature in ``_core.pyi`` by hand, build, and run this.

    python tools/stub_docs.py            # writes python/patchwork/_core.pyi
    python tools/stub_docs.py --check    # exit status 1 if it would change anything
"""

import ast
import inspect
import sys
from pathlib import Path

from patchwork import _core

STUBS = Path(__file__).parent.parent / "python" / "patchwork" / "_core.pyi"

Documented = ast.ClassDef | ast.FunctionDef


def docstring(path: list[str], indent: int) -> list[str]:
    """Give the docstring of a name of the module as quoted lines; none if it has none."""
    value: object = _core
    for name in path:
        value = inspect.getattr_static(value, name, None)
        value = value.__func__ if isinstance(value, staticmethod | classmethod) else value
    text = getattr(value, "__doc__", None)
    if not text or path[-1].startswith("__"):
        return []
    lines = inspect.cleandoc(text).splitlines()
    lines[0] = ('r"""' if "\\" in text else '"""') + lines[0]
    if len(lines) > 1:
        lines.append('"""')
    else:
        lines[0] += '"""'
    return [(" " * indent + line).rstrip() for line in lines]


def documented(source: str) -> str:
    """Give the stubs with every docstring as the compiled module has it."""
    lines = source.splitlines()
    # From the last to the first, so that the line numbers of those to come stay right.
    for node, path in reversed(list(definitions(ast.parse(source)))):
        first = node.body[0]
        indent = node.col_offset + 4
        text = docstring(path, indent)
        constant = first.value if isinstance(first, ast.Expr) else None
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
            text = text or [" " * indent + "..."] * (len(node.body) == 1)
            lines[first.lineno - 1 : first.end_lineno] = text
        elif isinstance(constant, ast.Constant) and text:
            lines[first.lineno - 1] = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno : first.lineno] = text
        elif text:
            decorators = getattr(first, "decorator_list", [])
            at = min([first.lineno, *(d.lineno for d in decorators)]) - 1
            lines[at:at] = [*text, ""]
    return "\n".join(lines) + "\n"


def definitions(tree: ast.AST, path: tuple[str, ...] = ()) -> list[tuple[Documented, list[str]]]:
    """List classes and functions with the names that lead to them, in the order of the source."""
    found: list[tuple[Documented, list[str]]] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Documented):
            found.append((node, [*path, node.name]))
            found += definitions(node, (*path, node.name))
    return found


def main() -> int:
    """Write the stubs, or with ``--check`` only compare."""
    source = STUBS.read_text(encoding="utf-8")
    wanted = documented(source)
    if "--check" not in sys.argv:
        STUBS.write_text(wanted, encoding="utf-8")
        return 0
    if source != wanted:
        print(f"docstrings of {STUBS.name} are out of date: run python tools/stub_docs.py")
    return int(source != wanted)


if __name__ == "__main__":
    sys.exit(main())
