"""The Python in README and documentation runs, and prints what the page says.

A ``pycon`` block is a session at the prompt, a ``python`` block a script; those of one page share
their names, from the first to the last.
"""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?P<kind>pycon|python)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)

# Blocks that need one of these are skipped where it is not installed.
EXTRAS = {
    "gymnasium",
    "matplotlib",
    "pandas",
    "pettingzoo",
    "polars",
    "pyarrow",
    "pyspiel",
    "torch",
}


def run(page: Path, line: int, kind: str, code: str, names: dict[str, object]) -> None:
    if kind == "python":
        # Blank lines before it, so that a traceback names the page's line.
        exec(compile("\n" * line + code, str(page), "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line)
    out: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=out.append, clear_globs=False)
    names.update(test.globs)
    assert not out, "".join(out)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": page.stem}
    for block in BLOCK.finditer(text):
        line = text[: block.start()].count("\n") + 1
        try:
            run(page, line, block["kind"], block["code"], names)
        except ImportError as missing:
            if missing.name not in EXTRAS:
                raise
            pytest.skip(f"{missing.name} is not installed")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_are_there(page: Path) -> None:
    named = r"`((?:src|tests|tools|docs|editions|examples|python)/[\w./-]+)`"
    for name in re.findall(named, page.read_text(encoding="utf-8")):
        assert (ROOT / name).exists() or "NAME" in name, name


def test_the_gates_begin_with_the_command_that_the_readme_gives() -> None:
    gates = ROOT / ".ci" / "run"
    if not gates.exists():
        pytest.skip("a source distribution has no .ci")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^python3 -m venv .*pytest$", readme, re.MULTILINE)
    assert command in gates.read_text(encoding="utf-8")
