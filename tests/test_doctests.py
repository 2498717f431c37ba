"""Every ``>>>`` example in a docstring runs: the compiled module's and the Python package's."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import patchwork
from patchwork import _core

# What an example may use without an import.
PUBLIC = {name: getattr(patchwork, name) for name in patchwork.__all__}
# Modules of these extras are looked into only where the extra is installed.
EXTRAS = {"gymnasium", "matplotlib", "pettingzoo", "pyspiel", "textual"}


def compiled() -> Iterator[tuple[str, str]]:
    """Names and docstrings of the compiled module, its classes and their members."""
    for name, value in vars(_core).items():
        if name.startswith("__"):
            continue
        yield name, value.__doc__
        if inspect.isclass(value):
            for member in vars(value):
                yield f"{name}.{member}", getattr(value, member).__doc__


def compiled_examples() -> Iterator[doctest.DocTest]:
    for name, text in compiled():
        parser = doctest.DocTestParser()
        test = parser.get_doctest(inspect.cleandoc(text or ""), PUBLIC.copy(), name, None, 0)
        if test.examples:
            yield test


def python_modules() -> Iterator[str]:
    yield "patchwork"
    for module in pkgutil.walk_packages(patchwork.__path__, "patchwork."):
        if module.name not in {"patchwork._core", "patchwork.__main__"}:
            yield module.name


def run(test: doctest.DocTest) -> None:
    out: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=out.append)
    assert not out, "".join(out)


@pytest.mark.parametrize("test", list(compiled_examples()), ids=lambda test: test.name)
def test_compiled(test: doctest.DocTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(test)


@pytest.mark.parametrize("name", list(python_modules()))
def test_python(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        module = importlib.import_module(name)
    except ImportError as missing:
        if missing.name not in EXTRAS:
            raise
        pytest.skip(f"{missing.name} is not installed")
    names = PUBLIC | vars(module)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, globs=names):
        run(test)


def test_the_examples_are_found() -> None:
    names = {test.name for test in compiled_examples()}
    assert {"State", "State.parse", "Patch.cells", "perft"} <= names
